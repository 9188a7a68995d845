"""Shape instances of a compiled scene: geometry, body, present pose and world bounding box.

Compounds are taken apart into their parts. An instance's place on its body is constant; its world pose and box
follow from the state once per step.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import BodyPoses, ConvexTable, Core, PlacedShapes, ShapesOnBodies
from rigida.collision.shapes.convex import convex_table, distinct
from rigida.collision.shapes.support import support
from rigida.dynamics.model import VACANT, Model
from rigida.geometry import Compound, Mesh
from rigida.geometry.compound import Part
from rigida.geometry.core import BOX, HALF_SPACE, POLYTOPE
from rigida.geometry.material import Material
from rigida.geometry.shape import Shape
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quat import Quat, product, rotated, rotation_matrix
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array
from rigida.math.vec3 import Vec3, dot

#: Where the shapes of vacant rows are: their boxes are empty, and no broad phase pairs them.
NOWHERE = math.nan


@dataclass(frozen=True, eq=False)
class ShapeInstances:
    """Shape instances of a model (s of them).

    body (s,), geometry (s,) rows of `table` and numbers of `shapes`; concave (s,): those that the table knows by their
    hull's vertices only; position_P (s, 3) and attitude_P (s, 4) in the body's principal frame; own (s,): 1
    for those with a surface of their own, surface (s, 8): it, as those of bodies;
    position (s, 3), attitude (s, 4), low (s, 3), high (s, 3): world, filled by `place_shapes`.
    """

    table: ConvexTable
    shapes: list[Shape]
    body: IntArray
    geometry: IntArray
    concave: NDArray[np.bool_]
    position_P: FloatArray
    attitude_P: FloatArray
    own: IntArray
    surface: FloatArray
    position: FloatArray
    attitude: FloatArray
    low: FloatArray
    high: FloatArray

    @cached_property
    def placed(self) -> PlacedShapes:
        """The instances where they are, as kernels take them."""
        return PlacedShapes(geometry=self.geometry, position=self.position, attitude=self.attitude)

    @cached_property
    def on_bodies(self) -> ShapesOnBodies:
        """Poses of the instances on their bodies, and their boxes, as kernels take them."""
        return ShapesOnBodies(
            body=self.body, position=self.position_P, attitude=self.attitude_P, low=self.low, high=self.high
        )

    @property
    def count(self) -> int:
        """Number of instances."""
        return len(self.body)


def shape_instances(model: Model, known: Sequence[Shape] = ()) -> ShapeInstances:
    """Return the shape instances of a model, convex meshes as their hulls; known: shapes that its table has first.

    They are numbered in the model's sequence: pairs of them, smaller number first, then do not depend on the order in
    which bodies were described.
    """
    slots = [(row, model.slots[row]) for row in model.sequence.tolist()]
    parts = [(row, *place) for row, shape in slots if shape is not None for place in parts_of(shape)]
    count = len(parts)
    shapes, rows = distinct([*known, *(part for _, part, _, _ in parts)])
    body = np.array([row for row, *_ in parts], dtype=np.int32)
    position = np.array([place for *_, place, _ in parts]).reshape(count, 3)
    attitude = np.array([turn for *_, turn in parts]).reshape(count, 4)
    back = conjugate_array(model.principal_B[body])
    surfaces = [surface for _, shape in slots if shape is not None for surface in surfaces_of(shape)]
    vacant = np.array([model.names[row] == VACANT for row in body], dtype=bool)
    return ShapeInstances(
        table=convex_table(shapes),
        shapes=shapes,
        body=body,
        geometry=np.array(rows[len(known) :], dtype=np.int32),
        concave=np.array([isinstance(shapes[row], Mesh) for row in rows[len(known) :]], dtype=bool),
        position_P=np.where(vacant[:, None], NOWHERE, rotate_array(back, position - model.center_B[body])),
        attitude_P=multiply_array(back, attitude),
        own=np.array([found is not None for found in surfaces], dtype=np.int32),
        surface=surface_rows(surfaces),
        position=np.zeros((count, 3)),
        attitude=np.zeros((count, 4)),
        low=np.zeros((count, 3)),
        high=np.zeros((count, 3)),
    )


def joined_pairs(model: Model) -> NDArray[np.int64]:
    """Return the keys (smaller row × bodies + larger row) of pairs that do not collide, being joined or kept apart."""
    joined = {
        min(rows.rows) * model.body_count + max(rows.rows)
        for rows, joint in zip(model.joint_rows, model.joints, strict=True)
        if not joint.collide and min(rows.rows) >= 0
    }
    joined |= {min(pair) * model.body_count + max(pair) for pair in model.apart}
    return np.array(sorted(joined), dtype=np.int64)


def parts_of(shape: Shape) -> list[Part]:
    """Return the parts of a shape, convex meshes as their hulls, with position and orientation on its body."""
    placed = shape.flattened if isinstance(shape, Compound) else [(shape, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))]
    return [(part.solid if isinstance(part, Mesh) else part, place, turn) for part, place, turn in placed]


def surfaces_of(shape: Shape) -> Sequence[Material | None]:
    """Return the materials of the parts of a shape, None where they have that of the body."""
    return shape.surfaces if isinstance(shape, Compound) else (None,)


def surface_rows(surfaces: Sequence[Material | None]) -> FloatArray:
    """Return materials as rows (k, 8) of `Model.surface`, zero where there is none."""
    rows = [(0.0,) * 8 if surface is None else surface.row() for surface in surfaces]
    return np.array(rows, dtype=np.float64).reshape(-1, 8)


@kernel
def place_shapes(
    first: int, last: int, on_bodies: ShapesOnBodies, placed: PlacedShapes, shapes: ConvexTable, bodies: BodyPoses
) -> None:
    """Fill world poses and boxes of a range of instances from the poses of the bodies."""
    for i in range(first, last):
        k, core = on_bodies.body[i], shapes.core[placed.geometry[i]]
        attitude = bodies.attitude[k]
        position = bodies.center[k] + rotated(attitude, on_bodies.position[i])
        attitude = product(attitude, on_bodies.attitude[i])
        placed.position[i], placed.attitude[i] = position, attitude
        on_bodies.low[i], on_bodies.high[i] = world_box(core, position, attitude, shapes)


@inlined
def world_box(core: Core, position: Vec3, attitude: Quat, shapes: ConvexTable) -> tuple[Vec3, Vec3]:
    """Return the tightest world box of a geometry at its pose; infinite for a half-space."""
    if core.kind == HALF_SPACE:
        return Vec3(-math.inf, -math.inf, -math.inf), Vec3(math.inf, math.inf, math.inf)
    r, radius = rotation_matrix(attitude), core.radius
    x_below, x_above = span_along(core, Vec3(r.xx, r.xy, r.xz), shapes)
    y_below, y_above = span_along(core, Vec3(r.yx, r.yy, r.yz), shapes)
    z_below, z_above = span_along(core, Vec3(r.zx, r.zy, r.zz), shapes)
    low = Vec3(position.x + x_below - radius, position.y + y_below - radius, position.z + z_below - radius)
    high = Vec3(position.x + x_above + radius, position.y + y_above + radius, position.z + z_above + radius)
    return low, high


@inlined
def span_along(core: Core, d: Vec3, shapes: ConvexTable) -> tuple[float, float]:
    """Return the extents of a core against and along a unit direction of its own frame, from its origin."""
    if core.kind == BOX:
        above = abs(d.x) * core.size.x + abs(d.y) * core.size.y + abs(d.z) * core.size.z
        return -above, above
    return searched_span(core, d, shapes)


@routine
def searched_span(core: Core, d: Vec3, shapes: ConvexTable) -> tuple[float, float]:
    """Return the extents as `span_along`, for cores whose support points are found by search."""
    if core.kind == POLYTOPE:
        above, below = -math.inf, math.inf
        for v in range(core.vertex, core.vertex_end):
            along = dot(shapes.vertex[v], d)
            above = along if along > above else above
            below = along if along < below else below
        return below, above
    high, _ = support(core, d, shapes)
    low, _ = support(core, -d, shapes)
    return dot(low, d), dot(high, d)
