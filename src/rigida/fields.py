"""Declared fields: one annotation gives a field its unit, its range, its check and its line in the schema.

A description (shape, force, joint, engine setting) is a dataclass whose fields are annotated with a `Rule`:

    radius: Annotated[float, Rule("m", above=0.0)]

`check_fields(self)` in `__post_init__` turns numbers into floats, sequences into tuples or arrays, and raises a
`ModelError` that says who, what was required, what was given. The scene-file schema is made from the same rules.
"""

import math
import numbers
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError, UsageError

T = TypeVar("T")

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]

#: A quaternion shorter than this has no direction that can be trusted.
SMALLEST_NORM = 1e-12
#: What normalizing leaves of |q| − 1 (7 roundings of 1.1e-16 at most). Such a quaternion is taken as it is, so that
#: normalizing twice, as saving and loading do, changes no bit.
UNIT_ROUNDING = 1e-15
#: Numbers beyond these magnitudes are refused where they are given: inertias grow with the fifth power of a length, and
#: they, their inverses and products with forces and arms must stay within what 64 bits hold (1e±308).
LARGEST, SMALLEST = 1e36, 1e-36


@dataclass(frozen=True)
class Rule:
    """Constraints of a field, with unit and meaning for the documentation."""

    unit: str = ""
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    nonzero: bool = False
    text: str = ""

    @cached_property
    def safe(self) -> tuple[float, float]:
        """A closed range within which every float is allowed, for a fast check of most numbers."""
        low = -LARGEST if self.at_least is None else max(self.at_least, -LARGEST)
        if self.above is not None:
            low = max(low, SMALLEST if self.above == 0.0 else math.nextafter(self.above, math.inf))
        return low, LARGEST if self.at_most is None else min(self.at_most, LARGEST)

    def requirement(self) -> str:
        """Return the range in words, e.g. "above 0"; empty when there is none."""
        parts = []
        if self.above is not None:
            parts.append(f"above {self.above:g}")
        if self.at_least is not None:
            parts.append(f"at least {self.at_least:g}")
        if self.at_most is not None:
            parts.append(f"at most {self.at_most:g}")
        return " and ".join(parts)

    def allows(self, value: float) -> bool:
        """Return whether `value` is in the range."""
        return (
            (self.above is None or value > self.above)
            and (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
        )


@dataclass(frozen=True)
class Columns:
    """Marker of an array field with the number of columns (0: a plain list of numbers)."""

    count: int


Points = Annotated[FloatArray, Columns(3)]
Triangles = Annotated[IntArray, Columns(3)]
Numbers = Annotated[FloatArray, Columns(0)]


def file_path(who: str, value: object) -> Path:
    """Return `value` as the path of a file, or raise."""
    if not isinstance(value, str | Path):
        raise UsageError(f"{who}: a path must be a text or a pathlib.Path, got {shown(value)}.")
    return Path(value)


def shown(value: object) -> str:
    """Return `value` as short text for a message, whatever its size."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer beyond Python's digit limit, or a list nested too deeply
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= 80 else text[:60] + "… (" + str(len(text)) + " characters)"


def label(owner: object) -> str:
    """Return the label of `owner` in messages: its class, and its name if it has one."""
    name = getattr(owner, "name", None)
    kind = type(owner).__name__
    return f"{kind} '{name}'" if isinstance(name, str) and name else kind


def color_text(who: str, value: str) -> str:
    """Return a color as #rrggbb, given so or by its CSS name such as "red", or raise."""
    if re.fullmatch("#[0-9a-fA-F]{6}", value):
        return value
    from PIL.ImageColor import colormap

    named = colormap.get(value.lower())
    if not isinstance(named, str):
        raise ModelError(
            f"{who}: color must be written as #rrggbb, such as #3d7fc4, or be a CSS color name, such as red, "
            f"got {value!r}."
        )
    return named


def real_number(who: str, field: str, value: object, rule: Rule = Rule()) -> float:
    """Return `value` as a finite float within the rule, or raise."""
    low, high = rule.safe
    if type(value) is float and low <= value <= high:
        return value
    unit = f" [{rule.unit}]" if rule.unit else ""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ModelError(f"{who}: {field} must be a number{unit}, got {shown(value)}.")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ModelError(f"{who}: {field} must be a finite number{unit}, got {shown(value)}.")
    if abs(number) > LARGEST:
        raise ModelError(f"{who}: {field} must be at most {LARGEST:g}{unit} in magnitude, got {number:g}.")
    if not rule.allows(number) or (rule.above == 0.0 and number < SMALLEST):
        least = f" (and at least {SMALLEST:g})" if rule.above == 0.0 < number else ""
        raise ModelError(f"{who}: {field} must be {rule.requirement()}{least}{unit}, got {number:g}.")
    return number


def instance(who: str, field: str, value: object, kind: type[T]) -> T:
    """Return `value` if it is of a kind, or raise."""
    if not isinstance(value, kind):
        raise UsageError(f"{who}: {field} must be of the class rg.{kind.__name__}, got {shown(value)}.")
    return value


def vector(who: str, field: str, value: object, rule: Rule = Rule(), size: int = 3) -> tuple[float, ...]:
    """Return `value` as a tuple of `size` finite floats within the rule, or raise."""
    if type(value) is tuple and len(value) == size and not rule.nonzero:
        low, high = rule.safe
        for number in value:
            if type(number) is not float or not low <= number <= high:
                break
        else:
            return value
    try:
        items = list(cast(Any, value))
    except TypeError:
        items = []
    if isinstance(value, str) or len(items) != size:
        raise ModelError(f"{who}: {field} must be {size} numbers, got {shown(value)}.")
    result = tuple(
        real_number(who, f"{field}[{i}]", item.item() if isinstance(item, np.generic) else item, rule)
        for i, item in enumerate(items)
    )
    if rule.nonzero and not any(result):
        remedy = f" {rule.text}" if rule.text else ""
        raise ModelError(f"{who}: {field} must be a non-zero vector, got {result}.{remedy}")
    return result


def unit_quaternion(who: str, field: str, value: object) -> Quat:
    """Return `value` as a normalized quaternion (w, x, y, z), or raise."""
    q = vector(who, field, value, size=4)
    norm = math.hypot(*q)
    if norm < SMALLEST_NORM:
        raise ModelError(
            f"{who}: {field} must be a non-zero quaternion (w, x, y, z), got {q}. Use (1, 0, 0, 0) for no rotation."
        )
    if abs(norm - 1.0) <= UNIT_ROUNDING:
        return cast(Quat, q)
    return (q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm)


def vec3(values: FloatArray) -> Vec3:
    """Return three numbers of an array as a plain tuple."""
    x, y, z = values.tolist()
    return (x, y, z)


def unit_vector(v: Vec3) -> Vec3:
    """Return a non-zero vector at length 1, however small or large it is; one that is unit already keeps its bits."""
    norm = math.hypot(*v)
    if abs(norm - 1.0) <= UNIT_ROUNDING:
        return v
    largest = max(abs(component) for component in v)
    x, y, z = (component / largest for component in v)
    norm = math.hypot(x, y, z)
    return (x / norm, y / norm, z / norm)


def depth(value: object) -> int:
    """Return the nesting depth of numbers in a value: 0 for a number, 1 for a list; −1 for ragged lists."""
    try:
        return np.ndim(cast(Any, value))
    except ValueError:
        return -1


def rows(who: str, field: str, value: ArrayLike, columns: int, dtype: type = np.float64) -> NDArray[Any]:
    """Return `value` as a read-only C-contiguous array of finite numbers with `columns` per row, or raise."""
    try:
        if np.iscomplexobj(value):
            raise TypeError
        array = np.array(value, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{who}: {field} must be numbers only, got {shown(value)}.") from None
    expected = f"(n, {columns})" if columns else "(n,)"
    if array.size == 0 and columns:
        array = array.reshape(0, columns)
    if array.ndim != (2 if columns else 1) or (columns and array.shape[1] != columns):
        raise ModelError(f"{who}: {field} must have the shape {expected}, got {array.shape}.")
    if not np.isfinite(array).all():
        row = np.argwhere(~np.isfinite(array))[0]
        raise ModelError(f"{who}: {field} must be finite, but row {row[0]} holds {array[tuple(row)]}.")
    if np.abs(array).max(initial=0.0) > LARGEST:
        raise ModelError(f"{who}: {field} must be at most {LARGEST:g} in magnitude, got {np.abs(array).max():g}.")
    if dtype is not np.float64:
        whole = np.round(array)
        if not np.array_equal(whole, array) or np.abs(whole).max(initial=0.0) > np.iinfo(np.int32).max:
            raise ModelError(f"{who}: {field} must be whole numbers that fit 32 bits.")
        array = whole.astype(dtype)
    array.flags.writeable = False
    return array


def optional_base(annotation: Any) -> tuple[Any, bool]:
    """Return the type behind `X | None` and whether None is allowed."""
    if get_origin(annotation) in (Union, UnionType):
        kinds = [a for a in get_args(annotation) if a is not NoneType]
        if len(kinds) < len(get_args(annotation)) and len(kinds) == 1:
            return kinds[0], True
    return annotation, False


def split_annotation(annotation: Any) -> tuple[Any, list[Any], bool]:
    """Return (base type, annotation markers, may be None) of a declared field."""
    base, optional = optional_base(annotation)
    markers: list[Any] = []
    while get_origin(base) is Annotated:
        inner, *extra = get_args(base)
        markers += extra
        base, inner_optional = optional_base(inner)
        optional = optional or inner_optional
    return base, markers, optional


def rule_of(markers: list[Any]) -> Rule:
    """Return the rule among annotation markers, or one without limits."""
    return next((m for m in markers if isinstance(m, Rule)), Rule())


@cache
def declared(cls: type) -> list[tuple[str, Any, tuple[Any, ...], bool]]:
    """Return (name, base type, markers, may be None) for the checkable fields of a dataclass."""
    found = []
    for field in fields(cls):
        base, markers, optional = split_annotation(field.type)
        found.append((field.name, base, tuple(markers), optional))
    return found


def whole_number(who: str, field: str, value: object, rule: Rule = Rule()) -> int:
    """Return `value` as a whole number within the rule, or raise."""
    if type(value) is int and rule.allows(value):
        return value
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise ModelError(f"{who}: {field} must be a whole number, got {shown(value)}.")
    if not rule.allows(int(value)):
        raise ModelError(f"{who}: {field} must be {rule.requirement()}, got {shown(value)}.")
    return int(value)


def flag(who: str, field: str, value: object, rule: Rule = Rule()) -> bool:
    """Return `value` as true or false, or raise."""
    if not isinstance(value, bool | np.bool_):
        raise ModelError(f"{who}: {field} must be true or false, got {shown(value)}.")
    return bool(value)


def text(who: str, field: str, value: object, rule: Rule = Rule()) -> str:
    """Return `value` if it is a text that can be written to a file, or raise."""
    if not isinstance(value, str):
        raise ModelError(f"{who}: {field} must be text, got {shown(value)}.")
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ModelError(f"{who}: {field} must be text, but {shown(value)} holds half a character (a lone surrogate).")
    return value


def _choice(who: str, field: str, value: object, choices: tuple[Any, ...]) -> Any:
    if not isinstance(value, str | numbers.Integral) or value not in choices:
        listed = ", ".join(repr(choice) for choice in choices)
        raise ModelError(f"{who}: {field} must be one of {listed}, got {shown(value)}.")
    return value


def _quaternion(who: str, field: str, value: object, rule: Rule) -> Quat:
    return unit_quaternion(who, field, value)


_CONVERTERS: dict[Any, Callable[[str, str, Any, Rule], Any]] = {
    float: real_number,
    int: whole_number,
    bool: flag,
    str: text,
    Vec3: vector,
    Quat: _quaternion,
}


Check = Callable[[str, Any], Any]


def _check_of(name: str, base: Any, markers: tuple[Any, ...]) -> Check | None:
    """Return the check (who, value) → value for a field's type and rule; None for undeclared types."""
    columns = next((m.count for m in markers if isinstance(m, Columns)), None)
    if columns is not None:
        dtype = np.int32 if base is IntArray else np.float64
        return lambda who, value: rows(who, name, value, columns, dtype)
    if get_origin(base) is Literal:
        return lambda who, value: _choice(who, name, value, get_args(base))
    converter, rule = _CONVERTERS.get(base), rule_of(list(markers))
    if converter is not None:
        return lambda who, value: converter(who, name, value, rule)
    if get_origin(base) is Callable:
        return lambda who, value: _function(who, name, value)
    if get_origin(base) is tuple and get_args(base)[1:] == (Ellipsis,):
        each = _check_each(get_args(base)[0], rule)
        return None if each is None else lambda who, value: _several(who, name, value, each)
    kinds = _classes(base)
    return (lambda who, value: _one_of(who, name, value, kinds)) if kinds else None


def _check_each(base: Any, rule: Rule) -> Callable[[str, str, Any], Any] | None:
    """Return the function (who, field, value) → value for each of several values."""
    converter, kinds = _CONVERTERS.get(base), _classes(base)
    if converter is not None:
        return lambda who, field, value: converter(who, field, value, rule)
    return (lambda who, field, value: _one_of(who, field, value, kinds)) if kinds else None


def _classes(base: Any) -> tuple[type, ...]:
    """Return the classes of which a value must be an instance; empty if the annotation is more specific."""
    kinds = get_args(base) if get_origin(base) in (Union, UnionType) else (base,)
    plain = all(isinstance(kind, type) and kind not in (Any, object) and not get_args(kind) for kind in kinds)
    return kinds if plain and not any(getattr(kind, "_is_protocol", False) for kind in kinds) else ()


def _one_of(who: str, field: str, value: object, kinds: tuple[type, ...]) -> Any:
    if not isinstance(value, kinds):
        listed = " or ".join(kind.__name__ for kind in kinds)
        raise ModelError(f"{who}: {field} must be a {listed}, got {shown(value)}.")
    return value


def listed(who: str, field: str, value: Any) -> tuple[Any, ...]:
    """Return an iterable as a tuple, or raise."""
    try:
        return tuple(value)
    except TypeError:
        raise ModelError(f"{who}: {field} must be a list, got {shown(value)}.") from None


def _several(who: str, field: str, value: object, check: Callable[[str, str, Any], Any]) -> tuple[Any, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise ModelError(f"{who}: {field} must be a list, got {shown(value)}.")
    return tuple(check(who, f"{field}[{i}]", item) for i, item in enumerate(value))


def _function(who: str, field: str, value: object) -> Any:
    if not callable(value):
        raise ModelError(f"{who}: {field} must be a Python function, got {shown(value)}.")
    return value


#: Stands for a default that no value is.
_NO_DEFAULT = object()


@cache
def _checks(cls: type) -> list[tuple[str, Check, object]]:
    """Return (field, check, value known to be valid) for the fields of a dataclass with a check."""
    found = []
    defaults = {field.name: field.default for field in fields(cls)}
    for name, base, markers, optional in declared(cls):
        check = _check_of(name, base, markers)
        if check is not None:
            found.append((name, check, None if optional else _checked_default(check, defaults[name])))
    return found


def _checked_default(check: Check, default: object) -> object:
    """Return a default that its check does not change, so that it need not be checked for each body."""
    try:
        return default if check("", default) is default else _NO_DEFAULT
    except ModelError:
        return _NO_DEFAULT


def check_fields(owner: object) -> None:
    """Convert and check every declared field of a dataclass instance, in place."""
    who = label(owner)
    for name, check, checked_already in _checks(cast(Any, type(owner))):
        value = getattr(owner, name)
        if value is not checked_already:
            checked = check(who, value)
            if checked is not value:
                object.__setattr__(owner, name, checked)
