"""Tones of wood and ground over a plane: the patterns of pictures, for formats that have textures but no formulas.

Both patterns depend on two linear functions (s, t) of the place in the body frame alone, so that an image mapped along
them shows them without seams on any surface:

    wood    s = (y + 0.35 z)/w, t = x/w with the body's radius in w; the rings wave along x
    ground  s, t along the axes of the checker, 1 across two fields

Images repeat at whole numbers of s and t. Their first pixel is at s = t = 0, and their rows follow along t, as in glTF.
The formulas are those of `render/body.py` and `render/ground.py`.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.fields import Vec3

#: Inclination of the rings of wood to the body's second axis, and waves of the rings along the first.
_INCLINED, _WAVE, _WAVES = 0.35, 0.06, 0.9
#: Phase by which rings of wood are further apart here and nearer there.
_UNEVEN = 1.3
#: Radii of the body across an image of wood; no place of a body is more than one inclined radius from its middle.
_GRAIN_WIDTH = 2.2
#: Pixels of an image of wood along t and s.
_GRAIN_SIZE = (128, 512)


def grain_axes(radius: float) -> FloatArray:
    """Return the gradients (2, 3) of s and t of wood [1/m] for a body of a radius [m]."""
    return np.array([(0.0, 1.0, _INCLINED), (1.0, 0.0, 0.0)]) / (_GRAIN_WIDTH * max(radius, 1e-9))


def grain() -> FloatArray:
    """Return the part of light (h, w) that wood sends back."""
    s, t = _places(_GRAIN_SIZE)
    bent = _GRAIN_WIDTH * s + _WAVE * np.sin(_WAVES * _GRAIN_WIDTH * t)
    return 0.5 + 0.5 * np.sin(APPEARANCE.rings * bent + _UNEVEN * np.sin(2.0 * bent))


def checker_axes(normal: Vec3, cell: float) -> FloatArray:
    """Return the gradients (2, 3) of s and t [1/m] on a ground with a unit normal and fields of a width [m]."""
    n = np.array(normal)
    right = np.cross(n, np.eye(3)[int(np.argmin(np.abs(n)))])
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(right, n)]) / (2.0 * cell)


def checker(size: int) -> FloatArray:
    """Return the part of light (size, size) that two by two fields of a ground and their lines send back."""
    # Fields are ±1, lines cover each pixel in part; both are means over the pixel.
    u, half, share = (np.arange(size) + 0.5) * 2.0 / size, 1.0 / size, APPEARANCE.line_share
    field = np.where(u < 1.0, 1.0, -1.0)
    start, end = u - half + 0.5 * share, u + half + 0.5 * share
    line = (_covered(end, share) - _covered(start, share)) / (end - start)
    free = np.outer(1.0 - line, 1.0 - line)
    dark = 0.5 + 0.5 * np.outer(field, field)
    return (1.0 - APPEARANCE.line_dark * (1.0 - free)) * (1.0 - APPEARANCE.field_dark * dark)


def _covered(place: FloatArray, share: float) -> FloatArray:
    """Return the integral up to `place` of lines that cover the first `share` of every unit."""
    whole = np.floor(place)
    return np.asarray(share * whole + np.minimum(place - whole, share))


def _places(size: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Return s and t (h, w) in −½…½ of the pixels of an image."""
    rows, columns = ((np.arange(count) + 0.5) / count for count in size)
    s, t = np.meshgrid(columns, rows)
    return s - np.round(s), t - np.round(t)
