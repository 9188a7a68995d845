"""How contacts change over a step: contacts at its start are matched with those detected at its end.

Points are matched by feature. Arms are seen from the centres of mass, which are elsewhere at the end.
"""

from typing import Annotated

from rigida.jit.decorators import kernel, routine
from rigida.jit.records import Int32, Items, Rows
from rigida.jit.tables import Table
from rigida.math.vec3 import Vec3, dot, norm, square
from rigida.realtime.arrays import POINTS, Bodies, Contacts, ContactShift, Impulse, Manifold, Pair

#: Normals whose cosine is below this are those of other features.
SAME_NORMAL = 0.8
#: A point that moves further over both bodies, by its arm, is another one.
SAME_POINT = 0.6
#: A patch whose points have the same distance from its middle at both ends, to this part, turns as a rigid one.
SAME_WIDTH = 0.02


class StepStart(Table):
    """Contacts and places of bodies at the start of a step, while they are detected at its end."""

    count: int  # of contacts
    pair: Rows[Pair]
    manifold: Rows[Manifold]
    feature: Rows[Annotated[Items[Int32], POINTS]]  # by entry
    impulse: Rows[Impulse]  # by entry, of the first solution
    center: Rows[Vec3]  # (n)
    at_end: Rows[Int32]  # by entry: its contact at the end, −1 if there is none
    shift: Rows[ContactShift]  # by entry


@kernel
def find_shifts(count: int, start: StepStart, bodies: Bodies, contacts: Contacts) -> float:
    """Fill the shifts of all contacts of the start with what became of them among `count` contacts at the end.

    Returns the largest change of a normal [rad].
    """
    turned = 0.0
    for m in range(start.count):
        entry = start.pair[m].entry
        start.at_end[entry], start.shift[entry].known = -1, 0
    for m in range(count):
        entry = contacts.pair[m].entry
        if entry < len(start.at_end):
            start.at_end[entry] = m
    for m in range(start.count):
        pair = start.pair[m]
        end = start.at_end[pair.entry]
        if end < 0 or contacts.pair[end].a != pair.a or contacts.pair[end].b != pair.b or pair.count == 0:
            continue
        first, last, shift = start.manifold[m], contacts.manifold[end], start.shift[pair.entry]
        if dot(first.normal, last.normal) < SAME_NORMAL:
            continue
        shift.known, shift.normal = 1, 0.5 * (last.normal - first.normal)
        turned = max(turned, 2.0 * norm(shift.normal))
        shift_points(m, end, start, bodies, contacts)
    return turned


@routine
def shift_points(m: int, end: int, start: StepStart, bodies: Bodies, contacts: Contacts) -> None:
    """Fill half of what the arms of contact m change by; points that have no match move with the mean of the others."""
    pair, shift = start.pair[m], start.shift[start.pair[m].entry]
    first, last, last_count = start.manifold[m], contacts.manifold[end], contacts.pair[end].count
    old, new = start.feature[pair.entry], contacts.cache.feature[pair.entry]
    a0, b0 = start.center[pair.a], start.center[pair.b]
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
        loaded += start.impulse[pair.entry].normal[k] > 0.0
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
