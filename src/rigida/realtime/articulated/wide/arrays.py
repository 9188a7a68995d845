"""The arrays of articulated groups of one kind, eight at a time: every field once, with its unit and who writes it.

A wide row holds eight groups whose parts stand between the same of their members, so that one pass through the order
of elimination serves all of them; a field has a lane for each group (`math.lanes`). Unused lanes repeat the first.
Sub-steps work in single precision, as contacts do there, on all groups that touch; a row of groups that moves along its
joints is in double precision, with the same names.
"""

from typing import Annotated

from rigida.jit.records import At, Int32, Items, Record, Rows, Wide, WideDouble
from rigida.jit.tables import Table
from rigida.math.lanes import LANES
from rigida.math.quat import WideDoubleQuat
from rigida.math.vec3 import (
    WideDoubleMat3,
    WideDoubleSym3,
    WideDoubleVec3,
    WideMat3,
    WideSym3,
    WideVec3,
)
from rigida.realtime.arrays import JointRows
from rigida.realtime.articulated.arrays import GroupLimits


class Kinds(Table):
    """What kinds of groups there are; written when joints are arranged."""

    kind: Rows[int]  # (groups)
    by_kind: Rows[int]  # (groups) all groups, those of one kind after another
    carried: Rows[Int32]  # (groups) 1 for those that `wide.project` can move
    local: Rows[Annotated[Items[int], 2]]  # (parts) which member of its group each frame is, −1 for others
    nth: Rows[int]  # (parts) which of its group's points a point is, or which of the other parts


class WideGroup(Record):
    """Eight groups of one kind, and where what belongs to them begins in the other arrays."""

    group: Annotated[Items[int], LANES]
    used: int  # lanes
    member: int
    part: int
    block: int
    point: int
    other: int  # parts that are no points


class WideEquations(Record):
    """A number for each equation of a part."""

    vector: WideVec3
    all: Annotated[Items[Wide], 3, At("vector")]


class WideArms(Record):
    """The arms of a point, r_a and −r_b: row i of its Jacobian is ±(e_i, r × e_i) (see `constraints.parts.point`)."""

    side: Annotated[Items[WideVec3], 2]


class WideJacobianRow(Record):
    """One equation and frame of a part's Jacobian."""

    linear: WideVec3
    angular: WideVec3


class WideJacobianSide(Record):
    """The rows of one frame."""

    row: Annotated[Items[WideJacobianRow], 3]


class WideJacobian(Record):
    """J of a part that is no point."""

    side: Annotated[Items[WideJacobianSide], 2]


class WideBlock(Record):
    """A 3×3 block of a factor."""

    row: Annotated[Items[WideVec3], 3]
    matrix: Annotated[WideMat3, At("row")]


class WideInverseMass(Record):
    """1/m [1/kg] and inverse inertia [1/(kg m²)]."""

    mass: Wide
    inertia: WideSym3
    all: Annotated[Items[Wide], 7, At("mass")]


class WideTwist(Record):
    """Velocity and angular velocity [m/s, rad/s]."""

    linear: WideVec3
    angular: WideVec3


class WideGroups(Table):
    """Groups in sub-steps, in single precision."""

    kinds: Kinds
    # rows; written by wide.fields
    row: Rows[WideGroup]
    body: Rows[Int32]  # (8 a member) the members' rows; the world in unused lanes
    # members; written by wide.fields
    inverse: Rows[WideInverseMass]  # zero in unused lanes
    twist: Rows[WideTwist]  # written by wide.velocities
    # parts; written by wide.fields
    arms: Rows[WideArms]  # of points
    jacobian: Rows[WideJacobian]  # of others
    offset: Rows[WideEquations]  # rates of prescribed frames and targets
    # parts in the order of elimination; written by wide.velocities
    rate: Rows[WideEquations]  # −J u of the members, then the impulse
    total: Rows[WideEquations]  # sum of impulses
    # blocks of the factors; written by wide.fields
    block: Rows[WideBlock]


class GroupsInSubSteps(Table):
    """What sub-steps hold of joints: wide rows of groups, and rows of limits, motors and springs."""

    wide: WideGroups
    rows: JointRows
    limits: GroupLimits


class CarriedEquations(Record):
    """A number for each equation of a part."""

    vector: WideDoubleVec3
    all: Annotated[Items[WideDouble], 3, At("vector")]


class CarriedArms(Record):
    """The arms of a point, r_a and −r_b, or l_a and l_b in the frames of its members."""

    side: Annotated[Items[WideDoubleVec3], 2]


class CarriedJacobianRow(Record):
    """One equation and frame of a part's Jacobian."""

    linear: WideDoubleVec3
    angular: WideDoubleVec3


class CarriedJacobianSide(Record):
    """The rows of one frame."""

    row: Annotated[Items[CarriedJacobianRow], 3]


class CarriedJacobian(Record):
    """J of a part that is no point."""

    side: Annotated[Items[CarriedJacobianSide], 2]


class CarriedBlock(Record):
    """A 3×3 block of a factor."""

    row: Annotated[Items[WideDoubleVec3], 3]
    matrix: Annotated[WideDoubleMat3, At("row")]


class CarriedInverseMass(Record):
    """1/m [1/kg] and inverse inertia [1/(kg m²)]."""

    mass: WideDouble
    inertia: WideDoubleSym3


class CarriedTwist(Record):
    """Velocity and angular velocity [m/s, rad/s]."""

    linear: WideDoubleVec3
    angular: WideDoubleVec3


class CarriedMember(Record):
    """Where a member is before and after the step, and how it turns."""

    center: WideDoubleVec3  # [m]
    attitude: WideDoubleQuat
    flown: WideDoubleVec3  # centre afterwards [m]
    turned: WideDoubleQuat  # attitude afterwards
    inverse: WideDoubleVec3  # principal inverse moments [1/(kg m²)]
    momentum: WideDoubleVec3  # angular [kg m²/s]
    change: CarriedTwist  # of its twist at the end of the step


class Pivot(Record):
    """A diagonal block while it is inverted."""

    matrix: WideDoubleSym3
    least: WideDouble  # of the determinant, to invert by cofactors
    determinant: WideDouble


class Tops(Record):
    """Eight free tops, as `dynamics.free_top.turn_lanes` takes them."""

    attitude: WideDoubleQuat
    momentum: WideDoubleVec3
    inverse: WideDoubleVec3


class Fate(Record):
    """How Newton's method fares for one of the groups."""

    worst: float  # rate of a joint's opening, the time before [m/s]
    state: int  # OPEN, CLOSED or LOST, or UNUSED (`wide.joints`)


class CarriedGroups(Table):
    """A row of groups that moves along its joints, in double precision; written by wide.state and wide.project."""

    kinds: Kinds
    row: Rows[WideGroup]  # (1)
    fate: Rows[Fate]  # (8)
    # members
    inverse: Rows[CarriedInverseMass]
    twist: Rows[CarriedTwist]
    member: Rows[CarriedMember]
    # parts
    arms: Rows[CarriedArms]
    own_arms: Rows[CarriedArms]  # in the frames of the members
    jacobian: Rows[CarriedJacobian]  # (0) all parts are points
    offset: Rows[CarriedEquations]  # anchors that stand still [m]
    # parts in the order of elimination
    rate: Rows[CarriedEquations]
    total: Rows[CarriedEquations]
    diagonal: Rows[CarriedEquations]  # of A, before elimination
    # blocks of the factor
    block: Rows[CarriedBlock]
    # at hand
    pivot: Rows[Pivot]  # (1)
    tops: Rows[Tops]  # (1)
