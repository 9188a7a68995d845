"""The keys of scene files as tables of a Markdown page, made from the schema that files are checked against.

What all kinds of a family have in common stands once, before the kinds.
"""

from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin

from rigida.scene.files.problems import Place, bare, locate
from rigida.scene.files.schema import scene_model

_HEADS = "| key | value | unit | default | meaning |\n|---|---|---|---|---|"
#: Tables with a kind: how their section is called, and where they stand in a file.
_FAMILIES = {
    "engine": ("Engines", "[engine]"),
    "shape": ("Shapes", "shape = { kind = ... }"),
    "joint": ("Joints", "[joint.NAME]"),
    "force": ("Forces", "[force.NAME]"),
}
#: Small tables by the name of their model: where they stand.
_PLACES = {
    "runplan": "[run]",
    "cameraplan": "[camera]",
    "material": "[material.NAME]",
    "ground": "[ground]",
    "body": "[body.NAME]",
    "aircrafttable": "[aircraft.NAME]",
    "placedshape": "parts = [{ ... }]",
    "trimtable": "trim = { ... }",
    "leg": "program = [{ ... }]",
    "visual": "visuals = [{ ... }]",
    "serialaxis": "steps = [{ ... }]",
    "jointtrajectory": "trajectory = { ... }",
    "actuator": "[actuator.NAME]",
    "coupling": "[coupling.NAME]",
    "pose": "[pose.NAME] and [start]",
    "site": "[site.NAME]",
    "bodycamera": "[body_camera.NAME]",
    "sensor": "[sensor.NAME]",
}
#: Keys whose tables have a page of their own.
_ELSEWHERE = {"airplane": "[aircraft](aircraft.md)"}


def scene_tables() -> str:
    """Return the tables of all keys as Markdown."""
    scene = scene_model()
    parts = [_table("The file", scene.__doc__ or "", _rows(scene))]
    parts += [_family(name, kinds) for name, kinds in _families(scene).items()]
    small = [model for model in _models(scene) if "kind" not in model.model_fields and model is not scene]
    parts += [
        _table(f"`{_PLACES.get(model.__name__, model.__name__ + ' = { ... }')}`", model.__doc__ or "", _rows(model))
        for model in small
    ]
    return "\n\n".join(parts) + "\n"


def _models(top: Any) -> list[Any]:
    """Return all tables in reading order."""
    found: list[Any] = []
    waiting = [top]
    while waiting:
        model = waiting.pop(0)
        if model not in found:
            found.append(model)
            keys = [key for key in model.model_fields if key not in _ELSEWHERE]
            waiting += [inner for key in keys for inner in _inner(bare(locate(model, (key,))))]
    return found


def _inner(base: Any) -> Iterator[Any]:
    """Yield the tables that a type contains."""
    if hasattr(base, "model_fields"):
        yield base
        return
    for member in get_args(base):
        yield from _inner(bare(Place((), member)))


def _families(scene: Any) -> dict[str, list[Any]]:
    kinds = [model for model in _models(scene) if "kind" in model.model_fields]
    return {name: [kind for kind in kinds if kind.__name__.startswith(f"{name}_")] for name in _FAMILIES}


def _family(name: str, kinds: list[Any]) -> str:
    """Return the tables of a family: the common keys, then the others of each kind."""
    title, place = _FAMILIES[name]
    rows = {_kind(model): [row for row in _rows(model) if row[0] != "`kind`"] for model in kinds}
    first, *others = rows.values()
    shared = [row for row in first if others and all(row in other for other in others)]
    parts = [f"### {title}: `{place}`"]
    if shared:
        parts.append(f"Every kind has these keys beside `kind`.\n\n{_HEADS}\n{_lines(shared)}")
    for model in kinds:
        own = [row for row in rows[_kind(model)] if row not in shared]
        parts.append(_table(f'`kind = "{_kind(model)}"`', model.__doc__ or "", own, level=4))
    return "\n\n".join(parts)


def _kind(model: Any) -> str:
    return str(get_args(model.model_fields["kind"].annotation)[0])


def _rows(model: Any) -> list[tuple[str, ...]]:
    return [_row(model, key) for key in model.model_fields]


def _row(model: Any, key: str) -> tuple[str, ...]:
    field, place = model.model_fields[key], locate(model, (key,))
    rule = place.expected.rule
    limits = rule.requirement()
    meaning = (field.description or "").removesuffix(f"[{rule.unit}]").strip()
    value = _value(place) + (f", {limits}" if limits else "")
    return f"`{key}`", value, rule.unit, "required" if field.is_required() else _default(field.default), meaning


def _value(place: Place) -> str:
    """Return a description of the valid values at a position."""
    base = bare(place)
    inner = list(_inner(base))
    if place.path[-1] in _ELSEWHERE and inner:
        return f"a table, see {_ELSEWHERE[str(place.path[-1])]}"
    if not inner:
        return place.expected.words.replace("'", "`")
    if len(inner) > 1:
        what = inner[0].__name__.split("_")[0]
        return f"tables by name, see {_FAMILIES[what][0]}" if get_origin(base) is dict else f"a table, see {what}s"
    name = _PLACES.get(inner[0].__name__, inner[0].__name__)
    return {dict: "tables by name", list: "a list of tables"}.get(get_origin(base), "a table") + f", see `{name}`"


def _default(value: Any) -> str:
    if value is None or value == {} or value == "":
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, float):
        return f"`{value:.6g}`"
    if isinstance(value, list | tuple):
        return f"`[{', '.join(_default(item).strip('`') for item in value)}]`"
    return f"`{value}`"


def _table(title: str, text: str, rows: list[tuple[str, ...]], level: int = 3) -> str:
    head = f"{'#' * level} {title}"
    table = f"{_HEADS}\n{_lines(rows)}" if rows else "No other keys."
    return "\n\n".join(part for part in (head, text, table) if part)


def _lines(rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
