"""Contacts at the midpoint of a step: the second of the two solutions of a step takes them there.

A first solution gives poses and twists at the end of the step; contacts detected there show how normals n and arms r
change over it. The second solution lets impulses act at the midpoint, along n_m and r_m, and asks for velocities that
hold at the end: with v, ω of the first solution the bias of a normal row becomes

    (J_end − J_mid) v = n_1 · (v + ω × r_1) − n_m · (v + ω × r_m),

and likewise that of friction. So velocities satisfy the contacts at the end to second order, and momentum changes where
the bodies are on average. Where a contact slides all through the step, friction opposes the mean of both ends' slip.
"""

import math

from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, dot, minus_cross, norm, plus_cross
from rigida.realtime.arrays import POINTS, Bodies, Contacts, ContactShift, Manifold, Twist
from rigida.realtime.direct.constraint import (
    Constraint,
    build_friction,
    build_normals,
    tangents,
    warm_start_friction,
)
from rigida.realtime.direct.patch_limits import limit_friction, touches
from rigida.realtime.surfaces import contact_length_scale, gap_of, slop_of
from rigida.realtime.tuning import IMPACT_SPEED_SQUARED


@routine
def build_at_midpoint(
    c: Constraint,
    m: int,
    shift: ContactShift,
    shifted: Manifold,
    predicted: Rows[Twist],
    middle: Rows[Twist],
    contacts: Contacts,
    bodies: Bodies,
) -> None:
    """Write a constraint from contact m as it is at the midpoint, with velocities that hold at the end of the step.

    shifted: room for its manifold there; predicted, middle: twists at the end of the step, and their mean with those at
    its start, by the first solution.
    """
    pair, manifold = contacts.pair[m], contacts.manifold[m]
    kept = contacts.cache.impulse[pair.entry]
    c.a, c.b, c.entry, c.count = pair.a, pair.b, pair.entry, pair.count
    c.shape_a, c.shape_b = pair.shape_a, pair.shape_b
    length_scale = contact_length_scale(c.a, c.b, bodies)
    c.gap, c.slop = gap_of(length_scale, kept.is_patch), slop_of(length_scale, kept.is_patch)
    c.impact_speed = math.sqrt(IMPACT_SPEED_SQUARED * length_scale)
    n, end = manifold.normal + shift.normal, manifold.normal + 2.0 * shift.normal
    n, end = n / norm(n), end / norm(end)
    t1, t2 = tangents(n)
    c.normal, c.tangent_1, c.tangent_2 = n, t1, t2
    c.is_round = contacts.cache.is_round[c.entry]
    center_a, center_b = bodies.center[c.a], bodies.center[c.b]
    inverse_a, inverse_b = bodies.inverse[c.a], bodies.inverse[c.b]
    mass = inverse_a.mass + inverse_b.mass

    # Points; those that a manifold has not are far away and act nowhere.
    a, b, touching = predicted[c.a], predicted[c.b], 0
    half_a, half_b = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    shifted.normal = n
    for k in range(POINTS):
        p = c.point[k]
        p.bias, p.normal_rate, p.separation, c.impulse.normal[k], p.loaded = 0.0, 0.0, 1.0, 0.0, 0
        p.arm_cross_normal_a = p.arm_cross_normal_b = Vec3(0.0, 0.0, 0.0)
        shifted.separation[k] = manifold.separation[k]
        shifted.point[k] = manifold.point[k] + 0.5 * (shift.on_a[k] + shift.on_b[k])
        if k < c.count:
            p.separation, c.impulse.normal[k] = manifold.separation[k], kept.normal[k]
            p.loaded = kept.normal[k] + kept.impact[k] > 0.0
            arm_a, arm_b = manifold.point[k] - center_a, manifold.point[k] - center_b
            if touches(c, k):
                touching += 1
                half_a, half_b = half_a + shift.on_a[k], half_b + shift.on_b[k]
                arm_a, arm_b = arm_a + shift.on_a[k], arm_b + shift.on_b[k]
                here = minus_cross(plus_cross(b.linear - a.linear, b.angular, arm_b), a.angular, arm_a)
                further = cross(b.angular, shift.on_b[k]) - cross(a.angular, shift.on_a[k])
                p.normal_rate = dot(here + further, end) - dot(here, n)
            p.arm_cross_normal_a, p.arm_cross_normal_b = cross(arm_a, n), cross(arm_b, n)
    if touching > 0:
        half_a, half_b = half_a / touching, half_b / touching
    build_normals(c, mass, inverse_a, inverse_b)

    # Friction of the patch at the midpoint.
    further = cross(b.angular, half_b) - cross(a.angular, half_a)
    c.slip_1, c.slip_2, c.spin_bias = dot(further, t1), dot(further, t2), 0.0
    limit_friction(c, shifted, 0.5 * (half_a - half_b), mass, kept.is_patch == 0.0, middle, bodies)
    oppose_mean_slip(c, half_a, half_b, further, bodies.before, predicted)
    build_friction(c, mass, inverse_a, inverse_b)
    warm_start_friction(c, kept)


@routine
def oppose_mean_slip(
    c: Constraint, half_a: Vec3, half_b: Vec3, further: Vec3, before: Rows[Twist], predicted: Rows[Twist]
) -> None:
    """Let friction oppose the mean of the slips at both ends where the contact slides all through the step.

    It does where the slip at the end is more than twice the change over the step: it cannot have passed through zero.
    """
    a0, b0, a1, b1 = before[c.a], before[c.b], predicted[c.a], predicted[c.b]
    u = minus_cross(plus_cross(b0.linear - a0.linear, b0.angular, c.arm_b - half_b), a0.angular, c.arm_a - half_a)
    v = minus_cross(plus_cross(b1.linear - a1.linear, b1.angular, c.arm_b), a1.angular, c.arm_a) + further
    d1, d2 = dot(u - v, c.tangent_1), dot(u - v, c.tangent_2)
    d3 = dot(b0.angular - a0.angular - b1.angular + a1.angular, c.normal)
    e1, e2, e3 = dot(v, c.tangent_1), dot(v, c.tangent_2), c.spin_radius * dot(b1.angular - a1.angular, c.normal)
    if e1 * e1 + e2 * e2 + e3 * e3 > 4.0 * (d1 * d1 + d2 * d2 + (c.spin_radius * d3) ** 2):
        c.slip_1, c.slip_2, c.spin_bias = c.slip_1 + 0.5 * d1, c.slip_2 + 0.5 * d2, 0.5 * d3
