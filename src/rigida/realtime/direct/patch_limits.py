"""The limits of friction of one contact, and the place where it acts (see `contacts.patch_friction`).

How a patch of three or more points shares its load is not known to rigid bodies. Here it is even over the patch but for
a slope that makes up its centre of pressure, as on a bed of springs: w_k = 1/m + e · d_k.
"""

import math
from typing import TYPE_CHECKING

from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, dot, minus_cross, norm, plus_cross
from rigida.realtime.arrays import POINTS, Bodies, Manifold, Twist
from rigida.realtime.contacts.patch_friction import LEAST_FRICTION, UNLOADED, rubbing, shared_limits, sliding_share
from rigida.realtime.surfaces import pair_friction
from rigida.realtime.tuning import LEAST_SHARE, NEARLY_ROUND, SLENDER, STICKING, TOUCHING

if TYPE_CHECKING:
    from rigida.realtime.direct.constraint import Constraint

HALF_ROOT = math.sqrt(0.5)


@inlined
def touches(c: "Constraint", k: int) -> bool:
    """Return whether bodies touch at point k: it carried load, or is no further off than those at rest are."""
    return c.impulse.normal[k] > 0.0 or c.point[k].separation <= TOUCHING * c.slop


@routine
def patch_center(c: "Constraint", every: bool, manifold: Manifold) -> tuple[Vec3, float]:
    """Return the middle of the points that touch, of all where none does or `every` counts, and their mean distance.

    A disk that rolls on its rim has points further up at hand; friction there would hold it from turning.
    """
    count = 0
    for k in range(c.count):
        count += touches(c, k)
    every, middle, distance = every or count == 0, Vec3(0.0, 0.0, 0.0), 0.0
    count = c.count if every else count
    for k in range(c.count):
        if every or touches(c, k):
            middle += manifold.point[k] / count
    for k in range(c.count):
        if every or touches(c, k):
            distance += norm(manifold.point[k] - middle) / count
    return middle, distance


@routine
def limit_friction(
    c: "Constraint",
    manifold: Manifold,
    apart: Vec3,
    mass: float,
    shares: bool,
    motion: Rows[Twist],
    bodies: Bodies,
) -> None:
    """Write the limits of friction; for a patch that slides with the twists `motion`, about its centre of pressure.

    apart: by how much the points lie further from body a, and less far from body b, than from the centres as they are
    [m]. mass: 1/m of both bodies. shares: false for patches of concave bodies, which are many and small. The impulses
    must be those of the last step. Writes the arms too.
    """
    c.friction, static, c.roll, spinning = pair_friction(c.a, c.shape_a, c.b, c.shape_b, bodies)
    if spinning > 0.0:
        c.friction, static = max(c.friction, LEAST_FRICTION), max(static, LEAST_FRICTION)
    middle, spin = patch_center(c, False, manifold)
    c.arm_a, c.arm_b = middle - bodies.center[c.a] + apart, middle - bodies.center[c.b] - apart
    slide, touching = 1.0, 0
    for k in range(c.count):
        touching += touches(c, k)

    # Does it slide faster than friction could stop in a step?
    a, b, n, total = motion[c.a], motion[c.b], c.normal, 0.0
    for k in range(c.count):
        total += c.impulse.normal[k]
    u = minus_cross(plus_cross(b.linear, b.angular, c.arm_b) - a.linear, a.angular, c.arm_a)
    turning, slip = dot(b.angular - a.angular, n), dot(u, u) - dot(u, n) ** 2
    if slip <= (STICKING * static * total * mass) ** 2:
        c.friction = static
    stop = c.friction * total * mass
    if shares and touching != 1 and slip + (turning * spin) ** 2 > stop * stop:
        every, _ = patch_center(c, True, manifold)
        away, middle = every - middle, every
        u = u + cross(b.angular - a.angular, away)
        c.arm_a, c.arm_b = c.arm_a + away, c.arm_b + away
        slide, spin = share_friction(c, manifold, total + c.count * UNLOADED, middle, u - dot(u, n) * n, turning)
    if c.count == 1 or touching == 1:
        spin = 0.0  # a point has no spin radius, not what rounding makes of it, nor what points in the air would
    c.spin_radius = spin / slide + (spinning / (slide * c.friction) if spinning > 0.0 else 0.0)
    c.friction *= slide


@routine
def share_friction(
    c: "Constraint", manifold: Manifold, total: float, middle: Vec3, u: Vec3, turning: float
) -> tuple[float, float]:
    """Move the arms to where friction acts and return the limits of sliding and spinning there [–, m].

    total: impulse of all points; u: slip at the points' mean `middle`.
    """
    # The centre of pressure, and second moments of the points about their mean, both along the tangents.
    n, t1, t2 = c.normal, c.tangent_1, c.tangent_2
    pressure, xx, xy, yy = Vec3(0.0, 0.0, 0.0), 0.0, 0.0, 0.0
    for k in range(c.count):
        away = manifold.point[k] - middle
        pressure += (c.impulse.normal[k] + UNLOADED) / total * away
        x, y = dot(away, t1), dot(away, t2)
        xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
    center_1, center_2 = dot(pressure, t1), dot(pressure, t2)
    c.arm_a, c.arm_b = c.arm_a + pressure, c.arm_b + pressure
    u = u + turning * cross(n, pressure)

    # Force and power, with points halfway between those that stand for a ring.
    determinant, trace = xx * yy - xy * xy, xx + yy
    even = c.count > 2 and determinant > SLENDER * trace * trace
    slope_1, slope_2 = yy * center_1 - xy * center_2, xx * center_2 - xy * center_1  # e, but for 1/determinant
    ring = c.is_round != 0 and c.count == POINTS and (xx - yy) ** 2 + 4.0 * xy * xy < (NEARLY_ROUND * trace) ** 2
    weights, force, power, spread = 0.0, Vec3(0.0, 0.0, 0.0), 0.0, 0.0
    for between in range(2 if ring else 1):
        for k in range(c.count):
            away = manifold.point[k] - middle
            if between:
                away = HALF_ROOT * (away + cross(n, away))
            load = c.impulse.normal[k] + UNLOADED
            if even:
                load = max(1.0 / c.count + (slope_1 * dot(away, t1) + slope_2 * dot(away, t2)) / determinant, 0.0)
            spin_radius = cross(away - pressure, n)
            against, speed = rubbing(u, turning, spin_radius)
            force, power = force + load * against, power + load * speed
            weights, spread = weights + load, spread + load * dot(spin_radius, spin_radius)
    force, power, spread = force / weights, power / weights, spread / weights

    # The ellipsoid, at the place that slides against the force.
    share = sliding_share(force, power, u, turning, spread)
    share = min(max(share, max(dot(force, force), LEAST_SHARE)), 1.0)
    shift, spin = shared_limits(share, force, power, u, turning, spread)
    within = min(1.0, math.sqrt(spread / (dot(shift, shift) + UNLOADED)))
    away = within * cross(n, shift)
    c.arm_a, c.arm_b = c.arm_a + away, c.arm_b + away
    return math.sqrt(share), math.sqrt(max(spin, 0.0))
