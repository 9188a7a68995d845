"""One Gauss–Seidel sweep over contact constraints, and what prepares it: bias, warm start, impulse application.

Order inside a manifold: normals first, as a block with the 4×4 matrix K, then friction, spinning, rolling. Friction
before normals would slide too far, because it would be limited by the impulses of the last sweep.
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, dot, minus_cross, minus_dot, plus_cross, plus_dot
from rigida.realtime.arrays import POINTS, Bodies, Twist
from rigida.realtime.direct.constraint import Constraint, Multipliers, total_normal
from rigida.realtime.direct.work import Work
from rigida.realtime.tuning import FASTEST_RECOVERY


@inlined
def bias_of(separation: float, gap: float, slop: float, inv_h: float, recovery: float) -> float:
    """Return what is added to a normal velocity: the gap that may close in the step, or a push out of overlap."""
    if separation > gap:
        return (separation - gap) * inv_h
    if separation < -slop:
        return max(recovery * (separation + slop), -FASTEST_RECOVERY)
    return 0.0


@routine
def set_bias(count: int, inv_h: float, recovery: float, work: Work) -> bool:
    """Fill the bias of the first `count` constraints; return whether a contact is pushed out of overlap.

    `recovery` is the part of an overlap pushed out per second, or zero.
    """
    pushed = False
    for q in range(count):
        c = work.constraint[q]
        for k in range(POINTS):
            p = c.point[k]
            p.bias = bias_of(p.separation, c.slop if p.loaded != 0 else c.gap, c.slop, inv_h, recovery)
            pushed |= p.bias < 0.0
            p.bias += p.normal_rate
    return pushed


@inlined
def push_bodies(c: Constraint, push: Vec3, turn_a: Vec3, turn_b: Vec3, bodies: Bodies, twist: Rows[Twist]) -> None:
    """Change the twists of both bodies by an impulse on b and its angular impulses about both centres."""
    a, b, inverse_a, inverse_b = twist[c.a], twist[c.b], bodies.inverse[c.a], bodies.inverse[c.b]
    a.linear -= inverse_a.mass * push
    a.angular -= inverse_a.inertia @ turn_a
    b.linear += inverse_b.mass * push
    b.angular += inverse_b.inertia @ turn_b


@inlined
def apply_normals(c: Constraint, n0: float, n1: float, n2: float, n3: float, bodies: Bodies) -> None:
    """Change the twists of both bodies by four normal impulses."""
    p0, p1, p2, p3 = c.point[0], c.point[1], c.point[2], c.point[3]
    turn_a = n0 * p0.arm_cross_normal_a + n1 * p1.arm_cross_normal_a
    turn_a = turn_a + n2 * p2.arm_cross_normal_a + n3 * p3.arm_cross_normal_a
    turn_b = n0 * p0.arm_cross_normal_b + n1 * p1.arm_cross_normal_b
    turn_b = turn_b + n2 * p2.arm_cross_normal_b + n3 * p3.arm_cross_normal_b
    push_bodies(c, (n0 + n1 + n2 + n3) * c.normal, turn_a, turn_b, bodies, bodies.twist)


@inlined
def apply_friction(c: Constraint, f1: float, f2: float, spin: float, g1: float, g2: float, bodies: Bodies) -> None:
    """Change the twists of both bodies by impulses of friction, spinning and rolling friction."""
    slide = f1 * c.tangent_1 + f2 * c.tangent_2
    roll = spin * c.normal + g1 * c.tangent_1 + g2 * c.tangent_2
    push_bodies(c, slide, plus_cross(roll, c.arm_a, slide), plus_cross(roll, c.arm_b, slide), bodies, bodies.twist)


@routine
def apply_multipliers(c: Constraint, i: Multipliers, bodies: Bodies, twist: Rows[Twist]) -> None:
    """Change the twists of both bodies by all nine impulses."""
    slide = i.slide_1 * c.tangent_1 + i.slide_2 * c.tangent_2
    roll = i.spin * c.normal + i.roll_1 * c.tangent_1 + i.roll_2 * c.tangent_2
    turn_a, turn_b = plus_cross(roll, c.arm_a, slide), plus_cross(roll, c.arm_b, slide)
    for k in range(POINTS):
        turn_a += i.normal[k] * c.point[k].arm_cross_normal_a
        turn_b += i.normal[k] * c.point[k].arm_cross_normal_b
    push_bodies(c, slide + total_normal(i) * c.normal, turn_a, turn_b, bodies, twist)


@routine
def move_separations(count: int, h: float, bodies: Bodies, work: Work) -> None:
    """Change the separations of all points, to first order, by the motion of the bodies with twists `moving`."""
    for q in range(count):
        c = work.constraint[q]
        a, b = bodies.moving[c.a], bodies.moving[c.b]
        along, wa, wb = dot(c.normal, b.linear - a.linear), a.angular, b.angular
        for k in range(POINTS):
            p = c.point[k]
            ra, rb = p.arm_cross_normal_a, p.arm_cross_normal_b
            v = along + (wb.x * rb.x - wa.x * ra.x) + (wb.y * rb.y - wa.y * ra.y) + (wb.z * rb.z - wa.z * ra.z)
            p.separation += h * v


@routine
def solve_normals(c: Constraint, bodies: Bodies) -> float:
    """Improve the normal impulses of a constraint as a block; return the largest change [N s]."""
    a, b, i, inverse_k = bodies.twist[c.a], bodies.twist[c.b], c.impulse.normal, c.inverse_k.normal
    p0, p1, p2, p3 = c.point[0], c.point[1], c.point[2], c.point[3]
    along = dot(c.normal, b.linear - a.linear)
    for k in range(POINTS):
        p = c.point[k]
        turned = minus_dot(plus_dot(along, b.angular, p.arm_cross_normal_b), a.angular, p.arm_cross_normal_a)
        p.error = turned + p.bias
    # K01 … K33 lie by rows of the upper triangle.
    old_0, old_1, old_2, old_3 = i[0], i[1], i[2], i[3]
    i[0] = max(old_0 - p0.error * inverse_k[0], 0.0)
    d0 = i[0] - old_0
    i[1] = max(old_1 - (p1.error + c.k[1] * d0) * inverse_k[1], 0.0)
    d1 = i[1] - old_1
    i[2] = max(old_2 - (p2.error + c.k[2] * d0 + c.k[5] * d1) * inverse_k[2], 0.0)
    d2 = i[2] - old_2
    i[3] = max(old_3 - (p3.error + c.k[3] * d0 + c.k[6] * d1 + c.k[8] * d2) * inverse_k[3], 0.0)
    d3 = i[3] - old_3
    apply_normals(c, d0, d1, d2, d3, bodies)
    return max(max(abs(d0), abs(d1)), max(abs(d2), abs(d3)))


@inlined
def sticks(c: Constraint, i: Multipliers, limit: float) -> bool:
    """Return whether impulses of sliding and spinning are inside their limit, an ellipsoid [N s]."""
    spin = i.spin / c.spin_radius if c.spin_radius > 0.0 else 0.0
    return i.slide_1 * i.slide_1 + i.slide_2 * i.slide_2 + spin * spin <= limit * limit


@inlined
def limit_sliding(c: Constraint, i: Multipliers, limit: float) -> None:
    """Bring impulses of sliding and spinning onto their limit, if they are beyond it, along the radius."""
    spin = i.spin / c.spin_radius if c.spin_radius > 0.0 else 0.0
    square = i.slide_1 * i.slide_1 + i.slide_2 * i.slide_2 + spin * spin
    scale = limit / math.sqrt(square) if square > limit * limit else 1.0
    i.slide_1, i.slide_2, i.spin = scale * i.slide_1, scale * i.slide_2, scale * spin * c.spin_radius


@inlined
def slip(c: Constraint, a: Twist, b: Twist) -> tuple[float, float]:
    """Return the sliding velocity of b on a at the centroid at the end of the step, along both tangents [m/s]."""
    v = minus_cross(plus_cross(b.linear, b.angular, c.arm_b) - a.linear, a.angular, c.arm_a)
    return dot(v, c.tangent_1) + c.slip_1, dot(v, c.tangent_2) + c.slip_2


@routine
def solve_friction(c: Constraint, bodies: Bodies) -> float:
    """Improve friction, spinning and rolling of a constraint; return the largest change of the first [N s]."""
    a, b, i = bodies.twist[c.a], bodies.twist[c.b], c.impulse
    total = total_normal(i)
    # Sliding and spinning: what would stop both, or against the motion that is left of them.
    (slip_1, slip_2), f1, f2, spin, k = slip(c, a, b), i.slide_1, i.slide_2, i.spin, c.inverse_k_friction
    turning = b.angular - a.angular
    spin_rate = dot(turning, c.normal) + c.spin_bias if c.spin_radius > 0.0 else 0.0
    i.slide_1, i.slide_2 = f1 - k.xx * slip_1 - k.xy * slip_2, f2 - k.xy * slip_1 - k.yy * slip_2
    i.spin = spin - c.inverse_k.spin * spin_rate
    if not sticks(c, i, c.friction * total):
        i.slide_1, i.slide_2 = f1 - c.gain * slip_1, f2 - c.gain * slip_2
        i.spin = spin - c.gain * c.spin_radius * c.spin_radius * spin_rate
        limit_sliding(c, i, c.friction * total)
    # Rolling about the tangents.
    d1, d2, r1, r2 = i.slide_1 - f1, i.slide_2 - f2, 0.0, 0.0
    if c.roll > 0.0:
        roll_1, roll_2, k = dot(turning, c.tangent_1), dot(turning, c.tangent_2), c.inverse_k_roll
        r1, r2 = i.roll_1, i.roll_2
        i.roll_1, i.roll_2 = on_disk(
            r1 - k.xx * roll_1 - k.xy * roll_2, r2 - k.xy * roll_1 - k.yy * roll_2, c.roll * total
        )
        r1, r2 = i.roll_1 - r1, i.roll_2 - r2
    apply_friction(c, d1, d2, i.spin - spin, r1, r2, bodies)
    return max(abs(d1), abs(d2))


@routine
def sweep_contacts(count: int, bodies: Bodies, work: Work) -> float:
    """Improve the impulses of the first `count` constraints, one manifold after another.

    Returns the largest change of a normal or friction impulse as a velocity [m/s].
    """
    largest = 0.0
    for q in range(count):
        c = work.constraint[q]
        change = max(solve_normals(c, bodies), solve_friction(c, bodies))
        largest = max(largest, change * (bodies.inverse[c.a].mass + bodies.inverse[c.b].mass))
    return largest


@inlined
def on_disk(x: float, y: float, radius: float) -> tuple[float, float]:
    """Return the nearest point of a disk along the radius."""
    square = x * x + y * y
    if square > radius * radius:
        scale = radius / math.sqrt(square)
        return x * scale, y * scale
    return x, y
