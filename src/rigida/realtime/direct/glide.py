"""A body alone that glides flat over a plane: how its patch slides and spins, integrated through the step.

Solvers take a patch as one place with an ellipsoid of friction (`contacts.patch_friction`), that of the motion at the
step's begin. What lies flat and alone has three coordinates left, along both tangents and about the normal n. With the
points d_k, seen from below the centre of mass at a height H above them, the load N, its parts w_k and force f and
torque τ from outside,

    m v̇ = f_t + F,      I_n ω̇ = τ_n + T,      F = Σ F_k,      T = Σ n · (d_k × F_k),      F_k = −μ N w_k v_k/|v_k|,

v_k = v + ω n × d_k (Goyal, Ruina and Papadopoulos 1991, 2). How three or more points share the load is not known to
rigid bodies; it is even but for a slope, as on a bed of springs, w_k = 1/m + e · (d_k − d̄), and e follows from the
balance of moments about the tangents, in which q is the tangential part of I n:

    N Σ w_k d_k = (τ_t − ω̇ q − ω² n × q) × n − H F.

F and T are linear in e, so this is a system of two equations. A rim is a ring of points. Runge–Kutta steps of fourth
order follow the motion until sliding and spinning end, both at once, and the body rests or turns back. What tips is
left as the solver has it.
"""

import math

from rigida.jit.decorators import inlined, routine
from rigida.math.vec3 import Vec3, dot, square
from rigida.realtime.arrays import POINTS, Bodies, Impulse, Manifold, Twist
from rigida.realtime.bodies.integrate import gyroscopic_change, momentum_change
from rigida.realtime.direct.constraint import Constraint, normal_velocity
from rigida.realtime.direct.patch_limits import touches
from rigida.realtime.direct.work import RIM, Gliding
from rigida.realtime.surfaces import combined_friction

#: Part of its speed that friction may take in one step of Runge and Kutta. What slides aside dies out as fast as that.
_PART_LOST = 0.4
#: Most of these steps in one of the engine's.
_MOST_PARTS_GLIDING = 200
#: Slower than this part of what forces or friction change in a step is rest.
REST = 1e-3
#: Four points of a round shape lie on its rim if they are off a circle by less than this part of its radius.
_OFF_CIRCLE = 1e-3
_FAINTEST = 1e-30


@inlined
def turned_by(angle: float, v: Vec3) -> Vec3:
    """Return a vector turned about its last axis [rad]."""
    c, s = math.cos(angle), math.sin(angle)
    return Vec3(c * v.x - s * v.y, s * v.x + c * v.y, v.z)


@routine
def may_glide(c: Constraint, i: int, kept: Impulse, bodies: Bodies) -> bool:
    """Tell whether body i lies flat on what does not turn and is held, and neither lands nor leaves it."""
    other, a, b = c.a + c.b - i, bodies.before[c.a], bodies.before[c.b]
    flat = c.count > 2 and kept.is_patch == 0.0 and bodies.jointed[i] == 0
    if not flat or bodies.inverse[other].mass > 0.0:
        return False
    flat = square(bodies.before[other].angular) + square(bodies.twist[other].angular) == 0.0
    for k in range(c.count):
        flat &= touches(c, k) and abs(normal_velocity(c, c.point[k], a, b)) < c.impact_speed
    friction, _, spinning = combined_friction(bodies.surface[c.a], bodies.surface[c.b])
    return flat and friction > 0.0 and spinning == 0.0


@routine
def begin_gliding(c: Constraint, manifold: Manifold, h: float, kept: Impulse, bodies: Bodies, g: Gliding) -> bool:
    """Write how a body, alone on contact c, slides before the step; tell whether it may glide through it.

    `moving` must hold the twists with the forces of the step alone.
    """
    g.body = c.b if bodies.inverse[c.a].mass == 0.0 else c.a
    i, other = g.body, c.a + c.b - g.body
    # Seen from what it touches, which a path may carry along ever faster.
    twist, forced, drift = bodies.before[i], bodies.moving[i], bodies.before[other].linear
    sliding, gained = twist.linear - drift, forced.linear - twist.linear - (bodies.twist[other].linear - drift)
    slow = square(sliding) + bodies.grain[i] ** 2 * square(twist.angular) < REST * REST * square(gained)
    if slow or not may_glide(c, i, kept, bodies):
        return False
    g.side, g.mass = 1.0 if i == c.b else -1.0, bodies.mass[i]
    up, push = g.side * c.normal, (g.mass / h) * gained
    g.friction, _, _ = combined_friction(bodies.surface[c.a], bodies.surface[c.b])
    about = momentum_change(
        forced.angular - twist.angular - gyroscopic_change(i, h, bodies), bodies.rotation[i], bodies.inertia[i]
    )
    g.force, g.torque = along(c, g, push), along(c, g, about / h)
    g.load = -dot(push, up)
    own = along(c, g, momentum_change(up, bodies.rotation[i], bodies.inertia[i]))
    g.inertia, g.lean_x, g.lean_y = own.z, own.x, own.y
    v = along(c, g, sliding)
    g.velocity, g.place = Vec3(v.x, v.y, dot(twist.angular, up)), Vec3(0.0, 0.0, 0.0)
    place_points(c, manifold, bodies.center[i], g)
    measure_points(g)
    return g.load > 0.0


@inlined
def along(c: Constraint, g: Gliding, v: Vec3) -> Vec3:
    """Return the components of a world vector along both tangents and the normal towards the body."""
    return Vec3(dot(v, c.tangent_1), g.side * dot(v, c.tangent_2), g.side * dot(v, c.normal))


@inlined
def in_world(c: Constraint, g: Gliding, v: Vec3) -> Vec3:
    """Return the world vector that has these components along both tangents and the normal towards the body."""
    return v.x * c.tangent_1 + (g.side * v.y) * c.tangent_2 + (g.side * v.z) * c.normal


@routine
def place_points(c: Constraint, manifold: Manifold, center: Vec3, g: Gliding) -> None:
    """Write the points of a patch, or those of the rim on which they lie."""
    g.count, g.height = c.count, 0.0
    for k in range(c.count):
        d = along(c, g, manifold.point[k] - center)
        g.point[k].x, g.point[k].y = d.x, d.y
        g.height -= d.z / c.count
    if not c.is_round or c.count != POINTS:
        return
    # The circle through three of them; is the fourth one on it?
    first, second, third, last = g.point[0], g.point[1], g.point[2], g.point[3]
    ax, ay, bx, by = second.x - first.x, second.y - first.y, third.x - first.x, third.y - first.y
    area, a, b = 2.0 * (ax * by - ay * bx), ax * ax + ay * ay, bx * bx + by * by
    if area == 0.0:
        return
    x, y = (by * a - ay * b) / area, (ax * b - bx * a) / area
    radius = math.sqrt(x * x + y * y)
    x, y = x + first.x, y + first.y
    if abs(math.sqrt((last.x - x) ** 2 + (last.y - y) ** 2) - radius) > _OFF_CIRCLE * radius:
        return
    g.count = RIM
    for k in range(RIM):
        angle = 2.0 * math.pi * k / RIM
        g.point[k].x, g.point[k].y = x + radius * math.cos(angle), y + radius * math.sin(angle)


@routine
def measure_points(g: Gliding) -> None:
    """Write the middle of a patch's points, their second moments about it, and their mean distance."""
    g.middle_x, g.middle_y, g.xx, g.xy, g.yy, g.reach = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(g.count):
        p = g.point[k]
        g.middle_x, g.middle_y = g.middle_x + p.x / g.count, g.middle_y + p.y / g.count
        g.reach += math.sqrt(p.x * p.x + p.y * p.y) / g.count
    for k in range(g.count):
        x, y = g.point[k].x - g.middle_x, g.point[k].y - g.middle_y
        g.xx, g.xy, g.yy = g.xx + x * x, g.xy + x * y, g.yy + y * y


@inlined
def speed_of(v: Vec3, g: Gliding) -> float:
    """Return how fast the points of a patch are, about, that slides and turns [m/s]."""
    return math.sqrt(v.x * v.x + v.y * v.y + (g.reach * v.z) ** 2)


@routine
def acceleration(turn: float, velocity: Vec3, g: Gliding) -> Vec3:
    """Return the acceleration of a patch that has turned, along both tangents and about the normal.

    Writes the slope e of the loads. Everything is seen from a frame that turns with the body.
    """
    v, force, torque = turned_by(-turn, velocity), turned_by(-turn, g.force), turned_by(-turn, g.torque)
    # Means of directions s = −v_k/|v_k| and moments t = n · (d_k × s), and what both change by with e.
    sx, sy, st, xx, xy, yx, yy, tx, ty = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(g.count):
        p = g.point[k]
        vx, vy = v.x - v.z * p.y, v.y + v.z * p.x
        rate = 1.0 / (math.sqrt(vx * vx + vy * vy) + _FAINTEST)
        ax, ay = -vx * rate, -vy * rate
        at, x, y = p.x * ay - p.y * ax, p.x - g.middle_x, p.y - g.middle_y
        sx, sy, st = sx + ax, sy + ay, st + at
        xx, xy, yx, yy = xx + ax * x, xy + ax * y, yx + ay * x, yy + ay * y
        tx, ty = tx + at * x, ty + at * y
    sx, sy, st = sx / g.count, sy / g.count, st / g.count

    # The balance of moments.
    high, qx, qy = g.friction * g.height, g.friction * g.lean_y / g.inertia, -g.friction * g.lean_x / g.inertia
    spin = v.z * v.z / g.load
    more = torque.z / (g.friction * g.load)
    a, b = g.xx + high * xx + qx * tx, g.xy + high * xy + qx * ty
    c, d = g.xy + high * yx + qy * tx, g.yy + high * yy + qy * ty
    x = torque.y / g.load - spin * g.lean_x - g.middle_x - high * sx - qx * (st + more)
    y = -torque.x / g.load - spin * g.lean_y - g.middle_y - high * sy - qy * (st + more)
    determinant = a * d - b * c
    g.slope_x, g.slope_y = (d * x - b * y) / determinant, (a * y - c * x) / determinant

    most = g.friction * g.load
    fx = force.x + most * (sx + xx * g.slope_x + xy * g.slope_y)
    fy = force.y + most * (sy + yx * g.slope_x + yy * g.slope_y)
    about = torque.z + most * (st + tx * g.slope_x + ty * g.slope_y)
    return turned_by(turn, Vec3(fx / g.mass, fy / g.mass, about / g.inertia))


@routine
def lies_flat(g: Gliding) -> bool:
    """Tell whether every point of a patch carries a part of the load."""
    least = 1.0
    for k in range(g.count):
        least = min(least, g.slope_x * (g.point[k].x - g.middle_x) + g.slope_y * (g.point[k].y - g.middle_y))
    return 1.0 / g.count + least >= 0.0


@routine
def follow_friction(h: float, g: Gliding) -> bool:
    """Move a patch on for h [s]; tell whether it lies flat all the way. Where it comes to rest it stays, if held."""
    left, most = h, g.friction * g.load / g.mass
    slow = REST * most * h
    pulled = Vec3(g.force.x / g.mass, g.force.y / g.mass, g.torque.z / g.inertia)
    pull = speed_of(pulled, g)
    for _ in range(_MOST_PARTS_GLIDING):
        if speed_of(g.velocity, g) < slow:
            force = math.sqrt(g.force.x * g.force.x + g.force.y * g.force.y) + abs(g.torque.z) / g.reach
            if force < g.friction * g.load:
                g.velocity = Vec3(0.0, 0.0, 0.0)
                return True
            g.velocity = (2.0 * slow / pull) * pulled  # it begins to slide
        turn, v = g.place.z, g.velocity
        first = acceleration(turn, v, g)
        if not lies_flat(g):
            return False
        part = min(left, _PART_LOST * speed_of(v, g) / (most + pull))
        half = v + 0.5 * part * first
        second = acceleration(turn + 0.5 * part * v.z, half, g)
        other = v + 0.5 * part * second
        third = acceleration(turn + 0.5 * part * half.z, other, g)
        end = v + part * third
        fourth = acceleration(turn + part * other.z, end, g)
        g.place += (part / 6.0) * (v + 2.0 * half + 2.0 * other + end)
        g.velocity = v + (part / 6.0) * (first + 2.0 * second + 2.0 * third + fourth)
        left -= part
        if left <= 0.0:
            return True
    return False


@routine
def glide(c: Constraint, h: float, bodies: Bodies, g: Gliding) -> None:
    """Let the body of contact c, which has been solved, glide for h [s] as begun, if it does so through all of it.

    Its twists along the plane and about its normal, and the impulses of friction, become those of the way.
    """
    start = g.velocity
    if not follow_friction(h, g):
        return
    other = c.a + c.b - g.body
    set_gliding(bodies.twist[g.body], bodies.twist[other], g.velocity, c, g)
    set_gliding(bodies.moving[g.body], bodies.moving[other], g.place / h, c, g)

    push, spin = g.mass * (g.velocity - start) - h * g.force, g.inertia * (g.velocity.z - start.z) - h * g.torque.z
    arm = along(c, g, c.arm_b if g.side > 0.0 else c.arm_a)
    c.impulse.slide_1, c.impulse.slide_2 = g.side * push.x, push.y
    c.impulse.spin = spin - (arm.x * push.y - arm.y * push.x)


@inlined
def set_gliding(twist: Twist, other: Twist, velocity: Vec3, c: Constraint, g: Gliding) -> None:
    """Let a twist glide over another one, and turn about the normal; leave the rest as it is."""
    up, along_plane = g.side * c.normal, in_world(c, g, Vec3(velocity.x, velocity.y, 0.0)) + other.linear
    twist.linear = along_plane + dot(twist.linear - along_plane, up) * up
    twist.angular += (velocity.z - dot(twist.angular, up)) * up
