"""The parts of an aircraft besides its surfaces: fuselage, engines, wheels, tank, payload, and control travels."""

from dataclasses import dataclass
from typing import Annotated

from rigida.fields import Rule, Vec3, check_fields
from rigida.shown import FieldTable


class _Checked(FieldTable):
    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True)
class Fuselage(_Checked):
    """A slender body along x, from its nose backwards."""

    nose: Annotated[Vec3, Rule("m", text="Tip of the nose in the body frame.")]
    length: Annotated[float, Rule("m", above=0.0, text="Extent along x.")]
    width: Annotated[float, Rule("m", above=0.0, text="Extent along y.")]
    height: Annotated[float, Rule("m", above=0.0, text="Extent along z.")]
    drag: Annotated[float, Rule(at_least=0.0, text="Coefficient along x, on width × height; gear and struts too.")] = (
        0.1
    )
    side_drag: Annotated[float, Rule(at_least=0.0, text="Coefficient across, on length × height or width.")] = 0.6
    mass: Annotated[float, Rule("kg", at_least=0.0, text="Mass of the part.")] = 0.0


@dataclass(frozen=True)
class Propeller(_Checked):
    """An engine with a propeller that turns its power into thrust by the momentum theory of the actuator disc."""

    position: Annotated[Vec3, Rule("m", text="Center of the disc, in the body frame.")]
    power: Annotated[float, Rule("W", above=0.0, text="At sea level, full throttle.")]
    diameter: Annotated[float, Rule("m", above=0.0, text="Of the disc.")]
    direction: Annotated[Vec3, Rule(text="Of the thrust, in the body frame.")] = (1.0, 0.0, 0.0)
    efficiency: Annotated[float, Rule(above=0.0, at_most=1.0, text="Beside the ideal loss of the disc.")] = 0.8
    supercharged: Annotated[bool, Rule(text="Power does not fall with altitude.")] = False
    spool: Annotated[float, Rule("s", above=0.0, text="Time constant of the power.")] = 0.5
    consumption: Annotated[float, Rule("kg/J", at_least=0.0, text="Fuel burnt per energy.")] = 0.0
    mass: Annotated[float, Rule("kg", at_least=0.0, text="Mass of the part.")] = 0.0


@dataclass(frozen=True)
class Jet(_Checked):
    """A jet or rocket engine: thrust that falls with the density of the air to a power (0 for a rocket)."""

    position: Annotated[Vec3, Rule("m", text="Where the thrust acts, in the body frame.")]
    thrust: Annotated[float, Rule("N", above=0.0, text="At sea level, full throttle.")]
    direction: Annotated[Vec3, Rule(text="Of the thrust, in the body frame.")] = (1.0, 0.0, 0.0)
    density_exponent: Annotated[
        float, Rule(at_least=0.0, at_most=2.0, text="Power of the air density by which thrust falls; 0 for a rocket.")
    ] = 0.7
    gimbal: Annotated[float, Rule("rad", at_least=0.0, at_most=1.0, text="Of the nozzle at full pitch or yaw.")] = 0.0
    spool: Annotated[float, Rule("s", above=0.0, text="Time constant of the thrust.")] = 1.0
    consumption: Annotated[float, Rule("kg/(N s)", at_least=0.0, text="Fuel burnt per thrust and time.")] = 0.0
    mass: Annotated[float, Rule("kg", at_least=0.0, text="Mass of the part.")] = 0.0


@dataclass(frozen=True)
class Wheel(_Checked):
    """A wheel on a sprung strut. Its hub sits at `position` when the strut is out."""

    part: Annotated[str, Rule(text="Name of the part.")]
    position: Annotated[Vec3, Rule("m", text="Hub with the strut extended, in the body frame.")]
    radius: Annotated[float, Rule("m", above=0.0, text="Of the tire.")]
    stiffness: Annotated[float, Rule("N/m", above=0.0, text="Of strut and tire together.")]
    damping: Annotated[float, Rule("N s/m", at_least=0.0, text="While the strut goes in.")]
    rebound: Annotated[float, Rule(at_least=0.0, text="Damping while it comes out, as a multiple.")] = 2.0
    travel: Annotated[float, Rule("m", above=0.0, text="Beyond it the strut is ten times as stiff.")] = 0.2
    friction: Annotated[float, Rule(at_least=0.0, text="Of the tire; combines with the ground's.")] = 0.8
    rolling: Annotated[float, Rule(at_least=0.0, text="Rolling resistance, as a part of the load.")] = 0.02
    braked: Annotated[bool, Rule(text="The brake acts on this wheel.")] = False
    steering: Annotated[float, Rule("rad", at_least=0.0, at_most=1.2, text="At full yaw command.")] = 0.0
    mass: Annotated[float, Rule("kg", at_least=0.0, text="Mass of the part.")] = 0.0


@dataclass(frozen=True)
class Tank(_Checked):
    """Fuel: a box that the engines empty."""

    position: Annotated[Vec3, Rule("m", text="Center in the body frame.")]
    fuel: Annotated[float, Rule("kg", at_least=0.0, text="Mass of fuel at the start.")]
    size: Annotated[Vec3, Rule("m", above=0.0, text="Edges of the box.")] = (0.5, 2.0, 0.2)


@dataclass(frozen=True)
class Payload(_Checked):
    """A mass on board, as a uniform box: pilot, battery, luggage, instruments."""

    part: Annotated[str, Rule(text="Name of the part.")]
    mass: Annotated[float, Rule("kg", above=0.0, text="Mass of the part.")]
    position: Annotated[Vec3, Rule("m", text="Center in the body frame.")]
    size: Annotated[Vec3, Rule("m", above=0.0, text="Edges of the box.")] = (0.4, 0.4, 0.4)


@dataclass(frozen=True)
class Controls(_Checked):
    """Travel and rate of the control surfaces."""

    elevator_up: Annotated[float, Rule("rad", above=0.0, at_most=1.0, text="Largest deflection, nose up.")] = 0.45
    elevator_down: Annotated[float, Rule("rad", above=0.0, at_most=1.0, text="Largest deflection, nose down.")] = 0.4
    aileron_up: Annotated[float, Rule("rad", above=0.0, at_most=1.0, text="Largest deflection upwards.")] = 0.35
    aileron_down: Annotated[float, Rule("rad", above=0.0, at_most=1.0, text="Less than up: differential.")] = 0.25
    rudder: Annotated[float, Rule("rad", above=0.0, at_most=1.0, text="Largest deflection to either side.")] = 0.3
    flap: Annotated[float, Rule("rad", at_least=0.0, at_most=1.4, text="At flaps = 1.")] = 0.0
    rate: Annotated[float, Rule("rad/s", above=0.0, text="Largest rate of deflection.")] = 1.5
    flap_time: Annotated[float, Rule("s", above=0.0, text="From up to down.")] = 5.0
    throttle_time: Annotated[float, Rule("s", above=0.0, text="From idle to full.")] = 0.5
