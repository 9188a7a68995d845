"""The viewer: a page in the browser to watch and steer a simulation or to replay a recording (Popovski 2008, 11).

All visitors see the same run. A thread of its own plays it; buttons only change what that thread does next. Whatever
goes wrong — a scene that does not load, a motion that diverges — is told in the page, and the viewer stays.
"""

import contextlib
import tempfile
import threading
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rigida.errors import RigidaError, UsageError
from rigida.recording import Recording
from rigida.scene.scene import Scene
from rigida.simulation import Simulation
from rigida.viewer.controls import Controls
from rigida.viewer.server import LOOPBACK, close_server, open_server
from rigida.viewer.source import Live, Replay, Source
from rigida.viewer.stage import Stage

#: Ticks a second.
TICK_RATE = 60.0
Viewable = Simulation | Recording | Scene


class Viewer:
    """A running viewer; `close` it, or use it as a context.

    Args:
        what: A simulation, a scene (which is then simulated) or a recording.
        port: Of the page; 0 takes a free one.
        host: Address to listen on; the default can be reached from this machine only.
        playing: Start at once.
    """

    def __init__(self, what: Viewable | None, port: int = 0, host: str = LOOPBACK, playing: bool = False) -> None:
        self.server = open_server(host, port)
        self.lock = threading.RLock()
        self.playing, self.speed, self.shown = playing, 1.0, set[str]()
        self.updates = 0
        self.scene: Scene | None = None
        self._source: Source | None = None
        self._stage: Stage | None = None
        self._stopped = threading.Event()
        self.controls = Controls(self)
        if what is not None:
            self.attempt(lambda: self.open(what))
        self._thread = threading.Thread(target=self._play, name="rigida viewer", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://{self.server.get_host()}:{self.server.get_port()}"

    @property
    def source(self) -> Source | None:
        """What is played now."""
        return self._source

    def open(self, what: Viewable) -> None:
        """Show something else from its start."""
        if isinstance(what, Scene):
            what = Simulation(what)
        source: Source = Replay(what) if isinstance(what, Recording) else Live(what)
        with self.lock:
            if self._stage is not None:
                self._stage.remove()
            self.scene = what.scene if isinstance(what, Simulation) else None
            self._source, self._stage = source, Stage(self.server, source.drawing, self._dragged)
            self._stage.frame(*source.framing(), panel=True)
            self.controls.describe(source, what.settings if isinstance(what, Simulation) else None)
            self.refresh()

    def restart(self) -> None:
        """Go back to the start: of the recording, or of the scene with the settings chosen in the page."""
        with self.lock:
            if self.scene is not None:
                self.controls.cockpit.reset()
                self.open(Simulation(self.scene, self.controls.settings()))
            elif self._source is not None:
                self._source.seek(0.0)
                self.refresh()

    def step(self) -> None:
        """Go on by one tick."""
        with self.lock:
            self.playing = False
            self._advance()

    def seek(self, time: float) -> None:
        """Pause at a time."""
        with self.lock:
            self.playing = False
            if self._source is not None:
                self._source.seek(time)
                self.refresh()

    def film(self) -> bytes:
        """Return what has been played so far as an MP4."""
        with self.lock:
            if self._source is None:
                raise UsageError("There is nothing to film. Choose a scene first.")
            recording = self._source.recording()
        with tempfile.TemporaryDirectory() as folder:
            return recording.to_video(Path(folder) / "run.mp4").read_bytes()

    def refresh(self) -> None:
        """Draw the present moment."""
        if self._source is not None and self._stage is not None:
            moment = self._source.moment()
            self._stage.show(moment, self.shown)
            self.controls.cockpit.look(moment, self._source.drawing.radii)
            self.updates += 1
            self.controls.tell(self._source)

    def wireframe(self, wanted: bool) -> None:
        """Show edges instead of surfaces."""
        with self.lock:
            if self._stage is not None:
                self._stage.wireframe(wanted)

    def attempt(self, action: Callable[[], Any]) -> None:
        """Do something the user asked for; an error pauses and is shown in the page."""
        try:
            action()
            self.controls.complain("")
        except Exception as error:  # the page is the only place where it can be told
            self.playing = False
            told = str(error) if isinstance(error, RigidaError) else f"{type(error).__name__}: {error}"
            self.controls.complain(told)

    def close(self) -> None:
        """Stop playing and serving."""
        self._stopped.set()
        self._thread.join(timeout=5.0)
        close_server(self.server)

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _play(self) -> None:
        due = clock.perf_counter()
        while not self._stopped.is_set():
            due = max(due + 1.0 / TICK_RATE, clock.perf_counter() - 0.1)
            if self.playing:
                with self.lock:
                    self.attempt(self._advance)
            self._stopped.wait(max(due - clock.perf_counter(), 0.0))

    def _advance(self) -> None:
        if self._source is not None:
            self.playing &= self._source.advance(self.speed / TICK_RATE)
            self.refresh()

    def _dragged(self, row: int, grab: Any, pointer: Any, phase: str) -> None:
        with self.lock:
            if self._source is not None:
                self._source.pull(row, grab, None if phase == "end" else pointer)


def view(what: Viewable, port: int = 8080, host: str = LOOPBACK) -> None:
    """Open the viewer and serve until Ctrl-C; a taken port gives way to a free one when it is the usual one."""
    viewer = make_viewer(what, port, host)
    print(f"Viewer at {viewer.url} (Ctrl-C stops it)", flush=True)
    with viewer, contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()


def make_viewer(what: Viewable | None, port: int, host: str) -> Viewer:
    """Return a viewer on `port`, or on a free one if that is the usual one and taken."""
    try:
        return Viewer(what, port, host)
    except UsageError:
        if port != 8080:
            raise
        return Viewer(what, 0, host)
