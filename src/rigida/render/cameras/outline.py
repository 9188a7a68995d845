"""Extent of a motion, as points that a camera must show: corners of bodies, ends of pieces."""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing import Drawing, Geometry
from rigida.math.quaternion import rotate_array

#: Of more bodies than this only the bounding balls are looked at.
_MOST_BOXES = 250
#: A fixed body is shown whole if it is at most this many times as large as the motion.
_TOO_LARGE = 2.5


@dataclass(frozen=True, eq=False)
class Outline:
    """Balls around the visible bodies: centers (f, k, 3) and radii (k,) [m] at f moments; corners have radius 0."""

    centers: FloatArray
    radii: FloatArray

    @property
    def extent(self) -> float:
        """Longest side of the box around everything [m]."""
        low, high = self._low(), self._high()
        return float(np.max(high.max(axis=0) - low.min(axis=0), initial=0.0))

    @property
    def middles(self) -> FloatArray:
        """Middle of the box around everything at each moment (f, 3) [m]."""
        return np.asarray(0.5 * (self._low() + self._high()))

    @property
    def size(self) -> float:
        """Longest side of the box around everything at one moment, the largest of all [m]."""
        return float(np.max(self._high() - self._low(), initial=0.0))

    def _low(self) -> FloatArray:
        return np.asarray((self.centers - self.radii[:, None]).min(axis=1))

    def _high(self) -> FloatArray:
        return np.asarray((self.centers + self.radii[:, None]).max(axis=1))


def joined(*outlines: Outline) -> Outline:
    """Return everything of several outlines of the same moments."""
    return Outline(
        np.concatenate([outline.centers for outline in outlines], axis=1),
        np.concatenate([outline.radii for outline in outlines]),
    )


def outline_of(drawing: Drawing, rows: IntArray, position: FloatArray, orientation: FloatArray | None) -> Outline:
    """Return the outline of some bodies at position (f, n, 3) [m] and orientation (f, n, 4)."""
    if orientation is None or len(rows) > _MOST_BOXES:
        return Outline(position[:, rows], drawing.radii[rows])
    corners = [_corners(drawing.geometries[drawing.geometry_of[row]]) for row in rows]
    frames = len(position)
    places = [
        position[:, row, None] + _turned(orientation[:, row], corner) for row, corner in zip(rows, corners, strict=True)
    ]
    return Outline(np.concatenate([np.empty((frames, 0, 3)), *places], axis=1), np.zeros(8 * len(rows)))


def piece_outline(drawing: Drawing, position: FloatArray, orientation: FloatArray) -> Outline:
    """Return the outline of joint and spring pieces for bodies at position (f, n, 3) and orientation (f, n, 4)."""
    pieces = drawing.pieces.without({"aircraft", "terrain"})
    corners = np.array([_corners(piece.geometry) for piece in pieces]).reshape(-1, 8, 3)
    found = []
    for places, turns in zip(position, orientation, strict=True):
        poses = pieces.poses(places, turns)
        arms = (corners * poses.scale[:, None]).reshape(-1, 3)
        found.append(np.repeat(poses.position, 8, axis=0) + rotate_array(np.repeat(poses.orientation, 8, axis=0), arms))
    return Outline(np.array(found).reshape(len(position), -1, 3), np.zeros(8 * len(corners)))


def standing(drawing: Drawing, position: FloatArray, extent: float) -> IntArray:
    """Return the rows of static bodies to be included in a picture of a motion of `extent` [m]."""
    fixed = ~drawing.moving & (drawing.geometry_of >= 0)
    return np.flatnonzero(fixed & (2.0 * drawing.radii <= _TOO_LARGE * extent)).astype(np.int32)


def _corners(geometry: Geometry) -> FloatArray:
    """Return the corners (8, 3) of a surface's box."""
    ends = np.array([geometry.vertices.min(axis=0), geometry.vertices.max(axis=0)])
    return np.array([[ends[i, 0], ends[j, 1], ends[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def _turned(orientation: FloatArray, arms: FloatArray) -> FloatArray:
    """Return arms (k, 3) turned by every one of orientations (f, 4), as (f, k, 3)."""
    turns = np.repeat(orientation, len(arms), axis=0)
    return rotate_array(turns, np.tile(arms, (len(orientation), 1))).reshape(len(orientation), len(arms), 3)
