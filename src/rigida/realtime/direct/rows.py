"""Contact rows in double precision: what the direct solver, and any solver that needs rows, reads of a manifold.

A manifold of up to four points has nine multipliers: four normal impulses, two of friction along tangents t1, t2 at the
centroid of the points (one patch, limited by a disk of radius μ Σλ), one of spinning friction about the normal and two
of rolling friction about the tangents. With arms r of a point or the centroid,

    normal    J = [ −n  −r_a × n   n   r_b × n ]
    friction  J = [ −t  −r_a × t   t   r_b × t ]
    spin      J = [  0  −n         0   n       ],   rolling the same with t1, t2

and K = J M⁻¹ Jᵀ. Popovski 2008, 7.1 and 7.2 (friction), 8 (contacts).
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, routine, whole
from rigida.realtime.contacts.manifold_cache import (
    BODY_A,
    BODY_B,
    COUNT,
    FRICTION,
    IMPULSE,
    LANDED,
    POINT,
    ROLLING,
    SEPARATION,
    SLOT,
    SPIN,
)

# Columns of a row.
R_NORMAL, R_T1, R_T2 = 0, 3, 6
R_COUNT = 9
R_ARM_A, R_ARM_B = 10, 13  # centroid seen from both centres
R_FRICTION, R_SPIN, R_ROLL = 16, 17, 18  # limits per unit of normal impulse: –, [m], [m]
R_LEVER = 20  # per point at 6 k: r_a × n, r_b × n
R_SEPARATION, R_BIAS = 44, 48
R_LAMBDA, R_INV_K = 52, 61  # nine each
R_K = 70  # K of the normals, upper triangle by rows
R_K_FRICTION, R_K_ROLL = 80, 83  # inverse 2×2 blocks xx, xy, yy
R_RESIDUAL = 86
ROW_WIDTH = 90

MULTIPLIERS = 9
#: A contact that takes up a faster approach than this is a landing [m/s].
LANDING = 0.005


@inlined
def tangents(nx: float, ny: float, nz: float) -> tuple[float, float, float, float, float, float]:
    """Return two unit vectors that make a right-handed frame with the unit normal (Duff et al. 2017)."""
    sign = 1.0 if nz >= 0.0 else -1.0
    a = -1.0 / (sign + nz)
    b = nx * ny * a
    return 1.0 + sign * nx * nx * a, sign * b, -sign * nx, b, sign + ny * ny * a, -ny


@inlined
def turned_by(i: int, x: float, y: float, z: float, inverse: FloatArray) -> tuple[float, float, float]:
    """Return I⁻¹ of body i times a vector."""
    return (
        inverse[i, 1] * x + inverse[i, 2] * y + inverse[i, 3] * z,
        inverse[i, 2] * x + inverse[i, 4] * y + inverse[i, 5] * z,
        inverse[i, 3] * x + inverse[i, 5] * y + inverse[i, 6] * z,
    )


@inlined
def inverse_block(xx: float, xy: float, yy: float) -> tuple[float, float, float]:
    """Return the inverse of a symmetric 2×2 block, zero if it is singular."""
    d = xx * yy - xy * xy
    if not d > 1e-12 * xx * yy:
        return (1.0 / xx if xx > 0.0 else 0.0), 0.0, (1.0 / yy if yy > 0.0 else 0.0)
    return yy / d, -xy / d, xx / d


@routine
def build_row(
    q: int,
    m: int,
    contact: FloatArray,
    contact_of: IntArray,
    center: FloatArray,
    inverse: FloatArray,
    surface: FloatArray,
    impulse: FloatArray,
    row: FloatArray,
) -> None:
    """Write row q from contact m, with the impulses of the last step as a start."""
    a, b, s, n = contact_of[m, BODY_A], contact_of[m, BODY_B], contact_of[m, SLOT], contact_of[m, COUNT]
    nx, ny, nz = contact[m, 0], contact[m, 1], contact[m, 2]
    t1x, t1y, t1z, t2x, t2y, t2z = tangents(nx, ny, nz)
    row[q, 0], row[q, 1], row[q, 2] = nx, ny, nz
    row[q, R_T1], row[q, R_T1 + 1], row[q, R_T1 + 2] = t1x, t1y, t1z
    row[q, R_T2], row[q, R_T2 + 1], row[q, R_T2 + 2] = t2x, t2y, t2z
    row[q, R_COUNT] = n
    mass = inverse[a, 0] + inverse[b, 0]
    cx, cy, cz = 0.0, 0.0, 0.0
    for k in range(4):
        o = R_LEVER + 6 * k
        row[q, R_LAMBDA + k], row[q, R_BIAS + k], row[q, R_SEPARATION + k] = 0.0, 0.0, 1.0
        for c in range(6):
            row[q, o + c] = 0.0
        if k < n:
            p = POINT + 3 * k
            px, py, pz = contact[m, p], contact[m, p + 1], contact[m, p + 2]
            cx, cy, cz = cx + px, cy + py, cz + pz
            x, y, z = px - center[a, 0], py - center[a, 1], pz - center[a, 2]
            row[q, o], row[q, o + 1], row[q, o + 2] = y * nz - z * ny, z * nx - x * nz, x * ny - y * nx
            x, y, z = px - center[b, 0], py - center[b, 1], pz - center[b, 2]
            row[q, o + 3], row[q, o + 4], row[q, o + 5] = y * nz - z * ny, z * nx - x * nz, x * ny - y * nx
            row[q, R_SEPARATION + k] = contact[m, SEPARATION + k]
            row[q, R_LAMBDA + k] = impulse[s, IMPULSE + k]
    entry = R_K
    for k in range(4):
        o = R_LEVER + 6 * k
        ax, ay, az = turned_by(a, row[q, o], row[q, o + 1], row[q, o + 2], inverse)
        bx, by, bz = turned_by(b, row[q, o + 3], row[q, o + 4], row[q, o + 5], inverse)
        for j in range(k, 4):
            i = R_LEVER + 6 * j
            value = mass + ax * row[q, i] + ay * row[q, i + 1] + az * row[q, i + 2]
            value += bx * row[q, i + 3] + by * row[q, i + 4] + bz * row[q, i + 5]
            row[q, entry] = value if j < n else 0.0
            entry += 1
            if j == k:
                row[q, R_INV_K + k] = 1.0 / value if k < n and value > 0.0 else 0.0
    cx, cy, cz = cx / n, cy / n, cz / n
    radius = 0.0
    for k in range(n):
        p = POINT + 3 * k
        x, y, z = contact[m, p] - cx, contact[m, p + 1] - cy, contact[m, p + 2] - cz
        radius += math.sqrt(x * x + y * y + z * z)
    friction = math.sqrt(surface[a, 0] * surface[b, 0])
    row[q, R_FRICTION] = friction
    row[q, R_SPIN] = friction * radius / n + max(surface[a, 3], surface[b, 3])
    row[q, R_ROLL] = max(surface[a, 2], surface[b, 2])
    build_friction(q, a, b, mass, cx, cy, cz, center, inverse, row)
    fx, fy, fz = impulse[s, FRICTION], impulse[s, FRICTION + 1], impulse[s, FRICTION + 2]
    row[q, R_LAMBDA + 4] = fx * t1x + fy * t1y + fz * t1z
    row[q, R_LAMBDA + 5] = fx * t2x + fy * t2y + fz * t2z
    row[q, R_LAMBDA + 6] = impulse[s, SPIN]
    fx, fy, fz = impulse[s, ROLLING], impulse[s, ROLLING + 1], impulse[s, ROLLING + 2]
    row[q, R_LAMBDA + 7] = fx * t1x + fy * t1y + fz * t1z
    row[q, R_LAMBDA + 8] = fx * t2x + fy * t2y + fz * t2z


@routine
def build_friction(
    q: int,
    a: int,
    b: int,
    mass: float,
    cx: float,
    cy: float,
    cz: float,
    center: FloatArray,
    inverse: FloatArray,
    row: FloatArray,
) -> None:
    """Write arms and effective masses of friction, spinning and rolling at the centroid (cx, cy, cz)."""
    ax, ay, az = cx - center[a, 0], cy - center[a, 1], cz - center[a, 2]
    bx, by, bz = cx - center[b, 0], cy - center[b, 1], cz - center[b, 2]
    row[q, R_ARM_A], row[q, R_ARM_A + 1], row[q, R_ARM_A + 2] = ax, ay, az
    row[q, R_ARM_B], row[q, R_ARM_B + 1], row[q, R_ARM_B + 2] = bx, by, bz
    x, y, z = row[q, R_T1], row[q, R_T1 + 1], row[q, R_T1 + 2]
    u, v, w = row[q, R_T2], row[q, R_T2 + 1], row[q, R_T2 + 2]
    a1, a2, a3 = ay * z - az * y, az * x - ax * z, ax * y - ay * x
    a4, a5, a6 = ay * w - az * v, az * u - ax * w, ax * v - ay * u
    b1, b2, b3 = by * z - bz * y, bz * x - bx * z, bx * y - by * x
    b4, b5, b6 = by * w - bz * v, bz * u - bx * w, bx * v - by * u
    i1, i2, i3 = turned_by(a, a1, a2, a3, inverse)
    j1, j2, j3 = turned_by(b, b1, b2, b3, inverse)
    xx = mass + i1 * a1 + i2 * a2 + i3 * a3 + j1 * b1 + j2 * b2 + j3 * b3
    xy = i1 * a4 + i2 * a5 + i3 * a6 + j1 * b4 + j2 * b5 + j3 * b6
    i1, i2, i3 = turned_by(a, a4, a5, a6, inverse)
    j1, j2, j3 = turned_by(b, b4, b5, b6, inverse)
    yy = mass + i1 * a4 + i2 * a5 + i3 * a6 + j1 * b4 + j2 * b5 + j3 * b6
    row[q, R_K_FRICTION], row[q, R_K_FRICTION + 1], row[q, R_K_FRICTION + 2] = inverse_block(xx, xy, yy)
    row[q, R_INV_K + 4], row[q, R_INV_K + 5] = 1.0 / xx, 1.0 / yy
    nx, ny, nz = row[q, 0], row[q, 1], row[q, 2]
    i1, i2, i3 = turned_by(a, nx, ny, nz, inverse)
    j1, j2, j3 = turned_by(b, nx, ny, nz, inverse)
    spin = (i1 + j1) * nx + (i2 + j2) * ny + (i3 + j3) * nz
    row[q, R_INV_K + 6] = 1.0 / spin if spin > 0.0 else 0.0
    i1, i2, i3 = turned_by(a, x, y, z, inverse)
    j1, j2, j3 = turned_by(b, x, y, z, inverse)
    xx = (i1 + j1) * x + (i2 + j2) * y + (i3 + j3) * z
    xy = (i1 + j1) * u + (i2 + j2) * v + (i3 + j3) * w
    i1, i2, i3 = turned_by(a, u, v, w, inverse)
    j1, j2, j3 = turned_by(b, u, v, w, inverse)
    yy = (i1 + j1) * u + (i2 + j2) * v + (i3 + j3) * w
    row[q, R_K_ROLL], row[q, R_K_ROLL + 1], row[q, R_K_ROLL + 2] = inverse_block(xx, xy, yy)
    row[q, R_INV_K + 7] = 1.0 / xx if xx > 0.0 else 0.0
    row[q, R_INV_K + 8] = 1.0 / yy if yy > 0.0 else 0.0


@routine
def approach(q: int, k: int, a: int, b: int, row: FloatArray, twist: FloatArray) -> float:
    """Return the normal velocity of point k of row q, negative when the bodies approach."""
    o = R_LEVER + 6 * k
    v = 0.0
    for c in range(3):
        v += row[q, c] * (twist[b, c] - twist[a, c])
        v += row[q, o + 3 + c] * twist[b, 3 + c] - row[q, o + c] * twist[a, 3 + c]
    return v


@routine
def remember_row(
    q: int, m: int, contact_of: IntArray, row: FloatArray, before: FloatArray, impulse: FloatArray
) -> None:
    """Put the impulses of row q into the slot of contact m.

    What took up an approach that the twists `before` had does not go on in the next step and is kept apart.
    """
    s = contact_of[m, SLOT]
    a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
    total, goes_on = 0.0, 0.0
    for k in range(contact_of[m, COUNT]):
        value, landed = row[q, R_LAMBDA + k], 0.0
        if value > 0.0:
            v = approach(q, k, a, b, row, before)
            if v < -LANDING:
                landed = min(value, -v * row[q, R_INV_K + k])
        impulse[s, IMPULSE + k], impulse[s, LANDED + k] = value - landed, landed
        total += value
        goes_on += value - landed
    part = goes_on / total if total > 0.0 else 0.0
    f1, f2 = part * row[q, R_LAMBDA + 4], part * row[q, R_LAMBDA + 5]
    g1, g2 = part * row[q, R_LAMBDA + 7], part * row[q, R_LAMBDA + 8]
    impulse[s, SPIN] = part * row[q, R_LAMBDA + 6]
    for c in range(3):
        impulse[s, FRICTION + c] = f1 * row[q, R_T1 + c] + f2 * row[q, R_T2 + c]
        impulse[s, ROLLING + c] = g1 * row[q, R_T1 + c] + g2 * row[q, R_T2 + c]


@routine
def jacobian(q: int, k: int, row: FloatArray, j: FloatArray) -> None:
    """Fill j (12,) with row k of the nine: linear and angular part of a, then of b."""
    if k < 4:
        o = R_LEVER + 6 * k
        for c in range(3):
            j[c], j[3 + c] = -row[q, c], -row[q, o + c]
            j[6 + c], j[9 + c] = row[q, c], row[q, o + 3 + c]
        return
    d = R_T1 if k == 4 or k == 7 else (R_T2 if k == 5 or k == 8 else R_NORMAL)
    x, y, z = row[q, d], row[q, d + 1], row[q, d + 2]
    if k >= 6:
        for c in range(3):
            j[c], j[6 + c] = 0.0, 0.0
            j[3 + c], j[9 + c] = -row[q, d + c], row[q, d + c]
        return
    for c in range(3):
        j[c], j[6 + c] = -row[q, d + c], row[q, d + c]
    rx, ry, rz = row[q, R_ARM_A], row[q, R_ARM_A + 1], row[q, R_ARM_A + 2]
    j[3], j[4], j[5] = -(ry * z - rz * y), -(rz * x - rx * z), -(rx * y - ry * x)
    rx, ry, rz = row[q, R_ARM_B], row[q, R_ARM_B + 1], row[q, R_ARM_B + 2]
    j[9], j[10], j[11] = ry * z - rz * y, rz * x - rx * z, rx * y - ry * x
