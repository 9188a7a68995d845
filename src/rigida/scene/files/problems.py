"""Schema problems as messages: place, requirement, value given, nearest valid name.

pydantic reports places with the tags of unions among the keys and phrases for programmers. Both are replaced here by
walking the models along each place, which also finds what was wanted there.
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from rigida.fields import Rule, shown
from rigida.geometry.shape import SHAPES
from rigida.registry import Registry, nearest
from rigida.scene.engine import ENGINES
from rigida.scene.files.forms import MAX_WORDED, ORIENTATION_KEYS, Fault, KeyPath, formless_message
from rigida.scene.force import FORCES
from rigida.scene.joint import JOINTS

_RANGE_ERRORS = ("greater_than", "greater_than_equal", "less_than_equal")


@dataclass(frozen=True)
class Expected:
    """Description of the value expected at a place of the file; the schema attaches it to every type."""

    words: str
    rule: Rule = Rule()  # noqa: RUF009 (immutable)

    def __str__(self) -> str:
        limits = self.rule.requirement()
        unit = f" [{self.rule.unit}]" if self.rule.unit else ""
        return f"{self.words}{' ' + limits if limits else ''}{unit}"


@dataclass
class Place:
    """A position in the document: key path, type, rule, and enclosing table."""

    path: KeyPath
    type: Any
    expected: Expected = Expected("a table")
    table: Any = None

    @property
    def keys(self) -> list[str]:
        """The valid keys of the enclosing table."""
        return list(self.table.model_fields) if self.table is not None else []


def faults_from(errors: Sequence[Mapping[str, Any]], model: Any) -> list[Fault]:
    """Return pydantic's errors about a document of `model` as faults; those beyond the first ones without words."""
    first, rest = errors[:MAX_WORDED], errors[MAX_WORDED:]
    placed = [(error, locate(model, error["loc"])) for error in first]
    # A misspelt key is one fault, not an unknown key and a missing one.
    misspelt = {
        (*place.path[:-1], *difflib.get_close_matches(str(place.path[-1]), place.keys, n=1))
        for error, place in placed
        if error["type"] == "extra_forbidden"
    }
    # Without a known kind there is no telling which keys a table needs.
    kindless = {place.path[:-1] for _, place in placed if place.path[-1:] == ("kind",)}
    worded = [
        _fault(error, place)
        for error, place in placed
        if not (error["type"] == "missing" and place.path in misspelt)
        and (place.path[-1:] == ("kind",) or place.path[:-1] not in kindless)
    ]
    return worded + [(tuple(error["loc"]), "") for error in rest]


def locate(model: Any, loc: tuple[str | int, ...]) -> Place:
    """Return the place that pydantic's `loc` means, without the tags of unions."""
    place = Place((), model)
    for key in loc:
        base = bare(place)
        if _is_model(base):
            place.path, place.table = (*place.path, key), base
            field = base.model_fields.get(key)
            place.type = None if field is None else Annotated[(field.annotation, Expected("a table"), *field.metadata)]
        elif get_origin(base) in (Union, UnionType):
            place.type = next((member for member in get_args(base) if _tag(member) == key), None)
        elif get_origin(base) in (dict, list):
            place.path, place.type = (*place.path, key), get_args(base)[-1]
            place.table = None
    bare(place)
    return place


def bare(place: Place) -> Any:
    """Return the type at a position without its annotations, collecting their rules."""
    base = place.type
    while get_origin(base) is Annotated:
        base, *markers = get_args(base)
        place.expected = next((m for m in reversed(markers) if isinstance(m, Expected)), place.expected)
    if _is_model(base) or get_origin(base) is dict:
        place.expected = Expected("a table")
    return base


def _is_model(base: Any) -> bool:
    return isinstance(base, type) and hasattr(base, "model_fields")


def _tag(member: Any) -> Any:
    """Return the tag of a member of a union: the kind of a table, or an explicit tag."""
    if _is_model(member):
        return get_args(member.model_fields["kind"].annotation)[0]
    return next((m.tag for m in get_args(member)[1:] if hasattr(m, "tag")), None)


def _fault(error: Mapping[str, Any], place: Place) -> Fault:
    kind, given, path = error["type"], error["input"], place.path
    if kind == "rigida":
        return path, str(error["msg"])
    if kind == "extra_forbidden":
        return path, _unknown_key(str(path[-1]), place.keys)
    if kind == "missing" and path[-1] == "kind":
        return path, f"the key 'kind' is missing. Give one of {_listed(get_args(bare(place)))}."
    if kind == "missing":
        return path, f"the key '{path[-1]}' is missing. Give {_example(place, path)}."
    if kind == "union_tag_not_found":
        return (*path, "kind"), f"the key 'kind' is missing. Give one of {_listed(_kinds(place))}."
    if kind == "union_tag_invalid":
        return (*path, "kind"), _unknown_kind(path, given["kind"], _kinds(place))
    if kind == "literal_error" and path[-1] == "kind":
        return path, _unknown_kind(path[:-1], given, [kind for kind in get_args(bare(place)) if kind])
    got = f"got {str(given).lower() if isinstance(given, bool) else shown(given)}."
    beyond_floats = kind == "float_type" and isinstance(given, int) and not isinstance(given, bool)
    if kind == "finite_number" or beyond_floats:
        return path, f"must be a finite number{str(place.expected).removeprefix('a number')}, {got}"
    if kind in _RANGE_ERRORS:
        unit = f" [{place.expected.rule.unit}]" if place.expected.rule.unit else ""
        return path, f"must be {place.expected.rule.requirement()}{unit}, {got}"
    if kind == "literal_error":
        choices = [str(choice) for choice in get_args(bare(place))]
        return path, f"must be {place.expected}, {got}{nearest(str(given), choices)}"
    return path, f"must be {place.expected}, {got}"


def _example(place: Place, path: KeyPath) -> str:
    return 'a table such as { kind = "box", size = [1, 1, 1] }' if path[-1] == "shape" else str(place.expected)


def _unknown_key(key: str, known: list[str]) -> str:
    if key.endswith("orientation") and key.removesuffix("orientation") + ORIENTATION_KEYS[0] in known:
        choices = [key.removesuffix("orientation") + ending for ending in ORIENTATION_KEYS]
        return f"'{key}' does not say in which order its numbers stand. Use one of {_listed(choices)}."
    if key == "quats_xyzw":
        return "path orientations are written as quats_wxyz (scalar first)."
    return f"unknown key {shown(key)}.{nearest(key, known) or ' Known keys: ' + ', '.join(known) + '.'}"


def _kinds(place: Place) -> list[str]:
    return [_tag(member) for member in get_args(bare(place))]


def _unknown_kind(path: KeyPath, given: Any, known: list[str]) -> str:
    registries: dict[Any, Registry[Any]] = {"force": FORCES, "joint": JOINTS, "engine": ENGINES}
    registry = SHAPES if path[-1] == "shape" else registries.get(path[0], SHAPES)
    if isinstance(given, str) and given in registry:
        return formless_message(registry[given])
    return (
        f"unknown kind {shown(given)}.{nearest(str(given), known)} Known kinds: {', '.join(sorted(known)) or 'none'}."
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
