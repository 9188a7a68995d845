"""Narrow phase of scenes that hold boxes and half-spaces only: the same contacts, a fraction of the compiling time."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.narrow.box_box import box_box_manifold
from rigida.collision.narrow.box_half_space import box_half_space_manifold
from rigida.collision.shapes.convex import KIND, ConvexTable
from rigida.geometry.core import BOX, HALF_SPACE
from rigida.jit.decorators import kernel, whole
from rigida.math.quaternion import rotate


def boxes_only(table: ConvexTable, rows: IntArray) -> bool:
    """Tell whether all geometries of `rows` are boxes or half-spaces."""
    return bool(np.isin(table.header[rows, KIND], (BOX, HALF_SPACE)).all())


@kernel
def box_pairs(
    first: int,
    last: int,
    pairs: IntArray,
    geometry: IntArray,
    position: FloatArray,
    attitude: FloatArray,
    header: IntArray,
    half: FloatArray,
    margin: FloatArray,
    count: IntArray,
    normal: FloatArray,
    point: FloatArray,
    separation: FloatArray,
    feature: IntArray,
    scratch: FloatArray,
) -> None:
    """Fill the manifolds, of at most four points, of pairs (m, 2) of instances from `first` to `last`.

    Results are those of `narrow_phase`.

    half (s, 3): half extents of each instance, for a half-space its normal in the instance's frame. scratch
    (SCRATCH_SIZE,): where polygons are clipped.
    """
    for m in range(first, last):
        a, b = whole(pairs[m, 0]), whole(pairs[m, 1])
        plane_a, plane_b = header[geometry[a], KIND] == HALF_SPACE, header[geometry[b], KIND] == HALF_SPACE
        if not (plane_a or plane_b):
            count[m], normal[m, 0], normal[m, 1], normal[m, 2] = box_box_manifold(
                a, b, half, position, attitude, margin[m], 4, scratch, m, point, separation, feature
            )
            continue
        count[m] = 0
        if plane_a and plane_b:
            continue
        plane, box, sign = (a, b, 1.0) if plane_a else (b, a, -1.0)
        nx, ny, nz = rotate(
            attitude[plane, 0],
            attitude[plane, 1],
            attitude[plane, 2],
            attitude[plane, 3],
            half[plane, 0],
            half[plane, 1],
            half[plane, 2],
        )
        count[m] = box_half_space_manifold(
            plane, box, nx, ny, nz, half, position, attitude, margin[m], m, point, separation, feature
        )
        normal[m, 0], normal[m, 1], normal[m, 2] = sign * nx, sign * ny, sign * nz
