"""The moments of contact impulses: those of both bodies of a contact cancel, so that angular momentum is kept.

In a step that moves a body by x₁ = x₀ + h (v₁ − q (v₁ − v₀)), an impulse J changes its angular momentum about the
origin by r × J + X × J, with the arm r and X = x₀ + q h (v₀ + (v₁ − v₀)/2): to X, any multiple of v₁ − v₀ can be added
without a change of the sum over all impulses on the body; a half makes it the midpoint of both ends, for q = ½.
A push P, which moves the body by h P/m where J moves it by h (1 − q) J/m, adds h (P − (1 − q) J) × v₁. Both bodies of a
contact take opposite impulses, so the sum

    T = (r_b + X_b − r_a − X_a) × J + h (P − (1 − q) J) × (v_b − v_a)

must vanish. With arms of the start, or of a predicted midpoint, it is of the order of the error of the step; the spins
of both bodies take it up, each by the part of the other's inverse mass, so that a fixed body leaves nothing.
"""

from rigida.jit.decorators import routine
from rigida.math.vec3 import cross
from rigida.realtime.arrays import POINTS, Bodies
from rigida.realtime.direct.constraint import slide_impulse, total_normal
from rigida.realtime.direct.work import Work


@routine
def keep_moving(part: float, count: int, work: Work) -> None:
    """Keep the impulses with which the first `count` constraints move their bodies; part: see `balance_moments`."""
    for q in range(count):
        c = work.constraint[q]
        c.push = (1.0 - part) * (total_normal(c.impulse) * c.normal + slide_impulse(c))


@routine
def balance_moments(h: float, part: float, count: int, bodies: Bodies, work: Work) -> None:
    """Let the moments of the first `count` constraints cancel; part: q, that of the start in how bodies move."""
    for q in range(count):
        c = work.constraint[q]
        mass = bodies.inverse[c.a].mass + bodies.inverse[c.b].mass
        if bodies.inverse[c.a].mass == 0.0 or bodies.inverse[c.b].mass == 0.0:
            continue
        a, b, slide = bodies.twist[c.a], bodies.twist[c.b], slide_impulse(c)
        impulse = total_normal(c.impulse) * c.normal + slide
        before, after = bodies.before[c.b].linear - bodies.before[c.a].linear, b.linear - a.linear
        apart = bodies.center[c.b] - bodies.center[c.a] + 0.5 * part * h * (before + after)
        moment = cross(apart, impulse) + cross(c.arm_b - c.arm_a, slide)
        for k in range(POINTS):
            p = c.point[k]
            moment = moment + c.impulse.normal[k] * (p.arm_cross_normal_b - p.arm_cross_normal_a)
        moment = moment + h * cross(c.push - (1.0 - part) * impulse, after)
        a.angular -= bodies.inverse[c.b].mass / mass * (bodies.inverse[c.a].inertia @ moment)
        b.angular -= bodies.inverse[c.a].mass / mass * (bodies.inverse[c.b].inertia @ moment)
