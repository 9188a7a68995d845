"""What islands may have of energy: no more than forces give them.

Contacts take from the energy and never add to it. Their impulses do no work on bodies that they hold and negative work
on those that slide or are stopped. What a step errs by, because places and normals change within it, a large island is
not solved to the end, or overlaps are pushed out against gravity, may be of either sign. Over a step of h an island may
get the work of the forces on it,

    ΔK ≤ W = Σ F · Δx + τ · h ω,

and what it has more is taken from the motion of its bodies: relative to each other, if it touches nothing that is held,

    v_i ← V + Ω × r_i + s (v_i − V − Ω × r_i),   ω_i ← Ω + s (ω_i − Ω),   s² = 1 − (ΔK − W) / K_rel,

with the motion V, Ω that it has as one rigid body, which keeps both momenta and K_rel what is left of K without it.
Bodies that touch then part, slide and roll on each other a little slower, and none begins to meet.

Where so much would stop what moves, as where bodies at rest are lifted out of an overlap, W < 0, they do not go all
the way: each is put back by the same part of it, and the rest of the overlap stays until motion pays for it. No more
than half the energy that an island had at the begin of the step is left to its motion then, so there always is such a
part, at most all. But nothing shall stay sunk for good: bodies may rise unpaid out of overlaps wider than what contacts
leave alone, with a little of the speed that a step of falling adds, faster out of those so deep that they are seen, and
freely out of those into which they were put: that is how a scene is described.
"""

import math
from typing import NamedTuple

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quat import Quat, length_squared, rotation_matrix
from rigida.math.vec3 import Vec3, dot, norm, plus_cross, square
from rigida.realtime.arrays import Bodies, Contacts, Flight, Islands
from rigida.realtime.bodies.conservation import angular_momentum_of, center_of, rigid_turn
from rigida.realtime.bodies.integrate import momentum_change, set_spin
from rigida.realtime.islands.back_off import is_uneven
from rigida.realtime.surfaces import band_of

#: Energy that is more than it may be by less than this part of itself is so by rounding.
_ROUNDED_ENERGY = 1e-12
#: The same where joints hold bodies, and where bodies roll on points that run around them: energies of what swings go
#: up and down a little, and would go down if only their rises were taken.
_ALONG_JOINTS, _ROLLING = 1e-4, 2e-5
#: Bodies may rise against the forces on them this fast: solvers leave as much of velocities, to and fro, and what lifts
#: a body would be paid by how it slides [m/s].
_UNNOTICED = 5e-6
#: Bodies that overlap by more than the band (see `surfaces`) are sunk. They may be lifted though nothing pays for it,
#: with this part of the speed that forces add in a step.
_RISES = 3e-4
#: An overlap deeper than the first part of a body's reach is deep, and may be left at the second part of it a second.
_DEEPLY_SUNK, _LEFT = 0.02, 2.0
#: What falls by this part of its grain in a step is too small for it.
_FAR = 0.5
#: Least part of its kinetic energy that is left to an island in one step: what cannot be taken at once, as where bodies
#: at rest are lifted, stays.
_LEAST_LEFT = 0.5
#: Islands of more bodies than these, of about the same mass, are heaps. They are not kept sunk, and more is left to
#: them: soft contacts of bodies that may not move load each other until the heap jerks.
_HEAP, _LEAST_LEFT_OF_HEAPS = 8, 0.9
#: Part of their arms by which joints may be opened.
_OPENS = 1e-6
#: Below this part of what is gained bodies stand still, before numbers get too small for processors.
_STILL = 1e-24


@inlined
def kinetic(i: int, bodies: Bodies) -> float:
    """Return the kinetic energy of a body at the end of the step [J]."""
    velocity = bodies.velocity[i]
    turning = dot(bodies.angular_velocity[i], bodies.angular_momentum[i])
    return 0.5 * (bodies.mass[i] * dot(velocity, velocity) + turning)


@inlined
def work_on(i: int, h: float, wrench: FloatArray, bodies: Bodies, flight: Flight) -> tuple[float, float]:
    """Return the works that the force and the torque of its wrench (n, 6) have done on a body in h [s], in [J]."""
    way, mean = bodies.center[i] - flight.start[i], 0.5 * (bodies.before[i].angular + bodies.angular_velocity[i])
    force, torque = Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2]), Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5])
    return dot(way, force), h * dot(mean, torque)


@routine
def is_driven(k: int, bodies: Bodies, contacts: Contacts, islands: Islands, flight: Flight) -> tuple[bool, bool]:
    """Tell whether something may put energy into an island, and whether nothing that is held touches or joins it.

    Bodies on a path may, and so may motors, springs and stiff forces.
    """
    alone, driven = flight.hung[k] == 0, flight.driven[k] != 0
    for q in range(islands.contact_start[k], islands.contact_start[k + 1]):
        pair = contacts.pair[islands.contact[q]]
        for i in (pair.a, pair.b):
            if i >= len(islands.of_body) or islands.of_body[i] < 0:
                alone = False
                if i < len(islands.of_body):
                    driven |= square(bodies.twist[i].linear) + square(bodies.twist[i].angular) > 0.0
    return driven, alone


@routine
def mark_driven(count: int, bodies: Bodies, islands: Islands, flight: Flight) -> None:
    """Mark which of the first `count` islands stiff forces, or motors and springs in joints, may drive.

    And which hang by a joint on something that is held.
    """
    for k in range(count):
        flight.driven[k] = flight.hung[k] = 0
    for j in range(len(islands.joined)):
        a, b = islands.joined[j].a, islands.joined[j].b
        for i, other in ((a, b), (b, a)):
            if i < len(islands.of_body) and islands.of_body[i] >= 0:
                k = islands.of_body[i]
                flight.driven[k] |= bodies.jointed[i] != 1
                flight.hung[k] |= other >= len(islands.of_body) or islands.of_body[other] < 0


@routine
def part_with_joints(k: int, part: float, bodies: Bodies, islands: Islands, flight: Flight) -> float:
    """Return which part of its way may be taken back of an island instead of `part`: joints must stay closed.

    Between two places joints are open by part (1 − part) θ²/2 of their arms, with θ the turn of a body from one to the
    other. Where that is too much, all or nothing is taken back, whichever is nearer.
    """
    jointed, turn = False, 0.0
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        now, then = bodies.attitude[i], flight.attitude[i]
        side = abs(now.w * then.w + now.x * then.x + now.y * then.y + now.z * then.z)  # cos θ/2
        jointed |= bodies.jointed[i] != 0
        turn = max(turn, 8.0 * (1.0 - side))  # θ²
    if not jointed or 0.5 * part * (1.0 - part) * turn < _OPENS:
        return part
    return 1.0 if part > 0.5 else 0.0


@routine
def stay(k: int, part: float, bodies: Bodies, islands: Islands, flight: Flight) -> None:
    """Take back a part of the way of an island's bodies, and of how they have turned; their spins are to be set."""
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        if part == 1.0:
            bodies.center[i], bodies.attitude[i] = flight.start[i], flight.attitude[i]
            continue
        bodies.center[i] += part * (flight.start[i] - bodies.center[i])
        now, then = bodies.attitude[i], flight.attitude[i]
        side = now.w * then.w + now.x * then.x + now.y * then.y + now.z * then.z
        new, old = 1.0 - part, part if side >= 0.0 else -part
        w, x = new * now.w + old * then.w, new * now.x + old * then.x
        q = Quat(w, x, new * now.y + old * then.y, new * now.z + old * then.z)
        bodies.attitude[i] = q * (1.0 / math.sqrt(length_squared(q)))


@routine
def find_depths(k: int, contacts: Contacts, islands: Islands, flight: Flight) -> None:
    """Find how deep the bodies of an island overlapped others at the begin of the step."""
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        flight.depth[islands.body[p]] = 0.0
    for q in range(islands.contact_start[k], islands.contact_start[k + 1]):
        pair, manifold, depth = contacts.pair[islands.contact[q]], contacts.manifold[islands.contact[q]], 0.0
        for j in range(pair.count):
            depth = max(depth, -manifold.separation[j])
        if depth > 0.0:
            for i in (pair.a, pair.b):
                if i < len(flight.depth):
                    flight.depth[i] = max(flight.depth[i], depth)


@routine
def free_rise(k: int, h: float, wrench: FloatArray, bodies: Bodies, islands: Islands, flight: Flight) -> float:
    """Return the energy for which bodies of an island may rise in h [s] though nothing pays for it [J].

    Slowly where they are sunk, faster out of a deep overlap, and freely where the step is too long for bodies of their
    size.
    """
    total = 0.0
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        force = Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2])
        lift, size = dot(force, flight.start[i] - bodies.center[i]), norm(force)
        fallen, grain, depth = h * h * size * bodies.inv_mass[i], bodies.grain[i], flight.depth[i]
        if fallen > _FAR * grain:
            total += max(lift, _RISES * fallen * size)
        elif depth > _DEEPLY_SUNK * flight.reach[i]:
            total += max(_LEFT * h * depth, _RISES * fallen) * size
        elif depth > band_of(grain, 0.0):
            total += _RISES * fallen * size
    return total


@routine
def least_left(k: int, contacts: Contacts, islands: Islands) -> float:
    """Return the least part of its kinetic energy that is left to a heap in a step: concave bodies are hard."""
    for q in range(islands.contact_start[k], islands.contact_start[k + 1]):
        if contacts.cache.impulse[contacts.pair[islands.contact[q]].entry].is_patch != 0.0:
            return _LEAST_LEFT
    return _LEAST_LEFT_OF_HEAPS


class Balance(NamedTuple):
    """What island k has got in a step of h [s].

    gain: energy beyond the work of wrenches [J]; before: its kinetic one at the begin [J]; work: of forces on its way
    [J]; put: whether what motion does not pay for need not be paid; alone: whether it touches nothing that is held.
    """

    k: int
    h: float
    gain: float
    before: float
    work: float
    put: bool
    alone: bool


@routine
def slow_down(
    balance: Balance, wrench: FloatArray, bodies: Bodies, contacts: Contacts, islands: Islands, flight: Flight
) -> None:
    """Take what an island has gained from its motion, or from its way; wrench (n, 6): see `limit_energies`."""
    k, gain, work, alone, total = balance.k, balance.gain, balance.work, balance.alone, 0.0
    center, velocity, turn = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        total += kinetic(islands.body[p], bodies)
    if alone:
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            bodies.rotation[islands.body[p]] = rotation_matrix(bodies.attitude[islands.body[p]])  # as it has turned
        center, velocity, mass = center_of(k, bodies, islands)
        momentum = angular_momentum_of(k, center, velocity, bodies, islands)
        turn = rigid_turn(k, center, momentum, bodies, islands)
        total -= 0.5 * mass * dot(velocity, velocity) + 0.5 * dot(turn, momentum)
    member = islands.body[islands.body_start[k] : islands.body_start[k + 1]]
    heap = len(member) > _HEAP and not is_uneven(member, bodies.mass)
    least = min(total, balance.before) * (least_left(k, contacts, islands) if heap else _LEAST_LEFT)
    least = least if least > _STILL * gain else 0.0
    unpaid = gain - (total - least)
    if unpaid > 0.0 and work < 0.0 and not (alone or balance.put or heap):
        find_depths(k, contacts, islands, flight)
        unpaid -= free_rise(k, balance.h, wrench, bodies, islands, flight)
        if unpaid > 0.0:
            part = part_with_joints(k, min(-unpaid / work, 1.0), bodies, islands, flight)
            stay(k, part, bodies, islands, flight)
    part = math.sqrt(max(total - gain, least) / total) if total > 0.0 else 1.0
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        as_one = plus_cross(velocity, turn, bodies.center[i] - center)
        bodies.velocity[i] = as_one + part * (bodies.velocity[i] - as_one)
        own = momentum_change(turn, bodies.rotation[i], bodies.inertia[i])
        bodies.angular_momentum[i] = own + part * (bodies.angular_momentum[i] - own)
        set_spin(i, bodies)


@kernel
def limit_energies(
    count: int,
    h: float,
    lifted: IntArray,
    wrench: FloatArray,
    bodies: Bodies,
    contacts: Contacts,
    islands: Islands,
    flight: Flight,
) -> int:
    """Let none of the first `count` islands have more energy after h [s] than wrenches (n, 6) have given it.

    lifted (n,): bodies are pushed out of deep overlaps, against their weight too, and nothing pays for that. Returns
    how many had.
    """
    found, marked = 0, False
    for k in range(count):
        corrected = contacts.all_impacts != 0 and islands.method[k] == 1  # has an error estimate instead
        if islands.contact_start[k] == islands.contact_start[k + 1] or corrected:
            continue
        before, total, work, turning, push, part, put = 0.0, 0.0, 0.0, 0.0, 0.0, _ROUNDED_ENERGY, 0
        free_rise = lifted[islands.body[islands.body_start[k]]] != 0
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            by_force, by_torque = work_on(i, h, wrench, bodies, flight)
            work, turning = work + (max(by_force, 0.0) if free_rise else by_force), turning + by_torque
            before, total = before + flight.energy[i], total + kinetic(i, bodies)
            if bodies.jointed[i]:
                part = _ALONG_JOINTS
            elif flight.rolls[i]:
                part = max(part, _ROLLING)
            push += abs(wrench[i, 0]) + abs(wrench[i, 1]) + abs(wrench[i, 2])
            put |= flight.put[i]
        gain = total - before - work - turning
        if gain <= part * total + _UNNOTICED * h * push:
            for p in range(islands.body_start[k], islands.body_start[k + 1] if put and not free_rise else 0):
                flight.put[islands.body[p]] = 0
            continue
        if not marked:
            mark_driven(count, bodies, islands, flight)
            marked = True
        driven, alone = is_driven(k, bodies, contacts, islands, flight)
        if not driven:
            found += 1
            balance = Balance(k, h, gain, before, work, put != 0, alone)
            slow_down(balance, wrench, bodies, contacts, islands, flight)
    return found
