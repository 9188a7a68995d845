"""Settings of an engine from the command line: `--engine precise --set tolerance=1e-8`."""

import tomllib
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from rigida.errors import UsageError
from rigida.registry import nearest

if TYPE_CHECKING:
    from rigida.scene.engine import EngineSettings
    from rigida.scene.scene import Scene


def engine_with(scene: "Scene", engine: str | None, given: Sequence[str]) -> "str | EngineSettings | None":
    """Return the engine to run a scene with, its settings changed by texts such as `tolerance=1e-8`."""
    if not given:
        return engine
    from rigida.simulation import chosen_settings

    settings = chosen_settings(scene, engine)
    known = [field.name for field in fields(settings)]
    changes: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not value:
            raise UsageError(f"--set expects NAME=VALUE, such as tolerance=1e-8, got '{text}'.")
        if name not in known:
            hint = nearest(name, known) or f" It has: {', '.join(known)}."
            raise UsageError(f"--set: the {settings.kind} engine has no setting '{name}'.{hint}")
        changes[name] = _value(value)
    return replace(settings, **changes)


def _value(text: str) -> Any:
    """Return a number, truth value or list written as in a scene file; else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
