"""The side from which a sample came: parts thinner than the overlap push it out where it entered.

Past the middle of a wall the nearest way out leads through it, and beside an edge of two faces it may lead out of the
one that was not touched. So the last contact points of a pair are held with the distance's gradient at them, in the
frame of the solid that was entered; a sample whose gradient has turned against that of its own last point, or of the
nearest of the others, keeps the old direction, if the surface lies there.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.concave.candidates import NORMAL, POINT, SEPARATION
from rigida.concave.solid_distance import far_distance, solid_distance
from rigida.distance_field.grid import SingleGrid
from rigida.jit.decorators import routine

# Columns of a held point: place and gradient in the frame of the solid it lies in, distance there.
GRADIENT = 3
DISTANCE = 6
HELD_WIDTH = 7

#: Gradients turned against each other, as a cosine; of one sample, by so much that it has come nearer to another face.
_AGAINST, _TURNED = -0.3, 0.5
#: The surface must lie where the old gradient leads, up to this part of the way.
_MISSED = 0.2


@routine
def hold_point(k: int, sign: float, candidate: FloatArray, world: FloatArray, held: FloatArray) -> None:
    """Hold candidate k, a point in the solid with pose world (12,); sign −1: its normal points into that solid."""
    nx, ny, nz = sign * candidate[k, NORMAL], sign * candidate[k, NORMAL + 1], sign * candidate[k, NORMAL + 2]
    # Candidates lie halfway between the surfaces.
    half = 0.5 * candidate[k, SEPARATION]
    x = candidate[k, POINT] + half * nx - world[9]
    y = candidate[k, POINT + 1] + half * ny - world[10]
    z = candidate[k, POINT + 2] + half * nz - world[11]
    for c in range(3):
        held[k, c] = world[c] * x + world[3 + c] * y + world[6 + c] * z
        held[k, GRADIENT + c] = world[c] * nx + world[3 + c] * ny + world[6 + c] * nz
    held[k, DISTANCE] = candidate[k, SEPARATION]


@routine
def settle_far(
    k: int,
    s: int,
    sign: float,
    world: FloatArray,
    info: IntArray,
    size: FloatArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
    candidate: FloatArray,
    held: FloatArray,
) -> None:
    """Give candidate k, held in solid s with pose world (12,), its exact distance where it is far from the surface."""
    x, y, z = held[k, 0], held[k, 1], held[k, 2]
    gx, gy, gz = held[k, GRADIENT], held[k, GRADIENT + 1], held[k, GRADIENT + 2]
    d, gx, gy, gz = far_distance(
        s, x, y, z, held[k, DISTANCE], gx, gy, gz, info, size, triangle, normal, box, child, stack
    )
    if d == held[k, DISTANCE]:
        return
    held[k, GRADIENT], held[k, GRADIENT + 1], held[k, GRADIENT + 2], held[k, DISTANCE] = gx, gy, gz, d
    candidate[k, SEPARATION] = d
    for c in range(3):
        n = world[3 * c] * gx + world[3 * c + 1] * gy + world[3 * c + 2] * gz
        place = world[3 * c] * x + world[3 * c + 1] * y + world[3 * c + 2] * z + world[9 + c]
        candidate[k, NORMAL + c], candidate[k, POINT + c] = sign * n, place - 0.5 * d * n


@routine
def from_its_side(
    b: int,
    name: int,
    side: int,
    x: float,
    y: float,
    z: float,
    d: float,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    held: FloatArray,
    held_name: IntArray,
    count: int,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    stack: IntArray,
) -> tuple[float, float, float, float]:
    """Return distance and gradient of a sample at a point inside solid b, seen from the side it came from.

    margin: how far the bodies can have moved since [m]. held (m, 7), held_name (m,): the last `count` points of the
    pair; the lowest bit of a name is its side.
    """
    best, nearest = -1, math.inf
    for k in range(count):
        if held_name[k] % 2 != side:
            continue
        cosine = nx * held[k, GRADIENT] + ny * held[k, GRADIENT + 1] + nz * held[k, GRADIENT + 2]
        if held_name[k] == name:
            best = k if cosine < _TURNED else -1
            break
        u, v, w = x - held[k, 0], y - held[k, 1], z - held[k, 2]
        far = u * u + v * v + w * w
        if cosine < _AGAINST and far < nearest and held[k, DISTANCE] < 0.0:
            best, nearest = k, far
    if best < 0:
        return d, nx, ny, nz
    gx, gy, gz = held[best, GRADIENT], held[best, GRADIENT + 1], held[best, GRADIENT + 2]
    way = held[best, DISTANCE] + gx * (x - held[best, 0]) + gy * (y - held[best, 1]) + gz * (z - held[best, 2])
    # Nothing sinks in by more than the margin in a step: what would be deeper belongs to another wall.
    if way >= d or way < held[best, DISTANCE] - margin:
        return d, nx, ny, nz
    left = solid_distance(
        b,
        x - way * gx,
        y - way * gy,
        z - way * gz,
        info,
        size,
        lower,
        start,
        listed,
        triangle,
        normal,
        box,
        child,
        stack,
    )[0]
    if abs(left) > -_MISSED * way:
        return d, nx, ny, nz
    return way - left, gx, gy, gz
