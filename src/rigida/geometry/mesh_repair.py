"""Safe repair of a triangle mesh: vertices move by no more than rounding, and missing geometry is not guessed.

Vertices at one place are welded, triangles without area or given twice dropped, all others turned to face the same
way, outwards where they enclose a solid, and small flat holes filled. Holes that are large or not flat are left: what
belongs there only the user knows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError
from rigida.geometry.ears import cut_ears
from rigida.geometry.mesh_check import mended_mesh, surface_edges, without_repeated_corners, without_unused
from rigida.geometry.polyhedron import triangle_normals
from rigida.shown import counted

#: Vertices nearer than this part of the mesh's diagonal are one.
WELDED = 1e-6
#: A triangle lower than this part of its longest edge has no area.
_FLAT_TRIANGLE = 1e-9
#: A hole is flat where its corners leave their plane by less than this part of its size.
_FLAT_HOLE = 1e-3


@dataclass(frozen=True)
class RepairedMesh:
    """A repaired mesh, with the repairs made and the remaining defects (empty if it can be used)."""

    vertices: FloatArray
    triangles: IntArray
    done: tuple[str, ...]
    left: str


def repaired_mesh(who: str, vertices: FloatArray, triangles: IntArray, largest_hole: float = 0.1) -> RepairedMesh:
    """Return the mesh with all repairs that are unambiguous.

    Args:
        who: How messages name the mesh.
        vertices: Finite points (v, 3).
        triangles: Vertex indices (t, 3).
        largest_hole: Flat holes up to this part of the mesh's diagonal are filled.
    """
    done = []
    size = _diagonal(vertices)
    vertices, triangles, welded = weld(vertices, triangles)
    if welded:
        done.append(f"Welded {counted(welded, 'vertex', 'vertices')} to others at the same place.")
    count = len(triangles)
    triangles = without_repeated_corners(triangles)
    triangles = triangles[_has_area(vertices, triangles)]
    if len(triangles) < count:
        done.append(f"Dropped {counted(count - len(triangles), 'triangle', 'triangles')} without area.")
    count = len(triangles)
    triangles = _once(triangles)
    if len(triangles) < count:
        done.append(f"Dropped {counted(count - len(triangles), 'triangle', 'triangles')} given more than once.")
    triangles, turned = _consistent_winding(triangles)
    if turned:
        done.append(f"Turned {counted(turned, 'triangle', 'triangles')} that faced against their neighbors.")
    filled, triangles = _filled(vertices, triangles, largest_hole * size)
    if filled:
        done.append(f"Filled {counted(filled, 'flat hole', 'flat holes')}.")
    vertices, triangles = without_unused(vertices, triangles)
    try:
        mended = mended_mesh(who, vertices, triangles)
    except ModelError as error:
        return RepairedMesh(vertices, triangles, tuple(done), str(error))
    done.extend(mended.notes)
    return RepairedMesh(mended.vertices, mended.triangles, tuple(done), "")


def weld(vertices: FloatArray, triangles: IntArray) -> tuple[FloatArray, IntArray, int]:
    """Return the mesh with coincident vertices merged, and the number removed."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    used = np.unique(triangles)
    pairs = cKDTree(vertices[used]).query_pairs(WELDED * _diagonal(vertices), output_type="ndarray")
    links = coo_array((np.ones(len(pairs), dtype=np.int8), (pairs[:, 0], pairs[:, 1])), shape=(len(used), len(used)))
    count, group = connected_components(links, directed=False)
    first = np.full(count, len(used))
    np.minimum.at(first, group, np.arange(len(used)))
    place = np.zeros(len(vertices), dtype=np.int32)
    place[used] = group
    return vertices[used[first]], place[triangles], len(used) - count


def _diagonal(vertices: FloatArray) -> float:
    return float(np.linalg.norm(np.ptp(vertices, axis=0)))


def _has_area(vertices: FloatArray, triangles: IntArray) -> NDArray[np.bool_]:
    corners = vertices[triangles]
    longest = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).max(axis=1, initial=0.0)
    twice_area = np.linalg.norm(triangle_normals(vertices, triangles), axis=1)
    return np.asarray(twice_area > _FLAT_TRIANGLE * longest * longest)


def _once(triangles: IntArray) -> IntArray:
    """Return each triangle once, whichever way round it was given again."""
    _, first = np.unique(np.sort(triangles, axis=1), axis=0, return_index=True)
    return triangles[np.sort(first)]


def _consistent_winding(triangles: IntArray) -> tuple[IntArray, int]:
    """Return the triangles with consistent winding, and the number reversed.

    Of each connected part the smaller number is turned. Where that cannot be (a Möbius strip) some stay as they were.
    """
    edges = surface_edges(triangles)
    inner = np.flatnonzero(edges.uses == 2)
    one, two = edges.triangle[edges.first[inner]], edges.triangle[edges.first[inner] + 1]
    against = edges.balance[inner] != 0
    neighbors: list[list[tuple[int, bool]]] = [[] for _ in range(len(triangles))]
    for i, j, opposed in zip(one.tolist(), two.tolist(), against.tolist(), strict=True):
        neighbors[i].append((j, opposed))
        neighbors[j].append((i, opposed))
    turn = np.full(len(triangles), -1)
    for seed in range(len(triangles)):
        if turn[seed] >= 0:
            continue
        turn[seed], part, waiting = 0, [seed], [seed]
        while waiting:
            here = waiting.pop()
            for other, opposed in neighbors[here]:
                if turn[other] < 0:
                    turn[other] = turn[here] ^ int(opposed)
                    part.append(other)
                    waiting.append(other)
        if 2 * turn[part].sum() > len(part):
            turn[part] ^= 1
    flip = turn == 1
    return np.where(flip[:, None], triangles[:, ::-1], triangles), int(flip.sum())


def _filled(vertices: FloatArray, triangles: IntArray, largest: float) -> tuple[int, IntArray]:
    """Return the number of flat holes up to `largest` [m] that were filled, and all triangles."""
    added: list[NDArray[np.int64]] = []
    for loop in border_loops(triangles):
        corners = vertices[loop]
        size = float(np.linalg.norm(np.ptp(corners, axis=0)))
        if size > largest:
            continue
        middle = corners.mean(axis=0)
        axes = np.linalg.svd(corners - middle)[2]
        if np.abs((corners - middle) @ axes[2]).max() > _FLAT_HOLE * size:
            continue
        flat = (corners - middle) @ axes[:2].T
        x, y = flat.T
        area = float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
        order = np.arange(len(loop)) if area > 0.0 else np.arange(len(loop))[::-1]
        cap = order[cut_ears(flat[order])]
        # The border runs as its triangles do; the cap must run it the other way.
        added.append(loop[cap[:, ::-1] if area > 0.0 else cap])
    return len(added), np.concatenate([triangles, *added]).astype(np.int32)


def border_loops(triangles: IntArray) -> list[NDArray[np.int64]]:
    """Return the vertices around each hole, in the direction in which its triangles run them.

    Borders that meet in a vertex are left out: they do not show where one ends and the next begins.
    """
    edges = surface_edges(triangles)
    single = edges.uses == 1
    start = np.where(edges.balance > 0, edges.start, edges.end)[single]
    end = np.where(edges.balance > 0, edges.end, edges.start)[single]
    following: dict[int, int] = {}
    shared: set[int] = set()
    for i, j in zip(start.tolist(), end.tolist(), strict=True):
        if i in following:
            shared.add(i)
        following[i] = j
    loops, seen = [], set()
    for begin in following:
        loop, here = [], begin
        while here in following and here not in seen:
            seen.add(here)
            loop.append(here)
            here = following[here]
        if len(loop) >= 3 and here == begin and not shared.intersection(loop):
            loops.append(np.array(loop, dtype=np.int64))
    return loops
