"""The table of many runs: one row per run in the order of their numbers, columns with units, files for other tools.

Columns are the run's number, the varied values, the metrics, then status, error, seed and wall time. All of it but the
wall time is the same whichever executor made it, in whatever order.
"""

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rigida.atomic_file import replaced, with_ending
from rigida.errors import UsageError
from rigida.registry import nearest
from rigida.runs.task import GOOD, Row
from rigida.shown import counted, html_table, text_cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WALL = "wall"
#: Rows of a table that a notebook shows.
SHOWN_ROWS = 20


@dataclass(frozen=True, eq=False)
class RunTable:
    """Columns by name, each (n,); `units` of those that have one; which of them were varied and which are metrics.

    Args:
        columns: Columns by name, each (n,).
        varied: Names of the columns that were varied.
        metrics: Names of the columns that were measured.
    """

    columns: dict[str, NDArray[Any]]
    units: dict[str, str] = field(default_factory=dict)
    varied: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self) -> str:
        failed = len(self) - int(self.good.sum()) if "status" in self.columns else 0
        ended = f", {failed} failed" if failed else ""
        over = f" over {', '.join(self.varied)}" if self.varied else ""
        return f"<RunTable: {counted(len(self), 'run')}{over}; measured: {', '.join(self.metrics) or 'nothing'}{ended}>"

    def __str__(self) -> str:
        """Return the table as text: varied values, metrics and status of the first runs."""
        names = [name for name in ("run", *self.varied, *self.metrics, "status") if name in self.columns]
        rows = [[self.head(name) for name in names]]
        rows += [[_cell(self.columns[name][k]) for name in names] for k in range(min(len(self), SHOWN_ROWS))]
        widths = [max(len(row[k]) for row in rows) for k in range(len(names))]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        more = len(self) - SHOWN_ROWS
        return "\n".join([*lines, *([f"… {counted(more, 'further run')}"] if more > 0 else [])])

    def _repr_html_(self) -> str:
        names = ["run", *self.varied, *self.metrics, "status"]
        shown = [name for name in names if name in self.columns]
        rows = list(zip(*(self.columns[name][:SHOWN_ROWS].tolist() for name in shown), strict=True))
        return html_table([self.head(name) for name in shown], rows, repr(self).strip("<>"))

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self.columns:
            known = ", ".join(self.columns)
            raise UsageError(f"The table has no column '{name}'.{nearest(name, self.columns)} It has: {known}.")
        return self.columns[name]

    def row(self, run: int) -> dict[str, Any]:
        """Return the row of one run by column.

        Args:
            run: Number of the run.
        """
        return {name: column[run] for name, column in self.columns.items()}

    @property
    def good(self) -> NDArray[np.bool_]:
        """Which runs ended well (n,)."""
        return np.asarray(self.columns["status"] == GOOD)

    def head(self, name: str) -> str:
        """Return a column's name with its unit.

        Args:
            name: Column.
        """
        unit = self.units.get(name, "")
        return f"{name} [{unit}]" if unit else name

    def same(self, other: "RunTable") -> bool:
        """Return whether two tables agree to the bit in everything but the wall times.

        Args:
            other: Another table.
        """
        if list(self.columns) != list(other.columns) or len(self) != len(other):
            return False
        own, others = ([c.tolist() for n, c in table.columns.items() if n != WALL] for table in (self, other))
        return repr(own) == repr(others)

    def write(self, folder: str | Path) -> Path:
        """Write sweep.parquet into a folder, or sweep.csv without pyarrow, and return its path.

        Args:
            folder: Folder for the file.
        """
        try:
            return self.to_parquet(Path(folder) / "sweep.parquet")
        except UsageError:
            return self.to_csv(Path(folder) / "sweep.csv")

    def to_csv(self, path: str | Path) -> Path:
        """Write the table with all digits, units in the heads, and return its path.

        Args:
            path: File to write.
        """
        path = with_ending(path, ".csv")
        with replaced(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([text_cell(self.head(name)) for name in self.columns])
            rows = zip(*(column.tolist() for column in self.columns.values()), strict=True)
            writer.writerows([text_cell(cell) for cell in row] for row in rows)
        return path

    def to_parquet(self, path: str | Path) -> Path:
        """Write the table as Parquet and return its path; needs pyarrow.

        Args:
            path: File to write.
        """
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise UsageError(
                "Parquet files need pyarrow. Install it with `pip install pyarrow`, or use to_csv."
            ) from None
        path = with_ending(path, ".parquet")
        table = pyarrow.table({self.head(name): column.tolist() for name, column in self.columns.items()})
        with replaced(path) as temporary:
            pyarrow.parquet.write_table(table, temporary)
        return path

    def to_dataframe(self) -> Any:
        """Return the table as a pandas DataFrame; needs pandas."""
        try:
            import pandas
        except ImportError:
            raise UsageError("Data frames need pandas. Install it with `pip install pandas`, or use to_csv.") from None
        return pandas.DataFrame(self.columns)

    def plot(
        self, path: str | Path | None = None, y: str | None = None, x: str | None = None, color: str | None = None
    ) -> Any:
        """Draw a curve, heat map or scatter of columns to a picture and return its path, or return the figure.

        Args:
            path: Picture to write.
            y: Column on the vertical axis.
            x: Column on the horizontal axis.
            color: Column that colors the curves.
        """
        from rigida.recording.figure import written_or_shown

        return written_or_shown(self.figure(y, x, color), path)

    def figure(self, y: str | None = None, x: str | None = None, color: str | None = None) -> "Figure":
        """Return the picture of `plot` as a matplotlib figure.

        Args:
            y: Column on the vertical axis; default the first metric.
            x: Column on the horizontal axis; default the first varied one.
            color: Column that colors the curves.
        """
        from rigida.runs.plots import draw_table

        return draw_table(self, y, x, color)


class TableBuilder:
    """Builder of a table from rows, stored as arrays of numbers."""

    def __init__(self, count: int, metric_names: Sequence[str]) -> None:
        self.count = count
        self._metric_names = list(metric_names)
        self._numbers: dict[str, NDArray[np.float64]] = {}
        self._wall = np.full(count, math.nan)
        self._status: list[str] = [""] * count
        self._errors: dict[int, str] = {}
        self.done = 0
        self.failed = 0

    def add(self, row: Row) -> None:
        """Add a row."""
        for name, value in row.columns.items():
            if name not in self._numbers:
                self._numbers[name] = np.full(self.count, math.nan)
            self._numbers[name][row.number] = value
        self._wall[row.number] = row.wall
        self._status[row.number] = row.status
        if row.error:
            self._errors[row.number] = row.error
        self.done += 1
        self.failed += row.status != GOOD

    def missing(self) -> Iterable[int]:
        """Return the numbers of the runs that have no row yet."""
        return (run for run, status in enumerate(self._status) if not status)

    def first_error(self) -> str:
        """Return the reason of the first run that failed."""
        return f"run {min(self._errors)}: {self._errors[min(self._errors)]}" if self._errors else ""

    def table(self, varied: dict[str, list[Any]], seeds: Sequence[int], units: dict[str, str]) -> RunTable:
        """Return the table of the rows so far, in the order of their numbers."""
        kept = [run for run, status in enumerate(self._status) if status]
        # The order in which rows came may have decided the order of columns; their names must.
        names = sorted(self._numbers, key=lambda name: (self._metric_of(name), name))
        metrics = tuple(names)
        columns: dict[str, NDArray[Any]] = {"run": np.array(kept, dtype=np.int64)}
        columns |= {name: _column([values[run] for run in kept]) for name, values in varied.items()}
        columns |= {name: self._numbers[name][kept] for name in names}
        columns["status"] = np.array([self._status[run] for run in kept], dtype=object)
        columns["error"] = np.array([self._errors.get(run, "") for run in kept], dtype=object)
        columns["seed"] = np.array([seeds[run] for run in kept], dtype=np.int64)
        columns[WALL] = self._wall[kept]
        owners = [*self._metric_names, ""]
        units = units | {name: units.get(owners[self._metric_of(name)], "") for name in names}
        return RunTable(columns, units | {WALL: "s"}, tuple(varied), metrics)

    def _metric_of(self, column: str) -> int:
        """Return the number of a column's metric; the number of metrics if it has none."""
        owners = (i for i, name in enumerate(self._metric_names) if column == name or column.startswith(f"{name}."))
        return next(owners, len(self._metric_names))


def columns_of(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    """Return varied values as columns; a vector takes a column for each component."""
    columns: dict[str, list[Any]] = {}
    for i, name in enumerate(names):
        values = [row[i] for row in rows]
        width = max((len(value) for value in values if isinstance(value, list | tuple)), default=0)
        if not width:
            columns[name] = values
        for k in range(width):
            columns[f"{name}[{k}]"] = [value[k] for value in values]
    return columns


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _column(values: list[Any]) -> NDArray[Any]:
    plain = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    if plain and all(isinstance(value, int) for value in values):
        return np.array(values, dtype=np.int64)
    return np.array(values, dtype=np.float64 if plain else object)
