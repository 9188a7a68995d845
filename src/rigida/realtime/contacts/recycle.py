"""Manifolds that still hold are recycled: while two bodies hardly move against each other theirs moves along with them.

A pair whose bodies have moved further since its manifold was updated is listed for the narrow phase.
"""

from rigida.collision.arrays import ManifoldUpdates
from rigida.jit.decorators import inlined, kernel, routine
from rigida.math.prefetch import prefetch_row
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import Bodies, Contacts, Pairs, PoseVersions, Shapes
from rigida.realtime.contacts.cached import AHEAD, place_manifold, relative_pose, set_pair

#: A manifold is recycled while the bodies moved against each other by less than this [m], and by less than this part
#: of the smaller shape's reach; first for round shapes, whose contacts wander, then for flat faces.
RECYCLED = 2e-3, 5e-3
RECYCLED_OF_SIZE = 4e-3, 1e-2
#: Pairs without contact are looked at with this much more margin, as a part of it, and then left alone until they moved
#: that far.
LOOK_AHEAD = 0.4


@routine
def number_poses(bodies: Bodies, poses: PoseVersions) -> None:
    """Give a new number to the pose of each body that has moved, and fill the highest speed of its points.

    Pairs whose poses have the same numbers as before need no closer look.
    """
    for i in range(len(poses.version)):
        version, twist, reach = poses.version[i], bodies.twist[i], poses.reach[i]
        away, q, p = bodies.center[i] - version.position, bodies.attitude[i], version.attitude
        moved = abs(away.x) + abs(away.y) + abs(away.z)
        turn = abs(q.w - p.w) + abs(q.x - p.x) + abs(q.y - p.y) + abs(q.z - p.z)
        if not moved + 2.0 * turn * reach < poses.same:
            version.number += 1.0
            version.position, version.attitude = bodies.center[i], q
        version.speed = norm(twist.linear) + reach * norm(twist.angular)


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
    turning = shapes.reach[i] * norm(a.angular)
    turning += shapes.reach[j] * norm(b.angular)
    return norm(b.linear - a.linear) + turning


@kernel
def recycle_manifolds(
    pair_count: int,
    h: float,
    bodies: Bodies,
    shapes: Shapes,
    poses: PoseVersions,
    pairs: Pairs,
    contacts: Contacts,
    updates: ManifoldUpdates,
) -> tuple[int, int]:
    """Write the contacts of the first pairs whose manifold still holds; list the others to be updated.

    Returns the numbers of contacts and of updates. A pair of bodies that both rest is left out.
    """
    number_poses(bodies, poses)
    cache = contacts.cache
    found, wanted = 0, 0
    for p in range(pair_count):
        i, j, entry = pairs.shapes[p].i, pairs.shapes[p].j, pairs.entry[p]
        a, b = shapes.body[i], shapes.body[j]
        if p + AHEAD < pair_count:
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
        base_margin = shapes.room[i] + shapes.room[j]
        reachable = base_margin + h * (now_a.speed + now_b.speed) + 4.0 * poses.same
        if unmoved and n == 0 and reachable < kept.margin:
            continue
        moved, margin = 0.0, 0.0
        position, attitude = Vec3(0.0, 0.0, 0.0), kept.attitude
        if n <= 0 or not unmoved:
            margin = base_margin + closing_speed(i, j, bodies, shapes) * h
            position, attitude = relative_pose(a, b, bodies)
            moved = norm(position - kept.position)
            # |q − q'| is half the angle between them, up to second order.
            turn = abs(attitude.w - kept.attitude.w) + abs(attitude.x - kept.attitude.x)
            turn += abs(attitude.y - kept.attitude.y) + abs(attitude.z - kept.attitude.z)
            moved += 2.0 * turn * shapes.reach[j]

        # recycle it, or list it for the narrow phase
        if n > 0 and moved < min(shapes.tolerance[i], shapes.tolerance[j]):
            set_pair(contacts.pair[found], a, b, entry, n)
            place_manifold(found, contacts, bodies)
            found += 1
        elif n != 0 or margin + moved > kept.margin:
            gap = box_gap(i, j, shapes)
            kept.position, kept.attitude = position, attitude
            kept.version_a, kept.version_b = now_a.number, now_b.number
            if gap > margin:
                kept.margin = gap
                cache.count[entry] = 0
                continue
            kept.margin = margin + LOOK_AHEAD * base_margin
            updates.shapes[wanted].i, updates.shapes[wanted].j = i, j
            updates.entry[wanted] = entry
            updates.margin[wanted] = kept.margin
            wanted += 1
    return found, wanted
