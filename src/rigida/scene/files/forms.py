"""Declared fields in a scene file: their keys, and the types that can be written.

Schema, loader and saver read the same list of `FileField`s, so that they cannot disagree about a kind. Orientations
take one of four explicit keys, bodies are named, functions have no form in a file.
"""

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rigida.fields import Columns, Quat, Rule, Vec3, declared
from rigida.geometry.shape import Shape
from rigida.scene.body import Body, World
from rigida.scene.path import Motion, Path

KeyPath = tuple[str | int, ...]
#: A defect found in a document: where, and what to do about it.
#: A place and what is wrong there; no text beyond `MAX_WORDED` problems.
Fault = tuple[KeyPath, str]
#: Faults that are put in words, each of which takes a search for the nearest valid name.
MAX_WORDED = 100

ORIENTATION_KEYS = ("quat_wxyz", "quat_xyzw", "axis_angle_deg", "rpy_deg")
_PLAIN = (float, int, bool, str)


@dataclass(frozen=True)
class FileField:
    """A field of a description as the file sees it."""

    name: str
    base: Any
    markers: tuple[Any, ...]
    required: bool
    default: Any

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that can give the field: one, or the four of an orientation."""
        if self.base == Quat:
            return tuple(self._prefix("orientation") + key for key in ORIENTATION_KEYS)
        if self.columns == 4 and self.name.endswith("orientations"):
            return (self._prefix("orientations") + "quats_wxyz",)
        return (self.name,)

    @property
    def columns(self) -> int | None:
        """Numbers per row of an array field (0: a plain list), None for other fields."""
        return next((m.count for m in self.markers if isinstance(m, Columns)), None)

    @property
    def writable(self) -> bool:
        """Return whether values of the field's type can be written to a file."""
        return self.columns is not None or has_form(self.base)

    def _prefix(self, ending: str) -> str:
        return self.name.removesuffix(ending) if self.name.endswith(ending) else f"{self.name}_"


@dataclass(frozen=True)
class PlacedShape:
    """One part of a compound, as a table of the file."""

    shape: Annotated[Shape, Rule(text="Geometry of the part.")]
    position: Annotated[Vec3, Rule("m", text="Of the part's frame in the compound's.")] = (0.0, 0.0, 0.0)
    orientation: Quat = (1.0, 0.0, 0.0, 0.0)


def file_fields(cls: type) -> tuple[FileField, ...]:
    """Return the constructor's fields of a description, without its name (that is the table's key)."""
    return _file_fields(cls)


@cache
def _file_fields(cls: type) -> tuple[FileField, ...]:
    types = {name: (base, markers) for name, base, markers, _ in declared(cls)}
    found = []
    for field in fields(cls):
        if not field.init or field.name == "name":
            continue
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        required = default is MISSING
        found.append(FileField(field.name, *types[field.name], required, None if required else default))
    return tuple(found)


def formless_field(cls: type) -> str | None:
    """Return the field that keeps a kind out of scene files (it is required and has no form), if there is one."""
    return next((f.name for f in file_fields(cls) if f.required and not f.writable), None)


def formless_message(cls: type) -> str:
    """Return the message for a kind that scene files do not support, with a remedy."""
    return (
        f"a {getattr(cls, 'kind', cls.__name__)} has no form in a scene file, because its '{formless_field(cls)}' is "
        "a Python object. Load the scene without it and add it in Python."
    )


def has_form(base: Any) -> bool:
    """Return whether values of a type can be written to a file."""
    if get_origin(base) is tuple:
        members = {member for member in get_args(base) if member is not Ellipsis}
        return len(members) == 1 and has_form(members.pop())
    if is_union(base):
        return is_body(base) or is_number_or_list(base)
    named = is_body(base) or is_shape(base) or is_record(base) or is_parts(base)
    return named or base in _PLAIN or get_origin(base) is Literal


def is_union(base: Any) -> bool:
    """Return whether a type is a union."""
    return get_origin(base) in (Union, UnionType)


def is_body(base: Any) -> bool:
    """Return whether a type refers to bodies (or the world) by name."""
    members = {m for m in get_args(base) if m is not NoneType} if is_union(base) else {base}
    return bool(members) and members <= {Body, World}


def takes_world(base: Any) -> bool:
    """Return whether "world" is allowed instead of the name of a body."""
    return base is World or (is_union(base) and World in get_args(base))


def is_shape(base: Any) -> bool:
    """Return whether a type is a shape."""
    return isinstance(base, type) and issubclass(base, Shape)


def is_record(base: Any) -> bool:
    """Return whether a type is a table of its own: a small dataclass, or a prescribed motion."""
    return base is Motion or (isinstance(base, type) and is_dataclass(base) and not is_shape(base) and base is not Body)


def is_parts(base: Any) -> bool:
    """Return whether a type is a compound's sequence of placed shapes, each a table of its own in the file."""
    return get_origin(base) is Sequence and Shape in get_args(get_args(base)[0])


def record_class(base: Any) -> type:
    """Return the class that a record's table describes; a motion in a file is a path of key frames."""
    return Path if base is Motion else base


def is_number_or_list(base: Any) -> bool:
    """Return whether a type is one number or a few of them, such as `float | tuple[float, float]`."""
    members = get_args(base)
    return (
        is_union(base)
        and len(members) == 2
        and members[0] in (float, int)
        and get_origin(members[1]) is tuple
        and has_form(members[1])
    )


def key_path(path: KeyPath) -> str:
    """Return a key path as text: `body.bar.size[0]`, with quotes around names that need them."""
    text = ""
    for key in path:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
            text += ("." if text else "") + (key if plain else '"' + key.replace('"', '\\"') + '"')
    return text
