"""Separation of two shapes for contacts: the best direction near that of the last step.

The separation along n is s(n) = min n·b − max n·a, and contacts need the n where it is largest. From a direction near
it, b is thought moved along that direction until the cores are a little apart; the direction between their nearest
points, by `gjk`, separates at least as well: with b moved by t n₀ the cores are s(n₀) + t apart along n₀ and no less
along n₁, so s(n₁) = s'(n₁) − t n₀·n₁ ≥ s(n₀). Flat features are found as they are; a core that is smooth with radius R
leaves t / (R + t) of an error in the direction, so that one search mostly does. It starts from the points of the last
one, which move with their bodies, and the cores being apart there are no degenerate cases.
At first sight a few directions are tried. If none tells that the shapes are apart, polytopes are measured by
`separation`; curved cores start from the best, search as long as it helps, and where they overlap all directions are
searched, which takes a thousand times as long.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.curved_axes import core_separation_along, curved_axis, set_direction, try_direction
from rigida.collision.distance.gjk import core_distance
from rigida.collision.distance.separation import is_polytope, separation
from rigida.collision.shapes.convex import FACE, FACE_END, KIND, ROUND, SCALE
from rigida.collision.shapes.frames import to_a, to_b
from rigida.geometry.core import CONE, CYLINDER
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import dot, norm

#: How far apart cores are thought to be moved, as a part of the smaller one's size.
_APART = 0.05
#: Part of that distance to which it is found, at first sight and from then on.
_FIRST_GAP = 1e-13
_GAP = 3e-5
#: After a search, the nearest points of the cores where they are miss each other across the direction by the shift
#: times the turn. More than this part of the size asks for another search. From then on, the separation errs by R/2
#: times the square of miss/R, a millionth of the size.
_FIRST_MISS = 1e-8
_MISS = 1e-3
_SEARCHES = 12
#: Cores that overlap at first sight by more than this part of the size may have a better way out than the nearest one:
#: all directions are searched.
_DEEP = 1e-3
#: Cores that overlap by more than this part of the size, other than at first sight, may have turned too far since the
#: last step: it is seen whether they are apart after all, and a few directions are tried as at first sight.
_LOST = 0.01
#: Sine of the angle from which on mantles of cylinders cross.
_CROSSED = 0.05
# What is kept of a pair from call to call: the direction, and up to three nearest points of a and b, each in its own
# frame.
_POINTS = 3
KEPT = 21


@routine
def _first_direction(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    frame: FloatArray,
    best: FloatArray,
) -> None:
    """Put the best of a few directions into best (4,): between the centres, along axes, off mantles and faces."""
    px, py, pz = frame[9], frame[10], frame[11]
    length = norm(px, py, pz)
    # Two polytopes have too many faces to try; they are measured by `separation`.
    flat = is_polytope(a, header) and is_polytope(b, header)
    set_direction(best, -math.inf, 0.0, 0.0, 1.0)
    if length > 0.0:
        try_direction(a, b, header, size, vertex, frame, px / length, py / length, pz / length, best)
    for which in range(2):
        g = a if which == 0 else b
        # Where the other core is, in the core's own frame.
        x, y, z = (px, py, pz) if which == 0 else to_b(frame, -px, -py, -pz)
        count, kind = header[g, FACE_END] - header[g, FACE], header[g, KIND]
        curved = kind in (CYLINDER, CONE)
        if curved:
            count = 3
        elif flat:
            count = 0
        across = math.sqrt(x * x + y * y)
        for i in range(count):
            if not curved:
                f = header[g, FACE] + i
                nx, ny, nz = face[f, 0], face[f, 1], face[f, 2]
                # The other core reaches at least to its origin.
                if dot(nx, ny, nz, x, y, z) - face[f, 3] <= best[0]:
                    continue
            elif i < 2:
                nx, ny, nz = 0.0, 0.0, 2.0 * i - 1.0
            else:
                reach, slope = (1.0, 0.0) if kind == CYLINDER else (2.0 * size[g, 1], size[g, 0])
                slant = math.sqrt(reach * reach + slope * slope)
                ux, uy = (x / across, y / across) if across > 0.0 else (1.0, 0.0)
                nx, ny, nz = reach * ux / slant, reach * uy / slant, slope / slant
            if which == 1:
                nx, ny, nz = to_a(frame, -nx, -ny, -nz)
            try_direction(a, b, header, size, vertex, frame, nx, ny, nz, best)


@routine
def _ascend(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    enough: float,
    gap: float,
    nearly: float,
    simplex: FloatArray,
    kept: FloatArray,
    count: int,
    best: FloatArray,
) -> int:
    """Improve the direction in best (4,) until it separates most near there, or by `enough`.

    gap: part of the distance to which nearest points are found; nearly: part of the size by which they may miss.
    Starts from `count` points of either core in kept, and returns how many it leaves there.
    """
    px, py, pz = frame[9], frame[10], frame[11]
    scale = min(size[a, SCALE], size[b, SCALE])
    for _ in range(_SEARCHES):
        before, x, y, z = best[0], best[1], best[2], best[3]
        shift = max(_APART * scale - before, 0.0)
        frame[9], frame[10], frame[11] = px + shift * x, py + shift * y, pz + shift * z
        for i in range(count):
            o = _POINTS + 6 * i
            qx, qy, qz = to_a(frame, kept[o + 3], kept[o + 4], kept[o + 5])
            qx, qy, qz = qx + frame[9], qy + frame[10], qz + frame[11]
            simplex[i, 0], simplex[i, 1], simplex[i, 2] = kept[o] - qx, kept[o + 1] - qy, kept[o + 2] - qz
            simplex[i, 3], simplex[i, 4], simplex[i, 5] = kept[o], kept[o + 1], kept[o + 2]
            simplex[i, 6], simplex[i, 7], simplex[i, 8] = qx, qy, qz
            simplex[i, 9], simplex[i, 10] = -1.0, -1.0
        count, square, vx, vy, vz = core_distance(a, b, header, size, vertex, frame, simplex, count, x, y, z, gap)
        if count > 3 or square == 0.0:
            count = 0
        for i in range(count):
            o = _POINTS + 6 * i
            kept[o], kept[o + 1], kept[o + 2] = simplex[i, 3], simplex[i, 4], simplex[i, 5]
            kept[o + 3], kept[o + 4], kept[o + 5] = to_b(
                frame, simplex[i, 6] - frame[9], simplex[i, 7] - frame[10], simplex[i, 8] - frame[11]
            )
        frame[9], frame[10], frame[11] = px, py, pz
        if count > 0:
            distance = -math.sqrt(square)
            try_direction(a, b, header, size, vertex, frame, vx / distance, vy / distance, vz / distance, best)
        miss = shift * norm(best[1] - x, best[2] - y, best[3] - z)
        if miss <= nearly * scale or best[0] > enough:
            break
    return count


@routine
def _search_again(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    frame: FloatArray,
    enough: float,
    simplex: FloatArray,
    kept: FloatArray,
    count: int,
    best: FloatArray,
) -> int:
    """Look for a better direction than that in best (4,), which may be the wrong way out; return the points kept."""
    s, x, y, z, anew = best[0], best[1], best[2], best[3], 0
    left, square, vx, vy, vz = core_distance(a, b, header, size, vertex, frame, simplex, anew, x, y, z, _GAP)
    if left < 4 and square > 0.0:
        distance = -math.sqrt(square)
        try_direction(a, b, header, size, vertex, frame, vx / distance, vy / distance, vz / distance, best)
        return 0
    _first_direction(a, b, header, size, vertex, face, frame, best)
    if best[0] > s:
        return _ascend(a, b, header, size, vertex, frame, enough, _GAP, _MISS, simplex, kept, anew, best)
    set_direction(best, s, x, y, z)
    return count


@inlined
def _crossed_cylinders(size_a: FloatArray, size_b: FloatArray, frame: FloatArray, best: FloatArray) -> bool:
    """Tell whether mantles cross near the direction in best (4,), and put the common normal of the axes there."""
    px, py, pz, ux, uy, uz = frame[9], frame[10], frame[11], frame[2], frame[5], frame[8]
    square = ux * ux + uy * uy
    if square < _CROSSED * _CROSSED:
        return False
    # Feet of the common normal, on both axes.
    along = dot(ux, uy, uz, px, py, pz)
    if abs(pz - uz * along) > square * size_a[1] or abs(uz * pz - along) > square * size_b[1]:
        return False
    sine = math.copysign(math.sqrt(square), uy * px - ux * py)
    nx, ny = uy / sine, -ux / sine
    s = nx * px + ny * py - size_a[0] - size_b[0]
    if s < best[0] or nx * best[1] + ny * best[2] <= 0.0:
        return False
    set_direction(best, s, nx, ny, 0.0)
    return True


@routine
def near_separation(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    frame: FloatArray,
    margin: float,
    simplex: FloatArray,
    kept: FloatArray,
    known: int,
    out: FloatArray,
) -> int:
    """Write separation and normal of shapes a and b, in the frame of a, into the first columns of out (10,).

    simplex (8, 12): scratch; kept (KEPT,): from the last call for the same pair; known: what that returned, 0 at first
    sight; other arguments as in `contact_manifold`. Beyond the margin the separation is some value beyond it.
    """
    around, scale = size[a, ROUND] + size[b, ROUND], min(size[a, SCALE], size[b, SCALE])
    enough, count = margin + around, max(known - 1, 0)
    if known > 0:
        x, y, z = kept[0], kept[1], kept[2]
        set_direction(out, core_separation_along(a, b, header, size, vertex, frame, x, y, z), x, y, z)
    else:
        _first_direction(a, b, header, size, vertex, face, frame, out)
    cylinders = header[a, KIND] == CYLINDER and header[b, KIND] == CYLINDER
    if out[0] <= enough and not (known > 0 and cylinders and _crossed_cylinders(size[a], size[b], frame, out)):
        if known == 0 and is_polytope(a, header) and is_polytope(b, header):
            separation(a, b, header, size, vertex, face, edge, frame, simplex, known, out)
            out[0] += around
        else:
            count = _ascend(a, b, header, size, vertex, frame, enough, _GAP, _MISS, simplex, kept, count, out)
            if known > 0 and out[0] < -_LOST * scale:
                count = _search_again(a, b, header, size, vertex, face, frame, enough, simplex, kept, count, out)
            if known == 0 and out[0] <= enough:
                count = _ascend(
                    a, b, header, size, vertex, frame, enough, _FIRST_GAP, _FIRST_MISS, simplex, kept, count, out
                )
                if out[0] < -_DEEP * scale:
                    s, x, y, z = curved_axis(a, b, header, size, vertex, face, edge, frame)
                    if s > out[0]:
                        set_direction(out, s, x, y, z)
                        count = 0
    kept[0], kept[1], kept[2] = out[1], out[2], out[3]
    out[0] -= around
    return count + 1
