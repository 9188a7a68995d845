"""The arrays of one aircraft, by concept; each field has its unit and its writer.

All vectors are in its principal frame and from its center of mass, where nothing else is said. What is constant is
written by `pack`.
"""

from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.dynamics.rows import Wrench
from rigida.flight.air.coefficients import Coefficients
from rigida.jit.records import At, Items, Record, Rows
from rigida.jit.tables import Table, dtype_of, named
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3

#: In place of the row of a body that a wheel stands on.
ON_GROUND: Final = -1
#: Angles of attack of a polar: every degree from −182 to 182.
ANGLES: Final = 365


class MovingBodies(Table):
    """The bodies of the scene as they move at one instant, a row each, world; assigned by the caller of the kernels."""

    center: Rows[Vec3]  # of mass [m]
    attitude: Rows[Quat]  # of the principal axes
    velocity: Rows[Vec3]  # of the center [m/s]
    spin: Rows[Vec3]  # angular velocity [rad/s]
    wrench: Rows[Wrench]  # added to by wrench, gear and deck


class Controls(Record):
    """A number for each control."""

    elevator: float  # nose up [rad]
    aileron: float  # right wing down [rad]
    rudder: float  # nose right [rad]
    flaps: float  # 0 to 1, as those that follow
    throttle: float
    brake: float
    all: Annotated[Items[float], 6, At("elevator")]


#: The controls in the order in which arrays (6,) hold them.
CONTROLS: Final = tuple(dtype_of(Controls).names or ())
CONTROL_COUNT: Final = len(CONTROLS)


class Strip(Record):
    """A strip of a surface, along its chord; those of the first surface, the wing, come first."""

    place: Vec3  # [m]
    forward: Vec3  # chord line
    normal: Vec3
    area: float  # [m²]
    chord: float  # [m]
    induced: float  # induced angle by lift coefficient [rad]
    downwash: float  # part of the wing's downwash that it meets
    span: float  # of the surface [m]
    polar: int  # row of its polar
    side: int  # row of its load
    reynolds: float  # (chord / Reynolds number of the data)^(−1/5); 0: no effect
    elevator: float  # angle of the trailing edge, down positive, by that of the control; as those that follow
    aileron: float
    rudder: float
    flap: float
    effect_loss: float  # of the trailing edge's effect with its angle [1/rad]
    stall_effect: float  # of the trailing edge on the angle at which the polar is read [rad/rad]
    lift_effect: float  # on the lift beside that [1/rad]
    moment_effect: float  # on the moment [1/rad]
    drag_effect: float  # on the drag, by sin²


class Blunt(Record):
    """A piece of the fuselage."""

    place: Vec3  # [m]
    area: Annotated[Items[float], 3]  # of drag along forward, left, up [m²]


class Engine(Record):
    """A propeller with its engine, or a jet."""

    place: Vec3  # [m]
    direction: Vec3  # of the thrust
    jet: int  # 1, else 0
    rating: float  # power of a propeller's engine [W], thrust of a jet [N]
    disc: float  # area [m²]
    efficiency: float
    exponent: float  # of the density; −1: a propeller's engine that breathes the air, 0: supercharged or rocket
    spool: float  # time to follow the throttle [s]
    consumption: float  # of fuel by output [kg/(s W), kg/(s N)]
    gimbal: float  # angle of the nozzle at full control [rad]


class Wheel(Record):
    """A wheel on its strut."""

    hub: Vec3  # with the strut out [m]
    radius: float  # [m]
    stiffness: float  # of the strut [N/m]
    damping: float  # [N s/m]
    rebound: float  # damping on the way out, as a multiple
    travel: float  # [m]
    friction: float  # coefficient
    rolling: float  # resistance by load
    braked: float  # 1, else 0
    steering: float  # angle at full rudder [rad]


class Anchor(Record):
    """Anchor of a tire's friction; written by gear."""

    place: Vec3  # in the world, or in the principal frame of the body that it stands on [m]
    support: float  # row of that body, or ON_GROUND


class Deck(Record):
    """A box of the scene on which wheels can roll."""

    body: int  # row of the body that it is
    turn: Quat  # from body axes to principal axes
    center: Vec3  # of mass, in body axes [m]
    half: Vec3  # sizes [m]
    bounding_radius: float  # of the box from its center of mass [m]
    friction: float  # coefficient


class Ground(Record):
    """The ground plane, world; written by flying."""

    normal: Vec3
    offset: float  # along the normal [m]
    exists: int  # 1, else 0
    friction: float  # coefficient


class Setting(Record):
    """Constants of the aircraft as a whole, and of the air."""

    ground: Ground
    wind: Vec3  # world [m/s]
    shear: float  # exponent of the ground layer
    shear_top: float  # [m]
    gust: Vec3  # world [m/s]
    gust_start: float  # distance flown [m]
    gust_length: float  # [m]
    forward: Vec3  # body axes
    left: Vec3
    up: Vec3
    axis: Annotated[Items[Vec3], 3, At("forward")]
    wing_area: float  # [m²]
    wing_induced: float  # induced angle by lift coefficient [rad]
    wing_strips: int
    munk: float  # volume of the fuselage by k₂ − k₁ [m³]
    aileron_ratio: float  # angle down by angle up
    flap_angle: float  # at full flaps [rad]
    lowest: Controls
    highest: Controls
    rate: Controls  # [1/s or rad/s]
    flying_speed: float  # a speed that the aircraft flies at, for the autopilot's gains [m/s]


class Memory(Record):
    """Memory kept from step to step; written by settle."""

    control: Controls
    time: float  # [s]
    flown: float  # distance through the air [m]
    fuel: float  # [kg]; written by thrust
    pitch_sum: float  # elevator that the autopilot holds the pitch with [rad]; written by autopilot
    speed_sum: float  # throttle that it holds the speed with; written by autopilot
    slow_alpha: float  # angle of attack, slowly followed [rad]; NaN: not yet; written by autopilot


class Air(Record):
    """The air around the aircraft; written by wrench."""

    density: float  # [kg/m³]
    viscosity: float  # [Pa s]
    velocity: Vec3  # of the center of mass against the air [m/s]
    spin: Vec3  # angular velocity [rad/s]
    height: float  # of the center of mass over the ground [m]
    normal: Vec3  # of the ground


class Spot(Record):
    """Contact of a wheel with its support, world; written by gear and deck."""

    arm: Vec3  # from the aircraft's center of mass [m]
    place: Vec3  # [m]
    normal: Vec3
    velocity: Vec3  # of the surface there [m/s]
    friction: float  # coefficient
    support: int  # row of the body, or ON_GROUND


class Load(Record):
    """The force on a part and its point of application; written by `record_load`."""

    force: Vec3  # [N]
    place: Vec3  # sum of the places of its forces by weight [m]
    weight: float  # sum of the weights


class Total(Record):
    """Total wrench and mass flow; written by wrench."""

    force: Vec3  # of air and engines [N]
    torque: Vec3  # [N m]
    thrust: float  # [N]
    wheel_load: float  # [N]


class Sensor(Record):
    """Readings of the instruments; written by sensors."""

    airspeed: float  # [m/s]
    alpha: float  # [rad]
    beta: float  # positive with the wind from the right [rad]
    pitch: float  # up [rad]
    bank: float  # right [rad]
    heading: float  # from the world's x axis to the right [rad]
    altitude: float  # [m]
    climb: float  # [m/s]
    roll_rate: float  # right [rad/s]
    pitch_rate: float  # up [rad/s]
    yaw_rate: float  # right [rad/s]
    height: float  # over the ground [m]
    density: float  # [kg/m³]
    wheel_load: float  # [N]; written by settle
    speed: float  # over the ground [m/s]


class Aim(Record):
    """Targets of the autopilot; NaN: none."""

    pitch: float  # [rad]
    bank: float  # [rad]
    altitude: float  # [m]
    climb: float  # [m/s]
    heading: float  # [rad]
    speed: float  # [m/s]


#: The aims in the order in which arrays (6,) hold them.
AIMS: Final = tuple(dtype_of(Aim).names or ())


class Craft(Table):
    """One aircraft."""

    row: int  # of its body
    # what it is made of and what is around it
    setting: Setting
    strip: Rows[Strip]
    polar: Rows[Annotated[Items[Coefficients], ANGLES]]  # of a surface, as a wing of finite span
    blunt: Rows[Blunt]
    engine: Rows[Engine]
    wheel: Rows[Wheel]
    deck: Rows[Deck]
    gust: Rows[Vec3]  # turbulence along the path: forward, left, up [m/s]; one row: none
    # what changes from step to step
    memory: Memory
    power: Rows[float]  # of each engine, 0 to 1; written by settle and thrust
    anchor: Rows[Anchor]  # of each wheel
    sensor: Sensor  # at the end of the last step
    aim: Aim  # written by the pilot and by scripts, as are the next two
    stick: Controls  # of the pilot
    script: Controls  # of the present leg; NaN: left to the pilot
    # what is found at one instant
    command: Controls  # to the actuators; written by settle and autopilot
    air: Air
    spot: Spot  # of the wheel that is looked at
    load: Rows[Load]  # of each side of each surface, engine and wheel
    total: Total
    shown: Sensor  # at any time; written by sensors


def one(record: type[Record]) -> NDArray[np.void]:
    """Return a record of zeros."""
    return np.zeros((), dtype=dtype_of(record))


def several(count: int, record: type[Record]) -> NDArray[np.void]:
    """Return records of zeros."""
    return np.zeros(count, dtype=dtype_of(record))


def size_of(record: type[Record]) -> int:
    """Return the number of values of a record."""
    return dtype_of(record).itemsize // np.dtype(np.float64).itemsize


def by_name(numbers: FloatArray, record: type[Record]) -> Any:
    """Return numbers (n,) by the names of the fields of a record that they are: the same memory."""
    return named(numbers[np.newaxis], record)[0]
