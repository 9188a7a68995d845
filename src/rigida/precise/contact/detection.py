"""Contact detection: pairs of shapes that may meet during a step, their gaps, and the points at which they meet."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FlagArray, FloatArray, IntArray
from rigida.collision.arrays import BodyPoses
from rigida.collision.broad.broad_phase import BROAD_PHASES
from rigida.collision.narrow.manifold_search import ManifoldSearch
from rigida.collision.shapes.instances import ShapeInstances, joined_pairs, place_shapes, shape_instances
from rigida.dynamics.model import DYNAMIC, FIXED, Model
from rigida.geometry.core import BOX, CYLINDER, HALF_SPACE, POLYTOPE
from rigida.jit.bind import bind
from rigida.jit.records import as_array
from rigida.math.dense import product
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.precise.contact.cylinder_contacts import CylinderPair, separate_cylinders
from rigida.precise.contact.flat_contacts import FlatPairs
from rigida.precise.contact.lowest_points import CURVED, LOWEST, is_lowest, lowest_points

if TYPE_CHECKING:
    from rigida.precise.contact.concave_points import ConcavePoints

#: Gaps are looked at in full up to this distance [m]; pairs further apart count as exactly so far.
FAR = 1e3
#: A contact point this near a corner, as a part of the shape's size, is the corner.
_AT_CORNER = 1e-6
#: Lowest points of round shapes that are lower than others by less are no contact of their own [m].
_LOWER = 1e-9


@dataclass(frozen=True, eq=False)
class ContactPoints:
    """Points (c of them) of pairs of shapes: pair (c,) row of the pairs asked for, feature (c,) id within the pair,
    normal (c, 3) unit from a to b, point (c, 3) halfway between the surfaces, gap (c,)."""

    pair: IntArray
    feature: IntArray
    normal: FloatArray
    point: FloatArray
    gap: FloatArray


class Detection:
    """Shapes of a model and the pairs of them that may touch."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.shapes: ShapeInstances = shape_instances(model)
        self.concave: ConcavePoints | None = None
        if self.shapes.concave.any():
            # Loaded, and its kernels compiled, only where a scene has concave bodies.
            from rigida.precise.contact import concave_points

            self.concave = concave_points.ConcavePoints(self.shapes)
        self._core, s = as_array(self.shapes.table.core), self.shapes
        # Where bodies are is written into these: to hand a table other arrays takes longer than to copy a few rows.
        self._center, self._attitude = np.zeros((model.body_count, 3)), np.zeros((model.body_count, 4))
        bodies = BodyPoses(center=self._center, attitude=self._attitude)
        self._place = bind(place_shapes, s.on_bodies, s.placed, s.table, bodies)
        self._search = ManifoldSearch(s.table, s.placed, limit=8)
        kind, self._lowest = self._core["kind"][s.geometry], bind(lowest_points, s.placed, s.table)
        self._is_plane, self._is_curved = kind == HALF_SPACE, np.isin(kind, CURVED)
        #: Whether there are shapes whose lowest point over a half-space is followed (`lowest_points`).
        self.has_lowest = bool(self._is_plane.any() and self._is_curved.any())
        excluded = joined_pairs(model)
        self._broad = BROAD_PHASES["brute_force"](self.shapes.body, model.motion, model.collision_filter, excluded)
        # The parts of one compound never touch each other.
        self.possible = bool((model.motion[self.shapes.body] == DYNAMIC).any() and len(set(self.shapes.body)) > 1)
        self.bounding_radius = self._bounding_radii()
        self.flats = FlatPairs(self.shapes, self.bounding_radius)
        self._is_cylinder = (kind == CYLINDER) & ~self.shapes.concave

    def place(self, center: FloatArray, attitude: FloatArray) -> None:
        """Put the shapes where the bodies are."""
        self._center[:], self._attitude[:] = center, attitude
        self._place(0, self.shapes.count)

    def boxes(self) -> tuple[FloatArray, FloatArray]:
        """Return copies of the shapes' world boxes (s, 3)."""
        return self.shapes.low.copy(), self.shapes.high.copy()

    def pairs(self, low: FloatArray, high: FloatArray) -> IntArray:
        """Return the pairs (m, 2) of shapes whose boxes meet and that may touch."""
        pairs = np.array(self._broad.update(low, high), dtype=np.int32).reshape(-1, 2)
        return pairs[[not self._above(int(i), int(j), low, high) for i, j in pairs]]

    def _above(self, i: int, j: int, low: FloatArray, high: FloatArray) -> bool:
        """Return whether one of two shapes is a half-space and the other's box lies clear of it."""
        for plane, other in ((i, j), (j, i)):
            core = self._core[self.shapes.geometry[plane]]
            if core["kind"] == HALF_SPACE and self.model.motion[self.shapes.body[plane]] == FIXED:
                normal = rotate_array(self.shapes.attitude[plane], core["size"])
                nearest = np.where(normal > 0.0, low[other], high[other])
                return bool(product(normal, nearest - self.shapes.position[plane]) > 0.0)
        return False

    def points(self, pairs: IntArray, margin: float = FAR) -> ContactPoints:
        """Return the points of the pairs up to a gap of `margin` [m], at the place of the last `place`."""
        found = self._manifold_points(pairs, margin)
        if not self.has_lowest:
            return found
        side = self.half_space_side(pairs)
        if (side < 0).all():
            return found
        lowest = is_lowest(found.feature) & (side[found.pair] >= 0)
        found.feature[lowest] = LOWEST
        side[found.pair[lowest]] = -1
        return self._with_lowest(found, pairs, side, margin) if (side >= 0).any() else found

    def half_space_side(self, pairs: IntArray) -> IntArray:
        """Return which side of each pair (m, 2) is a half-space, the other curved (`lowest_points`), −1 if none."""
        plane, curved = self._is_plane[pairs], self._is_curved[pairs]
        return np.where(plane[:, 0] & curved[:, 1], 0, np.where(plane[:, 1] & curved[:, 0], 1, -1)).astype(np.int32)

    def lowest(self, pairs: IntArray, side: IntArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return normals (m, 3) from first to second, points (m, 3) and gaps (m,) of lowest points over half-spaces.

        side (m,): which of the pairs (m, 2) are the half-spaces, at the place of the last `place`.
        """
        each = np.arange(len(pairs))
        normal, point, gap = np.empty((len(pairs), 3)), np.empty((len(pairs), 3)), np.empty(len(pairs))
        self._lowest(pairs[each, side], pairs[each, 1 - side], normal, point, gap)
        normal[side == 1] *= -1.0
        return normal, point, gap

    def _with_lowest(self, found: ContactPoints, pairs: IntArray, side: IntArray, margin: float) -> ContactPoints:
        """Return points, and the lowest ones where a half-space is on one side (m,) of a pair, −1 where none is."""
        rows = np.flatnonzero(side >= 0).astype(np.int32)
        normal, point, gap = self.lowest(pairs[rows], side[rows])
        least = np.full(len(pairs), np.inf)
        np.minimum.at(least, found.pair, found.gap)
        kept = (gap <= margin) & (gap + _LOWER < least[rows])
        if not kept.any():
            return found
        return ContactPoints(
            np.concatenate([found.pair, rows[kept]]),
            np.concatenate([found.feature, np.full(int(kept.sum()), LOWEST, dtype=found.feature.dtype)]),
            np.concatenate([found.normal, normal[kept]]),
            np.concatenate([found.point, point[kept]]),
            np.concatenate([found.gap, gap[kept]]),
        )

    def _manifold_points(self, pairs: IntArray, margin: float) -> ContactPoints:
        """Return the points of the pairs' manifolds."""
        concave = self.shapes.concave[pairs].any(axis=1)
        if self.concave is None or not concave.any():
            return self._convex_points(pairs, margin)
        convex = self._convex_points(np.ascontiguousarray(pairs[~concave]), margin)
        pair, feature, normal, point, gap = self.concave.find(np.ascontiguousarray(pairs[concave]), margin)
        row = np.concatenate([np.flatnonzero(~concave)[convex.pair], np.flatnonzero(concave)[pair]]).astype(np.int32)
        order = np.argsort(row, kind="stable")
        return ContactPoints(
            row[order],
            np.concatenate([convex.feature, feature])[order],
            np.concatenate([convex.normal, normal])[order],
            np.concatenate([convex.point, point])[order],
            np.concatenate([convex.gap, gap])[order],
        )

    def _convex_points(self, pairs: IntArray, margin: float) -> ContactPoints:
        found = self._search.find(pairs, margin)
        kept = np.arange(found.point.shape[1])[None, :] < found.count[:, None]
        pair = np.nonzero(kept)[0].astype(np.int32)
        return ContactPoints(pair, found.feature[kept], found.normal[pair], found.point[kept], found.separation[kept])

    def gaps(self, pairs: IntArray) -> FloatArray:
        """Return how far each pair is apart (m,) [m], negative in overlap, at most FAR (less for concave pairs)."""
        points = self.points(pairs)
        gap = np.full(len(pairs), FAR)
        if self.concave is not None:
            concave = self.shapes.concave[pairs].any(axis=1)
            gap[concave] = self.concave.furthest(pairs[concave])
        np.minimum.at(gap, points.pair, points.gap)
        on_solid = self.solid_side(pairs) >= 0
        if on_solid.any():
            gap[on_solid] = self.cylinder_gaps(pairs[on_solid], gap[on_solid])
        both = self.both_flat(pairs)
        if both.any():
            gap[both], _ = self.flat_gaps(pairs[both])
        return gap

    def flat(self, shape: int) -> bool:
        """Return whether a shape has flat faces only, so that its contact points are corners fixed to it."""
        core = self._core[self.shapes.geometry[shape]]
        if self.shapes.concave[shape]:
            return False
        if core["kind"] in (BOX, HALF_SPACE):
            return True
        corners = core["vertex_end"] - core["vertex"]
        return bool(core["kind"] == POLYTOPE and corners > 2 and core["radius"] == 0.0)

    def face_normals(self, shape: int) -> FloatArray:
        """Return the outward normals (f, 3) of a flat shape's faces, in its own frame."""
        core = self._core[self.shapes.geometry[shape]]
        if core["kind"] == HALF_SPACE:
            return core["size"][None]
        return as_array(self.shapes.table.face)[core["face"] : core["face_end"], :3]

    def is_corner(self, shape: int, point: FloatArray) -> bool:
        """Return whether a world point (3,) is a corner of a flat shape."""
        core = self._core[self.shapes.geometry[shape]]
        corners = as_array(self.shapes.table.vertex)[core["vertex"] : core["vertex_end"]]
        local = rotate_array(conjugate_array(self.shapes.attitude[shape]), point - self.shapes.position[shape])
        away = np.linalg.norm(corners - local, axis=1)
        return bool(away.min(initial=np.inf) <= _AT_CORNER * core["scale"])

    def both_flat(self, pairs: IntArray) -> FlagArray:
        """Return which of the pairs (m, 2) are two polytopes, whose contacts `flats` knows to rounding."""
        return np.asarray(self.flats.known[pairs].all(axis=1))

    def solid_side(self, pairs: IntArray) -> IntArray:
        """Return which of each pair (m, 2) is a polytope, the other a cylinder; −1 where they are not such shapes."""
        known, cylinder = self.flats.known[pairs], self._is_cylinder[pairs]
        return np.where(known[:, 0] & cylinder[:, 1], 0, np.where(known[:, 1] & cylinder[:, 0], 1, -1)).astype(np.int32)

    def cylinder_pair(self, solid: int, cylinder: int) -> CylinderPair:
        """Return a polytope and a cylinder at the place of the last `place`."""
        self.flats.place()
        core, extent = self._core[self.shapes.geometry[cylinder]], self.flats.extent[solid]
        edge = self.flats.edge[extent[4] : extent[5]] - np.array([extent[0], extent[0], extent[2], extent[2]])
        return CylinderPair(
            self.shapes.position[cylinder].copy(),
            rotate_array(self.shapes.attitude[cylinder], np.array([0.0, 0.0, 1.0])),
            float(core["size"][0]),
            float(core["size"][1]),
            self.flats.vertex[extent[0] : extent[1]],
            self.flats.face[extent[2] : extent[3]],
            edge,
            self.size(solid, cylinder),
        )

    def cylinder_gaps(self, pairs: IntArray, about: FloatArray) -> FloatArray:
        """Return the gaps (m,) of pairs of a cylinder and a polytope, at the place of the last `place`.

        about (m,): those of manifolds, which decide where the axes of `separate_cylinders` are not among the closest.
        """
        self.flats.place()
        each, side = np.arange(len(pairs)), self.solid_side(pairs)
        axis = rotate_array(self.shapes.attitude, np.array([0.0, 0.0, 1.0]))
        size, gap = self._core["size"][self.shapes.geometry], np.empty(len(pairs))
        separate_cylinders(
            pairs[each, side].astype(np.int32),
            pairs[each, 1 - side].astype(np.int32),
            self.flats.extent,
            self.flats.vertex,
            self.flats.face,
            self.flats.edge,
            self.shapes.position,
            axis,
            np.ascontiguousarray(size[:, 0]),
            np.ascontiguousarray(size[:, 1]),
            gap,
        )
        return np.where(about > gap + _AT_CORNER * self.sizes(pairs), about, gap)

    def flat_gaps(self, pairs: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return gaps (m,) and normals (m, 3) of pairs of polytopes, at the place of the last `place`."""
        self.flats.place()
        return self.flats.separations(np.ascontiguousarray(pairs, dtype=np.int32))

    def sizes(self, pairs: IntArray) -> FloatArray:
        """Return the reach (m,) of the smaller shape of pairs (m, 2) from its body's center of mass [m]."""
        bounding_radius = self.bounding_radius[pairs]
        return np.asarray(np.where(bounding_radius > 0.0, bounding_radius, np.inf).min(axis=1))

    def size(self, i: int, j: int) -> float:
        """Return the reach of the smaller of two shapes from its body's center of mass [m]."""
        return float(self.sizes(np.array([[i, j]]))[0])

    def _bounding_radii(self) -> FloatArray:
        """Return how far each shape reaches from its body's centre of mass (s,) [m]; 0 for half-spaces."""
        self.place(np.zeros((self.model.body_count, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (self.model.body_count, 1)))
        corner = np.maximum(np.abs(self.shapes.low), np.abs(self.shapes.high))
        return np.where(np.isfinite(corner).all(axis=1), np.linalg.norm(corner, axis=1), 0.0)
