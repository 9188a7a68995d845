"""Engine settings as controls of the page: made from the declared fields, so that a new setting needs no line here."""

import math
from typing import Any, Literal, get_args, get_origin

from rigida.fields import declared, rule_of
from rigida.scene.engine import ENGINES, EngineSettings


def setting_facts(settings: EngineSettings) -> list[dict[str, Any]]:
    """Return the controls of an engine's settings: name, label, kind, value, choices and hint."""
    engines = {"name": "kind", "label": "engine", "kind": "choice", "value": settings.kind, "choices": list(ENGINES)}
    found: list[dict[str, Any]] = [engines]
    for name, base, markers, optional in declared(type(settings)):
        rule = rule_of(list(markers))
        choices = list(get_args(base)) if get_origin(base) is Literal else None
        kind = "choice" if choices else getattr(base, "__name__", "")
        if optional or (choices is None and base not in (bool, int, float, str)):
            continue
        value = getattr(settings, name)
        if base is float and not math.isfinite(value):
            continue
        label = name.replace("_", " ") + (f" [{rule.unit}]" if rule.unit else "")
        found.append(
            {"name": name, "label": label, "kind": kind, "value": value, "choices": choices, "hint": rule.text}
        )
    return found


def chosen_settings(given: dict[str, Any]) -> EngineSettings:
    """Return the settings that the page gives by name; one that does not fit raises in words."""
    values = dict(given)
    return ENGINES[str(values.pop("kind"))](**values)
