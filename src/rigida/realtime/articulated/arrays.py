"""The arrays of articulated groups, by concept: every field once, with its unit and who writes it.

Groups are bodies that hang together by joints; their parts are listed group after group, and so are their members,
the rows of their bodies (`constraints.arrays.GroupStart` gives the first row of each).
"""

from typing import Annotated

from rigida.constraints.arrays import Coordinates, Couplings, Equations, Jacobian
from rigida.dynamics.rows import InverseMass, Pose, Twist, Wrench
from rigida.jit.records import At, Int32, Items, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3


class KnownFrame(Record):
    """For which pose and inverse mass of a frame its groups are factored."""

    pose: Pose
    inverse: InverseMass
    all: Annotated[Items[float], 14, At("pose")]


class TrajectoryPoint(Record):
    """Value and rate that the target of a part has at the start of the step."""

    value: float  # [m or rad]
    rate: float


class Groups(Table):
    """Articulated groups, a row each but where said otherwise."""

    # what they are: written when joints are arranged
    member: Rows[int]  # rows of the bodies, group after group
    prescribed: Rows[int]  # frames that follow a given motion
    of_coordinate: Rows[int]  # group of each coordinate of a joint
    # of this step
    solved: Rows[Int32]  # 1 where a group is solved with contacts; written by groups
    asleep: Rows[Int32]  # 1 where it is left alone; written by groups
    pulled: Rows[Int32]  # 1 where a stiff force acts on it; written by Articulated
    in_sub_steps: Rows[Int32]  # 1 where it is solved in sub-steps; written by groups
    in_large_islands: Rows[Int32]  # (n + 1) 1 for the bodies of those; written by groups
    done: Rows[Int32]  # 1 where it has been moved with others of its kind; written by wide.project
    factored: Rows[Int32]  # 1 where the factor is that of the known frames; written by groups, rattle
    known: Rows[KnownFrame]  # (frames) written by groups
    response: Rows[Twist]  # (frames) zero; of a group to a limit while that is found, by wide.limits
    start_pose: Rows[Pose]  # (frames) at the start of the step; written by Articulated


class ActedReaction(Record):
    """What a part or a limit of a joint did in a step, or a part of one, with all impacts."""

    force: Vec3  # on its frame a, world axes [N s]
    multiplier: Vec3  # of its equations [N s, N m s]
    of_equation: Annotated[Items[float], 3, At("multiplier")]


class LimitImpulses(Table):
    """What limits, motors and springs of coordinates did in the last step, where the next one starts."""

    impulse: Rows[Annotated[Items[float], 5]]  # lower and upper limit, motor, spring, rotor [N s, N m s]
    rotor: Rows[float]  # rate at which the rotor of a coordinate turns [m/s or rad/s]; both written by limits
    acted: Rows[ActedReaction]  # what both limits of a coordinate did; written by limits, wide.limits


class Reactions(Table):
    """What joints follow and do, a row per part; `limits` has rows of coordinates."""

    trajectory: Rows[TrajectoryPoint]  # written by Articulated
    force: Rows[Equations]  # reactions over the last step [N, N m]; written by rattle, project
    acted: Rows[ActedReaction]  # written by limits, rattle, project
    turning: Rows[Equations]  # those of the motion between contacts; written by project
    impulse: Rows[Equations]  # what sub-steps added [N s, N m s]; written by wide.solve
    pulled: Rows[Equations]  # what of that was for limits and motors; written by wide.limits
    limits: LimitImpulses


class CouplingRows(Table):
    """Equations among coordinates of groups, group after group (see `coupling_rows`)."""

    # what they are: written when joints are arranged
    couplings: Couplings
    coordinates: Coordinates
    start: Rows[int]  # (groups + 1) of each group's equations
    equation: Rows[int]  # number of each among the couplings
    # now
    wrench: Rows[Wrench]  # (equations · n) Gᵀ: of a unit impulse along each, on the bodies
    pull: Rows[Equations]  # (equations · parts) impulses of the joints that take it up
    matrix: Rows[float]  # (equations²) of each group G R Gᵀ, its factor below the diagonal and on it
    impulse: Rows[float]  # μ [N s, N m s]
    aim: Rows[float]  # what the length is to be at the end of a sub-step [m or rad]


class GroupWork(Table):
    """Working rows of `rattle`; each group has its own."""

    coupled: CouplingRows

    # of parts
    impulse: Rows[Equations]
    sum: Rows[Equations]  # impulses that close a sub-step
    right: Rows[Equations]
    offset: Rows[Equations]  # rates of targets, negative
    jacobian: Rows[Jacobian]  # at the end of a sub-step
    # of members
    still: Rows[Int32]  # zero: all of them move
    moments: Rows[Vec3]  # inverse principal moments
    flown: Rows[Vec3]  # centres at the end of a sub-step
    turned: Rows[Quat]  # orientations there
    velocity: Rows[Vec3]  # in flight
    momentum: Rows[Vec3]
    old_velocity: Rows[Vec3]  # at the start of a sub-step
    old_momentum: Rows[Vec3]
    # of bodies (n)
    total: Rows[Wrench]  # impulses of joints
    wrench: Rows[Wrench]  # forces; written by forces
    none: Rows[Wrench]  # no forces


class GroupLimit(Record):
    """A row of a limit, motor or spring of a group in sub-steps."""

    row: int  # its number among the joint rows
    group: int
    response: int  # where the responses of the group's members begin
    pull: int  # where those of its parts begin
    rotor: int  # number of the row of the coordinate's rotor in this list, −1 where there is none


class GroupLimits(Table):
    """Limits, motors and springs of groups that are solved in sub-steps; written by wide.limits."""

    listed: Rows[GroupLimit]
    response: Rows[Twist]  # of a group's members to a unit impulse along the row, joints closed
    pull: Rows[Equations]  # impulses of its joints
    sum: Rows[float]  # impulses of all sub-steps [N s, N m s]
