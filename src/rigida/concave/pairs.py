"""Contact points of pairs in which at least one body is concave, with what is remembered of each pair between steps.

Two edges that cross are found by either of them, so edges are looked at on one side only: those of the mesh where the
other solid is a primitive, those of the smaller of two meshes. A pair remembers the list of samples that can come near,
made with slack, and for each of them how far the bodies may move before it must be looked at again.
"""

import math
from dataclasses import dataclass
from typing import cast

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.frames import relative_frame
from rigida.concave.balls import HIT_WIDTH, MOST_HITS
from rigida.concave.candidates import KEPT, KEPT_IN_MOTION, MOST, WIDTH, keep_few
from rigida.concave.drift import DRIFT_WIDTH, drift_from
from rigida.concave.edges import PLACE_WIDTH
from rigida.concave.held import HELD_WIDTH, hold_point, settle_far
from rigida.concave.listing import list_near
from rigida.concave.solids import KIND, MESH, PLANE, REACH, SEGMENT, SolidTable
from rigida.concave.touching import CANDIDATES, LISTS, POINTS_KEPT, STATISTICS, touch
from rigida.distance_field.grid import SingleGrid
from rigida.distance_field.surface import STACK
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.rotation import matrix_from_quaternion

# Columns of what is remembered of a pair.
FRAME_LISTED = 0  # of the first solid seen from the second, when the list was made
FRAME_SEEN = 12  # and when the pair was last looked at
LIST_MARGIN = 24  # −1: no list
MOVED = 25  # how far the bodies moved against each other since, in all
LISTED_FIRST, LISTED_ALL = 26, 27  # elements of the first solid, of both
MEMORY_WIDTH = 28

#: Room of a pair's list.
LIST_ROOM = 1024


@dataclass(eq=False)
class PairMemory:
    """What is remembered of n pairs, and their contact points: state (n, 28), listed (n, room), span (n, room, 2), due
    (n, room); count (n,), point (n, 16, 8) rows of `candidates`, name (n, 16), held (n, 16, 7)
    rows of `held`."""

    state: FloatArray
    listed: IntArray
    span: FloatArray
    due: FloatArray
    count: IntArray
    point: FloatArray
    name: IntArray
    held: FloatArray


def pair_memory(pairs: int, room: int = LIST_ROOM) -> PairMemory:
    """Return the memory of pairs of which nothing is known, with room for lists of so many samples."""
    state = np.zeros((pairs, MEMORY_WIDTH))
    state[:, LIST_MARGIN] = -1.0
    return PairMemory(
        state,
        np.zeros((pairs, room), dtype=np.int32),
        np.zeros((pairs, room, 2)),
        np.zeros((pairs, room)),
        np.zeros(pairs, dtype=np.int32),
        np.zeros((pairs, KEPT_IN_MOTION, WIDTH)),
        np.zeros((pairs, KEPT_IN_MOTION), dtype=np.int32),
        np.zeros((pairs, KEPT_IN_MOTION, HELD_WIDTH)),
    )


@inlined
def way_between(frame: FloatArray, memory: FloatArray, e: int, column: int, reach: float) -> float:
    """Return the furthest that a point within `reach` moved between a remembered frame and this one."""
    x, y, z = frame[9] - memory[e, column + 9], frame[10] - memory[e, column + 10], frame[11] - memory[e, column + 11]
    turn = 0.0
    for c in range(9):
        d = frame[c] - memory[e, column + c]
        turn += d * d
    # |R − R'|² = 8 sin²(θ/2), and the chord of a unit vector is 2 sin(θ/2).
    return math.sqrt(x * x + y * y + z * z) + math.sqrt(0.5 * turn) * reach


@inlined
def set_frame(frame: FloatArray, memory: FloatArray, e: int, column: int) -> None:
    """Remember a frame."""
    for c in range(12):
        memory[e, column + c] = frame[c]


@routine
def world_pose(i: int, position: FloatArray, attitude: FloatArray, world: FloatArray) -> None:
    """Fill world (12,) with rotation by rows and position of instance i."""
    r = matrix_from_quaternion(attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3])
    for c in range(9):
        world[c] = r[c]
    for c in range(3):
        world[9 + c] = position[i, c]


@kernel
def find_points(
    pairs: IntArray,
    entry: IntArray,
    margin: FloatArray,
    slack: FloatArray,
    near: FloatArray,
    drift: FloatArray,
    limit: IntArray,
    solid: IntArray,
    position: FloatArray,
    attitude: FloatArray,
    info: IntArray,
    size: FloatArray,
    lower: SingleGrid,
    start: IntArray,
    listed: IntArray,
    triangle: FloatArray,
    normal: FloatArray,
    box: FloatArray,
    child: IntArray,
    element: FloatArray,
    name: IntArray,
    node: FloatArray,
    node_of: IntArray,
    state: FloatArray,
    listed_element: IntArray,
    span: FloatArray,
    due: FloatArray,
    count: IntArray,
    point: FloatArray,
    point_name: IntArray,
    held: FloatArray,
    statistics: IntArray,
) -> None:
    """Find the contact points of pairs (m, 2) of shape instances, up to separations of margin (m,) [m].

    slack (m,): how far the bodies may move before a list of samples is made anew [m]; near (m,), drift (m, 6): within
    margin what comes no nearer than `near` is left out, with the bodies' way against each other in the step as in
    `drift`, in world coordinates; limit (m,): most points. entry
    (m,): rows of the pairs' memory. solid (s,): the instances' rows of the table, position (s, 3) and attitude (s,
    4) their world poses. The first instance of a pair is the one with the smaller reach. Results are in the memory.
    """
    stack, tree_stack = np.full(STACK, -1, dtype=np.int32), np.full(STACK, -1, dtype=np.int32)
    halves, place = np.empty((64, 2)), np.empty((2, PLACE_WIDTH))
    hit, hit_of = np.empty((MOST_HITS, HIT_WIDTH)), np.empty(MOST_HITS, dtype=np.int32)
    candidate, names = np.empty((MOST, WIDTH)), np.empty(MOST, dtype=np.int32)
    frame, back = np.empty(12), np.empty(12)
    world_a, world_b = np.empty(12), np.empty(12)
    drift_a, drift_b = np.empty(DRIFT_WIDTH), np.empty(DRIFT_WIDTH)
    for m in range(pairs.shape[0]):
        i, j, e = whole(pairs[m, 0]), whole(pairs[m, 1]), whole(entry[m])
        a, b = whole(solid[i]), whole(solid[j])
        relative_frame(position[j], attitude[j], position[i], attitude[i], frame)
        relative_frame(position[i], attitude[i], position[j], attitude[j], back)
        world_pose(i, position, attitude, world_a)
        world_pose(j, position, attitude, world_b)
        drift_from(world_b, drift, m, 1.0, drift_b)
        drift_from(world_a, drift, m, -1.0, drift_a)
        reach = size[a, REACH]
        if state[e, LIST_MARGIN] >= 0.0:
            state[e, MOVED] += way_between(frame, state, e, FRAME_SEEN, reach)
        set_frame(frame, state, e, FRAME_SEEN)
        known = state[e, LIST_MARGIN] >= 0.0
        if not known or way_between(frame, state, e, FRAME_LISTED, reach) + margin[m] > state[e, LIST_MARGIN]:
            wide = margin[m] + slack[m]
            # A list without slack is for this step alone.
            least = near[m] if slack[m] == 0.0 else wide
            first = list_near(
                a,
                b,
                frame,
                wide,
                least,
                drift_b,
                0,
                info[a, KIND] == MESH and info[b, KIND] != PLANE,
                info,
                size,
                lower,
                triangle,
                normal,
                box,
                child,
                element,
                node,
                node_of,
                stack,
                tree_stack,
                halves,
                0,
                listed_element[e],
                span[e],
                due[e],
            )
            both = list_near(
                b,
                a,
                back,
                wide,
                least,
                drift_a,
                1,
                info[a, KIND] != MESH,
                info,
                size,
                lower,
                triangle,
                normal,
                box,
                child,
                element,
                node,
                node_of,
                stack,
                tree_stack,
                halves,
                first,
                listed_element[e],
                span[e],
                due[e],
            )
            statistics[LISTS] += 1
            room = listed_element.shape[1]
            # A list that was cut short is made anew next time.
            state[e, LIST_MARGIN] = wide if both <= room and least == wide else 0.0
            state[e, LISTED_FIRST], state[e, LISTED_ALL] = min(first, room), min(both, room)
            state[e, MOVED] = 0.0
            set_frame(frame, state, e, FRAME_LISTED)
        last = whole(count[e])
        found = touch(
            b,
            frame,
            world_b,
            margin[m],
            near[m],
            drift_b,
            state[e, MOVED],
            0,
            0,
            int(state[e, LISTED_FIRST]),
            info,
            size,
            lower,
            start,
            listed,
            triangle,
            normal,
            box,
            child,
            element,
            name,
            stack,
            halves,
            place,
            hit,
            hit_of,
            listed_element[e],
            span[e],
            due[e],
            held[e],
            point_name[e],
            last,
            0,
            candidate,
            names,
            statistics,
        )
        found = touch(
            a,
            back,
            world_a,
            margin[m],
            near[m],
            drift_a,
            state[e, MOVED],
            1,
            int(state[e, LISTED_FIRST]),
            int(state[e, LISTED_ALL]),
            info,
            size,
            lower,
            start,
            listed,
            triangle,
            normal,
            box,
            child,
            element,
            name,
            stack,
            halves,
            place,
            hit,
            hit_of,
            listed_element[e],
            span[e],
            due[e],
            held[e],
            point_name[e],
            last,
            found,
            candidate,
            names,
            statistics,
        )
        statistics[CANDIDATES] += found
        kept = keep_few(found, whole(limit[m]), reach, margin[m], point_name[e], last, candidate, names)
        statistics[POINTS_KEPT] += kept
        count[e] = kept
        for k in range(kept):
            point_name[e, k] = names[k]
            if names[k] % 2 == 0:
                hold_point(k, -1.0, candidate, world_b, held[e])
                # Balls have found the surface itself.
                if info[a, KIND] != SEGMENT:
                    settle_far(k, b, -1.0, world_b, info, size, triangle, normal, box, child, stack, candidate, held[e])
            else:
                hold_point(k, 1.0, candidate, world_a, held[e])
                if info[b, KIND] != SEGMENT:
                    settle_far(k, a, 1.0, world_a, info, size, triangle, normal, box, child, stack, candidate, held[e])
            for c in range(WIDTH):
                point[e, k, c] = candidate[k, c]


def no_statistics() -> IntArray:
    """Return counts of work at zero, in 64 bits: they add up over a whole run."""
    return cast(IntArray, np.zeros(STATISTICS, dtype=np.int64))


def seek_points(
    table: SolidTable,
    pairs: IntArray,
    entry: IntArray,
    margin: FloatArray,
    slack: FloatArray,
    solid: IntArray,
    position: FloatArray,
    attitude: FloatArray,
    memory: PairMemory,
    statistics: IntArray | None = None,
    near: FloatArray | None = None,
    drift: FloatArray | None = None,
    limit: IntArray | None = None,
) -> None:
    """Find the contact points of pairs; see `find_points`. Without near and drift all within margin are told."""
    find_points(
        pairs,
        entry,
        margin,
        slack,
        margin if near is None else near,
        np.zeros((len(pairs), DRIFT_WIDTH)) if drift is None else drift,
        np.full(len(pairs), KEPT, dtype=np.int32) if limit is None else limit,
        solid,
        position,
        attitude,
        table.info,
        table.size,
        table.lower,
        table.start,
        table.listed,
        table.triangle,
        table.normal,
        table.box,
        table.child,
        table.element,
        table.name,
        table.node,
        table.node_of,
        memory.state,
        memory.listed,
        memory.span,
        memory.due,
        memory.count,
        memory.point,
        memory.name,
        memory.held,
        no_statistics() if statistics is None else statistics,
    )
