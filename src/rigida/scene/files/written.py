"""Values of descriptions as a scene file writes them: names for bodies, tables for shapes, lists for arrays.

Every number keeps its bits. What only Python can hold (functions, unregistered classes) raises `NoFormError`.
"""

import math
import os
from dataclasses import is_dataclass
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from rigida.geometry import Mesh
from rigida.geometry.shape import SHAPES, Shape
from rigida.registry import Registry
from rigida.scene.body import Body, World
from rigida.scene.files.forms import PlacedShape, file_fields, formless_field, formless_message, is_parts
from rigida.scene.path import Motion, Path
from rigida.scene.visual import Visual


class NoFormError(Exception):
    """A value that cannot be written to a scene file."""


def same(a: Any, b: Any) -> bool:
    """Return whether two written values are equal to the bit (0.0 and −0.0 are not)."""
    return repr(a) == repr(b)


def written(value: Any, folder: FilePath | None = None) -> Any:
    """Return a field's value as written to a file; paths of mesh files in `folder` are relative to it."""
    if isinstance(value, np.ndarray | np.generic):
        return written(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        raise NoFormError(f"all numbers must be finite, but one is {value}. Set it to a finite value.")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Body | World):
        return value.name
    if isinstance(value, Shape):
        return kind_table(SHAPES, value, folder)
    if isinstance(value, tuple | list):
        return [written(item, folder) for item in value]
    if isinstance(value, Visual):
        return table_of(value, folder) | ({} if value.file is None else {"file": _file_name(value.file, folder)})
    if is_dataclass(value) and (isinstance(value, Path) or not isinstance(value, Motion | type)):
        return table_of(value, folder)
    raise NoFormError(
        f"a {type(value).__name__} has no form in a scene file, because it is a Python object. "
        "Save the scene without it and add it in Python."
    )


def kind_table(registry: Registry[Any], element: object, folder: FilePath | None = None) -> dict[str, Any]:
    """Return the table of a shape, force, joint or engine: its kind and its fields."""
    kind = getattr(element, "kind", "")
    if kind not in registry or registry[kind] is not type(element):
        raise NoFormError(f"{type(element).__name__} is not registered as a {registry.subject}. Register its class.")
    if formless_field(type(element)) is not None:
        raise NoFormError(formless_message(type(element)))
    if isinstance(element, Mesh) and element.file is not None:
        scale = {} if same(element.scale, 1.0) else {"scale": element.scale}
        return {"kind": kind, "file": _file_name(element.file, folder), **scale}
    return {"kind": kind, **table_of(element, folder)}


def table_of(owner: Any, folder: FilePath | None = None, leave_out: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the fields of a description that differ from their defaults."""
    table: dict[str, Any] = {}
    for field in file_fields(type(owner)):
        value = getattr(owner, field.name)
        if field.name in leave_out or value is field.default:
            continue
        if not field.writable or value is None:
            raise NoFormError(f"'{field.name}' has no form in a scene file when it is {value!r}. Add it in Python.")
        if is_parts(field.base):
            table[field.name] = [table_of(PlacedShape(*part), folder) for part in value]
            continue
        item = written(value, folder)
        if field.required or field.default is None or not same(item, written(field.default)):
            table[field.keys[0]] = item
    return table


def _file_name(file: str, folder: FilePath | None) -> str:
    """Return a mesh file's name relative to `folder` if inside it, else absolute."""
    path = FilePath(os.path.abspath(file))
    if folder is not None and path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    return path.as_posix()
