"""One part of the motion of a body that touches a plane at one point: it rolls there, or slides.

From its begin 0 to its end 1 after a time h, forces f, τ and an impulse P of the contact change a body by

    v₁ = v₀ + (h f + P)/m,                L₁ = L₀ + h τ + r × P + Γ,      r = (r₀ + r₁)/2
    c₁ = c₀ + h (v₀ + v₁)/2,              R₁ = free top of (R₀, (L₀ + L₁)/2) over h

where r₀, r₁ are the arms of the point that touches at both ends and Γ is rolling and spinning friction. At the end the
point is at rest where it rolls, v₁ + ω₁ × r₁ = 0; where that needs more friction than there is, it is at rest along the
normal, and friction acts against its slip there. P is found by Newton's method. Exchanging both ends changes nothing,
so that energy does not drift, and the error is of second order (Hairer, Lubich and Wanner 2006, V; VII.5 on rolling).
"""

from rigida.dynamics.free_top import turn_alone
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import as_array
from rigida.math.quat import Quat, rotated, rotated_back
from rigida.math.vec3 import Vec3, by_components, cross, dot, norm, plus_cross
from rigida.realtime.arrays import Bodies
from rigida.realtime.rolling.arrays import Ground, Rolling
from rigida.realtime.rolling.touch_point import BodyShapes, touch_arm

#: Steps of Newton's method, and the velocity of the point that is left at its end as a part of the body's [–].
_MOST_TRIALS, _PART_CONVERGED = 12, 1e-11
#: A point that moves further in a part of a step, as a part of its arm, has jumped to another rim.
JUMPED = 0.3
#: Slower turning than this part of all turning has no friction of its own.
_FAINT_TURN = 1e-3


@inlined
def spin_of(i: int, attitude: Quat, momentum: Vec3, bodies: Bodies) -> Vec3:
    """Return the angular velocity of a body that has an attitude and an angular momentum [rad/s]."""
    return rotated(attitude, by_components(rotated_back(attitude, momentum), bodies.inv_inertia[i]))


@inlined
def turned_torque(spin: Vec3, ground: Ground) -> Vec3:
    """Return the torque of rolling and spinning friction per normal force, against an angular velocity [m]."""
    if ground.roll == 0.0 and ground.spin == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    faint = _FAINT_TURN * norm(spin) + 1e-30
    about = dot(spin, ground.up) * ground.up
    across = spin - about
    return -(ground.roll / (norm(across) + faint)) * across - (ground.spin / (norm(about) + faint)) * about


@inlined
def solve_3(x: Vec3, y: Vec3, z: Vec3, right: Vec3) -> Vec3:
    """Return what a matrix with these columns turns into the right side."""
    yz = cross(y, z)
    scale = 1.0 / dot(x, yz)
    return scale * Vec3(dot(right, yz), dot(x, cross(right, z)), dot(x, cross(y, right)))


@routine
def roll_part(
    i: int,
    h: float,
    sticks: bool,
    force: Vec3,
    torque: Vec3,
    bodies: Bodies,
    shapes: BodyShapes,
    rolling: Rolling,
) -> bool:
    """Move body i, where `rolling` has it, on for h [s]; sticks: whether its point is at rest at the end, or slides.

    `push` is a first guess of the impulse; on return what it is. Returns false where there is none: then nothing but
    `push` has changed.
    """
    shape, ground, mass = rolling.shape[i], rolling.ground[i], bodies.inv_mass[i]
    up = ground.up
    start, momentum, velocity = rolling.attitude[i], rolling.momentum[i], rolling.velocity[i]
    first = touch_arm(shape, start, -up, shapes)
    spin = spin_of(i, start, momentum, bodies)
    against, slip = turned_torque(spin, ground), plus_cross(velocity, spin, first)
    arm, push, limit = first, rolling.push[i], _PART_CONVERGED * (norm(velocity) + norm(spin) * norm(first))
    if not sticks:
        push = dot(push, up) * (up + friction_along(slip, ground))
    converged = False
    for _ in range(_MOST_TRIALS):
        # The end with this impulse.
        middle = 0.5 * (first + arm)
        change = h * torque + cross(middle, push) + dot(push, up) * against
        rolling.attitude[i], rolling.turning[i] = start, momentum + 0.5 * change
        turn_alone(h, 1, i, as_array(bodies.inv_inertia), as_array(rolling.attitude), as_array(rolling.turning))
        attitude = rolling.attitude[i]
        arm, spin = touch_arm(shape, attitude, -up, shapes), spin_of(i, attitude, momentum + change, bodies)
        slip = plus_cross(velocity + mass * (h * force + push), spin, arm)
        if not norm(arm - first) < JUMPED * norm(first):
            break

        # What it must be changed by.
        x, y, z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
        x = mass * x + cross(spin_of(i, attitude, cross(middle, x), bodies), arm)
        y = mass * y + cross(spin_of(i, attitude, cross(middle, y), bodies), arm)
        z = mass * z + cross(spin_of(i, attitude, cross(middle, z), bodies), arm)
        if sticks:
            converged = norm(slip) < limit
            push = push - solve_3(x, y, z, slip)
        else:
            along = up + friction_along(slip, ground)
            normal = dot(push, up) - dot(slip, up) / dot(along.x * x + along.y * y + along.z * z, up)
            wanted = normal * along
            converged = norm(wanted - push) * mass < 10.0 * limit
            push = wanted
        if converged:
            break
    normal = dot(push, up)
    beyond = sticks and norm(push - normal * up) > ground.friction * normal
    rolling.push[i] = push
    if not converged or not normal > 0.0 or beyond:
        rolling.attitude[i] = start
        return False
    moved = 0.5 * h * (2.0 * velocity + mass * (h * force + push))
    # The way along the normal is that of the point: separations stay as they are.
    rolling.center[i] += moved - dot(moved + arm - first, up) * up
    rolling.velocity[i] = velocity + mass * (h * force + push)
    rolling.momentum[i] = momentum + change
    return True


@inlined
def friction_along(slip: Vec3, ground: Ground) -> Vec3:
    """Return friction per normal force against the slip of a point [–]."""
    across = slip - dot(slip, ground.up) * ground.up
    return -(ground.friction / (norm(across) + 1e-30)) * across
