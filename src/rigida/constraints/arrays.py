"""The arrays of joints, by concept; each field has its unit, its writer and its number of rows.

m parts of joints stand between frames: n bodies, then the world, then prescribed frames. A part has up to three
equations C = 0 with the Jacobian J of both its frames, C̈ = J u̇ + bias. Everything is in world coordinates.
"""

from typing import Annotated

from rigida.dynamics.rows import InverseMass, Pose, Twist, Wrench
from rigida.jit.records import At, Flag, Int32, Items, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Mat3, Vec3

#: Constants of a part at most.
NUMBERS_PER_PART = 18


class Frames(Table):
    """Frames that constraint parts connect, a row each; bodies first."""

    # what bodies are: written when the scene is compiled
    motion: Rows[Int32]  # (n) DYNAMIC, FIXED or KINEMATIC (`dynamics.model`)
    inv_mass: Rows[float]  # (n) [1/kg]
    inv_inertia: Rows[Vec3]  # (n) principal [1/(kg m²)]
    # the state that kernels change: written by multipliers
    center: Rows[Vec3]  # (n) [m]
    attitude: Rows[Quat]  # (n) of the principal axes
    velocity: Rows[Vec3]  # (n) [m/s]
    angular_momentum: Rows[Vec3]  # (n) [kg m²/s]
    # of all frames
    pose: Rows[Pose]  # written by frames and articulated.rattle
    twist: Rows[Twist]  # written by frames and articulated.rattle
    acceleration: Rows[Twist]  # of prescribed frames, zero for others [m/s², rad/s²]; written by frames
    inverse: Rows[InverseMass]  # written by multipliers


class Equations(Record):
    """A number for each equation of a part, zero for those that it does not have [m or rad, their rates, N or N m]."""

    vector: Vec3
    all: Annotated[Items[float], 3, At("vector")]


class JacobianRow(Record):
    """Row of the Jacobian: factors of the velocity and angular velocity of one frame in one equation."""

    linear: Vec3
    angular: Vec3
    all: Annotated[Items[float], 6, At("linear")]


class JacobianSide(Record):
    """The rows of one frame."""

    row: Annotated[Items[JacobianRow], 3]


class Jacobian(Record):
    """J of a part, of its frames a and b."""

    side: Annotated[Items[JacobianSide], 2]


class PartNumbers(Record):
    """The constants of a part, as vectors and as numbers; the part's file defines them."""

    vector: Annotated[Items[Vec3], 6]
    all: Annotated[Items[float], NUMBERS_PER_PART, At("vector")]


class Target(Record):
    """Target of the first equation of a part: C is measured relative to it."""

    value: float  # [m or rad]
    rate: float
    acceleration: float


class Parts(Table):
    """Parts of joints, a row each."""

    # what they are: written when joints are arranged
    code: Rows[Int32]  # which kind, see `codes`
    equations: Rows[Int32]  # how many, 1 to 3
    frame: Rows[Annotated[Items[Int32], 2]]  # a and b
    number: Rows[PartNumbers]
    softness: Rows[float]  # added to A in the first equation: 1/inertia of a rotor, else zero; written by joint_set
    # at one instant
    target: Rows[Target]  # written by joint_set, coordinates and articulated.rattle
    error: Rows[Equations]  # C; written by evaluate
    jacobian: Rows[Jacobian]  # written by evaluate
    bias: Rows[Equations]  # written by evaluate
    rate: Rows[Equations]  # Ċ; written by evaluate
    weighted: Rows[Jacobian]  # J M⁻¹; written by multipliers


class GroupStart(Record):
    """First part and first member of a group of connected parts, in lists ordered by group."""

    member: int  # bodies that its joints hold
    part: int
    block: int  # blocks of its factor, those of the diagonal first, in the order of elimination
    below: int  # blocks below the diagonal, column by column
    update: int
    product: int


class Update(Record):
    """block[to] −= block[row] D⁻¹ block[column]ᵀ; numbers are counted within the group."""

    to: int
    row: int
    column: int


class Product(Record):
    """block += J M⁻¹ of one side of a part, times Jᵀ of one side of another; counted within the group."""

    frame: int
    part: int
    side: int
    other: int
    other_side: int
    block: int


class Block(Record):
    """A 3×3 block."""

    row: Annotated[Items[Vec3], 3]
    matrix: Annotated[Mat3, "f8", At("row")]


class BlockFactor(Table):
    """A = J M⁻¹ Jᵀ of each group of parts and its factor LDLᵀ by blocks (see `block_order`, `block_factor`)."""

    # its structure: written when joints are arranged
    start: Rows[GroupStart]  # (groups + 1)
    place: Rows[int]  # (m) of each part in the order of elimination
    column_start: Rows[int]  # (m + groups) where a column begins among the group's blocks below the diagonal
    below: Rows[int]  # row of each block below the diagonal
    below_block: Rows[int]  # its number
    update_start: Rows[int]  # (m + groups) where the updates of a column begin
    update: Rows[Update]
    product: Rows[Product]
    # its numbers: written by block_factor
    block: Rows[Block]  # A, then D⁻¹ and below it L D
    diagonal: Rows[Vec3]  # (m) of A, in the order of elimination
    solution: Rows[Equations]  # (m) while a system is solved, in the order of elimination


class Joints(Table):
    """Joints as one system: parts between frames, and their matrix."""

    parts: Parts
    frames: Frames
    factor: BlockFactor
    wrench: Rows[Wrench]  # (n) what acts on the bodies; written by forces, then with reactions by multipliers
    multiplier: Rows[Equations]  # (m) λ; written by multipliers
    # within kernels
    right: Rows[Equations]  # (m) of a system that is solved
    solution: Rows[Equations]  # (m) of that system
    response: Rows[Twist]  # (frames) accelerations or changes of twists
    change: Rows[Wrench]  # (n) impulses on bodies


class Spring(Record):
    """A spring along a coordinate."""

    stiffness: float  # [N/m or N m/rad]
    damping: float  # [N s/m or N m s/rad]
    rest: float  # where it is slack [m or rad]


class Drive(Record):
    """Target of a motor (effort, speed or position), its largest effort, and the gains of a servo."""

    target: float
    most: float  # [N or N m]
    stiffness: float
    damping: float


class Range(Record):
    """The limits of a coordinate [m or rad]; infinite if it has none."""

    lower: float
    upper: float


class SoftLimit(Record):
    """How the limits of a coordinate yield (see `joints.soft_limit`); all zero if they are rigid."""

    stiffness: float  # k [1/s²]
    damping: float  # b [1/s]
    start: float  # impedance d at the limit, and from a depth of `width` on
    end: float
    width: float  # [rad or m]
    middle: float  # where both powers meet, by the width
    power: float
    mobility: float  # inverse inertia along the coordinate; 0: `ease` [1/kg]


class CouplingForce(Record):
    """A force along a coupling: constant − stiffness · length − damping · rate, within low and high."""

    constant: float  # [N or N m]
    stiffness: float
    damping: float
    low: float  # [N or N m]
    high: float


class ActuatorSlopes(Record):
    """What a control of 1 adds to the force of an actuator, by length and rate."""

    per_length: float
    per_rate: float


class ActuatorBias(Record):
    """The force of an actuator without control."""

    constant: float  # [N or N m]
    per_length: float
    per_rate: float


class ActuatorTerm(Record):
    """A coordinate along which an actuator acts."""

    coordinate: int
    gear: float


class ActuatorForces(Table):
    """Actuators that are no motors of coordinates, a row each (see `scene.actuator`)."""

    number: Rows[int]  # of the control
    control: Rows[float]  # of all actuators of the model; users may change it while running
    gain: Rows[float]
    bias: Rows[ActuatorBias]
    slopes: Rows[ActuatorSlopes]
    range: Rows[Range]  # of the force [N or N m]
    start: Rows[int]  # (k + 1) where the terms of each begin
    term: Rows[ActuatorTerm]
    in_rows: Rows[Flag]  # those that joint rows hold; written by articulated.efforts
    law: Rows[CouplingForce]  # by the present control; written by actuators


class Coordinates(Table):
    """Coordinates of joints, a row each: a length [m], or an angle [rad] that counts whole turns."""

    parts: Parts  # that measure them
    value: Rows[float]  # written by coordinates
    rate: Rows[Equations]  # those of the parts; the first is the coordinate's [m/s or rad/s]
    spring: Rows[Spring]
    motor: Rows[Int32]  # index in `actuators.MOTORS`
    drive: Rows[Drive]  # users may change it while running
    bounds: Rows[Range]
    restitution: Rows[float]  # of limits, 0 … 1
    soft_limit: Rows[SoftLimit]
    speed_limit: Rows[float]  # infinite where there is none [m/s or rad/s]
    armature: Rows[float]  # inertia of the rotor that the coordinate turns [kg or kg m²]
    dry: Rows[Flag]  # those that only carry the dry friction of another
    stiff: Rows[Flag]  # springs that are no forces, since joint rows hold them; written by articulated.efforts
    servo: Rows[Flag]  # position motors likewise
    ease: Rows[float]  # inverse inertia along each, of its two bodies alone [1/kg]; written by articulated.efforts
    effort: Rows[Equations]  # the first is what acts along the coordinate [N or N m]; written by coordinates
    wrench: Rows[Wrench]  # (n) on the bodies; written by forces, then with efforts by coordinates
    actuators: ActuatorForces


class CouplingTerm(Record):
    """A coordinate that takes part in a coupling."""

    coordinate: int
    leads: int  # 1 where others follow it
    gear: float
    factor: float  # of its rate in the coupling's; written by couplings


class Couplings(Table):
    """Couplings of coordinates, a row each."""

    # what they are: written when joints are arranged
    kind: Rows[Int32]  # index in `couplings.KINDS`
    start: Rows[int]  # (k + 1) where the terms of each begin
    term: Rows[CouplingTerm]
    polynomial: Rows[Annotated[Items[float], 5]]
    bounds: Rows[Range]
    group: Rows[int]  # of bodies that hang together; written by articulated
    # now
    in_rows: Rows[Flag]  # those that joint rows hold: but for forces, all; written by articulated.efforts
    force: Rows[CouplingForce]  # written by actuators
    length: Rows[float]  # what follows less what it follows [m or rad]; written by couplings
    rate: Rows[float]
    bias: Rows[float]  # of its acceleration, without those of the coordinates
    impulse: Rows[float]  # of the last step [N s, N m s]; written by articulated.couplings
