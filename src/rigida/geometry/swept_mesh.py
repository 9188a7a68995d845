"""Meshes swept by an outline: revolved about an axis (rings, bowls, pots) or extruded along it (gears, brackets)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rigida.arrays import FlagArray, FloatArray
from rigida.errors import ModelError
from rigida.fields import Rule, real_number, rows, whole_number
from rigida.geometry.ears import cut_ears
from rigida.geometry.mesh import Mesh
from rigida.geometry.polygon import polygon_properties
from rigida.geometry.shape import Surface


def revolved_mesh(profile: ArrayLike, segments: int = 32) -> Mesh:
    """Return the solid that a closed profile sweeps about the z axis: a ring, a bowl, a bottle.

    Args:
        profile: Corners (n, 2) of a simple polygon (radius, z) [m], in either sense, with radii of at least zero;
            corners of radius zero lie on the axis.
        segments: Flat pieces around the axis, at least 3.
    """
    corners = _anticlockwise("revolved_mesh", profile)
    segments = whole_number("revolved_mesh", "segments", segments, Rule(at_least=3, at_most=100_000))
    if corners[:, 0].min() < 0.0:
        raise ModelError(
            f"revolved_mesh: every radius of the profile must be at least 0, got {corners[:, 0].min():g}. "
            "Keep the profile on one side of the axis."
        )
    angle = np.arange(segments) * (2.0 * np.pi / segments)
    radius, z = corners.T
    vertices = np.stack(
        [np.outer(np.cos(angle), radius), np.outer(np.sin(angle), radius), np.broadcast_to(z, (segments, len(z)))],
        axis=2,
    )
    row, column = (index.ravel() for index in np.indices((segments, len(z))))
    ahead, beside = (row + 1) % segments, (column + 1) % len(z)
    a, b = row * len(z) + column, ahead * len(z) + column
    c, d = ahead * len(z) + beside, row * len(z) + beside
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return Mesh(*_joined_on_axis(vertices.reshape(-1, 3), triangles, np.tile(radius == 0.0, segments), len(z)))


def _joined_on_axis(vertices: FloatArray, triangles: NDArray[np.int64], on_axis: FlagArray, columns: int) -> Surface:
    """Return a revolved surface in which corners on the axis are one vertex each and flat triangles are left out."""
    first = np.where(on_axis, np.arange(len(vertices)) % columns, np.arange(len(vertices)))
    joined = first[triangles]
    a, b, c = joined.T
    kept = joined[(a != b) & (b != c) & (c != a)]
    used, renumbered = np.unique(kept, return_inverse=True)
    return vertices[used], renumbered.reshape(kept.shape).astype(np.int32)


def extruded_mesh(outline: ArrayLike, height: float) -> Mesh:
    """Return the prism over a simple polygon (n, 2) [m] in the xy plane, from z = −height/2 to height/2.

    Args:
        outline: Corners (n, 2) [m].
        height: Extent along z [m].
    """
    corners = _anticlockwise("extruded_mesh", outline)
    height = real_number("extruded_mesh", "height", height, Rule("m", above=0.0))
    count = len(corners)
    cap = cut_ears(corners)
    level = np.full(count, 0.5 * height)
    vertices = np.concatenate([np.column_stack([corners, -level]), np.column_stack([corners, level])])
    here = np.arange(count)
    ahead = np.roll(here, -1)
    sides = [np.stack([here, ahead, ahead + count], axis=1), np.stack([here, ahead + count, here + count], axis=1)]
    return Mesh(vertices, np.concatenate([cap[:, ::-1], cap + count, *sides]))


def _anticlockwise(who: str, outline: ArrayLike) -> FloatArray:
    """Return the corners (n, 2) of a simple polygon, anticlockwise, or raise."""
    corners = rows(who, "outline", outline, 2)
    polygon_properties(corners)  # refuses polygons that are flat or cross themselves
    x, y = corners.T
    return corners if np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0.0 else corners[::-1].copy()
