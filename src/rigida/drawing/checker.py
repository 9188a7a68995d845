"""A ground with the fields of its checker and its haze, where only triangles can be shown.

Around what is seen it has the fields of pictures; beyond them, up to the horizon, rings of the fields' mean tone, each
nearer to the color of the sky than the one before.
"""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.geometry import Geometry
from rigida.drawing.material import HAZE_RINGS, Tone, haze_tone
from rigida.fields import Vec3

#: Fields across a block; blocks with a place in or beside them have fields, others the mean tone.
_BLOCK = 16
#: Blocks around a place that have fields too, and most of them in all: then fields are larger than in pictures.
_AROUND, _MOST_BLOCKS = 3, 160


def checkered_ground(
    normal: Vec3, places: FloatArray, cell: float, sight: float, far: float
) -> tuple[Geometry, dict[Tone, NDArray[np.int64]]]:
    """Return a ground through the origin, and the rows of the triangles that have each tone.

    Args:
        normal: Unit normal (3,).
        places: What is seen above it (k, 3) [m].
        cell: Width of a field [m].
        sight: From the eye to what is seen [m].
        far: How far the ground reaches [m].
    """
    n = np.array(normal)
    # The axes of the pattern are those of pictures (`render/renderer.py`).
    right = np.cross(n, np.eye(3)[int(np.argmin(np.abs(n)))])
    right /= np.linalg.norm(right)
    up = np.cross(right, n)
    flat = places @ np.column_stack([right, up])
    while len(blocks := _blocks_around(flat, _BLOCK * cell)) > _MOST_BLOCKS:
        cell *= 2.0
    fields = (blocks[:, None] * _BLOCK + _square(_BLOCK)).reshape(-1, 2)
    low, high = blocks.min(axis=0), blocks.max(axis=0) + 1
    others = _BLOCK * (low + np.argwhere(~_mask(blocks, low, high)))
    # In widths of a field, so that corners of neighbors are equal.
    rings, distance = _rings(_BLOCK * low, _BLOCK * high, far / cell)
    quads = np.concatenate([_corners(fields, 1), _corners(others, _BLOCK), rings])
    corners, rows = np.unique(quads.reshape(-1, 2), axis=0, return_inverse=True)
    vertices = cell * (corners[:, :1] * right + corners[:, 1:] * up)
    # right × up = −n: seen from outside, up comes before right.
    triangles = rows.reshape(-1, 4)[:, [0, 3, 2, 0, 2, 1]].reshape(-1, 3).astype(np.int32)
    distance = distance * cell
    haze = distance * distance / (distance * distance + (APPEARANCE.haze * sight) ** 2)
    tones: list[Tone] = ["dark" if odd else "plain" for odd in fields.sum(axis=1) % 2 == 0]
    tones += ["mean"] * len(others) + [haze_tone(part) for part in haze.tolist()]
    each = np.repeat(np.array(tones), 2)
    return Geometry(vertices, triangles), {
        tone: np.flatnonzero(each == tone) for tone in dict.fromkeys(("plain", *tones))
    }


def _blocks_around(flat: FloatArray, width: float) -> NDArray[np.int64]:
    """Return the blocks (b, 2) in which, or near to which, there is one of the places (k, 2) [m]."""
    own = np.unique(np.floor(flat / width).astype(np.int64), axis=0)
    return np.unique((own[:, None] + _square(2 * _AROUND + 1) - _AROUND).reshape(-1, 2), axis=0)


def _square(count: int) -> NDArray[np.int64]:
    """Return the pairs (count², 2) of whole numbers from 0 to count − 1."""
    return np.stack(np.meshgrid(np.arange(count), np.arange(count), indexing="ij"), axis=2).reshape(-1, 2)


def _mask(blocks: NDArray[np.int64], low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.bool_]:
    found = np.zeros(high - low, dtype=bool)
    found[tuple((blocks - low).T)] = True
    return found


def _corners(start: NDArray[np.int64], width: int) -> FloatArray:
    """Return the corners (q, 4, 2), counter-clockwise, of squares from their first ones (q, 2)."""
    return np.asarray(start[:, None] + width * np.array([(0, 0), (1, 0), (1, 1), (0, 1)]), dtype=np.float64)


def _rings(low: NDArray[np.int64], high: NDArray[np.int64], far: float) -> tuple[FloatArray, FloatArray]:
    """Return the quads (4 r, 4, 2) of rings around a rectangle, and how far their middles are away from it (4 r,)."""
    size = float(np.max(high - low)) / 2.0
    distances = np.concatenate([[0.0], np.geomspace(0.5 * size, max(far, size), HAZE_RINGS)])
    quads, away = list[FloatArray](), list[float]()
    for inner, outer in itertools.pairwise(distances.tolist()):
        a, b = (
            np.array([(low[0] - r, low[1] - r), (high[0] + r, low[1] - r), high + r, (low[0] - r, high[1] + r)])
            for r in (inner, outer)
        )
        quads += [np.array([b[k], b[(k + 1) % 4], a[(k + 1) % 4], a[k]]) for k in range(4)]
        away += [size + math.sqrt(inner * outer) if inner else size + 0.5 * outer] * 4
    return np.array(quads), np.array(away)
