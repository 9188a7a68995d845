"""Penetration of overlapping cores, at least one a cylinder, cone or ellipsoid, by searching separating axes.

As for polytopes the penetration is the maximum of s(n) = min n·b − max n·a over all directions, attained where the
boundary of a − b is a surface, not a ridge. That leaves few families of directions: the flat ends and faces, the circle
of mantle normals of each curved core, for each edge of the other core the arc between its faces' normals (a rim against
that edge), and, for two curved cores, rim against rim; an ellipsoid has them all. Single directions are measured,
circles and arcs are sampled and every local maximum refined by golden section, rim against rim by turns along two great
circles. Nothing here can fail: every direction measured is a valid bound.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import EDGE, EDGE_END, FACE, FACE_END, KIND, SCALE
from rigida.collision.shapes.frames import to_a, to_b
from rigida.collision.shapes.support import support
from rigida.geometry.core import CONE, CYLINDER, ELLIPSOID
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot, norm

_GOLDEN = 0.6180339887498949
#: Golden sections per refinement: the interval shrinks to 1e-9 of itself, the separation is then exact to 1e-16.
_SECTIONS = 44
#: Directions around a whole circle from which the refinement starts.
_SAMPLES = 24


@routine
def core_separation_along(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    x: float,
    y: float,
    z: float,
) -> float:
    """Return min n·b − max n·a of two cores for a direction of frame a."""
    px, py, pz, _ = support(a, header, size, vertex, x, y, z)
    lx, ly, lz = to_b(frame, x, y, z)
    qx, qy, qz, _ = support(b, header, size, vertex, -lx, -ly, -lz)
    return dot(x, y, z, frame[9], frame[10], frame[11]) + dot(lx, ly, lz, qx, qy, qz) - dot(x, y, z, px, py, pz)


@inlined
def set_direction(best: FloatArray, s: float, x: float, y: float, z: float) -> None:
    """Put a separation and its direction into best (4,); whole-array assignments take seconds to compile."""
    best[0], best[1], best[2], best[3] = s, x, y, z


@routine
def try_direction(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    x: float,
    y: float,
    z: float,
    best: FloatArray,
) -> float:
    """Measure one direction and keep it in best (4,) = (s, n) if it separates more."""
    s = core_separation_along(a, b, header, size, vertex, frame, x, y, z)
    if s > best[0]:
        set_direction(best, s, x, y, z)
    return s


@routine
def _search(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    curve: FloatArray,
    low: float,
    high: float,
    samples: int,
    best: FloatArray,
) -> None:
    """Search n(θ) = c + cos θ u + sin θ v for θ from low to high; curve (9,) = (c, u, v) in frame a."""
    step = (high - low) / samples
    before, here = -math.inf, _on_curve(a, b, header, size, vertex, frame, curve, low, best)
    for i in range(samples + 1):
        theta = low + i * step
        after = _on_curve(a, b, header, size, vertex, frame, curve, theta + step, best)
        # A sample that no neighbour beats has a maximum beside it; one far below the best cannot reach it.
        if here >= before and here >= after and here + abs(step) * (size[a, SCALE] + size[b, SCALE]) > best[0]:
            _refine(a, b, header, size, vertex, frame, curve, theta - step, theta + step, best)
        before, here = here, after


@routine
def _refine(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    curve: FloatArray,
    left: float,
    right: float,
    best: FloatArray,
) -> None:
    """Find the maximum between two angles by golden section."""
    inner, outer = right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)
    s_inner = _on_curve(a, b, header, size, vertex, frame, curve, inner, best)
    s_outer = _on_curve(a, b, header, size, vertex, frame, curve, outer, best)
    for _ in range(_SECTIONS):
        if s_inner > s_outer:
            right, outer, s_outer = outer, inner, s_inner
            inner = right - _GOLDEN * (right - left)
            s_inner = _on_curve(a, b, header, size, vertex, frame, curve, inner, best)
        else:
            left, inner, s_inner = inner, outer, s_outer
            outer = left + _GOLDEN * (right - left)
            s_outer = _on_curve(a, b, header, size, vertex, frame, curve, outer, best)


@routine
def _on_curve(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    curve: FloatArray,
    theta: float,
    best: FloatArray,
) -> float:
    c, s = math.cos(theta), math.sin(theta)
    return try_direction(
        a,
        b,
        header,
        size,
        vertex,
        frame,
        curve[0] + c * curve[3] + s * curve[6],
        curve[1] + c * curve[4] + s * curve[7],
        curve[2] + c * curve[5] + s * curve[8],
        best,
    )


@inlined
def _across(x: float, y: float, z: float) -> tuple[float, float, float, float, float, float]:
    """Return two unit vectors that make a right-handed frame with a unit vector."""
    if abs(x) <= abs(y) and abs(x) <= abs(z):
        ux, uy, uz = cross(x, y, z, 1.0, 0.0, 0.0)
    elif abs(y) <= abs(z):
        ux, uy, uz = cross(x, y, z, 0.0, 1.0, 0.0)
    else:
        ux, uy, uz = cross(x, y, z, 0.0, 0.0, 1.0)
    length = norm(ux, uy, uz)
    ux, uy, uz = ux / length, uy / length, uz / length
    vx, vy, vz = cross(x, y, z, ux, uy, uz)
    return ux, uy, uz, vx, vy, vz


@inlined
def _set_circle(curve: FloatArray, x: float, y: float, z: float, height: float, radius: float) -> None:
    """Make the curve the circle of directions at `height` along a unit axis and `radius` from it."""
    ux, uy, uz, vx, vy, vz = _across(x, y, z)
    curve[0], curve[1], curve[2] = height * x, height * y, height * z
    curve[3], curve[4], curve[5] = radius * ux, radius * uy, radius * uz
    curve[6], curve[7], curve[8] = radius * vx, radius * vy, radius * vz


@routine
def _curved_normals(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    curve: FloatArray,
    best: FloatArray,
) -> None:
    """Try the flat ends and the mantle normals of whichever cores are curved."""
    for which in range(2):
        g, sign = (a, 1.0) if which == 0 else (b, -1.0)
        kind = header[g, KIND]
        if kind != CYLINDER and kind != CONE:
            continue
        x, y, z = (0.0, 0.0, 1.0) if which == 0 else to_a(frame, 0.0, 0.0, 1.0)
        for end in (1.0, -1.0):
            try_direction(a, b, header, size, vertex, frame, sign * end * x, sign * end * y, sign * end * z, best)
        slope, reach = (0.0, 1.0) if kind == CYLINDER else (size[g, 0], 2.0 * size[g, 1])
        length = math.sqrt(slope * slope + reach * reach)
        _set_circle(curve, sign * x, sign * y, sign * z, slope / length, reach / length)
        _search(a, b, header, size, vertex, frame, curve, 0.0, 2.0 * math.pi, _SAMPLES, best)


@routine
def _edge_arcs(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    curve: FloatArray,
    best: FloatArray,
) -> None:
    """Try the faces of whichever core is a polytope, and a rim of the other one against each of its edges."""
    for which in range(2):
        g, sign = (a, 1.0) if which == 0 else (b, -1.0)
        for f in range(header[g, FACE], header[g, FACE_END]):
            x, y, z = face[f, 0], face[f, 1], face[f, 2]
            if which == 1:
                x, y, z = to_a(frame, x, y, z)
            try_direction(a, b, header, size, vertex, frame, sign * x, sign * y, sign * z, best)
        for i in range(header[g, EDGE], header[g, EDGE_END]):
            p, q, left, right = edge[i, 0], edge[i, 1], edge[i, 2], edge[i, 3]
            x, y, z = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
            ux, uy, uz, opening = 0.0, 0.0, 0.0, 2.0 * math.pi
            if left >= 0:
                ux, uy, uz = face[left, 0], face[left, 1], face[left, 2]
                cosine = dot(ux, uy, uz, face[right, 0], face[right, 1], face[right, 2])
                opening = math.acos(min(max(cosine, -1.0), 1.0))
            if which == 1:
                x, y, z = to_a(frame, x, y, z)
                ux, uy, uz = to_a(frame, ux, uy, uz)
            length = norm(x, y, z)
            _set_circle(curve, x / length, y / length, z / length, 0.0, 1.0)
            if left >= 0:
                # From the left face's normal around the edge to the right face's.
                vx, vy, vz = cross(x / length, y / length, z / length, ux, uy, uz)
                curve[3], curve[4], curve[5] = sign * ux, sign * uy, sign * uz
                curve[6], curve[7], curve[8] = sign * vx, sign * vy, sign * vz
            samples = _SAMPLES if left < 0 else 4
            _search(a, b, header, size, vertex, frame, curve, 0.0, opening, samples, best)


@routine
def polish(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    width: float,
    best: FloatArray,
) -> None:
    """Improve the direction in best (4,) = (s, n) by searches along great circles in four directions by turns."""
    curve = np.empty(9)
    curve[0], curve[1], curve[2] = 0.0, 0.0, 0.0
    for turn in range(40):
        ux, uy, uz, vx, vy, vz = _across(best[1], best[2], best[3])
        angle = 0.25 * math.pi * turn
        c, s = math.cos(angle), math.sin(angle)
        before = best[0]
        curve[3], curve[4], curve[5] = best[1], best[2], best[3]
        curve[6], curve[7], curve[8] = c * ux + s * vx, c * uy + s * vy, c * uz + s * vz
        _search(a, b, header, size, vertex, frame, curve, -width, width, 2, best)
        if turn % 4 == 3:
            width *= 0.5
        if turn > 12 and best[0] - before < 1e-15 * (size[a, SCALE] + size[b, SCALE]) and turn % 4 == 3:
            break


@routine
def _rim_against_rim(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    best: FloatArray,
) -> None:
    """Polish the best direction so far and, as other ways out, the axes of frame a."""
    trial = np.empty(4)
    set_direction(trial, best[0], best[1], best[2], best[3])
    for seed in range(7):
        if seed > 0:
            set_direction(trial, -math.inf, 0.0, 0.0, 0.0)
            trial[1 + (seed - 1) // 2] = 1.0 if seed % 2 == 0 else -1.0
            try_direction(a, b, header, size, vertex, frame, trial[1], trial[2], trial[3], trial)
        polish(a, b, header, size, vertex, frame, 0.5, trial)
        if trial[0] > best[0]:
            set_direction(best, trial[0], trial[1], trial[2], trial[3])


@routine
def curved_axis(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
) -> tuple[float, float, float, float]:
    """Return the separation of two overlapping cores and the unit axis from a to b, in frame a."""
    best, curve = np.empty(4), np.empty(9)
    set_direction(best, -math.inf, 0.0, 0.0, 1.0)
    _curved_normals(a, b, header, size, vertex, frame, curve, best)
    _edge_arcs(a, b, header, size, vertex, face, edge, frame, curve, best)
    curved_a = header[a, KIND] == CYLINDER or header[a, KIND] == CONE
    curved_b = header[b, KIND] == CYLINDER or header[b, KIND] == CONE
    smooth = header[a, KIND] == ELLIPSOID or header[b, KIND] == ELLIPSOID
    if smooth or (curved_a and curved_b):
        _rim_against_rim(a, b, header, size, vertex, frame, best)
    return best[0], best[1], best[2], best[3]
