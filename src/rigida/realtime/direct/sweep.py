"""One Gauss–Seidel sweep over contact rows, and what prepares it: bias, warm start, impulse application.

Order inside a manifold: normals first, as a block with the 4×4 matrix K, then friction, spinning, rolling. Friction
before normals would slide too far, because it would be limited by the impulses of the last sweep.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, routine, whole
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B
from rigida.realtime.direct.rows import (
    R_ARM_A,
    R_ARM_B,
    R_BIAS,
    R_FRICTION,
    R_INV_K,
    R_K,
    R_K_FRICTION,
    R_K_ROLL,
    R_LAMBDA,
    R_LEVER,
    R_RESIDUAL,
    R_ROLL,
    R_SEPARATION,
    R_SPIN,
    R_T1,
    R_T2,
    turned_by,
)

#: Overlap and gap that are left alone [m]: without such a band hyperstatic stacks get huge internal impulses.
BAND = 5e-4
#: Fastest push-out of an overlap [m/s].
FASTEST_RECOVERY = 3.0


@inlined
def bias_of(separation: float, inv_h: float, recovery: float) -> float:
    """Return what is added to a normal velocity: the gap that may close in the step, or a push out of overlap."""
    if separation > BAND:
        return (separation - BAND) * inv_h
    if separation < -BAND:
        return max(recovery * (separation + BAND), -FASTEST_RECOVERY)
    return 0.0


@routine
def set_bias(first: int, last: int, row: FloatArray, inv_h: float, recovery: float) -> bool:
    """Fill the bias of rows first … last − 1; tell whether a contact is pushed out of overlap.

    `recovery` is the part of an overlap pushed out per second, or zero.
    """
    pushed = False
    for q in range(first, last):
        for k in range(4):
            bias = bias_of(row[q, R_SEPARATION + k], inv_h, recovery)
            row[q, R_BIAS + k] = bias
            pushed |= bias < 0.0
    return pushed


@inlined
def apply_impulse(
    q: int,
    a: int,
    b: int,
    n0: float,
    n1: float,
    n2: float,
    n3: float,
    f1: float,
    f2: float,
    spin: float,
    g1: float,
    g2: float,
    row: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
) -> None:
    """Change the twists of both bodies by nine impulses along the rows of a manifold."""
    nx, ny, nz = row[q, 0], row[q, 1], row[q, 2]
    x = f1 * row[q, R_T1] + f2 * row[q, R_T2]
    y = f1 * row[q, R_T1 + 1] + f2 * row[q, R_T2 + 1]
    z = f1 * row[q, R_T1 + 2] + f2 * row[q, R_T2 + 2]
    tx = spin * nx + g1 * row[q, R_T1] + g2 * row[q, R_T2]
    ty = spin * ny + g1 * row[q, R_T1 + 1] + g2 * row[q, R_T2 + 1]
    tz = spin * nz + g1 * row[q, R_T1 + 2] + g2 * row[q, R_T2 + 2]
    total = n0 + n1 + n2 + n3
    o = R_LEVER
    rx, ry, rz = row[q, R_ARM_A], row[q, R_ARM_A + 1], row[q, R_ARM_A + 2]
    ax = tx + ry * z - rz * y + n0 * row[q, o] + n1 * row[q, o + 6] + n2 * row[q, o + 12] + n3 * row[q, o + 18]
    ay = ty + rz * x - rx * z + n0 * row[q, o + 1] + n1 * row[q, o + 7] + n2 * row[q, o + 13] + n3 * row[q, o + 19]
    az = tz + rx * y - ry * x + n0 * row[q, o + 2] + n1 * row[q, o + 8] + n2 * row[q, o + 14] + n3 * row[q, o + 20]
    rx, ry, rz = row[q, R_ARM_B], row[q, R_ARM_B + 1], row[q, R_ARM_B + 2]
    bx = tx + ry * z - rz * y + n0 * row[q, o + 3] + n1 * row[q, o + 9] + n2 * row[q, o + 15] + n3 * row[q, o + 21]
    by = ty + rz * x - rx * z + n0 * row[q, o + 4] + n1 * row[q, o + 10] + n2 * row[q, o + 16] + n3 * row[q, o + 22]
    bz = tz + rx * y - ry * x + n0 * row[q, o + 5] + n1 * row[q, o + 11] + n2 * row[q, o + 17] + n3 * row[q, o + 23]
    x, y, z = x + total * nx, y + total * ny, z + total * nz
    m = inverse[a, 0]
    ax, ay, az = turned_by(a, ax, ay, az, inverse)
    twist[a, 0] -= m * x
    twist[a, 1] -= m * y
    twist[a, 2] -= m * z
    twist[a, 3] -= ax
    twist[a, 4] -= ay
    twist[a, 5] -= az
    m = inverse[b, 0]
    bx, by, bz = turned_by(b, bx, by, bz, inverse)
    twist[b, 0] += m * x
    twist[b, 1] += m * y
    twist[b, 2] += m * z
    twist[b, 3] += bx
    twist[b, 4] += by
    twist[b, 5] += bz


@routine
def apply_multipliers(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    value: FloatArray,
    column: int,
    shift: int,
    row: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
) -> None:
    """Change the twists by the nine impulses value[q − shift, column …] of each row."""
    for q in range(first, last):
        m = order[q]
        i, c = q - shift, column
        apply_impulse(
            q,
            whole(contact_of[m, BODY_A]),
            whole(contact_of[m, BODY_B]),
            value[i, c],
            value[i, c + 1],
            value[i, c + 2],
            value[i, c + 3],
            value[i, c + 4],
            value[i, c + 5],
            value[i, c + 6],
            value[i, c + 7],
            value[i, c + 8],
            row,
            inverse,
            twist,
        )


@routine
def move_separations(
    first: int, last: int, order: IntArray, contact_of: IntArray, row: FloatArray, h: float, moving: FloatArray
) -> None:
    """Change the separations of all points, to first order, by the motion of the bodies with twists `moving`."""
    for q in range(first, last):
        m = order[q]
        a, b = contact_of[m, BODY_A], contact_of[m, BODY_B]
        nx, ny, nz = row[q, 0], row[q, 1], row[q, 2]
        along = (
            nx * (moving[b, 0] - moving[a, 0]) + ny * (moving[b, 1] - moving[a, 1]) + nz * (moving[b, 2] - moving[a, 2])
        )
        for k in range(4):
            o = R_LEVER + 6 * k
            v = along
            for c in range(3):
                v += moving[b, 3 + c] * row[q, o + 3 + c] - moving[a, 3 + c] * row[q, o + c]
            row[q, R_SEPARATION + k] += h * v


@routine
def sweep_rows(
    first: int,
    last: int,
    order: IntArray,
    contact_of: IntArray,
    row: FloatArray,
    inverse: FloatArray,
    twist: FloatArray,
) -> float:
    """Improve the impulses of rows first … last − 1, one manifold after another.

    Returns the largest change of a normal or friction impulse as a velocity [m/s].
    """
    largest = 0.0
    for q in range(first, last):
        m = order[q]
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        nx, ny, nz = row[q, 0], row[q, 1], row[q, 2]
        v0, v1, v2 = twist[b, 0] - twist[a, 0], twist[b, 1] - twist[a, 1], twist[b, 2] - twist[a, 2]
        w0, w1, w2, u0, u1, u2 = twist[a, 3], twist[a, 4], twist[a, 5], twist[b, 3], twist[b, 4], twist[b, 5]
        along = nx * v0 + ny * v1 + nz * v2
        e = R_RESIDUAL
        for k in range(4):
            o = R_LEVER + 6 * k
            row[q, e + k] = (
                along
                + u0 * row[q, o + 3]
                + u1 * row[q, o + 4]
                + u2 * row[q, o + 5]
                - w0 * row[q, o]
                - w1 * row[q, o + 1]
                - w2 * row[q, o + 2]
                + row[q, R_BIAS + k]
            )
        # The block of normals: K01 … K33 lie at R_K by rows of the upper triangle.
        old = row[q, R_LAMBDA]
        new = max(old - row[q, e] * row[q, R_INV_K], 0.0)
        d0 = new - old
        row[q, R_LAMBDA] = new
        old = row[q, R_LAMBDA + 1]
        new = max(old - (row[q, e + 1] + row[q, R_K + 1] * d0) * row[q, R_INV_K + 1], 0.0)
        d1 = new - old
        row[q, R_LAMBDA + 1] = new
        old = row[q, R_LAMBDA + 2]
        residual = row[q, e + 2] + row[q, R_K + 2] * d0 + row[q, R_K + 5] * d1
        new = max(old - residual * row[q, R_INV_K + 2], 0.0)
        d2 = new - old
        row[q, R_LAMBDA + 2] = new
        old = row[q, R_LAMBDA + 3]
        residual = row[q, e + 3] + row[q, R_K + 3] * d0 + row[q, R_K + 6] * d1 + row[q, R_K + 8] * d2
        new = max(old - residual * row[q, R_INV_K + 3], 0.0)
        d3 = new - old
        row[q, R_LAMBDA + 3] = new
        total = row[q, R_LAMBDA] + row[q, R_LAMBDA + 1] + row[q, R_LAMBDA + 2] + row[q, R_LAMBDA + 3]
        apply_impulse(q, a, b, d0, d1, d2, d3, 0.0, 0.0, 0.0, 0.0, 0.0, row, inverse, twist)
        change = max(max(abs(d0), abs(d1)), max(abs(d2), abs(d3)))
        # Friction on the disk of radius μ Σλ, by the inverse of its 2×2 block.
        slip_1, slip_2 = slip(q, a, b, row, twist)
        f1, f2 = row[q, R_LAMBDA + 4], row[q, R_LAMBDA + 5]
        g1 = f1 - row[q, R_K_FRICTION] * slip_1 - row[q, R_K_FRICTION + 1] * slip_2
        g2 = f2 - row[q, R_K_FRICTION + 1] * slip_1 - row[q, R_K_FRICTION + 2] * slip_2
        g1, g2 = on_disk(g1, g2, row[q, R_FRICTION] * total)
        row[q, R_LAMBDA + 4], row[q, R_LAMBDA + 5] = g1, g2
        w0, w1, w2 = twist[b, 3] - twist[a, 3], twist[b, 4] - twist[a, 4], twist[b, 5] - twist[a, 5]
        s = row[q, R_LAMBDA + 6]
        limit = row[q, R_SPIN] * total
        spin = s - row[q, R_INV_K + 6] * (w0 * nx + w1 * ny + w2 * nz)
        spin = min(max(spin, -limit), limit)
        row[q, R_LAMBDA + 6] = spin
        h1, h2 = 0.0, 0.0
        if row[q, R_ROLL] > 0.0:
            r1 = w0 * row[q, R_T1] + w1 * row[q, R_T1 + 1] + w2 * row[q, R_T1 + 2]
            r2 = w0 * row[q, R_T2] + w1 * row[q, R_T2 + 1] + w2 * row[q, R_T2 + 2]
            p1 = row[q, R_LAMBDA + 7] - row[q, R_K_ROLL] * r1 - row[q, R_K_ROLL + 1] * r2
            p2 = row[q, R_LAMBDA + 8] - row[q, R_K_ROLL + 1] * r1 - row[q, R_K_ROLL + 2] * r2
            p1, p2 = on_disk(p1, p2, row[q, R_ROLL] * total)
            h1, h2 = p1 - row[q, R_LAMBDA + 7], p2 - row[q, R_LAMBDA + 8]
            row[q, R_LAMBDA + 7], row[q, R_LAMBDA + 8] = p1, p2
        apply_impulse(q, a, b, 0.0, 0.0, 0.0, 0.0, g1 - f1, g2 - f2, spin - s, h1, h2, row, inverse, twist)
        change = max(change, max(abs(g1 - f1), abs(g2 - f2)))
        largest = max(largest, change * (inverse[a, 0] + inverse[b, 0]))
    return largest


@inlined
def slip(q: int, a: int, b: int, row: FloatArray, twist: FloatArray) -> tuple[float, float]:
    """Return the sliding velocity of b on a at the centroid, along both tangents."""
    rx, ry, rz = row[q, R_ARM_B], row[q, R_ARM_B + 1], row[q, R_ARM_B + 2]
    sx, sy, sz = row[q, R_ARM_A], row[q, R_ARM_A + 1], row[q, R_ARM_A + 2]
    x = twist[b, 0] + twist[b, 4] * rz - twist[b, 5] * ry - twist[a, 0] - twist[a, 4] * sz + twist[a, 5] * sy
    y = twist[b, 1] + twist[b, 5] * rx - twist[b, 3] * rz - twist[a, 1] - twist[a, 5] * sx + twist[a, 3] * sz
    z = twist[b, 2] + twist[b, 3] * ry - twist[b, 4] * rx - twist[a, 2] - twist[a, 3] * sy + twist[a, 4] * sx
    return (
        x * row[q, R_T1] + y * row[q, R_T1 + 1] + z * row[q, R_T1 + 2],
        x * row[q, R_T2] + y * row[q, R_T2 + 1] + z * row[q, R_T2 + 2],
    )


@inlined
def on_disk(x: float, y: float, radius: float) -> tuple[float, float]:
    """Return the nearest point of a disk along the radius."""
    square = x * x + y * y
    if square > radius * radius:
        scale = radius / math.sqrt(square)
        return x * scale, y * scale
    return x, y
