"""Wrap part: a cord from point p to point q that lies on a sphere or an infinite cylinder on its way. One equation.

Points are seen from the center of the obstacle, which one of the two frames carries; p is on the other frame, q on
either. Around a sphere the cord lies in the plane of p, q and the center; around a cylinder its projection along the
axis does, and it is a helix there. In this plane, with d = |p|, the tangent from p meets the circle of radius R at

    w = (R² p − σ R √(d² − R²) p⊥)/d²,   p⊥ = p turned by a right angle,   σ = ±1: the way around,

and likewise from q with −σ. With the arc between both and h the distance of p and q along the axis (0 for a sphere),

    ℓ = |p − w_p| + R φ + |q − w_q|,   C = √(ℓ² + h²)
    Ċ = n_p · ṗ + n_q · q̇                   n: unit vectors along the cord, away from where it touches

because a shortest line does not change its length as it slides over the obstacle. The cord takes the shorter way, or
the one over a point `side` where this is less than half a turn from both p and q; on that side, or without one, it is
straight where it misses the obstacle. Points inside an obstacle do not wrap. So does MuJoCo (`mju_wrap`, version 4).

Numbers: p 0–2, q 3–5, center 6–8, axis 9–11, side 12–14, all but p (and q) in the frame of the obstacle; R 15,
flags 16.
"""

import math

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.parts.frame import arm_of, set_row
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.elementary import atan2
from rigida.math.vec3 import Vec3, cross, dot, norm

#: Flags: a cylinder instead of a sphere, a side is given, q is on the frame of p, the obstacle is on frame a.
CYLINDER, HAS_SIDE, Q_WITH_P, ON_A = 1, 2, 4, 8
#: Step of the differences of directions by time, as a part of the radius.
_SMALL = 1e-4
#: Segments whose directions differ by less are parallel [m²].
_PARALLEL = 1e-15


@inlined
def segments_meet(px: float, vx: float, vy: float, qx: float, qy: float, wx: float, wy: float) -> bool:
    """Return whether the segments (px, 0) – v and q – w cross."""
    ax, ay, bx, by = vx - px, vy, wx - qx, wy - qy
    det = by * ax - bx * ay
    if abs(det) < _PARALLEL:
        return False
    s, t = (bx * (0.0 - qy) - by * (px - qx)) / det, (ax * (0.0 - qy) - ay * (px - qx)) / det
    return 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0


@routine
def cord(p: Vec3, q: Vec3, axis: Vec3, side: Vec3, radius: float, flags: int) -> tuple[float, Vec3, Vec3]:
    """Return the length of a cord and its directions at p and q, seen from the center of the obstacle."""
    straight = p - q
    length = norm(straight)
    n = straight * (1.0 / length if length > 0.0 else 0.0)
    cylinder = flags & CYLINDER != 0
    flat_p, flat_q, height = p, q, 0.0
    if cylinder:
        flat_p, flat_q, height = p - axis * dot(p, axis), q - axis * dot(q, axis), dot(q - p, axis)
    px = norm(flat_p)
    if px <= radius:
        return length, n, -n
    x = flat_p * (1.0 / px)
    z = axis
    if not cylinder:
        z = cross(p, q)
        if norm(z) < 1e-15:
            z = cross(x, Vec3(0.0, 0.0, 1.0)) if abs(x.z) < 0.9 else cross(x, Vec3(1.0, 0.0, 0.0))
        z = z * (1.0 / norm(z))
    y = cross(z, x)
    qx, qy = dot(flat_q, x), dot(flat_q, y)
    squared, circle = qx * qx + qy * qy, radius * radius
    if squared <= circle:
        return length, n, -n

    # Straight where it misses the obstacle, on the side that is given.
    dx, dy = qx - px, qy
    apart = dx * dx + dy * dy
    if apart < _PARALLEL:
        return length, n, -n
    at = min(max(-(dx * px) / apart, 0.0), 1.0)
    near_x, near_y = px + at * dx, at * dy
    side_x, side_y = dot(side, x), dot(side, y)
    sided = flags & HAS_SIDE != 0 and side_y * (side_x * qy - side_y * qx) > 0.0
    aside = not sided or side_x * near_x + side_y * near_y >= 0.0
    if near_x * near_x + near_y * near_y > circle and aside:
        return length, n, -n

    # The better of both ways around.
    root_p, root_q = math.sqrt(px * px - circle), math.sqrt(squared - circle)
    best, sigma, found = -math.inf, 0.0, False
    for way in range(2):
        s = 1.0 - 2.0 * way
        vx, vy = circle / px, -s * radius * root_p / px
        wx = (qx * circle - s * radius * qy * root_q) / squared
        wy = (qy * circle + s * radius * qx * root_q) / squared
        good = -((vx - wx) ** 2 + (vy - wy) ** 2)
        if sided:
            middle = math.sqrt((vx + wx) ** 2 + (vy + wy) ** 2)
            good = ((vx + wx) * side_x + (vy + wy) * side_y) / (middle if middle > 0.0 else 1.0)
        crosses = segments_meet(px, vx, vy, qx, qy, wx, wy)
        if crosses:
            good = -math.inf
        if good > best:
            best, sigma, found = good, s, not crosses
    if not found:
        return length, n, -n
    vx, vy = circle / px, -sigma * radius * root_p / px
    wx = (qx * circle - sigma * radius * qy * root_q) / squared
    wy = (qy * circle + sigma * radius * qx * root_q) / squared
    turn = vx * wy - vy * wx
    angle = atan2(abs(turn), vx * wx + vy * wy)
    if turn * sigma > 0.0:
        angle = 2.0 * math.pi - angle
    flat = root_p + radius * angle + root_q
    length = math.sqrt(flat * flat + height * height)
    along, rise = flat / length, height / length
    n_p = (x * (root_p / px) + y * (sigma * radius / px)) * along
    n_q = x * ((root_q * qx + sigma * radius * qy) / squared) + y * ((root_q * qy - sigma * radius * qx) / squared)
    return length, n_p - z * rise, n_q * along + z * rise


@routine
def wrap_rows(i: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J and the acceleration term of part i."""
    number = parts.number[i]
    radius, flags = number.all[15], int(number.all[16])
    on, off = (0, 1) if flags & ON_A else (1, 0)
    carrier, other = parts.frame[i][on], parts.frame[i][off]
    origin, twist = frames.pose[carrier].origin, frames.twist[carrier]
    center, axis = arm_of(i, 2, carrier, parts, frames), arm_of(i, 3, carrier, parts, frames)
    side = arm_of(i, 4, carrier, parts, frames)
    moving = frames.twist[other]
    shift = frames.pose[other].origin - origin
    both = flags & Q_WITH_P != 0
    arm_p = arm_of(i, 0, other, parts, frames)
    arm_q = arm_of(i, 1, other if both else carrier, parts, frames)
    p = shift + arm_p
    q = shift + arm_q if both else arm_q
    length, n_p, n_q = cord(p - center, q - center, axis, side, radius, flags)
    parts.error[i].all[0] = length
    push, turn, back = n_p, cross(arm_p, n_p), cross(p, n_p)
    if both:
        push, turn, back = push + n_q, turn + cross(arm_q, n_q), back + cross(q, n_q)
    set_row(jacobian[i], off, 0, push, turn)
    set_row(jacobian[i], on, 0, -push, -back)

    # Velocities and accelerations in the frame of the obstacle, and how the directions change with them.
    spin, rolling = twist.angular, moving.angular
    swing_p, swing_q = cross(rolling, arm_p), cross(rolling, arm_q)
    rate_p = moving.linear + swing_p - twist.linear - cross(spin, p)
    rate_q = moving.linear + swing_q - twist.linear - cross(spin, q)
    bias = dot(n_p, cross(rolling, swing_p) - cross(spin, cross(spin, p)) - 2.0 * cross(spin, rate_p))
    if both:
        bias += dot(n_q, cross(rolling, swing_q) - cross(spin, cross(spin, q)) - 2.0 * cross(spin, rate_q))
    else:
        rate_q = Vec3(0.0, 0.0, 0.0)
    speed = norm(rate_p) + norm(rate_q)
    if speed > 0.0:
        h = _SMALL * radius / speed
        _, p_after, q_after = cord(p + rate_p * h - center, q + rate_q * h - center, axis, side, radius, flags)
        _, p_before, q_before = cord(p - rate_p * h - center, q - rate_q * h - center, axis, side, radius, flags)
        bias += (dot(p_after - p_before, rate_p) + dot(q_after - q_before, rate_q)) / (2.0 * h)
    parts.bias[i].all[0] = bias
