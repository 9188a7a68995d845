"""Contacts of two polytopes that touch: corners on faces and edges that cross, as the patch's outline gives them.

What of each shape reaches furthest along the normal is a vertex, an edge or a face. Where the two overlap, seen along
the normal, the corners of the overlap are corners of one shape on a face of the other, and crossings of their edges.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IndexArray, IntArray
from rigida.collision.shapes.instances import ShapeInstances
from rigida.geometry.core import BOX, POLYTOPE
from rigida.jit.records import as_array
from rigida.math.dense import euclidean_norm, product
from rigida.math.quaternion import rotate_array
from rigida.precise.contact.flat_pairs import separate_pairs

#: A corner beside a face by no more than this part of the shape's size lies on it.
AT_END = 1e-8
#: A face leans by less than the root of twice this where it faces the other shape.
_LEVEL = 1e-12
#: Edges whose directions have a smaller cross product are parallel.
_PARALLEL = 1e-3
#: Names of contacts: corners of the first shape, those of the second from here on, then crossings of edges.
_SECOND, _CROSSING, _EDGES = 1 << 10, 1 << 11, 1 << 10


@dataclass(frozen=True, eq=False)
class Crossing:
    """Two edges that cross: ends (2, 2, 3) in the world, such that first × second points along the normal."""

    name: int
    ends: FloatArray


@dataclass(frozen=True, eq=False)
class Corner:
    """A corner (3,) of one shape on a face of the other; owner: 0 if that is the first one, else 1.

    foot (3,) on the face, normal (3,) from the first to the second shape; ends (m, 4): the other planes of the owner,
    which end its face.
    """

    name: int
    owner: int
    point: FloatArray
    foot: FloatArray
    normal: FloatArray
    ends: FloatArray


class FlatPairs:
    """Polytopes of a model in the world: vertices, faces and edges of each."""

    def __init__(self, shapes: ShapeInstances, reach: FloatArray) -> None:
        core, table = as_array(shapes.table.core)[shapes.geometry], shapes.table
        self._shapes, self._reach = shapes, reach
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
        separate_pairs(pairs, self.extent, self.vertex, self.face, self.edge, self._reach, gap, normal)
        return gap, normal

    def contacts(self, i: int, j: int, normal: FloatArray, touch: float) -> list[Corner | Crossing]:
        """Return the contacts of two shapes that touch along a normal, where gaps up to `touch` are closed [m]."""
        near = [self._foremost(i, normal, touch), self._foremost(j, -normal, touch)]
        size = min(self._reach[i], self._reach[j])
        corners: list[Corner] = []
        for side, mine, other in ((0, i, j), (1, j, i)):
            toward = normal if side == 0 else -normal
            planes = self.face[self.extent[mine, 2] : self.extent[mine, 3]]
            level = product(planes[:, :3], toward) > 1.0 - max(_LEVEL, (touch / size) ** 2)
            if not level.any() or len(near[side]) < 3:  # it meets the other shape with an edge or a corner
                continue
            face, ends = planes[level][0], planes[~level]
            for v in near[1 - side]:
                point = self.vertex[v]
                beside = (product(ends[:, :3], point) - ends[:, 3]).max()
                # Corners that meet are one contact.
                if beside <= AT_END * size and all(euclidean_norm(c.point - point) > AT_END * size for c in corners):
                    name = int(v - self.extent[other, 0]) + (_SECOND if side == 0 else 0)
                    foot = point - (product(face[:3], point) - face[3]) * face[:3]
                    corners.append(Corner(name, side, point, foot, face[:3] if side == 0 else -face[:3], ends))
        return [*corners, *self._crossings(i, j, normal, near, size)]

    def _foremost(self, shape: int, along: FloatArray, touch: float) -> IndexArray:
        """Return the vertices of a shape that reach furthest along a direction."""
        first, last = self.extent[shape, :2]
        height = product(self.vertex[first:last], along)
        return first + np.flatnonzero(height >= height.max() - touch)

    def _crossings(self, i: int, j: int, normal: FloatArray, near: list[IndexArray], size: float) -> list[Crossing]:
        """Return where edges among the foremost vertices of the two shapes cross, not at their ends."""
        sets = []
        for shape, own in zip((i, j), near, strict=True):
            edges = self.edge[self.extent[shape, 4] : self.extent[shape, 5], :2]
            foremost = np.zeros(len(self.vertex), dtype=bool)
            foremost[own] = True
            rows = np.flatnonzero(foremost[edges].all(axis=1))
            sets.append((rows, self.vertex[edges[rows]]))
        (rows_i, first), (rows_j, second) = sets
        if not len(rows_i) or not len(rows_j):
            return []
        u, v = (first[:, 1] - first[:, 0])[:, None], (second[:, 1] - second[:, 0])[None]
        way = second[None, :, 0] - first[:, None, 0]
        across = _cross(u, v)
        square, size_u, size_v = (across * across).sum(axis=2), (u * u).sum(axis=2), (v * v).sum(axis=2)
        apart = square > _PARALLEL**2 * size_u * size_v
        square = np.where(apart, square, 1.0)
        s, t = (_cross(way, v) * across).sum(axis=2) / square, (_cross(way, u) * across).sum(axis=2) / square
        end_s, end_t = AT_END * size / np.sqrt(size_u), AT_END * size / np.sqrt(size_v)
        inside = apart & (end_s < s) & (s < 1.0 - end_s) & (end_t < t) & (t < 1.0 - end_t)
        found: list[Crossing] = []
        for e, o in np.argwhere(inside):
            ends = np.array([first[e], second[o] if float(product(across[e, o], normal)) > 0.0 else second[o][::-1]])
            found.append(Crossing(_CROSSING + int(rows_i[e]) * _EDGES + int(rows_j[o]), ends))
        return found


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return the vector products of two arrays (…, 3)."""
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)
