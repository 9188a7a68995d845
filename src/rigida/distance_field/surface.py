"""A closed surface ready for exact signed distances: triangles in the order of their hierarchy, with pseudo-normals.

`nearest` walks the hierarchy and finds the nearest triangle; `signed_distance` adds the sign. Both work on the arrays
of one or several surfaces laid one behind the other, so kernels name the root of the hierarchy they mean.
"""

import math
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.distance_field.box_tree import build_tree
from rigida.distance_field.topology import Topology, surface_topology
from rigida.distance_field.triangle import nearest_on_triangle
from rigida.jit.decorators import inlined, kernel, routine, whole

#: Nodes that can wait while a hierarchy is walked: two per level, and medians keep it flat.
STACK = 128
_LAST_ROOT, _LAST_FOUND = STACK - 2, STACK - 1
#: Nearer than this part of the extent a direction is rounding and the pseudo-normal stands for it.
TOUCHING = 1e-9


@dataclass(frozen=True, eq=False)
class TriangleSurface:
    """triangle (t, 9) corners and normal (t, 24) (see `topology`) in the order of the hierarchy; box (n, 6) and
    child (n, 2) of its nodes (see `box_tree`); topology of the surface, its triangles in the order given."""

    vertices: FloatArray
    triangles: IntArray
    topology: Topology
    triangle: FloatArray
    normal: FloatArray
    box: FloatArray
    child: IntArray

    def distance(self, points: FloatArray) -> FloatArray:
        """Return the exact signed distances (n,) of points (n, 3), negative inside."""
        out = np.empty(len(points))
        signed_distances(np.ascontiguousarray(points), self.triangle, self.normal, self.box, self.child, out)
        return out


def triangle_surface(vertices: FloatArray, triangles: IntArray) -> TriangleSurface:
    """Return the surface of a closed mesh with outward triangles."""
    corner = vertices[triangles]
    tree = build_tree(corner.min(axis=1), corner.max(axis=1))
    topology = surface_topology(vertices, triangles)
    return TriangleSurface(
        vertices,
        triangles,
        topology,
        np.ascontiguousarray(corner[tree.order].reshape(-1, 9)),
        np.ascontiguousarray(topology.normal[tree.order]),
        tree.box,
        tree.child,
    )


@inlined
def square_to_box(x: float, y: float, z: float, box: FloatArray, n: int) -> float:
    """Return the squared distance from a point to the box of node n."""
    dx = max(max(box[n, 0] - x, x - box[n, 3]), 0.0)
    dy = max(max(box[n, 1] - y, y - box[n, 4]), 0.0)
    dz = max(max(box[n, 2] - z, z - box[n, 5]), 0.0)
    return dx * dx + dy * dy + dz * dz


@routine
def nearest(
    x: float,
    y: float,
    z: float,
    root: int,
    triangle: FloatArray,
    box: FloatArray,
    child: IntArray,
    limit: float,
    guess: int,
    stack: IntArray,
) -> tuple[float, float, float, float, int, int]:
    """Return squared distance, nearest point, region and triangle; triangle −1 where none is nearer than limit.

    limit: squared distance beyond which nothing is sought; guess: a triangle that may be near, or −1.
    """
    best, found, region = limit, -1, 0
    qx, qy, qz = 0.0, 0.0, 0.0
    if guess >= 0:
        d, px, py, pz, r = nearest_on_triangle(x, y, z, triangle, guess)
        if d <= best:
            best, qx, qy, qz, region, found = d, px, py, pz, r, guess
    stack[0] = root
    waiting = 1
    while waiting > 0:
        waiting -= 1
        n = whole(stack[waiting])
        if square_to_box(x, y, z, box, n) > best:
            continue
        first, count = whole(child[n, 0]), whole(child[n, 1])
        if count > 0:
            for t in range(first, first + count):
                d, px, py, pz, r = nearest_on_triangle(x, y, z, triangle, t)
                if d < best or (found < 0 and d <= best):
                    best, qx, qy, qz, region, found = d, px, py, pz, r, t
        else:
            near, far = first, first + 1
            one, two = square_to_box(x, y, z, box, near), square_to_box(x, y, z, box, far)
            if two < one:
                near, far = far, near
                one, two = two, one
            if two <= best:
                stack[waiting] = far
                waiting += 1
            if one <= best:
                stack[waiting] = near
                waiting += 1
    return best, qx, qy, qz, region, found


@routine
def nearest_again(
    x: float,
    y: float,
    z: float,
    root: int,
    triangle: FloatArray,
    box: FloatArray,
    child: IntArray,
    limit: float,
    stack: IntArray,
) -> tuple[float, float, float, float, int, int]:
    """Return what `nearest` does, starting from the triangle found by the last call for the same surface.

    The last two places of the stack, which no walk reaches, remember it; at first they must hold −1.
    """
    guess = whole(stack[_LAST_FOUND]) if stack[_LAST_ROOT] == root else -1
    square, qx, qy, qz, region, t = nearest(x, y, z, root, triangle, box, child, limit, guess, stack)
    if t >= 0:
        stack[_LAST_ROOT], stack[_LAST_FOUND] = root, t
    return square, qx, qy, qz, region, t


@inlined
def signed(
    x: float,
    y: float,
    z: float,
    square: float,
    qx: float,
    qy: float,
    qz: float,
    region: int,
    t: int,
    normal: FloatArray,
) -> tuple[float, float, float, float]:
    """Return the signed distance of a point from its nearest point q on region of triangle t, and its gradient."""
    dx, dy, dz = x - qx, y - qy, z - qz
    nx, ny, nz = normal[t, 3 * region], normal[t, 3 * region + 1], normal[t, 3 * region + 2]
    d = math.sqrt(square)
    sign = 1.0 if dx * nx + dy * ny + dz * nz >= 0.0 else -1.0
    if d <= TOUCHING * (1.0 + abs(qx) + abs(qy) + abs(qz)):
        return sign * d, nx, ny, nz
    w = sign / d
    return sign * d, dx * w, dy * w, dz * w


@kernel
def signed_distances(
    points: FloatArray, triangle: FloatArray, normal: FloatArray, box: FloatArray, child: IntArray, out: FloatArray
) -> None:
    """Fill the exact signed distances of points (n, 3) to one surface."""
    stack = np.empty(STACK, dtype=np.int32)
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        square, qx, qy, qz, region, t = nearest(x, y, z, 0, triangle, box, child, math.inf, -1, stack)
        out[i] = signed(x, y, z, square, qx, qy, qz, region, t, normal)[0]
