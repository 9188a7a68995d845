"""New manifolds are stored in the cache, with the impulses of the points they continue as their warm start."""

from rigida.collision.arrays import FoundManifold, ManifoldUpdates
from rigida.jit.decorators import kernel, routine
from rigida.math.prefetch import prefetch_row
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import AT_CORNERS, Bodies, Contacts, Shapes
from rigida.realtime.contacts.cached import AHEAD, drop_impulses, keep_normal, keep_point, set_pair
from rigida.realtime.contacts.spread_load import spread_load

#: Points without the same feature take over the impulse of an old one this near [m].
SAME_PLACE = 0.05


@routine
def read_old(entry: int, a: int, count: int, contacts: Contacts, bodies: Bodies) -> None:
    """Fill the first `count` old points with those of an entry, where body a is now."""
    cache = contacts.cache
    kept, impulse, feature = cache.manifold[entry], cache.impulse[entry], cache.feature[entry]
    for k in range(count):
        old = contacts.old[k]
        old.impulse, old.feature = impulse.normal[k], feature[k]
        old.place = bodies.rotation[a] @ kept.point[k].on_a + bodies.center[a]


@routine
def match_points(entry: int, before: int, count: int, found: FoundManifold, contacts: Contacts) -> None:
    """Give the points found the impulses of the old points they continue: by feature, then by place.

    A patch none of whose points goes on shares out what it carries instead.
    """
    impulse, feature, point = contacts.cache.impulse[entry], found.feature, found.point
    taken, given = 0, 0
    for k in range(count):
        impulse.normal[k] = 0.0
        for i in range(before):
            if contacts.old[i].feature == feature[k] and not (taken >> i) & 1:
                impulse.normal[k] = contacts.old[i].impulse
                taken |= 1 << i
                given |= 1 << k
                break
    if given == 0 and min(count, before) > 2 and spread_load(entry, before, count, found, contacts):
        return
    for k in range(count):
        if (given >> k) & 1:
            continue
        for i in range(before):
            if norm(contacts.old[i].place - point[k]) < SAME_PLACE and not (taken >> i) & 1:
                impulse.normal[k] = contacts.old[i].impulse
                taken |= 1 << i
                break


@routine
def follow_point(m: int, before: int, new: FoundManifold, bodies: Bodies, contacts: Contacts) -> None:
    """Write how far the deepest point of contact m, newly found, has moved since the last detection.

    Where it touched then as well, on a smooth body: points at corners stay there. Old arms must still be in the cache.
    """
    pair, cache, deepest = contacts.pair[m], contacts.cache, 0
    arms, feature, wander = cache.arms[pair.entry], cache.feature[pair.entry], cache.wander[pair.entry]
    seen_before = wander.look == contacts.look[0] - 1.0
    wander.look, wander.on_a, wander.on_b = contacts.look[0], Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)
    for k in range(1, pair.count):
        if new.separation[k] < new.separation[deepest]:
            deepest = k
    if not seen_before:
        return
    for i in range(before):
        if feature[i] == new.feature[deepest]:
            arm, apart = new.point[deepest] - bodies.center[pair.a], bodies.center[pair.a] - bodies.center[pair.b]
            old, between = arms.arm[i], arms.between
            wander.on_a = Vec3(arm.x - old.x, arm.y - old.y, arm.z - old.z)
            away = Vec3(apart.x - between.x, apart.y - between.y, apart.z - between.z)
            wander.on_b = wander.on_a + away


@kernel
def store_manifolds(
    wanted: int, found: int, bodies: Bodies, shapes: Shapes, contacts: Contacts, updates: ManifoldUpdates
) -> int:
    """Store the manifolds that the narrow phase has found, and add their contacts to the `found` ones there are.

    Returns the number of contacts.
    """
    cache = contacts.cache
    for q in range(wanted):
        entry, n = updates.entry[q], updates.count[q]
        a, b = shapes.body[updates.shapes[q].i], shapes.body[updates.shapes[q].j]
        if q + AHEAD < wanted and updates.count[q + AHEAD] > 0:
            ahead = updates.entry[q + AHEAD]
            prefetch_row(cache.manifold[ahead])
            prefetch_row(cache.arms[ahead])
            prefetch_row(cache.impulse[ahead])
        before = max(cache.count[entry], 0)
        cache.count[entry] = n
        if n == 0:
            continue
        if before == 0:
            drop_impulses(cache.impulse[entry])  # of whoever owned the entry, or touched, before
        new = updates.manifold[q]
        manifold = contacts.manifold[found]
        read_old(entry, a, before, contacts, bodies)
        set_pair(contacts.pair[found], a, b, entry, n)
        if shapes.smooth[updates.shapes[q].i] or shapes.smooth[updates.shapes[q].j]:
            follow_point(found, before, new, bodies, contacts)
        else:
            cache.wander[entry].look = AT_CORNERS
        keep_normal(entry, a, b, new.normal, cache, bodies)
        match_points(entry, before, n, new, contacts)
        manifold.normal = new.normal
        for k in range(n):
            cache.feature[entry][k] = new.feature[k]
            manifold.point[k], manifold.separation[k] = new.point[k], new.separation[k]
            keep_point(found, k, contacts, bodies)
        found += 1
    return found
