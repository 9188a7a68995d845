"""Penetration of overlapping cores, at least one a cylinder, cone or ellipsoid, by searching separating axes.

As for polytopes the penetration is the maximum of s(n) = min n·b − max n·a over all directions, attained where the
boundary of a − b is a surface, not a ridge. That leaves few families of directions: the flat ends and faces, the circle
of mantle normals of each curved core, for each edge of the other core the arc between its faces' normals (a rim against
that edge), and, for two curved cores, rim against rim; an ellipsoid has them all. Single directions are measured,
circles and arcs are sampled and every local maximum refined by golden section, rim against rim by turns along two great
circles. Nothing here can fail: every direction measured is a valid bound.
"""

import math

from rigida.collision.arrays import ConvexTable, Core, CorePair, Curve, DistanceWork, Separation
from rigida.collision.shapes.support import support
from rigida.geometry.core import CONE, CYLINDER, ELLIPSOID
from rigida.jit.decorators import inlined, routine
from rigida.math.elementary import acos, cos, sin
from rigida.math.vec3 import Vec3, cross, dot, norm

_GOLDEN = 0.6180339887498949
#: Golden sections per refinement: the interval shrinks to 1e-9 of itself, the separation is then exact to 1e-16.
_SECTIONS = 44
#: Directions around a whole circle from which the refinement starts.
_SAMPLES = 24
#: Rows of `DistanceWork.found` that `curved_axis` searches with: the best direction, and one that may become it.
BEST, TRIAL = 2, 3


@inlined
def is_curved(core: Core) -> bool:
    """Return whether a core is a cylinder or cone."""
    return core.kind == CYLINDER or core.kind == CONE


@routine
def core_separation_along(pair: CorePair, n: Vec3, shapes: ConvexTable) -> float:
    """Return min n·b − max n·a of two cores for a direction of frame a."""
    p, _ = support(shapes.core[pair.a], n, shapes)
    local = n @ pair.rotation
    q, _ = support(shapes.core[pair.b], -local, shapes)
    return dot(n, pair.position) + dot(local, q) - dot(n, p)


@inlined
def set_direction(best: Separation, distance: float, normal: Vec3) -> None:
    """Store a separation and its direction in a row."""
    best.distance, best.normal = distance, normal


@routine
def try_direction(pair: CorePair, n: Vec3, shapes: ConvexTable, best: Separation) -> float:
    """Measure one direction and keep it if it separates more."""
    s = core_separation_along(pair, n, shapes)
    if s > best.distance:
        set_direction(best, s, n)
    return s


@routine
def _search(
    pair: CorePair, curve: Curve, low: float, high: float, samples: int, shapes: ConvexTable, best: Separation
) -> None:
    """Search a curve of directions for θ from low to high."""
    step = (high - low) / samples
    extent = shapes.core[pair.a].scale + shapes.core[pair.b].scale
    before, here = -math.inf, _on_curve(pair, curve, low, shapes, best)
    for i in range(samples + 1):
        theta = low + i * step
        after = _on_curve(pair, curve, theta + step, shapes, best)
        # A sample that no neighbor beats has a maximum beside it; one far below the best cannot reach it.
        if here >= before and here >= after and here + abs(step) * extent > best.distance:
            _refine(pair, curve, theta - step, theta + step, shapes, best)
        before, here = here, after


@routine
def _refine(pair: CorePair, curve: Curve, left: float, right: float, shapes: ConvexTable, best: Separation) -> None:
    """Find the maximum between two angles by golden section."""
    inner, outer = right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)
    s_inner = _on_curve(pair, curve, inner, shapes, best)
    s_outer = _on_curve(pair, curve, outer, shapes, best)
    for _ in range(_SECTIONS):
        if s_inner > s_outer:
            right, outer, s_outer = outer, inner, s_inner
            inner = right - _GOLDEN * (right - left)
            s_inner = _on_curve(pair, curve, inner, shapes, best)
        else:
            left, inner, s_inner = inner, outer, s_outer
            outer = left + _GOLDEN * (right - left)
            s_outer = _on_curve(pair, curve, outer, shapes, best)


@routine
def _on_curve(pair: CorePair, curve: Curve, theta: float, shapes: ConvexTable, best: Separation) -> float:
    """Try the direction of a curve at an angle."""
    n = curve.middle + cos(theta) * curve.cosine + sin(theta) * curve.sine
    return try_direction(pair, n, shapes, best)


@inlined
def least_axis(v: Vec3) -> Vec3:
    """Return the coordinate axis along which a vector is smallest."""
    if abs(v.x) <= abs(v.y) and abs(v.x) <= abs(v.z):
        return Vec3(1.0, 0.0, 0.0)
    return Vec3(0.0, 1.0, 0.0) if abs(v.y) <= abs(v.z) else Vec3(0.0, 0.0, 1.0)


@inlined
def _across(n: Vec3) -> tuple[Vec3, Vec3]:
    """Return two unit vectors that make a right-handed frame with a unit vector."""
    u = cross(n, least_axis(n))
    u = u / norm(u)
    return u, cross(n, u)


@inlined
def _set_circle(curve: Curve, axis: Vec3, height: float, radius: float) -> None:
    """Make the curve the circle of directions at `height` along a unit axis and `radius` from it."""
    u, v = _across(axis)
    curve.middle, curve.cosine, curve.sine = height * axis, radius * u, radius * v


@routine
def _curved_normals(pair: CorePair, shapes: ConvexTable, curve: Curve, best: Separation) -> None:
    """Try the flat ends and the mantle normals of whichever cores are curved."""
    for side in range(2):
        core, sign = (shapes.core[pair.a], 1.0) if side == 0 else (shapes.core[pair.b], -1.0)
        if not is_curved(core):
            continue
        up = Vec3(0.0, 0.0, 1.0) if side == 0 else pair.rotation @ Vec3(0.0, 0.0, 1.0)
        for end in (1.0, -1.0):
            try_direction(pair, sign * end * up, shapes, best)
        slope, radial = (0.0, 1.0) if core.kind == CYLINDER else (core.size.x, 2.0 * core.size.y)
        length = math.sqrt(slope * slope + radial * radial)
        _set_circle(curve, sign * up, slope / length, radial / length)
        _search(pair, curve, 0.0, 2.0 * math.pi, _SAMPLES, shapes, best)


@routine
def _edge_arcs(pair: CorePair, shapes: ConvexTable, curve: Curve, best: Separation) -> None:
    """Try the faces of whichever core is a polytope, and a rim of the other one against each of its edges."""
    for side in range(2):
        core, sign = (shapes.core[pair.a], 1.0) if side == 0 else (shapes.core[pair.b], -1.0)
        for f in range(core.face, core.face_end):
            n = shapes.face[f].normal
            if side == 1:
                n = pair.rotation @ n
            try_direction(pair, sign * n, shapes, best)
        for i in range(core.edge, core.edge_end):
            edge = shapes.edge[i]
            along = shapes.vertex[edge.q] - shapes.vertex[edge.p]
            u, opening = Vec3(0.0, 0.0, 0.0), 2.0 * math.pi
            if edge.left >= 0:
                u = shapes.face[edge.left].normal
                opening = acos(min(max(dot(u, shapes.face[edge.right].normal), -1.0), 1.0))
            if side == 1:
                along, u = pair.rotation @ along, pair.rotation @ u
            axis = along / norm(along)
            _set_circle(curve, axis, 0.0, 1.0)
            if edge.left >= 0:
                # From the left face's normal around the edge to the right face's.
                curve.cosine, curve.sine = sign * u, sign * cross(axis, u)
            samples = _SAMPLES if edge.left < 0 else 4
            _search(pair, curve, 0.0, opening, samples, shapes, best)


@routine
def polish(pair: CorePair, width: float, shapes: ConvexTable, curve: Curve, best: Separation) -> None:
    """Improve the best direction by searches along great circles in four directions by turns."""
    extent = shapes.core[pair.a].scale + shapes.core[pair.b].scale
    curve.middle = Vec3(0.0, 0.0, 0.0)
    for turn in range(40):
        u, v = _across(best.normal)
        angle = 0.25 * math.pi * turn
        before = best.distance
        curve.cosine, curve.sine = best.normal, cos(angle) * u + sin(angle) * v
        _search(pair, curve, -width, width, 2, shapes, best)
        if turn % 4 == 3:
            width *= 0.5
        if turn > 12 and best.distance - before < 1e-15 * extent and turn % 4 == 3:
            break


@routine
def _rim_against_rim(pair: CorePair, shapes: ConvexTable, curve: Curve, trial: Separation, best: Separation) -> None:
    """Polish the best direction so far and, as other ways out, the axes of frame a."""
    set_direction(trial, best.distance, best.normal)
    for seed in range(7):
        if seed > 0:
            sense, axis = 1.0 if seed % 2 == 0 else -1.0, (seed - 1) // 2
            n = Vec3(sense if axis == 0 else 0.0, sense if axis == 1 else 0.0, sense if axis == 2 else 0.0)
            set_direction(trial, -math.inf, n)
            try_direction(pair, n, shapes, trial)
        polish(pair, 0.5, shapes, curve, trial)
        if trial.distance > best.distance:
            set_direction(best, trial.distance, trial.normal)


@routine
def curved_axis(pair: CorePair, shapes: ConvexTable, work: DistanceWork) -> tuple[float, Vec3]:
    """Return the separation of two overlapping cores and the unit axis from a to b, in frame a."""
    best, trial, curve = work.found[BEST], work.found[TRIAL], work.curve[0]
    set_direction(best, -math.inf, Vec3(0.0, 0.0, 1.0))
    _curved_normals(pair, shapes, curve, best)
    _edge_arcs(pair, shapes, curve, best)
    a, b = shapes.core[pair.a], shapes.core[pair.b]
    if a.kind == ELLIPSOID or b.kind == ELLIPSOID or (is_curved(a) and is_curved(b)):
        _rim_against_rim(pair, shapes, curve, trial, best)
    return best.distance, best.normal
