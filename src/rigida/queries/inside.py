"""Penetration depth of a concave mesh and another shape, for queries: the deepest sample of one surface in the other.

Nothing is remembered between questions.
"""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np

from rigida.arrays import FloatArray
from rigida.collision.arrays import PlacedShapes
from rigida.concave.arrays import ConcavePoint
from rigida.concave.memory import pair_memory
from rigida.concave.pairs import all_within, find_once
from rigida.concave.solids import SolidTable, solid_table
from rigida.errors import ModelError
from rigida.geometry import Compound, HalfSpace, Mesh
from rigida.geometry.shape import Shape
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of
from rigida.math.quaternion import multiply_array, rotate_array

_tables: "WeakKeyDictionary[Shape, WeakKeyDictionary[Shape, SolidTable]]" = WeakKeyDictionary()
#: Overlaps are looked for up to this gap [m]: a touch is found from the surfaces.
_TOUCH = 1e-12


def inside_rows(
    who: str,
    shapes: Sequence[object],
    place_a: FloatArray,
    turn_a: FloatArray,
    place_b: FloatArray,
    turn_b: FloatArray,
) -> FloatArray:
    """Return result rows (n, 10) of two shapes, one of them concave, at n pairs of poses; infinity if separate.

    Rows are as `collision.distance.separation` fills them.
    """
    shape_a, shape_b = shapes
    if not (isinstance(shape_a, Shape) and isinstance(shape_b, Shape)):
        raise ModelError(f"{who}: points are not measured against a concave Mesh. Give ConvexHull(points).")
    out = np.full((len(place_a), 10), np.inf)
    for part_a, at_a, by_a in _parts(shape_a):
        for part_b, at_b, by_b in _parts(shape_b):
            if not isinstance(part_a, Mesh) and not isinstance(part_b, Mesh):
                continue
            found = _deepest(
                part_a,
                part_b,
                place_a + rotate_array(turn_a, np.broadcast_to(at_a, place_a.shape)),
                multiply_array(turn_a, np.broadcast_to(by_a, turn_a.shape)),
                place_b + rotate_array(turn_b, np.broadcast_to(at_b, place_b.shape)),
                multiply_array(turn_b, np.broadcast_to(by_b, turn_b.shape)),
            )
            out = np.where((found[:, 0] < out[:, 0])[:, None], found, out)
    return out


def _parts(shape: Shape) -> list[tuple[Shape, FloatArray, FloatArray]]:
    """Return the parts of a shape with their poses; convex meshes as hulls."""
    places = shape.flattened if isinstance(shape, Compound) else ((shape, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),)
    return [
        (part.solid if isinstance(part, Mesh) else part, np.array(position), np.array(turn))
        for part, position, turn in places
    ]


def _deepest(
    part_a: Shape, part_b: Shape, place_a: FloatArray, turn_a: FloatArray, place_b: FloatArray, turn_b: FloatArray
) -> FloatArray:
    """Return the deepest points of two solids, one of them concave, as result rows (n, 10)."""
    table = _pair_table(part_a, part_b)
    bounding_radius = table.solids()["bounding_radius"]
    place, turn = (place_a, place_b), (turn_a, turn_b)
    # The smaller of the two comes first, half-spaces last.
    if isinstance(part_a, HalfSpace) or (
        not isinstance(part_b, HalfSpace) and bool(bounding_radius[0] > bounding_radius[1])
    ):
        return _deepest_in_order(table, (1, 0), place, turn)
    found = _deepest_in_order(table, (0, 1), place, turn)
    if isinstance(part_a, Mesh) and isinstance(part_b, Mesh):
        # Only the edges of the first are looked at, which may miss the deepest place.
        other = _deepest_in_order(table, (1, 0), place, turn)
        found = np.where((other[:, 0] < found[:, 0])[:, None], other, found)
    return found


def _pair_table(part_a: Shape, part_b: Shape) -> SolidTable:
    """Return the table of two solids, kept as long as both live."""
    partners = _tables.setdefault(part_a, WeakKeyDictionary())
    if part_b not in partners:
        partners[part_b] = solid_table([part_a, part_b])
    return partners[part_b]


def _deepest_in_order(
    table: SolidTable,
    order: tuple[int, int],
    place: tuple[FloatArray, FloatArray],
    turn: tuple[FloatArray, FloatArray],
) -> FloatArray:
    """Return the deepest points of the two solids of a table, taken in an order, as result rows (n, 10) from 0 to 1."""
    count = len(place[0])
    memory = pair_memory(count, room=len(as_array(table.element)))
    pairs = np.arange(2 * count, dtype=np.int32).reshape(count, 2)
    shapes = PlacedShapes(
        geometry=np.tile(np.array(order, dtype=np.int32), count),
        position=np.ascontiguousarray(np.stack([place[k] for k in order], axis=1).reshape(-1, 3)),
        attitude=np.ascontiguousarray(np.stack([turn[k] for k in order], axis=1).reshape(-1, 4)),
    )
    find_once(all_within(pairs, np.full(count, _TOUCH), most=1), shapes, table, memory)
    point, touch = as_array(memory.point).view(dtype_of(ConcavePoint))[:, 0, 0], as_array(memory.count) > 0
    normal, middle = point["normal"] * (1.0 - 2.0 * order[0]), point["place"]
    separation = np.where(touch, point["separation"], np.inf)
    half = 0.5 * np.where(touch, separation, 0.0)[:, None] * normal
    return np.concatenate([separation[:, None], normal, middle - half, middle + half], axis=1)
