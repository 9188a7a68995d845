"""Concave bodies that are set into each other where a run starts: how they are found, and the one contact they get.

Surfaces deep inside each other push every way, or not at all where the middle of a wall is passed. So a pair that
shares space deeply and whose patches do not agree has one contact in their place, at the middle of the shared space and
along the direction out of it (`concave.shared_space`), until it is free. Such bodies are separated slowly, see
`overlaps`.
"""

import numpy as np

from rigida.collision.arrays import ConvexTable, CorePair, PlacedShapes
from rigida.collision.shapes.frames import set_pair as set_core_pair
from rigida.collision.shapes.instances import ShapeInstances
from rigida.concave.arrays import ConcaveWork, Drift, PairMemory, Solids
from rigida.concave.pairs import FIRST, SECOND, set_view
from rigida.concave.shared_space import Shared, SpacePoints, hulls_part, share, space_points
from rigida.concave.solids import SolidTable
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Int32, Rows
from rigida.jit.tables import Table, dtype_of
from rigida.math.quat import rotated
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import Bodies, Contacts, Pairs, Shapes
from rigida.realtime.contacts.manifolds import (
    box_gap,
    drop_impulses,
    keep_normal,
    keep_point,
    place_manifold,
    relative_pose,
    set_pair,
)
from rigida.realtime.contacts.patch_arrays import RESOLVING, PatchPairs
from rigida.realtime.surfaces import contact_length_scale, slop_of
from rigida.realtime.tuning import AGREE, AGREE_AGAIN, AS_IT_WAS, DEEP_IN_WALL, DEEP_PATCH, FREE_AGAIN, PUSHED

# How a pair is separated: by its patches, along the direction in which shared space shrinks, or as its hulls are.
BY_PATCHES, BY_SPACE, BY_HULLS = 0, 1, 2


class ConcaveStarts(Table):
    """What is needed to part concave pairs; made where a pair is first looked at."""

    points: SpacePoints
    solids: Solids
    placed: PlacedShapes
    hulls: ConvexTable
    work: ConcaveWork
    shared: Rows[Shared]  # (1) of the pair at hand
    still: Rows[Drift]  # (1) no drift
    core_pair: Rows[CorePair]  # (1)
    how: Rows[Int32]  # BY_PATCHES, …, one per row of persistent data; written here
    new: Rows[Int32]  # which bodies are looked at; written by contacts.overlaps


def concave_starts(shapes: ShapeInstances, table: SolidTable, work: ConcaveWork) -> ConcaveStarts:
    """Return what parts pairs of these shapes, which are solids of a table; who asks adds `how` and `new`."""
    return ConcaveStarts(
        points=space_points(shapes.shapes, table),
        solids=table,
        placed=shapes.placed,
        hulls=shapes.table,
        work=work,
        shared=np.zeros(1, dtype=dtype_of(Shared)),
        still=np.zeros(1, dtype=dtype_of(Drift)),
        core_pair=np.zeros(1, dtype=dtype_of(CorePair)),
    )


@inlined
def contact_of(row: int, k: int, first: int, count: int, patches: PatchPairs, contacts: Contacts, pairs: Pairs) -> int:
    """Return the contact of patch k of a pair, −1 where it has none in this step; `new_entry` gives its place."""
    entry = patches.entry[row][k]
    m = pairs.new_entry[entry]
    return m if first <= m < count and contacts.pair[m].entry == entry else -1


@routine
def patches_agree(
    row: int, first: int, count: int, patches: PatchPairs, contacts: Contacts, pairs: Pairs
) -> tuple[float, float]:
    """Return how deep the patches of a pair are at most [m], and how far they push the same way, from 0 to 1."""
    deepest, total, push = 0.0, 0.0, Vec3(0.0, 0.0, 0.0)
    for k in range(patches.count[row]):
        m = contact_of(row, k, first, count, patches, contacts, pairs)
        if m < 0:
            continue
        for q in range(contacts.pair[m].count):
            depth = max(-contacts.manifold[m].separation[q], 0.0)
            deepest, total, push = max(deepest, depth), total + depth, push + depth * contacts.manifold[m].normal
    return deepest, norm(push) / total if total > 0.0 else 0.0


@inlined
def is_deep(part: float, bounding_radius: float, shared: Shared) -> bool:
    """Return whether two solids share space deeply; part: of the limit of depth, reach: the smaller one of both [m]."""
    return shared.depth > part * DEEP_PATCH * bounding_radius or shared.thin > part * DEEP_IN_WALL


@routine
def choose_method(p: int, known: int, bounding_radius: float, patches: PatchPairs, starts: ConcaveStarts) -> int:
    """Fill what pair p shares, and the direction out of it; return how it is separated.

    known: how it was; bounding_radius: the smaller one of both [m].
    """
    i, j = patches.shapes[p].i, patches.shapes[p].j
    work, shared, placed = starts.work, starts.shared[0], starts.placed
    work.walk.last[0].root = -1
    set_view(j, i, -1.0, starts.still[0], placed, work.views[SECOND])
    set_view(i, j, 1.0, starts.still[0], placed, work.views[FIRST])
    found = share(FIRST, SECOND, bounding_radius, starts.points, starts.solids, work, shared)
    part = FREE_AGAIN if known != BY_PATCHES else 1.0
    sheet = starts.points.sheet[placed.geometry[i]] != 0 or starts.points.sheet[placed.geometry[j]] != 0
    # What lies wholly below a sheet is in free space.
    if not is_deep(part, bounding_radius, shared) or (sheet and shared.whole != 0.0):
        return BY_PATCHES
    if found and known != BY_HULLS:
        return BY_SPACE
    pair = starts.core_pair[0]
    set_core_pair(i, j, placed, pair)
    shared.out = rotated(placed.attitude[i], hulls_part(pair, starts.hulls))
    return BY_HULLS


@inlined
def moved_little(row: int, a: int, b: int, bounding_radius: float, patches: PatchPairs, bodies: Bodies) -> bool:
    """Return whether the bodies of a pair lie as they did when it was last looked at, as those that joints hold may."""
    position, attitude = relative_pose(b, a, bodies)
    kept, q = patches.pose[row], patches.pose[row].attitude
    turn = abs(attitude.w - q.w) + abs(attitude.x - q.x) + abs(attitude.y - q.y) + abs(attitude.z - q.z)
    return norm(position - kept.position) + 2.0 * turn * bounding_radius < AS_IT_WAS * bounding_radius


@inlined
def set_free(row: int, patches: PatchPairs, starts: ConcaveStarts) -> None:
    """Let a pair have patches again."""
    starts.how[row] = BY_PATCHES
    if patches.count[row] == RESOLVING:
        patches.count[row] = -1


@kernel
def part_concave(
    first: int,
    count: int,
    all_pairs: bool,
    bodies: Bodies,
    shapes: Shapes,
    patches: PatchPairs,
    contacts: Contacts,
    pairs: Pairs,
    memory: PairMemory,
    starts: ConcaveStarts,
) -> int:
    """Give new bodies' pairs that are set into each other one contact in place of their patches; return how many.

    The contacts of patches are first … count − 1. all_pairs: treat all pairs, not only those with deep patches.
    """
    end, cache, points = count, contacts.cache, starts.points
    for m in range(first, count):
        pairs.new_entry[contacts.pair[m].entry] = m
    for p in range(len(patches.shapes)):
        i, j, row = patches.shapes[p].i, patches.shapes[p].j, patches.row[p]
        a, b, known = shapes.body[i], shapes.body[j], starts.how[row]
        g, other = starts.placed.geometry[i], starts.placed.geometry[j]
        if not (starts.new[a] or starts.new[b]) or box_gap(i, j, shapes) > 0.0:
            set_free(row, patches, starts)
            continue
        bounding_radius = (
            shapes.bounding_radius[i]
            if shapes.bounding_radius[j] <= 0.0
            else min(shapes.bounding_radius[i], shapes.bounding_radius[j])
        )
        deepest, agree = patches_agree(row, first, count, patches, contacts, pairs)
        if known == BY_PATCHES:
            wall = DEEP_IN_WALL * min(points.middle[g], points.middle[other])
            # Shallow patches may have missed what is deep.
            if agree > AGREE if deepest > min(DEEP_PATCH * bounding_radius, wall) else not all_pairs:
                continue
        elif agree > AGREE_AGAIN and deepest > FREE_AGAIN * DEEP_PATCH * bounding_radius:
            starts.how[row] = BY_PATCHES
            continue
        elif patches.count[row] == RESOLVING and moved_little(row, a, b, bounding_radius, patches, bodies):
            set_pair(contacts.pair[end], a, b, patches.entry[row][0], 1)
            place_manifold(contacts.pair[end], contacts.manifold[end], contacts, bodies)
            end += 1
            continue
        starts.how[row] = choose_method(p, known, bounding_radius, patches, starts)
        if starts.how[row] == BY_PATCHES:
            set_free(row, patches, starts)
            continue

        # its patches give way to one contact
        patches.pose[row].position, patches.pose[row].attitude = relative_pose(b, a, bodies)
        slot = end
        for k in range(patches.count[row]):
            m = contact_of(row, k, first, count, patches, contacts, pairs)
            if m >= 0:
                slot = min(slot, m)
                contacts.pair[m].count = 0
        end = max(end, slot + 1)
        memory.count[row], memory.state[row].margin = 0, -1.0
        patches.count[row] = RESOLVING if is_deep(1.0, bounding_radius, starts.shared[0]) else -1
        shared, entry = starts.shared[0], patches.entry[row][0]
        depth = max(shared.depth, PUSHED * slop_of(contact_length_scale(a, b, bodies), 1.0))
        set_pair(contacts.pair[slot], a, b, entry, 1)
        manifold = contacts.manifold[slot]
        manifold.normal, manifold.point[0], manifold.separation[0] = shared.out, shared.place, -depth
        keep_normal(entry, a, b, shared.out, cache, bodies)
        keep_point(slot, 0, contacts, bodies)
        drop_impulses(cache.impulse[entry])
        cache.impulse[entry].is_patch, cache.count[entry], cache.feature[entry][0] = 1.0, 1, 0

    kept = first
    for m in range(first, end):
        if contacts.pair[m].count > 0:
            contacts.pair[kept], contacts.manifold[kept] = contacts.pair[m], contacts.manifold[m]
            kept += 1
    return kept
