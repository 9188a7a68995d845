"""A closed surface ready for exact signed distances: triangles in the order of their hierarchy, with pseudo-normals.

`nearest` walks the hierarchy and finds the nearest triangle; `signed_distance` adds the sign. Both work on the arrays
of one or several surfaces laid one behind the other, so kernels name the root of the hierarchy they mean.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.distance_field.arrays import Box, Surface, Walk
from rigida.distance_field.box_tree import build_tree
from rigida.distance_field.topology import Topology, surface_topology
from rigida.distance_field.triangle import nearest_on_triangle
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.vec3 import Vec3, dot

#: Nodes that can wait while a hierarchy is walked: two per level, and medians keep it flat.
STACK = 128
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

    @cached_property
    def table(self) -> Surface:
        """The surface as kernels take it."""
        return Surface(triangle=self.triangle, normal=self.normal, box=self.box, child=self.child)

    def distance(self, points: FloatArray) -> FloatArray:
        """Return the exact signed distances (n,) of points (n, 3), negative inside."""
        out = np.empty(len(points))
        bind(signed_distances, self.table, new_walk(), np.ascontiguousarray(points), out)()
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


def new_walk() -> Walk:
    """Return work arrays for a walk through a hierarchy."""
    return Walk(stack=np.zeros(STACK, dtype=np.int32), last=np.full((1, 2), -1, dtype=np.int64))


@inlined
def square_to_box(point: Vec3, box: Box) -> float:
    """Return the squared distance from a point to a box."""
    dx = max(max(box.low.x - point.x, point.x - box.high.x), 0.0)
    dy = max(max(box.low.y - point.y, point.y - box.high.y), 0.0)
    dz = max(max(box.low.z - point.z, point.z - box.high.z), 0.0)
    return dx * dx + dy * dy + dz * dz


@routine
def nearest(
    point: Vec3, root: int, limit: float, guess: int, surface: Surface, walk: Walk
) -> tuple[float, Vec3, int, int]:
    """Return squared distance, nearest point, region and triangle; triangle −1 where none is nearer than limit.

    limit: squared distance beyond which nothing is sought; guess: a triangle that may be near, or −1.
    """
    best, found, region, q = limit, -1, 0, Vec3(0.0, 0.0, 0.0)
    if guess >= 0:
        d, p, r = nearest_on_triangle(point, surface.triangle[guess])
        if d <= best:
            best, q, region, found = d, p, r, guess
    walk.stack[0] = root
    waiting = 1
    while waiting > 0:
        waiting -= 1
        n = walk.stack[waiting]
        if square_to_box(point, surface.box[n]) > best:
            continue
        first, count = surface.child[n].first, surface.child[n].count
        if count > 0:
            for t in range(first, first + count):
                d, p, r = nearest_on_triangle(point, surface.triangle[t])
                if d < best or (found < 0 and d <= best):
                    best, q, region, found = d, p, r, t
        else:
            near, far = first, first + 1
            one, two = square_to_box(point, surface.box[near]), square_to_box(point, surface.box[far])
            if two < one:
                near, far = far, near
                one, two = two, one
            if two <= best:
                walk.stack[waiting] = far
                waiting += 1
            if one <= best:
                walk.stack[waiting] = near
                waiting += 1
    return best, q, region, found


@routine
def nearest_again(point: Vec3, root: int, limit: float, surface: Surface, walk: Walk) -> tuple[float, Vec3, int, int]:
    """Return the result of `nearest`, starting from the triangle found by the last call for the same surface."""
    last = walk.last[0]
    guess = last.triangle if last.root == root else -1
    square, q, region, t = nearest(point, root, limit, guess, surface, walk)
    if t >= 0:
        last.root, last.triangle = root, t
    return square, q, region, t


@inlined
def signed(point: Vec3, square: float, q: Vec3, normal: Vec3) -> tuple[float, Vec3]:
    """Return the signed distance of a point from its nearest point q, where the pseudo-normal is given, and its
    gradient."""
    offset, d = point - q, math.sqrt(square)
    sign = 1.0 if dot(offset, normal) >= 0.0 else -1.0
    if d <= TOUCHING * (1.0 + abs(q.x) + abs(q.y) + abs(q.z)):
        return sign * d, normal
    return sign * d, offset * (sign / d)


@kernel
def signed_distances(surface: Surface, walk: Walk, points: FloatArray, out: FloatArray) -> None:
    """Fill the exact signed distances of points (n, 3) to one surface."""
    for i in range(points.shape[0]):
        point = Vec3(points[i, 0], points[i, 1], points[i, 2])
        square, q, region, t = nearest(point, 0, math.inf, -1, surface, walk)
        out[i] = signed(point, square, q, surface.normal[t].region[region])[0]
