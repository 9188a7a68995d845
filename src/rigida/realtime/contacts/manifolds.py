"""Manifolds from step to step: kept in the frames of their bodies, and recycled while they hold.

While two bodies hardly move against each other their manifold moves along with them. A pair whose bodies have moved
further since its manifold was updated is listed for the narrow phase; what that finds is stored, with the impulses of
the points it continues as their warm start.
"""

from rigida.collision.arrays import FoundManifold, ManifoldUpdates
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Rows
from rigida.math.prefetch import prefetch_row
from rigida.math.quat import Quat, conjugate, product
from rigida.math.vec3 import Vec3, dot, norm
from rigida.realtime.arrays import (
    POINTS,
    Bodies,
    CachedPose,
    ContactCache,
    Contacts,
    Impulse,
    Manifold,
    OldPoint,
    Pair,
    Pairs,
    PoseVersions,
    Shapes,
)
from rigida.realtime.contacts.spread_load import spread_load
from rigida.realtime.tuning import PREDICTION_MARGIN, SAME_PLACE

#: Memory is asked for so many pairs ahead.
AHEAD = 4


@inlined
def relative_pose(a: int, b: int, bodies: Bodies) -> tuple[Vec3, Quat]:
    """Return position and attitude of b seen from a."""
    position = (bodies.center[b] - bodies.center[a]) @ bodies.rotation[a]
    return position, product(conjugate(bodies.attitude[a]), bodies.attitude[b])


@inlined
def drop_impulses(impulse: Impulse) -> None:
    """Let nothing warm-start."""
    for c in range(15):
        impulse.all[c] = 0.0


@inlined
def set_pair(pair: Pair, a: int, b: int, entry: int, count: int) -> None:
    """Say whom a contact is between, with the surfaces of the bodies."""
    pair.a, pair.b, pair.entry, pair.count = a, b, entry, count
    pair.shape_a = pair.shape_b = -1


@inlined
def take_surfaces(pair: Pair, i: int, j: int, shapes: Shapes) -> None:
    """Let a contact between shapes i and j have their own surfaces, where they have some."""
    if shapes.own[i]:
        pair.shape_a = i
    if shapes.own[j]:
        pair.shape_b = j


@routine
def place_manifold(pair: Pair, out: Manifold, contacts: Contacts, bodies: Bodies) -> None:
    """Write the cached manifold of a pair where its bodies are now."""
    kept = contacts.cache.manifold[pair.entry]
    rotation_a, rotation_b = bodies.rotation[pair.a], bodies.rotation[pair.b]
    center_a, center_b = bodies.center[pair.a], bodies.center[pair.b]
    normal = rotation_a @ kept.normal
    out.normal = normal
    for k in range(pair.count):
        on_a = rotation_a @ kept.point[k].on_a + center_a
        on_b = rotation_b @ kept.point[k].on_b + center_b
        out.point[k] = 0.5 * (on_a + on_b)
        out.separation[k] = dot(normal, on_b - on_a)


@inlined
def keep_normal(entry: int, a: int, b: int, normal: Vec3, cache: ContactCache, bodies: Bodies) -> None:
    """Keep the normal of an entry in a's frame and in the world, and where the bodies are."""
    arms = cache.arms[entry]
    cache.manifold[entry].normal = normal @ bodies.rotation[a]
    arms.normal = normal
    arms.between = bodies.center[a] - bodies.center[b]


@routine
def keep_point(m: int, k: int, contacts: Contacts, bodies: Bodies) -> None:
    """Keep point k of contact m as a point on each of its bodies and as an arm."""
    pair, manifold = contacts.pair[m], contacts.manifold[m]
    kept, arms = contacts.cache.manifold[pair.entry], contacts.cache.arms[pair.entry]
    point, half = manifold.point[k], 0.5 * manifold.separation[k]
    center_a, center_b = bodies.center[pair.a], bodies.center[pair.b]
    arms.arm[k] = point - center_a
    kept.point[k].on_a = (point - half * manifold.normal - center_a) @ bodies.rotation[pair.a]
    kept.point[k].on_b = (point + half * manifold.normal - center_b) @ bodies.rotation[pair.b]


@kernel
def number_poses(first: int, last: int, same: float, bodies: Bodies, poses: PoseVersions) -> None:
    """Give a new number to the pose of each body of a range that has moved, and fill the highest speed of its points.

    same: by how much poses may change and keep their number [m]. Pairs whose poses have the same numbers as before need
    no closer look.
    """
    for i in range(first, last):
        version, twist, bounding_radius = poses.version[i], bodies.twist[i], poses.bounding_radius[i]
        away, q, p = bodies.center[i] - version.position, bodies.attitude[i], version.attitude
        moved = abs(away.x) + abs(away.y) + abs(away.z)
        turn = abs(q.w - p.w) + abs(q.x - p.x) + abs(q.y - p.y) + abs(q.z - p.z)
        if not moved + 2.0 * turn * bounding_radius < same:
            version.number += 1.0
            version.position, version.attitude = bodies.center[i], q
        version.speed = norm(twist.linear) + bounding_radius * norm(twist.angular)


@inlined
def box_gap(i: int, j: int, shapes: Shapes) -> float:
    """Return how far the boxes of two shapes are apart along the axis where they are furthest [m]."""
    ahead, behind = shapes.low[j] - shapes.high[i], shapes.low[i] - shapes.high[j]
    gap = max(ahead.x, behind.x)
    gap = max(gap, max(ahead.y, behind.y))
    return max(gap, max(ahead.z, behind.z))


@inlined
def closing_speed(i: int, j: int, bodies: Bodies, shapes: Shapes) -> float:
    """Return a bound on how fast the points of two shapes approach each other [m/s]."""
    a, b = bodies.twist[shapes.body[i]], bodies.twist[shapes.body[j]]
    turning = shapes.bounding_radius[i] * norm(a.angular)
    turning += shapes.bounding_radius[j] * norm(b.angular)
    return norm(b.linear - a.linear) + turning


@inlined
def moved_since(kept: CachedPose, position: Vec3, attitude: Quat, bounding_radius: float) -> float:
    """Return a bound on how far points of b, within `bounding_radius` of its centre, have moved against a [m]."""
    # |q − q'| is half the angle between them, up to second order.
    turn = abs(attitude.w - kept.attitude.w) + abs(attitude.x - kept.attitude.x)
    turn += abs(attitude.y - kept.attitude.y) + abs(attitude.z - kept.attitude.z)
    return norm(position - kept.position) + 2.0 * turn * bounding_radius


@kernel
def recycle_manifolds(
    first: int,
    last: int,
    h: float,
    bodies: Bodies,
    shapes: Shapes,
    poses: PoseVersions,
    pairs: Pairs,
    contacts: Contacts,
    updates: ManifoldUpdates,
) -> tuple[int, int]:
    """Write the contacts of a range of pairs whose manifold still holds; list the others to be updated.

    Both from the place of the range's first pair on. Returns the numbers of contacts and of updates. A pair of bodies
    that both rest is left out.
    """
    cache, same = contacts.cache, contacts.recycled * poses.same
    found, update_count = first, first
    for p in range(first, last):
        i, j, entry = pairs.shapes[p].i, pairs.shapes[p].j, pairs.entry[p]
        a, b = shapes.body[i], shapes.body[j]
        if p + AHEAD < last:
            ahead = pairs.entry[p + AHEAD]
            prefetch_row(cache.pose[ahead])
            if cache.count[ahead] > 0:
                prefetch_row(cache.manifold[ahead])
        if bodies.awake[a] == 0 and bodies.awake[b] == 0:
            continue

        # whether the bodies have moved against each other since the manifold was updated
        n, kept = cache.count[entry], cache.pose[entry]
        now_a, now_b = poses.version[a], poses.version[b]
        unmoved = kept.version_a == now_a.number and kept.version_b == now_b.number
        base_margin = 2.0 * min(shapes.room[i], shapes.room[j])
        reachable = base_margin + h * (now_a.speed + now_b.speed) + 4.0 * same
        if unmoved and n == 0 and reachable < kept.margin:
            continue
        moved, margin = 0.0, 0.0
        position, attitude = Vec3(0.0, 0.0, 0.0), kept.attitude
        if n <= 0 or not unmoved:
            margin = base_margin + closing_speed(i, j, bodies, shapes) * h
            position, attitude = relative_pose(a, b, bodies)
            moved = moved_since(kept, position, attitude, shapes.bounding_radius[j])

        # recycle it, or list it for the narrow phase
        if n > 0 and moved < contacts.recycled * min(shapes.tolerance[i], shapes.tolerance[j]):
            set_pair(contacts.pair[found], a, b, entry, n)
            take_surfaces(contacts.pair[found], i, j, shapes)
            place_manifold(contacts.pair[found], contacts.manifold[found], contacts, bodies)
            found += 1
        elif n != 0 or margin + moved > kept.margin:
            gap = box_gap(i, j, shapes)
            kept.position, kept.attitude = position, attitude
            kept.version_a, kept.version_b = now_a.number, now_b.number
            if gap > margin:
                kept.margin = gap
                cache.count[entry] = 0
                continue
            kept.margin = margin + PREDICTION_MARGIN * base_margin
            updates.shapes[update_count].i, updates.shapes[update_count].j = i, j
            updates.entry[update_count] = entry
            updates.margin[update_count] = kept.margin
            update_count += 1
    return found - first, update_count - first


@kernel
def close_gap(
    first: int,
    found: int,
    update_count: int,
    to_found: int,
    to_updates: int,
    contacts: Contacts,
    updates: ManifoldUpdates,
) -> None:
    """Move the contacts and updates of a range of pairs behind those of the range before it."""
    for k in range(found):
        contacts.pair[to_found + k] = contacts.pair[first + k]
        contacts.manifold[to_found + k] = contacts.manifold[first + k]
    for k in range(update_count):
        updates.shapes[to_updates + k] = updates.shapes[first + k]
        updates.entry[to_updates + k] = updates.entry[first + k]
        updates.margin[to_updates + k] = updates.margin[first + k]


@routine
def read_old(entry: int, a: int, count: int, old: Rows[OldPoint], cache: ContactCache, bodies: Bodies) -> None:
    """Fill the first `count` old points with those of an entry, where body a is now."""
    kept, impulse, feature = cache.manifold[entry], cache.impulse[entry], cache.feature[entry]
    for k in range(count):
        point = old[k]
        point.impulse, point.feature = impulse.normal[k], feature[k]
        point.place = bodies.rotation[a] @ kept.point[k].on_a + bodies.center[a]


@routine
def match_points(
    entry: int, before: int, count: int, found: FoundManifold, old: Rows[OldPoint], contacts: Contacts
) -> None:
    """Give the points found the impulses of the old points they continue: by feature, then by place.

    A patch none of whose points goes on shares out what it carries instead.
    """
    impulse, feature, point = contacts.cache.impulse[entry], found.feature, found.point
    taken, given = 0, 0
    for k in range(count):
        impulse.normal[k] = 0.0
        for i in range(before):
            if old[i].feature == feature[k] and not (taken >> i) & 1:
                impulse.normal[k] = old[i].impulse
                taken |= 1 << i
                given |= 1 << k
                break
    if given == 0 and min(count, before) > 2 and spread_load(entry, before, count, found, old, contacts):
        return
    for k in range(count):
        if (given >> k) & 1:
            continue
        for i in range(before):
            if norm(old[i].place - point[k]) < SAME_PLACE and not (taken >> i) & 1:
                impulse.normal[k] = old[i].impulse
                taken |= 1 << i
                break


@kernel
def store_manifolds(
    worker: int,
    first: int,
    last: int,
    found: int,
    bodies: Bodies,
    shapes: Shapes,
    contacts: Contacts,
    updates: ManifoldUpdates,
) -> int:
    """Store a range of the manifolds that the narrow phase has found, and write their contacts from row `found` on.

    Returns the row behind the last of them.
    """
    cache, old = contacts.cache, contacts.old[POINTS * worker : POINTS * (worker + 1)]
    for q in range(first, last):
        entry, n = updates.entry[q], updates.count[q]
        a, b = shapes.body[updates.shapes[q].i], shapes.body[updates.shapes[q].j]
        if q + AHEAD < last and updates.count[q + AHEAD] > 0:
            ahead = updates.entry[q + AHEAD]
            prefetch_row(cache.manifold[ahead])
            prefetch_row(cache.arms[ahead])
            prefetch_row(cache.impulse[ahead])
        before = max(cache.count[entry], 0)
        cache.count[entry] = n
        if n == 0:
            continue
        if before == 0:
            drop_impulses(cache.impulse[entry])  # of the pair that owned the entry before
        new = updates.manifold[q]
        manifold = contacts.manifold[found]
        read_old(entry, a, before, old, cache, bodies)
        set_pair(contacts.pair[found], a, b, entry, n)
        take_surfaces(contacts.pair[found], updates.shapes[q].i, updates.shapes[q].j, shapes)
        cache.is_round[entry] = max(shapes.smooth[updates.shapes[q].i], shapes.smooth[updates.shapes[q].j])
        keep_normal(entry, a, b, new.normal, cache, bodies)
        match_points(entry, before, n, new, old, contacts)
        manifold.normal = new.normal
        for k in range(n):
            cache.feature[entry][k] = new.feature[k]
            manifold.point[k], manifold.separation[k] = new.point[k], new.separation[k]
            keep_point(found, k, contacts, bodies)
        found += 1
    return found
