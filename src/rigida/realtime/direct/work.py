"""Work arrays of one thread for the direct solution of islands."""

from typing import Annotated, NamedTuple

from rigida.jit.records import Int32, Items, Record, Rows
from rigida.jit.tables import Table
from rigida.realtime.arrays import BackOff, ContactShift, JointSide, Manifold, Twist
from rigida.realtime.direct.constraint import Constraint, Multipliers

Six = Annotated[Items[float], 6]


class Island(NamedTuple):
    """One island: the rows of its bodies, contacts and joint rows."""

    body: Rows[Int32]
    contact: Rows[Int32]
    joint_row: Rows[Int32]


class Block(Record):
    """A 6×6 block by columns: inner loops then run along memory and are vectorised."""

    column: Annotated[Items[Six], 6]


class RowJacobian(Record):
    """A row of a Jacobian: the parts of both bodies."""

    a: JointSide
    b: JointSide


class Load(Record):
    """The load of a contact that its limit of friction went by."""

    now: float  # at the start of the present round [N s]
    used: float  # what the round before went by [N s]


class Work(Table):
    """Room in which one thread solves islands, and what it goes by; rows by body are shared with other threads."""

    limit: int  # most block products of an island, and of one in motion
    limit_in_motion: int
    accuracy_limit: int  # bodies and contacts together of islands whose errors are controlled, 0 in plain steps
    corrects: int  # 1 in the second solution of a step, which takes the geometry of the midpoint
    shift: Rows[ContactShift]  # by entry of the contact cache; written by contacts.ahead
    predicted: Rows[Twist]  # (n + 1) twists at the end of the step by its first solution
    middle: Rows[Twist]  # (n + 1) mean of those and of the twists at its start
    shortest: float  # time in which overlaps are pushed out as in a whole step, however short a part of it is [s]
    fall_rate: float  # change of velocity per time up to which motion counts as smooth [m/s²]
    back_off: Rows[BackOff]  # (n) which islands wait for another attempt; written by islands.back_off
    rank: Rows[Int32]  # (n + 1) number of a body within its island while that is solved, −1 otherwise
    turn: Rows[Twist]  # (n + 1) by how much a solve would change the twists, zero otherwise
    mean: Rows[Int32]  # (n + 1) 1 where a body moves by the mean of both ends of the step; written by direct.passes
    constraint: Rows[Constraint]  # of an island's contacts, as many as contacts may act
    load: Rows[Load]  # of the contacts; written by direct.descent
    weight: Rows[Multipliers]  # ρ of each row, zero if inactive
    change: Rows[Multipliers]  # of the impulses that a solve wants
    search: Rows[Multipliers]  # direction of the last round of solves; written by direct.conjugate
    best: Rows[Multipliers]  # impulses of the round nearest to the laws; written by direct.descent
    kept: Rows[Multipliers]  # impulses before bodies are pushed apart; written by direct.descent
    left: Rows[Int32]  # (n + 1) leftmost block of each block row of the matrix
    start: Rows[Int32]  # (n + 2) where each block row begins
    block: Rows[Block]  # the matrix, then its factor
    filled: Rows[Int32]  # 1 for blocks that are not zero
    factored: Rows[Int32]  # (1) 1 while the factor is that of the present weights; written by direct.descent, wanted
    x: Rows[Twist]  # (n) right side, then solution, by rank
    jacobian: RowJacobian  # of the row at hand
    shifted: Manifold  # of the contact at hand, at the midpoint
    solves: Rows[Int32]  # (1) how many there were
