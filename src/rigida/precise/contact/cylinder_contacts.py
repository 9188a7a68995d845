"""Contacts of a cylinder with a polytope: rims on faces, edges and corners on the side and on the caps.

With axis A, center O, radius R, half height H of the cylinder, and a face of normal n or an edge s + β u of the
polytope,

    rim on a face         X = O ± H A + R d̂,  d = (n·A) A − n,           gap = n·(X − foot)
    edge across the side  normal A × u,                                  gap = |(O − s)·(A × u)/|A × u|| − R
    edge along the side   P = edge in the plane of a cap, or its end,    gap = |P − O − ((P − O)·A) A| − R
    edge on a cap         P = edge where it leaves the cap's circle,     gap = ±(P − O)·A − H

they are smooth functions of the pose as long as the contact is inside the feature that carries it, which `margin`
measures.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.dense import euclidean_norm, product
from rigida.math.elementary import cos, sin
from rigida.math.quaternion import rotate
from rigida.math.vector import cross
from rigida.precise.contact.flat_contacts import AT_END

#: Kinds of contacts.
RIM_LOWEST: Final = 0
RIM_FIXED: Final = 1
EDGE_ACROSS_SIDE: Final = 2
EDGE_ALONG_SIDE: Final = 3
CORNER_ON_SIDE: Final = 4
EDGE_ON_CAP: Final = 5
CORNER_ON_CAP: Final = 6
#: Columns of a contact: frame of the cylinder first, then that of the polytope.
CENTER, AXIS, RADIUS, HALF, SIDE, RIM = 0, 3, 6, 7, 8, 9
FOOT, ALONG, FIRST, SECOND, SIZE, ROOT = 12, 15, 18, 21, 24, 25
COLUMNS = 26
#: Columns of vectors, in the frames of cylinder and polytope.
TURNED = ((AXIS, RIM), (ALONG, FIRST, SECOND))
#: Edges along the axis make a smaller angle with it, caps that lie on a face a smaller one with that [rad].
_PARALLEL, _LEVEL = 1e-3, 1e-6
#: Points of a rim that lies on a face, as those of manifolds.
_RIM_POINTS = 8
#: Of a golden section, and how many: the place of a maximum to 1e-8, its value to the square of that.
_GOLDEN, _SECTIONS = 0.5 * (math.sqrt(5.0) - 1.0), 40
#: Directions shorter than this part of the radius are rounding.
_NO_DIRECTION = 1e-9


@dataclass(frozen=True, eq=False)
class CylinderContact:
    """A contact: kind, name within the pair, values (COLUMNS,), and the planes (m, 4) that end the face, world."""

    kind: int
    name: int
    values: FloatArray
    ends: FloatArray


@dataclass(frozen=True, eq=False)
class CylinderPair:
    """A cylinder and a polytope at one instant, in the world; size: what margins are measured in [m].

    vertex (v, 3), face (f, 4) unit normal and offset, edge (e, 4) two vertices and the two faces between them.
    """

    center: FloatArray
    axis: FloatArray
    radius: float
    half: float
    vertex: FloatArray
    face: FloatArray
    edge: IntArray
    size: float

    def contacts(self, deepest: float, touch: float) -> list[CylinderContact]:
        """Return the contacts with gaps between −`deepest` and `touch` [m], those that meet once."""
        found: list[CylinderContact] = []
        places: list[FloatArray] = []
        for one in (*self._on_faces(), *self._on_corners(), *self._on_edges()):
            normal, point, gap, margin = self._evaluate(one)
            inside = margin
            if len(one.ends):
                inside = min(inside, float((one.ends[:, 3] - product(one.ends[:, :3], point)).min()) / self.size)
            if not (-deepest <= gap <= touch and inside >= -AT_END and self._supports(one, normal, point)):
                continue
            if all(euclidean_norm(place - point) > AT_END * self.size for place in places):
                found.append(one)
                places.append(point)
        return found

    def _evaluate(self, one: CylinderContact) -> tuple[FloatArray, FloatArray, float, float]:
        """Return normal out of the polytope, point, gap and margin."""
        normal, point, gap, margin = np.zeros((1, 3)), np.zeros((1, 3)), np.zeros(1), np.zeros(1)
        kind, still = np.array([one.kind], dtype=np.int32), np.zeros(1, dtype=np.int32)
        unit = np.array([[1.0, 0.0, 0.0, 0.0]])
        place_on_cylinders(
            kind, still, still, np.ones(1), one.values[None], np.zeros((1, 3)), unit, normal, point, gap, margin
        )
        return normal[0], point[0], float(gap[0]), float(margin[0])

    def _supports(self, one: CylinderContact, normal: FloatArray, point: FloatArray) -> bool:
        """Return whether the polytope reaches furthest along the normal at the contact."""
        if one.kind in (RIM_LOWEST, RIM_FIXED):
            return True
        height = product(self.vertex, normal).max() - product(point, normal)
        return bool(height <= 10.0 * AT_END * self.size)

    def _values(self, side: float = 0.0) -> FloatArray:
        values = np.zeros(COLUMNS)
        values[CENTER : CENTER + 3], values[AXIS : AXIS + 3] = self.center, self.axis
        values[RADIUS], values[HALF], values[SIDE], values[SIZE] = self.radius, self.half, side, self.size
        return values

    def _on_faces(self) -> Iterator[CylinderContact]:
        """Yield the lowest points of both rims over each face, or points of a rim that lies on it."""
        across = np.eye(3)[np.argmin(np.abs(self.axis))]
        first = np.cross(self.axis, across)
        first /= euclidean_norm(first)
        second = np.cross(self.axis, first)
        for f in range(len(self.face)):
            n, others = self.face[f, :3], np.delete(self.face, f, axis=0)
            level = euclidean_norm(np.cross(n, self.axis)) < _LEVEL
            for s, side in enumerate((-1.0, 1.0)):
                values = self._values(side)
                values[FOOT : FOOT + 3], values[FIRST : FIRST + 3] = self.face[f, 3] * n, n
                name = 64 * (2 * f + s)
                if not level:
                    yield CylinderContact(RIM_LOWEST, name, values, others)
                    continue
                if side * float(product(n, self.axis)) > 0.0:  # the other cap
                    continue
                for k in range(_RIM_POINTS):
                    angle = 2.0 * math.pi * k / _RIM_POINTS
                    fixed = values.copy()
                    fixed[RIM : RIM + 3] = self.radius * (cos(angle) * first + sin(angle) * second)
                    yield CylinderContact(RIM_FIXED, name + 1 + k, fixed, others)

    def _on_edges(self) -> Iterator[CylinderContact]:
        """Yield contacts of edges with the side and the caps."""
        none, base = np.zeros((0, 4)), 64 * 2 * len(self.face)
        for e, (p, q, f, g) in enumerate(self.edge.tolist()):
            start, edge_vector = self.vertex[p], self.vertex[q] - self.vertex[p]
            cosine = abs(float(product(edge_vector, self.axis))) / euclidean_norm(edge_vector)
            parallel = cosine > math.sqrt(1.0 - _PARALLEL**2)
            for s, side in enumerate((-1.0, 1.0)):
                values = self._values(side)
                values[FOOT : FOOT + 3], values[ALONG : ALONG + 3] = start, edge_vector
                # Into the faces, away from the edge.
                for column, face in ((FIRST, f), (SECOND, g)):
                    into = np.cross(self.face[face, :3], edge_vector)
                    middle = self.vertex[np.abs(product(self.vertex, self.face[face, :3]) - self.face[face, 3]) < 1e-9]
                    into *= np.sign(product(into, middle.mean(axis=0) - start)) / euclidean_norm(into)
                    values[column : column + 3] = into
                name = base + 8 * e + s
                if parallel:
                    yield CylinderContact(EDGE_ALONG_SIDE, name, values, none)
                    continue
                if s == 0:
                    yield CylinderContact(EDGE_ACROSS_SIDE, name, values, none)
                # Of both caps where the edge enters and where it leaves.
                for m in (0, 1):
                    capped = values.copy()
                    capped[ROOT] = -1.0 if m == 0 else 1.0
                    yield CylinderContact(EDGE_ON_CAP, name + 2 + 2 * m, capped, none)

    def _on_corners(self) -> Iterator[CylinderContact]:
        """Yield contacts of corners with the side and the caps."""
        none, base = np.zeros((0, 4)), 64 * 2 * len(self.face) + 8 * len(self.edge)
        for v, vertex in enumerate(self.vertex):
            for s, side in enumerate((-1.0, 1.0, 0.0)):
                values = self._values(side)
                values[FOOT : FOOT + 3] = vertex
                yield CylinderContact(CORNER_ON_CAP if side else CORNER_ON_SIDE, base + 4 * v + s, values, none)


@kernel
def place_on_cylinders(
    kind: IntArray,
    cylinder: IntArray,
    solid: IntArray,
    sign: FloatArray,
    values: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    normal: FloatArray,
    point: FloatArray,
    gap: FloatArray,
    margin: FloatArray,
) -> None:
    """Fill normals from the first to the second shape, points, gaps, and how far contacts are inside, in sizes.

    cylinder, solid (c,): the bodies; sign (c,): 1 where the polytope is the first; values (c, COLUMNS) in their frames.
    """
    for k in range(kind.shape[0]):
        c, h, radius, half, side = cylinder[k], solid[k], values[k, RADIUS], values[k, HALF], values[k, SIDE]
        w, x, y, z = attitude[c, 0], attitude[c, 1], attitude[c, 2], attitude[c, 3]
        ox, oy, oz = rotate(w, x, y, z, values[k, CENTER], values[k, CENTER + 1], values[k, CENTER + 2])
        ax, ay, az = rotate(w, x, y, z, values[k, AXIS], values[k, AXIS + 1], values[k, AXIS + 2])
        rx, ry, rz = rotate(w, x, y, z, values[k, RIM], values[k, RIM + 1], values[k, RIM + 2])
        ox, oy, oz = center[c, 0] + ox, center[c, 1] + oy, center[c, 2] + oz
        w, x, y, z = attitude[h, 0], attitude[h, 1], attitude[h, 2], attitude[h, 3]
        fx, fy, fz = rotate(w, x, y, z, values[k, FOOT], values[k, FOOT + 1], values[k, FOOT + 2])
        ux, uy, uz = rotate(w, x, y, z, values[k, ALONG], values[k, ALONG + 1], values[k, ALONG + 2])
        ix, iy, iz = rotate(w, x, y, z, values[k, FIRST], values[k, FIRST + 1], values[k, FIRST + 2])
        jx, jy, jz = rotate(w, x, y, z, values[k, SECOND], values[k, SECOND + 1], values[k, SECOND + 2])
        fx, fy, fz = center[h, 0] + fx, center[h, 1] + fy, center[h, 2] + fz
        length = math.sqrt(ux * ux + uy * uy + uz * uz)
        # From the foot, on the polytope, to the cylinder's center; point (px, py, pz) of the polytope, or of the rim.
        dx, dy, dz = ox - fx, oy - fy, oz - fz
        px, py, pz, room, distance = fx, fy, fz, 1.0, 0.0
        nx, ny, nz = ix, iy, iz
        if kind[k] <= RIM_FIXED:
            leaning = ix * ax + iy * ay + iz * az
            tx, ty, tz = leaning * ax - ix, leaning * ay - iy, leaning * az - iz
            tilt = math.sqrt(tx * tx + ty * ty + tz * tz)
            if kind[k] == RIM_LOWEST:
                foot_distance = radius / tilt if tilt > 0.0 else 0.0
                rx, ry, rz = foot_distance * tx, foot_distance * ty, foot_distance * tz
            else:
                room = _LEVEL - tilt
            px, py, pz = ox + side * half * ax + rx, oy + side * half * ay + ry, oz + side * half * az + rz
            distance = ix * (px - fx) + iy * (py - fy) + iz * (pz - fz)
            px, py, pz = px - distance * ix, py - distance * iy, pz - distance * iz
        elif kind[k] == EDGE_ACROSS_SIDE:
            nx, ny, nz = cross(ax, ay, az, ux, uy, uz)
            square = nx * nx + ny * ny + nz * nz
            across = nx * dx + ny * dy + nz * dz
            turn = math.copysign(1.0, across) / math.sqrt(square)
            # Where edge and axis are nearest, f + β u and o + α a.
            qx, qy, qz = cross(dx, dy, dz, ax, ay, az)
            beta = -(qx * nx + qy * ny + qz * nz) / square
            qx, qy, qz = cross(dx, dy, dz, ux, uy, uz)
            alpha = -(qx * nx + qy * ny + qz * nz) / square
            nx, ny, nz, distance = turn * nx, turn * ny, turn * nz, abs(across) / math.sqrt(square) - radius
            px, py, pz = fx + beta * ux, fy + beta * uy, fz + beta * uz
            room = min(half - abs(alpha), beta * length, (1.0 - beta) * length) / values[k, SIZE]
        elif kind[k] <= CORNER_ON_SIDE:
            if kind[k] == EDGE_ALONG_SIDE:
                along = ux * ax + uy * ay + uz * az
                beta = (dx * ax + dy * ay + dz * az + side * half) / along
                px, py, pz = fx + beta * ux, fy + beta * uy, fz + beta * uz
                room = min(beta, 1.0 - beta) * length / values[k, SIZE]
                room = min(room, _PARALLEL - math.sqrt(max(0.0, 1.0 - (along / length) ** 2)))
            dx, dy, dz = ox - px, oy - py, oz - pz
            axial = dx * ax + dy * ay + dz * az
            nx, ny, nz = dx - axial * ax, dy - axial * ay, dz - axial * az
            away = math.sqrt(nx * nx + ny * ny + nz * nz)
            nx, ny, nz, distance = nx / away, ny / away, nz / away, away - radius
            if kind[k] == CORNER_ON_SIDE:
                room = (half - abs(axial)) / values[k, SIZE]
            else:  # it leans against the edge, not against one of its faces
                inward = max(nx * ix + ny * iy + nz * iz, nx * jx + ny * jy + nz * jz)
                room = min(room, -radius * inward / values[k, SIZE])
        else:
            nx, ny, nz = -side * ax, -side * ay, -side * az
            gx, gy, gz = dx + side * half * ax, dy + side * half * ay, dz + side * half * az
            if kind[k] == EDGE_ON_CAP:  # |f + β u − cap's center| = R in the plane of the cap
                along, up = ux * ax + uy * ay + uz * az, gx * ax + gy * ay + gz * az
                vx, vy, vz = ux - along * ax, uy - along * ay, uz - along * az
                gx, gy, gz = gx - up * ax, gy - up * ay, gz - up * az
                square = vx * vx + vy * vy + vz * vz
                middle = (vx * gx + vy * gy + vz * gz) / square
                tx, ty, tz = gx - middle * vx, gy - middle * vy, gz - middle * vz
                chord = radius * radius - (tx * tx + ty * ty + tz * tz)
                beta = middle + values[k, ROOT] * math.sqrt(max(0.0, chord) / square)
                px, py, pz = fx + beta * ux, fy + beta * uy, fz + beta * uz
                beyond = radius - math.sqrt(tx * tx + ty * ty + tz * tz)
                room = min(beyond, beta * length, (1.0 - beta) * length) / values[k, SIZE]
            else:
                up = gx * ax + gy * ay + gz * az
                gx, gy, gz = gx - up * ax, gy - up * ay, gz - up * az
                room = (radius - math.sqrt(gx * gx + gy * gy + gz * gz)) / values[k, SIZE]
            distance = nx * (ox - px) + ny * (oy - py) + nz * (oz - pz) - half
        normal[k, 0], normal[k, 1], normal[k, 2] = sign[k] * nx, sign[k] * ny, sign[k] * nz
        part = 0.5 * distance
        point[k, 0], point[k, 1], point[k, 2] = px + part * nx, py + part * ny, pz + part * nz
        gap[k], margin[k] = distance, min(room, 1.0)


@kernel
def separate_cylinders(
    solid: IntArray,
    cylinder: IntArray,
    extent: IntArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    position: FloatArray,
    axis: FloatArray,
    radius: FloatArray,
    half: FloatArray,
    gap: FloatArray,
) -> None:
    """Fill the largest separation (m,) of polytopes and cylinders along an axis: to rounding where they touch.

    Axes: normals of faces, the cylinder's axis, its directions to corners, and for each edge the directions between
    the normals of its faces, among them the one across both edge and axis. Corners on a rim have others. extent,
    vertex, face, edge: as `separate_pairs` takes them; position, axis (s, 3), radius, half (s,) of the cylinders.
    """
    for m in range(solid.shape[0]):
        i, j = solid[m], cylinder[m]
        ox, oy, oz = position[j, 0], position[j, 1], position[j, 2]
        ax, ay, az = axis[j, 0], axis[j, 1], axis[j, 2]
        first, last, best = extent[i, 0], extent[i, 1], -math.inf
        for f in range(extent[i, 2], extent[i, 3]):
            nx, ny, nz = face[f, 0], face[f, 1], face[f, 2]
            lowest = _lowest(nx * ax + ny * ay + nz * az, radius[j], half[j])
            best = max(best, nx * ox + ny * oy + nz * oz + lowest - face[f, 3])
        low, high = math.inf, -math.inf
        for v in range(first, last):
            dx, dy, dz = ox - vertex[v, 0], oy - vertex[v, 1], oz - vertex[v, 2]
            along = dx * ax + dy * ay + dz * az
            low, high = min(low, along), max(high, along)
            nx, ny, nz = dx - along * ax, dy - along * ay, dz - along * az
            best = max(best, _separation(vertex, first, last, nx, ny, nz, ox, oy, oz, ax, ay, az, radius[j], half[j]))
        best = max(best, max(low, -high) - half[j])
        for e in range(extent[i, 4], extent[i, 5]):
            p, q, f, g = edge[e, 0], edge[e, 1], edge[e, 2], edge[e, 3]
            ux, uy, uz = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
            nx, ny, nz = cross(ax, ay, az, ux, uy, uz)
            outward = nx * (face[f, 0] + face[g, 0]) + ny * (face[f, 1] + face[g, 1]) + nz * (face[f, 2] + face[g, 2])
            turn = 1.0 if outward > 0.0 else -1.0
            nx, ny, nz = turn * nx, turn * ny, turn * nz
            best = max(best, _separation(vertex, first, last, nx, ny, nz, ox, oy, oz, ax, ay, az, radius[j], half[j]))
            # Between the two normals, (1 − t) n_f + t n_g, by golden sections.
            dx, dy, dz = ox - vertex[p, 0], oy - vertex[p, 1], oz - vertex[p, 2]
            fa = face[f, 0] * ax + face[f, 1] * ay + face[f, 2] * az
            ga = face[g, 0] * ax + face[g, 1] * ay + face[g, 2] * az
            fd = face[f, 0] * dx + face[f, 1] * dy + face[f, 2] * dz
            gd = face[g, 0] * dx + face[g, 1] * dy + face[g, 2] * dz
            fg = face[f, 0] * face[g, 0] + face[f, 1] * face[g, 1] + face[f, 2] * face[g, 2]
            start, end = 0.0, 1.0
            one, other = 1.0 - _GOLDEN, _GOLDEN
            at_one = _between(one, fa, ga, fd, gd, fg, radius[j], half[j])
            at_other = _between(other, fa, ga, fd, gd, fg, radius[j], half[j])
            for _ in range(_SECTIONS):
                if at_one > at_other:
                    end, other, at_other = other, one, at_one
                    one = end - _GOLDEN * (end - start)
                    at_one = _between(one, fa, ga, fd, gd, fg, radius[j], half[j])
                else:
                    start, one, at_one = one, other, at_other
                    other = start + _GOLDEN * (end - start)
                    at_other = _between(other, fa, ga, fd, gd, fg, radius[j], half[j])
            best = max(best, max(at_one, at_other))
        gap[m] = best


@inlined
def _lowest(cosine: float, radius: float, half: float) -> float:
    """Return how far a cylinder reaches along a direction at this cosine to its axis, from its center, at least."""
    return -half * abs(cosine) - radius * math.sqrt(max(0.0, 1.0 - cosine * cosine))


@inlined
def _between(t: float, fa: float, ga: float, fd: float, gd: float, fg: float, radius: float, half: float) -> float:
    """Return the separation along (1 − t) n_f + t n_g; of both: products with axis, way to the center, each other."""
    s = 1.0 - t
    length = math.sqrt(s * s + t * t + 2.0 * s * t * fg)
    return (s * fd + t * gd) / length + _lowest((s * fa + t * ga) / length, radius, half)


@routine
def _separation(
    vertex: FloatArray,
    first: int,
    last: int,
    nx: float,
    ny: float,
    nz: float,
    ox: float,
    oy: float,
    oz: float,
    ax: float,
    ay: float,
    az: float,
    radius: float,
    half: float,
) -> float:
    """Return the separation of corners first..last and a cylinder along a direction of any length; −∞ for none."""
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    if length < _NO_DIRECTION * radius:
        return -math.inf
    nx, ny, nz = nx / length, ny / length, nz / length
    highest = -math.inf
    for v in range(first, last):
        highest = max(highest, nx * vertex[v, 0] + ny * vertex[v, 1] + nz * vertex[v, 2])
    return nx * ox + ny * oy + nz * oz + _lowest(nx * ax + ny * ay + nz * az, radius, half) - highest
