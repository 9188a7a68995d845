"""Figures without a display: made through matplotlib's Figure, written whole or not at all.

pyplot and its global state are never touched.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.atomic_file import replaced
from rigida.errors import UsageError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Colors of x, y, z.
AXIS_COLORS = ("tab:red", "tab:green", "tab:blue")


def new_figure(rows: int = 1, height: float | None = None, **options: Any) -> "tuple[Figure, Any]":
    """Return a figure and its `rows` axes, one above the other; options are those of `Figure.subplots`."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("Plots need matplotlib. Install it with `pip install matplotlib`.") from None
    height = height or (6.0 if rows > 1 else 4.5)
    figure = Figure(figsize=(8.0, height), dpi=120, layout="tight")
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, 1, **options)
    for each in np.ravel(axes):
        each.grid(alpha=0.3)
    return figure, axes


def written_or_shown(figure: "Figure", path: str | Path | None) -> "Path | Figure":
    """Write a figure and return its path, or return the figure if no path is given."""
    return figure if path is None else write_figure(figure, path)


def write_figure(figure: "Figure", path: str | Path) -> Path:
    """Write a figure (format by the ending, .png when missing) and return its path."""
    path = Path(path)
    if not path.suffix:
        path = path.with_name(path.name + ".png")
    picture_format = path.suffix[1:].lower()
    known = figure.canvas.get_supported_filetypes()
    if picture_format not in known:
        raise UsageError(f"Cannot draw '{path}': unknown picture ending. Use one of: {', '.join(sorted(known))}.")
    with replaced(path) as temporary:
        figure.savefig(temporary, format=picture_format)
    return path
