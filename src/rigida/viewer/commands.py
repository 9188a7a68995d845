"""Commands that the page may send to the viewer, by name; a new command is one line here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.errors import UsageError
from rigida.fields import Rule, real_number, vector

if TYPE_CHECKING:
    from rigida.viewer.viewer import Viewer

Given = dict[str, Any]
#: Simulated seconds a second that can be asked for.
_SPEED = Rule(above=0.0, at_most=100.0)
_STICK = Rule(at_least=-1.0, at_most=1.0)


def _pull(viewer: "Viewer", given: Given) -> None:
    source = viewer.source
    if source is None:
        return
    name = str(given.get("body"))
    at, to = (np.array(vector("pull", key, given.get(key))) for key in ("at", "to"))
    if name not in source.seen:
        raise UsageError(f"There is no body '{name}' to pull.")
    source.pull(name, at, to)


def _release(viewer: "Viewer", given: Given) -> None:
    if viewer.source is not None:
        viewer.source.release()


def _fly(viewer: "Viewer", given: Given) -> None:
    if viewer.cockpit is not None:
        viewer.cockpit.move(str(given.get("control")), real_number("fly", "value", given.get("value")))


def _key(viewer: "Viewer", given: Given) -> None:
    if viewer.cockpit is not None:
        viewer.cockpit.press(str(given.get("key")))
        viewer.refresh()


def _stick(viewer: "Viewer", given: Given) -> None:
    if viewer.cockpit is not None:
        viewer.cockpit.deflect(str(given.get("control")), real_number("stick", "value", given.get("value"), _STICK))


def _board(viewer: "Viewer", given: Given) -> None:
    if viewer.cockpit is not None:
        viewer.cockpit.board(str(given.get("name")))


def _loop(viewer: "Viewer", given: Given) -> None:
    if viewer.source is not None:
        viewer.source.loop = bool(given.get("value"))


def _speed(viewer: "Viewer", given: Given) -> None:
    viewer.speed = real_number("speed", "value", given.get("value"), _SPEED)
    viewer.refresh()


def _tune(viewer: "Viewer", given: Given) -> None:
    source, tuning = viewer.source, viewer.tuning
    if source is None or tuning is None:
        return
    key = (str(given.get("what")), str(given.get("name") or ""), str(given.get("quantity")))
    value = real_number(key[0], key[2], given.get("value"))
    viewer.ask(lambda: tuning.set(source.simulation, key, value))
    viewer.refresh()


def _untune(viewer: "Viewer", given: Given) -> None:
    source, tuning = viewer.source, viewer.tuning
    if source is not None and tuning is not None:
        viewer.ask(lambda: tuning.reset(source.simulation))
        viewer.refresh()


def _open(viewer: "Viewer", given: Given) -> None:
    from rigida import scenes
    from rigida.importers.formats import load_scene

    viewer.playing = False
    viewer.open(load_scene(scenes.path(str(given.get("scene")))))


def _place(viewer: "Viewer", given: Given) -> None:
    viewer.edit(lambda scene, changed: viewer.editing.place(scene, changed, given))


def _restart(viewer: "Viewer", given: Given) -> None:
    settings = given.get("settings")
    viewer.restart(settings if isinstance(settings, dict) and "kind" in settings else None)


COMMANDS: dict[str, Callable[["Viewer", Given], None]] = {
    "toggle": lambda viewer, given: viewer.toggle(),
    "step": lambda viewer, given: viewer.step(),
    "back": lambda viewer, given: viewer.step_back(),
    "seek": lambda viewer, given: viewer.seek(real_number("seek", "time", given.get("time"), Rule("s"))),
    "restart": _restart,
    "engine": lambda viewer, given: viewer.choose_engine(str(given.get("kind"))),
    "open": _open,
    "speed": _speed,
    "loop": _loop,
    "show": lambda viewer, given: viewer.show(str(given.get("name")), bool(given.get("on"))),
    "pull": _pull,
    "release": _release,
    "tune": _tune,
    "untune": _untune,
    "place": _place,
    "take back": lambda viewer, given: viewer.edit(lambda scene, changed: viewer.editing.take_back()),
    "key": _key,
    "stick": _stick,
    "fly": _fly,
    "board": _board,
}
