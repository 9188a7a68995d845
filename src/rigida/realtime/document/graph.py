"""The contact graph: what rests on what, and in which order contacts are taken.

An edge leads from a body to what it rests on. Bodies that rest on each other in a circle are one node (strongly
connected components); the level of a node is the longest path down to a static body. Popovski 2008, 8.3.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from rigida.arrays import IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.math.dense import euclidean_norm
from rigida.realtime.contacts.contact_set import ContactSet
from rigida.realtime.tuning import UPWARD


def contact_levels(model: Model, contacts: ContactSet, kept: IntArray) -> tuple[IntArray, NDArray[np.int64]]:
    """Return the level of each body (n,), 0 for what cannot move, and the kept contacts from the lowest level up."""
    n = model.body_count
    pair, manifold = (rows[kept] for rows in contacts.pairs_and_manifolds())
    a, b = pair["a"], pair["b"]
    up = -model.gravity / max(euclidean_norm(model.gravity), 1e-300)
    upward = manifold["normal"] @ up
    upper, lower = np.where(upward >= 0.0, b, a), np.where(upward >= 0.0, a, b)
    moved = (model.motion[upper] == DYNAMIC) & (model.motion[lower] == DYNAMIC) & (np.abs(upward) > UPWARD)
    edge = coo_array((np.ones(moved.sum()), (upper[moved], lower[moved])), shape=(n, n))
    _, node = connected_components(edge, directed=True, connection="strong")
    level = (model.motion == DYNAMIC).astype(np.int32)
    of_node = np.zeros(node.max() + 1, dtype=np.int32)
    np.maximum.at(of_node, node, level)
    above, below = node[upper[moved]], node[lower[moved]]
    proper = above != below
    above, below = above[proper], below[proper]
    for _ in range(n):  # longest way: at most as many rounds as there are levels
        before = of_node.copy()
        np.maximum.at(of_node, above, of_node[below] + 1)
        if (of_node == before).all():
            break
    level = np.where(model.motion == DYNAMIC, of_node[node], 0).astype(np.int32)
    height = np.maximum(level[a], level[b])
    return level, kept[np.argsort(height, kind="stable")].astype(np.int64)
