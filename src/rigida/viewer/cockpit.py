"""Flying by hand in the viewer: keys, sliders and a camera that follows, for the aircraft of a live scene.

The first touch of a control takes the aircraft from its autopilot and program. While a stick key is down,
its control moves towards the end of its travel; when the key comes up, it returns to its trim. Throttle keys move the
throttle, which stays. A short press, in a pause or with Shift, moves a control by a notch, which becomes the trim.
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
#: Parts of a control's travel a second that stick and rudder move by: away from their trim, and back to it.
_AWAY_RATE, _BACK_RATE, _THROTTLE_RATE = 2.0, 4.0, 0.5
#: The camera that follows stays this many radii of the aircraft behind and above it.
_BEHIND, _ABOVE = 4.0, 1.0
#: Controls with their lowest positions; the highest is 1.
_LOWEST = {"pitch": -1.0, "roll": -1.0, "yaw": -1.0, "throttle": 0.0, "flaps": 0.0, "brake": 0.0}
#: Where they stand in the pilot's stick.
_PLACES = {"pitch": CONTROLS.index("elevator"), "roll": CONTROLS.index("aileron"), "yaw": CONTROLS.index("rudder")}
_SPRUNG = frozenset(_PLACES)
_PLACES |= {name: CONTROLS.index(name) for name in ("throttle", "flaps", "brake")}


class Cockpit:
    """Controls of one aircraft at a time; positions are parts of their travels, −1 or 0 to 1."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._flights = {force.body.name: force for force in simulation.scene.forces if isinstance(force, Flight)}
        self._deflection: dict[str, float] = {}
        self._trim: dict[str, float] = {}
        first = next(iter(self._flights.values()), None)
        self.aircraft: Aircraft | None = None if first is None else Aircraft(first)

    def facts(self) -> dict[str, Any] | None:
        """Return the data of the aircraft for the page: names, controls and keys; None if there is none."""
        if self.aircraft is None:
            return None
        return {"names": list(self._flights), "lowest": _LOWEST, "keys": list(KEYS), "moves": _MOVES, "help": _HELP}

    def board(self, name: str) -> None:
        """Take control of the aircraft called `name`."""
        if name not in self._flights:
            raise UsageError(f"There is no aircraft '{name}'.{nearest(name, self._flights)}")
        self._deflection.clear()
        self._trim.clear()
        self.aircraft = Aircraft(self._flights[name])

    def positions(self) -> dict[str, float]:
        """Return the positions of the controls."""
        if self.aircraft is None:
            return {}
        return {name: round(min(max(self.position(name), low), 1.0), 3) for name, low in _LOWEST.items()}

    def reset(self) -> None:
        """Reset all controls to those of the scene."""
        self._deflection.clear()
        self._trim.clear()
        for flight in self._flights.values():
            flight.reset()

    def press(self, key: str) -> None:
        """Apply the command of a key."""
        if self.aircraft is not None and key in KEYS:
            self._take_over()
            KEYS[key](self)

    def deflect(self, control: str, deflection: float) -> None:
        """Ask for a control as far from its trim as a stick with a spring is from its middle, −1 to 1; see `fly`."""
        if self.aircraft is None or control not in _PLACES:
            return
        self._take_over()
        self._deflection[control] = deflection
        if control in _SPRUNG:
            self._trim.setdefault(control, self.position(control))

    def fly(self, seconds: float) -> None:
        """Move the controls towards their targets, and the throttle in its direction, for a time [s]."""
        if direction := self._deflection.get("throttle", 0.0):
            self._put("throttle", self.position("throttle") + direction * _THROTTLE_RATE * seconds)
        for control, trim in list(self._trim.items()):
            now, asked = self.position(control), self._deflection[control]
            left = trim + asked * (1.0 - trim if asked > 0.0 else 1.0 + trim) - now
            most = (_AWAY_RATE if left * (now - trim) >= 0.0 else _BACK_RATE) * seconds
            self._put(control, now + min(max(left, -most), most))
            if asked == 0.0 and abs(left) <= most:
                del self._trim[control]

    def position(self, control: str) -> float:
        """Return the position of a control."""
        return 0.0 if self.aircraft is None else float(self._stick[_PLACES[control]] / self._travel(control))

    def move(self, control: str, position: float) -> None:
        """Set a control to a position within its travel."""
        if self.aircraft is not None and control in _LOWEST:
            self._take_over()
            self._trim.pop(control, None)
            self._put(control, position)

    def _put(self, control: str, position: float) -> None:
        self._stick[_PLACES[control]] = min(max(position, _LOWEST[control]), 1.0) * self._travel(control)

    def turn(self, control: str, change: float) -> None:
        """Move a control by a part of its travel."""
        self.move(control, self.position(control) + change)

    def center(self) -> None:
        """Center stick and pedals at their positions at the start of the flight."""
        if self.aircraft is not None:
            flight = self.aircraft.flight
            self._trim.clear()
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
        """Take over from autopilot and program, with the controls at their present positions."""
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


def _next_flaps(cockpit: Cockpit) -> None:
    now = cockpit.position("flaps")
    cockpit.move("flaps", 0.0 if now > 0.99 else now + _FLAP_NOTCH)


def _toggle_brake(cockpit: Cockpit) -> None:
    cockpit.move("brake", 0.0 if cockpit.position("brake") > 0.5 else 1.0)


#: Keys that move a control, and which way.
_MOVES: dict[str, tuple[str, float]] = {
    "arrowup": ("pitch", -1.0),
    "W": ("pitch", -1.0),
    "arrowdown": ("pitch", 1.0),
    "S": ("pitch", 1.0),
    "arrowleft": ("roll", -1.0),
    "A": ("roll", -1.0),
    "arrowright": ("roll", 1.0),
    "D": ("roll", 1.0),
    "Q": ("yaw", -1.0),
    "E": ("yaw", 1.0),
    "=": ("throttle", 1.0),
    "pageup": ("throttle", 1.0),
    "-": ("throttle", -1.0),
    "pagedown": ("throttle", -1.0),
}


def _notch(control: str, direction: float) -> Callable[[Cockpit], None]:
    change = direction * (_THROTTLE_NOTCH if control == "throttle" else _NOTCH)
    return lambda cockpit: cockpit.turn(control, change)


#: What each key does when it is pressed once.
KEYS: dict[str, Callable[[Cockpit], None]] = {
    **{key: _notch(*move) for key, move in _MOVES.items()},
    "F": _next_flaps,
    "B": _toggle_brake,
    "C": Cockpit.center,
}
_HELP = (
    "Hold arrows or W A S D: stick, Q E: rudder, + −: throttle; with Shift, or in a pause, a notch of trim. F: flaps, "
    "B: brake, C: stick back to the start. Gamepad: left stick, right stick sideways for the "
    "rudder, triggers for throttle."
)
