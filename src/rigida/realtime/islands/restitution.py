"""Restitution: bodies that touch, or would overlap within the step, rebound, on the velocities from before forces act.

At rest the old normal velocity is zero, so nothing rebounds and no threshold has to distinguish an impact from a
contact (Guendelman, Bridson and Fedkiw 2003; Popovski 2008, 5 and 6). The points of a manifold are solved together, by
impulses p ≥ 0 with v⁺ ≥ −ε v⁻ and p ⊥ v⁺ + ε v⁻ (Moreau 1988), together with friction, |p_t| ≤ μ Σ p, against the slip
after the impact (Coulomb); manifolds one after another, so that an impact runs through a row of balls. A sweep over the
points finds which of them push, then these are solved together: sweeps alone take from the tilt of a slim column little
more than the part 12 (width/height)² each, and would leave it turning. An impact changes the energy by ½ pᵀ(v⁺ + v⁻) of
all its impulses: nothing for ε = 1 without friction.
"""

from typing import Annotated

from rigida.dynamics.surface import combined_restitution
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Items, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3, dot, plus_cross
from rigida.realtime.arrays import POINTS, Acted, Bodies, Contacts, Islands, Twist
from rigida.realtime.direct.constraint import (
    MULTIPLIERS,
    Constraint,
    build_constraint,
    normal_velocity,
    slide_impulse,
    total_normal,
)
from rigida.realtime.direct.sweep import apply_normals, push_bodies, solve_friction
from rigida.realtime.surfaces import restitution_of
from rigida.realtime.tuning import LEAST_LOSS

#: Most sweeps over the points of a manifold, and rounds of normals and friction; the part of an impulse below which a
#: change ends both.
_INNER_SWEEPS, _FRICTION_ROUNDS, _TOLERANCE = 40, 200, 1e-13
#: By this part points give way to their own impulse: four in a plane share theirs in more than one way.
_GIVES = 1e-10


class Impacts(Table):
    """The contacts of elastic bodies that may rebound, a row each."""

    contact: Rows[Int32]  # its number
    constraint: Rows[Constraint]
    impulse: Rows[Annotated[Items[float], POINTS]]  # normal impulses of all impacts [N s]
    acted: Rows[Acted]  # all impulses of all impacts
    approach_speed: Rows[float]  # how fast the bodies of each meet, or zero [m/s]
    # who takes part in the impact at hand
    involved: Rows[Int32]  # contacts, by their rows here
    joint_impulse: Rows[float]  # (joint rows) impulses of all impacts [N s, N m s]
    number: Rows[Int32]  # and by their numbers
    joint_row: Rows[Int32]
    body: Rows[Int32]  # (n)
    marked: Rows[Int32]  # (n + 1) 1 for bodies found, zero otherwise
    before: Rows[Twist]  # (n + 1) twists before the impact


@inlined
def entry_of_k(c: Constraint, i: int, j: int) -> float:
    """Return K(i, j) of the normals, whose upper triangle is stored."""
    low, high = min(i, j), max(i, j)
    return c.k[low * (2 * POINTS - 1 - low) // 2 + high]


@inlined
def pair_restitution(c: Constraint, bodies: Bodies) -> float:
    """Return the coefficient of restitution of a pair."""
    (a, rule_a), (b, rule_b) = restitution_of(c.a, c.shape_a, bodies), restitution_of(c.b, c.shape_b, bodies)
    return combined_restitution(a, b, max(rule_a, rule_b))


@inlined
def is_elastic(m: int, bodies: Bodies, contacts: Contacts) -> bool:
    """Return whether bodies rebound from each other at contact m."""
    pair = contacts.pair[m]
    (a, _), (b, _) = restitution_of(pair.a, pair.shape_a, bodies), restitution_of(pair.b, pair.shape_b, bodies)
    return max(a, b) > 0.0


@inlined
def touching_distance(c: Constraint, h: float) -> float:
    """Return how far apart points meet [m]: where a step ends at their touch, h = 0, at the gap left alone then."""
    return c.slop if h > 0.0 else c.gap


@routine
def approach(c: Constraint, h: float, bodies: Bodies) -> float:
    """Return how fast bodies meet [m/s] at points that touch, or would within h [s]; or zero.

    The normal velocities of the points are left in the constraint.
    """
    a, b, fastest = bodies.twist[c.a], bodies.twist[c.b], 0.0
    for k in range(c.count):
        p = c.point[k]
        p.error = normal_velocity(c, p, a, b)
        if p.error < 0.0 and p.separation + h * p.error <= touching_distance(c, h):
            fastest = max(fastest, -p.error)
    return fastest


@inlined
def required_change(v: float, restitution: float) -> float:
    """Return the missing separation speed of a point [m/s]; v: its normal velocity before the impact."""
    return (1.0 + restitution) * v if v < 0.0 else v


@routine
def sweep_points(c: Constraint, restitution: float, h: float) -> float:
    """Correct the impulse of one point after the other; return the largest change [N s]."""
    impulse, change = c.impulse.normal, 0.0
    for k in range(c.count):
        v = c.point[k].error
        if c.point[k].separation + h * min(v, 0.0) > touching_distance(c, h):
            continue
        e = required_change(v, restitution) + c.point[k].bias
        for i in range(c.count):
            e += entry_of_k(c, k, i) * impulse[i]
        old = impulse[k]
        impulse[k] = max(old - e * c.inverse_k.normal[k], 0.0)
        change = max(change, abs(impulse[k] - old))
    return change


@inlined
def pushing_k(c: Constraint, i: int, j: int) -> float:
    """Return K(i, j) of points that push, that of the unit matrix for the others."""
    if c.impulse.normal[i] > 0.0 and c.impulse.normal[j] > 0.0:
        return entry_of_k(c, i, j) * (1.0 + _GIVES if i == j else 1.0)
    return 1.0 if i == j else 0.0


@inlined
def pushing_change(c: Constraint, k: int, restitution: float) -> float:
    """Return the change of velocity that is wanted of point k if it pushes [m/s], else zero."""
    return -required_change(c.point[k].error, restitution) - c.point[k].bias if c.impulse.normal[k] > 0.0 else 0.0


@inlined
def fraction_of_displacement(p: float, s: float) -> float:
    """Return which part of the way from impulse p to s can be gone before it would pull."""
    return p / (p - s) if s < 0.0 < p else 1.0


@routine
def solve_pushing(c: Constraint, restitution: float) -> None:
    """Move the impulses of the points that push towards their common solution, until one of them would pull.

    That goes down the energy of the impact as sweeps do (Moré and Toraldo 1991). L D Lᵀ of four, written out.
    """
    k10, k20, k30 = pushing_k(c, 1, 0), pushing_k(c, 2, 0), pushing_k(c, 3, 0)
    d0 = pushing_k(c, 0, 0)
    l10, l20, l30 = k10 / d0, k20 / d0, k30 / d0
    d1 = pushing_k(c, 1, 1) - l10 * k10
    k21, k31 = pushing_k(c, 2, 1) - l20 * k10, pushing_k(c, 3, 1) - l30 * k10
    l21, l31 = k21 / d1, k31 / d1
    d2 = pushing_k(c, 2, 2) - l20 * k20 - l21 * k21
    k32 = pushing_k(c, 3, 2) - l30 * k20 - l31 * k21
    l32 = k32 / d2
    d3 = pushing_k(c, 3, 3) - l30 * k30 - l31 * k31 - l32 * k32
    if min(min(d0, d1), min(d2, d3)) <= 0.0:
        return
    s0 = pushing_change(c, 0, restitution)
    s1 = pushing_change(c, 1, restitution) - l10 * s0
    s2 = pushing_change(c, 2, restitution) - l20 * s0 - l21 * s1
    s3 = (pushing_change(c, 3, restitution) - l30 * s0 - l31 * s1 - l32 * s2) / d3
    s2 = s2 / d2 - l32 * s3
    s1 = s1 / d1 - l21 * s2 - l31 * s3
    s0 = s0 / d0 - l10 * s1 - l20 * s2 - l30 * s3
    p = c.impulse.normal
    part = min(
        min(fraction_of_displacement(p[0], s0), fraction_of_displacement(p[1], s1)),
        min(fraction_of_displacement(p[2], s2), fraction_of_displacement(p[3], s3)),
    )
    p[0], p[1] = max(p[0] + part * (s0 - p[0]), 0.0), max(p[1] + part * (s1 - p[1]), 0.0)
    p[2], p[3] = max(p[2] + part * (s2 - p[2]), 0.0), max(p[3] + part * (s3 - p[3]), 0.0)


@routine
def solve_normal_impulses(c: Constraint, restitution: float, h: float) -> None:
    """Find the normal impulses of a manifold that meet their law with the friction at hand (see `apply_impact`)."""
    for _ in range(_INNER_SWEEPS):
        if sweep_points(c, restitution, h) <= _TOLERANCE * total_normal(c.impulse):
            break
        if c.count > 1:
            solve_pushing(c, restitution)


@routine
def change_of_normals(c: Constraint, a: Twist, b: Twist) -> None:
    """Leave in the biases of the points by how much friction has changed their normal velocities [m/s]."""
    for k in range(c.count):
        change = normal_velocity(c, c.point[k], a, b) - c.point[k].error
        for i in range(c.count):
            change -= entry_of_k(c, k, i) * c.impulse.normal[i]
        c.point[k].bias = change


@routine
def apply_impact(c: Constraint, restitution: float, h: float, bodies: Bodies) -> None:
    """Apply the impact of a manifold whose bodies meet (see `approach`), in which normals and friction meet their laws.

    Both in turn until friction, which acts by the load of the normals, changes no more.
    """
    for n in range(MULTIPLIERS):
        c.impulse.all[n] = 0.0
    for k in range(POINTS):
        c.point[k].bias = 0.0
    for _ in range(_FRICTION_ROUNDS):
        n0, n1, n2, n3 = c.impulse.normal[0], c.impulse.normal[1], c.impulse.normal[2], c.impulse.normal[3]
        solve_normal_impulses(c, restitution, h)
        p = c.impulse.normal
        apply_normals(c, p[0] - n0, p[1] - n1, p[2] - n2, p[3] - n3, bodies)
        if solve_friction(c, bodies) <= _TOLERANCE * total_normal(c.impulse):
            break
        change_of_normals(c, bodies.twist[c.a], bodies.twist[c.b])
    balance_work(c, restitution, bodies)


@routine
def balance_work(c: Constraint, restitution: float, bodies: Bodies) -> None:
    """Scale the impulses so that Σ p v⁺ = −ε Σ p v⁻ over the normals: what sweeps have left open adds no energy."""
    before, after = 0.0, 0.0
    for k in range(c.count):
        p, v = c.impulse.normal[k], c.point[k].error
        before += p * v
        after += p * normal_velocity(c, c.point[k], bodies.twist[c.a], bodies.twist[c.b])
    if before < 0.0 and after > before:
        change = -(1.0 + restitution) * before / (after - before) - 1.0
        push, turn_a, turn_b = impulse_on_b(c)
        push_bodies(c, change * push, change * turn_a, change * turn_b, bodies, bodies.twist)
        for n in range(MULTIPLIERS):
            c.impulse.all[n] *= 1.0 + change


@inlined
def impulse_on_b(c: Constraint) -> tuple[Vec3, Vec3, Vec3]:
    """Return a manifold's impulse on b [N s], and its moments about the centres of a and of b [N m s]."""
    i = c.impulse
    slide = i.slide_1 * c.tangent_1 + i.slide_2 * c.tangent_2
    roll = i.spin * c.normal + i.roll_1 * c.tangent_1 + i.roll_2 * c.tangent_2
    turn_a, turn_b = plus_cross(roll, c.arm_a, slide), plus_cross(roll, c.arm_b, slide)
    for k in range(POINTS):
        turn_a += i.normal[k] * c.point[k].arm_cross_normal_a
        turn_b += i.normal[k] * c.point[k].arm_cross_normal_b
    return total_normal(i) * c.normal + slide, turn_a, turn_b


@routine
def impulse_power(c: Constraint, a: Twist, b: Twist) -> float:
    """Return the work that a manifold's impulses would do at these twists [J]."""
    push, turn_a, turn_b = impulse_on_b(c)
    return dot(push, b.linear - a.linear) + dot(turn_b, b.angular) - dot(turn_a, a.angular)


@routine
def impact_work(c: Constraint, bodies: Bodies) -> float:
    """Return the work of an impact's impulses [J], after it: with the mean of the velocities before and after it."""
    push, turn_a, turn_b = impulse_on_b(c)
    inverse_a, inverse_b = bodies.inverse[c.a], bodies.inverse[c.b]
    own = (inverse_a.mass + inverse_b.mass) * dot(push, push)
    own += dot(turn_a, inverse_a.inertia @ turn_a) + dot(turn_b, inverse_b.inertia @ turn_b)
    return impulse_power(c, bodies.twist[c.a], bodies.twist[c.b]) - 0.5 * own


@routine
def rebound(c: Constraint, restitution: float, h: float, bodies: Bodies) -> float:
    """Let one manifold rebound if a point of it would overlap within h [s]; return how fast it met [m/s].

    Where friction turns the motion around, Newton's law may ask for more than was there: then bodies rebound less. The
    impulses are left in the constraint.
    """
    approach_speed = approach(c, h, bodies)
    if approach_speed <= 0.0:
        return approach_speed
    a, b, low, high = bodies.twist[c.a], bodies.twist[c.b], 0.0, restitution
    va, wa, vb, wb = a.linear, a.angular, b.linear, b.angular
    apply_impact(c, restitution, h, bodies)
    if c.friction > 0.0 and restitution > 0.0 and impact_work(c, bodies) > 0.0:
        while high - low > LEAST_LOSS:
            middle = 0.5 * (low + high)
            a.linear, a.angular, b.linear, b.angular = va, wa, vb, wb
            apply_impact(c, middle, h, bodies)
            if impact_work(c, bodies) > 0.0:
                high = middle
            else:
                low = middle
        a.linear, a.angular, b.linear, b.angular = va, wa, vb, wb
        apply_impact(c, low, h, bodies)
    return approach_speed


@routine
def add_impulses(q: int, impacts: Impacts) -> None:
    """Add the impulses of an impact to those of contact q."""
    c, acted = impacts.constraint[q], impacts.acted[q]
    acted.push += total_normal(c.impulse) * c.normal
    acted.friction += slide_impulse(c)
    for k in range(POINTS):
        impacts.impulse[q][k] += c.impulse.normal[k]


@routine
def add_impact(count: int, m: int, bodies: Bodies, contacts: Contacts, impacts: Impacts) -> int:
    """Write contact m as the row after `count`, if it is elastic; return the number of rows."""
    if contacts.all_impacts == 0 and not is_elastic(m, bodies, contacts):
        return count
    build_constraint(impacts.constraint[count], m, contacts, bodies)
    impacts.contact[count] = m
    impacts.acted[count].push = impacts.acted[count].friction = Vec3(0.0, 0.0, 0.0)
    for k in range(POINTS):
        impacts.impulse[count][k] = 0.0
    return count + 1


@kernel
def apply_restitution(
    kept: int, passes: int, h: float, bodies: Bodies, contacts: Contacts, islands: Islands, impacts: Impacts
) -> tuple[int, float]:
    """Apply the impulses of all impacts of elastic bodies to the twists, in at most `passes` passes.

    kept: number of contacts that may act. Returns how many contacts were looked at, and how fast bodies still met in
    the last pass [m/s].
    """
    count = 0
    for q in range(kept):
        count = add_impact(count, islands.contact[q], bodies, contacts, impacts)
    fastest = 0.0
    for _ in range(passes):
        fastest = 0.0
        for q in range(count):
            c = impacts.constraint[q]
            approach_speed = rebound(c, pair_restitution(c, bodies), h, bodies)
            if approach_speed > 0.0:
                add_impulses(q, impacts)
                fastest = max(fastest, approach_speed)
        if fastest == 0.0:
            break
    return count, fastest
