"""Overlap volume of two solids and the direction that separates them, for bodies that start inside each other.

Where a solid a is moved by δ, the volume V that it shares with b changes by δ · ∫ n dA over the part of its surface
that lies in b, n being its outward normal. So V shrinks fastest where a goes against that integral, and b against its
own one, whatever the surfaces look like inside each other; for a body in water, that is buoyancy. The integrals are
sums over points spread evenly over the surfaces. Where they vanish, as for one body wholly in another, or for two tubes
that cross with their middles in one place, V gives no direction: a body wholly inside leaves by its nearest face,
others part as their hulls do.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.collision.arrays import ConvexTable, CorePair
from rigida.collision.distance.curved_axes import core_separation_along
from rigida.concave.arrays import ConcaveWork, Solid, Solids
from rigida.concave.primitives import Signed
from rigida.concave.solid_distance import lower_bound, solid_distance
from rigida.concave.solids import MESH, PLANE, SolidTable
from rigida.distance_field.surface import nearest_again, signed
from rigida.geometry import Mesh
from rigida.geometry.polyhedron import cross_rows
from rigida.geometry.shape import Shape
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Int32, Record, Rows, as_array
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3, dot, norm

#: Points on a surface, and most points about its middle.
_TRIED_POINTS, _INNER = 512, 16
#: Points are about the middle where they lie this part as deep as the deepest.
_ALIKE = 0.9
#: Points nearer to a surface than this part of the smaller reach lie on it, neither inside nor outside.
_ON_SURFACE = 1e-6
#: Places are under a sheet where the way to it is along its normal up to this cosine.
_UNDER = 0.7
#: The sum over n points has a direction where it is longer, in parts of their area, than this over √n, not by chance.
_BY_CHANCE = 2.0


class SpacePoint(Record):
    """A point of a solid, in its frame."""

    place: Vec3  # [m]
    area: Vec3  # of the surface that it stands for, along the outward normal [m²]; zero inside


class SpacePoints(Table):
    """Points of all solids: solid g has first[g] … first[g + 1] − 1; half-spaces and sheets have none."""

    first: Rows[Int32]
    point: Rows[SpacePoint]
    middle: Rows[float]  # how deep the deepest place of a solid lies beneath its surface [m]; infinite below a sheet
    sheet: Rows[Int32]  # 1 for open surfaces


class Shared(Record):
    """The space that two solids share."""

    depth: float  # of the deepest point of one in the other [m]
    thin: float  # the same in parts of how deep the other is at most
    place: Vec3  # mean of the points in it [m]
    out: Vec3  # unit vector along which the second solid leaves the first, zero where none is known
    sum: Vec3  # of the areas, those of the first solid less those of the second [m²]
    area: float  # of all points in it [m²]
    count: float  # of points in it
    whole: float  # 1 where all points of one solid are in it


def space_points(shapes: list[Shape], table: SolidTable) -> SpacePoints:
    """Return the points of all solids of a table, which was made of these shapes."""
    kind, points, first = table.solids()["kind"], list[FloatArray](), [0]
    middle, sheet = np.full(len(shapes), np.inf), np.zeros(len(shapes), dtype=np.int32)
    for g, shape in enumerate(shapes):
        if kind[g] != PLANE:
            vertices, triangles = shape.surface()
            sheet[g] = isinstance(shape, Mesh) and shape.open
            if not sheet[g]:
                inner, middle[g] = _inner_points(table, g)
                points += [_surface_points(vertices[triangles]), inner]
        first.append(sum(len(some) for some in points))
    return SpacePoints(
        first=np.array(first, dtype=np.int32),
        point=np.concatenate([np.zeros((0, 6)), *points]),
        middle=middle,
        sheet=sheet,
    )


def _surface_points(corner: FloatArray) -> FloatArray:
    """Return points (n, 6) with their areas, spread evenly over triangles (t, 3, 3)."""
    normal = 0.5 * cross_rows(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    area = np.linalg.norm(normal, axis=1)
    along = (np.arange(_TRIED_POINTS) + 0.5) / _TRIED_POINTS
    triangle = np.searchsorted(np.cumsum(area), along * area.sum()).clip(max=len(area) - 1)
    # A sequence without gaps in the plane (Roberts 2018: powers of the plastic number), folded into the triangle.
    uv = (0.5 + np.outer(np.arange(1, _TRIED_POINTS + 1), (0.7548776662466927, 0.5698402909980532))) % 1.0
    u, v = np.where(uv.sum(axis=1, keepdims=True) > 1.0, 1.0 - uv, uv).T[:, :, None]
    p, q, r = corner[triangle].transpose(1, 0, 2)
    unit = normal[triangle] / area[triangle][:, None]
    return np.concatenate([p + u * (q - p) + v * (r - p), unit * (area.sum() / _TRIED_POINTS)], axis=1)


def _inner_points(table: SolidTable, g: int) -> tuple[FloatArray, float]:
    """Return points (n, 6) around the deepest point of a solid, and its depth [m]."""
    row, found = table.solids()[g], np.zeros((1, 6))
    if row["count"][0] == 0:  # a primitive around its origin, or a surface too large for a grid
        return found, 0.5 * float((row["high"] - row["low"]).min())
    begin = int(row["lower"])
    lower = as_array(table.lower)[begin : begin + int(np.prod(row["count"]))].reshape(row["count"])
    deep = np.argwhere(lower <= _ALIKE * lower.min())
    deep = deep[:: -(-len(deep) // _INNER)]
    found = np.zeros((len(deep), 6))
    found[:, :3] = row["origin"] + deep / row["inv_side"]
    return found, max(-float(lower.min()), 0.0)


@inlined
def in_box(x: Vec3, low: Vec3, high: Vec3) -> bool:
    """Return whether a point is inside a box."""
    return low.x < x.x < high.x and low.y < x.y < high.y and low.z < x.z < high.z


@routine
def below_sheet(solid: Solid, x: Vec3, solids: Solids, work: ConcaveWork) -> Signed:
    """Return distance and gradient of an open surface at a place; it is not below the sheet beside the border."""
    square, q, region, t = nearest_again(x, solid.root, math.inf, solids.surface, work.walk)
    normal = solids.surface.normal[t].region[region]
    d, gradient = signed(x, square, q, normal)
    return (d if dot(gradient, normal) > _UNDER else math.inf), gradient


@routine
def inside_distance(solid: Solid, sheet: bool, x: Vec3, solids: Solids, work: ConcaveWork) -> Signed:
    """Return distance and gradient of a solid at a place in it; infinity, or any number above zero, outside."""
    if sheet:
        return below_sheet(solid, x, solids, work)
    outside = not in_box(x, solid.low, solid.high)
    if not outside and (solid.kind != MESH or solid.count[0] > 0):
        outside = lower_bound(solid, x, 0.0, solids, work.walk) > 0.0
    return (math.inf, Vec3(0.0, 0.0, 1.0)) if outside else solid_distance(solid, x, solids, work.walk)


@routine
def add_points(
    side: int,
    sign: float,
    bounding_radius: float,
    points: SpacePoints,
    solids: Solids,
    work: ConcaveWork,
    shared: Shared,
) -> None:
    """Add the part of the other solid that is inside the solid of view `side`; `sign` of its areas."""
    view, inside = work.views[side], 0
    solid, deepest, sheet = solids.solid[view.solid], points.middle[view.solid], points.sheet[view.solid] != 0
    first, last = points.first[view.other], points.first[view.other + 1]
    for k in range(first, last):
        point = points.point[k]
        x = view.frame.rotation @ point.place + view.frame.position
        d, gradient = inside_distance(solid, sheet, x, solids, work)
        if d > -_ON_SURFACE * bounding_radius:
            continue
        inside += 1
        shared.depth, shared.thin = max(shared.depth, -d), max(shared.thin, -d / deepest)
        shared.place += view.world.rotation @ x + view.world.position
        area = view.world.rotation @ (view.frame.rotation @ point.area)
        shared.sum, shared.area = shared.sum + sign * area, shared.area + norm(area)
        if inside == last - first:
            # Wholly inside: its last point, about its middle, knows the nearest way out.
            shared.whole, shared.out = 1.0, -sign * (view.world.rotation @ gradient)
    shared.count += inside


@routine
def share(
    first: int,
    second: int,
    bounding_radius: float,
    points: SpacePoints,
    solids: Solids,
    work: ConcaveWork,
    shared: Shared,
) -> bool:
    """Fill the space that the two solids of a pair share; return whether a direction that separates them is known.

    first, second: which view is that of the first solid, and of the second; bounding_radius: of the smaller one [m].
    """
    none = Vec3(0.0, 0.0, 0.0)
    shared.depth, shared.thin, shared.area, shared.count, shared.whole = 0.0, 0.0, 0.0, 0.0, 0.0
    shared.place, shared.sum, shared.out = none, none, none
    add_points(second, 1.0, bounding_radius, points, solids, work, shared)
    add_points(first, -1.0, bounding_radius, points, solids, work, shared)
    if shared.count == 0.0:
        return False
    shared.place = shared.place / shared.count
    length = norm(shared.sum)
    if shared.whole != 0.0:
        return True
    if length * math.sqrt(shared.count) <= _BY_CHANCE * shared.area:
        return False
    shared.out = shared.sum / length
    return True


@routine
def hulls_part(pair: CorePair, shapes: ConvexTable) -> Vec3:
    """Return the one of 26 directions, in the frame of a, along which the hull of b leaves that of a soonest."""
    best, most = Vec3(0.0, 0.0, 1.0), -math.inf
    for i in range(-1, 2):
        for j in range(-1, 2):
            for k in range(-1, 2):
                n = Vec3(float(i), float(j), float(k))
                if i == 0 and j == 0 and k == 0:
                    continue
                n = n / norm(n)
                apart = core_separation_along(pair, n, shapes)
                if apart > most:
                    best, most = n, apart
    return best
