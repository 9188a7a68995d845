"""The arrays of concave pairs: persistent data of their patches, and results of a step (see `arrays`)."""

from typing import Annotated

from rigida.concave.arrays import KEPT_IN_MOTION, PairUpdates
from rigida.jit.records import Int32, Items, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import ShapePair

#: In place of a number of patches: the pair has one contact of another kind (`concave_starts`).
RESOLVING = -2


class RelativePose(Record):
    """Where a body lies seen from another."""

    position: Vec3  # [m]
    attitude: Quat


class PatchPairs(Table):
    """Pairs of shapes of which at least one is concave, the smaller first, and their persistent data.

    A pair owns a row of persistent data, and an entry of the contact cache for each of its patches.
    """

    shapes: Rows[ShapePair]  # this step's pairs; written by contacts.concave_pairs
    row: Rows[Int32]  # of persistent data; written by contacts.concave_pairs
    pose: Rows[RelativePose]  # of the first body seen from the second, when updated; written by contacts.patches
    count: Rows[Int32]  # patches, −1 where nothing is known, PARTED; written by contacts.patches, concave_starts
    entry: Rows[Annotated[Items[Int32], KEPT_IN_MOTION]]  # of the contact cache; written by contacts.concave_pairs
    touched: Rows[Int32]  # 1 if the pair touched after the last step; written by contacts.patches


class OldPatchPoint(Record):
    """A point that a new patch may continue."""

    place: Vec3  # on a [m]
    normal: Vec3
    impulse: float  # [N s]
    friction: Annotated[Items[float], 7]  # its share of friction, spinning and rolling
    name: int
    used: int  # 1 once it is continued


class PatchUpdates(PairUpdates):
    """Concave pairs whose patches are updated in this step; written by contacts.patches."""

    old: Rows[OldPatchPoint]  # of one pair, while its patches are stored
