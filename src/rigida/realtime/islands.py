"""Islands: groups of bodies that touch (or are joined) and so must be solved together.

Contacts that can neither touch within the step nor carried an impulse are left out first. Islands are numbered in the
order of their first body, bodies and contacts sorted by island, so that each island is two ranges.
"""

import numpy as np

from rigida.compilation import inlined, kernel, routine
from rigida.fields import FloatArray, IntArray
from rigida.realtime.contact_memory import BODY_A, BODY_B, COUNT, IMPULSE, POINT, SLOT

#: Contacts that will stay further apart than this are left out [m].
OUT_OF_REACH = 4e-3


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
def may_touch_soon(
    m: int,
    a: int,
    b: int,
    s: int,
    n: int,
    contact: FloatArray,
    center: FloatArray,
    twist: FloatArray,
    memory: FloatArray,
    dt: float,
) -> bool:
    """Tell whether contact m carried an impulse or can close within the step at the present velocities."""
    nx, ny, nz = contact[m, 0], contact[m, 1], contact[m, 2]
    along = nx * (twist[b, 0] - twist[a, 0]) + ny * (twist[b, 1] - twist[a, 1]) + nz * (twist[b, 2] - twist[a, 2])
    for k in range(n):
        if memory[s, IMPULSE + k] > 0.0:
            return True
        p = POINT + 4 * k
        x, y, z = contact[m, p] - center[b, 0], contact[m, p + 1] - center[b, 1], contact[m, p + 2] - center[b, 2]
        v = along + twist[b, 3] * (y * nz - z * ny) + twist[b, 4] * (z * nx - x * nz) + twist[b, 5] * (x * ny - y * nx)
        x, y, z = contact[m, p] - center[a, 0], contact[m, p + 1] - center[a, 1], contact[m, p + 2] - center[a, 2]
        v -= twist[a, 3] * (y * nz - z * ny) + twist[a, 4] * (z * nx - x * nz) + twist[a, 5] * (x * ny - y * nx)
        if contact[m, p + 3] + dt * (v if v < 0.0 else 0.0) < OUT_OF_REACH:
            return True
    return False


@kernel
def find_islands(
    contacts: int,
    contact: FloatArray,
    contact_of: IntArray,
    joined: IntArray,
    inverse: FloatArray,
    center: FloatArray,
    twist: FloatArray,
    memory: FloatArray,
    dt: float,
    parent: IntArray,
    island: IntArray,
    order: IntArray,
    contact_start: IntArray,
    body_order: IntArray,
    body_start: IntArray,
) -> int:
    """Fill the islands of `contacts` contacts and of the joined pairs (j, 2) of bodies; return how many there are.

    island (n,): of each body, −1 for one that touches nothing or cannot be moved. Island k holds the contacts
    order[contact_start[k]] … and the bodies body_order[body_start[k]] …; both starts end with the totals.
    """
    n = parent.shape[0]
    for i in range(n):
        parent[i] = i
        island[i] = -2
    for m in range(contacts):
        a, b = np.int64(contact_of[m, BODY_A]), np.int64(contact_of[m, BODY_B])
        s, k = np.int64(contact_of[m, SLOT]), np.int64(contact_of[m, COUNT])
        order[m] = -1
        if may_touch_soon(m, a, b, s, k, contact, center, twist, memory, dt):
            order[m] = m
            free_a, free_b = inverse[a, 0] > 0.0, inverse[b, 0] > 0.0
            if free_a:
                island[a] = -1
            if free_b:
                island[b] = -1
            if free_a and free_b:
                join(parent, a, b)
    for k in range(joined.shape[0]):
        a, b = np.int64(joined[k, 0]), np.int64(joined[k, 1])
        for i in (a, b):
            if inverse[i, 0] > 0.0:
                island[i] = -1
        if inverse[a, 0] > 0.0 and inverse[b, 0] > 0.0:
            join(parent, a, b)
    count = 0
    for i in range(n):
        if island[i] == -1:
            first = root(parent, np.int64(i))
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
    return count


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
