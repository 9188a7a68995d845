"""Contact of a box with a half-space: its lowest corners. Entry of the pair table for scenes of boxes alone."""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined
from rigida.math.rotation import matrix_from_quaternion


@inlined
def box_half_space_manifold(
    a: int,
    b: int,
    nx: float,
    ny: float,
    nz: float,
    half: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    margin: float,
    row: int,
    out_point: FloatArray,
    out_separation: FloatArray,
    out_feature: IntArray,
) -> int:
    """Write the corners of box b no higher than the margin above half-space a, the four lowest if there are more.

    The unit normal (nx, ny, nz) leaves the half-space, whose plane goes through center[a]. A feature is the corner's
    number. Returns the count; points lie halfway between both surfaces.
    """
    r00, r01, r02, r10, r11, r12, r20, r21, r22 = matrix_from_quaternion(
        attitude[b, 0], attitude[b, 1], attitude[b, 2], attitude[b, 3]
    )
    x, y, z = center[b, 0], center[b, 1], center[b, 2]
    height = nx * (x - center[a, 0]) + ny * (y - center[a, 1]) + nz * (z - center[a, 2])
    u0, u1, u2 = half[b, 0], half[b, 1], half[b, 2]
    h0 = (r00 * nx + r10 * ny + r20 * nz) * u0
    h1 = (r01 * nx + r11 * ny + r21 * nz) * u1
    h2 = (r02 * nx + r12 * ny + r22 * nz) * u2
    if height - abs(h0) - abs(h1) - abs(h2) > margin:
        return 0
    count, taken = 0, 0
    while count < 4:
        best, corner = math.inf, -1
        for k in range(8):
            s = height + (h0 if k & 1 else -h0) + (h1 if k & 2 else -h1) + (h2 if k & 4 else -h2)
            if s < best and not (taken >> k) & 1:
                best, corner = s, k
        if best > margin:
            break
        taken |= 1 << corner
        l0, l1, l2 = u0 if corner & 1 else -u0, u1 if corner & 2 else -u1, u2 if corner & 4 else -u2
        out_point[row, count, 0] = x + r00 * l0 + r01 * l1 + r02 * l2 - 0.5 * best * nx
        out_point[row, count, 1] = y + r10 * l0 + r11 * l1 + r12 * l2 - 0.5 * best * ny
        out_point[row, count, 2] = z + r20 * l0 + r21 * l1 + r22 * l2 - 0.5 * best * nz
        out_separation[row, count] = best
        out_feature[row, count] = corner
        count += 1
    return count
