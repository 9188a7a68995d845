"""A cone that rolls on its side: about its apex, which stays where it is, along a line that turns with it.

With the half angle α, the unit normal n of the plane and the unit direction u of the line from the apex A, the axis
from A to the base is d = cos α u + sin α n. The line turns by φ about n while the cone turns by ψ = −φ / sin α about d,

    ω = φ̇ n + ψ̇ d = w u,      w = −φ̇ cot α,      I_u ẇ = u · (τ + (c − A) × f)

with the moment of inertia I_u about the line, which does not change. One coordinate is left, which half kicks before
and after a turn move with second order, on level ground exactly (Landau and Lifshitz 1976, § 32, problem 7).
"""

import math

from rigida.geometry.core import CONE
from rigida.jit.decorators import inlined, routine
from rigida.math.quat import product, rotated, rotation_matrix
from rigida.math.vec3 import Vec3, cross, dot, norm, plus_cross
from rigida.realtime.arrays import Bodies
from rigida.realtime.bodies.integrate import momentum_change, turned
from rigida.realtime.rolling.arrays import Rolling
from rigida.realtime.rolling.part import spin_of
from rigida.realtime.rolling.touch_point import BodyShapes

#: A cone rolls, or a body topples, where the velocity of its line is below this part of that of its centre.
ROLLS = 0.02
#: A centre of mass further off the axis than this part of the cone's height is none of a cone.
_ON_AXIS = 1e-6


@inlined
def momentum_of(i: int, spin: Vec3, bodies: Bodies, rolling: Rolling) -> Vec3:
    """Return the angular momentum of a body with an angular velocity, where `rolling` has it [kg m²/s]."""
    return momentum_change(spin, rotation_matrix(rolling.attitude[i]), bodies.inertia[i])


@routine
def roll_cone(
    i: int,
    h: float,
    force: Vec3,
    torque: Vec3,
    bodies: Bodies,
    shapes: BodyShapes,
    rolling: Rolling,
) -> bool:
    """Move body i, where `rolling` has it, on for h [s] if it is a cone that rolls on its side; tell whether it is."""
    shape, ground = rolling.shape[i], rolling.ground[i]
    core, up, mass = shapes.convex.core[shapes.placed.geometry[shape]], ground.up, bodies.mass[i]
    if core.kind != CONE or ground.roll > 0.0 or ground.spin > 0.0:
        return False
    radius, height = core.size.x, 2.0 * core.size.y
    side = math.sqrt(radius * radius + height * height)
    sine, cosine = radius / side, height / side

    # Does it lie on its side, and roll there?
    turn = product(rolling.attitude[i], shapes.on_bodies.attitude[shape])
    axis = -rotated(turn, Vec3(0.0, 0.0, 1.0))
    middle = rotated(rolling.attitude[i], shapes.on_bodies.position[shape])
    apex = middle - 0.5 * height * axis  # from the centre of mass
    off_axis = norm(cross(middle, axis))
    lean = dot(axis, up) - sine
    if off_axis > _ON_AXIS * height or abs(lean) * height > 2.0 * ground.band * cosine:
        return False
    across = axis - dot(axis, up) * up
    line = across / norm(across)
    tilt = cross(line, up)
    rolling.attitude[i] = turned(rolling.attitude[i], -(lean / cosine) * tilt)
    axis = cosine * line + sine * up
    distance = norm(apex)
    arm = distance * axis  # of the centre of mass, from the apex
    place = rolling.center[i] + apex
    velocity, momentum = rolling.velocity[i], rolling.momentum[i]
    spin = spin_of(i, rolling.attitude[i], momentum, bodies)
    slip = norm(plus_cross(velocity, spin, -arm)) + norm(spin - dot(spin, line) * line) * side
    if slip > ROLLS * norm(velocity):
        return False

    # The turn.
    inertia = dot(line, momentum_of(i, line, bodies, rolling)) + mass * (distance * sine) ** 2
    about = momentum + mass * cross(arm, velocity)
    rate = (dot(line, about) + 0.5 * h * dot(line, torque + cross(arm, force))) / inertia
    angle = -h * rate * sine / cosine
    rolling.attitude[i] = turned(turned(rolling.attitude[i], (-angle / sine) * axis), angle * up)
    line = math.cos(angle) * line + math.sin(angle) * cross(up, line)
    arm = distance * (cosine * line + sine * up)
    rate += 0.5 * h * dot(line, torque + cross(arm, force)) / inertia

    # Are its impulses those of a line that touches and sticks?
    end = rate * cross(line, arm)
    turning = momentum_of(i, rate * line, bodies, rolling)
    push = mass * (end - velocity) - h * force
    moment = turning + mass * cross(arm, end) - about - h * (torque + cross(arm, force))
    load = dot(push, up)
    most = ground.friction * load
    where = -dot(moment, cross(up, line))  # times the load
    if not (load > 0.0 and 0.0 < where < side * load and norm(push - load * up) < most):
        return False
    if abs(dot(moment, up)) > 0.5 * side * most:
        return False
    rolling.center[i] = place + arm
    rolling.velocity[i], rolling.momentum[i] = end, turning
    return True
