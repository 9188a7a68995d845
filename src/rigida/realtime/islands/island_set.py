"""The islands of a step: bodies that touch, or are joined, and so must be solved together.

Contacts that can neither touch within the step nor carried an impulse are left out first. Islands are numbered in the
order of their first body, bodies and contacts sorted by island, so that each island is two ranges.
"""

import numpy as np

from rigida.arrays import IntArray
from rigida.dynamics.model import Model
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.math.prefetch import prefetch_row
from rigida.math.vec3 import cross, dot, plus_dot
from rigida.realtime.arrays import Bodies, Contacts, Islands, Manifold, Pair, Twist
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.manifolds import AHEAD
from rigida.realtime.surfaces import contact_length_scale, slop_of
from rigida.realtime.tuning import OUT_OF_RANGE, SLOW_SPEED, SMALL_ISLAND

# How a contact binds its bodies: not at all; only if one of them is in motion; always.
_NOT, _LOOSELY, _FIRMLY = 0, 1, 2
# What a body is before it is in an island: in none; in one; not moved by impulses.
_UNCONNECTED, _BOUND, _IMMOVABLE = -2, -1, -3


@inlined
def is_moving(twist: Twist) -> bool:
    """Return whether a body is faster than `SLOW_SPEED`."""
    fast = False
    for c in range(6):
        fast |= abs(twist.all[c]) > SLOW_SPEED
    return fast


@inlined
def root(parent: Rows[Int32], i: int) -> int:
    """Return the representative of body i, halving the path to it."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@routine
def join(parent: Rows[Int32], a: int, b: int) -> None:
    """Put two bodies into one island; the smaller number represents it."""
    a, b = root(parent, a), root(parent, b)
    if a < b:
        parent[b] = a
    elif b < a:
        parent[a] = b


@routine
def binding(pair: Pair, manifold: Manifold, contacts: Contacts, bodies: Bodies, h: float) -> int:
    """Return how a contact binds its bodies.

    Firmly if it carried an impulse, or closes within the step at the present velocities or by falling; loosely if it is
    within reach of what may happen to a body in motion.
    """
    kept = contacts.cache.impulse[pair.entry]
    for k in range(pair.count):
        if kept.normal[k] + kept.impact[k] > 0.0:
            return _FIRMLY
    a, b, n = bodies.twist[pair.a], bodies.twist[pair.b], manifold.normal
    center_a, center_b = bodies.center[pair.a], bodies.center[pair.b]
    along = dot(n, b.linear - a.linear)
    length_scale = contact_length_scale(pair.a, pair.b, bodies)
    near = OUT_OF_RANGE * length_scale
    for k in range(pair.count):
        point = manifold.point[k]
        v = plus_dot(along, b.angular, cross(point - center_b, n)) - dot(a.angular, cross(point - center_a, n))
        near = min(near, manifold.separation[k] + h * (v if v < 0.0 else 0.0))
    if near >= OUT_OF_RANGE * length_scale:
        return _NOT
    fall = h * h * abs(dot(n, bodies.gravity))
    return _FIRMLY if near < slop_of(length_scale, kept.is_patch) + fall else _LOOSELY


@kernel
def find_islands(count: int, h: float, bodies: Bodies, contacts: Contacts, islands: Islands) -> tuple[int, int, int]:
    """Fill the islands of the first `count` contacts and of the joined pairs of bodies, for a step of h [s].

    Returns how many islands there are, how many contacts may act in them, and how many bodies and contacts the small
    ones have together.
    """
    parent, of_body, order = islands.parent, islands.of_body, islands.contact
    n = len(parent)

    # Every body alone.
    for i in range(n):
        parent[i] = i
        of_body[i] = _UNCONNECTED if bodies.inverse[i].mass > 0.0 else _IMMOVABLE
        islands.in_motion[i] = 0

    # Contacts that bind firmly join islands.
    for m in range(count):
        pair = contacts.pair[m]
        if m + AHEAD < count:
            prefetch_row(contacts.cache.impulse[contacts.pair[m + AHEAD].entry].normal)
        immovable_a, immovable_b = of_body[pair.a] == _IMMOVABLE, of_body[pair.b] == _IMMOVABLE
        bound = _NOT if immovable_a and immovable_b else binding(pair, contacts.manifold[m], contacts, bodies, h)
        moved_both = not immovable_a and not immovable_b
        if bound == _FIRMLY and moved_both:
            join(parent, pair.a, pair.b)
        # What binds a body to one that is not moved by impulses joins no islands; two of those have none to act in.
        order[m] = _FIRMLY if bound == _LOOSELY and not moved_both else bound

    # Those that bind loosely join islands one of which is in motion.
    for i in range(n):
        if of_body[i] != _IMMOVABLE and is_moving(bodies.twist[i]):
            islands.in_motion[root(parent, i)] = 1
    for m in range(count):
        pair = contacts.pair[m]
        if order[m] == _LOOSELY:
            order[m] = _FIRMLY if bind_loosely(pair, islands) else _NOT
        if order[m] == _FIRMLY:
            order[m] = m
            for i in (pair.a, pair.b):
                if of_body[i] == _UNCONNECTED:
                    of_body[i] = _BOUND
        else:
            order[m] = -1

    join_jointed(bodies, islands)
    found = number_islands(islands)
    sort_by_island(count, found, contacts, islands)
    return found, islands.contact_start[found], total_of_small(found, islands)


@routine
def total_of_small(count: int, islands: Islands) -> int:
    """Return how many bodies and contacts the small ones of `count` islands have together."""
    total = 0
    for k in range(count):
        size = islands.body_start[k + 1] - islands.body_start[k]
        size += islands.contact_start[k + 1] - islands.contact_start[k]
        total += size if size <= SMALL_ISLAND else 0
    return total


@inlined
def bind_loosely(pair: Pair, islands: Islands) -> bool:
    """Return whether a contact that binds loosely acts; join the islands of its bodies if one of them is in motion."""
    p, q = root(islands.parent, pair.a), root(islands.parent, pair.b)
    if p == q:
        return True
    if not (islands.in_motion[p] or islands.in_motion[q]):
        return False
    join(islands.parent, p, q)
    islands.in_motion[min(p, q)] = 1
    return True


@routine
def join_jointed(bodies: Bodies, islands: Islands) -> None:
    """Put bodies that joints hold together into one island."""
    for k in range(len(islands.joined)):
        a, b = islands.joined[k].a, islands.joined[k].b
        for i in (a, b):  # the world, to which joints may go, has no island
            if bodies.inverse[i].mass > 0.0:
                islands.of_body[i] = _BOUND
        if bodies.inverse[a].mass > 0.0 and bodies.inverse[b].mass > 0.0:
            join(islands.parent, a, b)


@routine
def number_islands(islands: Islands) -> int:
    """Number the islands in the order of their first bodies and count the bodies of each; return their number."""
    of_body, found = islands.of_body, 0
    for i in range(len(of_body)):
        if of_body[i] != _BOUND:
            of_body[i] = -1
            continue
        first = root(islands.parent, i)
        if first == i:
            of_body[i] = found
            islands.body_start[found + 1] = 0
            islands.contact_start[found + 1] = 0
            found += 1
        else:
            of_body[i] = of_body[first]
        islands.body_start[of_body[i] + 1] += 1
    return found


@inlined
def island_of(pair: Pair, of_body: Rows[Int32]) -> int:
    """Return the island of a contact: that of a body that impulses move."""
    k = of_body[pair.a]
    return k if k >= 0 else of_body[pair.b]


@routine
def sort_by_island(count: int, found: int, contacts: Contacts, islands: Islands) -> None:
    """Sort bodies and the contacts that act by island, bodies in the model's sequence, contacts in their old order."""
    of_body, order, next_place = islands.of_body, islands.contact, islands.parent
    contact_start, body_start = islands.contact_start, islands.body_start

    # How many contacts each island has; then where each begins.
    body_start[0] = 0
    contact_start[0] = 0
    kept = 0
    for m in range(count):
        if order[m] >= 0:
            pair = contacts.pair[m]
            contact_start[island_of(pair, of_body) + 1] += 1
            order[kept] = m
            kept += 1
    for k in range(found):
        body_start[k + 1] += body_start[k]
        contact_start[k + 1] += contact_start[k]
        next_place[k] = body_start[k]

    # Bodies.
    for p in range(len(of_body)):
        i = islands.sequence[p]
        k = of_body[i]
        if k >= 0:
            islands.body[next_place[k]] = i
            next_place[k] += 1

    # Contacts: the second half of `order` receives them sorted, then they move to the front.
    for k in range(found):
        next_place[k] = contact_start[k]
    for q in range(kept):
        k = island_of(contacts.pair[order[q]], of_body)
        order[count + next_place[k]] = order[q]
        next_place[k] += 1
    for q in range(kept):
        order[q] = order[count + q]


NO_ISLANDS: IntArray = np.zeros(0, dtype=np.int32)


class IslandSet:
    """Groups of bodies that touch or are joined.

    count: how many there are; island (n,): that of each body, −1 for a body alone; body_order, body_start (count + 1,):
    the bodies by island, and where each begins; order, contact_start (count + 1,): the same of contacts; kept: number
    of contacts that may act in this step; total_of_small: of bodies and contacts of small islands; method (count,): 1
    where an island has been solved directly. table: the same as kernels take it. capacity: how many contacts there is
    room for; version: how often arrays were replaced.
    """

    def __init__(self, model: Model, bodies: BodyRows, contacts: ContactSet) -> None:
        n = model.body_count
        self._contacts = contacts
        self.count = self.kept = self.total_of_small = self.version = 0
        self._joined: IntArray = np.zeros((0, 2), dtype=np.int32)
        self.island: IntArray = np.full(n, -1, dtype=np.int32)
        self.method = np.zeros(n, dtype=np.int32)
        self.contact_start = np.zeros(n + 1, dtype=np.int32)
        self.body_start = np.zeros(n + 1, dtype=np.int32)
        self.body_order = np.zeros(n, dtype=np.int32)
        self.table = Islands(
            joined=self._joined,
            sequence=model.sequence,
            of_body=self.island,
            body=self.body_order,
            body_start=self.body_start,
            contact_start=self.contact_start,
            method=self.method,
            again=np.zeros(n, dtype=np.int32),
            parent=np.zeros(n, dtype=np.int32),
            in_motion=np.zeros(n, dtype=np.int32),
        )
        self._reserve()
        self._find = bind(find_islands, bodies.table, contacts.table, self.table)

    def join(self, pairs: IntArray) -> None:
        """Let joints hold pairs of bodies (m, 2) together."""
        if pairs is not self._joined:
            self._joined = self.table.joined = pairs

    def holding(self, pairs: IntArray) -> IntArray:
        """Return the islands (k,) with bodies of pairs (m, 2) that joints or forces hold together."""
        rows = pairs[pairs < len(self.island)]
        found = np.unique(self.island[rows])
        return found[found >= 0]

    def build(self, h: float) -> None:
        """Sort bodies and contacts into islands, for a step of h [s]."""
        contacts = self._contacts
        if contacts.version != self._seen or self.capacity < contacts.count:
            self._reserve()
        self.count, self.kept, self.total_of_small = self._find(contacts.count, h)

    def _reserve(self) -> None:
        """Make room for twice the contacts there are."""
        self._seen, self.version = self._contacts.version, self.version + 1
        self.capacity = max(64, 2 * self._contacts.count)
        self.order = self.table.contact = np.zeros(2 * self.capacity, dtype=np.int32)
