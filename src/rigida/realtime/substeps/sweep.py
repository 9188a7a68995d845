"""Sub-stepped impulses of large islands, eight manifolds at a time.

Each sub-step: one sweep with bias, bodies move, one sweep without bias (which also updates the separations from the
bodies' displacement since the detection). Later sub-steps start from the velocity change of the one before, because
forces and impulses are nearly the same again. Order inside a manifold as in `direct.sweep`.

In the sweep with bias contacts give way a little, as springs with strong dampers do. Of frequency ω and damping ratio
ζ, such a spring gives up in a sub-step h the part 1 / (1 + hω (2ζ + hω)) of its impulse and takes back the part
hω / (2ζ + hω) of its overlap. Hard contacts let columns of boxes rock like beams without damping until they topple.
"""

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Rows, Wide
from rigida.jit.shared_counters import fetch_add, raise_to, wait_for
from rigida.jit.wide_rows import gather_rows, scatter_rows
from rigida.math.lanes import LANES, Lanes, greater, lesser, root, sign_of, spread
from rigida.math.vec3 import Sym2, Vec3, cross, dot, minus_cross, plus_cross, plus_dot
from rigida.realtime.arrays import POINTS
from rigida.realtime.substeps.wide_contact import (
    CLAIMED,
    COUNTER_STRIDE,
    DONE,
    HEAD_FIELDS,
    POINT_FIELDS,
    WideContact,
    WideRows,
    wide_contact,
)
from rigida.realtime.tuning import FASTEST_RECOVERY, HEAVY, SOFT_RECOVERY, SOFTNESS

# The stages of a sub-step: start with the change of velocity of the last one, sweep with bias, move the bodies, sweep
# without bias. The first sub-step starts with the impulses there are instead (WARM): its twists hold its forces.
REPEAT, BIASED, MOVE, RELAXED, WARM = 1, 2, 3, 0, 4
STAGES = 4
#: Bodies of a chunk: some microseconds of work.
CHUNK_OF_BODIES = 256


@routine
def sweep_rows(purpose: int, first: int, last: int, inv_h: float, error: Rows[Wide], wide: WideRows) -> None:
    """Improve (or, WARM, only apply) the impulses of some rows, one row of eight manifolds after another.

    error: room for the velocity errors of the points of a row.
    """
    zero, one = spread(0.0), spread(1.0)
    rate, fastest, speed = (
        spread(min(SOFT_RECOVERY * inv_h, wide.recovery)),
        spread(-FASTEST_RECOVERY),
        spread(inv_h),
    )
    softness = SOFTNESS if purpose == BIASED else 0.0
    heavy = spread(HEAVY)
    for r in range(first, last):
        at, points, a, b = wide.offset[r], wide.points[r], 2 * LANES * r, 2 * LANES * r + LANES
        c = wide_contact(wide.field, at)
        va, wa, rest_a, rest_a2 = gather_rows(wide.twist, wide.body, a)
        vb, wb, rest_b, rest_b2 = gather_rows(wide.twist, wide.body, b)

        # Normal velocities of the centres; moment arms of the normals there.
        n, slop = c.normal, c.slop
        torque_arm_a, torque_arm_b = cross(c.arm_a, n), cross(c.arm_b, n)
        along = dot(n, vb - va) + dot(torque_arm_b, wb) - dot(torque_arm_a, wa)

        # What is wrong with those of the points: they may close the gap, and should leave an overlap.
        if purpose == BIASED:
            for k in range(points):
                p = c.point[k]
                close = plus_dot(along, wb - wa, p.moment_arm) + greater(p.now - slop, zero) * speed
                error[k] = close + greater(rate * lesser(p.now + slop, zero), fastest)
        elif purpose == RELAXED:
            went_a, turned_a, _, _ = gather_rows(wide.displacement, wide.body, a)
            went_b, turned_b, _, _ = gather_rows(wide.displacement, wide.body, b)
            closer = dot(n, went_b - went_a) + dot(torque_arm_b, turned_b) - dot(torque_arm_a, turned_a)
            for k in range(points):
                p = c.point[k]
                p.now = p.start + plus_dot(closer, turned_b - turned_a, p.moment_arm)
                error[k] = plus_dot(along, wb - wa, p.moment_arm) + greater(p.now - slop, zero) * speed

        # Normal impulses, point by point with K between them.
        total, sum_d, turn = zero, zero, Vec3(zero, zero, zero)
        place = at + HEAD_FIELDS + POINT_FIELDS * points
        soft = spread(softness) * c.gives
        for k in range(points):
            p = c.point[k]
            old = p.impulse
            new, d = old, old
            if purpose != WARM:
                given = soft * lesser(old, heavy * p.inverse_k)
                new = greater(old - given - (one - soft) * error[k] * p.inverse_k, zero)
                p.impulse = new
                d = new - old
                for j in range(k + 1, points):
                    error[j] += wide.field[place] * d
                    place += 1
            if purpose == RELAXED:
                p.total += new
            total, sum_d, turn = total + new, sum_d + d, turn + d * p.moment_arm
        push = sum_d * n
        va, vb = va - c.mass_a * push, vb + c.mass_b * push
        wa, wb = wa - c.inertia_a @ (turn + sum_d * torque_arm_a), wb + c.inertia_b @ (turn + sum_d * torque_arm_b)

        # Friction, spinning and rolling.
        f1, f2, f3 = c.slide_1, c.slide_2, c.spinning
        if purpose == WARM:
            g1, g2, g3 = f1, f2, f3
        else:
            slip = minus_cross(plus_cross(vb, wb, c.arm_b) - va, wa, c.arm_a)
            slip_1, slip_2, slip_3 = dot(slip, c.tangent_1), dot(slip, c.tangent_2), c.spin_radius * dot(wb - wa, n)
            g1, g2, g3 = solve_friction(c, total, slip_1, slip_2, slip_3)
            c.slide_1, c.slide_2, c.spinning = g1, g2, g3
            if purpose == RELAXED:
                c.slid_1 += g1
                c.slid_2 += g2
            g1, g2, g3 = g1 - f1, g2 - f2, g3 - f3
        h1, h2 = zero, zero
        if wide.rolls[r]:
            h1, h2 = solve_rolling(purpose, c, total, wb - wa)
        push = g1 * c.tangent_1 + g2 * c.tangent_2
        turn = g3 * c.spin_radius * n + h1 * c.tangent_1 + h2 * c.tangent_2
        wa = wa - c.inertia_a @ (cross(c.arm_a, push) + turn)
        wb = wb + c.inertia_b @ (cross(c.arm_b, push) + turn)
        scatter_rows(wide.twist, wide.body, a, (va - c.mass_a * push, wa, rest_a, rest_a2))
        scatter_rows(wide.twist, wide.body, b, (vb + c.mass_b * push, wb, rest_b, rest_b2))


@inlined
def solve_friction(c: WideContact, total: Lanes, e1: Lanes, e2: Lanes, e3: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """Return the impulses of sliding and, at `spin_radius`, spinning for velocities (e1, e2, e3).

    Those that take the velocities away; where they are beyond the limit, impulses on it against what is left of the
    motion (see `direct.sweep`).
    """
    f1, f2, f3, k, limit = c.slide_1, c.slide_2, c.spinning, c.inverse_k_friction, c.friction * total
    g1, g2, g3 = f1 - (k.xx * e1 + k.xy * e2), f2 - (k.xy * e1 + k.yy * e2), f3 - c.inverse_k_spin * e3
    h1, h2, h3 = f1 - c.gain * e1, f2 - c.gain * e2, f3 - c.gain * e3
    sticks = spread(0.5) + spread(0.5) * sign_of(limit * limit - (g1 * g1 + g2 * g2 + g3 * g3))
    scale = lesser(spread(1.0), limit / root(h1 * h1 + h2 * h2 + h3 * h3 + spread(1e-30)))
    scale = (spread(1.0) - sticks) * scale
    return sticks * g1 + scale * h1, sticks * g2 + scale * h2, sticks * g3 + scale * h3


@inlined
def on_disk(f1: Lanes, f2: Lanes, k: Sym2, e1: Lanes, e2: Lanes, limit: Lanes) -> tuple[Lanes, Lanes]:
    """Return the impulses that take velocities (e1, e2) away by the inverse block k, from (f1, f2) on, in a limit."""
    g1, g2 = f1 - (k.xx * e1 + k.xy * e2), f2 - (k.xy * e1 + k.yy * e2)
    scale = lesser(spread(1.0), limit / root(g1 * g1 + g2 * g2 + spread(1e-30)))
    return g1 * scale, g2 * scale


@routine
def solve_rolling(purpose: int, c: WideContact, total: Lanes, turning: Vec3) -> tuple[Lanes, Lanes]:
    """Return the change of rolling friction about both tangents for the relative angular velocity."""
    f1, f2 = c.roll_1, c.roll_2
    if purpose == WARM:  # the other half of what follows limits it in the next sweep
        return f1, f2
    roll_1, roll_2 = dot(turning, c.tangent_1), dot(turning, c.tangent_2)
    g1, g2 = on_disk(f1, f2, c.inverse_k_roll, roll_1, roll_2, c.roll * total)
    c.roll_1, c.roll_2 = g1, g2
    return g1 - f1, g2 - f2


@kernel
def run_substeps(substeps: int, dt: float, chunks: int, worker: int, workers: int, wide: WideRows) -> None:
    """Run the sub-steps of all large islands at once, as one of `workers` threads that call this at the same time.

    What is done in a sub-step is divided into chunks: of the rows of each color, for each sweep, and of bodies. Each
    thread does its own part of them, whose rows its cache holds, then those of others that have not begun. All chunks
    of a color stand on those before it. Rows of a color share no moving body, so that the result does not depend on who
    does them when.
    """
    error = wide.field[POINTS * worker : POINTS * (worker + 1)]
    of_bodies, before = (len(wide.twist) + CHUNK_OF_BODIES - 1) // CHUNK_OF_BODIES, 0
    for stage in range(STAGES * substeps):
        purpose = WARM if stage == 0 else (stage + 1) % STAGES
        moves_bodies = purpose in (REPEAT, MOVE)
        begin, count = 0, of_bodies if moves_bodies else chunks
        while begin < count:
            end = count if moves_bodies else wide.chunk[begin].end
            done = 0
            for other in range(workers):
                part = (worker + other) % workers
                first, last = begin + (end - begin) * part // workers, begin + (end - begin) * (part + 1) // workers
                for n in range(first, last):
                    k = n if other == 0 else first + last - 1 - n  # from behind: its own thread comes from the front
                    if not raise_to(wide.counter, CLAIMED + COUNTER_STRIDE * k, stage + 1):
                        break
                    if done == 0:
                        wait_for(wide.counter, DONE, before)
                    do_chunk(k, purpose, substeps, dt, error, wide)
                    done += 1
            if done > 0:
                fetch_add(wide.counter, DONE, done)
            before += end - begin
            begin = end


@routine
def do_chunk(k: int, purpose: int, substeps: int, dt: float, error: Rows[Wide], wide: WideRows) -> None:
    """Sweep the rows of a chunk, or move its bodies."""
    if purpose not in (REPEAT, MOVE):
        sweep_rows(purpose, wide.chunk[k].first, wide.chunk[k].last, substeps / dt, error, wide)
        return
    first, last = k * CHUNK_OF_BODIES, min((k + 1) * CHUNK_OF_BODIES, len(wide.twist))
    if purpose == MOVE:
        integrate_displacements(first, last, dt / substeps, wide)
    else:
        repeat_change(first, last, wide)


@routine
def integrate_displacements(first: int, last: int, h: float, wide: WideRows) -> None:
    """Move some bodies for a time h [s]."""
    single = spread(h)
    for i in range(first, last):
        wide.displacement[i].all += single * wide.twist[i].all


@routine
def repeat_change(first: int, last: int, wide: WideRows) -> None:
    """Start a sub-step with the velocity change of the last one, for some bodies."""
    for i in range(first, last):
        twist, before = wide.twist[i], wide.before[i]
        now = twist.all
        twist.all = now + now - before.all
        before.all = now
