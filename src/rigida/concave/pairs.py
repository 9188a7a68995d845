"""Contact points of pairs with at least one concave body, and data of each pair that persists between steps.

Two edges that cross are found by either of them, so edges are looked at on one side only: those of the mesh where the
other solid is a primitive, those of the smaller of two meshes. A pair remembers the list of samples that can come near,
made with slack, and for each of them how far the bodies may move before it must be looked at again.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.arrays import PlacedShapes
from rigida.concave.arrays import (
    KEPT,
    ConcaveWork,
    Drift,
    Frame,
    PairMemory,
    PairUpdates,
    Solids,
    View,
)
from rigida.concave.candidates import keep_few
from rigida.concave.drift import drift_from
from rigida.concave.entry_side import refine_entry_point, store_entry_point
from rigida.concave.listing import list_near
from rigida.concave.memory import concave_work
from rigida.concave.solids import MESH, PLANE, SEGMENT
from rigida.concave.touching import touch
from rigida.jit.bind import bind
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.quat import conjugate, product, rotated_back, rotation_matrix
from rigida.math.vec3 import norm

#: The views of a pair: of the second solid, which sees samples of the first, and of the first.
SECOND, FIRST = 0, 1


@inlined
def greatest_motion(frame: Frame, before: Frame, bounding_radius: float) -> float:
    """Return the furthest that a point within `bounding_radius` moved between two frames."""
    turn = 0.0
    for c in range(9):
        d = frame.all[c] - before.all[c]
        turn += d * d
    # |R − R'|² = 8 sin²(θ/2), and the chord of a unit vector is 2 sin(θ/2).
    return norm(frame.position - before.position) + math.sqrt(0.5 * turn) * bounding_radius


@routine
def set_view(i: int, j: int, sign: float, drift: Drift, shapes: PlacedShapes, view: View) -> None:
    """Fill the contacts of shape i with shape j, whose drift is given in world coordinates."""
    view.solid, view.other, view.sign = shapes.geometry[i], shapes.geometry[j], sign
    turn = shapes.attitude[i]
    view.frame.rotation = rotation_matrix(product(conjugate(turn), shapes.attitude[j]))
    view.frame.position = rotated_back(turn, shapes.position[j] - shapes.position[i])
    view.world.rotation, view.world.position = rotation_matrix(turn), shapes.position[i]
    drift_from(view.world, drift, -sign, view.drift)


@routine
def make_list(slack: float, solids: Solids, memory: PairMemory, work: ConcaveWork) -> None:
    """List the samples of both solids that can come near, with a margin for reuse."""
    search, state = work.search[0], memory.state[work.search[0].row]
    first, second = solids.solid[work.views[FIRST].solid], solids.solid[work.views[SECOND].solid]
    wide = search.margin + slack
    # A list without slack is for this step alone.
    least = search.near if slack == 0.0 else wide
    edges = first.kind == MESH and second.kind != PLANE
    of_first = list_near(SECOND, wide, least, edges, 0, solids, memory, work)
    of_both = list_near(FIRST, wide, least, first.kind != MESH, of_first, solids, memory, work)
    work.statistics[0].lists += 1
    # A list that was cut short is rebuilt next time.
    state.margin = wide if of_both <= memory.room and least == wide else 0.0
    state.first, state.both, state.moved = min(of_first, memory.room), min(of_both, memory.room), 0.0
    state.listed = work.views[SECOND].frame


@routine
def keep_points(kept: int, solids: Solids, memory: PairMemory, work: ConcaveWork) -> None:
    """Store the selected candidates in the frames of the solids that contain them."""
    row = work.search[0].row
    memory.count[row] = kept
    for k in range(kept):
        name, point, entry = work.name[k], work.candidate[k], memory.entry[row][k]
        memory.name[row][k] = name
        view, other = work.views[name % 2], work.views[1 - name % 2]
        store_entry_point(point, view, entry)
        # Balls have found the surface itself.
        if solids.solid[other.solid].kind != SEGMENT:
            refine_entry_point(point, view, entry, solids, work)
        memory.point[row][k] = point


@kernel
def find_points(
    first: int,
    last: int,
    updates: PairUpdates,
    shapes: PlacedShapes,
    solids: Solids,
    memory: PairMemory,
    work: ConcaveWork,
) -> None:
    """Find the contact points of the pairs first … last − 1; they are in the memory."""
    work.walk.last[0].root, work.tree.last[0].root = -1, -1
    search, view = work.search[0], work.views[SECOND]
    for m in range(first, last):
        pair, drift = updates.shapes[m], updates.drift[m]
        search.row, search.margin, search.near = updates.row[m], updates.margin[m], updates.near[m]
        search.last = memory.count[search.row]
        set_view(pair.j, pair.i, -1.0, drift, shapes, work.views[SECOND])
        set_view(pair.i, pair.j, 1.0, drift, shapes, work.views[FIRST])
        bounding_radius, state = solids.solid[view.other].bounding_radius, memory.state[search.row]
        if state.margin >= 0.0:
            state.moved += greatest_motion(view.frame, state.seen, bounding_radius)
        state.seen = view.frame
        if (
            state.margin < 0.0
            or greatest_motion(view.frame, state.listed, bounding_radius) + search.margin > state.margin
        ):
            make_list(updates.slack[m], solids, memory, work)
        found = touch(SECOND, 0, state.first, 0, solids, memory, work)
        found = touch(FIRST, state.first, state.both, found, solids, memory, work)
        kept = keep_few(found, updates.limit[m], bounding_radius, memory, work)
        work.statistics[0].candidates += found
        work.statistics[0].points_kept += kept
        keep_points(kept, solids, memory, work)


def all_within(shapes: IntArray, margin: FloatArray, most: int = KEPT) -> PairUpdates:
    """Return updates that find all points of pairs (m, 2) within margin (m,), at most so many, and remember no list."""
    count = len(shapes)
    return PairUpdates(
        shapes=shapes,
        row=np.arange(count, dtype=np.int32),
        margin=margin,
        slack=np.zeros(count),
        near=margin,
        drift=np.zeros((count, 6)),
        limit=np.full(count, most, dtype=np.int32),
    )


def find_once(updates: PairUpdates, shapes: PlacedShapes, solids: Solids, memory: PairMemory) -> None:
    """Find the points of all updates; see `find_points`."""
    bind(find_points, updates, shapes, solids, memory, concave_work())(0, len(updates.row))
