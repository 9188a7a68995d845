"""Small tables for tests of the realtime engine's kernels: bodies at rest, contacts between them along x."""

import numpy as np

from rigida.jit.tables import dtype_of
from rigida.realtime.arrays import Bodies, ContactCache, Contacts, Impulse, Islands
from rigida.realtime.grain import COARSEST


def body_table(n, fixed=(), mass=2.0, inertia=(0.3, 0.4, 0.5)):
    """Return n bodies in a row along x, a metre apart, at rest, without gravity."""
    inverse = np.zeros((n + 1, 7))
    moved = np.setdiff1d(np.arange(n), fixed)
    inverse[moved] = [1.0 / mass, 1.0 / inertia[0], 0.0, 0.0, 1.0 / inertia[1], 0.0, 1.0 / inertia[2]]
    center = np.zeros((n, 3))
    center[:, 0] = np.arange(n)
    rotation = np.tile(np.eye(3).reshape(9), (n + 1, 1))
    return Bodies(
        mass=np.full(n, mass),
        inv_mass=np.ascontiguousarray(inverse[:n, 0]),
        inertia=np.tile(inertia, (n, 1)),
        surface=np.tile([0.5, 0.0, 0.0, 0.0, 0.0, 0.0], (n, 1)),
        grain=np.full(n + 1, COARSEST),
        gravity=np.zeros(3),
        center=center,
        rotation=rotation,
        inverse=inverse,
        **{name: np.zeros((n + 1, 6)) for name in ("before", "twist", "moving", "displacement")},
    )


def contact_table(pairs, separation=0.0, points=1):
    """Return contacts of pairs of such bodies, halfway between their centres, with as many cache entries."""
    m = len(pairs)
    pair, manifold = np.zeros((m, 4), dtype=np.int32), np.zeros((m, 25))
    arms = np.zeros((m, 19), dtype=np.float32)
    corner = np.array([(0, 0, 0), (0, 0.2, 0), (0, 0.2, 0.2), (0, 0, 0.2)])
    for k, (a, b) in enumerate(pairs):
        pair[k] = a, b, k, points
        manifold[k, :3] = np.sign(b - a), 0.0, 0.0
        manifold[k, 3 : 3 + points] = separation
        manifold[k, 7:19] = (corner + np.array([0.5 * (a + b), 0.0, 0.0])).reshape(12)
        arms[k, :3] = manifold[k, :3]
        arms[k, 3] = a - b
        arms[k, 6:18] = (corner + np.array([0.5 * (b - a), 0.0, 0.0])).reshape(12)
    impulse = np.zeros((m, dtype_of(Impulse).itemsize // 8))
    return Contacts(pair=pair, manifold=manifold, cache=ContactCache(impulse=impulse, arms=arms))


def island_table(n, contacts, joined=()):
    """Return room for the islands of n bodies and so many contacts."""
    ints = {name: np.zeros(n + 1, dtype=np.int32) for name in ("body_start", "contact_start")}
    ints |= {name: np.zeros(n, dtype=np.int32) for name in ("of_body", "body", "method", "parent", "in_motion")}
    pairs = np.array(joined, dtype=np.int32).reshape(-1, 2)
    ints["sequence"] = np.arange(n, dtype=np.int32)
    return Islands(joined=pairs, contact=np.zeros(2 * max(contacts, 1), dtype=np.int32), **ints)
