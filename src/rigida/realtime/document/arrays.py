"""The arrays of the document's scheme: what rests on what, and its joints by levels."""

from rigida.constraints.arrays import Coordinates, Equations, Joints
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import JointRows, Twist
from rigida.realtime.articulated.arrays import Groups, GroupWork, Reactions
from rigida.realtime.direct.constraint import Constraint


class Levels(Table):
    """Contacts of a step from the lowest level up, and a constraint for each."""

    contact: Rows[int]  # written by document.graph
    level: Rows[Int32]  # (n) of each body, 0 for what cannot move; written by document.graph
    constraint: Rows[Constraint]  # at least as many as contacts


class JointLevels(Table):
    """Joints of a step: those of groups without contacts first, with level 0, then the others from the lowest up.

    A part of a joint is what the document calls a joint: a translational or a rotational one (9.1, 9.2).
    """

    part: Rows[int]  # written by document.joint_order
    part_level: Rows[Int32]
    row: Rows[
        int
    ]  # joint rows that are no equations of parts: limits, motors, springs; written by document.joint_order
    row_level: Rows[Int32]
    # (n + 1) of bodies
    share: Rows[float]  # part of the change by forces that comes after the way; written by document.joint_order
    late: Rows[Twist]  # change of twists that does not count for the way; written by document.solve
    stiffness: Rows[float]  # (n) ω² of each body between the forces of its joints [1/s²]; written by document.move
    # (parts)
    impulse: Rows[Equations]  # of the step [N s, N m s]; written by document.joints, document.move
    kept: Rows[Equations]  # errors that a part of a step leaves to the others [m or rad]; written by document.solve
    # (n) while bodies are moved ahead; written by document.joints
    still: Rows[Int32]  # zero: all of them move
    center: Rows[Vec3]
    attitude: Rows[Quat]
    velocity: Rows[Vec3]
    momentum: Rows[Vec3]


class JointSystem(Table):
    """All that joints are solved with."""

    groups: Groups
    joints: Joints
    reactions: Reactions
    coordinates: Coordinates
    work: GroupWork
    rows: JointRows
    levels: JointLevels
