"""Separation of two shapes of which at least one is a cylinder or cone, for contacts: near the last direction.

The separation along n is s(n) = min n·b − max n·a, and contacts need the n where it is largest. From a direction near
it, b is thought moved along that direction until the cores are a little apart; the direction between their nearest
points, by `gjk`, separates at least as well:  with b moved by t n₀ the cores are s(n₀) + t apart along n₀ and no less
along n₁, so s(n₁) = s'(n₁) − t n₀·n₁ ≥ s(n₀). A core that is smooth with radius R leaves t / (R + t) of an error in the
direction, so that one or two searches do, and the cores being apart there are no degenerate ones. Where cores overlap deeply at
first sight all directions are searched as `separation` does, which takes a thousand times as long.
"""

import math

from rigida.collision.convex import CONE, CYLINDER, FACE, FACE_END, KIND, ROUND, SCALE
from rigida.collision.curved_axes import core_separation_along, curved_axis, set_direction, try_direction
from rigida.collision.frames import to_a, to_b
from rigida.collision.gjk import core_distance
from rigida.compilation import routine
from rigida.fields import FloatArray, IntArray
from rigida.math.vector import dot, norm

#: How far apart cores are thought to be moved, as a part of the smaller one's size.
_APART = 0.02
#: Part of that distance to which it is found, at first sight and from then on.
_GAP = 1e-13, 1e-5
#: After a search, the nearest points of the cores where they are miss each other across the direction by the shift times
#: the turn. More than this part of the size asks for another search. From then on, the separation errs by R/2 times the
#: square of miss/R, a millionth of the size.
_MISS = 1e-8, 1e-3
_SEARCHES = 12
#: Cores that overlap at first sight by more than this part of the size may have a better way out than the nearest one:
#: all directions are searched.
_DEEP = 1e-3
#: Row of the simplex that keeps the direction.
_LAST = 7


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
    set_direction(best, -math.inf, 0.0, 0.0, 1.0)
    if length > 0.0:
        try_direction(a, b, header, size, vertex, frame, px / length, py / length, pz / length, best)
    for which in range(2):
        g = a if which == 0 else b
        # Where the other core is, in the core's own frame.
        x, y, z = (px, py, pz) if which == 0 else to_b(frame, -px, -py, -pz)
        count, kind = header[g, FACE_END] - header[g, FACE], header[g, KIND]
        curved = kind == CYLINDER or kind == CONE
        if curved:
            count = 3
        across = math.sqrt(x * x + y * y)
        for i in range(count):
            if not curved:
                f = header[g, FACE] + i
                nx, ny, nz = face[f, 0], face[f, 1], face[f, 2]
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
    count: int,
    best: FloatArray,
) -> int:
    """Improve the direction in best (4,) until it separates most near there, or by `enough`.

    gap: part of the distance to which nearest points are found; nearly: part of the size by which they may miss.
    Points of b in the simplex (6–8) are in its own frame, before and after. Returns their number.
    """
    px, py, pz = frame[9], frame[10], frame[11]
    scale = min(size[a, SCALE], size[b, SCALE])
    for _ in range(_SEARCHES):
        before, x, y, z = best[0], best[1], best[2], best[3]
        shift = max(_APART * scale - before, 0.0)
        frame[9], frame[10], frame[11] = px + shift * x, py + shift * y, pz + shift * z
        for i in range(count):
            qx, qy, qz = to_a(frame, simplex[i, 6], simplex[i, 7], simplex[i, 8])
            qx, qy, qz = qx + frame[9], qy + frame[10], qz + frame[11]
            simplex[i, 0], simplex[i, 1], simplex[i, 2] = simplex[i, 3] - qx, simplex[i, 4] - qy, simplex[i, 5] - qz
            simplex[i, 6], simplex[i, 7], simplex[i, 8] = qx, qy, qz
        count, square, vx, vy, vz = core_distance(a, b, header, size, vertex, frame, simplex, count, x, y, z, gap)
        for i in range(count):
            simplex[i, 6], simplex[i, 7], simplex[i, 8] = to_b(
                frame, simplex[i, 6] - frame[9], simplex[i, 7] - frame[10], simplex[i, 8] - frame[11]
            )
        frame[9], frame[10], frame[11] = px, py, pz
        if square > 0.0:
            distance = -math.sqrt(square)
            try_direction(a, b, header, size, vertex, frame, vx / distance, vy / distance, vz / distance, best)
        else:
            count = 0
        miss = shift * norm(best[1] - x, best[2] - y, best[3] - z)
        if miss <= nearly * scale or best[0] > enough:
            break
    return count


@routine
def curved_separation(
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
    known: int,
    out: FloatArray,
) -> int:
    """Write separation and normal of shapes a and b, in the frame of a, into the first columns of out (10,).

    Arguments as in `contact_manifold`; the last row of the simplex keeps the direction from call to call, and `known` is
    1 plus its rows. Beyond the margin the separation is some value beyond it.
    """
    enough = margin + size[a, ROUND] + size[b, ROUND]
    gap, nearly = _GAP[0], _MISS[0]
    if known > 0:
        gap, nearly = _GAP[1], _MISS[1]
        x, y, z = simplex[_LAST, 0], simplex[_LAST, 1], simplex[_LAST, 2]
        set_direction(out, core_separation_along(a, b, header, size, vertex, frame, x, y, z), x, y, z)
    else:
        _first_direction(a, b, header, size, vertex, face, frame, out)
    count = max(known - 1, 0)
    if out[0] <= enough:
        count = _ascend(a, b, header, size, vertex, frame, enough, gap, nearly, simplex, count, out)
    if known == 0 and out[0] < -_DEEP * min(size[a, SCALE], size[b, SCALE]):
        s, x, y, z = curved_axis(a, b, header, size, vertex, face, edge, frame)
        if s > out[0]:
            set_direction(out, s, x, y, z)
            count = 0
    simplex[_LAST, 0], simplex[_LAST, 1], simplex[_LAST, 2] = out[1], out[2], out[3]
    out[0] -= size[a, ROUND] + size[b, ROUND]
    return count + 1
