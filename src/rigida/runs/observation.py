"""One observed run: its recording, and further data for metrics, such as contacts and joint errors.

The realtime engine reports contacts that begin, step by step, the precise engine the instants of its impacts.
"""

import time as clock
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from rigida.recording import Recording
from rigida.runs.touched_steps import TouchedSteps
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.simulation import Simulation

#: What a metric may need beside the frames.
TOUCHES, CONTACTS, JOINT_ERRORS = "touches", "contacts", "joint errors"


@dataclass(frozen=True)
class Touch:
    """Two bodies began to touch at a time [s]; `at_start` if they did so when the run began."""

    time: float
    bodies: frozenset[str]
    at_start: bool = False


@dataclass(frozen=True, eq=False)
class Observation:
    """Data of a run for metrics: scene, recording, begins of contact in order of time, largest joint errors by name."""

    scene: Scene
    recording: Recording
    touches: list[Touch] = field(default_factory=list)
    joint_errors: dict[str, float] = field(default_factory=dict)


class OutOfTimeError(Exception):
    """A run that took longer than it was given."""


def observe(
    scene: Scene,
    engine: str | EngineSettings | None,
    duration: float,
    fps: float,
    needs: Collection[str] = (),
    limit: float | None = None,
    compiling: bool = False,
) -> Observation:
    """Run a scene and return its observation.

    Args:
        scene: What to run.
        engine: As for `Simulation`.
        duration: Simulated time [s].
        fps: Frames a second.
        needs: What to watch for beside the frames.
        limit: Longest computing time [s]; a longer run raises OutOfTimeError.
        compiling: Kernels may have to be compiled or read first: count the time from the first frame on.
    """
    simulation = Simulation(scene, engine)
    watch = _Watch(simulation, needs, limit, compiling)
    recording = simulation.run(duration, fps, contacts=CONTACTS in needs, progress=watch)
    return Observation(scene, recording, watch.touches(recording), watch.joint_errors)


class _Watch:
    def __init__(self, simulation: Simulation, needs: Collection[str], limit: float | None, compiling: bool) -> None:
        self._simulation, self._limit = simulation, limit
        self._began = None if compiling else clock.perf_counter()
        self.by_steps = not simulation.engine.locates_impacts
        self._needs_touches = TOUCHES in needs
        self._joints = [str(joint.name) for joint in simulation.model.joints] if JOINT_ERRORS in needs else []
        self.joint_errors = dict.fromkeys(self._joints, 0.0)
        self._touches: list[Touch] = []
        if self._needs_touches and not self.by_steps:
            self._touches = [self._touch(0.0, row, True) for row in simulation.contacts()]
        self._steps = TouchedSteps(simulation) if self._needs_touches and self.by_steps else None
        self._measure_joints()

    def __call__(self, simulated: float) -> None:
        self._began = self._began or clock.perf_counter()
        if self._limit is not None and clock.perf_counter() > self._began + self._limit:
            raise OutOfTimeError
        self._measure_joints()

    def touches(self, recording: Recording) -> list[Touch]:
        """Return all touches in the order of time."""
        if self._steps is not None:
            names = self._simulation.model.names
            return sorted(
                (Touch(time, frozenset((names[a], names[b])), start) for time, a, b, start in self._steps.found),
                key=lambda touch: touch.time,
            )
        # The engine may have gone on past the last frame.
        last = float(recording.times[-1]) + 1e-9
        reported = [event for event in recording.events if event["time"] <= last] if self._needs_touches else []
        found = [Touch(event["time"], frozenset(pair)) for event in reported for pair in event["bodies"]]
        return sorted([*self._touches, *found], key=lambda touch: touch.time)

    def _touch(self, time: float, row: np.void, at_start: bool) -> Touch:
        names = self._simulation.model.names
        return Touch(time, frozenset((names[row["body_a"]], names[row["body_b"]])), at_start)

    def _measure_joints(self) -> None:
        for name in self._joints:
            joint = self._simulation.joint(name)
            if not joint.broken:
                self.joint_errors[name] = max(self.joint_errors[name], joint.error)
