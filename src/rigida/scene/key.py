"""Key paths: the text that names one value of a scene, such as `body.ball.velocity.x` or `gravity[2]`.

A path is checked by putting a mark where it leads and letting the schema say what it wanted there, so that every value
a scene file can hold has a path, with its unit, and a misspelt one is answered with the nearest name.
"""

import re
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from rigida.errors import UsageError
from rigida.registry import nearest
from rigida.scene.files.forms import KeyPath
from rigida.scene.files.problems import Place, faults_from, locate
from rigida.scene.files.schema import scene_model

_TOKEN = re.compile(r'(?:^|\.)(?:"((?:[^"\\]|\\.)*)"|([^.\[\]"]+))|\[(\d+)\]')
_COMPONENTS = {"x": 0, "y": 1, "z": 2}
#: Tables whose keys are names that the user gives.
_FAMILIES = ("material", "body", "aircraft", "force", "joint", "actuator", "pose", "site", "body_camera", "sensor")

Tables = dict[str, Any]


class _Mark:
    """Placeholder for a value; no schema accepts it."""

    def __repr__(self) -> str:
        return "nothing"


@dataclass(frozen=True)
class Key:
    """A key of a scene document: its text, path, unit and present value.

    `whole` says that only whole numbers may stand there; `vector` is what the place is a component of, if it is one.
    """

    text: str
    path: KeyPath
    unit: str
    whole: bool
    value: Any
    vector: list[Any] | None = None

    def components(self) -> "list[Key]":
        """Return the keys of a vector's components, or the key itself."""
        if not isinstance(self.value, list):
            return [self]
        names = list(_COMPONENTS) if len(self.value) == 3 else range(len(self.value))
        return [
            Key(
                f"{self.text}.{name}" if isinstance(name, str) else f"{self.text}[{name}]",
                (*self.path, i),
                self.unit,
                self.whole,
                self.value[i],
                self.value,
            )
            for i, name in enumerate(names)
        ]

    def written_out(self, document: Tables) -> Tables:
        """Return the document with the vector of the key written out, if it is a default."""
        if self.vector is None:
            return document
        filled: Tables = with_value(document, self.path[:-1], self.vector)
        return filled

    def fitted(self, value: Any) -> Any:
        """Return a number of a design with the type of the key: rounded for integers."""
        return round(value) if self.whole and isinstance(value, float) else value


def parse_key(text: str) -> KeyPath:
    """Return the path that a text such as `body."my ball".velocity[0]` means, or raise."""
    path: list[str | int] = []
    at = 0
    for token in _TOKEN.finditer(text):
        if token.start() != at:
            break
        quoted, plain, index = token.groups()
        path.append(int(index) if index is not None else plain if quoted is None else quoted.replace('\\"', '"'))
        at = token.end()
    if at != len(text) or not path:
        raise UsageError(f"'{text}' is not a key path. Write it as body.ball.velocity.x or gravity[2].")
    return tuple(path)


def find_key(document: Tables, text: str) -> Key:
    """Return the place in a scene document that a key path means.

    Raises:
        UsageError: When the scene has no such value; the nearest name is offered.
    """
    path = parse_key(text)
    _check_name(document, path, text)
    parent, last = path[:-1], path[-1]
    vector = None
    if len(path) > 1 and (isinstance(last, int) or last in _COMPONENTS):
        found = _value_at(document, parent, text)
        if isinstance(found, list):
            vector = found
            path = (*parent, _component(vector, last, text))
            document = with_value(document, parent, vector)
    place = _place(document, path, text)
    value, whole = _value_at(document, path, text), place.expected.words == "a whole number"
    return Key(text, path, place.expected.rule.unit, whole, value, vector)


def with_value(document: Any, path: KeyPath, value: Any) -> Any:
    """Return the document with `value` at `path`; everything outside the path is shared with the old one."""
    key, *rest = path
    inner = _child(document, key)
    put = with_value({} if inner is None else inner, tuple(rest), value) if rest else value
    if isinstance(document, list):
        return [put if i == key else item for i, item in enumerate(document)]
    return {**document, key: put}


def _component(vector: list[Any], key: str | int, text: str) -> int:
    index = _COMPONENTS[key] if isinstance(key, str) else key
    if index >= len(vector):
        raise UsageError(f"'{text}': there are {len(vector)} numbers, so the last one is [{len(vector) - 1}].")
    return index


def _check_name(document: Tables, path: KeyPath, text: str) -> None:
    """Check that the element named second in a path such as body.ball.mass is in the scene."""
    family = path[0]
    if family not in _FAMILIES:
        return
    names = list(document.get(family, {}))
    if family == "body" and path[1:2] == ("ground",) and "ground" in document:
        rest = ".".join(str(key) for key in path[2:])
        raise UsageError(f"'{text}': the ground has a table of its own. Write ground.{rest}")
    if len(path) < 2 or path[1] not in names:
        given = f"there is no {family} '{path[1]}'." if len(path) > 1 else f"say which {family}."
        known = f" It has: {', '.join(names)}." if names else f" It has no {family} at all."
        raise UsageError(f"'{text}': {given}{nearest(str(path[1]), names) if len(path) > 1 else ''}{known}")


def _place(document: Tables, path: KeyPath, text: str) -> Place:
    model = scene_model()
    mark = _Mark()
    try:
        marked = with_value(document, path, mark)
        model.model_validate(marked)
    except ValidationError as error:
        found = [(problem, locate(model, problem["loc"])) for problem in error.errors(include_url=False)]
    except (TypeError, AttributeError):
        raise UsageError(f"'{text}' leads beyond a single value of the scene.") from None
    else:
        raise UsageError(f"'{text}' cannot be varied.")
    for problem, place in found:
        if problem["type"] != "extra_forbidden" and place.path == path:
            return place
    own = [problem for problem, place in found if place.path == path[: len(place.path)]]
    message = faults_from(own, model)[0][1] if own else "the scene has no such value."
    raise UsageError(f"'{text}': {message}")


def _value_at(document: Tables, path: KeyPath, text: str) -> Any:
    """Return the value at a path, or its default."""
    at: Any = document
    for key in path:
        at = _child(at, key)
    if at is None:
        place = _place(document, path, text)
        field = place.table.model_fields.get(path[-1]) if place.table is not None else None
        at = None if field is None or field.is_required() else field.default
        at = list(at) if isinstance(at, tuple) else at  # as files have it
    return at


def _child(table: Any, key: str | int) -> Any:
    if isinstance(table, list):
        return table[key] if isinstance(key, int) and key < len(table) else None
    return table.get(key) if isinstance(table, dict) else None
