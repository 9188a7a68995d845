"""What islands keep: their momenta, if they touch nothing that is held.

Momenta are noted before an island is solved, and given back to it after.
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import Int32, Record, Rows
from rigida.jit.tables import Table, dtype_of
from rigida.math.vec3 import Vec3, cross, dot, plus_cross
from rigida.realtime.arrays import Bodies, Contacts, Islands
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.bodies.integrate import momentum_change, set_spin
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.islands.island_set import IslandSet


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
        a, b = islands.joined[j].a, islands.joined[j].b
        of_a = islands.of_body[a] if a < len(islands.of_body) else -1
        of_b = islands.of_body[b] if b < len(islands.of_body) else -1
        if of_a != of_b or (of_a >= 0 and bodies.jointed[a] != 0):  # joints move their bodies later in the step
            momenta.alone[max(of_a, of_b)] = 0
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
