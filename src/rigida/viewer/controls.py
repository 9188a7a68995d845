"""The panel beside the picture: play bar, scenes, engine settings, overlays, energy chart, recording.

The controls of an engine are made from its declared settings, so that a new setting needs no line here.
"""

import time as clock
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import numpy as np

from rigida import scenes
from rigida.fields import declared, rule_of
from rigida.scene.engine import ENGINES, EngineSettings
from rigida.viewer.cockpit import Cockpit
from rigida.viewer.source import Live, Source
from rigida.viewer.stage import OVERLAYS

if TYPE_CHECKING:
    from rigida.viewer.viewer import Viewer

#: Time and chart are told this often [s]; the picture is drawn at every tick.
_TELL_INTERVAL, _CHART_INTERVAL = 0.1, 0.5
_CHART_POINTS = 400
_OWN = "(this one)"
_SPEEDS = ("0.1", "0.25", "0.5", "1", "2", "4")


class Controls:
    """Makes the panel and carries out what its buttons ask of the viewer."""

    def __init__(self, viewer: "Viewer") -> None:
        self._viewer, self._gui = viewer, viewer.server.gui
        self._settings: dict[str, Any] = {}
        self._setting_handles: list[Any] = []
        self._next_tell = self._next_chart = 0.0
        self._title = self._gui.add_markdown("")
        self._error = self._gui.add_markdown("", visible=False)
        self._clock = self._gui.add_markdown("**0.00 s**")
        self._bar = self._gui.add_slider("time [s]", 0.0, 1.0, 0.001, 0.0)
        self._play = self._gui.add_button("Play")
        self._buttons()
        self._speed = self._gui.add_dropdown("speed", _SPEEDS, initial_value="1")
        self._scene = self._gui.add_dropdown("scene", (_OWN, *scenes.names()), initial_value=_OWN)
        self.cockpit = Cockpit(viewer)
        with self._gui.add_folder("Show", expand_by_default=False):
            self._switches()
        self._engine_folder = self._gui.add_folder("Engine", expand_by_default=False)
        with self._gui.add_folder("Energy", expand_by_default=True):
            self._chart = self._energy_chart()
        self._gui.add_markdown(
            "*Orbit: left mouse, pan: right, zoom: wheel, move: W A S D. Shift + left pulls a body.*"
        )
        self._connect()

    def describe(self, source: Source, settings: EngineSettings | None) -> None:
        """Show what a new source is and can do."""
        self._title.content = f"### {source.drawing.title or 'rigida'}"
        self._show_settings(settings)
        self.cockpit.board(source.simulation if isinstance(source, Live) else None)
        self._next_tell = self._next_chart = 0.0

    def complain(self, message: str) -> None:
        """Show an error in the page, or none."""
        text = message.replace("`", "'")
        self._error.content = f"**Error**\n```\n{text}\n```" if text else ""
        self._error.visible = bool(text)
        if text:
            self._play.label = "Play"

    def tell(self, source: Source) -> None:
        """Show the time and the energies of what is played, not more often than one can read."""
        now = clock.perf_counter()
        self._play.label = "Pause" if self._viewer.playing else "Play"
        if self._viewer.playing and now < self._next_tell:
            return
        self._next_tell = now + _TELL_INTERVAL
        self._clock.content = f"**{source.time:.2f} s**"
        self.cockpit.tell()
        self._bar.max = max(source.end, 1e-3)
        self._bar.value = min(source.time, self._bar.max)
        if now >= self._next_chart:
            self._next_chart = now + _CHART_INTERVAL
            times, kinetic, potential = source.energies()
            rows = np.unique(np.linspace(0, len(times) - 1, _CHART_POINTS).astype(np.int64))
            total = kinetic + potential
            self._chart.data = tuple(np.ascontiguousarray(a[rows]) for a in (times, kinetic, potential, total))

    def settings(self) -> EngineSettings | None:
        """Return the engine settings as chosen in the page."""
        if not self._settings:
            return None
        kind = self._settings["kind"].value
        given = {name: handle.value for name, handle in self._settings.items() if name != "kind"}
        return ENGINES[kind](**given)

    def _buttons(self) -> None:
        self._more = self._gui.add_button_group("", ("Step", "Restart", "Save video"))

    def _switches(self) -> None:
        self._overlays = {name: self._gui.add_checkbox(name.replace("_", " "), False) for name in OVERLAYS}
        self._wireframe = self._gui.add_checkbox("wireframe", False)

    def _energy_chart(self) -> Any:
        from viser import uplot

        series = (
            uplot.Series(label="t [s]"),
            uplot.Series(label="kinetic [J]", stroke="#e2803c", width=2),
            uplot.Series(label="potential [J]", stroke="#55a868", width=2),
            uplot.Series(label="total [J]", stroke="#202428", width=2),
        )
        axes = (uplot.Axis(), uplot.Axis(size=70))
        none = np.zeros(1)
        return self._gui.add_uplot(
            (none, none, none, none), series, aspect=1.6, scales={"x": uplot.Scale(time=False)}, axes=axes
        )

    def _connect(self) -> None:
        viewer = self._viewer
        self._play.on_click(self._toggle)
        self._more.on_click(self._act)
        self._bar.on_update(self._scrub)
        self._speed.on_update(lambda _: setattr(viewer, "speed", float(self._speed.value)))
        self._scene.on_update(self._choose)
        self._wireframe.on_update(lambda _: viewer.wireframe(self._wireframe.value))
        for name, switch in self._overlays.items():
            switch.on_update(partial(self._switch, name, switch))

    def _toggle(self, _: Any) -> None:
        with self._viewer.lock:
            self._viewer.playing = not self._viewer.playing
            self._play.label = "Pause" if self._viewer.playing else "Play"

    def _scrub(self, event: Any) -> None:
        if _by_hand(event):
            self._viewer.seek(float(self._bar.value))

    def _act(self, event: Any) -> None:
        viewer = self._viewer
        actions = {"Step": viewer.step, "Restart": viewer.restart, "Save video": lambda: self._save(event.client)}
        viewer.attempt(actions[event.target.value])

    def _choose(self, event: Any) -> None:
        if _by_hand(event) and self._scene.value != _OWN:
            self._viewer.attempt(lambda: self._load(self._scene.value))

    def _switch(self, name: str, switch: Any, _: Any) -> None:
        with self._viewer.lock:
            (self._viewer.shown.add if switch.value else self._viewer.shown.discard)(name)
            self._viewer.refresh()

    def _load(self, name: str) -> None:
        from rigida.scene.load import load_scene

        self._viewer.open(load_scene(scenes.path(name)))

    def _save(self, client: Any) -> None:
        film = self._viewer.film()
        (client or self._viewer.server).send_file_download("run.mp4", film)

    def _show_settings(self, settings: EngineSettings | None) -> None:
        for handle in self._setting_handles:
            handle.remove()
        self._settings, self._setting_handles = {}, []
        self._engine_folder.visible = settings is not None
        if settings is None:
            return
        with self._engine_folder:
            kind = self._gui.add_dropdown("engine", tuple(ENGINES), initial_value=settings.kind)
            self._settings["kind"] = kind
            self._setting_handles.append(kind)
            for name, base, markers, optional in declared(type(settings)):
                handle = self._setting(name, base, getattr(settings, name), rule_of(list(markers)), optional)
                if handle is not None:
                    self._settings[name] = handle
                    self._setting_handles.append(handle)
            self._setting_handles.append(self._gui.add_markdown("*Taken up by Restart.*"))

        def choose(event: Any) -> None:
            if _by_hand(event):
                self._viewer.attempt(lambda: self._show_settings(ENGINES[kind.value]()))

        kind.on_update(choose)

    def _setting(self, name: str, base: Any, value: Any, rule: Any, optional: bool) -> Any:
        """Return a control for a declared setting; None for one that has no control."""
        if optional:
            return None
        label = f"{name.replace('_', ' ')} [{rule.unit}]" if rule.unit else name.replace("_", " ")
        hint = rule.text or None
        if base is bool:
            return self._gui.add_checkbox(label, value, hint=hint)
        if get_origin(base) is Literal:
            return self._gui.add_dropdown(label, tuple(get_args(base)), initial_value=value, hint=hint)
        if base is int:
            return self._gui.add_number(label, value, step=1, hint=hint)
        if base is float:
            return self._gui.add_number(label, value, step=1e-12, hint=hint)
        if base is str:
            return self._gui.add_text(label, value, hint=hint)
        return None


def _by_hand(event: Any) -> bool:
    """Tell whether a visitor made a change; the viewer's own changes are told too, without a client."""
    return event.client is not None
