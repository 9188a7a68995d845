"""Contact features: how normal, point and gap of a contact follow the two bodies.

A corner on a face keeps its place on its body, the face its normal on the other; they move exactly with them. So do two
edges that cross, along u_a and u_b: their normal is u_a × u_b, their point halfway between the nearest points of both
lines. It is the normal of the face that one of them stays in when a body tips over the other. Round shapes touch at
points that move over both surfaces; these are computed at each evaluation.

Faces and edges end. `margins` measures how far each contact is inside them.
"""

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from rigida.arrays import FloatArray, IndexArray, IntArray
from rigida.dynamics.state import State
from rigida.jit.decorators import kernel
from rigida.math.dense import product
from rigida.math.quaternion import conjugate_array, rotate, rotate_array
from rigida.math.vector import cross
from rigida.precise.contact.cylinder_contacts import CENTER, COLUMNS, FOOT, TURNED, place_on_cylinders
from rigida.precise.contact.detection import ContactPoints, Detection
from rigida.precise.contact.flat_contacts import CROSSING, ON_FIRST
from rigida.precise.contact.lowest_points import LOWEST

#: A face whose normal leans by less than the root of this is the one that a contact's normal belongs to.
_ALONG = 1e-12

#: Owners of contacts that belong to no face.
ROUND: Final = -1
EDGES: Final = 2
#: Owners of contacts of a cylinder with a polytope, which is the first shape or the second.
SOLID_FIRST: Final = 3
SOLID_SECOND: Final = 4

_NO_VALUES = np.zeros(COLUMNS)

#: Key of a contact: the two shapes and the feature's id.
Key = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Feature:
    """One contact point between shapes i and j on bodies a and b.

    owner: 0 if the face (and normal) belongs to a, 1 if to b, `EDGES` for two edges, `ROUND` for round shapes. Corner
    and foot (on the face) in the frames of their bodies (3,), normal in that of its owner (3,). Of edges, corner and
    foot are where those of a and b begin, and `edges` (2, 3) the way to their ends. ends (m, 4): a contact on a face is
    inside while ends[:, :3] · corner ≤ ends[:, 3], in the frame of the face. size: what margins are measured in [m].
    On cylinders: form, and the values of `place_on_cylinders`.
    """

    key: Key
    a: int
    b: int
    owner: int
    corner: FloatArray
    foot: FloatArray
    normal: FloatArray
    edges: FloatArray
    ends: FloatArray
    size: float
    form: int = -1
    values: FloatArray = field(default_factory=lambda: _NO_VALUES)


def make_features(detection: Detection, state: State, pairs: IntArray, touch: float) -> list[Feature]:
    """Return the features of all contacts of pairs of shapes (m, 2) at a state with gaps up to `touch` [m]."""
    both = detection.both_flat(pairs)
    flat = _flat_features(detection, state, pairs[both], touch)
    flat += _cylinder_features(detection, state, pairs[detection.solid_side(pairs) >= 0], touch)
    # Polytopes that touch with parallel edges, or corner to corner, have no contact of those kinds.
    done = {feature.key[:2] for feature in flat}
    others = np.array([(i, j) not in done for i, j in pairs.tolist()], dtype=bool)
    rest = np.ascontiguousarray(pairs[others])
    return flat + _point_features(detection, state, rest, detection.points(rest, touch))


def _flat_features(detection: Detection, state: State, pairs: IntArray, touch: float) -> list[Feature]:
    """Return the features of pairs of polytopes."""
    gap, normal = detection.flat_gaps(pairs)
    near = gap <= touch
    pairs, flats = np.ascontiguousarray(pairs[near]), detection.flats
    # Where they overlap, what is less deep is closed, too.
    found = flats.contacts(pairs, normal[near], touch - np.minimum(gap[near], 0.0))
    if not len(found.pair):
        return []
    bodies = detection.shapes.body[pairs[found.pair]]
    crossing, first = found.form == CROSSING, (found.form == ON_FIRST)
    a, b = bodies[:, 0], bodies[:, 1]
    carrier, holder = np.where(first, a, b), np.where(first | crossing, np.where(crossing, a, b), a)
    turn_c, turn_h = conjugate_array(state.attitude[carrier]), conjugate_array(state.attitude[holder])
    # Corners, or where the edge of the first shape begins; feet on faces, or where that of the second begins.
    corner = flats.vertex[np.where(crossing, found.rows[:, 0], found.rows[:, 1])]
    foot = flats.vertex[found.rows[:, 2]].copy()
    along = normal[near][found.pair]
    face = flats.face[np.where(crossing, 0, found.rows[:, 0])]
    above = np.einsum("ki,ki->k", face[:, :3], corner) - face[:, 3]
    foot[~crossing] = (corner - above[:, None] * face[:, :3])[~crossing]
    along[~crossing] = (np.where(first, 1.0, -1.0)[:, None] * face[:, :3])[~crossing]
    corner = rotate_array(turn_h, corner - state.center[holder])
    foot = rotate_array(turn_c, foot - state.center[carrier])
    along = rotate_array(turn_c, along)
    ways = flats.vertex[found.rows[:, [1, 3]]] - flats.vertex[found.rows[:, [0, 2]]]
    edges = np.stack([rotate_array(turn_h, ways[:, 0]), rotate_array(turn_c, ways[:, 1])], axis=1)
    edges[~crossing] = 0.0
    none, size = np.zeros((0, 4)), detection.sizes(pairs)
    made = []
    for k, (m, form) in enumerate(zip(found.pair.tolist(), found.form.tolist(), strict=True)):
        ends, owner = none, EDGES
        if form != CROSSING:
            ends, owner = flats.ends(int(pairs[m, form]), int(found.rows[k, 0]), float(found.tolerance[k])), form
        key = (int(pairs[m, 0]), int(pairs[m, 1]), int(found.name[k]))
        made.append(
            Feature(key, int(a[k]), int(b[k]), owner, corner[k], foot[k], along[k], edges[k], ends, float(size[m]))
        )
    return made


def _cylinder_features(detection: Detection, state: State, pairs: IntArray, touch: float) -> list[Feature]:
    """Return the features of pairs of a cylinder and a polytope; none of a rim that leans on an edge."""
    made = []
    gaps = detection.gaps(np.ascontiguousarray(pairs)) if len(pairs) else np.zeros(0)
    for (i, j), gap, side in zip(pairs.tolist(), gaps, detection.solid_side(pairs), strict=True):
        if gap > touch:
            continue
        solid, round_ = (i, j) if side == 0 else (j, i)
        a, b = int(detection.shapes.body[i]), int(detection.shapes.body[j])
        carrier, holder = (a, b) if side == 0 else (b, a)
        turns = [conjugate_array(state.attitude[body]) for body in (holder, carrier)]
        for found in detection.cylinder_pair(solid, round_).contacts(touch - min(gap, 0.0), touch):
            values = found.values.copy()
            values[CENTER : CENTER + 3] = _local(state, holder, values[CENTER : CENTER + 3])
            values[FOOT : FOOT + 3] = _local(state, carrier, values[FOOT : FOOT + 3])
            for turn, columns in zip(turns, TURNED, strict=True):
                for c in columns:
                    values[c : c + 3] = rotate_array(turn, values[c : c + 3])
            made.append(
                Feature(
                    (i, j, found.name),
                    a,
                    b,
                    SOLID_FIRST if side == 0 else SOLID_SECOND,
                    np.zeros(3),
                    np.zeros(3),
                    np.zeros(3),
                    np.zeros((2, 3)),
                    _local_planes(state, carrier, found.ends),
                    detection.size(i, j),
                    found.kind,
                    values,
                )
            )
    return made


def _point_features(detection: Detection, state: State, pairs: IntArray, points: ContactPoints) -> list[Feature]:
    """Return the features of contact points of pairs of shapes at a state."""
    shapes = detection.shapes
    made = []
    for k in range(len(points.pair)):
        i, j = (int(s) for s in pairs[points.pair[k]])
        a, b = int(shapes.body[i]), int(shapes.body[j])
        key = (i, j, int(points.feature[k]))
        half = 0.5 * points.gap[k] * points.normal[k]
        on_a, on_b = points.point[k] - half, points.point[k] + half
        owner = _face_owner(detection, i, j, points.normal[k], on_a, on_b)
        corner, foot = (on_b, on_a) if owner == 0 else (on_a, on_b)
        carrier, holder = (a, b) if owner == 0 else (b, a)
        made.append(
            Feature(
                key,
                a,
                b,
                owner,
                _local(state, holder, corner),
                _local(state, carrier, foot),
                rotate_array(conjugate_array(state.attitude[carrier]), points.normal[k]),
                np.zeros((2, 3)),
                np.zeros((0, 4)),
                detection.size(i, j),
            )
        )
    return made


def _local(state: State, body: int, point: FloatArray) -> FloatArray:
    return rotate_array(conjugate_array(state.attitude[body]), point - state.center[body])


def _local_planes(state: State, body: int, planes: FloatArray) -> FloatArray:
    """Return planes (m, 4), normal and offset, in the frame of a body."""
    if not len(planes):
        return planes
    turned = rotate_array(conjugate_array(state.attitude[body]), planes[:, :3])
    return np.hstack([turned, (planes[:, 3] - product(planes[:, :3], state.center[body]))[:, None]])


def _face_owner(detection: Detection, i: int, j: int, normal: FloatArray, on_i: FloatArray, on_j: FloatArray) -> int:
    """Return which shape (0: i, 1: j) has a face along the normal that a corner of the other touches; −1 if none has.

    Without a corner the contact follows curved surfaces, or two edges that cross.
    """
    if not (detection.flat(i) and detection.flat(j)):
        return ROUND
    for owner, shape, outward, other, corner in ((1, j, -normal, i, on_i), (0, i, normal, j, on_j)):
        turn = conjugate_array(detection.shapes.attitude[shape])
        along = (product(detection.face_normals(shape), rotate_array(turn, outward))).max() > 1.0 - _ALONG
        if along and detection.is_corner(other, corner):
            return owner
    return ROUND


@kernel
def place_corners(
    carrier: IntArray,
    holder: IntArray,
    sign: FloatArray,
    normal_C: FloatArray,
    corner_H: FloatArray,
    foot_C: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    normal: FloatArray,
    point: FloatArray,
    gap: FloatArray,
) -> None:
    """Fill normals, corners (as points) and gaps; faces move with `carrier`, corners with `holder`."""
    for k in range(carrier.shape[0]):
        c, h = carrier[k], holder[k]
        w, x, y, z = attitude[c, 0], attitude[c, 1], attitude[c, 2], attitude[c, 3]
        nx, ny, nz = rotate(w, x, y, z, normal_C[k, 0], normal_C[k, 1], normal_C[k, 2])
        fx, fy, fz = rotate(w, x, y, z, foot_C[k, 0], foot_C[k, 1], foot_C[k, 2])
        w, x, y, z = attitude[h, 0], attitude[h, 1], attitude[h, 2], attitude[h, 3]
        px, py, pz = rotate(w, x, y, z, corner_H[k, 0], corner_H[k, 1], corner_H[k, 2])
        px, py, pz = center[h, 0] + px, center[h, 1] + py, center[h, 2] + pz
        normal[k, 0], normal[k, 1], normal[k, 2] = nx, ny, nz
        point[k, 0], point[k, 1], point[k, 2] = px, py, pz
        gap[k] = sign[k] * (
            nx * (px - center[c, 0] - fx) + ny * (py - center[c, 1] - fy) + nz * (pz - center[c, 2] - fz)
        )


@kernel
def cross_edges(
    body: IntArray,
    start_B: FloatArray,
    edge_B: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    normal: FloatArray,
    point: FloatArray,
    gap: FloatArray,
    along: FloatArray,
) -> None:
    """Fill normals, points and gaps of e pairs of edges on bodies (e, 2), and where on both they are nearest (e, 2).

    start_B, edge_B (2 e, 3): where the edges begin and the way to their ends, in the frames of their bodies. The
    nearest points start + s u and start + way + t v differ along u × v only.
    """
    for k in range(body.shape[0]):
        a, b = body[k, 0], body[k, 1]
        w, x, y, z = attitude[a, 0], attitude[a, 1], attitude[a, 2], attitude[a, 3]
        ux, uy, uz = rotate(w, x, y, z, edge_B[2 * k, 0], edge_B[2 * k, 1], edge_B[2 * k, 2])
        px, py, pz = rotate(w, x, y, z, start_B[2 * k, 0], start_B[2 * k, 1], start_B[2 * k, 2])
        px, py, pz = center[a, 0] + px, center[a, 1] + py, center[a, 2] + pz
        w, x, y, z = attitude[b, 0], attitude[b, 1], attitude[b, 2], attitude[b, 3]
        vx, vy, vz = rotate(w, x, y, z, edge_B[2 * k + 1, 0], edge_B[2 * k + 1, 1], edge_B[2 * k + 1, 2])
        qx, qy, qz = rotate(w, x, y, z, start_B[2 * k + 1, 0], start_B[2 * k + 1, 1], start_B[2 * k + 1, 2])
        qx, qy, qz = center[b, 0] + qx - px, center[b, 1] + qy - py, center[b, 2] + qz - pz
        cx, cy, cz = cross(ux, uy, uz, vx, vy, vz)
        square = cx * cx + cy * cy + cz * cz
        length = math.sqrt(square)
        nx, ny, nz = cx / length, cy / length, cz / length
        sx, sy, sz = cross(qx, qy, qz, vx, vy, vz)
        tx, ty, tz = cross(qx, qy, qz, ux, uy, uz)
        s, t = (sx * cx + sy * cy + sz * cz) / square, (tx * cx + ty * cy + tz * cz) / square
        gap[k] = qx * nx + qy * ny + qz * nz
        half = 0.5 * gap[k]
        normal[k, 0], normal[k, 1], normal[k, 2] = nx, ny, nz
        point[k, 0], point[k, 1], point[k, 2] = (
            px + s * ux + half * nx,
            py + s * uy + half * ny,
            pz + s * uz + half * nz,
        )
        along[k, 0], along[k, 1] = s, t


class FeatureSet:
    """Features evaluated together: normal (c, 3), point (c, 3), gap (c,) at any poses of the bodies."""

    def __init__(self, detection: Detection, features: list[Feature]) -> None:
        self.detection = detection
        self.features = features
        self.a = np.array([f.a for f in features], dtype=np.int32)
        self.b = np.array([f.b for f in features], dtype=np.int32)
        owner = np.array([f.owner for f in features], dtype=np.intp)
        of_first = (owner == 0) | (owner == SOLID_FIRST)
        self._carrier = np.where(of_first, self.a, self.b).astype(np.int32)
        self._holder = np.where(of_first, self.b, self.a).astype(np.int32)
        self._sign = np.where(of_first, 1.0, -1.0)
        self._corner = np.array([f.corner for f in features]).reshape(-1, 3)
        self._foot = np.array([f.foot for f in features]).reshape(-1, 3)
        self._normal = np.array([f.normal for f in features]).reshape(-1, 3)
        self._round = [k for k, f in enumerate(features) if f.owner == ROUND]
        self._crossing = np.flatnonzero(owner == EDGES)
        self._curved = np.flatnonzero(owner >= SOLID_FIRST)
        curved = self._curved
        self._on_cylinders = (
            np.array([features[c].form for c in curved], dtype=np.int32),
            self._holder[curved],
            self._carrier[curved],
            self._sign[curved],
            np.array([features[c].values for c in curved]).reshape(-1, COLUMNS),
        )
        self._edges = np.array([f.edges for f in features]).reshape(-1, 2, 3)
        crossing = self._crossing
        self._crossed = np.stack([self.a[crossing], self.b[crossing]], axis=1)
        self._edge_rows = (
            np.stack([self._corner[crossing], self._foot[crossing]], axis=1).reshape(-1, 3),
            np.ascontiguousarray(self._edges[crossing]).reshape(-1, 3),
        )
        self.size = np.array([f.size for f in features])
        count = max((len(f.ends) for f in features), default=0)
        self._ends = np.tile([0.0, 0.0, 0.0, np.inf], (len(features), count, 1))
        for k, f in enumerate(features):
            self._ends[k, : len(f.ends)] = f.ends
        self._lowest: IndexArray = np.zeros(0, dtype=np.intp)
        if detection.has_lowest and self._round:
            self._take_lowest()
        pairs = [features[k].key[:2] for k in self._round]
        self._pairs = np.array(sorted(set(pairs)), dtype=np.int32).reshape(-1, 2)
        self._pair_row = {tuple(pair): row for row, pair in enumerate(self._pairs.tolist())}

    def _take_lowest(self) -> None:
        """Take the lowest points over half-spaces, which are found by themselves, out of those that are not."""
        keys = np.array([self.features[k].key for k in self._round], dtype=np.int32)
        side = self.detection.half_space_side(keys[:, :2])
        lowest = (side >= 0) & (keys[:, 2] == LOWEST)
        self._lowest, self._lowest_pairs = np.array(self._round)[lowest], keys[lowest, :2]
        self._side = side[lowest]
        self._round = [k for k, low in zip(self._round, lowest, strict=True) if not low]

    def evaluate(self, center: FloatArray, attitude: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return normals a→b, points and gaps for bodies at these centers and orientations."""
        count = len(self.features)
        normal, point, gap = np.empty((count, 3)), np.empty((count, 3)), np.empty(count)
        place_corners(
            self._carrier,
            self._holder,
            self._sign,
            self._normal,
            self._corner,
            self._foot,
            center,
            attitude,
            normal,
            point,
            gap,
        )
        if len(self._crossing):
            k = self._crossing
            normal[k], point[k], gap[k], _ = self._cross(center, attitude)
        if len(self._curved):
            k = self._curved
            normal[k], point[k], gap[k], _ = self._place_on_cylinders(center, attitude)
        if self._round or len(self._lowest):
            self.detection.place(center, attitude)
            self._find_round(normal, point, gap)
        return normal, point, gap

    def margins(self, center: FloatArray, attitude: FloatArray) -> FloatArray:
        """Return how far each contact (c,) is inside its face or its edges, in sizes of the shapes; at most 1."""
        margin = np.ones(len(self.features))
        if not len(margin):
            return margin
        _, point, _ = self.evaluate(center, attitude)
        turn, place = attitude[self._carrier], center[self._carrier]
        local = rotate_array(conjugate_array(turn), point - place)
        if self._ends.shape[1]:
            inside = self._ends[:, :, 3] - np.einsum("kmi,ki->km", self._ends[:, :, :3], local)
            margin = np.minimum(margin, inside.min(axis=1) / self.size)
        if len(self._crossing):
            k = self._crossing
            along = self._cross(center, attitude)[3]
            length = np.linalg.norm(self._edges[k], axis=2)
            inside = (np.minimum(along, 1.0 - along) * length).min(axis=1)
            margin[k] = np.minimum(margin[k], inside / self.size[k])
        if len(self._curved):
            k = self._curved
            margin[k] = np.minimum(margin[k], self._place_on_cylinders(center, attitude)[3])
        return margin

    def _place_on_cylinders(
        self, center: FloatArray, attitude: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return normals, points, gaps and margins of the contacts of cylinders with polytopes."""
        count = len(self._curved)
        normal, point, gap, margin = np.empty((count, 3)), np.empty((count, 3)), np.empty(count), np.empty(count)
        place_on_cylinders(*self._on_cylinders, center, attitude, normal, point, gap, margin)
        return normal, point, gap, margin

    def _cross(self, center: FloatArray, attitude: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return normals, points and gaps of the edges that cross, and where on both edges (e, 2), from 0 to 1."""
        count = len(self._crossing)
        normal, point, gap, along = np.empty((count, 3)), np.empty((count, 3)), np.empty(count), np.empty((count, 2))
        cross_edges(self._crossed, *self._edge_rows, center, attitude, normal, point, gap, along)
        return normal, point, gap, along

    def _find_round(self, normal: FloatArray, point: FloatArray, gap: FloatArray) -> None:
        low = self._lowest
        if len(low):
            normal[low], point[low], gap[low] = self.detection.lowest(self._lowest_pairs, self._side)
        if not self._round:
            return
        found = self.detection.points(self._pairs)
        for k in self._round:
            i, j, name = self.features[k].key
            matches = np.flatnonzero(found.pair == self._pair_row[i, j])
            if not len(matches):
                continue
            # The one of the same name; where names have changed, the nearest.
            same = matches[found.feature[matches] == name]
            best = same[0] if len(same) else matches[np.argmin(np.linalg.norm(found.point[matches] - point[k], axis=1))]
            normal[k], point[k], gap[k] = found.normal[best], found.point[best], found.gap[best]
