"""Key frames of a body's motion: all frames, or as few as keep a stated error.

Between keys positions run straight and orientations along the shorter arc, as animation players do. Starting from the
first and last frame, the frame that is furthest off becomes a key until none is off by more than the tolerance.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.math.quaternion import interpolate_array


def continuous(orientation: FloatArray) -> FloatArray:
    """Return quaternions (f, 4) with continuous signs, as players expect."""
    turned = np.sum(orientation[1:] * orientation[:-1], axis=1) < 0.0
    sign = np.cumprod(np.concatenate([[1.0], np.where(turned, -1.0, 1.0)]))
    return np.asarray(orientation * sign[:, None])


def key_frames(
    times: FloatArray, position: FloatArray, orientation: FloatArray, tolerance: float | None
) -> NDArray[np.int64]:
    """Return the rows of the key frames of one body; all of them when no tolerance [m and rad] is given."""
    frames = len(times)
    if tolerance is None or frames <= 2:
        return np.arange(frames)
    keys, open_spans = {0, frames - 1}, [(0, frames - 1)]
    while open_spans:
        first, last = open_spans.pop()
        if last - first < 2:
            continue
        inner = np.arange(first + 1, last)
        error = _errors(times, position, orientation, first, last, inner)
        worst = int(np.argmax(error))
        if error[worst] > tolerance:
            middle = int(inner[worst])
            keys.add(middle)
            open_spans += [(first, middle), (middle, last)]
    return np.array(sorted(keys))


def _errors(
    times: FloatArray, position: FloatArray, orientation: FloatArray, first: int, last: int, inner: NDArray[np.int64]
) -> FloatArray:
    """Return the error of each inner frame against the motion between two keys: the larger of meters and radians."""
    f = (times[inner] - times[first]) / (times[last] - times[first])
    straight = (1.0 - f)[:, None] * position[first] + f[:, None] * position[last]
    away = np.linalg.norm(position[inner] - straight, axis=1)
    arc = interpolate_array(np.tile(orientation[first], (len(f), 1)), np.tile(orientation[last], (len(f), 1)), f)
    chord = np.minimum(
        np.linalg.norm(arc - orientation[inner], axis=1), np.linalg.norm(arc + orientation[inner], axis=1)
    )
    return np.maximum(away, 4.0 * np.arcsin(np.minimum(0.5 * chord, math.sin(0.25 * math.pi))))
