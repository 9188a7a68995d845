"""The pilot's handle on an aircraft of a scene: controls, autopilot, and its arguments."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rigida.attributes import KnownAttributes
from rigida.errors import UsageError
from rigida.fields import Rule, real_number
from rigida.flight.air.wind import Wind
from rigida.flight.airplane import Airplane
from rigida.flight.arrays import CONTROLS
from rigida.flight.autopilot import Hold
from rigida.flight.flight import Flight
from rigida.flight.program import Leg
from rigida.flight.trim import Trim
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.registry import nearest
from rigida.scene.body import Body
from rigida.scene.scene import Scene, VectorLike

_FRACTION = Rule(at_least=0.0, at_most=1.0)


class Aircraft(KnownAttributes):
    """Controls of one aircraft. They act in the simulations of its scene from their next step on.

    Args:
        flight: The force that acts on the body.
    """

    own = ("flight",)

    def __repr__(self) -> str:
        return f"<Aircraft {self.name!r}: {self.flight.airplane.title}>"

    def __init__(self, flight: Flight) -> None:
        self.flight = flight

    @property
    def name(self) -> str:
        """The name of its body."""
        return self.flight.body.name

    @property
    def body(self) -> Body:
        """Its body."""
        return self.flight.body

    @property
    def airplane(self) -> Airplane:
        """Description of the aircraft: its surfaces, bodies, engines and controls."""
        return self.flight.airplane

    @property
    def throttle(self) -> float:
        """Throttle, 0 to 1."""
        return self._get("throttle")

    @throttle.setter
    def throttle(self, value: float) -> None:
        self._set("throttle", "throttle", value, _FRACTION)

    @property
    def flaps(self) -> float:
        """Flaps, 0 (up) to 1 (full)."""
        return self._get("flaps")

    @flaps.setter
    def flaps(self, value: float) -> None:
        self._set("flaps", "flaps", value, _FRACTION)

    @property
    def brake(self) -> float:
        """Wheel brakes, 0 to 1."""
        return self._get("brake")

    @brake.setter
    def brake(self, value: float) -> None:
        self._set("brake", "brake", value, _FRACTION)

    def pitch(self, angle: float) -> None:
        """Turn the elevators by `angle` [rad]; positive lifts the nose."""
        self._set("elevator", "pitch", angle, Rule("rad"))

    def roll(self, angle: float) -> None:
        """Turn the ailerons by `angle` [rad]; positive lowers the right wing."""
        self._set("aileron", "roll", angle, Rule("rad"))

    def yaw(self, angle: float) -> None:
        """Turn the rudder by `angle` [rad]; positive turns the nose right."""
        self._set("rudder", "yaw", angle, Rule("rad"))

    def hold(self, **aims: float | None) -> None:
        """Set targets of the autopilot: pitch, bank, altitude, climb, heading or speed (see `Hold`); none: off.

        Args:
            aims: Fields of `rg.Hold`, such as altitude=500.
        """
        self.flight.aims[:] = Hold(**aims).aims()

    def apply(self, trim: Trim) -> None:
        """Set the controls to those of a trim.

        Args:
            trim: A flight that `rg.trim` found.
        """
        for place, value in trim.controls().items():
            self.flight.stick[place] = value

    def _get(self, control: str) -> float:
        return float(self.flight.stick[CONTROLS.index(control)])

    def _set(self, control: str, what: str, value: float, rule: Rule) -> None:
        self.flight.stick[CONTROLS.index(control)] = real_number(f"Aircraft '{self.name}'", what, value, rule)


def add_aircraft(
    scene: Scene,
    airplane: Airplane | str,
    *,
    position: VectorLike,
    velocity: VectorLike | None,
    orientation: VectorLike,
    angular_velocity: VectorLike,
    trim: Trim | None,
    name: str | None,
    fuel: float | None,
    color: str | None,
    wind: Wind | None,
    hold: Hold | None,
    program: Sequence[Leg],
    **controls: Any,
) -> Aircraft:
    """Add an aircraft's body and its `Flight` to a scene; see `Scene.add_aircraft`."""
    plane = Airplane.load(airplane) if isinstance(airplane, str) else airplane
    if not isinstance(plane, Airplane):
        raise UsageError(f"add_aircraft expects an rg.Airplane or a name such as 'trainer', got {airplane!r}.")
    if trim is not None:
        # The heading is the caller's, pitch and bank are the trim's.
        heading = np.array(orientation, dtype=np.float64)
        velocity = rotate_array(heading, trim.velocity) if velocity is None else velocity
        angular_velocity = angular_velocity + rotate_array(heading, trim.angular_velocity)
        orientation = multiply_array(heading, trim.orientation)
        for key in ("throttle", "elevator", "aileron", "rudder", "flaps"):
            controls.setdefault(key, getattr(trim, key))
    if fuel is not None:
        plane = _with_fuel(plane, fuel)
    properties = plane.properties
    body = scene.add_body(
        plane.shape,
        name=name,
        mass=properties.mass,
        inertia=properties.inertia,
        center_of_mass=properties.center,
        position=position,
        orientation=orientation,
        velocity=(0.0, 0.0, 0.0) if velocity is None else velocity,
        angular_velocity=angular_velocity,
        color=color,
    )
    flight = Flight(
        body, plane, wind=wind or Wind(), hold=hold or Hold(), program=tuple(program), **controls, name=body.name
    )
    scene.add_force(flight)
    return find_aircraft(scene, body.name)


def _with_fuel(plane: Airplane, fuel: float) -> Airplane:
    if plane.tank is None:
        raise UsageError(f"Airplane '{plane.title}' has no tank. Leave out fuel.")
    return replace(plane, tank=replace(plane.tank, fuel=fuel))


def find_aircraft(scene: Scene, name: str) -> Aircraft:
    """Return the controls of the aircraft called `name` in a scene."""
    flights = {force.body.name: force for force in scene.forces if isinstance(force, Flight)}
    if name not in flights:
        raise UsageError(f"The scene has no aircraft '{name}'.{nearest(name, flights)}")
    return Aircraft(flights[name])
