"""Text of objects: counted words, and small tables for notebooks. Nothing here prints a long array."""

from collections.abc import Iterable, Sequence

#: Characters with which formulas of spreadsheets begin.
_FORMULA = "=+-@\t\r"


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a number with its word, in the plural where it is not one."""
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
