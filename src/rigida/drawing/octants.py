"""A surface cut along the planes of its frame, so that the pale octants of a marked body are triangles of their own."""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing.geometry import Geometry

#: Vertices nearer to a plane than this part of the surface's radius lie on it.
_ON_PLANE = 1e-9


def cut_octants(geometry: Geometry) -> tuple[Geometry, NDArray[np.bool_]]:
    """Return the surface cut along x = 0, y = 0 and z = 0, and which of its triangles have x·y·z > 0 (t,)."""
    near = _ON_PLANE * geometry.radius
    corners = geometry.vertices[geometry.triangles]
    for axis in range(3):
        corners = _cut(corners, axis, near)
    cells = np.round(corners.reshape(-1, 3) / max(near, 1e-300))
    _, first, which = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    triangles = which.reshape(-1, 3).astype(np.int32)
    cut = Geometry(corners.reshape(-1, 3)[first], triangles)
    return cut, np.prod(corners.mean(axis=1), axis=1) > 0.0


def _cut(corners: FloatArray, axis: int, near: float) -> FloatArray:
    """Return triangles (t, 3, 3), those that a coordinate plane crosses replaced by their parts on both sides."""
    height = np.where(np.abs(corners[..., axis]) > near, corners[..., axis], 0.0)
    corners = corners.copy()
    corners[..., axis] = height
    crossed = (height.min(axis=1) < 0.0) & (height.max(axis=1) > 0.0)
    # Turn each crossed triangle so that its first corner is alone on its side, or opposite to one on the plane.
    side = np.sign(height[crossed])
    single = np.argmax(side == -side.sum(axis=1)[:, None], axis=1)
    single_corner = np.where((side == 0.0).any(axis=1), np.argmax(side, axis=1), single)
    order = (single_corner[:, None] + np.arange(3)) % 3
    a, b, c = np.moveaxis(np.take_along_axis(corners[crossed], order[..., None], axis=1), 1, 0)
    ha, hb, hc = np.take_along_axis(height[crossed], order, axis=1).T
    ab, ac = _crossing(a, b, ha, hb, axis), _crossing(a, c, ha, hc, axis)
    parts = np.concatenate([np.stack(t, axis=1) for t in ((a, ab, ac), (ab, b, c), (ab, c, ac))])
    # A corner on the plane is its own crossing: the part between it and itself has no area.
    edges = parts - np.roll(parts, 1, axis=1)
    parts = parts[(np.abs(edges).max(axis=2) > near).all(axis=1)]
    return np.concatenate([corners[~crossed], parts])


def _crossing(a: FloatArray, b: FloatArray, ha: FloatArray, hb: FloatArray, axis: int) -> FloatArray:
    """Return the intersections of segments a–b (k, 3) of heights ha, hb (k,) with the plane; symmetric in a and b."""
    point = (a * hb[:, None] - b * ha[:, None]) / (hb - ha)[:, None]
    point[:, axis] = 0.0
    return point
