"""Directions from which bodies hide each other least.

A body counts as hidden at a moment where the line from its center to a far eye meets the oriented box of another one.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing import Drawing
from rigida.math.quaternion import rotate_array

#: Turns about the vertical that are tried [deg], besides none.
_TURNS = (30.0, -30.0, 60.0, -60.0)
#: Another direction is taken where it hides less of the motion, by this part of all bodies and moments.
_GAIN = 0.15
#: Moments, bodies that are looked at and bodies that may hide them.
_MOMENTS, _SEEN, _HIDING = 12, 40, 80


def clearest_sight(
    toward: FloatArray, up: FloatArray, drawing: Drawing, rows: IntArray, position: FloatArray, orientation: FloatArray
) -> FloatArray:
    """Return the direction of view (3,), rotated about `up` if bodies would hide much of the motion of `rows`.

    position (f, n, 3) [m] and orientation (f, n, 4) are those of all bodies.
    """
    moments = np.unique(np.linspace(0, len(position) - 1, _MOMENTS).astype(np.int64))
    seen: IntArray = rows[np.unique(np.linspace(0, len(rows) - 1, _SEEN).astype(np.int64))]
    hiding = np.flatnonzero((drawing.geometry_of >= 0) & (np.array(drawing.finishes) != "glass"))
    largest: IntArray = hiding[np.argsort(-drawing.radii[hiding], kind="stable")[:_HIDING]].astype(np.int32)
    best, least = toward, _hidden_share(toward, drawing, seen, largest, position[moments], orientation[moments])
    for turn in _TURNS:
        if least < _GAIN:
            break
        other = _turned(toward, up, math.radians(turn))
        share = _hidden_share(other, drawing, seen, largest, position[moments], orientation[moments])
        if share < least - _GAIN:
            best, least = other, share
    return best


def _hidden_share(
    toward: FloatArray,
    drawing: Drawing,
    seen: IntArray,
    hiding: IntArray,
    position: FloatArray,
    orientation: FloatArray,
) -> float:
    """Return which part of the bodies `seen` is hidden by one of `hiding`, over all moments (f,)."""
    shapes = [drawing.geometries[drawing.geometry_of[row]].vertices for row in hiding]
    low, high = np.array([shape.min(axis=0) for shape in shapes]), np.array([shape.max(axis=0) for shape in shapes])
    found = 0.0
    for places, turns in zip(position, orientation, strict=True):
        # The line in the frame of each box: start (k, s, 3) and direction (k, 1, 3).
        back = turns[hiding] * np.array([1.0, -1.0, -1.0, -1.0])
        arms = places[seen][None] - places[hiding][:, None]
        start = rotate_array(np.repeat(back, len(seen), axis=0), arms.reshape(-1, 3)).reshape(arms.shape)
        along = rotate_array(back, np.broadcast_to(-toward, (len(back), 3)))[:, None]
        along = np.where(np.abs(along) < 1e-12, 1e-12, along)
        a, b = (low[:, None] - start) / along, (high[:, None] - start) / along
        enters, leaves = np.minimum(a, b).max(axis=2), np.maximum(a, b).min(axis=2)
        found += float(((enters > 0.0) & (leaves > enters)).any(axis=0).mean())  # not by a box around its center
    return found / len(position)


def _turned(toward: FloatArray, up: FloatArray, angle: float) -> FloatArray:
    """Return a direction turned about a unit axis (Rodrigues)."""
    across = np.cross(up, toward)
    return np.asarray(
        math.cos(angle) * toward + math.sin(angle) * across + (1.0 - math.cos(angle)) * float(up @ toward) * up
    )
