"""Shape instances of a compiled scene: which geometry, on which body, where now, and their world boxes.

Compounds are taken apart into their parts. An instance's place on its body is constant; its world pose and box
follow from the state once per step.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import PlacedShapes
from rigida.collision.shapes.convex import KIND, ROUND, VERTEX, VERTEX_END, ConvexTable, convex_table, distinct
from rigida.collision.shapes.support import support
from rigida.dynamics.model import VACANT, Model
from rigida.geometry import Compound, Mesh
from rigida.geometry.compound import Part
from rigida.geometry.core import BOX, HALF_SPACE, POLYTOPE
from rigida.geometry.shape import Shape
from rigida.jit.decorators import inlined, kernel
from rigida.math.quaternion import conjugate_array, multiply, multiply_array, rotate, rotate_array
from rigida.math.rotation import matrix_from_quaternion

#: Where the shapes of vacant rows are: their boxes are empty, and no broad phase pairs them.
NOWHERE = math.nan


@dataclass(frozen=True, eq=False)
class ShapeInstances:
    """Shape instances of a model (s of them).

    body (s,), geometry (s,) rows of `table` and numbers of `shapes`; concave (s,): those that the table knows by their
    hull's vertices only; position_P (s, 3) and attitude_P (s, 4) in the body's principal frame;
    position (s, 3), attitude (s, 4), low (s, 3), high (s, 3): world, filled by `place_shapes`.
    """

    table: ConvexTable
    shapes: list[Shape]
    body: IntArray
    geometry: IntArray
    concave: NDArray[np.bool_]
    position_P: FloatArray
    attitude_P: FloatArray
    position: FloatArray
    attitude: FloatArray
    low: FloatArray
    high: FloatArray

    @cached_property
    def placed(self) -> PlacedShapes:
        """The instances where they are, as kernels take them."""
        return PlacedShapes(geometry=self.geometry, position=self.position, attitude=self.attitude)

    @property
    def count(self) -> int:
        """Number of instances."""
        return len(self.body)


def shape_instances(model: Model, known: Sequence[Shape] = ()) -> ShapeInstances:
    """Return the shape instances of a model, convex meshes as their hulls; known: shapes that its table has first."""
    parts = [(row, *place) for row, shape in enumerate(model.slots) if shape is not None for place in _places(shape)]
    count = len(parts)
    shapes, rows = distinct([*known, *(_solid(part) for _, part, _, _ in parts)])
    body = np.array([row for row, *_ in parts], dtype=np.int32)
    position = np.array([place for *_, place, _ in parts]).reshape(count, 3)
    attitude = np.array([turn for *_, turn in parts]).reshape(count, 4)
    back = conjugate_array(model.principal_B[body])
    vacant = np.array([model.names[row] == VACANT for row in body], dtype=bool)
    return ShapeInstances(
        table=convex_table(shapes),
        shapes=shapes,
        body=body,
        geometry=np.array(rows[len(known) :], dtype=np.int32),
        concave=np.array([isinstance(shapes[row], Mesh) for row in rows[len(known) :]], dtype=bool),
        position_P=np.where(vacant[:, None], NOWHERE, rotate_array(back, position - model.center_B[body])),
        attitude_P=multiply_array(back, attitude),
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


def _places(shape: Shape) -> Iterable[Part]:
    """Return the parts of a shape with position and orientation on its body."""
    return shape.flattened if isinstance(shape, Compound) else [(shape, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))]


def _solid(shape: Shape) -> Shape:
    return shape.solid if isinstance(shape, Mesh) else shape


@kernel
def place_shapes(
    body: IntArray,
    geometry: IntArray,
    position_P: FloatArray,
    attitude_P: FloatArray,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    center: FloatArray,
    body_attitude: FloatArray,
    position: FloatArray,
    attitude: FloatArray,
    low: FloatArray,
    high: FloatArray,
) -> None:
    """Fill world poses and boxes of all instances from the bodies' centres (n, 3) and attitudes (n, 4)."""
    for i in range(body.shape[0]):
        k, g = body[i], geometry[i]
        w, x, y, z = body_attitude[k, 0], body_attitude[k, 1], body_attitude[k, 2], body_attitude[k, 3]
        px, py, pz = rotate(w, x, y, z, position_P[i, 0], position_P[i, 1], position_P[i, 2])
        position[i, 0], position[i, 1], position[i, 2] = center[k, 0] + px, center[k, 1] + py, center[k, 2] + pz
        attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3] = multiply(
            w, x, y, z, attitude_P[i, 0], attitude_P[i, 1], attitude_P[i, 2], attitude_P[i, 3]
        )
        world_box(i, g, header, size, vertex, position, attitude, low, high)


@inlined
def world_box(
    i: int,
    g: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    position: FloatArray,
    attitude: FloatArray,
    low: FloatArray,
    high: FloatArray,
) -> None:
    """Fill row i with the tightest world box of geometry g at its pose; infinite for a half-space."""
    kind = header[g, KIND]
    if kind == HALF_SPACE:
        for axis in range(3):
            low[i, axis], high[i, axis] = -math.inf, math.inf
        return
    r = matrix_from_quaternion(attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3])
    radius = size[g, ROUND]
    for axis in range(3):
        x, y, z = r[3 * axis], r[3 * axis + 1], r[3 * axis + 2]
        if kind == BOX:
            above = abs(x) * size[g, 0] + abs(y) * size[g, 1] + abs(z) * size[g, 2]
            below = -above
        elif kind == POLYTOPE:
            above, below = -math.inf, math.inf
            for v in range(header[g, VERTEX], header[g, VERTEX_END]):
                along = vertex[v, 0] * x + vertex[v, 1] * y + vertex[v, 2] * z
                above = along if along > above else above
                below = along if along < below else below
        else:
            qx, qy, qz, _ = support(g, header, size, vertex, x, y, z)
            above = qx * x + qy * y + qz * z
            qx, qy, qz, _ = support(g, header, size, vertex, -x, -y, -z)
            below = qx * x + qy * y + qz * z
        low[i, axis] = position[i, axis] + below - radius
        high[i, axis] = position[i, axis] + above + radius
