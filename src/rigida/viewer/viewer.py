"""The viewer: a page in the browser to watch and steer a simulation or to replay a recording (Popovski 2008, 11).

All visitors see the same live run. A thread of its own plays it; commands of the page only change what that thread does
next. A recording is handed to the page whole, which plays it by itself. Whatever goes wrong — a scene that does not
load, a motion that diverges — is shown in the page, and the viewer stays open.
"""

import contextlib
import struct
import tempfile
import threading
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rigida import scenes
from rigida.errors import RigidaError, UsageError
from rigida.fields import Rule, whole_number
from rigida.recording import Recording
from rigida.scene.engine import ENGINES, EngineSettings
from rigida.scene.scene import Scene
from rigida.simulation import Simulation
from rigida.viewer.broadcast import Broadcast
from rigida.viewer.cockpit import Cockpit
from rigida.viewer.commands import COMMANDS
from rigida.viewer.editing import Editing, edited_text
from rigida.viewer.packing import packed
from rigida.viewer.page import page
from rigida.viewer.recorded import labels, recording_message
from rigida.viewer.server import LOOPBACK, ViewerServer
from rigida.viewer.settings import chosen_settings
from rigida.viewer.source import Followed, Live
from rigida.viewer.tuning import Key, Tuning

#: Ticks a second, and how often a watched file is looked at [s].
TICK_RATE = 60.0
_LOOK_INTERVAL = 0.5
Viewable = Simulation | Recording | Scene


class Viewer:
    """A running viewer; `close` it, or use it as a context.

    Args:
        what: A simulation, a scene (which is then simulated) or a recording.
        port: Of the page; 0 takes a free one.
        host: Address to listen on; the default can be reached from this machine only.
        playing: Start at once.
        beside: Another recording, shown beside the first.
        passive: Follow a simulation that is stepped elsewhere.
    """

    def __init__(
        self,
        what: Viewable | None,
        port: int = 0,
        host: str = LOOPBACK,
        playing: bool = False,
        beside: Recording | None = None,
        passive: bool = False,
    ) -> None:
        port = whole_number("Viewer", "port", port, Rule(at_least=0, at_most=65535))
        self.lock = threading.RLock()
        self.playing, self.speed, self.shown = playing, 1.0, set[str]()
        self.error, self.updates = "", 0
        self.scene: Scene | None = None
        self.source: Live | None = None
        self.cockpit: Cockpit | None = None
        self.tuning: Tuning | None = None
        self.editing: Editing = Editing()
        self._recordings: list[Recording] = []
        self._messages: list[bytes] = []
        self._broadcast: Broadcast | None = None
        self._asked: list[Callable[[], None]] = []
        self._passive = passive
        self._file: Path | None = None
        self._file_time = self._next_look = 0.0
        self._stopped = threading.Event()
        boot = {"scenes": [] if passive else scenes.names(), "playing": playing}
        files = {"film": self._film_file, "page": self._page_file, "recordings": self._recordings_file}
        files["scene"] = self._scene_file
        self.server = ViewerServer(host, port, self.command, boot, self._first_picture, files)
        if what is not None:
            self.attempt(lambda: self.open(what, beside=beside))
        self._thread = threading.Thread(target=self._play, name="rigida viewer", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the page."""
        return self.server.url

    def open(self, what: Viewable, settings: EngineSettings | None = None, beside: Recording | None = None) -> None:
        """Open another scene or recording at its start."""
        if isinstance(what, Scene):
            what = Simulation(what, settings)
        with self.lock:
            if isinstance(what, Recording):
                self._open_recordings([what] if beside is None else [what, beside])
            else:
                self._open_live(what)

    def _open_recordings(self, recordings: list[Recording]) -> None:
        messages = [recording_message(run, label) for run, label in zip(recordings, labels(recordings), strict=True)]
        self.scene = self.source = self.cockpit = self.tuning = self._broadcast = None
        self._recordings, self._messages = recordings, messages
        self.server.stream.begin(packed({"kind": "recordings"}, {}))

    def _open_live(self, simulation: Simulation) -> None:
        scene = simulation.scene
        tuning = self.tuning if self.tuning is not None and self.scene is scene else Tuning(scene)
        tuning.apply(simulation)
        source = Followed(simulation) if self._passive else Live(simulation)
        cockpit = Cockpit(simulation)
        broadcast = Broadcast(source, cockpit, tuning, steerable=not self._passive)
        self._recordings = []
        self.scene, self.source, self.cockpit, self._broadcast = scene, source, cockpit, broadcast
        self.tuning = tuning
        self.server.stream.begin(broadcast.scene_message())
        self.refresh()

    def restart(self, settings: dict[str, Any] | None = None) -> None:
        """Begin the scene again, with the settings chosen in the page."""
        with self.lock:
            if self.scene is None or self.source is None or self._passive:
                return
            if self.cockpit is not None:
                self.cockpit.reset()
            chosen = chosen_settings(settings) if settings else self.source.simulation.settings
            self.open(self.scene, chosen)

    def edit(self, change: Callable[[Scene, dict[Key, float]], Scene]) -> None:
        """Restart, paused, with the scene returned by `change` of this one with its changed numbers."""
        with self.lock:
            scene, source, tuning = self.scene, self.source, self.tuning
            if scene is None or source is None or tuning is None or self._passive:
                raise UsageError("Only a scene that this viewer runs can be edited. Choose one first.")
            self.playing = False
            self.open(change(scene, tuning.changed), source.simulation.settings)

    def follow_file(self, path: Path) -> None:
        """Load the scene file at `path` again whenever it is written."""
        self._file_time = _modified(path)
        self._file = path

    def choose_engine(self, kind: str) -> None:
        """Begin the scene again with another engine."""
        if self.scene is not None and not self._passive:
            self.open(self.scene, ENGINES[kind]())

    def toggle(self) -> None:
        """Play or pause."""
        with self.lock:
            self.playing = not self.playing
            self.refresh()

    def step(self) -> None:
        """Pause, and go on by one step."""
        self._paused(lambda source: source.step())

    def step_back(self) -> None:
        """Pause, and go back by one step."""
        self._paused(lambda source: source.step_back())

    def seek(self, time: float) -> None:
        """Pause at a time."""
        self._paused(lambda source: source.seek(time))

    def show(self, name: str, visible: bool) -> None:
        """Show or hide an overlay; its data are sent along."""
        with self.lock:
            (self.shown.add if visible else self.shown.discard)(name)
            if visible:
                self._attach(name)
            self.refresh()

    def film(self) -> bytes:
        """Return the part played so far as an MP4 video."""
        recording = self._played()[0]
        with tempfile.TemporaryDirectory() as folder:
            return Path(recording.to_video(Path(folder) / "run.mp4")).read_bytes()

    def refresh(self) -> None:
        """Send the present moment to the pages."""
        if self._broadcast is not None:
            self.updates += 1
            self._call_roll(self._broadcast)
            self.server.stream.show(self._broadcast.picture(self.playing, self.speed, self.shown))

    def ask(self, action: Callable[[], None]) -> None:
        """Change the simulation: immediately, or between two steps of the user's program."""
        if self._passive:
            self._asked.append(action)
        else:
            action()

    def watch(self) -> None:
        """Copy the present state; called between two steps."""
        with self.lock:
            asked, self._asked = self._asked, []
            for action in asked:
                self.attempt(action)
            if isinstance(self.source, Followed):
                self.source.apply_pull()
                self.source.keep()

    def command(self, given: dict[str, Any]) -> None:
        """Execute a command of the page."""
        name = given.get("do")
        if name not in COMMANDS:
            raise UsageError(f"There is no command '{name}'.")
        with self.lock:
            self.attempt(lambda: COMMANDS[name](self, given))

    def attempt(self, action: Callable[[], Any]) -> None:
        """Run a user's command; an error pauses playback and is shown in the page."""
        try:
            action()
            if self.error:
                self.complain("")
        except Exception as error:  # the page is the only place where it can be shown
            self.playing = False
            self.complain(str(error) if isinstance(error, RigidaError) else f"{type(error).__name__}: {error}")

    def complain(self, message: str) -> None:
        """Show an error in the page, or clear it."""
        self.error = message
        self.server.stream.add(packed({"kind": "error", "text": message}, {}))

    def close(self) -> None:
        """Stop playing and serving."""
        self._stopped.set()
        self._thread.join(timeout=5.0)
        self.server.close()

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _play(self) -> None:
        due = clock.perf_counter()
        while not self._stopped.is_set():
            due = max(due + 1.0 / TICK_RATE, clock.perf_counter() - 0.1)
            self._look_at_file(due)
            if self.playing and self.source is not None:
                with self.lock:
                    self.attempt(self._advance)
            self._stopped.wait(max(due - clock.perf_counter(), 0.0))

    def _look_at_file(self, now: float) -> None:
        """Open the watched scene file again if it has been written since, and go on playing."""
        path = self._file
        if path is None or now < self._next_look:
            return
        self._next_look = now + _LOOK_INTERVAL
        written = _modified(path)
        if written and written != self._file_time:
            from rigida.importers.formats import load_scene

            self._file_time = written
            with self.lock:
                self.attempt(lambda: self.open(load_scene(path)))

    def _advance(self) -> None:
        if self.source is not None:
            if self.cockpit is not None:
                self.cockpit.fly(1.0 / TICK_RATE)
            self.playing &= self.source.advance(self.speed / TICK_RATE)
            self.refresh()

    def _paused(self, action: Callable[[Live], None]) -> None:
        with self.lock:
            self.playing = False
            if self.source is not None:
                action(self.source)
                self.refresh()

    def _call_roll(self, broadcast: Broadcast) -> None:
        """Send the scene to the pages again if its members have changed."""
        if broadcast.call_roll():
            self.server.stream.renew(broadcast.scene_message())
            for name in self.shown:
                self._attach(name)

    def _attach(self, name: str) -> None:
        """Send what an overlay shows of the bodies themselves."""
        attached = None if self._broadcast is None else self._broadcast.attached(name)
        if attached is not None:
            self.server.stream.add(attached)

    def _first_picture(self) -> bytes:
        with self.lock:
            if self._broadcast is None:
                return b""
            self._call_roll(self._broadcast)
            return self._broadcast.picture(self.playing, self.speed, self.shown, history=True)

    def _played(self) -> list[Recording]:
        """Return the part played so far, or the recordings shown."""
        with self.lock:
            if self.source is not None:
                return [self.source.recording()]
            if not self._recordings:
                raise UsageError("There is nothing to save. Choose a scene first.")
            return self._recordings

    def _page_file(self) -> tuple[str, bytes]:
        return "text/html", page(*self._played()).encode()

    def _film_file(self) -> tuple[str, bytes]:
        return "video/mp4", self.film()

    def _scene_file(self) -> tuple[str, bytes]:
        with self.lock:
            if self.scene is None or self.tuning is None:
                raise UsageError("There is no scene to save. Choose one first.")
            return "application/toml", edited_text(self.scene, self.tuning.changed).encode()

    def _recordings_file(self) -> tuple[str, bytes]:
        return "application/octet-stream", b"".join(struct.pack("<I", len(data)) + data for data in self._messages)


def _modified(path: Path) -> float:
    """Return the modification time of a file [s]; 0 if there is none, as during a save."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def view(what: Viewable, port: int = 8080, host: str = LOOPBACK, beside: Recording | None = None) -> None:
    """Open the viewer and serve until Ctrl-C; a taken port gives way to a free one when it is the usual one."""
    viewer = make_viewer(what, port, host, beside)
    print(f"Viewer at {viewer.url} (Ctrl-C stops it)", flush=True)
    with viewer, contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()


def make_viewer(
    what: Viewable | None, port: int, host: str, beside: Recording | None = None, passive: bool = False
) -> Viewer:
    """Return a viewer on `port`, or on a free one if that is the usual one and taken."""
    try:
        return Viewer(what, port, host, playing=passive, beside=beside, passive=passive)
    except UsageError:
        if port != 8080:
            raise
        return Viewer(what, 0, host, playing=passive, beside=beside, passive=passive)
