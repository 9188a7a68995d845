"""Flying by hand in the viewer: keys, sliders and a camera that follows, for the aircraft of a live scene.

The first touch of a control takes the aircraft from its autopilot and program. The page tells when a key goes down, and
again while it is held, but not when it comes up: keys move the controls by notches, which stay, as on a model's trim.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.flight import layout as at
from rigida.flight.aircraft import Aircraft
from rigida.flight.flight import Flight
from rigida.math.quaternion import rotate_array
from rigida.render.overlays import Moment
from rigida.simulation import Simulation

if TYPE_CHECKING:
    from rigida.viewer.viewer import Viewer

#: Part of a control's travel that one press moves it by.
_NOTCH, _LEVER_NOTCH, _FLAP_NOTCH = 0.04, 0.05, 1.0 / 3.0
#: The camera that follows stays this many radii of the aircraft behind and above it.
_BEHIND, _ABOVE = 4.0, 1.0
#: Controls with their lowest positions; the highest is 1.
_LOWEST = {"pitch": -1.0, "roll": -1.0, "yaw": -1.0, "throttle": 0.0, "flaps": 0.0, "brake": 0.0}
_PLACES = dict(zip(_LOWEST, (at.ELEVATOR, at.AILERON, at.RUDDER, at.THROTTLE, at.FLAPS, at.BRAKE), strict=True))


class Cockpit:
    """Controls of one aircraft at a time; positions are parts of their travels, −1 or 0 to 1."""

    def __init__(self, viewer: "Viewer") -> None:
        self._viewer, self._gui = viewer, viewer.server.gui
        self._simulation: Simulation | None = None
        self._handles: list[Any] = []
        self._sliders: dict[str, Any] = {}
        self._follow: Any = None
        self.aircraft: Aircraft | None = None
        self._folder = self._gui.add_folder("Aircraft", visible=False)

    def board(self, simulation: Simulation | None) -> None:
        """Show the controls of a live simulation's first aircraft, or none."""
        for handle in self._handles:
            handle.remove()
        self._handles, self._sliders, self._follow, self.aircraft = [], {}, None, None
        self._simulation = simulation
        flights = {} if simulation is None else _flights(simulation)
        self._folder.visible = bool(flights)
        if flights:
            self.aircraft = Aircraft(next(iter(flights.values())))
            self._make(flights)

    def reset(self) -> None:
        """Put all controls back to where the scene has them, for a new start."""
        for flight in () if self._simulation is None else _flights(self._simulation).values():
            flight.reset()

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        with self._viewer.lock:
            if self.aircraft is not None:
                self._take_over()
                KEYS[key][1](self)
                self.tell()

    def position(self, control: str) -> float:
        """Return where a control stands."""
        return 0.0 if self.aircraft is None else float(self._stick[_PLACES[control]] / self._travel(control))

    def move(self, control: str, position: float) -> None:
        """Put a control to a position within its travel."""
        with self._viewer.lock:
            if self.aircraft is not None:
                self._take_over()
                held = min(max(position, _LOWEST[control]), 1.0)
                self._stick[_PLACES[control]] = held * self._travel(control)

    def turn(self, control: str, change: float) -> None:
        """Move a control by a part of its travel."""
        self.move(control, self.position(control) + change)

    def centre(self) -> None:
        """Put stick and pedals back to where the flight began."""
        if self.aircraft is not None:
            flight = self.aircraft.flight
            self._stick[: at.FLAPS] = flight.elevator, flight.aileron, flight.rudder

    def tell(self) -> None:
        """Show where the controls stand."""
        for control, slider in self._sliders.items():
            slider.value = round(min(max(self.position(control), _LOWEST[control]), 1.0), 3)

    def look(self, moment: Moment, radii: FloatArray) -> None:
        """Let the cameras of all visitors follow the aircraft where that is chosen."""
        if self.aircraft is None or self._simulation is None or not self._follow.value:
            return
        row = self._simulation.model.index(self.aircraft.name)
        eye, place = chase(moment.position[row], moment.orientation[row], float(radii[row]))
        for client in self._viewer.server.get_clients().values():
            client.camera.position, client.camera.look_at = eye, place

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

        if self.aircraft is None or self._simulation is None:
            return
        for acting in self._simulation.engine.forces.acting:
            if isinstance(acting, Flying) and acting.flight is self.aircraft.flight:
                acting.hand_over()

    def _make(self, flights: dict[str, Flight]) -> None:
        with self._folder:
            if len(flights) > 1:
                choice = self._gui.add_dropdown("aircraft", tuple(flights))
                choice.on_update(lambda _: self._choose(flights[choice.value]))
                self._handles.append(choice)
            for control, lowest in _LOWEST.items():
                slider = self._gui.add_slider(control, lowest, 1.0, 0.001, 0.0)
                slider.on_update(partial(self._slide, control))
                self._sliders[control] = slider
            self._follow = self._gui.add_checkbox("follow", True, hint="The camera flies behind the aircraft.")
            self._handles += [*self._sliders.values(), self._follow, self._gui.add_markdown(_HELP)]
        for key, (what, _) in KEYS.items():
            command = self._gui.add_command(what, hotkey=key)
            command.on_trigger(lambda _, key=key: self.press(key))
            self._handles.append(command)
        self.tell()

    def _choose(self, flight: Flight) -> None:
        with self._viewer.lock:
            self.aircraft = Aircraft(flight)
            self.tell()

    def _slide(self, control: str, event: Any) -> None:
        if event.client is not None:  # moved by a visitor and not by `tell`
            self.move(control, float(self._sliders[control].value))


def chase(position: FloatArray, orientation: FloatArray, radius: float) -> tuple[FloatArray, FloatArray]:
    """Return eye and target of a camera behind an aircraft of some radius [m], level whatever its bank is."""
    ahead = rotate_array(orientation, np.array([1.0, 0.0, 0.0]))
    level = np.array([ahead[0], ahead[1], 0.0])
    size = float(np.sqrt(np.sum(level * level)))
    back = level / size if size > 1e-6 else np.array([1.0, 0.0, 0.0])
    return position - radius * (_BEHIND * back - _ABOVE * np.array([0.0, 0.0, 1.0])), position


def _flights(simulation: Simulation) -> dict[str, Flight]:
    return {force.body.name: force for force in simulation.scene.forces if isinstance(force, Flight)}


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
    ("more throttle", _turning("throttle", _LEVER_NOTCH)),
    ("less throttle", _turning("throttle", -_LEVER_NOTCH)),
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
    "C": ("centre the stick", Cockpit.centre),
}
_HELP = "*Arrows or W A S D: stick, Q E: rudder, + −: throttle, F: flaps, B: brake, C: stick back to the start.*"
