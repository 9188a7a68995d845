"""What the viewer plays: a recording, or a simulation that runs while one watches.

Both answer the same questions: what is to be seen now, how long it is, and how to go on, back or to another time.
"""

import math
import time as clock
from typing import Any, Protocol

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing, channels_at, force_arrows, poses_at
from rigida.recording import Recording
from rigida.recording.recorder import Frame
from rigida.render.overlays import Moment
from rigida.simulation import Simulation

#: How stiffly the pointer pulls: natural frequency of the body on its spring [1/s], damped critically.
_PULL = 2.0 * math.pi * 1.5
#: A live run keeps this many frames to go back to.
_KEPT = 20_000
#: A tick of the viewer may take this long; a simulation that needs more runs slower than real time [s].
_PATIENCE = 0.1
_TRAIL = 300

Energies = tuple[FloatArray, FloatArray, FloatArray]


class Source(Protocol):
    """Something that can be played."""

    drawing: Drawing
    live: bool

    @property
    def time(self) -> float:
        """Return the time of what is shown [s]."""

    @property
    def end(self) -> float:
        """Return the latest time that can be gone to [s]."""

    def advance(self, seconds: float) -> bool:
        """Go on by `seconds`; return False at the end."""

    def seek(self, time: float) -> None:
        """Go to a time that has been recorded."""

    def moment(self) -> Moment:
        """Return what is to be seen now."""

    def energies(self) -> Energies:
        """Return times, kinetic and potential energies up to the end."""

    def pull(self, row: int, arm: FloatArray, pointer: FloatArray | None) -> None:
        """Pull body `row` at a point towards the pointer, or let go."""

    def recording(self) -> Recording:
        """Return everything so far as a recording."""

    def framing(self) -> tuple[FloatArray, FloatArray]:
        """Return times and positions by which to place the camera."""


class Replay:
    """Plays a recording."""

    live = False

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self.drawing = Drawing.of_recording(recording)
        self._time = float(recording.times[0])

    @property
    def time(self) -> float:
        return self._time

    @property
    def end(self) -> float:
        return float(self._recording.times[-1])

    def advance(self, seconds: float) -> bool:
        self.seek(self.time + seconds)
        return self.time < self.end

    def seek(self, time: float) -> None:
        self._time = min(max(time, float(self._recording.times[0])), self.end)

    def moment(self) -> Moment:
        run = self._recording
        position, orientation = poses_at(run, self.time)
        frame = max(int(np.searchsorted(run.times, self.time + 1e-9, side="right")) - 1, 0)
        trail = run.position[max(frame - _TRAIL, 0) : frame + 1]
        forces = force_arrows(channels_at(run, self.time))
        return Moment(self.time, position, orientation, run.velocity[frame], run.contacts.at(frame), trail, forces)

    def energies(self) -> Energies:
        return self._recording.times, self._recording.kinetic, self._recording.potential

    def pull(self, row: int, arm: FloatArray, pointer: FloatArray | None) -> None:
        """A recording cannot be pulled."""

    def recording(self) -> Recording:
        return self._recording

    def framing(self) -> tuple[FloatArray, FloatArray]:
        rows = np.unique(np.linspace(0, self._recording.frame_count - 1, 200).astype(np.int64))
        return self._recording.times[rows], self._recording.position[rows]


class Live:
    """Runs a simulation while it is watched; what has been is kept, so that one can go back to look at it."""

    live = True

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.drawing = Drawing.of_scene(simulation.scene)
        self._frames: list[Frame] = [simulation.frame()]
        self._contacts: list[Any] = [self._touching()]
        self._shown = 0
        #: Row, grabbed point as seen from the body's origin, and the pointer, all in world axes.
        self._pulled: tuple[int, FloatArray, FloatArray] | None = None

    @property
    def time(self) -> float:
        """Time of what is shown [s]."""
        return self._frames[self._shown].time

    @property
    def end(self) -> float:
        return self._frames[-1].time

    def advance(self, seconds: float) -> bool:
        target, started = self.simulation.time + seconds, clock.perf_counter()
        while self.simulation.time < target - 1e-9 and clock.perf_counter() - started < _PATIENCE:
            self._apply_pull(min(self.simulation.settings.dt, seconds))
            self.simulation.step()
        self._frames.append(self.simulation.frame())
        self._contacts.append(self._touching())
        del self._frames[:-_KEPT], self._contacts[:-_KEPT]
        self._shown = len(self._frames) - 1
        return True

    def seek(self, time: float) -> None:
        times = [frame.time for frame in self._frames]
        self._shown = min(max(int(np.searchsorted(times, time - 1e-9)), 0), len(times) - 1)

    def moment(self) -> Moment:
        frame = self._frames[self._shown]
        trail = np.array([kept.position for kept in self._frames[max(self._shown - _TRAIL, 0) : self._shown + 1]])
        forces = force_arrows({name: value for name, (value, _) in frame.channels.items()})
        contacts = self._contacts[self._shown]
        return Moment(frame.time, frame.position, frame.orientation, frame.velocity, contacts, trail, forces)

    def energies(self) -> Energies:
        rows = [(frame.time, frame.kinetic, frame.potential) for frame in self._frames]
        times, kinetic, potential = np.array(rows).T
        return times, kinetic, potential

    def pull(self, row: int, arm: FloatArray, pointer: FloatArray | None) -> None:
        here = self.simulation.state.position[row]
        self._pulled = None if pointer is None else (row, arm - here, pointer)

    def recording(self) -> Recording:
        return self.simulation.recording_of(self._frames)

    def framing(self) -> tuple[FloatArray, FloatArray]:
        return np.array([self.time]), self._frames[0].position[None]

    def _apply_pull(self, dt: float) -> None:
        """Change the pulled body's velocity as a critically damped spring to the pointer does within dt."""
        if self._pulled is None:
            return
        row, arm, pointer = self._pulled
        body = self.simulation.body(self.drawing.names[row])
        away = pointer - body.position - arm
        if body.mass > 0.0:
            body.velocity = body.velocity + dt * (_PULL * _PULL * away - 2.0 * _PULL * body.velocity)

    def _touching(self) -> Any:
        """Return the contacts now, where the engine has them."""
        contacts = getattr(self.simulation, "contacts", None)
        return None if contacts is None else contacts()
