"""Plots of tables of runs: curves, a heat map or a scatter plot, depending on the varied values.

Runs that did not end well are left out.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.recording.figure import new_figure
from rigida.runs.table import RunTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: More curves in one picture cannot be distinguished; a heat map needs so many steps each way.
_MOST_CURVES, _LEAST_CELLS = 12, 3


def draw_table(table: RunTable, y: str | None = None, x: str | None = None, color: str | None = None) -> "Figure":
    """Return a picture of one column over others.

    Args:
        table: The runs.
        y: What is shown; default the first metric.
        x: Over what; default what was varied: one value gives a curve, a grid of two a heat map, else a scatter.
        color: A third column, as the color of a scatter's points or as one curve for each of its values.
    """
    y = y or next(iter(table.metrics), None)
    if y is None:
        raise UsageError("The table has no metrics to draw. Make the sweep with --metric.")
    over = [name for name in (x, color) if name is not None] or [n for n in table.varied if _is_number(table, n)]
    over += [name for name in table.varied if name not in over and _is_number(table, name)][: 2 - len(over)]
    if not over:
        raise UsageError("Nothing that was varied is a number. Name a column for x.")
    columns = [_numbers(table, name) for name in (y, *over[:2])]
    kept = table.good & np.all([np.isfinite(column) for column in columns], axis=0)
    if not kept.any():
        raise UsageError(f"No run has a number for '{y}'. Look at the column 'error' of the table.")
    shown, *axes = (column[kept] for column in columns)
    figure, picture = new_figure()
    if len(axes) == 1:
        _curve(picture, axes[0], shown, None)
        _label(table, picture, over[0], y)
    elif x is None and color is None and (grid := _grid(axes)) is not None:
        mesh = _heat_map(picture, grid, axes, shown)
        figure.colorbar(mesh, ax=picture).set_label(table.head(y), parse_math=False)
        _label(table, picture, over[0], over[1])
    elif len(np.unique(axes[1])) <= _MOST_CURVES:
        for value in np.unique(axes[1]):
            own = axes[1] == value
            _curve(picture, axes[0][own], shown[own], f"{over[1]} = {value:.4g}")
        picture.legend(loc="best", fontsize="small")
        _label(table, picture, over[0], y)
    else:
        points = picture.scatter(axes[0], shown, c=axes[1], s=9, cmap="viridis")
        figure.colorbar(points, ax=picture).set_label(table.head(over[1]), parse_math=False)
        _label(table, picture, over[0], y)
    return figure


def _curve(picture: Any, x: FloatArray, y: FloatArray, label: str | None) -> None:
    order = np.argsort(x, kind="stable")
    single = len(np.unique(x)) == len(x)
    picture.plot(x[order], y[order], "o-" if single and len(x) <= 60 else "-" if single else ".", ms=3, label=label)


def _grid(axes: list[FloatArray]) -> tuple[FloatArray, FloatArray] | None:
    """Return the steps of two columns if the runs fill their whole grid once."""
    first, second = np.unique(axes[0]), np.unique(axes[1])
    pairs = {(a, b) for a, b in zip(*(column.tolist() for column in axes), strict=True)}
    full = len(pairs) == len(axes[0]) == len(first) * len(second) and min(len(first), len(second)) >= _LEAST_CELLS
    return (first, second) if full else None


def _heat_map(picture: Any, grid: tuple[FloatArray, FloatArray], axes: list[FloatArray], z: FloatArray) -> Any:
    first, second = grid
    cells = np.empty((len(second), len(first)))
    cells[np.searchsorted(second, axes[1]), np.searchsorted(first, axes[0])] = z
    picture.grid(False)
    return picture.pcolormesh(first, second, cells, shading="nearest", cmap="viridis")


def _label(table: RunTable, picture: Any, x: str, y: str) -> None:
    picture.set_xlabel(table.head(x), parse_math=False)
    picture.set_ylabel(table.head(y), parse_math=False)


def _is_number(table: RunTable, name: str) -> bool:
    return bool(np.issubdtype(table[name].dtype, np.number))


def _numbers(table: RunTable, name: str) -> FloatArray:
    if not _is_number(table, name):
        raise UsageError(f"The column '{name}' holds no numbers. Take another one.")
    return table[name].astype(np.float64)
