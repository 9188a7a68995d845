"""A live run in the viewer: stepped in real time and recorded for scrubbing back.

The clock runs evenly and the simulation keeps ahead of it by less than a step; what is shown lies between the two
frames around the clock. Behind the present the kept frames are played, and at their end the simulation goes on.
"""

import math
import time as clock
from bisect import bisect_right
from copy import copy
from itertools import groupby
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.drawing import Drawing, force_arrows
from rigida.drawing.looks import Looks
from rigida.math.quaternion import interpolate_array
from rigida.recording import Recording
from rigida.recording.frame import Frame
from rigida.recording.roll import Roll, as_rows_of
from rigida.render.overlays import Moment
from rigida.scene.scene import Scene
from rigida.simulation import Simulation
from rigida.viewer.pull import pull_impulse

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
        #: Who takes part in the newest frame; frames of the same bodies and joints share one roll.
        self._newest = Roll(tuple(simulation.scene.bodies), tuple(simulation.scene.joints))
        #: Names of all bodies that ever were there: a page may ask for one that has just gone.
        self.seen = {body.name for body in self._newest.bodies}
        self._drawn: tuple[Roll, Scene, Drawing] | None = None
        self._looks = Looks()
        self.loop = False
        self._planned_end = simulation.time + simulation.scene.plan.duration
        self._frames: list[Frame] = []
        self._times: list[float] = []
        self._contacts: list[Any] = []
        self._clock = simulation.time
        #: Name, grabbed point in the body frame, and the pointer in the world.
        self._pulled: tuple[str, FloatArray, FloatArray] | None = None
        self._pulled_until = simulation.time
        self.keep()

    @property
    def time(self) -> float:
        """Time shown [s]."""
        return self._clock

    @property
    def start(self) -> float:
        """Earliest time that can be shown [s]."""
        return self._times[0]

    @property
    def end(self) -> float:
        """Latest time that can be shown [s]."""
        return self._times[-1]

    def advance(self, seconds: float) -> bool:
        """Advance the clock by `seconds`; return False if it must stop."""
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
        """Advance by one frame: the next one kept, or one step of the simulation."""
        shown = self._row()
        if shown == len(self._times) - 1:
            self._simulate()
            shown = self._row()
        self._clock = self._times[min(shown + 1, len(self._times) - 1)]

    def step_back(self) -> None:
        """Step back by one frame."""
        row = self._row()
        between = self._clock > self._times[row] + _SAME
        self._clock = self._times[row if between else max(row - 1, 0)]

    def seek(self, time: float) -> None:
        """Jump to a recorded time."""
        self._clock = min(max(time, self.start), self.end)

    def keep(self) -> None:
        """Keep the present state of the simulation as a frame."""
        frame = self.simulation.frame()
        if frame.roll is not None and not frame.roll.same(self._newest):
            self._newest = frame.roll
            self.seen.update(body.name for body in frame.roll.bodies)
        frame.roll = self._newest
        self._frames.append(frame)
        self._times.append(self.simulation.time)
        self._contacts.append(self.simulation.contacts())
        if len(self._frames) > _KEPT:
            del self._frames[:-_KEPT], self._times[:-_KEPT], self._contacts[:-_KEPT]

    @property
    def roll(self) -> Roll:
        """Members of the shown scene; the same object until one is added or removed."""
        roll = self.frame().roll
        assert roll is not None, "kept frames have a roll"
        return roll

    @property
    def scene(self) -> Scene:
        """The scene shown, with its present members."""
        return self._draw()[0]

    @property
    def drawing(self) -> Drawing:
        """The drawing of the present members, rebuilt when they have changed."""
        return self._draw()[1]

    def _draw(self) -> tuple[Scene, Drawing]:
        roll = self.roll
        if self._drawn is None or self._drawn[0] is not roll:
            scene = copy(self.simulation.scene)
            scene.set_members(roll.bodies, roll.joints)
            self._drawn = roll, scene, Drawing.of_scene(scene, looks=self._looks)
        return self._drawn[1:]

    def frame(self) -> Frame:
        """Return the kept frame at or before the clock."""
        return self._frames[self._row()]

    def moment(self) -> Moment:
        """Return the present moment."""
        row = self._row()
        frame, contacts = self._frames[row], self._contacts[row]
        position, orientation = frame.position, frame.orientation
        if row + 1 < len(self._frames) and self._clock > self._times[row] + _SAME:
            place, turn = self._poses_after(row)
            part = (self._clock - self._times[row]) / (self._times[row + 1] - self._times[row])
            position = (1.0 - part) * position + part * place
            orientation = interpolate_array(orientation, turn, part)
        forces = force_arrows(self.channels())
        return Moment(self._clock, position, orientation, frame.velocity, contacts, None, forces)

    def _poses_after(self, row: int) -> tuple[FloatArray, FloatArray]:
        """Return the poses of a frame's bodies in the next frame; removed bodies keep their last pose."""
        frame, after = self._frames[row], self._frames[row + 1]
        if frame.roll is after.roll or frame.roll is None or after.roll is None:
            return after.position, after.orientation
        names = [body.name for body in frame.roll.bodies]
        place, turn = (as_rows_of(after.roll, values, names) for values in (after.position, after.orientation))
        gone = np.isnan(place[:, :1])
        return np.where(gone, frame.position, place), np.where(gone, frame.orientation, turn)

    def channels(self) -> dict[str, Any]:
        """Return the readings of force elements at the shown frame, by name."""
        return {name: value for name, (value, _) in self.frame().channels.items()}

    def energies(self) -> Energies:
        """Return times, kinetic and potential energies of all frames."""
        kinetic, potential = np.array([(frame.kinetic, frame.potential) for frame in self._frames]).T
        return np.array(self._times), kinetic, potential

    def reach(self) -> tuple[FloatArray, FloatArray]:
        """Return the lowest and highest coordinates (n, 3) [m] of the shown scene's bodies over all frames."""
        names, lows, highs = [body.name for body in self.roll.bodies], list[FloatArray](), list[FloatArray]()
        for roll, frames in groupby(self._frames, key=lambda frame: frame.roll):
            assert roll is not None, "kept frames have a roll"
            places = np.array([frame.position for frame in frames])
            lows.append(as_rows_of(roll, places.min(axis=0), names))
            highs.append(as_rows_of(roll, places.max(axis=0), names))
        return np.fmin.reduce(lows), np.fmax.reduce(highs)

    def pull(self, name: str, grab: FloatArray, pointer: FloatArray) -> None:
        """Pull a body at a point of its frame towards the pointer (world)."""
        if self._pulled is None:
            self._pulled_until = self.simulation.time
        self._pulled = name, grab, pointer

    def release(self) -> None:
        """Release the pulled body."""
        self._pulled = None

    def apply_pull(self) -> None:
        """Apply the impulse of the spring to the pointer since the last call to the pulled body."""
        if self._pulled is None:
            return
        name, grab, pointer = self._pulled
        if self.simulation.scene.member("body", name) is None:  # removed while it was pulled
            return self.release()
        body, engine, now = self.simulation.body(name), self.simulation.engine, self.simulation.time
        h, self._pulled_until = max(now - self._pulled_until, self.simulation.settings.dt), now
        if body.mass > 0.0:
            joints = engine.joints or JointSet(engine.model, (), ())
            engine.apply_impulse(pull_impulse(joints, engine.state, body.row, grab, pointer, h))
            joints.close_velocities(now, engine.state)  # what hangs together takes the impulse together

    def recording(self) -> Recording:
        """Return everything that is kept as a recording."""
        return self.simulation.recording_of(self._frames)

    def _simulate(self) -> None:
        self.apply_pull()
        self.simulation.step()
        self.keep()

    def _stop_at_end(self) -> bool:
        """Restart in a loop, otherwise pause once."""
        if self.loop:
            self._clock = self.start
            return True
        self._clock, self._planned_end = self.end, math.inf
        return False

    def _row(self) -> int:
        return max(bisect_right(self._times, self._clock + _SAME) - 1, 0)


class Followed(Live):
    """View of a simulation that the user's program steps; commands of the page are executed between steps.

    Playing follows the present, pausing stays where it is: the other's loop is never held up.
    """

    def advance(self, seconds: float) -> bool:
        self._clock = min(self._clock + max(seconds, 0.0), self.end) if self._behind(seconds) else self.end
        return True

    def step(self) -> None:
        self._clock = self._times[min(self._row() + 1, len(self._times) - 1)]

    def _behind(self, seconds: float) -> bool:
        """Return whether kept frames are played; near the present it is followed."""
        return self._clock + 10.0 * seconds < self.end
