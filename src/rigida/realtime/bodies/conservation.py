"""What islands keep: their momenta, if they touch nothing that is held, and no more energy than forces give them.

Momenta are noted before an island is solved, and given back to it after.

Contacts take from the energy and never add to it. Their impulses do no work on bodies that they hold and negative work
on those that slide or are stopped. What a step errs by, because places and normals change within it, a large island is
not solved to the end, or overlaps are pushed out against gravity, may be of either sign. Over a step of h an island may
get the work of the forces on it,

    ΔK ≤ W = Σ F · Δx + τ · h ω,

and what it has more is taken from the motion of its bodies: relative to each other, if it touches nothing that is held,

    v_i ← V + Ω × r_i + s (v_i − V − Ω × r_i),   ω_i ← Ω + s (ω_i − Ω),   s² = 1 − (ΔK − W) / K_rel,

with the motion V, Ω that it has as one rigid body, which keeps both momenta and K_rel what is left of K without it.
Bodies that touch then part, slide and roll on each other a little slower, and none begins to meet.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Record, Rows
from rigida.jit.tables import Table, dtype_of
from rigida.math.quat import Quat, length_squared
from rigida.math.vec3 import Vec3, cross, dot, plus_cross
from rigida.realtime.arrays import Bodies, Contacts, Flight, Islands
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.integrate import momentum_change, set_spin
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.island_set import IslandSet

#: Energy that is more than it may be by less than this part of itself is so by rounding.
_ROUNDED_ENERGY = 1e-12
#: The same where joints hold bodies: energies of what swings go up and down a little.
_ALONG_JOINTS = 1e-4
#: Bodies may rise against the forces on them this fast: solvers leave as much of velocities, to and fro, and what lifts
#: a body would be paid by how it slides [m/s].
_UNNOTICED = 5e-6
#: Least factor of velocities in one step, of what an island had before: what cannot be taken at once, as where bodies
#: at rest are lifted, stays.
_LEAST_LEFT = 0.7


@inlined
def kinetic(i: int, bodies: Bodies) -> float:
    """Return the kinetic energy of a body at the end of the step [J]."""
    velocity = bodies.velocity[i]
    turning = dot(bodies.angular_velocity[i], bodies.angular_momentum[i])
    return 0.5 * (bodies.mass[i] * dot(velocity, velocity) + turning)


@routine
def gain_of(i: int, h: float, wrench: FloatArray, bodies: Bodies, flight: Flight) -> tuple[float, float, float]:
    """Return the energy that a body has got in h [s] beyond the work of its wrench (n, 6), and its kinetic one before.

    Both in [J].
    """
    before, spin = bodies.before[i], bodies.before[i].angular
    first = bodies.mass[i] * dot(before.linear, before.linear)
    first += dot(spin, momentum_change(spin, bodies.rotation[i], bodies.inertia[i]))
    way = bodies.center[i] - flight.start[i]
    work = dot(way, Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2]))
    work += 0.5 * h * dot(spin + bodies.angular_velocity[i], Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5]))
    return kinetic(i, bodies) - 0.5 * first - work, 0.5 * first, work


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
                    v, spin = bodies.velocity[i], bodies.angular_velocity[i]
                    driven |= dot(v, v) + dot(spin, spin) > 0.0
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
def stay(k: int, part: float, bodies: Bodies, islands: Islands, flight: Flight) -> None:
    """Take back a part of the way of an island's bodies."""
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        if bodies.jointed[i]:
            continue
        bodies.center[i] += part * (flight.start[i] - bodies.center[i])
        now, then = bodies.attitude[i], flight.attitude[i]
        side = now.w * then.w + now.x * then.x + now.y * then.y + now.z * then.z
        new, old = 1.0 - part, part if side >= 0.0 else -part
        q = Quat(
            new * now.w + old * then.w, new * now.x + old * then.x, new * now.y + old * then.y, new * now.z + old * then.z
        )
        bodies.attitude[i] = q * (1.0 / math.sqrt(length_squared(q)))
        set_spin(i, bodies)


@routine
def slow_down(
    k: int, gain: float, before: float, work: float, alone: bool, bodies: Bodies, islands: Islands, flight: Flight
) -> None:
    """Take the energy `gain` from the motion of an island that had the kinetic one `before` [J]."""
    total = 0.0
    center, velocity, turn = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        total += kinetic(islands.body[p], bodies)
    if alone:
        center, velocity, mass = center_of(k, bodies, islands)
        momentum = angular_momentum_of(k, center, velocity, bodies, islands)
        turn = rigid_turn(k, center, momentum, bodies, islands)
        total -= 0.5 * mass * dot(velocity, velocity) + 0.5 * dot(turn, momentum)
    least = min(total, before) * _LEAST_LEFT * _LEAST_LEFT
    unpaid = gain - (total - least)
    if unpaid > 0.0 and work < 0.0 and not alone:
        stay(k, min(-unpaid / work, 1.0), bodies, islands, flight)
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
    wrench: FloatArray,
    bodies: Bodies,
    contacts: Contacts,
    islands: Islands,
    flight: Flight,
) -> int:
    """Let none of the first `count` islands have more energy after h [s] than wrenches (n, 6) have given it.

    Returns how many had.
    """
    found, marked = 0, False
    for k in range(count):
        if islands.contact_start[k] == islands.contact_start[k + 1]:
            continue
        gain, before, total, lift, push, part = 0.0, 0.0, 0.0, 0.0, 0.0, _ROUNDED_ENERGY
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            more, had, work = gain_of(i, h, wrench, bodies, flight)
            lift += work
            gain, before, total = gain + more, before + had, total + kinetic(i, bodies)
            part = _ALONG_JOINTS if bodies.jointed[i] else part
            push += abs(wrench[i, 0]) + abs(wrench[i, 1]) + abs(wrench[i, 2])
        if gain <= part * total + _UNNOTICED * h * push:
            continue
        if not marked:
            mark_driven(count, bodies, islands, flight)
            marked = True
        driven, alone = is_driven(k, bodies, contacts, islands, flight)
        if not driven:
            found += 1
            slow_down(k, gain, before, lift, alone, bodies, islands, flight)
    return found


class Momentum(Record):
    """Momentum, angular momentum about the centre of mass, and its place that an island must have."""

    linear: Vec3  # [kg m/s]
    angular: Vec3  # [kg m²/s]
    place: Vec3  # of the centre [m]


class Momenta(Table):
    """A row per island."""

    alone: Rows[Int32]  # 1 for those whose bodies touch only each other
    due: Rows[Momentum]


@routine
def center_of(k: int, bodies: Bodies, islands: Islands) -> tuple[Vec3, Vec3, float]:
    """Return centre of mass [m], velocity [m/s] and mass [kg] of an island."""
    place, velocity, mass = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), 0.0
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        place, velocity = place + bodies.mass[i] * bodies.center[i], velocity + bodies.mass[i] * bodies.velocity[i]
        mass += bodies.mass[i]
    return place / mass, velocity / mass, mass


@routine
def angular_momentum_of(k: int, center: Vec3, velocity: Vec3, bodies: Bodies, islands: Islands) -> Vec3:
    """Return the angular momentum of an island about its centre of mass, which moves with `velocity` [kg m²/s]."""
    total = Vec3(0.0, 0.0, 0.0)
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        push = bodies.mass[i] * (bodies.velocity[i] - velocity)
        total = plus_cross(total + bodies.angular_momentum[i], bodies.center[i] - center, push)
    return total


@kernel
def note_momenta(
    count: int,
    kept: int,
    h: float,
    wrench: FloatArray,
    bodies: Bodies,
    contacts: Contacts,
    islands: Islands,
    momenta: Momenta,
) -> int:
    """Write what momenta the first `count` islands will have after h [s] of wrenches (n, 6), if they are alone.

    kept: number of contacts that may act. Returns how many are alone.
    """
    for k in range(count):
        momenta.alone[k] = 1
    for q in range(kept):
        pair = contacts.pair[islands.contact[q]]
        of_a, of_b = islands.of_body[pair.a], islands.of_body[pair.b]
        if of_a < 0 or of_b < 0:
            momenta.alone[max(of_a, of_b)] = 0
    for j in range(len(islands.joined)):
        for i in (islands.joined[j].a, islands.joined[j].b):
            if i < len(islands.of_body) and islands.of_body[i] >= 0:
                momenta.alone[islands.of_body[i]] = 0
    found = 0
    for k in range(count):
        if momenta.alone[k] == 0:
            continue
        found += 1
        center, velocity, mass = center_of(k, bodies, islands)
        linear, angular = mass * velocity, angular_momentum_of(k, center, velocity, bodies, islands)
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            force = Vec3(wrench[i, 0], wrench[i, 1], wrench[i, 2])
            torque = Vec3(wrench[i, 3], wrench[i, 4], wrench[i, 5])
            linear, angular = linear + h * force, angular + h * plus_cross(torque, bodies.center[i] - center, force)
        momenta.due[k].linear, momenta.due[k].angular = linear, angular
        momenta.due[k].place = center + 0.5 * h * (velocity + linear / mass)
    return found


@routine
def rigid_turn(k: int, center: Vec3, missing: Vec3, bodies: Bodies, islands: Islands) -> Vec3:
    """Return the angular velocity that gives an island as one rigid body an angular momentum [rad/s]."""
    x, y, z = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)  # rows of J
    for p in range(islands.body_start[k], islands.body_start[k + 1]):
        i = islands.body[p]
        x = x + carried(i, center, Vec3(1.0, 0.0, 0.0), bodies)
        y = y + carried(i, center, Vec3(0.0, 1.0, 0.0), bodies)
        z = z + carried(i, center, Vec3(0.0, 0.0, 1.0), bodies)
    yz, zx, xy = cross(y, z), cross(z, x), cross(x, y)
    return (missing.x * yz + missing.y * zx + missing.z * xy) / dot(x, yz)


@routine
def carried(i: int, center: Vec3, turn: Vec3, bodies: Bodies) -> Vec3:
    """Return the angular momentum about an island's centre that body i has if all turns with it [kg m²/s]."""
    arm = bodies.center[i] - center
    own = momentum_change(turn, bodies.rotation[i], bodies.inertia[i])
    return plus_cross(own, arm, bodies.mass[i] * cross(turn, arm))


@kernel
def keep_momenta(count: int, bodies: Bodies, islands: Islands, momenta: Momenta) -> None:
    """Give the first `count` islands, if they are alone and have moved, the momenta they must have."""
    for k in range(count):
        if momenta.alone[k] == 0:
            continue
        center, velocity, mass = center_of(k, bodies, islands)
        more = momenta.due[k].linear / mass - velocity
        missing = momenta.due[k].angular - angular_momentum_of(k, center, velocity, bodies, islands)
        turn, shift = rigid_turn(k, center, missing, bodies, islands), momenta.due[k].place - center
        for p in range(islands.body_start[k], islands.body_start[k + 1]):
            i = islands.body[p]
            bodies.velocity[i] += plus_cross(more, turn, bodies.center[i] - center)
            bodies.center[i] += shift
            bodies.angular_momentum[i] += momentum_change(turn, bodies.rotation[i], bodies.inertia[i])
            set_spin(i, bodies)


class MomentumKeeper:
    """acts: false for methods that do not keep momentum."""

    def __init__(self, bodies: BodyRows, contacts: ContactSet, islands: IslandSet, acts: bool) -> None:
        n = len(islands.island)
        self._islands, self._acts, self._alone = islands, acts, 0
        momenta = Momenta(alone=np.zeros(n, dtype=np.int32), due=np.zeros(n, dtype=dtype_of(Momentum)))
        self._note = bind(note_momenta, bodies.table, contacts.table, islands.table, momenta)
        self._keep = bind(keep_momenta, bodies.table, islands.table, momenta)

    def note(self, wrench: FloatArray, h: float) -> None:
        """Take note of what momenta islands will have after h [s] of wrenches (n, 6)."""
        self._alone = 0
        if self._acts and self._islands.between:  # else every island touches something that is held
            self._alone = self._note(self._islands.count, self._islands.kept, h, wrench)

    def keep(self) -> None:
        """Give islands that touch nothing else their momenta."""
        if self._alone:
            self._keep(self._islands.count)
