"""Manifolds in the frames of their bodies: how they are kept in the cache and placed where the bodies are now."""

from rigida.jit.decorators import inlined, routine
from rigida.math.quat import Quat, conjugate, product
from rigida.math.vec3 import Vec3, dot
from rigida.realtime.arrays import Bodies, ContactCache, Contacts, Impulse, Pair

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
    """Say whom a contact is between."""
    pair.a, pair.b, pair.entry, pair.count = a, b, entry, count


@routine
def place_manifold(m: int, contacts: Contacts, bodies: Bodies) -> None:
    """Write the cached manifold of contact m's pair where its bodies are now."""
    pair, out = contacts.pair[m], contacts.manifold[m]
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
