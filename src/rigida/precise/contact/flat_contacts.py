"""Contacts of two polytopes that touch: corners on faces and edges that cross, as the patch's outline gives them.

What of each shape reaches furthest along the normal is a vertex, an edge or a face. Where the two overlap, seen along
the normal, the corners of the overlap are corners of one shape on a face of the other, and crossings of their edges.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.instances import ShapeInstances
from rigida.geometry.core import BOX, POLYTOPE
from rigida.jit.decorators import kernel
from rigida.jit.records import as_array
from rigida.math.dense import product
from rigida.math.quaternion import rotate_array
from rigida.math.vector import cross
from rigida.precise.contact.flat_pairs import separate_pairs

#: A corner beside a face by no more than this part of the shape's size lies on it.
AT_END = 1e-8
#: A face leans by less than the root of twice this where it faces the other shape.
_LEVEL = 1e-12
#: Edges whose directions have a smaller cross product are parallel.
_PARALLEL = 1e-3
#: Names of contacts: corners of the first shape, those of the second from here on, then crossings of edges.
_SECOND, _CROSSING, _EDGES = 1 << 10, 1 << 11, 1 << 10
#: Sets of planes that are kept.
_KEPT_ENDS = 10_000


#: Forms of contacts: a corner on a face of the first or of the second shape, edges that cross.
ON_FIRST: Final = 0
ON_SECOND: Final = 1
CROSSING: Final = 2


@dataclass(frozen=True, eq=False)
class FlatContacts:
    """Contacts (c of them) of pairs of polytopes: pair (c,) row of the pairs, form (c,), name (c,) within the pair.

    rows (c, 4): the face that carries a corner and that corner; of edges that cross the vertices of both, such that
    first × second points along the normal, from the first to the second shape. tolerance (c,): cosine by which normals
    of faces may miss that of the contact.
    """

    pair: IntArray
    form: IntArray
    name: IntArray
    rows: IntArray
    tolerance: FloatArray


class FlatPairs:
    """Polytopes of a model in the world: vertices, faces and edges of each."""

    def __init__(self, shapes: ShapeInstances, bounding_radius: FloatArray) -> None:
        core, table = as_array(shapes.table.core)[shapes.geometry], shapes.table
        self._shapes, self._bounding_radius = shapes, bounding_radius
        thick = (core["edge_end"] > core["edge"]) & (core["face_end"] - core["face"] > 3)
        small = core["vertex_end"] - core["vertex"] < _EDGES
        #: Which shapes (s,) are polytopes with a volume, so that all of this holds for them.
        self.known = np.isin(core["kind"], (BOX, POLYTOPE)) & (core["radius"] == 0.0) & thick & small & ~shapes.concave
        vertices, faces, edges, owner_v, owner_f = [], [], [], [], []
        self.extent = np.zeros((len(core), 6), dtype=np.int32)
        count = [0, 0, 0]
        for s in np.flatnonzero(self.known):
            own = core[s]
            vertices.append(as_array(table.vertex)[own["vertex"] : own["vertex_end"]])
            faces.append(as_array(table.face)[own["face"] : own["face_end"]])
            shift = np.array([count[0] - own["vertex"]] * 2 + [count[1] - own["face"]] * 2)
            edges.append(as_array(table.edge)[own["edge"] : own["edge_end"]] + shift)
            sizes = [len(vertices[-1]), len(faces[-1]), len(edges[-1])]
            self.extent[s] = [n for c, k in zip(count, sizes, strict=True) for n in (c, c + k)]
            count = [c + k for c, k in zip(count, sizes, strict=True)]
            owner_v += [s] * sizes[0]
            owner_f += [s] * sizes[1]
        self._vertex, self._face = (
            np.concatenate([np.zeros((0, 3)), *vertices]),
            np.concatenate([np.zeros((0, 4)), *faces]),
        )
        self.edge = np.ascontiguousarray(np.concatenate([np.zeros((0, 4)), *edges]), dtype=np.int32)
        self._owner_v, self._owner_f = np.array(owner_v, dtype=np.intp), np.array(owner_f, dtype=np.intp)
        self.vertex, self.face = self._vertex.copy(), self._face.copy()
        turn, place = shapes.attitude_P[self._owner_f], shapes.position_P[self._owner_f]
        #: Faces in the frames of their bodies, and the planes that end one of them.
        self._body_face, self._ends = self._face.copy(), dict[tuple[int, float], FloatArray]()
        if len(turn):
            self._body_face[:, :3] = rotate_array(turn, self._face[:, :3])
            self._body_face[:, 3] += (self._body_face[:, :3] * place).sum(axis=1)

    def place(self) -> None:
        """Put vertices and faces where the shapes are."""
        if not len(self._vertex):
            return
        position, attitude = self._shapes.position, self._shapes.attitude
        self.vertex = position[self._owner_v] + rotate_array(attitude[self._owner_v], self._vertex)
        self.face[:, :3] = rotate_array(attitude[self._owner_f], self._face[:, :3])
        self.face[:, 3] = self._face[:, 3] + (self.face[:, :3] * position[self._owner_f]).sum(axis=1)

    def separations(self, pairs: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return gaps (m,) and normals (m, 3) of pairs (m, 2) of known shapes, at the place of the last `place`."""
        gap, normal = np.empty(len(pairs)), np.empty((len(pairs), 3))
        separate_pairs(pairs, self.extent, self.vertex, self.face, self.edge, self._bounding_radius, gap, normal)
        return gap, normal

    def contacts(self, pairs: IntArray, normal: FloatArray, touch: FloatArray) -> FlatContacts:
        """Return the contacts of pairs (m, 2) along normals (m, 3), where gaps up to touch (m,) are closed [m]."""
        size = self._bounding_radius[pairs].min(axis=1)
        level = np.maximum(_LEVEL, (touch / size) ** 2)
        room = 8 * max(len(pairs), 1)
        while True:
            pair, form, name = (np.empty(room, dtype=np.int32) for _ in range(3))
            rows = np.zeros((room, 4), dtype=np.int32)
            found = int(
                find_contacts(
                    pairs, normal, touch, size, level, self.extent, self.vertex, self.face, self.edge,
                    pair, form, name, rows,
                )
            )  # fmt: skip
            if found <= room:
                return FlatContacts(pair[:found], form[:found], name[:found], rows[:found], level[pair[:found]])
            room = found

    def ends(self, shape: int, face: int, tolerance: float) -> FloatArray:
        """Return the planes (m, 4) that end a face of a shape, in the frame of its body."""
        if (face, tolerance) not in self._ends:
            if len(self._ends) > _KEPT_ENDS:
                self._ends.clear()
            planes = self._body_face[self.extent[shape, 2] : self.extent[shape, 3]]
            beside = product(planes[:, :3], self._body_face[face, :3]) <= 1.0 - tolerance
            self._ends[face, tolerance] = planes[beside]
        return self._ends[face, tolerance]


@kernel
def find_contacts(
    pairs: IntArray,
    normal: FloatArray,
    touch: FloatArray,
    size: FloatArray,
    level: FloatArray,
    extent: IntArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    pair: IntArray,
    form: IntArray,
    name: IntArray,
    rows: IntArray,
) -> int:
    """Fill contacts as `FlatContacts` names them, as far as there is room; return how many there are."""
    found = 0
    foremost = np.zeros(vertex.shape[0], dtype=np.int32)
    for m in range(pairs.shape[0]):
        nx, ny, nz = normal[m, 0], normal[m, 1], normal[m, 2]
        first, corners = found, np.zeros(2, dtype=np.int32)
        for side in range(2):
            shape, sign = pairs[m, side], 1.0 if side == 0 else -1.0
            highest = -math.inf
            for v in range(extent[shape, 0], extent[shape, 1]):
                highest = max(highest, sign * (nx * vertex[v, 0] + ny * vertex[v, 1] + nz * vertex[v, 2]))
            for v in range(extent[shape, 0], extent[shape, 1]):
                height = sign * (nx * vertex[v, 0] + ny * vertex[v, 1] + nz * vertex[v, 2])
                foremost[v] = 1 if height >= highest - touch[m] else 0
                corners[side] += foremost[v]
        for side in range(2):
            this, other, sign = pairs[m, side], pairs[m, 1 - side], 1.0 if side == 0 else -1.0
            carrier = -1
            for f in range(extent[this, 2], extent[this, 3]):
                cosine = sign * (face[f, 0] * nx + face[f, 1] * ny + face[f, 2] * nz)
                if carrier < 0 and cosine > 1.0 - level[m]:
                    carrier = f
            if carrier < 0 or corners[side] < 3:  # it meets the other shape with an edge or a corner
                continue
            for v in range(extent[other, 0], extent[other, 1]):
                if foremost[v] == 0:
                    continue
                beside = -math.inf
                for f in range(extent[this, 2], extent[this, 3]):
                    cosine = sign * (face[f, 0] * nx + face[f, 1] * ny + face[f, 2] * nz)
                    if cosine <= 1.0 - level[m]:
                        away = face[f, 0] * vertex[v, 0] + face[f, 1] * vertex[v, 1] + face[f, 2] * vertex[v, 2]
                        beside = max(beside, away - face[f, 3])
                known = beside > AT_END * size[m]
                for c in range(first, min(found, pair.shape[0])):  # corners that meet are one contact
                    o = rows[c, 1]
                    dx, dy, dz = vertex[o, 0] - vertex[v, 0], vertex[o, 1] - vertex[v, 1], vertex[o, 2] - vertex[v, 2]
                    known = known or math.sqrt(dx * dx + dy * dy + dz * dz) <= AT_END * size[m]
                if known:
                    continue
                if found < pair.shape[0]:
                    pair[found], form[found] = m, side
                    name[found] = v - extent[other, 0] + (_SECOND if side == 0 else 0)
                    rows[found, 0], rows[found, 1] = carrier, v
                found += 1
        i, j = pairs[m, 0], pairs[m, 1]
        for e in range(extent[i, 4], extent[i, 5]):
            p, q = edge[e, 0], edge[e, 1]
            if foremost[p] == 0 or foremost[q] == 0:
                continue
            ux, uy, uz = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
            for o in range(extent[j, 4], extent[j, 5]):
                r, s = edge[o, 0], edge[o, 1]
                if foremost[r] == 0 or foremost[s] == 0:
                    continue
                vx, vy, vz = vertex[s, 0] - vertex[r, 0], vertex[s, 1] - vertex[r, 1], vertex[s, 2] - vertex[r, 2]
                cx, cy, cz = cross(ux, uy, uz, vx, vy, vz)
                square, size_u = cx * cx + cy * cy + cz * cz, ux * ux + uy * uy + uz * uz
                size_v = vx * vx + vy * vy + vz * vz
                if square <= _PARALLEL * _PARALLEL * size_u * size_v:
                    continue
                wx, wy, wz = vertex[r, 0] - vertex[p, 0], vertex[r, 1] - vertex[p, 1], vertex[r, 2] - vertex[p, 2]
                ax, ay, az = cross(wx, wy, wz, vx, vy, vz)
                bx, by, bz = cross(wx, wy, wz, ux, uy, uz)
                along, beyond = (ax * cx + ay * cy + az * cz) / square, (bx * cx + by * cy + bz * cz) / square
                end_u, end_v = AT_END * size[m] / math.sqrt(size_u), AT_END * size[m] / math.sqrt(size_v)
                if not (end_u < along < 1.0 - end_u and end_v < beyond < 1.0 - end_v):  # corners meet there
                    continue
                if found < pair.shape[0]:
                    pair[found], form[found] = m, CROSSING
                    name[found] = _CROSSING + (e - extent[i, 4]) * _EDGES + o - extent[j, 4]
                    turned = cx * nx + cy * ny + cz * nz <= 0.0
                    rows[found, 0], rows[found, 1] = p, q
                    rows[found, 2], rows[found, 3] = s if turned else r, r if turned else s
                found += 1
    return found
