"""How long two moving convex shapes cannot meet: lower bounds of the gap between them along a fixed direction.

Each body turns about a centre with constant angular velocity ω while the centre moves with constant velocity v. Along
the normal n from a to b the gap

    g(τ) = n·(c_b + τ v_b) - n·(c_a + τ v_a) - h_a(τ) - h_b(τ),   h(τ) = furthest reach from the centre along ±n,

only shrinks as fast as the points of the shapes move along n; contact cannot come before g = 0. Three lower bounds of g
are used, and the latest of their roots counts:

    linear     h(τ) ≤ h(0) + τ |n × ω| ρ                          ρ: largest distance from the centre (Mirtich 1996)
    spherical  h(τ) ≤ ρ                                           far away, or after many turns
    quadratic  h(τ) ≤ H(n + τ n × ω) + ½ τ² |n × ω| |ω| ρ         H: support function of the shape as it stands now

The last follows from Taylor's theorem for every point of the shape, whose velocity along n is r·(n × ω) and whose
acceleration along n is at most |n × ω| |ω| ρ. It agrees with g to first order, so that `advancement` converges like
Newton's method, yet from the safe side; and it is concave in τ, so a chord between its two sides never oversteps the
root.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import KIND, ROUND, VERTEX, VERTEX_END
from rigida.collision.shapes.support import support
from rigida.geometry.core import BOX, CONE, ELLIPSOID, HALF_SPACE, POLYTOPE
from rigida.jit.decorators import inlined, routine
from rigida.math.quaternion import rotate_back
from rigida.math.vector import cross, dot, norm

# Columns of a motion: position and quaternion of the body frame, velocity of the centre, angular velocity (world), and
# the centre in the body frame.
POSITION = 0
ATTITUDE = 3
VELOCITY = 7
SPIN = 10
CENTER = 13
MOTION_WIDTH = 16

#: Fraction of the fastest motion below which the approach along the normal is rounding: shapes that slide along.
_ALONG = 1e-14
#: Evaluations after which the root of the quadratic bound is good enough.
_TRIES = 40


@routine
def core_radius(g: int, header: IntArray, size: FloatArray, vertex: FloatArray, x: float, y: float, z: float) -> float:
    """Return the largest distance of a point of core g from the point (x, y, z) of its own frame."""
    kind = header[g, KIND]
    if kind == BOX:
        return norm(size[g, 0] + abs(x), size[g, 1] + abs(y), size[g, 2] + abs(z))
    if kind == POLYTOPE:
        square = 0.0
        for i in range(header[g, VERTEX], header[g, VERTEX_END]):
            square = max(square, (vertex[i, 0] - x) ** 2 + (vertex[i, 1] - y) ** 2 + (vertex[i, 2] - z) ** 2)
        return math.sqrt(square)
    if kind == HALF_SPACE:
        return norm(x, y, z)  # it does not turn and is measured along its normal, as its origin is
    if kind == ELLIPSOID:  # or a little less
        return norm(x, y, z) + max(size[g, 0], size[g, 1], size[g, 2])
    rim = norm(math.sqrt(x * x + y * y) + size[g, 0], 0.0, size[g, 1] + (z if kind == CONE else abs(z)))
    return max(rim, norm(x, y, size[g, 1] - z)) if kind == CONE else rim


@routine
def _reach(
    g: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    pose: FloatArray,
    body: int,
    x: float,
    y: float,
    z: float,
) -> float:
    """Return max n·(p − centre) over core g at pose[body] for a world direction of any length."""
    # Columns 7–9: from the centre to the origin of the core.
    reach = dot(x, y, z, pose[body, 7], pose[body, 8], pose[body, 9])
    if header[g, KIND] == HALF_SPACE:
        return reach
    lx, ly, lz = rotate_back(pose[body, 3], pose[body, 4], pose[body, 5], pose[body, 6], x, y, z)
    qx, qy, qz, _ = support(g, header, size, vertex, lx, ly, lz)
    return reach + dot(lx, ly, lz, qx, qy, qz)


@routine
def _gap(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    pose: FloatArray,
    motion: FloatArray,
    n: FloatArray,
    base: float,
    rate: float,
    curvature: float,
    tau: float,
) -> float:
    """Return the quadratic lower bound of the gap along n after the time `tau`."""
    gap = base + tau * rate - 0.5 * curvature * tau * tau
    # One call in a loop keeps the compiled code small.
    for body in range(2):
        sign = 1.0 - 2.0 * body
        x, y, z = cross(n[0], n[1], n[2], motion[body, SPIN], motion[body, SPIN + 1], motion[body, SPIN + 2])
        x, y, z = sign * (n[0] + tau * x), sign * (n[1] + tau * y), sign * (n[2] + tau * z)
        gap -= _reach(a if body == 0 else b, header, size, vertex, pose, body, x, y, z)
    return gap


@inlined
def _turning(n: FloatArray, motion: FloatArray, body: int) -> tuple[float, float]:
    """Return |n × ω|, the speed along n at radius 1, and |ω|."""
    wx, wy, wz = motion[body, SPIN], motion[body, SPIN + 1], motion[body, SPIN + 2]
    x, y, z = cross(n[0], n[1], n[2], wx, wy, wz)
    across = norm(x, y, z)
    return across, norm(wx, wy, wz)


@routine
def safe_step(
    a: int,
    b: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    pose: FloatArray,
    motion: FloatArray,
    n: FloatArray,
    radius_a: float,
    radius_b: float,
    gap: float,
    tolerance: float,
    remaining: float,
) -> float:
    """Return a time during which shapes `gap` apart along n cannot meet; infinity if they never will.

    For shapes that touch: a time during which they do not come nearer; 0 if they do.
    """
    across_a, spin_a = _turning(n, motion, 0)
    across_b, spin_b = _turning(n, motion, 1)
    nx, ny, nz = n[0], n[1], n[2]
    vx, vy, vz = (
        motion[1, VELOCITY] - motion[0, VELOCITY],
        motion[1, VELOCITY + 1] - motion[0, VELOCITY + 1],
        motion[1, VELOCITY + 2] - motion[0, VELOCITY + 2],
    )
    rate = dot(nx, ny, nz, vx, vy, vz)
    # Columns 0–2 less 7–9 of a pose: its centre.
    centers = dot(
        nx,
        ny,
        nz,
        (pose[1, 0] - pose[1, 7]) - (pose[0, 0] - pose[0, 7]),
        (pose[1, 1] - pose[1, 8]) - (pose[0, 1] - pose[0, 8]),
        (pose[1, 2] - pose[1, 9]) - (pose[0, 2] - pose[0, 9]),
    )
    base = centers - size[a, ROUND] - size[b, ROUND]
    closing = across_a * radius_a + across_b * radius_b - rate
    fastest = spin_a * radius_a + spin_b * radius_b + norm(vx, vy, vz)
    if closing <= _ALONG * fastest:
        return math.inf
    curvature = across_a * spin_a * radius_a + across_b * spin_b * radius_b
    now = _gap(a, b, header, size, vertex, pose, motion, n, base, rate, curvature, 0.0)
    if gap <= tolerance:
        # They touch. Is there a later time at which the bound, which rises before it falls, is not lower?
        high = min(remaining, math.pi / max(spin_a, spin_b)) if curvature > 0.0 else 0.0
        while closing * high > tolerance:
            if _gap(a, b, header, size, vertex, pose, motion, n, base, rate, curvature, high) >= now:
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
    # The root lies between the chord from the last safe time to the first unsafe one and the chord through the last
    # two safe times, drawn on: the bound is concave. Taking them in turn closes in from both sides.
    low, low_value, before, before_value, high, high_value = 0.0, gap, 0.0, gap, math.inf, 0.0
    tau = min(2.0 * step, remaining)
    for _ in range(_TRIES):
        value = _gap(a, b, header, size, vertex, pose, motion, n, base, rate, curvature, tau)
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
    return max(step, low)
