"""Separation of two shapes of which at least one is a cylinder or cone, for contacts: near the last direction.

The separation along n is s(n) = min n·b − max n·a, and contacts need the n where it is largest. From a direction near
it, b is thought moved along that direction until the cores are a little apart; the direction between their nearest
points, by `gjk`, separates at least as well:  with b moved by t n₀ the cores are s(n₀) + t apart along n₀ and no less
along n₁, so s(n₁) = s'(n₁) − t n₀·n₁ ≥ s(n₀). A core that is smooth with radius R leaves t / (R + t) of an error in the
direction, so that one or two searches do, and the cores being apart there are no degenerate ones. `separation` searches
all directions instead and is exact where cores overlap deeply; it takes a thousand times as long.
"""

import math

from rigida.collision.convex import CONE, CYLINDER, FACE, FACE_END, KIND, ROUND, SCALE
from rigida.collision.curved_axes import core_separation_along, set_direction, try_direction
from rigida.collision.frames import to_a, to_b
from rigida.collision.gjk import core_distance
from rigida.compilation import routine
from rigida.fields import FloatArray, IntArray
from rigida.math.vector import dot, norm

#: How far apart cores are thought to be moved, as a part of the smaller one's size.
_APART = 0.02
#: Part of that distance to which it is found.
_GAP = 1e-6
#: Searches at most, and the part of the size by which the separation must grow for another one.
_SEARCHES = 8
_GROWTH = 1e-7


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
    simplex: FloatArray,
    best: FloatArray,
) -> None:
    """Improve the direction in best (4,) until it separates most near there, or by `enough`."""
    px, py, pz = frame[9], frame[10], frame[11]
    scale = min(size[a, SCALE], size[b, SCALE])
    anew = 0
    for _ in range(_SEARCHES):
        before, x, y, z = best[0], best[1], best[2], best[3]
        shift = max(_APART * scale - before, 0.0)
        frame[9], frame[10], frame[11] = px + shift * x, py + shift * y, pz + shift * z
        _, square, vx, vy, vz = core_distance(a, b, header, size, vertex, frame, simplex, anew, x, y, z, _GAP)
        frame[9], frame[10], frame[11] = px, py, pz
        if square > 0.0:
            distance = -math.sqrt(square)
            try_direction(a, b, header, size, vertex, frame, vx / distance, vy / distance, vz / distance, best)
        if best[0] <= before + _GROWTH * scale or best[0] > enough:
            break


@routine
def curved_separation(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    frame: FloatArray,
    margin: float,
    simplex: FloatArray,
    known: int,
    out: FloatArray,
) -> int:
    """Write separation and normal of shapes a and b, in the frame of a, into the first columns of out (10,).

    Arguments as in `contact_manifold`; the first row of the simplex keeps the direction from call to call. Beyond the
    margin the separation is some value beyond it. Returns 1: there is a direction to start from.
    """
    enough = margin + size[a, ROUND] + size[b, ROUND]
    if known > 0:
        x, y, z = simplex[0, 0], simplex[0, 1], simplex[0, 2]
        set_direction(out, core_separation_along(a, b, header, size, vertex, frame, x, y, z), x, y, z)
    else:
        _first_direction(a, b, header, size, vertex, face, frame, out)
    if out[0] <= enough:
        _ascend(a, b, header, size, vertex, frame, enough, simplex, out)
    simplex[0, 0], simplex[0, 1], simplex[0, 2] = out[1], out[2], out[3]
    # Not a vertex: a search by vertices does not start here.
    simplex[0, 9], simplex[0, 10] = -1.0, -1.0
    out[0] -= size[a, ROUND] + size[b, ROUND]
    return 1
