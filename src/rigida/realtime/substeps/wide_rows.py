"""Writes the wide rows of large islands, and stores their impulses after the sub-steps.

`color` chooses the manifolds that share a row. Mathematics as in `direct.constraint`, but with the normals and arms of
the place where a manifold was updated, for as long as it is recycled: moment arms that followed every small lean would
let columns buckle under steps this coarse.
"""

from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import as_array
from rigida.jit.shared_counters import fetch_add
from rigida.jit.wide_rows import gather_rows, lane_of
from rigida.math.lanes import LANES, Lanes, any_greater, greater, lesser, root, sign_of, spread
from rigida.math.prefetch import prefetch_row
from rigida.math.vec3 import Sym2, Vec3, cross, dot, minus_cross, norm, plus_cross, plus_dot
from rigida.realtime.arrays import Bodies, Contacts, Islands
from rigida.realtime.contacts.manifolds import AHEAD
from rigida.realtime.contacts.patch_friction import LEAST_FRICTION, UNLOADED, rubbing, shared_limits, sliding_share
from rigida.realtime.substeps.wide_contact import (
    HEAD_FIELDS,
    POINT_FIELDS,
    PUSHED,
    PUSHED_BY_PATCH,
    WideContact,
    WideRows,
    row_fields,
    wide_contact,
)
from rigida.realtime.surfaces import contact_length_scale, pair_friction, slop_of
from rigida.realtime.tuning import LEAST_SHARE

#: Keeps denominators of unused lanes from zero.
_NO_IMPULSE = 1e-30


@kernel
def fill_rows(
    first: int, last: int, part: float, bodies: Bodies, contacts: Contacts, islands: Islands, wide: WideRows
) -> None:
    """Write contacts into their lanes and prepare levers and effective masses, eight at a time.

    Contacts come in their own order, in which memory is read in sequence; a row is prepared by the thread that writes
    the last of its lanes. part: of a step that a sub-step is.
    """
    for q in range(first, last):
        if q + AHEAD < last:
            ahead = contacts.pair[islands.contact[q + AHEAD]].entry
            prefetch_row(contacts.cache.arms[ahead])
            prefetch_row(contacts.cache.impulse[ahead])
        place = wide.lane_of[q]
        if place < 0:
            continue
        r, lane = place // LANES, place % LANES
        c = lane_of(wide_contact(wide.field, wide.offset[r]), lane)
        fill_lane(c, wide.points[r], islands.contact[q], part, bodies, contacts)
        if fetch_add(wide.missing, r, 1) == -1:
            clear_lanes(r, wide)
            prepare_row(r, part, wide)


@routine
def clear_lanes(r: int, wide: WideRows) -> None:
    """Fill the last lanes of a row, those that are unused, with zeros."""
    field, begin, used = as_array(wide.field), wide.offset[r], LANES
    while wide.contact[r * LANES + used - 1] < 0:
        used -= 1
    for f in range(begin, begin + row_fields(wide.points[r])):
        for unused in range(used, LANES):
            field[f, unused] = 0.0


@routine
def fill_lane(c: WideContact, points: int, m: int, part: float, bodies: Bodies, contacts: Contacts) -> None:
    """Write contact m as it is into a lane; `prepare_row` finds the rest in place."""
    pair, manifold = contacts.pair[m], contacts.manifold[m]
    kept, arms = contacts.cache.impulse[pair.entry], contacts.cache.arms[pair.entry]
    c.normal, c.arm_b = arms.normal, arms.between
    # Impulses are kept as world vectors; here they wait where the tangents will be.
    c.tangent_1, c.tangent_2 = part * kept.friction, part * kept.rolling
    c.spinning = part * kept.spin  # as a torque; `prepare_row` puts it at its radius
    # Patches of concave bodies are many and small: nothing there rocks, and what gives way would only sink in.
    c.gives = 1.0 - kept.is_patch
    c.slop = slop_of(contact_length_scale(pair.a, pair.b, bodies), kept.is_patch)
    friction, static, c.roll, c.spin_radius = pair_friction(pair.a, pair.shape_a, pair.b, pair.shape_b, bodies)
    c.slid_1 = c.slid_2 = 0.0
    # `prepare_row` takes the one or the other, and writes the gain.
    c.friction = max(friction, LEAST_FRICTION) if c.spin_radius > 0.0 else friction
    c.gain = max(static, LEAST_FRICTION) if c.spin_radius > 0.0 else static
    for k in range(points):
        p = c.point[k]
        p.total = 0.0
        if k < pair.count:
            p.moment_arm = arms.arm[k]
            p.start = manifold.separation[k]
            p.impulse, p.inverse_k = part * kept.normal[k], 1.0
        else:
            p.moment_arm = Vec3(0.0, 0.0, 0.0)
            p.start, p.impulse, p.inverse_k = 1.0, 0.0, 0.0


@routine
def prepare_row(r: int, part: float, wide: WideRows) -> None:
    """Turn raw lanes into rows: moment arms, effective masses, tangents, projected impulses; part: see `fill_rows`."""
    zero, one, tiny = spread(0.0), spread(1.0), spread(_NO_IMPULSE)
    points, c = wide.points[r], wide_contact(wide.field, wide.offset[r])
    wide.rolls[r] = any_greater(c.roll, zero)
    mass_a, inertia_a, _ = gather_rows(wide.inverse, wide.body, 2 * LANES * r)
    mass_b, inertia_b, _ = gather_rows(wide.inverse, wide.body, 2 * LANES * r + LANES)
    c.mass_a, c.mass_b, c.inertia_a, c.inertia_b = mass_a, mass_b, inertia_a, inertia_b
    mass, n, between = mass_a + mass_b, c.normal, c.arm_b

    # The centroid, seen from a's centre, and moment arms beyond it.
    centroid, count = Vec3(zero, zero, zero), zero
    for k in range(points):
        p = c.point[k]
        centroid += p.moment_arm
        count = count + p.inverse_k  # += would change `zero` where lanes are arrays
    scale = one / greater(count, one)
    centroid = centroid * scale
    radius = zero
    for k in range(points):
        p = c.point[k]
        beyond = p.moment_arm - centroid
        radius = radius + p.inverse_k * norm(beyond)
        p.moment_arm = cross(beyond, n)
        p.now = p.start
    centroid = limit_friction(r, points, part, centroid, radius * scale, wide)

    # K of the normals; that of pairs of points lies behind the last point.
    place = wide.offset[r] + HEAD_FIELDS + POINT_FIELDS * points
    torque_arm_a, torque_arm_b = cross(centroid, n), cross(centroid + between, n)
    for k in range(points):
        p = c.point[k]
        turn_a, turn_b = inertia_a @ (torque_arm_a + p.moment_arm), inertia_b @ (torque_arm_b + p.moment_arm)
        for j in range(k, points):
            other = c.point[j].moment_arm
            value = plus_dot(plus_dot(mass, turn_a, torque_arm_a + other), turn_b, torque_arm_b + other)
            if j == k:
                p.inverse_k = p.inverse_k / (value + tiny)
            else:
                wide.field[place] = value
                place += 1

    c.arm_a, c.arm_b = centroid, centroid + between
    prepare_friction(c)


@routine
def limit_friction(r: int, points: int, part: float, centroid: Vec3, radius: Lanes, wide: WideRows) -> Vec3:
    """Write the limits of friction of a row; return the centres of the patches, where friction acts if they slide.

    centroid: of the points, seen from a's centre [m]; radius: their mean distance from it [m]. As `direct.patch_limits`
    does, with the loads that points have.
    """
    zero, one, tiny, c = spread(0.0), spread(1.0), spread(_NO_IMPULSE), wide_contact(wide.field, wide.offset[r])
    va, wa, _, _ = gather_rows(wide.before, wide.body, 2 * LANES * r)
    vb, wb, _, _ = gather_rows(wide.before, wide.body, 2 * LANES * r + LANES)
    n, turning = c.normal, dot(wb - wa, c.normal)

    # The centre of pressure; how far points are from it.
    total, pressure, spread_2 = tiny, Vec3(zero, zero, zero), zero
    for k in range(points):
        p = c.point[k]
        total = total + p.inverse_k * (p.impulse + spread(UNLOADED))
        pressure += p.inverse_k * (p.impulse + spread(UNLOADED)) * p.moment_arm
    pressure = pressure / total  # as a moment arm
    u = minus_cross(plus_cross(vb, wb, centroid + c.arm_b) - va, wa, centroid)
    u = u - dot(u, n) * n - turning * pressure
    force, power = Vec3(zero, zero, zero), tiny
    for k in range(points):
        p = c.point[k]
        moment_arm, weight = p.moment_arm - pressure, p.inverse_k * (p.impulse + spread(UNLOADED)) / total
        against, speed = rubbing(u, turning, moment_arm)
        force, power = force + against * weight, power + weight * speed
        spread_2 = spread_2 + weight * dot(moment_arm, moment_arm)

    # Limits, for what slides faster than friction could stop in a step, at the place that slides against the force.
    share = sliding_share(force, power, u, turning, spread_2)
    share = lesser(greater(share, greater(dot(force, force), spread(LEAST_SHARE))), one)
    shift, spin = shared_limits(share, force, power, u, turning, spread_2)
    shift = shift * lesser(one, root(spread_2 / (dot(shift, shift) + tiny)))
    slide, spin = root(share), root(greater(spin, zero))
    # A contact that came to rest within the last step has since slipped no faster than by what kinetic friction lacks.
    static, slow = c.gain, (c.gain - c.friction) * total * (c.mass_a + c.mass_b) / spread(part)
    sticks = spread(0.5) + spread(0.5) * sign_of(slow * slow - dot(u, u))
    c.friction = c.friction + sticks * (static - c.friction)
    stop = c.friction * total * (c.mass_a + c.mass_b) / spread(part)
    # Patches of concave bodies, which do not give way, are many and small: each has its own.
    slides = dot(u, u) + turning * turning * spread_2 - stop * stop
    slides = c.gives * (spread(0.5) + spread(0.5) * sign_of(slides))
    slide, spin = one + slides * (slide - one), radius + slides * (spin - radius)
    c.spin_radius = (spin + c.spin_radius / (c.friction + tiny)) / (slide + tiny)
    c.friction = slide * c.friction
    away = (pressure + shift) * slides
    for k in range(points):
        p = c.point[k]
        p.moment_arm = p.moment_arm - away
    return centroid + cross(n, away)


@inlined
def inverse_block(xx: Lanes, xy: Lanes, yy: Lanes) -> Sym2:
    """Return the inverse of a symmetric 2×2 block."""
    scale = spread(1.0) / (xx * yy - xy * xy + spread(_NO_IMPULSE))
    return Sym2(yy * scale, spread(0.0) - xy * scale, xx * scale)


@routine
def prepare_friction(c: WideContact) -> None:
    """Write tangents, impulses along them, and effective masses of friction at the centroid."""
    zero, one, n = spread(0.0), spread(1.0), c.normal
    sign = sign_of(n.z)
    s = zero - one / (sign + n.z)
    t = n.x * n.y * s
    t1, t2 = Vec3(one + sign * n.x * n.x * s, sign * t, zero - sign * n.x), Vec3(t, sign + n.y * n.y * s, zero - n.y)
    sliding, rolling = c.tangent_1, c.tangent_2
    c.slide_1, c.slide_2, c.roll_1, c.roll_2 = dot(sliding, t1), dot(sliding, t2), dot(rolling, t1), dot(rolling, t2)
    c.tangent_1, c.tangent_2 = t1, t2
    mass, inertia_a, inertia_b = c.mass_a + c.mass_b, c.inertia_a, c.inertia_b
    a1, a2, b1, b2 = cross(c.arm_a, t1), cross(c.arm_a, t2), cross(c.arm_b, t1), cross(c.arm_b, t2)
    xx = mass + dot(a1, inertia_a @ a1) + dot(b1, inertia_b @ b1)
    xy = dot(a1, inertia_a @ a2) + dot(b1, inertia_b @ b2)
    yy = mass + dot(a2, inertia_a @ a2) + dot(b2, inertia_b @ b2)
    c.inverse_k_friction = inverse_block(xx, xy, yy)
    spinning, spin_radius_squared = dot(n, inertia_a @ n) + dot(n, inertia_b @ n), c.spin_radius * c.spin_radius
    c.inverse_k_spin = one / (spin_radius_squared * spinning + spread(_NO_IMPULSE))
    c.gain = one / (greater(greater(xx, yy), spin_radius_squared * spinning) + spread(_NO_IMPULSE))
    c.spinning = c.spinning * c.spin_radius / (spin_radius_squared + spread(_NO_IMPULSE))
    xx = dot(t1, inertia_a @ t1) + dot(t1, inertia_b @ t1)
    xy = dot(t1, inertia_a @ t2) + dot(t1, inertia_b @ t2)
    yy = dot(t2, inertia_a @ t2) + dot(t2, inertia_b @ t2)
    c.inverse_k_roll = inverse_block(xx, xy, yy)


@kernel
def store_impulses(count: int, substeps: int, contacts: Contacts, islands: Islands, wide: WideRows) -> None:
    """Put the impulses of all lanes, as those of a whole step, into the cache, and mark bodies that were pushed."""
    for i in range(len(wide.touched)):
        wide.touched[i] = 0
    for q in range(count):
        if q + AHEAD < count:
            prefetch_row(contacts.cache.impulse[contacts.pair[islands.contact[q + AHEAD]].entry])
        place = wide.lane_of[q]
        if place < 0:
            continue
        pair = contacts.pair[islands.contact[q]]
        kept = contacts.cache.impulse[pair.entry]
        c = lane_of(wide_contact(wide.field, wide.offset[place // LANES]), place % LANES)
        total = 0.0
        for k in range(pair.count):
            p = c.point[k]
            last = substeps * p.impulse
            kept.normal[k], kept.impact[k] = last, p.total - last
            total += p.total
        acted = contacts.cache.acted[pair.entry]
        acted.push, acted.friction = total * c.normal, c.slid_1 * c.tangent_1 + c.slid_2 * c.tangent_2
        kept.friction = substeps * c.slide_1 * c.tangent_1 + substeps * c.slide_2 * c.tangent_2
        kept.rolling = substeps * c.roll_1 * c.tangent_1 + substeps * c.roll_2 * c.tangent_2
        kept.spin = substeps * c.spin_radius * c.spinning
        if total > 0.0:
            how = PUSHED if kept.is_patch == 0.0 else PUSHED_BY_PATCH
            wide.touched[pair.a], wide.touched[pair.b] = max(wide.touched[pair.a], how), max(wide.touched[pair.b], how)
