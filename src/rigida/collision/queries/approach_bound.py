"""Time for which two moving convex shapes cannot touch: lower bounds of the gap along a fixed direction.

Each body turns about a center with constant angular velocity ω while the center moves with constant velocity v. Along
the normal n from a to b the gap

    g(τ) = n·(c_b + τ v_b) - n·(c_a + τ v_a) - h_a(τ) - h_b(τ),   h(τ) = furthest reach from the center along ±n,

only shrinks as fast as the points of the shapes move along n; contact cannot come before g = 0. Three lower bounds of g
are used, and the latest of their roots counts:

    linear     h(τ) ≤ h(0) + τ |n × ω| ρ                          ρ: largest distance from the center (Mirtich 1996)
    spherical  h(τ) ≤ ρ                                           far away, or after many turns
    quadratic  h(τ) ≤ H(n + τ n × ω) + ½ τ² |n × ω| |ω| ρ         H: support function of the shape as it stands now

The last follows from Taylor's theorem for every point of the shape, whose velocity along n is r·(n × ω) and whose
acceleration along n is at most |n × ω| |ω| ρ. It agrees with g to first order, so that `advancement` converges like
Newton's method, yet from the safe side; and it is concave in τ, so a chord between its two sides never oversteps the
root.
"""

import math

from rigida.collision.arrays import AdvanceWork, ConvexTable, Core, MovingPart
from rigida.collision.shapes.support import support
from rigida.geometry.core import BOX, CONE, ELLIPSOID, HALF_SPACE, POLYTOPE
from rigida.jit.decorators import inlined, routine
from rigida.math.quat import rotated_back
from rigida.math.vec3 import Vec3, cross, dot, norm, square

#: Fraction of the fastest motion below which the approach along the normal is rounding: shapes that slide along.
_ALONG = 1e-14
#: Evaluations after which the root of the quadratic bound is good enough.
_TRIES = 40


@routine
def core_radius(core: Core, p: Vec3, shapes: ConvexTable) -> float:
    """Return the largest distance of a point of a core from a point of its own frame."""
    kind, size = core.kind, core.size
    if kind == BOX:
        return norm(Vec3(size.x + abs(p.x), size.y + abs(p.y), size.z + abs(p.z)))
    if kind == POLYTOPE:
        far = 0.0
        for i in range(core.vertex, core.vertex_end):
            far = max(far, square(shapes.vertex[i] - p))
        return math.sqrt(far)
    if kind == HALF_SPACE:
        return norm(p)  # it does not turn and is measured along its normal, as its origin is
    if kind == ELLIPSOID:  # or a little less
        return norm(p) + max(size.x, max(size.y, size.z))
    across = math.sqrt(p.x * p.x + p.y * p.y)
    rim = norm(Vec3(across + size.x, 0.0, size.y + (p.z if kind == CONE else abs(p.z))))
    return max(rim, norm(Vec3(p.x, p.y, size.y - p.z))) if kind == CONE else rim


@routine
def _support_distance(part: MovingPart, n: Vec3, shapes: ConvexTable) -> float:
    """Return max n·(p − center) over the core of a part at its pose, for a world direction of any length."""
    extent = dot(n, part.arm)
    core = shapes.core[part.row]
    if core.kind == HALF_SPACE:
        return extent
    local = rotated_back(part.attitude, n)
    q, _ = support(core, local, shapes)
    return extent + dot(local, q)


@routine
def _gap(tau: float, shapes: ConvexTable, work: AdvanceWork) -> float:
    """Return the quadratic lower bound of the gap along the normal after the time `tau`."""
    approach = work.approach[0]
    gap = approach.base + tau * approach.rate - 0.5 * approach.curvature * tau * tau
    # One call in a loop keeps the compiled code small.
    for body in range(2):
        n = approach.normal + tau * cross(approach.normal, work.motion[body].spin)
        gap -= _support_distance(work.part[body], (1.0 - 2.0 * body) * n, shapes)
    return gap


@inlined
def _turning(n: Vec3, spin: Vec3) -> tuple[float, float]:
    """Return |n × ω|, the speed along n at radius 1, and |ω|."""
    return norm(cross(n, spin)), norm(spin)


@routine
def safe_step(n: Vec3, gap: float, tolerance: float, remaining: float, shapes: ConvexTable, work: AdvanceWork) -> float:
    """Return a time within which shapes with a `gap` along n cannot touch; infinity if they never do.

    For shapes that touch: a time during which they do not come nearer; 0 if they do.
    """
    part_a, part_b, approach = work.part[0], work.part[1], work.approach[0]
    radius_a, radius_b = part_a.radius, part_b.radius
    across_a, spin_a = _turning(n, work.motion[0].spin)
    across_b, spin_b = _turning(n, work.motion[1].spin)
    v = work.motion[1].velocity - work.motion[0].velocity
    rate = dot(n, v)
    centers = dot(n, (part_b.position - part_b.arm) - (part_a.position - part_a.arm))
    base = centers - shapes.core[part_a.row].radius - shapes.core[part_b.row].radius
    closing = across_a * radius_a + across_b * radius_b - rate
    fastest = spin_a * radius_a + spin_b * radius_b + norm(v)
    if closing <= _ALONG * fastest:
        return math.inf
    curvature = across_a * spin_a * radius_a + across_b * spin_b * radius_b
    approach.normal, approach.base, approach.rate, approach.curvature = n, base, rate, curvature
    now = _gap(0.0, shapes, work)
    if gap <= tolerance:
        # They touch. Is there a later time at which the bound, which rises before it falls, is not lower?
        high = min(remaining, math.pi / max(spin_a, spin_b)) if curvature > 0.0 else 0.0
        while closing * high > tolerance:
            if _gap(high, shapes, work) >= now:
                return high
            high *= 0.5
        return 0.0
    # The nearest points give the gap from above, the support points along n from below.
    gap = max(min(gap, now), 0.5 * gap)
    step = gap / closing
    clear = base - radius_a - radius_b
    if clear > 0.0:
        if rate >= 0.0:
            return math.inf
        step = max(step, -clear / rate)
    if curvature == 0.0 or step >= remaining:
        return step
    return max(step, _root(gap, step, tolerance, remaining, shapes, work))


@routine
def _root(gap: float, step: float, tolerance: float, remaining: float, shapes: ConvexTable, work: AdvanceWork) -> float:
    """Return a time up to which the quadratic bound, which begins at `gap`, is not below zero.

    The root lies between the chord from the last safe time to the first unsafe one and the chord through the last
    two safe times, drawn on: the bound is concave. Taking them in turn closes in from both sides.
    """
    low, low_value, before, before_value, high, high_value = 0.0, gap, 0.0, gap, math.inf, 0.0
    tau = min(2.0 * step, remaining)
    for _ in range(_TRIES):
        value = _gap(tau, shapes, work)
        if value >= 0.0:
            before, before_value, low, low_value = low, low_value, tau, value
            if tau >= remaining or value <= 0.1 * tolerance:
                break
        else:
            high, high_value = tau, value
        ahead = math.inf
        if value >= 0.0 and before_value > low_value:
            ahead = low + (low - before) * low_value / (before_value - low_value)
        if high == math.inf:
            tau = min(2.0 * tau, remaining)
        elif low < ahead < high:
            tau = ahead
        else:
            tau = low + (high - low) * low_value / (low_value - high_value)
            if not low < tau < high:
                break
    return low
