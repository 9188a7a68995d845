"""Contact rows for large islands: eight manifolds that share no moving body lie side by side in single precision.

`lane_colours` tells which manifolds share a row. Field f of a row at offset o has its eight lanes at o + 8 f.
Mathematics as in `contact_rows`, but with the normals and arms of the place where a manifold was sought, for as long as
it is carried along: levers that followed every small lean would let columns buckle under steps this coarse.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.lanes import LANES, Lanes, SingleArray, gather, greater, load, root, sign_of, spread, store
from rigida.math.prefetch import prefetch
from rigida.math.vector import cross
from rigida.realtime.contacts.cached import AHEAD
from rigida.realtime.contacts.manifold_cache import (
    ARM,
    BETWEEN,
    BODY_A,
    BODY_B,
    COUNT,
    FRICTION,
    IMPULSE,
    IMPULSE_WIDTH,
    IS_PATCH,
    LANDED,
    LEVER_WIDTH,
    ROLLING,
    SEPARATION,
    SLOT,
    SPIN,
    WORLD_NORMAL,
)
from rigida.realtime.substeps.algebra import load_three, store_three

# Fields.
L_NORMAL, L_T1, L_T2 = 0, 3, 6
L_ARM_A, L_ARM_B = 9, 12
L_K_FRICTION, L_K_SPIN = 15, 18
L_FRICTION, L_SPIN, L_ROLL = 19, 20, 21
L_MASS_A, L_MASS_B, L_INERTIA_A, L_INERTIA_B = 22, 23, 24, 30
L_SLIDING, L_SPINNING = 36, 38  # friction impulses
L_K_ROLL, L_ROLLING = 39, 42
L_GIVES = 44  # 1 where a contact gives way under bias, 0 where it is hard
L_POINT = 45
# Fields of a point: (r − c) × n, its lever beyond that of the centroid c, which is the same for both bodies; separation
# at the begin and now, impulse of a sub-step, 1/K, impulse of all sub-steps so far.
P_LEVER, P_START, P_NOW, P_IMPULSE, P_INV_K, P_TOTAL = 0, 3, 4, 5, 6, 7
POINT_FIELDS = 8
#: Before the first row lie fields for the row at hand: the velocity errors of its four points.
ERROR, FIRST_ROW = 0, 4 * LANES

#: Keeps denominators of unused lanes from zero.
_TINY = 1e-30


@routine
def row_fields(points: int) -> int:
    """Return how many fields a row of manifolds with 1, 2 or 4 points has: the last are K of pairs of points."""
    return L_POINT + POINT_FIELDS * points + points * (points - 1) // 2


@kernel
def fill_rows(
    contacts: int,
    part: float,
    order: IntArray,
    lane_of: IntArray,
    row_offset: IntArray,
    row_points: IntArray,
    lane_body: IntArray,
    lane_contact: IntArray,
    contact: FloatArray,
    contact_of: IntArray,
    surface: FloatArray,
    lever: SingleArray,
    impulse: FloatArray,
    inverse: SingleArray,
    row: SingleArray,
    rolls: IntArray,
) -> None:
    """Write the manifolds into their lanes and prepare levers and effective masses, eight at a time.

    Contacts come in their own order, in which memory is read in sequence; a row is prepared with its last lane.
    inverse (n + 1, 8): 1/m and world inverse inertia of the bodies. part: of a step that a sub-step is.
    rolls (rows,): 1 where a lane has rolling friction.
    """
    for q in range(contacts):
        if q + AHEAD < contacts:
            ahead = whole(contact_of[order[q + AHEAD], SLOT])
            prefetch(lever, ahead, 0, LEVER_WIDTH)
            prefetch(impulse, ahead, 0, IMPULSE_WIDTH)
        place = whole(lane_of[q])
        if place < 0:
            continue
        r, lane = place // LANES, place % LANES
        o, points = whole(row_offset[r]), whole(row_points[r])
        if lane == 0:
            rolls[r] = 0
        fill_lane(o + lane, points, whole(order[q]), contact, contact_of, surface, lever, impulse, part, row)
        rolls[r] |= row[o + lane + LANES * L_ROLL] > 0.0
        if lane == LANES - 1 or lane_contact[place + 1] < 0:
            for unused in range(lane + 1, LANES):
                for f in range(row_fields(points)):
                    row[o + unused + LANES * f] = 0.0
            prepare_row(o, points, 2 * LANES * r, lane_body, inverse, row)


@routine
def fill_lane(
    o: int,
    points: int,
    m: int,
    contact: FloatArray,
    contact_of: IntArray,
    surface: FloatArray,
    lever: SingleArray,
    impulse: FloatArray,
    part: float,
    row: SingleArray,
) -> None:
    """Write contact m as it is into the lane that begins at o; `prepare_row` finds the rest in place."""
    a, b, s, n = contact_of[m, BODY_A], contact_of[m, BODY_B], contact_of[m, SLOT], contact_of[m, COUNT]
    for c in range(3):
        row[o + LANES * (L_NORMAL + c)] = lever[s, WORLD_NORMAL + c]
        row[o + LANES * (L_ARM_B + c)] = lever[s, BETWEEN + c]
        # Impulses are kept as world vectors; here they wait where the tangents will be.
        row[o + LANES * (L_T1 + c)] = part * impulse[s, FRICTION + c]
        row[o + LANES * (L_T2 + c)] = part * impulse[s, ROLLING + c]
    row[o + LANES * L_SPINNING] = part * impulse[s, SPIN]
    # Patches of concave bodies are many and small: nothing there rocks, and what gives way would only sink in.
    row[o + LANES * L_GIVES] = 1.0 - impulse[s, IS_PATCH]
    row[o + LANES * L_FRICTION] = np.sqrt(surface[a, 0] * surface[b, 0])
    row[o + LANES * L_SPIN] = max(surface[a, 3], surface[b, 3])
    row[o + LANES * L_ROLL] = max(surface[a, 2], surface[b, 2])
    for k in range(points):
        p = o + LANES * (L_POINT + POINT_FIELDS * k)
        if k < n:
            for c in range(3):
                row[p + LANES * c] = lever[s, ARM + 3 * k + c]
            row[p + LANES * P_START] = contact[m, SEPARATION + k]
            row[p + LANES * P_IMPULSE] = part * impulse[s, IMPULSE + k]
            row[p + LANES * P_TOTAL] = 0.0
            row[p + LANES * P_INV_K] = 1.0
        else:
            for c in range(3):
                row[p + LANES * c] = 0.0
            row[p + LANES * P_START] = 1.0
            row[p + LANES * P_IMPULSE] = 0.0
            row[p + LANES * P_TOTAL] = 0.0
            row[p + LANES * P_INV_K] = 0.0


@routine
def prepare_row(o: int, points: int, first: int, lane_body: IntArray, inverse: SingleArray, row: SingleArray) -> None:
    """Turn raw lanes into rows: levers, effective masses, tangents, projected impulses."""
    zero, one, tiny = spread(0.0), spread(1.0), spread(_TINY)
    ma, a0, a1, a2, a3, a4, a5, _ = gather(inverse, lane_body, first)
    mb, b0, b1, b2, b3, b4, b5, _ = gather(inverse, lane_body, first + LANES)
    store(row, o + LANES * L_MASS_A, ma)
    store(row, o + LANES * L_MASS_B, mb)
    i, j = o + LANES * L_INERTIA_A, o + LANES * L_INERTIA_B
    store_three(i, a0, a1, a2, row)
    store_three(i + 3 * LANES, a3, a4, a5, row)
    store_three(j, b0, b1, b2, row)
    store_three(j + 3 * LANES, b3, b4, b5, row)
    mass = ma + mb
    nx, ny, nz = load_three(o, row)
    ex, ey, ez = load_three(o + LANES * L_ARM_B, row)
    cx, cy, cz, count = zero, zero, zero, zero
    for k in range(points):
        p = o + LANES * (L_POINT + POINT_FIELDS * k)
        used = load(row, p + LANES * P_INV_K)
        cx = cx + load(row, p)
        cy = cy + load(row, p + LANES)
        cz = cz + load(row, p + 2 * LANES)
        count = count + used
    scale = one / greater(count, one)
    cx, cy, cz = cx * scale, cy * scale, cz * scale
    radius = zero
    for k in range(points):
        p = o + LANES * (L_POINT + POINT_FIELDS * k)
        x, y, z = load_three(p, row)
        dx, dy, dz = x - cx, y - cy, z - cz
        used = load(row, p + LANES * P_INV_K)
        radius = radius + used * root(dx * dx + dy * dy + dz * dz)
        x, y, z = cross(dx, dy, dz, nx, ny, nz)
        store_three(p, x, y, z, row)
        store(row, p + LANES * P_NOW, load(row, p + LANES * P_START))
    entry = o + LANES * (L_POINT + POINT_FIELDS * points)
    gx, gy, gz = cross(cx, cy, cz, nx, ny, nz)
    hx, hy, hz = cross(cx + ex, cy + ey, cz + ez, nx, ny, nz)
    for k in range(points):
        p = o + LANES * (L_POINT + POINT_FIELDS * k)
        u, v, w = load_three(p, row)
        x, y, z = gx + u, gy + v, gz + w
        ix, iy, iz = a0 * x + a1 * y + a2 * z, a1 * x + a3 * y + a4 * z, a2 * x + a4 * y + a5 * z
        x, y, z = hx + u, hy + v, hz + w
        jx, jy, jz = b0 * x + b1 * y + b2 * z, b1 * x + b3 * y + b4 * z, b2 * x + b4 * y + b5 * z
        for n in range(k, points):
            q = o + LANES * (L_POINT + POINT_FIELDS * n)
            u, v, w = load_three(q, row)
            value = mass + ix * (gx + u) + iy * (gy + v) + iz * (gz + w)
            value = value + jx * (hx + u) + jy * (hy + v) + jz * (hz + w)
            if n == k:
                store(row, p + LANES * P_INV_K, load(row, p + LANES * P_INV_K) / (value + tiny))
            else:
                store(row, entry, value)
                entry += LANES
    spin = load(row, o + LANES * L_SPIN) + load(row, o + LANES * L_FRICTION) * radius * scale
    store(row, o + LANES * L_SPIN, spin)
    prepare_friction(o, cx, cy, cz, ex, ey, ez, row)


@inlined
def turned_lanes(i: int, x: Lanes, y: Lanes, z: Lanes, row: SingleArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return I⁻¹ (x, y, z) with the inverse inertia whose six fields begin at i."""
    a0, a1, a2 = load_three(i, row)
    a3, a4, a5 = load_three(i + 3 * LANES, row)
    return a0 * x + a1 * y + a2 * z, a1 * x + a3 * y + a4 * z, a2 * x + a4 * y + a5 * z


@inlined
def lane_form(i: int, x: Lanes, y: Lanes, z: Lanes, u: Lanes, v: Lanes, w: Lanes, row: SingleArray) -> Lanes:
    """Return (x, y, z) I⁻¹ (u, v, w) with the inverse inertia whose six fields begin at i."""
    p, q, r = turned_lanes(i, u, v, w, row)
    return x * p + y * q + z * r


@routine
def prepare_friction(
    o: int, cx: Lanes, cy: Lanes, cz: Lanes, ex: Lanes, ey: Lanes, ez: Lanes, row: SingleArray
) -> None:
    """Write tangents, arms and effective masses of friction at the centroid (cx, cy, cz), seen from a."""
    zero, one, tiny = spread(0.0), spread(1.0), spread(_TINY)
    nx, ny, nz = load_three(o, row)
    sign = sign_of(nz)
    s = zero - one / (sign + nz)
    t = nx * ny * s
    x, y, z = one + sign * nx * nx * s, sign * t, zero - sign * nx
    u, v, w = t, sign + ny * ny * s, zero - ny
    fx, fy, fz = load_three(o + LANES * L_T1, row)
    gx, gy, gz = load_three(o + LANES * L_T2, row)
    store(row, o + LANES * L_SLIDING, fx * x + fy * y + fz * z)
    store(row, o + LANES * (L_SLIDING + 1), fx * u + fy * v + fz * w)
    store(row, o + LANES * L_ROLLING, gx * x + gy * y + gz * z)
    store(row, o + LANES * (L_ROLLING + 1), gx * u + gy * v + gz * w)
    store_three(o + LANES * L_T1, x, y, z, row)
    store_three(o + LANES * L_T2, u, v, w, row)
    bx, by, bz = cx + ex, cy + ey, cz + ez
    store_three(o + LANES * L_ARM_A, cx, cy, cz, row)
    store_three(o + LANES * L_ARM_B, bx, by, bz, row)
    i, j = o + LANES * L_INERTIA_A, o + LANES * L_INERTIA_B
    mass = load(row, o + LANES * L_MASS_A) + load(row, o + LANES * L_MASS_B)
    d0, d1, d2 = cy * z - cz * y, cz * x - cx * z, cx * y - cy * x
    d3, d4, d5 = cy * w - cz * v, cz * u - cx * w, cx * v - cy * u
    e0, e1, e2 = by * z - bz * y, bz * x - bx * z, bx * y - by * x
    e3, e4, e5 = by * w - bz * v, bz * u - bx * w, bx * v - by * u
    xx = mass + lane_form(i, d0, d1, d2, d0, d1, d2, row) + lane_form(j, e0, e1, e2, e0, e1, e2, row)
    xy = lane_form(i, d0, d1, d2, d3, d4, d5, row) + lane_form(j, e0, e1, e2, e3, e4, e5, row)
    yy = mass + lane_form(i, d3, d4, d5, d3, d4, d5, row) + lane_form(j, e3, e4, e5, e3, e4, e5, row)
    scale = one / (xx * yy - xy * xy + tiny)
    store(row, o + LANES * L_K_FRICTION, yy * scale)
    store(row, o + LANES * (L_K_FRICTION + 1), zero - xy * scale)
    store(row, o + LANES * (L_K_FRICTION + 2), xx * scale)
    spin = lane_form(i, nx, ny, nz, nx, ny, nz, row) + lane_form(j, nx, ny, nz, nx, ny, nz, row)
    store(row, o + LANES * L_K_SPIN, one / (spin + tiny))
    xx = lane_form(i, x, y, z, x, y, z, row) + lane_form(j, x, y, z, x, y, z, row)
    xy = lane_form(i, x, y, z, u, v, w, row) + lane_form(j, x, y, z, u, v, w, row)
    yy = lane_form(i, u, v, w, u, v, w, row) + lane_form(j, u, v, w, u, v, w, row)
    scale = one / (xx * yy - xy * xy + tiny)
    store(row, o + LANES * L_K_ROLL, yy * scale)
    store(row, o + LANES * (L_K_ROLL + 1), zero - xy * scale)
    store(row, o + LANES * (L_K_ROLL + 2), xx * scale)


@kernel
def remember_rows(
    contacts: int,
    substeps: int,
    order: IntArray,
    lane_of: IntArray,
    row_offset: IntArray,
    contact_of: IntArray,
    row: SingleArray,
    impulse: FloatArray,
    touched: IntArray,
) -> None:
    """Put the impulses of all lanes, as those of a whole step, into the slots of their contacts.

    touched (n + 1,): 1 for bodies that were pushed.
    """
    for i in range(touched.shape[0]):
        touched[i] = 0
    for q in range(contacts):
        if q + AHEAD < contacts:
            prefetch(impulse, whole(contact_of[order[q + AHEAD], SLOT]), 0, IMPULSE_WIDTH)
        lane = whole(lane_of[q])
        if lane < 0:
            continue
        m = whole(order[q])
        o, s = whole(row_offset[lane // LANES]) + lane % LANES, contact_of[m, SLOT]
        total = 0.0
        for k in range(contact_of[m, COUNT]):
            p = o + LANES * (L_POINT + POINT_FIELDS * k)
            all_told, last = row[p + LANES * P_TOTAL], substeps * row[p + LANES * P_IMPULSE]
            impulse[s, IMPULSE + k], impulse[s, LANDED + k] = last, all_told - last
            total += all_told
        f1, f2 = substeps * row[o + LANES * L_SLIDING], substeps * row[o + LANES * (L_SLIDING + 1)]
        g1, g2 = substeps * row[o + LANES * L_ROLLING], substeps * row[o + LANES * (L_ROLLING + 1)]
        for c in range(3):
            x, y = row[o + LANES * (L_T1 + c)], row[o + LANES * (L_T2 + c)]
            impulse[s, FRICTION + c] = f1 * x + f2 * y
            impulse[s, ROLLING + c] = g1 * x + g2 * y
        impulse[s, SPIN] = substeps * row[o + LANES * L_SPINNING]
        if total > 0.0:
            touched[contact_of[m, BODY_A]] = 1
            touched[contact_of[m, BODY_B]] = 1
