"""A recorded run: an engine advances from frame to frame, and each frame is recorded."""

import contextlib
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rigida.dynamics.state import State
from rigida.errors import DivergedError
from rigida.frames import Frames
from rigida.recording.journal import JournaledRecorder
from rigida.recording.recorder import Recorder
from rigida.recording.recording import Recording


@dataclass(frozen=True)
class Plan:
    """Plan of a run: duration [s], frames per second, and what is recorded (see `Simulation.run`)."""

    duration: float
    fps: float
    contacts: bool
    keep_on_interrupt: bool
    journal: str | Path | None


@dataclass(frozen=True)
class Callbacks:
    """Whom a run calls: control before every dt, shown after every frame, progress with the time since the begin."""

    control: Callable[[], None] | None
    shown: Callable[[], None]
    progress: Callable[[float], None] | None


class RecordedRun:
    """One run of an engine from its present state, by a plan."""

    def __init__(self, frames: Frames, plan: Plan, calls: Callbacks) -> None:
        self._frames, self._plan, self._calls = frames, plan, calls
        self._engine = frames.engine
        self._start, self._began = float(self._engine.state.time), clock.perf_counter()
        #: Steps taken, and contact events already reported with frames.
        self._steps, self._reported = 0, len(self._engine.recorded_events())

    def go(self) -> Recording:
        """Run and return the recording; on Ctrl-C the frames so far, if requested."""
        with contextlib.closing(self._recorder()) as recorder, self._engine.listening(), self._watched():
            try:
                self._record_frames(recorder)
            except KeyboardInterrupt:
                if not self._plan.keep_on_interrupt:
                    raise
                return self._recording(recorder, interrupted=True)
            except DivergedError as error:
                error.recording = self._recording(recorder, interrupted=True)
                raise
            return self._recording(recorder, interrupted=False)

    def _record_frames(self, recorder: Recorder | JournaledRecorder) -> None:
        """Advance to every frame's time in turn and keep the state there, then to the end."""
        engine, plan, start, progress = self._engine, self._plan, self._start, self._calls.progress
        count = int(plan.duration * plan.fps + 1e-9)
        self._record(recorder, engine.state)
        for k in range(1, count + 1):
            time = start + k / plan.fps
            self._advance(time, land=k == count)
            self._record(recorder, engine.state if _same(engine.state.time, time) else engine.sample(time))
            if progress is not None:
                progress(time - start)
        self._advance(start + plan.duration, land=True)

    def _advance(self, target: float, land: bool) -> None:
        """Advance to a time, in single steps if a controller is called in every dt."""
        engine, control, dt = self._engine, self._calls.control, self._frames.settings.dt
        while (time := engine.state.time) < target and not _same(time, target):
            if control is None:
                self._steps += engine.advance(target, land).steps
            else:
                control()
                self._steps += engine.advance(min(time + dt, target), land).steps

    def _record(self, recorder: Recorder | JournaledRecorder, state: State) -> None:
        """Record a state as the next frame, with the events since the one before."""
        frame = self._frames.take(state, self._plan.contacts)
        frame.steps, frame.wall = self._steps, clock.perf_counter() - self._began
        if events := self._engine.recorded_events(self._reported):
            frame.events = [event.as_dict() for event in events]
        recorder.append(frame)
        self._reported += len(frame.events)
        self._calls.shown()

    def _recorder(self) -> Recorder | JournaledRecorder:
        """Return the recorder of frames, in memory or in a file."""
        recorder, roll = self._frames.recorder()
        if self._plan.journal is None:
            return recorder
        return JournaledRecorder(Path(self._plan.journal), self._recording(recorder, interrupted=True), roll)

    def _recording(self, recorder: Recorder | JournaledRecorder, interrupted: bool) -> Recording:
        wall = clock.perf_counter() - self._began
        return self._frames.recording(recorder, self._start, steps=self._steps, wall=wall, interrupted=interrupted)

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        """Connect the progress callback to an engine that reports progress within long steps."""
        progress = self._calls.progress
        if progress is None or not hasattr(self._engine, "watch"):
            yield
            return
        self._engine.watch = lambda time: progress(time - self._start)
        try:
            yield
        finally:
            self._engine.watch = None


def _same(time: float, target: float) -> bool:
    return abs(time - target) <= 1e-9 * max(abs(target), 1e-6)
