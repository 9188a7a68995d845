"""Narrow phase of scenes that hold boxes and half-spaces only: the same contacts, a fraction of the compiling time."""

import numpy as np

from rigida.arrays import IntArray
from rigida.collision.arrays import ConvexTable, ManifoldUpdates, NarrowWork, PlacedShapes
from rigida.collision.narrow.box_box import box_box_manifold
from rigida.collision.narrow.box_half_space import box_half_space_manifold
from rigida.geometry.core import BOX, HALF_SPACE
from rigida.jit.decorators import kernel
from rigida.jit.records import as_array
from rigida.math.quat import rotated


def boxes_only(table: ConvexTable, rows: IntArray) -> bool:
    """Return whether all geometries of `rows` are boxes or half-spaces."""
    return bool(np.isin(as_array(table.core)["kind"][rows], (BOX, HALF_SPACE)).all())


@kernel
def box_pairs(
    first: int,
    last: int,
    limit: int,
    placed: PlacedShapes,
    shapes: ConvexTable,
    updates: ManifoldUpdates,
    work: NarrowWork,
) -> None:
    """Fill the manifolds of the pairs from `first` to `last`; results are those of `narrow_phase`.

    limit: how many points two boxes may have, 4 or 8.
    """
    for m in range(first, last):
        a, b, out = updates.shapes[m].i, updates.shapes[m].j, updates.manifold[m]
        plane_a = shapes.core[placed.geometry[a]].kind == HALF_SPACE
        plane_b = shapes.core[placed.geometry[b]].kind == HALF_SPACE
        if not (plane_a or plane_b):
            updates.count[m] = box_box_manifold(a, b, updates.margin[m], limit, placed, shapes, work.box[0], out)
            continue
        updates.count[m] = 0
        if plane_a and plane_b:
            continue
        plane, box, sign = (a, b, 1.0) if plane_a else (b, a, -1.0)
        n = rotated(placed.attitude[plane], shapes.core[placed.geometry[plane]].size)
        updates.count[m] = box_half_space_manifold(plane, box, n, updates.margin[m], placed, shapes, out)
        out.normal = sign * n
