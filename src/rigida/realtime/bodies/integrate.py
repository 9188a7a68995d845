"""Integration: forces change velocities before the contacts are solved; positions follow from the velocities after.

World angular momentum is the state. Impulses on a body add to it, its angular velocity is derived, and bodies turn as
free tops, so a spinning body keeps energy and momentum whatever the step (`rigida.dynamics.free_top`).
"""

import math

from rigida.arrays import FloatArray
from rigida.dynamics.free_top import drift, turned_with_torque, turns_with_torque
from rigida.dynamics.state import set_angular_velocity
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import as_array
from rigida.math.elementary import cos, sin
from rigida.math.quat import Quat, length_squared, product, rotation_matrix
from rigida.math.vec3 import Mat3, Vec3, by_components, cross, dot
from rigida.realtime.arrays import Bodies, Flight, Islands
from rigida.realtime.tuning import WILD_TURN

#: Squares of half angles below this have sine and cosine from five terms of their series, exact to rounding [rad²].
_SMALL = 0.01
#: Coefficients of cos √x = 1 + …, and of sin √x / (2 √x) = 1/2 + ….
_COS = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(1, 6))
_SIN = tuple((-1.0) ** k / (2.0 * math.factorial(2 * k + 1)) for k in range(1, 6))


@inlined
def momentum_change(spin: Vec3, rotation: Mat3, inertia: Vec3) -> Vec3:
    """Return R I Rᵀ ω: the angular momentum that a change of angular velocity takes."""
    return rotation @ by_components(spin @ rotation, inertia)


@inlined
def torque_free_change(i: int, h: float, bodies: Bodies) -> Vec3:
    """Return by how much the angular velocity of body i changes in h [s] without torque, because the body turns.

    With the inertia of the start −h I⁻¹ (ω × L), none for bodies that rotate too far in that time; with that predicted
    for the end I⁻¹ L − ω.
    """
    spin, momentum = bodies.angular_velocity[i], bodies.angular_momentum[i]
    if bodies.active[i] and bodies.at_end[i]:
        # An impact at the start of the step has changed the twist with the inertia of the start.
        gyroscopic_change = momentum_change(
            bodies.twist[i].angular - spin, rotation_matrix(bodies.attitude[i]), bodies.inertia[i]
        )
        bodies.twist[i].angular = spin + bodies.inverse[i].inertia @ gyroscopic_change
        return bodies.inverse[i].inertia @ momentum - spin
    torque = cross(momentum, spin)
    if bodies.active[i] == 0 or h * h * dot(torque, torque) > WILD_TURN * WILD_TURN * dot(momentum, momentum):
        return Vec3(0.0, 0.0, 0.0)
    return h * (bodies.inverse[i].inertia @ torque)


@kernel
def integrate_velocities(first: int, last: int, h: float, wrench: FloatArray, bodies: Bodies) -> None:
    """Let wrenches (n, 6) act on a range of twists for h [s]; keep what was before, and as what moves the bodies.

    Contacts must hold at the end of the step, where a body that turns has another angular velocity with the same
    angular momentum.
    """
    for i in range(first, last):
        twist, inverse = bodies.twist[i], bodies.inverse[i]
        bodies.before[i] = twist
        force, torque = (
            Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2]),
            Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5]),
        )
        twist.linear += h * inverse.mass * force
        bodies.turning[i] = torque_free_change(i, h, bodies)
        twist.angular += h * (inverse.inertia @ torque) + bodies.turning[i]
        bodies.moving[i] = twist


@routine
def turned(attitude: Quat, turn: Vec3) -> Quat:
    """Return an attitude turned by a world rotation vector [rad]."""
    x = 0.25 * dot(turn, turn)  # square of half the angle
    if x < _SMALL:
        cosine = 1.0 + x * (_COS[0] + x * (_COS[1] + x * (_COS[2] + x * (_COS[3] + x * _COS[4]))))
        scale = 0.5 + x * (_SIN[0] + x * (_SIN[1] + x * (_SIN[2] + x * (_SIN[3] + x * _SIN[4]))))
    else:
        half = math.sqrt(x)
        cosine, scale = cos(half), 0.5 * sin(half) / half
    q = product(Quat(cosine, turn.x * scale, turn.y * scale, turn.z * scale), attitude)
    return q * (1.0 / math.sqrt(length_squared(q)))


@inlined
def set_spin(i: int, bodies: Bodies) -> None:
    """Give body i the angular velocity of its attitude and angular momentum."""
    set_angular_velocity(
        i,
        as_array(bodies.inv_inertia),
        as_array(bodies.attitude),
        as_array(bodies.angular_momentum),
        as_array(bodies.angular_velocity),
    )


@kernel
def integrate_positions(
    first: int, last: int, h: float, wrench: FloatArray, bodies: Bodies, islands: Islands, flight: Flight
) -> None:
    """Move the active bodies of a range by h [s] and give them new velocities and momenta, but for jointed ones.

    Free bodies by half kick, free flight, half kick; bodies of directly solved islands by `moving`; others by their
    displacement in sub-steps.
    """
    for i in range(first, last):
        flight.still[i] = 1
        if bodies.active[i] == 0:
            continue
        if bodies.jointed[i]:
            continue
        k = islands.of_body[i]

        # a body alone
        if k < 0:
            flight.still[i] = 0
            force = Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2])
            torque = Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5])
            kick = h * force * bodies.inv_mass[i]
            flight.velocity[i] = bodies.velocity[i] + 0.5 * kick
            bodies.velocity[i] += kick
            flight.momentum[i] = bodies.angular_momentum[i] + 0.5 * h * torque
            bodies.angular_momentum[i] += h * torque
            continue

        # one that touches something
        rotation, inertia, spin = bodies.rotation[i], bodies.inertia[i], bodies.angular_velocity[i]
        twist = bodies.twist[i]
        end = bodies.angular_momentum[i] + momentum_change(twist.angular - spin - bodies.turning[i], rotation, inertia)
        if islands.method[k] == 1:
            flight.still[i] = 0
            moving = bodies.moving[i]
            change = momentum_change(moving.angular - spin, rotation, inertia)  # without what turning does to it
            flight.momentum[i] = bodies.angular_momentum[i] + change
            flight.velocity[i] = moving.linear
            if turns_with_torque(h, bodies.inv_inertia[i], flight.momentum[i]):
                flight.still[i] = 1
                bodies.center[i] += h * moving.linear
                ramp = 2.0 * (end - flight.momentum[i])
                bodies.attitude[i] = turned_with_torque(
                    h, bodies.attitude[i], bodies.inv_inertia[i], flight.momentum[i], ramp
                )
        else:
            displacement = bodies.displacement[i]
            bodies.center[i] += displacement.linear
            bodies.attitude[i] = turned(bodies.attitude[i], displacement.angular)
        bodies.angular_momentum[i] = end
        bodies.velocity[i] = twist.linear
        if flight.still[i]:
            set_spin(i, bodies)

    drift(
        as_array(flight.still[first:last]),
        as_array(bodies.inv_inertia[first:last]),
        h,
        as_array(bodies.center[first:last]),
        as_array(bodies.attitude[first:last]),
        as_array(flight.velocity[first:last]),
        as_array(flight.momentum[first:last]),
    )
    for i in range(first, last):
        if flight.still[i] == 0:
            set_spin(i, bodies)
