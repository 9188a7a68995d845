"""Poses that users give to queries: checked, made unit, and brought to equal length.

A pose is (position, orientation): where a shape's own origin lies in the world [m], and the quaternion (w, x, y, z)
that turns its axes into the world's.
"""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import SMALLEST_NORM, UNIT_ROUNDING, Rule, depth, rows, shown, unit_quaternion, vector
from rigida.fields import unit_vector as unit

Pose = tuple[ArrayLike, ArrayLike]


def checked_pose(who: str, field: str, pose: object) -> tuple[FloatArray, FloatArray]:
    """Return position (3,) and unit orientation (4,) of a pose, or raise."""
    if not isinstance(pose, Sequence) or isinstance(pose, str) or len(pose) != 2:
        raise ModelError(
            f"{who}: {field} must be (position, orientation), got {shown(pose)}. Give ((x, y, z), (w, x, y, z))."
        )
    position = vector(who, f"{field} position", pose[0])
    orientation = unit_quaternion(who, f"{field} orientation", pose[1])
    return np.array(position), np.array(orientation)


def _table(who: str, field: str, value: ArrayLike, columns: int) -> FloatArray:
    """Return one row or many as a writable array (n, columns)."""
    single = depth(value) == 1
    return np.array(rows(who, field, cast(Any, [value]) if single else value, columns))


def checked_positions(who: str, field: str, value: ArrayLike) -> FloatArray:
    """Return one point or many as an array (n, 3), or raise."""
    return _table(who, field, value, 3)


def checked_orientations(who: str, field: str, value: ArrayLike) -> FloatArray:
    """Return one quaternion or many as an array (n, 4) of unit quaternions, or raise."""
    q = _table(who, field, value, 4)
    norms = np.linalg.norm(q, axis=1)
    if len(q) and norms.min() < SMALLEST_NORM:
        raise ModelError(
            f"{who}: {field} must be non-zero quaternions (w, x, y, z), but row {int(np.argmin(norms))} is zero. "
            "Use (1, 0, 0, 0) for no rotation."
        )
    # One that is unit already keeps its bits.
    norms[np.abs(norms - 1.0) <= UNIT_ROUNDING] = 1.0
    return q / norms[:, None]


def stretched(who: str, **arrays: FloatArray) -> list[FloatArray]:
    """Return the arrays at one common length; those of a single row are repeated."""
    lengths = {name: len(array) for name, array in arrays.items()}
    count = next((n for n in lengths.values() if n != 1), 1)
    for name, length in lengths.items():
        if length not in (1, count):
            longest = next(other for other, n in lengths.items() if n == count)
            raise ModelError(
                f"{who}: {name} has {length} rows but {longest} has {count}. Give equally many rows, or one."
            )
    return [np.ascontiguousarray(np.broadcast_to(a, (count, *a.shape[1:]))) for a in arrays.values()]


def checked_direction(who: str, field: str, value: object) -> FloatArray:
    """Return a non-zero vector at length 1 (3,), or raise."""
    x, y, z = vector(who, field, value, Rule(nonzero=True, text="Give where to look."))
    return np.array(unit((x, y, z)))
