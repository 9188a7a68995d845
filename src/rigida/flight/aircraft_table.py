"""The table `[aircraft.NAME]` of a scene file: aircraft, pose, initial flight, autopilot and program."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rigida.fields import Quat, Rule, Vec3, check_fields
from rigida.flight.air.wind import Wind
from rigida.flight.aircraft import Aircraft
from rigida.flight.airplane import Airplane
from rigida.flight.autopilot import Hold
from rigida.flight.program import Leg
from rigida.flight.trim import trim
from rigida.math.dense import euclidean_norm

if TYPE_CHECKING:
    from rigida.scene.scene import Scene

Fraction = Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: none, 1: full.")]
Angle = Annotated[float, Rule("rad", text="Angle.")]


@dataclass(frozen=True)
class TrimTable:
    """A steady flight to start in, at the aircraft's position; see `rg.trim`."""

    speed: Annotated[float, Rule("m/s", above=0.0, text="Through the air.")]
    climb: Annotated[float, Rule("m/s", text="Upwards.")] = 0.0
    bank: Angle = 0.0
    flaps: Fraction = 0.0
    throttle: Fraction | None = None


@dataclass(frozen=True)
class AircraftTable:
    """An aircraft of a scene file."""

    airplane: Annotated[str, Rule(text="A packaged aircraft (trainer, glider, model, …) or an aircraft file.")]
    position: Annotated[Vec3, Rule("m", text="Of the airplane's origin.")] = (0.0, 0.0, 0.0)
    orientation: Quat = (1.0, 0.0, 0.0, 0.0)
    velocity: Annotated[Vec3, Rule("m/s", text="Of the center of mass; default that of `trim`.")] | None = None
    angular_velocity: Annotated[Vec3, Rule("rad/s", text="In world axes.")] = (0.0, 0.0, 0.0)
    trim: Annotated[TrimTable, Rule(text="Start in steady flight.")] | None = None
    fuel: Annotated[float, Rule("kg", at_least=0.0, text="On board; default that of the aircraft.")] | None = None
    throttle: Fraction | None = None
    flaps: Fraction | None = None
    brake: Fraction | None = None
    elevator: Angle | None = None
    aileron: Angle | None = None
    rudder: Angle | None = None
    color: Annotated[str, Rule(text="As #rrggbb or a CSS color name; default one of a palette.")] | None = None
    wind: Annotated[Wind, Rule(text="What the air does.")] = field(default_factory=Wind)
    hold: Annotated[Hold, Rule(text="What the autopilot holds.")] = field(default_factory=Hold)
    program: Annotated[tuple[Leg, ...], Rule(text="Legs flown one after the other.")] = ()

    def __post_init__(self) -> None:
        check_fields(self)

    def add(self, scene: "Scene", name: str, folder: Path) -> Aircraft:
        """Add the aircraft to a scene; an aircraft file is searched in `folder` first."""
        file = folder / self.airplane
        plane = Airplane.load(file if file.is_file() else self.airplane)
        steady = None
        if self.trim is not None:
            plan = self.trim
            steady = trim(
                plane,
                plan.speed,
                self.position[2],
                climb=plan.climb,
                bank=plan.bank,
                flaps=plan.flaps,
                throttle=plan.throttle,
                gravity=euclidean_norm(scene.gravity),
            )
        given = {name: getattr(self, name) for name in ("throttle", "flaps", "brake", "elevator", "aileron", "rudder")}
        return scene.add_aircraft(
            plane,
            position=self.position,
            orientation=self.orientation,
            velocity=self.velocity,
            angular_velocity=self.angular_velocity,
            trim=steady,
            name=name,
            fuel=self.fuel,
            color=self.color,
            wind=self.wind,
            hold=self.hold,
            program=self.program,
            **{key: value for key, value in given.items() if value is not None},
        )
