"""Distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi, started from the last simplex.

The difference of the cores is searched for its point nearest to the origin; the search ends when no point of it lies
nearer than rounding allows, which for polytopes is after finitely many steps at the exact feature. Starting from the
simplex of an earlier query is the temporal coherence of Lin and Canny (Bacin 1999, 7.2): cores that moved little are
answered in one or two steps. Works in the frame of core a.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.simplex import NEAREST, WIDTH, reduce
from rigida.collision.shapes.convex import SCALE
from rigida.collision.shapes.support import support
from rigida.jit.decorators import routine

#: Steps after which the best simplex is taken as it is; polytopes need some ten, curved cores some thirty.
_STEPS = 128
#: Relative gap between the distance found and its lower bound at which the search ends if nothing less will do.
EXACT = 1e-14
#: Cores nearer than this fraction of their size count as touching: the direction between them is rounding.
TOUCHING = 1e-12


@routine
def support_of_difference(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    x: float,
    y: float,
    z: float,
    simplex: FloatArray,
    row: int,
) -> None:
    """Put the point of a − b furthest along (x, y, z) into a row of the simplex.

    frame (12,): rotation matrix R_AB by rows and position p_AB of core b in the frame of core a.
    """
    ax, ay, az, ia = support(a, header, size, vertex, x, y, z)
    # −(x, y, z) in the frame of b.
    lx = -(frame[0] * x + frame[3] * y + frame[6] * z)
    ly = -(frame[1] * x + frame[4] * y + frame[7] * z)
    lz = -(frame[2] * x + frame[5] * y + frame[8] * z)
    qx, qy, qz, ib = support(b, header, size, vertex, lx, ly, lz)
    bx = frame[0] * qx + frame[1] * qy + frame[2] * qz + frame[9]
    by = frame[3] * qx + frame[4] * qy + frame[5] * qz + frame[10]
    bz = frame[6] * qx + frame[7] * qy + frame[8] * qz + frame[11]
    simplex[row, 0], simplex[row, 1], simplex[row, 2] = ax - bx, ay - by, az - bz
    simplex[row, 3], simplex[row, 4], simplex[row, 5] = ax, ay, az
    simplex[row, 6], simplex[row, 7], simplex[row, 8] = bx, by, bz
    simplex[row, 9], simplex[row, 10] = ia, ib


@routine
def restart(count: int, vertex: FloatArray, frame: FloatArray, simplex: FloatArray) -> int:
    """Move the points of an earlier simplex to where their vertices are now; 0 if they have no vertices."""
    for i in range(count):
        ia, ib = int(simplex[i, 9]), int(simplex[i, 10])
        if ia < 0 or ib < 0:
            return 0
        qx, qy, qz = vertex[ib, 0], vertex[ib, 1], vertex[ib, 2]
        simplex[i, 3], simplex[i, 4], simplex[i, 5] = vertex[ia, 0], vertex[ia, 1], vertex[ia, 2]
        simplex[i, 6] = frame[0] * qx + frame[1] * qy + frame[2] * qz + frame[9]
        simplex[i, 7] = frame[3] * qx + frame[4] * qy + frame[5] * qz + frame[10]
        simplex[i, 8] = frame[6] * qx + frame[7] * qy + frame[8] * qz + frame[11]
        for c in range(3):
            simplex[i, c] = simplex[i, 3 + c] - simplex[i, 6 + c]
    return count


@routine
def core_distance(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    frame: FloatArray,
    simplex: FloatArray,
    count: int,
    x: float,
    y: float,
    z: float,
    gap: float,
) -> tuple[int, float, float, float, float]:
    """Find the nearest points of two cores.

    simplex (8, 12) starts from its first `count` rows as they are (0: from the points furthest along (x, y, z)) and
    ends as the simplex of the answer; its last four rows are scratch. gap: part of the distance by which it may err.

    Returns:
        Points in the simplex (4: the cores overlap), the squared distance, and the vector from b to a between the
        nearest points, in the frame of a.
    """
    scale = size[a, SCALE] + size[b, SCALE] + math.sqrt(frame[9] ** 2 + frame[10] ** 2 + frame[11] ** 2)
    touching = (TOUCHING * scale) ** 2
    if count == 0:
        # The row is given by a variable: numba compiles a callee anew for every literal.
        support_of_difference(a, b, header, size, vertex, frame, x, y, z, simplex, count)
        count += 1
    count = reduce(simplex, count)
    x, y, z = simplex[NEAREST, 0], simplex[NEAREST, 1], simplex[NEAREST, 2]
    square = x * x + y * y + z * z
    for _ in range(_STEPS):
        if count == 4 or square <= touching:
            break
        support_of_difference(a, b, header, size, vertex, frame, -x, -y, -z, simplex, count)
        # |v|² − v·w bounds how much nearer the true distance can be.
        if square - (x * simplex[count, 0] + y * simplex[count, 1] + z * simplex[count, 2]) <= gap * square:
            break
        repeated = False
        ia, ib = simplex[count, 9], simplex[count, 10]
        for i in range(count):
            # Points of curved cores have no vertex to be known by.
            if ia >= 0.0 and ib >= 0.0 and simplex[i, 9] == ia and simplex[i, 10] == ib:
                repeated = True
        if repeated:
            break
        for i in range(count):
            for c in range(WIDTH):
                simplex[4 + i, c] = simplex[i, c]
        before = count
        count = reduce(simplex, count + 1)
        if count == 4:
            return count, 0.0, 0.0, 0.0, 0.0
        nx, ny, nz = simplex[NEAREST, 0], simplex[NEAREST, 1], simplex[NEAREST, 2]
        nearer = nx * nx + ny * ny + nz * nz
        if nearer >= square:
            # Rounding: nothing nearer will be found, and the simplex before was as good or better.
            for i in range(before):
                for c in range(WIDTH):
                    simplex[i, c] = simplex[4 + i, c]
            return before, square, x, y, z
        x, y, z, square = nx, ny, nz, nearer
    return count, square, x, y, z
