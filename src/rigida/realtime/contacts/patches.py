"""Contacts of concave bodies as patches: points of a pair with the same normal form one contact of up to four points.

Each pair owns sixteen slots of the contacts' memory (`manifold_cache`), one per patch. While the bodies hardly move
against each other all patches are carried along; new ones take over the impulses of old points by name, then by place.
"""

import math

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.concave.candidates import KEPT, KEPT_IN_MOTION
from rigida.concave.candidates import NORMAL as C_NORMAL
from rigida.concave.candidates import POINT as C_POINT
from rigida.concave.candidates import SEPARATION as C_SEPARATION
from rigida.concave.drift import TURN, WAY, furthest_way
from rigida.jit.decorators import inlined, kernel, routine, whole
from rigida.math.lanes import SingleArray
from rigida.math.vector import norm
from rigida.realtime.contacts.manifold_cache import (
    BODY_A,
    BODY_B,
    COUNT,
    FRICTION,
    IMPULSE,
    IS_PATCH,
    NORMAL,
    POINT,
    SEPARATION,
    SLOT,
    SURFACE,
    carry_along,
    drop_impulses,
    relative_place,
    remember_normal,
    remember_point,
    to_world,
)

#: Patches of a pair: in the worst case every point has a normal of its own.
PATCHES = KEPT_IN_MOTION
#: Normals that agree to this cosine (1.1°) are one.
_ONE_NORMAL = 0.9998
#: Contacts are sought up to this distance [m], in small bodies up to this part of their reach, and as far as they move
#: in a step.
NEAR, NEAR_OF_SIZE = 4e-3, 0.02
#: Bodies that move further in a step [m] may meet what lies behind what is nearest: all that they can reach is sought.
ALL_AROUND = 0.2
#: Patches are carried along while the bodies moved against each other by less than this [m], and this part of the
#: reach. Points that lag behind a body that rolls push it on: with four times as much a chain of links never rests.
CARRIED, CARRIED_OF_SIZE = 5e-5, 1e-4
#: Lists of near samples last for about so many steps, but are made with at most this part of the reach as slack.
_SLACK_STEPS, _MOST_SLACK = 5.0, 0.03
#: A pair is in motion where it goes further in a step than this, in parts of the distance up to which it is sought.
_IN_MOTION = 12.0
#: Points this near, in parts of the reach, are the same where names have changed.
_SAME_PLACE = 0.04

# Columns of what was found of an old point: slot, impulse, point (3), normal (3), used.
_OLD_WIDTH = 9


@inlined
def apart(i: int, j: int, far: float, reach: FloatArray, margin: float, low: FloatArray, high: FloatArray) -> bool:
    """Tell whether the spheres or boxes of two shapes, their bodies' centres `far` apart, are further than margin."""
    if reach[j] > 0.0 and far > reach[i] + reach[j] + margin:
        return True
    gap = max(low[j, 0] - high[i, 0], low[i, 0] - high[j, 0])
    gap = max(gap, max(low[j, 1] - high[i, 1], low[i, 1] - high[j, 1]))
    return max(gap, max(low[j, 2] - high[i, 2], low[i, 2] - high[j, 2])) > margin


@inlined
def shared_side(i: int, j: int, c: int, margin: float, low: FloatArray, high: FloatArray) -> tuple[float, float]:
    """Return middle and half length along axis c of what two boxes, grown by margin, have in common."""
    begin, end = max(low[i, c], low[j, c]) - margin, min(high[i, c], high[j, c]) + margin
    return 0.5 * (begin + end), 0.5 * max(end - begin, 0.0)


@inlined
def furthest_shared_way(i: int, j: int, margin: float, low: FloatArray, high: FloatArray, drift: FloatArray) -> float:
    """Return the longest way in the step of places that lie in the boxes of two shapes, grown by margin."""
    x, a = shared_side(i, j, 0, margin, low, high)
    y, b = shared_side(i, j, 1, margin, low, high)
    z, c = shared_side(i, j, 2, margin, low, high)
    return furthest_way(x, y, z, norm(a, b, c), drift)


@inlined
def set_drift(a: int, b: int, dt: float, center: FloatArray, twist: FloatArray, m: int, drift: FloatArray) -> None:
    """Fill row m of drift (n, 6) with the way of body a against body b in dt (see `concave.drift`)."""
    px, py, pz, qx, qy, qz = center[a, 0], center[a, 1], center[a, 2], center[b, 0], center[b, 1], center[b, 2]
    ax, ay, az, bx, by, bz = twist[a, 3], twist[a, 4], twist[a, 5], twist[b, 3], twist[b, 4], twist[b, 5]
    drift[m, WAY] = dt * (twist[a, 0] - twist[b, 0] - ay * pz + az * py + by * qz - bz * qy)
    drift[m, WAY + 1] = dt * (twist[a, 1] - twist[b, 1] - az * px + ax * pz + bz * qx - bx * qz)
    drift[m, WAY + 2] = dt * (twist[a, 2] - twist[b, 2] - ax * py + ay * px + bx * qy - by * qx)
    drift[m, TURN], drift[m, TURN + 1], drift[m, TURN + 2] = dt * (ax - bx), dt * (ay - by), dt * (az - bz)


@kernel
def carry_patches(
    pairs: IntArray,
    entry: IntArray,
    body: IntArray,
    reach: FloatArray,
    low: FloatArray,
    high: FloatArray,
    active: IntArray,
    center: FloatArray,
    attitude: FloatArray,
    matrix: FloatArray,
    twist: FloatArray,
    dt: float,
    place: FloatArray,
    patch_count: IntArray,
    patch_slot: IntArray,
    count: IntArray,
    manifold: FloatArray,
    found: int,
    contact: FloatArray,
    contact_of: IntArray,
    todo: IntArray,
    todo_entry: IntArray,
    todo_margin: FloatArray,
    todo_slack: FloatArray,
    todo_near: FloatArray,
    todo_drift: FloatArray,
    todo_limit: IntArray,
) -> tuple[int, int]:
    """Write the contacts of pairs whose patches still hold; list the others as pairs to be sought.

    place (entries, 7): where the first body was, seen from the second, when the pair was sought. patch_count
    (entries,): −1 where nothing is known. Returns the numbers of contacts and of pairs to be sought.
    """
    sought = 0
    for p in range(pairs.shape[0]):
        i, j, e = whole(pairs[p, 0]), whole(pairs[p, 1]), whole(entry[p])
        a, b = whole(body[i]), whole(body[j])
        if active[a] == 0 and active[b] == 0:
            continue
        x, y, z, w, u, v, t = relative_place(b, a, center, attitude, matrix)
        arm = reach[j] if reach[j] > 0.0 else math.inf
        arm = min(arm, norm(x, y, z) + reach[i])
        motion = norm(twist[b, 0] - twist[a, 0], twist[b, 1] - twist[a, 1], twist[b, 2] - twist[a, 2])
        motion += reach[i] * norm(twist[a, 3], twist[a, 4], twist[a, 5])
        motion = dt * (motion + arm * norm(twist[b, 3], twist[b, 4], twist[b, 5]))
        near = min(NEAR, NEAR_OF_SIZE * reach[i])
        set_drift(a, b, dt, center, twist, sought, todo_drift)
        motion = min(motion, furthest_shared_way(i, j, near + motion, low, high, todo_drift[sought]))
        if patch_count[e] >= 0:
            moved = norm(x - place[e, 0], y - place[e, 1], z - place[e, 2])
            turn = abs(w - place[e, 3]) + abs(u - place[e, 4]) + abs(v - place[e, 5]) + abs(t - place[e, 6])
            moved += 2.0 * turn * reach[i]
            if moved < min(CARRIED, CARRIED_OF_SIZE * reach[i]) and moved + motion < near:
                for k in range(patch_count[e]):
                    s = whole(patch_slot[e, k])
                    contact_of[found, BODY_A], contact_of[found, BODY_B] = a, b
                    contact_of[found, SLOT], contact_of[found, COUNT] = s, count[s]
                    carry_along(found, a, b, s, whole(count[s]), center, matrix, manifold, contact)
                    found += 1
                continue
        margin = near + motion
        if apart(i, j, norm(x, y, z), reach, margin, low, high):
            patch_count[e] = -1
            continue
        place[e, 0], place[e, 1], place[e, 2] = x, y, z
        place[e, 3], place[e, 4], place[e, 5], place[e, 6] = w, u, v, t
        todo[sought, 0], todo[sought, 1], todo_entry[sought] = i, j, e
        todo_margin[sought] = margin
        todo_near[sought] = near if motion < ALL_AROUND else margin
        todo_limit[sought] = KEPT_IN_MOTION if motion > _IN_MOTION * near else KEPT
        todo_slack[sought] = min(max(_SLACK_STEPS * motion, near), _MOST_SLACK * reach[i])
        # Bodies so fast need a new list in any case.
        if motion > _MOST_SLACK * reach[i]:
            todo_slack[sought] = 0.0
        sought += 1
    return found, sought


@routine
def read_old(
    e: int,
    a: int,
    patch_count: IntArray,
    patch_slot: IntArray,
    center: FloatArray,
    matrix: FloatArray,
    count: IntArray,
    feature: IntArray,
    manifold: FloatArray,
    impulse: FloatArray,
    old: FloatArray,
    old_name: IntArray,
    old_friction: FloatArray,
) -> int:
    """Fill the points of a pair's patches as they were, each with its share of the friction; return how many."""
    n = 0
    for k in range(patch_count[e]):
        s = whole(patch_slot[e, k])
        total = 0.0
        for q in range(count[s]):
            total += impulse[s, IMPULSE + q]
        nx, ny, nz = to_world(a, manifold[s, NORMAL], manifold[s, NORMAL + 1], manifold[s, NORMAL + 2], matrix)
        for q in range(count[s]):
            o = SURFACE + 6 * q
            x, y, z = to_world(a, manifold[s, o], manifold[s, o + 1], manifold[s, o + 2], matrix)
            old[n, 0], old[n, 1] = s, impulse[s, IMPULSE + q]
            old[n, 2], old[n, 3], old[n, 4] = x + center[a, 0], y + center[a, 1], z + center[a, 2]
            old[n, 5], old[n, 6], old[n, 7], old[n, 8] = nx, ny, nz, 0.0
            old_name[n] = feature[s, q]
            share = old[n, 1] / total if total > 0.0 else 0.0
            # Friction, spinning and rolling lie side by side.
            for c in range(7):
                old_friction[n, c] = share * impulse[s, FRICTION + c]
            n += 1
    return n


@routine
def continued(
    k: int,
    reach: float,
    point: FloatArray,
    name: IntArray,
    points: int,
    n: int,
    old: FloatArray,
    old_name: IntArray,
) -> int:
    """Return the old point that new point k continues, −1 for none: that of its name, else the nearest of its kind."""
    for q in range(n):
        if old_name[q] == name[k] and old[q, 8] == 0.0:
            return q
    best, least = -1, _SAME_PLACE * reach
    for q in range(n):
        if old[q, 8] != 0.0:
            continue
        named = False
        for other in range(points):
            named |= name[other] == old_name[q]
        cosine = old[q, 5] * point[k, C_NORMAL] + old[q, 6] * point[k, C_NORMAL + 1]
        cosine += old[q, 7] * point[k, C_NORMAL + 2]
        far = norm(old[q, 2] - point[k, C_POINT], old[q, 3] - point[k, C_POINT + 1], old[q, 4] - point[k, C_POINT + 2])
        if far < least and cosine > 0.5 and not named:
            best, least = q, far
    return best


@kernel
def store_patches(
    todo: IntArray,
    todo_entry: IntArray,
    body: IntArray,
    reach: FloatArray,
    center: FloatArray,
    matrix: FloatArray,
    points: IntArray,
    point: FloatArray,
    name: IntArray,
    patch_count: IntArray,
    patch_slot: IntArray,
    count: IntArray,
    feature: IntArray,
    manifold: FloatArray,
    lever: SingleArray,
    impulse: FloatArray,
    found: int,
    contact: FloatArray,
    contact_of: IntArray,
) -> int:
    """Sort the points found for each pair into patches, with the impulses of the points they continue; add contacts.

    points (entries,), point (entries, 16, 8), name (entries, 16): what `find_points` found. Returns the number of
    contacts.
    """
    old, old_name = np.empty((4 * PATCHES, _OLD_WIDTH)), np.empty(4 * PATCHES, dtype=np.int32)
    old_friction = np.empty((4 * PATCHES, 7))
    for m in range(todo.shape[0]):
        a, b, e = whole(body[todo[m, 0]]), whole(body[todo[m, 1]]), whole(todo_entry[m])
        n = read_old(
            e,
            a,
            patch_count,
            patch_slot,
            center,
            matrix,
            count,
            feature,
            manifold,
            impulse,
            old,
            old_name,
            old_friction,
        )
        patch_count[e] = 0
        first = found
        for k in range(points[e]):
            nx, ny, nz = point[e, k, C_NORMAL], point[e, k, C_NORMAL + 1], point[e, k, C_NORMAL + 2]
            row = found
            for other in range(first, found):
                cosine = contact[other, 0] * nx + contact[other, 1] * ny + contact[other, 2] * nz
                if cosine > _ONE_NORMAL and contact_of[other, COUNT] < 4:
                    row = other
                    break
            if row == found:
                s = whole(patch_slot[e, patch_count[e]])
                patch_count[e] += 1
                found += 1
                contact[row, 0], contact[row, 1], contact[row, 2] = nx, ny, nz
                contact_of[row, BODY_A], contact_of[row, BODY_B] = a, b
                contact_of[row, SLOT], contact_of[row, COUNT] = s, 0
                remember_normal(s, a, b, nx, ny, nz, center, matrix, manifold, lever)
                drop_impulses(s, impulse)
                impulse[s, IS_PATCH] = 1.0
            s, q = whole(contact_of[row, SLOT]), whole(contact_of[row, COUNT])
            contact_of[row, COUNT] = q + 1
            count[s] = q + 1
            nx, ny, nz = contact[row, 0], contact[row, 1], contact[row, 2]
            x, y, z, gap = point[e, k, C_POINT], point[e, k, C_POINT + 1], point[e, k, C_POINT + 2], 0.0
            gap = point[e, k, C_SEPARATION]
            remember_point(s, q, a, b, x, y, z, gap, nx, ny, nz, center, matrix, manifold, lever)
            feature[s, q] = name[e, k]
            p = POINT + 3 * q
            contact[row, p], contact[row, p + 1], contact[row, p + 2] = x, y, z
            contact[row, SEPARATION + q] = gap
            same = continued(k, reach[todo[m, 0]], point[e], name[e], whole(points[e]), n, old, old_name)
            if same >= 0:
                old[same, 8] = 1.0
                impulse[s, IMPULSE + q] = old[same, 1]
                for c in range(7):
                    impulse[s, FRICTION + c] += old_friction[same, c]
    return found


@kernel
def note_patches(
    pairs: IntArray,
    entry: IntArray,
    body: IntArray,
    active: IntArray,
    patch_slot: IntArray,
    pushed: IntArray,
    touched: IntArray,
    event: IntArray,
    events: int,
) -> int:
    """Add the events of concave pairs to those of the step; return how many there are.

    touched (entries,): whether a pair touched after the last step. pushed (slots,): whether a contact pushes now.
    """
    for p in range(pairs.shape[0]):
        e, a, b = entry[p], body[pairs[p, 0]], body[pairs[p, 1]]
        if active[a] == 0 and active[b] == 0:
            continue
        touches = 0
        for k in range(PATCHES):
            s = patch_slot[e, k]
            if pushed[s]:
                touches = 1
            pushed[s] = 0
        if touches != touched[e]:
            event[events, 0], event[events, 1], event[events, 2] = touches, a, b
            events += 1
            touched[e] = touches
    return events
