"""Contacts of concave bodies as patches: points of a pair with the same normal form one contact of up to four points.

Each pair owns sixteen entries of the contact cache, one per patch. While the bodies hardly move against each other all
patches are recycled; the other pairs are listed to be updated (`concave.pairs`).
"""

import math

from rigida.concave.arrays import KEPT, KEPT_IN_MOTION, Drift
from rigida.concave.drift import greatest_displacement
from rigida.jit.decorators import inlined, kernel
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import Bodies, Contacts, Pairs, Shapes
from rigida.realtime.contacts.manifolds import box_gap, place_manifold, relative_pose, set_pair
from rigida.realtime.contacts.pair_cache import set_event
from rigida.realtime.contacts.patch_arrays import RESOLVING, PatchPairs, PatchUpdates
from rigida.realtime.tuning import (
    ALL_AROUND,
    IN_MOTION,
    MOST_SLACK,
    NEAR_OF_SIZE,
    NEAR_PATCH,
    PATCH_RECYCLED,
    PATCH_RECYCLED_OF_SIZE,
    SLACK_STEPS,
)

#: Patches of a pair: in the worst case every point has a normal of its own.
PATCHES = KEPT_IN_MOTION


@inlined
def shared_side(low_i: float, high_i: float, low_j: float, high_j: float, margin: float) -> tuple[float, float]:
    """Return middle and half length along an axis of what two boxes, grown by margin, have in common."""
    begin, end = max(low_i, low_j) - margin, min(high_i, high_j) + margin
    return 0.5 * (begin + end), 0.5 * max(end - begin, 0.0)


@inlined
def set_drift(a: int, b: int, h: float, bodies: Bodies, drift: Drift) -> None:
    """Fill how places of body a move against body b in h (see `concave.drift`)."""
    p, q, u, v = bodies.center[a], bodies.center[b], bodies.twist[a], bodies.twist[b]
    x, y = u.angular, v.angular
    away = u.linear - v.linear
    drift.displacement = h * Vec3(
        away.x - x.y * p.z + x.z * p.y + y.y * q.z - y.z * q.y,
        away.y - x.z * p.x + x.x * p.z + y.z * q.x - y.x * q.z,
        away.z - x.x * p.y + x.y * p.x + y.x * q.y - y.y * q.x,
    )
    drift.turn = h * (x - y)


@inlined
def furthest_motion(
    i: int, j: int, m: int, far: float, h: float, near: float, bodies: Bodies, shapes: Shapes, updates: PatchUpdates
) -> float:
    """Return a bound on how far points of shape i move against shape j in h, where both may be [m].

    far: distance of their bodies' centres [m]. The drift of update m is filled.
    """
    a, b = shapes.body[i], shapes.body[j]
    arm = shapes.bounding_radius[j] if shapes.bounding_radius[j] > 0.0 else math.inf
    arm = min(arm, far + shapes.bounding_radius[i])
    motion = norm(bodies.twist[b].linear - bodies.twist[a].linear)
    motion += shapes.bounding_radius[i] * norm(bodies.twist[a].angular)
    motion = h * (motion + arm * norm(bodies.twist[b].angular))
    set_drift(a, b, h, bodies, updates.drift[m])
    low_i, high_i, low_j, high_j = shapes.low[i], shapes.high[i], shapes.low[j], shapes.high[j]
    x, u = shared_side(low_i.x, high_i.x, low_j.x, high_j.x, near + motion)
    y, v = shared_side(low_i.y, high_i.y, low_j.y, high_j.y, near + motion)
    z, w = shared_side(low_i.z, high_i.z, low_j.z, high_j.z, near + motion)
    return min(motion, greatest_displacement(Vec3(x, y, z), norm(Vec3(u, v, w)), updates.drift[m]))


@kernel
def recycle_patches(
    found: int,
    h: float,
    bodies: Bodies,
    shapes: Shapes,
    patches: PatchPairs,
    contacts: Contacts,
    updates: PatchUpdates,
) -> tuple[int, int]:
    """Write the contacts of pairs whose patches still hold after the `found` ones; list the others to be updated.

    Returns the numbers of contacts and of updates.
    """
    update_count = 0
    for p in range(len(patches.shapes)):
        i, j, row = patches.shapes[p].i, patches.shapes[p].j, patches.row[p]
        a, b, bounding_radius = shapes.body[i], shapes.body[j], shapes.bounding_radius[i]
        if (bodies.awake[a] == 0 and bodies.awake[b] == 0) or patches.count[row] == RESOLVING:
            continue
        position, attitude = relative_pose(b, a, bodies)
        near = min(NEAR_PATCH, NEAR_OF_SIZE * bounding_radius)
        motion = furthest_motion(i, j, update_count, norm(position), h, near, bodies, shapes, updates)

        # recycle its patches if the bodies have hardly moved
        kept = patches.pose[row]
        if patches.count[row] >= 0:
            q, moved = kept.attitude, norm(position - kept.position)
            turn = abs(attitude.w - q.w) + abs(attitude.x - q.x) + abs(attitude.y - q.y) + abs(attitude.z - q.z)
            moved += 2.0 * turn * bounding_radius
            if moved < min(PATCH_RECYCLED, PATCH_RECYCLED_OF_SIZE * bounding_radius) and moved + motion < near:
                for k in range(patches.count[row]):
                    entry = patches.entry[row][k]
                    set_pair(contacts.pair[found], a, b, entry, contacts.cache.count[entry])
                    place_manifold(contacts.pair[found], contacts.manifold[found], contacts, bodies)
                    found += 1
                continue

        # list it for an update unless the bodies are too far apart
        margin, other = near + motion, shapes.bounding_radius[j]
        if (other > 0.0 and norm(position) > bounding_radius + other + margin) or box_gap(i, j, shapes) > margin:
            patches.count[row] = -1
            continue
        kept.position, kept.attitude = position, attitude
        updates.shapes[update_count].i, updates.shapes[update_count].j, updates.row[update_count] = i, j, row
        updates.margin[update_count] = margin
        updates.near[update_count] = near if motion < ALL_AROUND else margin
        updates.limit[update_count] = KEPT_IN_MOTION if motion > IN_MOTION * near else KEPT
        updates.slack[update_count] = min(max(SLACK_STEPS * motion, near), MOST_SLACK * bounding_radius)
        # Bodies so fast need a new list in any case.
        if motion > MOST_SLACK * bounding_radius:
            updates.slack[update_count] = 0.0
        update_count += 1
    return found, update_count


@kernel
def collect_patch_events(events: int, bodies: Bodies, shapes: Shapes, patches: PatchPairs, pairs: Pairs) -> int:
    """Add the events of concave pairs to those of the step; return how many there are."""
    for p in range(len(patches.shapes)):
        row, a, b = patches.row[p], shapes.body[patches.shapes[p].i], shapes.body[patches.shapes[p].j]
        if bodies.awake[a] == 0 and bodies.awake[b] == 0:
            continue
        touches = 0
        for k in range(PATCHES):
            entry = patches.entry[row][k]
            if pairs.pushed[entry]:
                touches = 1
            pairs.pushed[entry] = 0
        if touches != patches.touched[row]:
            set_event(pairs.event[events], touches, a, b)
            events += 1
            patches.touched[row] = touches
    return events
