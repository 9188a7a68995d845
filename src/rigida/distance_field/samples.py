"""Sample elements of a surface: the points and edge pieces by which a body is tested against another body's distance.

Vertices that have a convex edge, and those convex edges whose crossing with another edge no vertex would show soon
enough, cut into pieces (Popovski 2008, 3 and 6). A round body is a ball around a point. Elements lie in a hierarchy of
spheres, so that only those near the other body are looked at.
"""

from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.distance_field.box_tree import build_tree
from rigida.distance_field.topology import Topology

# Columns of an element: start, unit direction, half length (0 for a point), radius (0 but for balls).
DIRECTION = 3
HALF = 6
RADIUS = 7
ELEMENT_WIDTH = 8

#: A vertex counts where one of its edges is convex by more than this [rad].
_CONVEX = 0.02
#: Two edges that cross overlap by up to a quarter of length × angle before a vertex of either shows it. Up to the first
#: part of the body's extent that is left unseen, up to the second the middle of an edge is looked at, then all of it.
_UNSEEN, _SEEN_BY_MIDDLE = 2e-3, 4e-3
#: An edge piece is no longer than this part of the extent.
_PIECE = 0.08
_LEAF = 4


@dataclass(frozen=True, eq=False)
class Samples:
    """element (e, 8) rows in the order of the hierarchy and name (e,), their numbers before that; node (n, 4) center
    and radius of a sphere around all its elements, node_of (n, 2): first child and 0, or first element and number."""

    element: FloatArray
    name: IntArray
    node: FloatArray
    node_of: IntArray


def samples_of(start: FloatArray, end: FloatArray, radius: FloatArray) -> Samples:
    """Return the samples with pieces from start to end (e, 3), equal for points, and radii (e,)."""
    pad = radius[:, None]
    tree = build_tree(np.minimum(start, end) - pad, np.maximum(start, end) + pad, _LEAF)
    start, end, radius = start[tree.order], end[tree.order], radius[tree.order]
    length = np.linalg.norm(end - start, axis=1)
    element = np.zeros((len(start), ELEMENT_WIDTH))
    element[:, :3] = start
    element[:, DIRECTION:HALF] = (end - start) / np.maximum(length, 1e-300)[:, None]
    element[:, HALF], element[:, RADIUS] = 0.5 * length, radius
    return Samples(element, tree.order, _spheres(tree.box, tree.child, start, end, radius), tree.child)


def _spheres(box: FloatArray, child: IntArray, start: FloatArray, end: FloatArray, radius: FloatArray) -> FloatArray:
    """Return center and radius of a sphere around the elements of each node; children have higher numbers."""
    node = np.zeros((len(box), 4))
    node[:, :3] = 0.5 * (box[:, :3] + box[:, 3:])
    node[:, 3] = 0.5 * np.linalg.norm(box[:, 3:] - box[:, :3], axis=1)
    for n in np.flatnonzero(child[:, 1] > 0):
        own = slice(child[n, 0], child[n, 0] + child[n, 1])
        far = np.maximum(
            np.linalg.norm(start[own] - node[n, :3], axis=1), np.linalg.norm(end[own] - node[n, :3], axis=1)
        )
        node[n, 3] = (far + radius[own]).max()
    return node


def surface_samples(vertices: FloatArray, topology: Topology) -> Samples:
    """Return the samples of a closed surface."""
    extent = float(np.ptp(vertices, axis=0).max())
    edge, angle = topology.edge, topology.angle
    used = np.unique(edge[angle > _CONVEX])
    begin, end = vertices[edge[:, 0]], vertices[edge[:, 1]]
    length = np.linalg.norm(end - begin, axis=1)
    hidden = np.where(angle > _CONVEX, 0.25 * length * np.sin(np.minimum(angle, 0.5 * np.pi)) / extent, 0.0)
    chosen, halved = hidden > _SEEN_BY_MIDDLE, (hidden > _UNSEEN) & (hidden <= _SEEN_BY_MIDDLE)
    points = np.concatenate([vertices[used], 0.5 * (begin + end)[halved]])
    begin, end, length = begin[chosen], end[chosen], length[chosen]
    pieces = np.ceil(length / (_PIECE * extent)).astype(np.int64)
    which = np.repeat(np.arange(len(pieces)), pieces)
    part = (np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)) / pieces[which]
    along = (end - begin)[which]
    starts = begin[which] + along * part[:, None]
    ends = starts + along / pieces[which][:, None]
    return samples_of(
        np.concatenate([points, starts]), np.concatenate([points, ends]), np.zeros(len(points) + len(starts))
    )
