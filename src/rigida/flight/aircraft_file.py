"""Aircraft files: TOML with units in the keys, e.g. `span_m`, `sweep_deg`, `power_kw`.

Keys follow from the declared fields and their units; lists of parts are arrays of tables. An airfoil is named (one that
comes with rigida, or one of the file's own `[airfoil.NAME]`) or stands there as a table. Every problem of a file is
reported at once.
"""

import contextlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

from rigida.errors import Problem, RigidaError, SceneError, UsageError
from rigida.fields import Columns, Vec3, rule_of
from rigida.flight.air.airfoil import Airfoil
from rigida.flight.air.airfoils import airfoil
from rigida.flight.airplane import Airplane
from rigida.registry import nearest
from rigida.scene.files.forms import FileField, KeyPath, file_fields, is_record, key_path
from rigida.scene.files.lines import KeyLines
from rigida.scene.files.source import SourceError, read_source

_FOLDER = Path(__file__).parent.parent / "scenes" / "aircraft"

#: Unit of a declared field → (ending of the file's key, factor to SI).
UNITS: dict[str, tuple[str, float]] = {
    "": ("", 1.0),
    "m": ("_m", 1.0),
    "m/s": ("_m_per_s", 1.0),
    "rad": ("_deg", math.pi / 180.0),
    "rad/s": ("_deg_per_s", math.pi / 180.0),
    "1/rad": ("_per_rad", 1.0),
    "kg": ("_kg", 1.0),
    "s": ("_s", 1.0),
    "N": ("_n", 1.0),
    "W": ("_kw", 1e3),
    "N/m": ("_n_per_m", 1.0),
    "N s/m": ("_n_s_per_m", 1.0),
    "kg/J": ("_kg_per_kwh", 1.0 / 3.6e6),
    "kg/(N s)": ("_kg_per_n_h", 1.0 / 3600.0),
}


def airplane_names() -> list[str]:
    """Return the names of the packaged aircraft."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def load_airplane(name: str | Path) -> Airplane:
    """Return the aircraft in a file, or the packaged one of that name.

    Raises:
        SceneError: With every problem of the file.
    """
    path = Path(name)
    if not path.is_file() and str(name) in airplane_names():
        path = _FOLDER / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(airplane_names())
        raise UsageError(
            f"'{name}' is neither an aircraft file nor one of: {known}.{nearest(str(name), airplane_names())}"
        )
    try:
        source = read_source(path)
    except SourceError as error:
        raise SceneError(f"{path.name} has a problem:", [error.problem]) from None
    reader = _Reader(source.document, source.key_lines(), path.parent)
    plane = reader.airplane()
    problems = [*source.problems, *reader.problems]
    if plane is None or problems:
        raise SceneError(f"{path.name} has {len(problems)} problem{'s' * (len(problems) != 1)}:", problems)
    return plane


class _UnusableError(Exception):
    """A part that cannot be created; the problem is recorded."""


class _Reader:
    def __init__(self, document: dict[str, Any], lines: KeyLines, folder: Path) -> None:
        self.problems: list[Problem] = []
        self._document, self._lines, self._folder = document, lines, folder
        self._airfoils: dict[str, Airfoil] = {}

    def airplane(self) -> Airplane | None:
        """Return the aircraft, or None when there are problems."""
        document = dict(self._document)
        for name, table in document.pop("airfoil", {}).items():
            try:
                self._airfoils[name] = self._airfoil(table, ("airfoil", name))
            except _UnusableError:
                continue
        try:
            return self._record(Airplane, document, ())
        except _UnusableError:
            return None

    def _add_problem(self, path: KeyPath, message: str) -> None:
        self.problems.append(Problem(key_path(path), message, self._lines.line(path)))

    def _record(self, cls: type, table: Any, path: KeyPath) -> Any:
        """Return the dataclass that a table describes."""
        if not isinstance(table, dict):
            self._add_problem(path, "must be a table.")
            raise _UnusableError
        known = dict(_keys(cls))
        count = len(self.problems)
        for key in table:
            if key not in known:
                self._add_problem((*path, key), f"is not known here.{nearest(key, known)}")
        arguments: dict[str, Any] = {}
        for key, (field, factor) in known.items():
            if key in table:
                try:
                    arguments[field.name] = self._value(field, factor, table[key], (*path, key))
                except _UnusableError:
                    continue
            elif field.required:
                self._add_problem(path, f"'{key}' is missing.")
        if len(self.problems) > count:
            raise _UnusableError
        try:
            return cls(**arguments)
        except RigidaError as error:
            self._add_problem(path, str(error))
        raise _UnusableError

    def _records(self, cls: type, tables: list[Any], path: KeyPath) -> list[Any]:
        """Return the parts of a list; all of them are tried before giving up."""
        made = []
        for i, table in enumerate(tables):
            with contextlib.suppress(_UnusableError):
                made.append(self._record(cls, table, (*path, i)))
        if len(made) < len(tables):
            raise _UnusableError
        return made

    def _value(self, field: FileField, factor: float, value: Any, path: KeyPath) -> Any:
        base = field.base
        if base is Airfoil:
            return self._airfoil(value, path)
        if is_record(base):
            return self._record(base, value, path)
        if get_origin(base) is tuple and is_record(get_args(base)[0]):
            if not isinstance(value, list):
                self._add_problem(path, f"must be a list of tables ([[{path[-1]}]]).")
                raise _UnusableError
            return tuple(self._records(get_args(base)[0], value, path))
        if factor != 1.0 and base == Vec3 and isinstance(value, list):
            return [item * factor for item in value]
        scaled = factor != 1.0 and isinstance(value, int | float) and not isinstance(value, bool)
        return value * factor if scaled else value

    def _airfoil(self, value: Any, path: KeyPath) -> Airfoil:
        """Return an airfoil by name, from a table file, or from its coefficients."""
        if isinstance(value, dict) and "file" not in value:
            return self._record(Airfoil, value, path)
        try:
            if isinstance(value, dict):
                return Airfoil.from_table(self._folder / str(value["file"]), value.get("reynolds"))
            if value in self._airfoils:
                return self._airfoils[value]
            return airfoil(value)
        except (RigidaError, TypeError) as error:
            self._add_problem(path, str(error))
        raise _UnusableError


def _keys(cls: type) -> Iterator[tuple[str, tuple[FileField, float]]]:
    """Yield (key in the file, (field, factor to SI)) of a dataclass."""
    for field in file_fields(cls):
        ending, factor = UNITS[rule_of(list(field.markers)).unit]
        if any(isinstance(marker, Columns) for marker in field.markers):
            continue  # tables of numbers come from files of their own
        yield field.name + ending, (field, factor)
