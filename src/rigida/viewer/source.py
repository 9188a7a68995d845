"""A live run as the viewer plays it: stepped while one watches, kept, so that one can go back and look again.

The clock runs evenly and the simulation keeps ahead of it by less than a step; what is shown lies between the two
frames around the clock. Behind the present the kept frames are played, and at their end the simulation goes on.
"""

import math
import time as clock
from bisect import bisect_right
from dataclasses import replace
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing, force_arrows
from rigida.math.quaternion import interpolate_array, rotate_array
from rigida.recording import Recording
from rigida.recording.frame import Frame
from rigida.recording.roll import as_rows_of
from rigida.render.overlays import Moment
from rigida.simulation import Simulation

#: How stiffly the pointer pulls: natural frequency of the body on its spring [1/s], damped critically.
_PULL = 2.0 * math.pi * 1.5
#: A live run keeps this many frames to go back to.
_KEPT = 20_000
#: A tick of the viewer may take this long; a simulation that needs more runs slower than real time [s].
_PATIENCE = 0.1
_SAME = 1e-9

Energies = tuple[FloatArray, FloatArray, FloatArray]


class Live:
    """Runs a simulation while it is watched.

    It pauses once at the end that the scene plans; playing on goes beyond it.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.drawing = Drawing.of_scene(simulation.scene)
        self.loop = False
        self._planned_end = simulation.time + simulation.scene.plan.duration
        self._frames: list[Frame] = []
        self._times: list[float] = []
        self._contacts: list[Any] = []
        self._clock = simulation.time
        #: Row, grabbed point in the body frame, and the pointer in the world.
        self._pulled: tuple[int, FloatArray, FloatArray] | None = None
        self.keep()

    @property
    def time(self) -> float:
        """Time of what is shown [s]."""
        return self._clock

    @property
    def start(self) -> float:
        """Earliest time that can be gone to [s]."""
        return self._times[0]

    @property
    def end(self) -> float:
        """Latest time that can be gone to [s]."""
        return self._times[-1]

    def advance(self, seconds: float) -> bool:
        """Let the clock go on by `seconds`; return False where it must stop."""
        target, started = self._clock + seconds, clock.perf_counter()
        while self.end < target - _SAME:
            if self.simulation.time >= self._planned_end - _SAME:
                return self._stop_at_end()
            if clock.perf_counter() - started > _PATIENCE:
                break
            self._simulate()
        self._clock = min(target, self.end)
        return True

    def step(self) -> None:
        """Go on by exactly one frame: the next that is kept, or one step of the simulation."""
        shown = self._row()
        if shown == len(self._times) - 1:
            self._simulate()
            shown = self._row()
        self._clock = self._times[min(shown + 1, len(self._times) - 1)]

    def step_back(self) -> None:
        """Go back by one frame."""
        row = self._row()
        between = self._clock > self._times[row] + _SAME
        self._clock = self._times[row if between else max(row - 1, 0)]

    def seek(self, time: float) -> None:
        """Go to a time that is kept."""
        self._clock = min(max(time, self.start), self.end)

    def keep(self) -> None:
        """Keep the present state of the simulation as a frame."""
        self._frames.append(self.simulation.frame())
        self._times.append(self.simulation.time)
        self._contacts.append(self.simulation.contacts())
        if len(self._frames) > _KEPT:
            del self._frames[:-_KEPT], self._times[:-_KEPT], self._contacts[:-_KEPT]

    def _as_drawn(self, row: int) -> Frame:
        """Return a kept frame of the bodies that are drawn: those that were there when the page was opened."""
        frame = self._frames[row]
        if frame.roll is None:
            return frame
        names, roll = self.drawing.names, frame.roll
        moving = ("position", "orientation", "velocity", "angular_velocity")
        drawn: dict[str, Any] = {name: as_rows_of(roll, getattr(frame, name), names) for name in moving}
        return replace(frame, **drawn, roll=None)

    def frame(self) -> Frame:
        """Return the kept frame at or before the clock."""
        return self._as_drawn(self._row())

    def moment(self) -> Moment:
        """Return what is to be seen now."""
        row = self._row()
        frame, contacts = self._as_drawn(row), self._contacts[row]
        position, orientation = frame.position, frame.orientation
        if row + 1 < len(self._frames) and self._clock > self._times[row] + _SAME:
            after = self._as_drawn(row + 1)
            part = (self._clock - self._times[row]) / (self._times[row + 1] - self._times[row])
            position = (1.0 - part) * position + part * after.position
            orientation = interpolate_array(orientation, after.orientation, part)
        forces = force_arrows(self.channels())
        return Moment(self._clock, position, orientation, frame.velocity, contacts, None, forces)

    def channels(self) -> dict[str, Any]:
        """Return what force elements measured at the frame that is shown, by name."""
        return {name: value for name, (value, _) in self.frame().channels.items()}

    def energies(self) -> Energies:
        """Return times, kinetic and potential energies of all frames."""
        kinetic, potential = np.array([(frame.kinetic, frame.potential) for frame in self._frames]).T
        return np.array(self._times), kinetic, potential

    def pull(self, row: int, grab: FloatArray, pointer: FloatArray | None) -> None:
        """Pull body `row` at a point of its frame towards the pointer (world), or let go."""
        self._pulled = None if pointer is None else (row, grab, pointer)

    def apply_pull(self) -> None:
        """Change the pulled body's velocity as a critically damped spring to the pointer does within a step."""
        if self._pulled is None:
            return
        row, grab, pointer = self._pulled
        body, dt = self.simulation.body(self.drawing.names[row]), self.simulation.settings.dt
        away = pointer - body.position - rotate_array(body.orientation, grab)
        if body.mass > 0.0:
            body.velocity = body.velocity + dt * (_PULL * _PULL * away - 2.0 * _PULL * body.velocity)

    def recording(self) -> Recording:
        """Return everything that is kept as a recording."""
        return self.simulation.recording_of(self._frames)

    def _simulate(self) -> None:
        self.apply_pull()
        self.simulation.step()
        self.keep()

    def _stop_at_end(self) -> bool:
        """Begin again where a loop is wanted, else pause here once."""
        if self.loop:
            self._clock = self.start
            return True
        self._clock, self._planned_end = self.end, math.inf
        return False

    def _row(self) -> int:
        return max(bisect_right(self._times, self._clock + _SAME) - 1, 0)


class Followed(Live):
    """Shows a simulation that somebody else steps; what the page asks for is done between those steps.

    Playing follows the present, pausing stays where it is: the other's loop is never held up.
    """

    def advance(self, seconds: float) -> bool:
        self._clock = min(self._clock + max(seconds, 0.0), self.end) if self._behind(seconds) else self.end
        return True

    def step(self) -> None:
        self._clock = self._times[min(self._row() + 1, len(self._times) - 1)]

    def _behind(self, seconds: float) -> bool:
        """Tell whether kept frames are played; near the present it is followed."""
        return self._clock + 10.0 * seconds < self.end
