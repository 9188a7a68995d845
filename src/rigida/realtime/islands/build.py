"""Islands: groups of bodies that touch (or are joined) and so must be solved together.

Contacts that can neither touch within the step nor carried an impulse are left out first. Islands are numbered in the
order of their first body, bodies and contacts sorted by island, so that each island is two ranges.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.prefetch import prefetch
from rigida.realtime.contacts.manifold_cache import (
    AHEAD,
    BODY_A,
    BODY_B,
    COUNT,
    FRICTION,
    IMPULSE,
    LANDED,
    POINT,
    SEPARATION,
    SLOT,
)
from rigida.realtime.direct.sweep import BAND

#: Contacts that will stay further apart than this are left out [m].
OUT_OF_REACH = 4e-3
#: An island is in motion where a body is faster than this [m/s, rad/s].
CALM_SPEED = 0.2

# How a contact binds its bodies: not at all; only if one of them is in motion; always.
_NOT, _LOOSELY, _FIRMLY = 0, 1, 2
# What a body is before it is in an island: in none; in one; not moved by impulses.
_ALONE, _BOUND, _HELD = -2, -1, -3


@inlined
def in_motion(i: int, twist: FloatArray) -> bool:
    """Tell whether body i is faster than calm."""
    fast = False
    for c in range(6):
        fast |= abs(twist[i, c]) > CALM_SPEED
    return fast


@inlined
def root(parent: IntArray, i: int) -> int:
    """Return the representative of body i, halving the path to it."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@routine
def join(parent: IntArray, a: int, b: int) -> None:
    """Put two bodies into one island; the smaller number represents it."""
    a, b = root(parent, a), root(parent, b)
    if a < b:
        parent[b] = a
    elif b < a:
        parent[a] = b


@routine
def binding(
    m: int,
    a: int,
    b: int,
    s: int,
    n: int,
    contact: FloatArray,
    center: FloatArray,
    twist: FloatArray,
    impulse: FloatArray,
    gravity: FloatArray,
    dt: float,
) -> int:
    """Tell how contact m binds its bodies.

    Firmly if it carried an impulse, or closes within the step at the present velocities or by falling; loosely if it is
    within reach of what may happen to a body in motion.
    """
    for k in range(n):
        if impulse[s, IMPULSE + k] + impulse[s, LANDED + k] > 0.0:
            return _FIRMLY
    nx, ny, nz = contact[m, 0], contact[m, 1], contact[m, 2]
    along = nx * (twist[b, 0] - twist[a, 0]) + ny * (twist[b, 1] - twist[a, 1]) + nz * (twist[b, 2] - twist[a, 2])
    near = OUT_OF_REACH
    for k in range(n):
        p = POINT + 3 * k
        x, y, z = contact[m, p] - center[b, 0], contact[m, p + 1] - center[b, 1], contact[m, p + 2] - center[b, 2]
        v = along + twist[b, 3] * (y * nz - z * ny) + twist[b, 4] * (z * nx - x * nz) + twist[b, 5] * (x * ny - y * nx)
        x, y, z = contact[m, p] - center[a, 0], contact[m, p + 1] - center[a, 1], contact[m, p + 2] - center[a, 2]
        v -= twist[a, 3] * (y * nz - z * ny) + twist[a, 4] * (z * nx - x * nz) + twist[a, 5] * (x * ny - y * nx)
        near = min(near, contact[m, SEPARATION + k] + dt * (v if v < 0.0 else 0.0))
    if near >= OUT_OF_REACH:
        return _NOT
    fall = dt * dt * abs(nx * gravity[0] + ny * gravity[1] + nz * gravity[2])
    return _FIRMLY if near < BAND + fall else _LOOSELY


@kernel
def find_islands(
    contacts: int,
    dt: float,
    joined: IntArray,
    contact: FloatArray,
    contact_of: IntArray,
    inverse: FloatArray,
    center: FloatArray,
    twist: FloatArray,
    impulse: FloatArray,
    gravity: FloatArray,
    parent: IntArray,
    fast: IntArray,
    island: IntArray,
    order: IntArray,
    contact_start: IntArray,
    body_order: IntArray,
    body_start: IntArray,
) -> tuple[int, int]:
    """Fill the islands of `contacts` contacts and of the joined pairs (j, 2) of bodies.

    Returns how many islands there are, and how many contacts may act in them.

    fast (n,): 1 at the first body of an island with a body in motion. island (n,): of each body, −1 for one that
    touches nothing or cannot be moved. Island k holds the contacts order[contact_start[k]] … and the bodies
    body_order[body_start[k]] …; both starts end with the totals.
    """
    n = parent.shape[0]
    for i in range(n):
        parent[i] = i
        island[i] = _ALONE if inverse[i, 0] > 0.0 else _HELD
        fast[i] = 0
    for m in range(contacts):
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        s, k = whole(contact_of[m, SLOT]), whole(contact_of[m, COUNT])
        if m + AHEAD < contacts:
            prefetch(impulse, whole(contact_of[m + AHEAD, SLOT]), IMPULSE, FRICTION)
        bound = binding(m, a, b, s, k, contact, center, twist, impulse, gravity, dt)
        moved_both = island[a] != _HELD and island[b] != _HELD
        if bound == _FIRMLY and moved_both:
            join(parent, a, b)
        # What binds a body to one that is not moved by impulses joins no islands.
        order[m] = _FIRMLY if bound == _LOOSELY and not moved_both else bound
    for i in range(n):
        if island[i] != _HELD and in_motion(i, twist):
            fast[root(parent, whole(i))] = 1
    for m in range(contacts):
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        if order[m] == _LOOSELY:
            p, q = root(parent, a), root(parent, b)
            order[m] = _FIRMLY if p == q else _NOT
            if p != q and (fast[p] or fast[q]):
                join(parent, p, q)
                fast[min(p, q)] = 1
                order[m] = _FIRMLY
        if order[m] == _FIRMLY:
            order[m] = m
            for i in (a, b):
                if island[i] == _ALONE:
                    island[i] = _BOUND
        else:
            order[m] = -1
    for k in range(joined.shape[0]):
        a, b = whole(joined[k, 0]), whole(joined[k, 1])
        for i in (a, b):  # the world, to which joints may go, has no island
            if inverse[i, 0] > 0.0:
                island[i] = _BOUND
        if inverse[a, 0] > 0.0 and inverse[b, 0] > 0.0:
            join(parent, a, b)
    count = 0
    for i in range(n):
        if island[i] == _BOUND:
            first = root(parent, whole(i))
            if first == i:
                island[i] = count
                body_start[count + 1] = 0
                contact_start[count + 1] = 0
                count += 1
            else:
                island[i] = island[first]
            body_start[island[i] + 1] += 1
        else:
            island[i] = -1
    sort_by_island(contacts, count, contact_of, island, order, contact_start, body_order, body_start, parent)
    return count, whole(contact_start[count])


@routine
def sort_by_island(
    contacts: int,
    count: int,
    contact_of: IntArray,
    island: IntArray,
    order: IntArray,
    contact_start: IntArray,
    body_order: IntArray,
    body_start: IntArray,
    next_place: IntArray,
) -> None:
    """Sort bodies and kept contacts by island, each in their old order."""
    body_start[0] = 0
    contact_start[0] = 0
    kept = 0
    for m in range(contacts):
        if order[m] >= 0:
            a = contact_of[m, BODY_A]
            k = island[a] if island[a] >= 0 else island[contact_of[m, BODY_B]]
            contact_start[k + 1] += 1
            order[kept] = m
            kept += 1
    for k in range(count):
        body_start[k + 1] += body_start[k]
        contact_start[k + 1] += contact_start[k]
        next_place[k] = body_start[k]
    for i in range(island.shape[0]):
        k = island[i]
        if k >= 0:
            body_order[next_place[k]] = i
            next_place[k] += 1
    for k in range(count):
        next_place[k] = contact_start[k]
    # The second half of `order` receives the sorted contacts, which then move to the front.
    for q in range(kept):
        m = order[q]
        a = contact_of[m, BODY_A]
        k = island[a] if island[a] >= 0 else island[contact_of[m, BODY_B]]
        order[contacts + next_place[k]] = m
        next_place[k] += 1
    for q in range(kept):
        order[q] = order[contacts + q]
