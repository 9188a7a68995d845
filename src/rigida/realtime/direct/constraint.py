"""Contact constraints in double precision: a manifold as the direct solver, and any solver of single rows, takes it.

A manifold of up to four points has nine multipliers: four normal impulses, two of friction along tangents t1, t2 at the
centre of the points, one of spinning friction about the normal and two of rolling friction about the tangents. Sliding
and spinning share one limit (`contacts.patch_friction`). With arms r of a point or the centre,

    normal    J = [ −n  −r_a × n   n   r_b × n ]
    friction  J = [ −t  −r_a × t   t   r_b × t ]
    spin      J = [  0  −n         0   n       ],   rolling the same with t1, t2

and K = J M⁻¹ Jᵀ. Popovski 2008, 7.1 and 7.2 (friction), 8 (contacts).
"""

import math
from typing import Annotated

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import At, Items, Record
from rigida.math.vec3 import Sym2, Vec3, cross, dot, plus_dot
from rigida.realtime.arrays import POINTS, Acted, Bodies, Contacts, Impulse, InverseMass, Twist
from rigida.realtime.direct.patch_limits import limit_friction
from rigida.realtime.surfaces import contact_length_scale, gap_of, slop_of
from rigida.realtime.tuning import IMPACT_SPEED_SQUARED

# Which multiplier is which, where all nine are counted: 0 … 3 are the normals.
SLIDE_1, SLIDE_2, SPIN, ROLL_1, ROLL_2 = 4, 5, 6, 7, 8
MULTIPLIERS = 9


class ConstraintPoint(Record):
    """A point of a constraint."""

    arm_cross_normal_a: Vec3  # r_a × n [m]
    arm_cross_normal_b: Vec3  # r_b × n [m]
    separation: float  # as far as bodies have moved [m]
    loaded: int  # 1 where it carried load at the end of the last step
    bias: float  # what is added to its normal velocity [m/s]
    error: float  # its normal velocity with bias, while a sweep is at it [m/s]
    normal_rate: float  # by which that at the end of the step differs, because the point moves over the bodies [m/s]


class Multipliers(Record):
    """A number for each of a manifold's nine multipliers, by name or one after another."""

    normal: Annotated[Items[float], POINTS]
    slide_1: float
    slide_2: float
    spin: float
    roll_1: float
    roll_2: float
    all: Annotated[Items[float], MULTIPLIERS, At("normal")]


class Constraint(Record):
    """A manifold as a solver takes it."""

    a: int  # bodies
    b: int
    shape_a: int  # shapes with surfaces of their own, −1 where those of the bodies count
    shape_b: int
    entry: int  # of the contact cache
    count: int  # of points
    gap: float  # gap up to which points touch [m]
    slop: float  # overlap that is left alone, and gap of points that carry load [m]
    impact_speed: float  # approach that is an impact where it is faster [m/s]
    normal: Vec3
    tangent_1: Vec3
    tangent_2: Vec3
    arm_a: Vec3  # centre of the points seen from both centres of mass [m]
    arm_b: Vec3
    friction: float  # limit of sliding per unit of normal impulse
    spin_radius: float  # limit of spinning by that of sliding [m]
    gain: float  # impulse per velocity by which friction follows what slides [kg]
    roll: float  # limit of rolling per unit of normal impulse [m]
    point: Annotated[Items[ConstraintPoint], POINTS]
    impulse: Multipliers  # [N s, N m s]
    inverse_k: Multipliers  # 1/K of each alone
    push: Vec3  # impulse on b that moves the bodies, some of which does not stay as velocity [N s]; see `moments`
    k: Annotated[Items[float], 10]  # K of the normals, upper triangle by rows
    inverse_k_friction: Sym2
    inverse_k_roll: Sym2
    is_round: int  # 1 where one of the shapes is
    slip_1: float  # by which slip at the end of the step differs, because the point moves over the bodies [m/s]
    slip_2: float
    spin_bias: float  # the same of the rate of spinning [rad/s]


@inlined
def row_bias(c: Constraint, k: int) -> float:
    """Return what is added to the velocity of row k of the nine [m/s]."""
    if k < POINTS:
        return c.point[k].bias
    return c.slip_1 if k == SLIDE_1 else (c.slip_2 if k == SLIDE_2 else (c.spin_bias if k == SPIN else 0.0))


@inlined
def total_normal(impulse: Multipliers) -> float:
    """Return the sum of the normal impulses."""
    n = impulse.normal
    return n[0] + n[1] + n[2] + n[3]


@inlined
def tangents(n: Vec3) -> tuple[Vec3, Vec3]:
    """Return two unit vectors that make a right-handed frame with the unit normal (Duff et al. 2017)."""
    sign = 1.0 if n.z >= 0.0 else -1.0
    a = -1.0 / (sign + n.z)
    b = n.x * n.y * a
    return Vec3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), Vec3(b, sign + n.y * n.y * a, -n.y)


@inlined
def inverse_block(xx: float, xy: float, yy: float) -> Sym2:
    """Return the inverse of a symmetric 2×2 block, that of its diagonal if it is singular."""
    d = xx * yy - xy * xy
    if not d > 1e-12 * xx * yy:
        return Sym2(inverse_or_zero(xx), 0.0, inverse_or_zero(yy))
    return Sym2(yy / d, -xy / d, xx / d)


@inlined
def inverse_or_zero(k: float) -> float:
    """Return 1/K; zero for a row that moves nothing."""
    return 1.0 / k if k > 0.0 else 0.0


@routine
def build_constraint(c: Constraint, m: int, contacts: Contacts, bodies: Bodies) -> None:
    """Write a constraint from contact m, with the impulses of the last step as a start."""
    pair, manifold = contacts.pair[m], contacts.manifold[m]
    kept = contacts.cache.impulse[pair.entry]
    c.a, c.b, c.entry, c.count = pair.a, pair.b, pair.entry, pair.count
    c.shape_a, c.shape_b = pair.shape_a, pair.shape_b
    length_scale = contact_length_scale(c.a, c.b, bodies)
    c.gap, c.slop = gap_of(length_scale, kept.is_patch), slop_of(length_scale, kept.is_patch)
    c.impact_speed = math.sqrt(IMPACT_SPEED_SQUARED * length_scale)
    n, (t1, t2) = manifold.normal, tangents(manifold.normal)
    c.normal, c.tangent_1, c.tangent_2 = n, t1, t2
    c.is_round = contacts.cache.is_round[c.entry]
    center_a, center_b = bodies.center[c.a], bodies.center[c.b]
    inverse_a, inverse_b = bodies.inverse[c.a], bodies.inverse[c.b]
    mass = inverse_a.mass + inverse_b.mass
    c.slip_1 = c.slip_2 = c.spin_bias = 0.0

    # Points; those that a manifold has not are far away and act nowhere.
    for k in range(POINTS):
        p = c.point[k]
        p.bias, p.normal_rate, p.separation, c.impulse.normal[k], p.loaded = 0.0, 0.0, 1.0, 0.0, 0
        p.arm_cross_normal_a = p.arm_cross_normal_b = Vec3(0.0, 0.0, 0.0)
        if k < c.count:
            point = manifold.point[k]
            p.separation = manifold.separation[k]
            c.impulse.normal[k] = kept.normal[k]
            p.loaded = kept.normal[k] + kept.impact[k] > 0.0
            arm_a, arm_b = point - center_a, point - center_b
            p.arm_cross_normal_a, p.arm_cross_normal_b = cross(arm_a, n), cross(arm_b, n)

    build_normals(c, mass, inverse_a, inverse_b)

    # Friction of the patch.
    limit_friction(c, manifold, Vec3(0.0, 0.0, 0.0), mass, kept.is_patch == 0.0, bodies.before, bodies)
    build_friction(c, mass, inverse_a, inverse_b)
    warm_start_friction(c, kept)


@inlined
def warm_start_friction(c: Constraint, kept: Impulse) -> None:
    """Start with the friction impulses of the last step, along the tangents of this one."""
    t1, t2 = c.tangent_1, c.tangent_2
    c.impulse.slide_1, c.impulse.slide_2 = dot(kept.friction, t1), dot(kept.friction, t2)
    c.impulse.spin = kept.spin
    c.impulse.roll_1, c.impulse.roll_2 = dot(kept.rolling, t1), dot(kept.rolling, t2)


@routine
def build_normals(c: Constraint, mass: float, inverse_a: InverseMass, inverse_b: InverseMass) -> None:
    """Write K of the normals."""
    place = 0
    for k in range(POINTS):
        p = c.point[k]
        turn_a, turn_b = inverse_a.inertia @ p.arm_cross_normal_a, inverse_b.inertia @ p.arm_cross_normal_b
        for j in range(k, POINTS):
            other = c.point[j]
            value = plus_dot(mass, turn_a, other.arm_cross_normal_a) + dot(turn_b, other.arm_cross_normal_b)
            c.k[place] = value if j < c.count else 0.0
            place += 1
            if j == k:
                c.inverse_k.normal[k] = 1.0 / value if k < c.count and value > 0.0 else 0.0


@routine
def build_friction(c: Constraint, mass: float, inverse_a: InverseMass, inverse_b: InverseMass) -> None:
    """Write effective masses of friction, spinning and rolling at the centroid."""
    inertia_a, inertia_b = inverse_a.inertia, inverse_b.inertia
    n, t1, t2 = c.normal, c.tangent_1, c.tangent_2
    a1, a2, b1, b2 = cross(c.arm_a, t1), cross(c.arm_a, t2), cross(c.arm_b, t1), cross(c.arm_b, t2)
    turn_a, turn_b = inertia_a @ a1, inertia_b @ b1
    xx = plus_dot(plus_dot(mass, turn_a, a1), turn_b, b1)
    xy = plus_dot(dot(turn_a, a2), turn_b, b2)
    yy = plus_dot(plus_dot(mass, inertia_a @ a2, a2), inertia_b @ b2, b2)
    c.inverse_k_friction = inverse_block(xx, xy, yy)
    c.inverse_k.slide_1, c.inverse_k.slide_2 = 1.0 / xx, 1.0 / yy
    c.inverse_k.spin = inverse_or_zero(dot(inertia_a @ n + inertia_b @ n, n))
    turn_1, turn_2 = inertia_a @ t1 + inertia_b @ t1, inertia_a @ t2 + inertia_b @ t2
    xx, xy, yy = dot(turn_1, t1), dot(turn_1, t2), dot(turn_2, t2)
    c.inverse_k_roll = inverse_block(xx, xy, yy)
    c.inverse_k.roll_1, c.inverse_k.roll_2 = inverse_or_zero(xx), inverse_or_zero(yy)
    c.gain = min(c.inverse_k.slide_1, c.inverse_k.slide_2)
    if c.spin_radius > 0.0 and c.inverse_k.spin > 0.0:
        c.gain = min(c.gain, c.inverse_k.spin / (c.spin_radius * c.spin_radius))


@routine
def normal_velocity(c: Constraint, p: ConstraintPoint, a: Twist, b: Twist) -> float:
    """Return the normal velocity of a point for twists of the bodies, negative when they approach [m/s]."""
    n, v, wa, wb = c.normal, b.linear - a.linear, a.angular, b.angular
    ra, rb = p.arm_cross_normal_a, p.arm_cross_normal_b
    s = n.x * v.x + (rb.x * wb.x - ra.x * wa.x)
    s = s + n.y * v.y + (rb.y * wb.y - ra.y * wa.y)
    return s + n.z * v.z + (rb.z * wb.z - ra.z * wa.z)


@routine
def impact_of(c: Constraint, k: int, before_a: Twist, before_b: Twist) -> float:
    """Return the part of point k's impulse that took up an approach which the twists `before` had [N s]."""
    value, v = c.impulse.normal[k], 0.0
    if value > 0.0:
        v = normal_velocity(c, c.point[k], before_a, before_b) - c.point[k].normal_rate
    return min(value, -v * c.inverse_k.normal[k]) if v < -c.impact_speed else 0.0


@inlined
def slide_impulse(c: Constraint) -> Vec3:
    """Return the impulse of sliding friction on b [N s]."""
    return c.impulse.slide_1 * c.tangent_1 + c.impulse.slide_2 * c.tangent_2


@routine
def store_impulses(
    c: Constraint, impacted: bool, kept: Impulse, acted: Acted, before_a: Twist, before_b: Twist
) -> None:
    """Record the impulses of a constraint, and keep them for the next step.

    What took up an approach is an impact: it does not warm-start the next step and is kept apart. So is what an impact
    has added in an island that is `impacted`: supports hand it on without being approached.
    """
    acted.push, acted.friction = total_normal(c.impulse) * c.normal, slide_impulse(c)
    total, warm = 0.0, 0.0
    for k in range(c.count):
        value, impact = c.impulse.normal[k], impact_of(c, k, before_a, before_b)
        if impacted:
            impact = max(impact, value - kept.normal[k])
        kept.normal[k], kept.impact[k] = value - impact, impact
        total += value
        warm += value - impact
    part = warm / total if total > 0.0 else 0.0
    kept.friction = part * slide_impulse(c)
    kept.rolling = part * c.impulse.roll_1 * c.tangent_1 + part * c.impulse.roll_2 * c.tangent_2
    kept.spin = part * c.impulse.spin
