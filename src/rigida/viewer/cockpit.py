"""Flying by hand in the viewer: keys, sliders and a camera that follows, for the aircraft of a live scene.

The first touch of a control takes the aircraft from its autopilot and program. The page reports when a key goes down,
and again while it is kept down, but not when it comes up: keys move the controls by notches, which stay, as on a
model's trim.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.flight.aircraft import Aircraft
from rigida.flight.arrays import CONTROLS
from rigida.flight.flight import Flight
from rigida.math.quaternion import rotate_array
from rigida.registry import nearest
from rigida.simulation import Simulation

#: Part of a control's travel that one press moves it by.
_NOTCH, _THROTTLE_NOTCH, _FLAP_NOTCH = 0.04, 0.05, 1.0 / 3.0
#: The camera that follows stays this many radii of the aircraft behind and above it.
_BEHIND, _ABOVE = 4.0, 1.0
#: Controls with their lowest positions; the highest is 1.
_LOWEST = {"pitch": -1.0, "roll": -1.0, "yaw": -1.0, "throttle": 0.0, "flaps": 0.0, "brake": 0.0}
#: Where they stand in the pilot's stick.
_PLACES = {"pitch": CONTROLS.index("elevator"), "roll": CONTROLS.index("aileron"), "yaw": CONTROLS.index("rudder")}
_PLACES |= {name: CONTROLS.index(name) for name in ("throttle", "flaps", "brake")}


class Cockpit:
    """Controls of one aircraft at a time; positions are parts of their travels, −1 or 0 to 1."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._flights = {force.body.name: force for force in simulation.scene.forces if isinstance(force, Flight)}
        first = next(iter(self._flights.values()), None)
        self.aircraft: Aircraft | None = None if first is None else Aircraft(first)

    def facts(self) -> dict[str, Any] | None:
        """Return what the page shows of the aircraft: names, controls and keys; None where there is none."""
        if self.aircraft is None:
            return None
        return {"names": list(self._flights), "lowest": _LOWEST, "keys": list(KEYS), "help": _HELP}

    def board(self, name: str) -> None:
        """Take the controls of the aircraft called `name`."""
        if name not in self._flights:
            raise UsageError(f"There is no aircraft '{name}'.{nearest(name, self._flights)}")
        self.aircraft = Aircraft(self._flights[name])

    def positions(self) -> dict[str, float]:
        """Return where the controls stand."""
        if self.aircraft is None:
            return {}
        return {name: round(min(max(self.position(name), low), 1.0), 3) for name, low in _LOWEST.items()}

    def reset(self) -> None:
        """Put all controls back to where the scene has them, for a new start."""
        for flight in self._flights.values():
            flight.reset()

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        if self.aircraft is not None and key in KEYS:
            self._take_over()
            KEYS[key][1](self)

    def position(self, control: str) -> float:
        """Return where a control stands."""
        return 0.0 if self.aircraft is None else float(self._stick[_PLACES[control]] / self._travel(control))

    def move(self, control: str, position: float) -> None:
        """Put a control to a position within its travel."""
        if self.aircraft is not None and control in _LOWEST:
            self._take_over()
            holding = min(max(position, _LOWEST[control]), 1.0)
            self._stick[_PLACES[control]] = holding * self._travel(control)

    def turn(self, control: str, change: float) -> None:
        """Move a control by a part of its travel."""
        self.move(control, self.position(control) + change)

    def center(self) -> None:
        """Put stick and pedals back to where the flight began."""
        if self.aircraft is not None:
            flight = self.aircraft.flight
            for control, angle in (("pitch", flight.elevator), ("roll", flight.aileron), ("yaw", flight.rudder)):
                self._stick[_PLACES[control]] = angle

    @property
    def _stick(self) -> FloatArray:
        assert self.aircraft is not None
        return self.aircraft.flight.stick

    def _travel(self, control: str) -> float:
        assert self.aircraft is not None
        limits = self.aircraft.airplane.controls
        return {"pitch": limits.elevator_up, "roll": limits.aileron_up, "yaw": limits.rudder}.get(control, 1.0)

    def _take_over(self) -> None:
        """Take the aircraft from autopilot and program, with the controls as they stand."""
        from rigida.flight.flying import Flying

        if self.aircraft is None:
            return
        for acting in self._simulation.engine.forces.acting:
            if isinstance(acting, Flying) and acting.flight is self.aircraft.flight:
                acting.hand_over()


def chase(position: FloatArray, orientation: FloatArray, radius: float) -> tuple[FloatArray, FloatArray]:
    """Return eye and target of a camera behind an aircraft of some radius [m], level whatever its bank is."""
    ahead = rotate_array(orientation, np.array([1.0, 0.0, 0.0]))
    level = np.array([ahead[0], ahead[1], 0.0])
    size = float(np.sqrt(np.sum(level * level)))
    back = level / size if size > 1e-6 else np.array([1.0, 0.0, 0.0])
    return position - radius * (_BEHIND * back - _ABOVE * np.array([0.0, 0.0, 1.0])), position


def _turning(control: str, change: float) -> Callable[[Cockpit], None]:
    return lambda cockpit: cockpit.turn(control, change)


def _next_flaps(cockpit: Cockpit) -> None:
    now = cockpit.position("flaps")
    cockpit.move("flaps", 0.0 if now > 0.99 else now + _FLAP_NOTCH)


def _toggle_brake(cockpit: Cockpit) -> None:
    cockpit.move("brake", 0.0 if cockpit.position("brake") > 0.5 else 1.0)


_PUSH, _PULL = ("nose down", _turning("pitch", -_NOTCH)), ("nose up", _turning("pitch", _NOTCH))
_LEFT, _RIGHT = ("roll left", _turning("roll", -_NOTCH)), ("roll right", _turning("roll", _NOTCH))
_MORE, _LESS = (
    ("more throttle", _turning("throttle", _THROTTLE_NOTCH)),
    ("less throttle", _turning("throttle", -_THROTTLE_NOTCH)),
)
#: What each key does, with a name for it.
KEYS: dict[str, tuple[str, Callable[[Cockpit], None]]] = {
    "arrowup": _PUSH,
    "W": _PUSH,
    "arrowdown": _PULL,
    "S": _PULL,
    "arrowleft": _LEFT,
    "A": _LEFT,
    "arrowright": _RIGHT,
    "D": _RIGHT,
    "Q": ("yaw left", _turning("yaw", -_NOTCH)),
    "E": ("yaw right", _turning("yaw", _NOTCH)),
    "=": _MORE,
    "pageup": _MORE,
    "-": _LESS,
    "pagedown": _LESS,
    "F": ("next flaps", _next_flaps),
    "B": ("brake on or off", _toggle_brake),
    "C": ("center the stick", Cockpit.center),
}
_HELP = "Arrows or W A S D: stick, Q E: rudder, + −: throttle, F: flaps, B: brake, C: stick back to the start."
