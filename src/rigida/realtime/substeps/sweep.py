"""Sub-stepped impulses of large islands, eight manifolds at a time.

Each sub-step: one sweep with bias, bodies move, one sweep without bias (which also updates the separations from the
bodies' way since the detection). Later sub-steps start from the velocity change of the one before, because forces and
impulses are nearly the same again. Order inside a manifold as in `row_sweep`.

In the sweep with bias contacts give way a little, as springs with strong dampers do. Of frequency ω and damping ratio
ζ, such a spring gives up in a sub-step h the part 1 / (1 + hω (2ζ + hω)) of its impulse and takes back the part
hω / (2ζ + hω) of its overlap. Hard contacts let columns of boxes rock like beams without damping until they topple.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.lanes import LANES, Lanes, SingleArray, gather, greater, lesser, load, root, scatter, spread, store
from rigida.math.vector import cross
from rigida.realtime.direct.sweep import BAND, FASTEST_RECOVERY
from rigida.realtime.substeps.algebra import load_three
from rigida.realtime.substeps.wide_rows import (
    ERROR,
    L_ARM_A,
    L_ARM_B,
    L_FRICTION,
    L_GIVES,
    L_INERTIA_A,
    L_INERTIA_B,
    L_K_FRICTION,
    L_K_ROLL,
    L_K_SPIN,
    L_MASS_A,
    L_MASS_B,
    L_POINT,
    L_ROLL,
    L_ROLLING,
    L_SLIDING,
    L_SPIN,
    L_SPINNING,
    L_T1,
    L_T2,
    P_IMPULSE,
    P_INV_K,
    P_NOW,
    P_START,
    P_TOTAL,
    POINT_FIELDS,
    turned_lanes,
)

#: Part of its impulse that a contact gives up in a sub-step, and of an overlap that is removed: hω = 1.4 and ζ = 6.
SOFTNESS, RECOVERY = 0.05, 0.1
#: Springs under more load than would stop a body of this speed in a sub-step harden: they give up no more [m/s].
HEAVY = 1.0

# What a sweep is for.
BIASED, RELAXED, WARM = 0, 1, 2


@routine
def sweep_lanes(
    purpose: int,
    rows: int,
    inv_h: float,
    row_offset: IntArray,
    row_points: IntArray,
    rolls: IntArray,
    lane_body: IntArray,
    row: SingleArray,
    twist: SingleArray,
    way: SingleArray,
) -> None:
    """Improve (or, WARM, only apply) the impulses of all rows, one row of eight manifolds after another."""
    zero, one, tiny = spread(0.0), spread(1.0), spread(1e-30)
    band, rate, fastest, speed = spread(BAND), spread(RECOVERY * inv_h), spread(-FASTEST_RECOVERY), spread(inv_h)
    softness = SOFTNESS if purpose == BIASED else 0.0
    heavy = spread(HEAVY)
    for r in range(rows):
        o, points, first = whole(row_offset[r]), whole(row_points[r]), 2 * LANES * r
        v0, v1, v2, w0, w1, w2, v6, v7 = gather(twist, lane_body, first)
        u0, u1, u2, x0, x1, x2, u6, u7 = gather(twist, lane_body, first + LANES)
        nx, ny, nz = load_three(o, row)
        rx, ry, rz = load_three(o + LANES * L_ARM_A, row)
        sx, sy, sz = load_three(o + LANES * L_ARM_B, row)
        # Levers of the normal at the centroid.
        gx, gy, gz = cross(rx, ry, rz, nx, ny, nz)
        hx, hy, hz = cross(sx, sy, sz, nx, ny, nz)
        along = nx * (u0 - v0) + ny * (u1 - v1) + nz * (u2 - v2)
        along = along + (hx * x0 + hy * x1 + hz * x2) - (gx * w0 + gy * w1 + gz * w2)
        if purpose == BIASED:
            for k in range(points):
                p = o + LANES * (L_POINT + POINT_FIELDS * k)
                gap = load(row, p + LANES * P_NOW)
                error = at_point(p, along, x0 - w0, x1 - w1, x2 - w2, row) + greater(gap - band, zero) * speed
                store(row, LANES * (ERROR + k), error + greater(rate * lesser(gap + band, zero), fastest))
        elif purpose == RELAXED:
            p0, p1, p2, p3, p4, p5, _, _ = gather(way, lane_body, first)
            q0, q1, q2, q3, q4, q5, _, _ = gather(way, lane_body, first + LANES)
            closer = nx * (q0 - p0) + ny * (q1 - p1) + nz * (q2 - p2)
            closer = closer + (hx * q3 + hy * q4 + hz * q5) - (gx * p3 + gy * p4 + gz * p5)
            for k in range(points):
                p = o + LANES * (L_POINT + POINT_FIELDS * k)
                gap = load(row, p + LANES * P_START) + at_point(p, closer, q3 - p3, q4 - p4, q5 - p5, row)
                store(row, p + LANES * P_NOW, gap)
                error = at_point(p, along, x0 - w0, x1 - w1, x2 - w2, row) + greater(gap - band, zero) * speed
                store(row, LANES * (ERROR + k), error)
        total, sum_d = zero, zero
        ax, ay, az = zero, zero, zero
        entry = o + LANES * (L_POINT + POINT_FIELDS * points)
        soft = spread(softness) * load(row, o + LANES * L_GIVES)
        for k in range(points):
            p = o + LANES * (L_POINT + POINT_FIELDS * k)
            old = load(row, p + LANES * P_IMPULSE)
            new, d = old, old
            if purpose != WARM:
                inv_k = load(row, p + LANES * P_INV_K)
                given = soft * lesser(old, heavy * inv_k)
                new = greater(old - given - (one - soft) * load(row, LANES * (ERROR + k)) * inv_k, zero)
                store(row, p + LANES * P_IMPULSE, new)
                d = new - old
                for n in range(k + 1, points):
                    e = LANES * (ERROR + n)
                    store(row, e, load(row, e) + load(row, entry) * d)
                    entry += LANES
            if purpose == RELAXED:
                store(row, p + LANES * P_TOTAL, load(row, p + LANES * P_TOTAL) + new)
            total, sum_d = total + new, sum_d + d
            ax, ay, az = ax + d * load(row, p), ay + d * load(row, p + LANES), az + d * load(row, p + 2 * LANES)
        ma, mb = load(row, o + LANES * L_MASS_A), load(row, o + LANES * L_MASS_B)
        i, j = o + LANES * L_INERTIA_A, o + LANES * L_INERTIA_B
        x, y, z = sum_d * nx, sum_d * ny, sum_d * nz
        v0, v1, v2 = v0 - ma * x, v1 - ma * y, v2 - ma * z
        u0, u1, u2 = u0 + mb * x, u1 + mb * y, u2 + mb * z
        bx, by, bz = turned_lanes(j, ax + sum_d * hx, ay + sum_d * hy, az + sum_d * hz, row)
        ax, ay, az = turned_lanes(i, ax + sum_d * gx, ay + sum_d * gy, az + sum_d * gz, row)
        w0, w1, w2, x0, x1, x2 = w0 - ax, w1 - ay, w2 - az, x0 + bx, x1 + by, x2 + bz

        # Friction, spinning and rolling.
        tx, ty, tz = load_three(o + LANES * L_T1, row)
        kx, ky, kz = load_three(o + LANES * L_T2, row)
        f1, f2 = load(row, o + LANES * L_SLIDING), load(row, o + LANES * (L_SLIDING + 1))
        f3 = load(row, o + LANES * L_SPINNING)
        if purpose == WARM:
            g1, g2, g3 = f1, f2, f3
        else:
            x = u0 + x1 * sz - x2 * sy - v0 - w1 * rz + w2 * ry
            y = u1 + x2 * sx - x0 * sz - v1 - w2 * rx + w0 * rz
            z = u2 + x0 * sy - x1 * sx - v2 - w0 * ry + w1 * rx
            e1, e2 = x * tx + y * ty + z * tz, x * kx + y * ky + z * kz
            k1, k2, k3 = load_three(o + LANES * L_K_FRICTION, row)
            g1, g2 = f1 - (k1 * e1 + k2 * e2), f2 - (k2 * e1 + k3 * e2)
            scale = lesser(one, load(row, o + LANES * L_FRICTION) * total / root(g1 * g1 + g2 * g2 + tiny))
            g1, g2 = g1 * scale, g2 * scale
            limit = load(row, o + LANES * L_SPIN) * total
            e3 = (x0 - w0) * nx + (x1 - w1) * ny + (x2 - w2) * nz
            g3 = greater(lesser(f3 - load(row, o + LANES * L_K_SPIN) * e3, limit), zero - limit)
            store(row, o + LANES * L_SLIDING, g1)
            store(row, o + LANES * (L_SLIDING + 1), g2)
            store(row, o + LANES * L_SPINNING, g3)
            g1, g2, g3 = g1 - f1, g2 - f2, g3 - f3
        h1, h2 = zero, zero
        if rolls[r]:
            h1, h2 = roll_lanes(purpose, o, total, x0 - w0, x1 - w1, x2 - w2, row)
        x, y, z = g1 * tx + g2 * kx, g1 * ty + g2 * ky, g1 * tz + g2 * kz
        px = g3 * nx + h1 * tx + h2 * kx
        py = g3 * ny + h1 * ty + h2 * ky
        pz = g3 * nz + h1 * tz + h2 * kz
        ax, ay, az = turned_lanes(i, ry * z - rz * y + px, rz * x - rx * z + py, rx * y - ry * x + pz, row)
        bx, by, bz = turned_lanes(j, sy * z - sz * y + px, sz * x - sx * z + py, sx * y - sy * x + pz, row)
        scatter(twist, lane_body, first, (v0 - ma * x, v1 - ma * y, v2 - ma * z, w0 - ax, w1 - ay, w2 - az, v6, v7))
        scatter(
            twist,
            lane_body,
            first + LANES,
            (u0 + mb * x, u1 + mb * y, u2 + mb * z, x0 + bx, x1 + by, x2 + bz, u6, u7),
        )


@inlined
def at_point(p: int, along: Lanes, x: Lanes, y: Lanes, z: Lanes, row: SingleArray) -> Lanes:
    """Return the normal velocity of the point at p from that of the centroid and the relative angular velocity."""
    return along + x * load(row, p) + y * load(row, p + LANES) + z * load(row, p + 2 * LANES)


@routine
def roll_lanes(
    purpose: int, o: int, total: Lanes, x: Lanes, y: Lanes, z: Lanes, row: SingleArray
) -> tuple[Lanes, Lanes]:
    """Return the change of rolling friction about both tangents for the relative angular velocity (x, y, z)."""
    f1, f2 = load(row, o + LANES * L_ROLLING), load(row, o + LANES * (L_ROLLING + 1))
    if purpose == WARM:  # the other half of what follows limits it in the next sweep
        return f1, f2
    e1 = x * load(row, o + LANES * L_T1) + y * load(row, o + LANES * (L_T1 + 1)) + z * load(row, o + LANES * (L_T1 + 2))
    e2 = x * load(row, o + LANES * L_T2) + y * load(row, o + LANES * (L_T2 + 1)) + z * load(row, o + LANES * (L_T2 + 2))
    k1, k2, k3 = load_three(o + LANES * L_K_ROLL, row)
    g1, g2 = f1 - (k1 * e1 + k2 * e2), f2 - (k2 * e1 + k3 * e2)
    scale = load(row, o + LANES * L_ROLL) * total / root(g1 * g1 + g2 * g2 + spread(1e-30))
    scale = lesser(spread(1.0), scale)
    g1, g2 = g1 * scale, g2 * scale
    store(row, o + LANES * L_ROLLING, g1)
    store(row, o + LANES * (L_ROLLING + 1), g2)
    return g1 - f1, g2 - f2


@kernel
def begin_lanes(
    part: float,
    before: FloatArray,
    twist: FloatArray,
    inverse: FloatArray,
    lane_before: SingleArray,
    lane_twist: SingleArray,
    lane_way: SingleArray,
    lane_inverse: SingleArray,
) -> None:
    """Take over all bodies in single precision, with the forces of the first sub-step, a `part` of the step's."""
    for i in range(inverse.shape[0]):
        for c in range(7):
            lane_inverse[i, c] = inverse[i, c]
        for c in range(6):
            lane_before[i, c] = before[i, c]
            lane_twist[i, c] = before[i, c] + part * (twist[i, c] - before[i, c])
            lane_way[i, c] = 0.0


@kernel
def solve_lanes(
    substeps: int,
    dt: float,
    rows: int,
    row_offset: IntArray,
    row_points: IntArray,
    rolls: IntArray,
    lane_body: IntArray,
    row: SingleArray,
    before: SingleArray,
    twist: SingleArray,
    way: SingleArray,
) -> None:
    """Run the sub-steps of all large islands at once."""
    inv_h = substeps / dt
    for k in range(substeps):
        if k == 0:  # the twists hold the forces of the first sub-step
            sweep_lanes(WARM, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)
        else:
            repeat_change(before, twist)
        sweep_lanes(BIASED, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)
        move_ways(dt / substeps, twist, way)
        sweep_lanes(RELAXED, rows, inv_h, row_offset, row_points, rolls, lane_body, row, twist, way)


@routine
def move_ways(h: float, twist: SingleArray, way: SingleArray) -> None:
    """Move all bodies for a time h."""
    single = spread(h)
    for i in range(twist.shape[0]):
        at = LANES * i
        store(way, at, load(way, at) + single * load(twist, at))


@routine
def repeat_change(before: SingleArray, twist: SingleArray) -> None:
    """Start a sub-step with the velocity change of the last one."""
    for i in range(twist.shape[0]):
        at = LANES * i
        value = load(twist, at)
        store(twist, at, value + value - load(before, at))
        store(before, at, value)


@kernel
def end_lanes(
    islands: int,
    substeps: int,
    dt: float,
    wrench: FloatArray,
    method: IntArray,
    body_start: IntArray,
    body_order: IntArray,
    touched: IntArray,
    inv_mass: FloatArray,
    lane_twist: SingleArray,
    lane_way: SingleArray,
    twist: FloatArray,
    way: FloatArray,
) -> None:
    """Give the bodies of large islands their twist and the way they went.

    A body that nothing pushed flew freely; the sub-steps took it too far by half a sub-step of acceleration.
    """
    for k in range(islands):
        if method[k] == 1:
            continue
        for p in range(body_start[k], body_start[k + 1]):
            i = body_order[p]
            for c in range(6):
                twist[i, c] = lane_twist[i, c]
                way[i, c] = lane_way[i, c]
            if touched[i] == 0:
                for c in range(3):
                    way[i, c] -= 0.5 * dt * dt / substeps * inv_mass[i] * wrench[i, c]
