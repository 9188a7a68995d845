"""Text of objects: counted words, and small tables for notebooks. Nothing here prints a long array."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, get_args

#: Longest array, and longest text of a field, that a notebook shows.
_NUMBERS, _CHARACTERS = 9, 120
#: Characters with which formulas of spreadsheets begin.
_FORMULA = "=+-@\t\r"


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, in the plural unless it is one."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def text_cell(cell: object) -> object:
    """Return a cell of a CSV file; text that a spreadsheet would take for a formula is quoted by an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in _FORMULA and cell[:1] else cell


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table for a notebook; a heading row is left out when all heads are empty."""
    from html import escape

    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = ["<tr>" + "".join(f"<td>{escape(_shown(cell))}</td>" for cell in row) + "</tr>" for row in rows]
    top = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{top}{f'<tr>{head}</tr>' if any(heads) else ''}{''.join(lines)}</table>"


def _shown(cell: object) -> str:
    return f"{cell:.6g}" if isinstance(cell, float) else str(cell)


class FieldTable:
    """Base of classes that notebooks show as a table of their fields, or as their text if they declare none."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from html import escape

        shown: Any = self
        if not is_dataclass(shown):
            return f"<code>{escape(repr(shown))}</code>"
        listed = [field for field in fields(shown) if not field.name.startswith("_")]
        rows = [(field.name, _value_text(getattr(shown, field.name)), _unit(field.type)) for field in listed]
        return html_table(["", "", ""], rows, type(self).__name__)


def _value_text(value: Any) -> str:
    """Return a value as short text: long arrays by their shape, members of a scene by their names."""
    if getattr(value, "size", 0) and len(shape := getattr(value, "shape", ())) and value.size > _NUMBERS:
        return f"array {shape}"
    if isinstance(name := getattr(value, "name", None), str):
        return f"{type(value).__name__} '{name}'"
    text = _shown(value) if isinstance(value, float) else repr(value)
    return text if len(text) <= _CHARACTERS else f"{text[: _CHARACTERS - 1]}…"


def _unit(annotation: Any) -> str:
    """Return the unit among the markers of a declared field's annotation."""
    parts = get_args(annotation)
    units = (getattr(part, "unit", None) or _unit(part) for part in parts)
    return next((unit for unit in units if isinstance(unit, str) and unit), "")
