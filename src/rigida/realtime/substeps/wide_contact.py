"""Contacts of large islands, eight to a row: the records and tables that sub-steps work on.

Eight manifolds that share no moving body lie side by side in single precision, a lane each (`math.lanes`). Rows differ
in length, by the points of their manifolds, and lie one behind the other as fields of eight numbers.
"""

from typing import Annotated

from rigida.jit.decorators import inlined
from rigida.jit.records import At, Int32, Items, Record, Rows, Single, UInt64, Wide
from rigida.jit.tables import Table, dtype_of
from rigida.jit.wide_rows import record_at
from rigida.math.vec3 import SingleSym3, SingleVec3, WideSym2, WideSym3, WideVec3
from rigida.realtime.arrays import POINTS
from rigida.realtime.threads import MOST_THREADS


class WidePoint(Record):
    """A point of eight manifolds."""

    moment_arm: WideVec3  # (r − c) × n, its moment arm beyond that of the centre c, the same for both bodies [m]
    start: Wide  # separation at the start of the step [m]
    now: Wide  # separation in this sub-step [m]
    impulse: Wide  # of a sub-step [N s]
    inverse_k: Wide
    total: Wide  # impulse of all sub-steps so far [N s]


class WideContact(Record):
    """Eight manifolds of one, two or four points; behind the last point follows K of pairs of points."""

    normal: WideVec3
    tangent_1: WideVec3
    tangent_2: WideVec3
    arm_a: WideVec3  # centre of the points seen from both centres of mass [m]
    arm_b: WideVec3
    inverse_k_friction: WideSym2
    inverse_k_spin: Wide  # at `spin_radius`
    friction: Wide  # limit of sliding per unit of normal impulse
    spin_radius: Wide  # limit of spinning by that of sliding [m]
    gain: Wide  # impulse per velocity by which friction follows what slides [kg]
    roll: Wide  # limit of rolling per unit of normal impulse [m]
    mass_a: Wide  # 1/m
    mass_b: Wide
    inertia_a: WideSym3  # I⁻¹
    inertia_b: WideSym3
    slide_1: Wide  # impulses of friction [N s]
    slide_2: Wide
    spinning: Wide  # of spinning friction, at `spin_radius` [N s]
    inverse_k_roll: WideSym2
    roll_1: Wide  # of rolling friction [N m s]
    roll_2: Wide
    slid_1: Wide  # friction of all sub-steps so far, as `total` [N s]
    slid_2: Wide
    slop: Wide  # gap and overlap that are left alone [m]
    gives: Wide  # 1 where a contact gives way under bias, 0 where it is hard
    point: Annotated[Items[WidePoint], POINTS]


# What acts on a body in the sub-steps; patches of concave bodies stop it anywhere within them.
PUSHED, JOINTED, PUSHED_BY_PATCH = 1, 2, 4

_FIELD = 32
#: Fields of a point, and of a row before its points.
POINT_FIELDS = dtype_of(WidePoint).itemsize // _FIELD
HEAD_FIELDS = dtype_of(WideContact).itemsize // _FIELD - POINTS * POINT_FIELDS
#: Before the first row lie fields for the row at hand of each thread: the velocity errors of its points.
FIRST_ROW = POINTS * MOST_THREADS
# Counters, each in a cache line of its own: how many chunks are done, and, from CLAIMED on, the stage for which a
# thread has claimed each chunk.
DONE, CLAIMED, COUNTER_STRIDE = 0, 8, 8

wide_contact = record_at(WideContact)


class SingleTwist(Record):
    """A twist, or a displacement and rotation vector, as eight numbers, of which two are not used."""

    linear: SingleVec3
    angular: SingleVec3
    unused_1: Single
    unused_2: Single
    all: Annotated[Wide, At("linear")]
    number: Annotated[Items[Single], 6, At("linear")]


class SingleInverse(Record):
    """1/m and inverse inertia as eight numbers, of which the last is not used."""

    mass: Single
    inertia: SingleSym3
    unused: Single


class Chunk(Record):
    """Rows of one colour that one thread sweeps; end: the chunk behind the last one of the colour."""

    first: Int32
    last: Int32
    end: Int32


class WideRows(Table):
    """The rows of eight manifolds of a step, and all bodies as they take them; row n is the world.

    Unused lanes are between the world and itself.
    """

    # which contacts are where; written by substeps.color
    lane_of: Rows[Int32]  # lane of the contact at each place of `Islands.contact`, −1 if solved directly
    contact: Rows[Int32]  # (8 a row) contact of each lane, −1 if unused
    body: Rows[Int32]  # (16 a row) the bodies a of eight lanes, then the bodies b
    offset: Rows[Int32]  # field with which each row begins
    points: Rows[Int32]  # 1, 2 or 4
    missing: Rows[int]  # lanes of each row that are not written yet, as a negative number
    mask: Rows[UInt64]  # (n + 1) colours that a body's contacts have
    bucket: Rows[Int32]  # contacts of each colour and number of points, then its next free lane
    chunk: Rows[Chunk]  # of the rows, in their order
    counter: Rows[int]  # of chunks, see DONE and CLAIMED
    recovery: float  # most of an overlap that is pushed out per second [1/s]
    # rows; written by substeps.wide_rows and substeps.sweep
    field: Rows[Wide]  # the fields of all rows
    rolls: Rows[Int32]  # 1 where any lane of a row has rolling friction
    # bodies; written by substeps.bodies and substeps.sweep
    inverse: Rows[SingleInverse]  # (n + 1)
    before: Rows[SingleTwist]  # (n + 1) at the start of the sub-step
    twist: Rows[SingleTwist]  # (n + 1)
    displacement: Rows[SingleTwist]  # (n + 1) since the begin of the step
    touched: Rows[Int32]  # (n + 1) PUSHED or PUSHED_BY_PATCH for bodies that contacts pushed, and HELD by joints


@inlined
def row_fields(points: int) -> int:
    """Return how many fields a row of manifolds with 1, 2 or 4 points has: the last are K of pairs of points."""
    return HEAD_FIELDS + POINT_FIELDS * points + points * (points - 1) // 2
