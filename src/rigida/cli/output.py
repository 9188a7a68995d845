"""Output of the command line: results on stdout, notes and errors on stderr, JSON as exactly one object."""

import json
import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else there.")]

#: Width of tables that are not shown on a terminal [characters].
_PIPE_WIDTH = 160


def print_json(value: dict[str, Any]) -> None:
    """Print `value` as one JSON object on stdout; NaN and infinity become null."""
    typer.echo(json.dumps(_finite(value), indent=2, ensure_ascii=False))


def print_note(text: str) -> None:
    """Print a note that is not part of the result."""
    typer.echo(text, err=True)


def print_error(error: BaseException) -> None:
    """Print an error on stderr: one line, or one per problem of a scene."""
    typer.echo(f"error: {error}", err=True)


def console(stderr: bool = False) -> "Console":
    """Return a rich console for tables and progress that takes brackets (units!) literally."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made.width = _PIPE_WIDTH
    return made


def print_table(heads: list[str], rows: list[list[str]], numeric: set[str] | None = None) -> None:
    """Print a table on stdout; the columns in `numeric` are aligned to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right" if numeric and head in numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def vector_text(values: Any) -> str:
    """Return a vector as short text, e.g. "(0, 0.5, 1)"."""
    return "(" + ", ".join(f"{float(value):.6g}" for value in values) + ")"


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value
