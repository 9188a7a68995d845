"""A plane polygon with its centroid and principal axes as a picture (Corrêa 2020, 3.4–3.8)."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rigida.geometry.polygon import polygon_properties
from rigida.recording.figure import AXIS_COLORS, new_figure, written_or_shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_polygon(vertices: ArrayLike, path: str | Path | None = None) -> "Path | Figure":
    """Draw a polygon, its corners by number, its centroid and its principal axes; return the file, or the figure.

    An axis is as long as the radius of gyration about the other one.

    Args:
        vertices: Corners in order (n, 2) [m], whichever way round.
        path: Picture to write, .png when its ending is missing; None returns the matplotlib figure.
    """
    found = polygon_properties(vertices)
    points = np.asarray(vertices, dtype=np.float64)
    i_x, i_y, i_xy = found.second_moments
    (cx, cy), area = found.centroid, found.area
    about = np.array([[i_y - area * cx * cx, i_xy - area * cx * cy], [i_xy - area * cx * cy, i_x - area * cy * cy]])
    spread, axes_of = np.linalg.eigh(about)
    figure, axes = new_figure(1, 6.0)
    axes.fill(*points.T, facecolor="tab:blue", alpha=0.2, edgecolor="tab:blue")
    for number, (x, y) in enumerate(points):
        axes.annotate(str(number), (x, y), textcoords="offset points", xytext=(4, 4), fontsize="small")
    for k in range(2):
        radius = math.sqrt(max(float(spread[k]), 0.0) / area)
        ends = found.centroid + radius * np.outer((-1.0, 1.0), axes_of[:, k])
        axes.plot(*ends.T, color=AXIS_COLORS[k], label=f"radius of gyration {radius:.4g} m")
    axes.plot(cx, cy, "ko", label=f"centroid ({cx:.4g}, {cy:.4g}) m")
    axes.set(xlabel="x [m]", ylabel="y [m]", title=f"area {area:.4g} m²", aspect="equal")
    axes.legend(fontsize="small")
    return written_or_shown(figure, path)
