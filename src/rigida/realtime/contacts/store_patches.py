"""Points found of concave pairs are sorted into patches, which take over the impulses of the points they continue."""

from rigida.concave.arrays import PairMemory
from rigida.jit.decorators import inlined, kernel, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, dot, norm
from rigida.realtime.arrays import Bodies, ContactCache, Contacts, Impulse, Shapes
from rigida.realtime.contacts.manifolds import drop_impulses, keep_normal, keep_point, set_pair
from rigida.realtime.contacts.patch_arrays import OldPatchPoint, PatchPairs, PatchUpdates
from rigida.realtime.tuning import ONE_NORMAL, SAME_PATCH_PLACE

#: Where friction, spinning and rolling lie among all impulses of a contact.
_FRICTION, _FRICTIONS = 8, 7


@routine
def read_old(
    row: int, a: int, patches: PatchPairs, cache: ContactCache, bodies: Bodies, old: Rows[OldPatchPoint]
) -> int:
    """Fill the points of a pair's patches as they were, each with its share of the friction; return how many."""
    n = 0
    for k in range(patches.count[row]):
        entry = patches.entry[row][k]
        impulse, kept, feature = cache.impulse[entry], cache.manifold[entry], cache.feature[entry]
        total = 0.0
        for q in range(cache.count[entry]):
            total += impulse.normal[q]
        normal = bodies.rotation[a] @ kept.normal
        for q in range(cache.count[entry]):
            point = old[n]
            point.place = bodies.rotation[a] @ kept.point[q].on_a + bodies.center[a]
            point.normal, point.impulse = normal, impulse.normal[q]
            point.name, point.used = feature[q], 0
            share = point.impulse / total if total > 0.0 else 0.0
            for c in range(_FRICTIONS):
                point.friction[c] = share * impulse.all[_FRICTION + c]
            n += 1
    return n


@routine
def continued(k: int, row: int, bounding_radius: float, n: int, found: PairMemory, old: Rows[OldPatchPoint]) -> int:
    """Return the old point that new point k continues, −1 for none: that of its name, else the nearest of its kind."""
    point, name = found.point[row][k], found.name[row]
    for q in range(n):
        if old[q].name == name[k] and old[q].used == 0:
            return q
    best, least = -1, SAME_PATCH_PLACE * bounding_radius
    for q in range(n):
        if old[q].used != 0:
            continue
        named = False
        for other in range(found.count[row]):
            named |= name[other] == old[q].name
        far = norm(old[q].place - point.place)
        if far < least and dot(old[q].normal, point.normal) > 0.5 and not named:
            best, least = q, far
    return best


@inlined
def patch_of(normal: Vec3, first: int, found: int, contacts: Contacts) -> int:
    """Return the contact, from `first` on, with this normal and room for a point; `found` if there is none."""
    for m in range(first, found):
        if dot(contacts.manifold[m].normal, normal) > ONE_NORMAL and contacts.pair[m].count < 4:
            return m
    return found


@inlined
def take_over(q: int, point: OldPatchPoint, impulse: Impulse) -> None:
    """Let point q of a contact go on with the impulses of an old one."""
    point.used = 1
    impulse.normal[q] = point.impulse
    for c in range(_FRICTIONS):
        impulse.all[_FRICTION + c] += point.friction[c]


@kernel
def store_patches(
    update_count: int,
    found: int,
    bodies: Bodies,
    shapes: Shapes,
    patches: PatchPairs,
    contacts: Contacts,
    updates: PatchUpdates,
    points: PairMemory,
) -> int:
    """Sort the points found for each pair into patches, and add their contacts to the `found` ones; return how many."""
    cache, old = contacts.cache, updates.old
    for m in range(update_count):
        i, row = updates.shapes[m].i, updates.row[m]
        a, b = shapes.body[i], shapes.body[updates.shapes[m].j]
        n = read_old(row, a, patches, cache, bodies, old)
        patches.count[row] = 0
        first = found
        for k in range(points.count[row]):
            point = points.point[row][k]
            patch = patch_of(point.normal, first, found, contacts)
            if patch == found:
                entry = patches.entry[row][patches.count[row]]
                patches.count[row] += 1
                found += 1
                contacts.manifold[patch].normal = point.normal
                set_pair(contacts.pair[patch], a, b, entry, 0)
                keep_normal(entry, a, b, point.normal, cache, bodies)
                drop_impulses(cache.impulse[entry])
                cache.impulse[entry].is_patch = 1.0
            pair, manifold = contacts.pair[patch], contacts.manifold[patch]
            q, entry = pair.count, pair.entry
            pair.count = q + 1
            cache.count[entry] = q + 1
            manifold.point[q], manifold.separation[q] = point.place, point.separation
            keep_point(patch, q, contacts, bodies)
            cache.feature[entry][q] = points.name[row][k]
            same = continued(k, row, shapes.bounding_radius[i], n, points, old)
            if same >= 0:
                take_over(q, old[same], cache.impulse[entry])
    return found
