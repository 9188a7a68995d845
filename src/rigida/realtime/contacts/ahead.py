"""Change of contacts over a step: those of its start are detected again with the poses of its end.

Points are matched by feature. Arms are seen from the centres of mass, which are elsewhere at the end.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import ManifoldUpdates
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import Int32, Items, Rows, as_array
from rigida.jit.tables import Table, dtype_of
from rigida.math.vec3 import Vec3, dot, norm, square
from rigida.realtime.arrays import POINTS, Bodies, Contacts, ContactShift, Manifold, Pairs, Shapes
from rigida.realtime.bodies.body_rows import BodyRows
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.contacts.manifolds import moved_since, place_manifold, relative_pose
from rigida.realtime.tuning import SAME_NORMAL, SAME_POINT, SAME_WIDTH

# Rows of an entry that has none among the updates: its manifold moves along with its bodies, or is not asked for.
_CARRIED, _NONE = -1, -2


class Ahead(Table):
    """Contacts of a step while they are detected at its end."""

    corrected: Rows[Int32]  # (n) 1 for bodies whose contacts are asked for; written by the corrector
    center: Rows[Vec3]  # (n) centres of mass at the start of the step; written by the corrector
    row: Rows[Int32]  # by entry: its row of the updates, or why it has none
    feature: Rows[Int32]  # (POINTS) of the contact at hand, at the end
    end: Rows[Manifold]  # (1) of the contact at hand, at the end
    shift: Rows[ContactShift]  # by entry


@kernel
def list_ahead(
    pair_count: int,
    bodies: Bodies,
    shapes: Shapes,
    pairs: Pairs,
    contacts: Contacts,
    updates: ManifoldUpdates,
    ahead: Ahead,
) -> int:
    """List the pairs of corrected bodies whose manifold of the start does not hold at the end; return their number."""
    cache, update_count = contacts.cache, 0
    for p in range(pair_count):
        i, j, entry = pairs.shapes[p].i, pairs.shapes[p].j, pairs.entry[p]
        a, b, kept = shapes.body[i], shapes.body[j], cache.pose[entry]
        ahead.row[entry] = _NONE
        if cache.count[entry] <= 0 or not (ahead.corrected[a] or ahead.corrected[b]):
            continue
        position, attitude = relative_pose(a, b, bodies)
        moved = moved_since(kept, position, attitude, shapes.bounding_radius[j])
        if moved < contacts.recycled * min(shapes.tolerance[i], shapes.tolerance[j]):
            ahead.row[entry] = _CARRIED
            continue
        ahead.row[entry] = update_count
        updates.shapes[update_count].i, updates.shapes[update_count].j = i, j
        updates.entry[update_count], updates.margin[update_count] = entry, kept.margin
        update_count += 1
    return update_count


@kernel
def find_shifts(count: int, bodies: Bodies, contacts: Contacts, updates: ManifoldUpdates, ahead: Ahead) -> None:
    """Fill the shifts of the first `count` contacts: what has become of them at the end of the step."""
    for m in range(count):
        pair, first, last = contacts.pair[m], contacts.manifold[m], ahead.end[0]
        shift, row, found = ahead.shift[pair.entry], ahead.row[pair.entry], pair.count
        shift.known = 0
        is_patch = contacts.cache.impulse[pair.entry].is_patch != 0.0  # of a concave body, not detected again
        if is_patch or row == _NONE or pair.count == 0:
            continue
        if row == _CARRIED:
            place_manifold(pair, last, contacts, bodies)
            for k in range(found):
                ahead.feature[k] = contacts.cache.feature[pair.entry][k]
        else:
            new, found = updates.manifold[row], min(updates.count[row], POINTS)
            last.normal = new.normal
            for k in range(found):
                last.point[k], ahead.feature[k] = new.point[k], new.feature[k]
        if found == 0 or dot(first.normal, last.normal) < SAME_NORMAL:
            continue
        shift.known, shift.normal = 1, 0.5 * (last.normal - first.normal)
        shift_points(m, found, bodies, contacts, ahead)


@routine
def shift_points(m: int, last_count: int, bodies: Bodies, contacts: Contacts, ahead: Ahead) -> None:
    """Fill half of what the arms of contact m change by; points that have no match move with the mean of the others."""
    pair = contacts.pair[m]
    shift, first, last = ahead.shift[pair.entry], contacts.manifold[m], ahead.end[0]
    old, new = contacts.cache.feature[pair.entry], ahead.feature
    a0, b0 = ahead.center[pair.a], ahead.center[pair.b]
    a1, b1 = bodies.center[pair.a], bodies.center[pair.b]
    matched, mean_a, mean_b, found = 0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), 0
    for k in range(POINTS):
        shift.on_a[k] = shift.on_b[k] = Vec3(0.0, 0.0, 0.0)
    for k in range(pair.count):
        at = -1
        for j in range(last_count):
            if new[j] == old[k] and at < 0:
                at = j
        if at < 0 and pair.count == 1 and last_count == 1:
            at = 0
        if at < 0:
            continue
        arm_a, arm_b = first.point[k] - a0, first.point[k] - b0
        on_a, on_b = 0.5 * (last.point[at] - a1 - arm_a), 0.5 * (last.point[at] - b1 - arm_b)
        far = (0.5 * SAME_POINT) ** 2 * max(square(arm_a), square(arm_b))
        if square(on_a) > far and square(on_b) > far:
            continue
        shift.on_a[k], shift.on_b[k] = on_a, on_b
        mean_a, mean_b, matched, found = mean_a + on_a, mean_b + on_b, matched + 1, found | (1 << k)
    if matched == 0 and pair.count == last_count and pair.count < 3:
        # A line, or a point, that moved on to other features: its middle did.
        for k in range(pair.count):
            mean_a += 0.5 * (last.point[k] - a1 - first.point[k] + a0)
            mean_b += 0.5 * (last.point[k] - b1 - first.point[k] + b0)
        arm_a, arm_b = first.point[0] - a0, first.point[0] - b0
        least = min(square(mean_a), square(mean_b)) / (pair.count * pair.count)
        matched = pair.count if least < (0.5 * SAME_POINT) ** 2 * max(square(arm_a), square(arm_b)) else 0
    if matched == 0:
        return
    for k in range(pair.count):
        if not (found >> k) & 1:
            shift.on_a[k], shift.on_b[k] = mean_a / matched, mean_b / matched
    loaded = 0
    for k in range(pair.count):
        loaded += contacts.cache.impulse[pair.entry].normal[k] > 0.0
    if loaded > 1:
        keep_width(pair.count, first, shift.on_a)
        keep_width(pair.count, first, shift.on_b)


@routine
def keep_width(count: int, first: Manifold, half: Items[Vec3]) -> None:
    """Let a patch that turns be as wide at the midpoint as at both ends, not as the chords of its points are."""
    middle_0, middle_m = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    for k in range(count):
        middle_0 += first.point[k] / count
        middle_m += (first.point[k] + half[k]) / count
    for k in range(count):
        at_start, midway = first.point[k] - middle_0, first.point[k] + half[k] - middle_m
        at_end = at_start + 2.0 * (midway - at_start)
        r0, rm, r1 = norm(at_start), norm(midway), norm(at_end)
        if rm > 0.0 and abs(r0 - r1) < SAME_WIDTH * r0:
            half[k] += (0.5 * (r0 + r1) / rm - 1.0) * midway


class ContactsAhead:
    """Detects the contacts of a step once more, with the poses of its end.

    corrected (n,): 1 for bodies whose contacts are asked for; center (n, 3): centres of mass at the start of the step.
    """

    def __init__(self, contacts: ContactSet, bodies: BodyRows, corrected: IntArray, center: FloatArray) -> None:
        self._contacts, self._seen = contacts, -1
        self.table = Ahead(corrected=corrected, center=center, end=np.zeros(1, dtype=dtype_of(Manifold)))
        self.table.feature = np.zeros(POINTS, dtype=np.int32)
        own = bodies.table, contacts.shape_table, contacts.pair_table, contacts.table, contacts.updates, self.table
        self._list = bind(list_ahead, *own)
        self._find = bind(find_shifts, bodies.table, contacts.table, contacts.updates, self.table)

    def shifts(self) -> NDArray[np.void]:
        """Return, as `ContactShift` by entry of the cache, how contacts change from the start to the state as it is."""
        contacts = self._contacts
        if self._seen != contacts.version:
            self._seen, capacity = contacts.version, contacts.cache.capacity
            self.table.row = np.zeros(capacity, dtype=np.int32)
            self.table.shift = np.zeros(capacity, dtype=dtype_of(ContactShift))
        if contacts.count:
            contacts.place_shapes()
            update_count = self._list(len(contacts.pairs))
            if update_count:
                contacts.update_manifolds(update_count)
            self._find(contacts.count)
        return as_array(self.table.shift)
