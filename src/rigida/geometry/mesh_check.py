"""Is a triangle mesh the surface of a solid? Diagnosis in plain words, and the mending that is safe.

Mended: vertices given twice (as in STL files) are welded where that closes the surface, triangles without area and
unused vertices are dropped, shells that face inwards are turned. Everything else raises a `ModelError` that says
where and what to do. Whole-array numpy: a million triangles take a few seconds. Runs once, when a `Mesh` is made.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError
from rigida.geometry.polyhedron import box_middle, check_extent, surface_area, triangle_normals
from rigida.shown import counted

#: A triangle lower than this fraction of its longest edge has no area: its height is rounding.
_FLAT_TRIANGLE = 1e-14
#: A volume below this fraction of (area × diagonal) is rounding, which is about 1e-16 of it per triangle.
_NO_VOLUME = 1e-12


#: Larger meshes are refused before they fill the memory.
_MOST_TRIANGLES = 5_000_000


@dataclass(frozen=True)
class MendedMesh:
    """A closed surface oriented outwards, with a sentence for each repair."""

    vertices: FloatArray
    triangles: IntArray
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Edges:
    """The distinct edges (e,) of a surface, made by sorting its 3 t directed edges."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    #: How many triangles share the edge, and in how many more of them it runs from low to high index than back.
    uses: NDArray[np.int64]
    balance: NDArray[np.int64]
    #: Where an edge's entries begin in `triangle`, the triangle of each sorted directed edge (3 t,).
    first: NDArray[np.int64]
    triangle: NDArray[np.int64]


def mended_mesh(who: str, vertices: FloatArray, triangles: IntArray, closed: bool = True) -> MendedMesh:
    """Return the mesh ready for use, or raise a `ModelError` for the first class of problem found.

    Args:
        who: How messages name the mesh.
        vertices: Finite points (v, 3) [m].
        triangles: Vertex indices (t, 3), anticlockwise as seen from outside.
        closed: Whether the surface must be closed; a sheet may have a border, and keeps the way its triangles face.
    """
    _check_indices(who, vertices, triangles, 4 if closed else 1)
    check_extent(who, vertices)
    given = len(triangles)
    triangles = without_repeated_corners(triangles)
    if (surface_edges(triangles).uses == 1).any():
        triangles = without_repeated_corners(_welded(vertices, triangles))
    triangles = _without_flat(vertices, triangles)
    notes = []
    if len(triangles) < given:
        notes.append(f"{who}: {given - len(triangles)} of {given} triangles have no area and were dropped.")
    _check_count(who, len(triangles), 4 if closed else 1)
    _check_edges(who, vertices, triangles, closed)
    vertices, triangles = without_unused(vertices, triangles)
    if not closed:
        return MendedMesh(vertices, triangles, tuple(notes))
    triangles, turned = _outward(who, vertices, triangles)
    if turned:
        notes.append(
            f"{who}: the mesh is inside out; {turned} of {len(triangles)} triangles were turned to face outwards. "
            "Wind triangles anticlockwise as seen from outside."
        )
    return MendedMesh(vertices, triangles, tuple(notes))


def _check_indices(who: str, vertices: FloatArray, triangles: IntArray, fewest: int) -> None:
    _check_count(who, len(triangles), fewest)
    if len(vertices) == 0:
        raise ModelError(f"{who}: triangles must refer to vertices, but there is no vertex. Add the vertices.")
    wrong = (triangles < 0) | (triangles >= len(vertices))
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        from_one = " Count from 0, not from 1." if triangles.min() == 1 and triangles.max() == len(vertices) else ""
        raise ModelError(
            f"{who}: triangles must refer to vertices 0 to {len(vertices) - 1}, but triangle {row} refers to "
            f"vertex {triangles[row, column]}.{from_one or ' Add the missing vertices or correct the index.'}"
        )


def _check_count(who: str, count: int, fewest: int) -> None:
    if count > _MOST_TRIANGLES:
        raise ModelError(
            f"{who}: a mesh may have at most {_MOST_TRIANGLES:,} triangles, got {count:,}. Simplify it, e.g. with "
            "trimesh's simplify_quadric_decimation, or cut it into several bodies."
        )
    if count < fewest:
        kind = "an open" if fewest == 1 else "a closed"
        raise ModelError(
            f"{who}: {kind} surface needs at least {fewest} triangles with area, got {count}. Give the whole surface."
        )


def without_repeated_corners(triangles: IntArray) -> IntArray:
    """Return the triangles with three different corners."""
    a, b, c = triangles.T
    return np.asarray(triangles[(a != b) & (b != c) & (c != a)])


def _welded(vertices: FloatArray, triangles: IntArray) -> IntArray:
    """Return the triangles with each vertex replaced by the first one at exactly the same place."""
    order = np.lexsort(vertices.T)
    placed = vertices[order]
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (placed[1:] != placed[:-1]).any(axis=1)
    group = np.cumsum(is_new) - 1
    # lexsort is stable, so the first of a group has its lowest index.
    representative = np.empty(len(order), dtype=np.int32)
    representative[order] = order[is_new][group]
    return representative[triangles]


def _without_flat(vertices: FloatArray, triangles: IntArray) -> IntArray:
    """Return the triangles with area; all of them if flat ones are needed to close the surface."""
    if len(triangles) == 0:
        return triangles
    corners = vertices[triangles]
    edges = np.roll(corners, -1, axis=1) - corners
    longest_squared = np.sum(edges * edges, axis=2).max(axis=1)
    twice_area = np.linalg.norm(triangle_normals(vertices, triangles), axis=1)
    solid = twice_area > _FLAT_TRIANGLE * longest_squared
    if solid.all() or (surface_edges(triangles[solid]).uses == 1).any():
        return triangles
    return np.asarray(triangles[solid])


def surface_edges(triangles: IntArray) -> Edges:
    """Return the distinct edges of a surface."""
    start = triangles.astype(np.int64).ravel()
    end = np.roll(triangles, -1, axis=1).astype(np.int64).ravel()
    low, high = np.minimum(start, end), np.maximum(start, end)
    key = (low << 32) | high
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])[: len(key)])
    sign = np.where(start < end, 1, -1)[order]
    balance = np.add.reduceat(sign, first) if len(first) else np.zeros(0, dtype=np.int64)
    uses = np.diff(np.append(first, len(key)))
    return Edges(key[first] >> 32, key[first] & 0xFFFFFFFF, uses, balance, first, order // 3)


def is_closed(triangles: IntArray) -> bool:
    """Return whether every edge belongs to two triangles that run it in opposite directions."""
    edges = surface_edges(triangles)
    return bool((edges.uses == 2).all() and (edges.balance == 0).all())


def _check_edges(who: str, vertices: FloatArray, triangles: IntArray, closed: bool) -> None:
    """Raise unless every edge, but for the border of a sheet, has two triangles that run it in opposite directions."""
    edges = surface_edges(triangles)

    def place(edge: int) -> str:
        return f"between {shown_point(vertices[edges.start[edge]])} and {shown_point(vertices[edges.end[edge]])}"

    def owners(edge: int) -> str:
        names = [str(t) for t in edges.triangle[edges.first[edge] :][: min(int(edges.uses[edge]), 4)]]
        return ", ".join(names[:-1]) + " and " + names[-1]

    open_edges = np.flatnonzero(edges.uses == 1)
    if closed and len(open_edges):
        raise ModelError(
            f"{who}: the mesh has a hole: {counted(len(open_edges), 'edge belongs', 'edges belong')} to one triangle "
            f"only, for example {place(open_edges[0])}. Close the hole: `rigida repair` fills flat ones. For ground "
            "that does not move, give Mesh(..., open=True)."
        )
    crowded = np.flatnonzero(edges.uses > 2)
    if len(crowded):
        edge = int(crowded[0])
        raise ModelError(
            f"{who}: every edge must belong to two triangles, but {counted(len(crowded), 'edge has', 'edges have')} "
            f"more, for example the edge {place(edge)} of triangles {owners(edge)}. Remove doubled or inner "
            "triangles; give parts that touch along an edge their own vertices, or make them a Compound."
        )
    same_sense = np.flatnonzero((edges.uses == 2) & (edges.balance != 0))
    if len(same_sense):
        edge = int(same_sense[0])
        raise ModelError(
            f"{who}: neighboring triangles must be wound the same way, but triangles {owners(edge)} contradict each "
            f"other at the edge {place(edge)} ({counted(len(same_sense), 'such edge', 'such edges')}). Swap two "
            "corners of one of them, or turn all with `rigida repair`."
        )


def without_unused(vertices: FloatArray, triangles: IntArray) -> tuple[FloatArray, IntArray]:
    """Return the mesh without vertices that no triangle has."""
    used = np.zeros(len(vertices), dtype=bool)
    used[triangles] = True
    renumbered = (np.cumsum(used) - 1).astype(np.int32)
    return vertices[used], renumbered[triangles]


def _outward(who: str, vertices: FloatArray, triangles: IntArray) -> tuple[IntArray, int]:
    """Return the triangles oriented outwards and the number reversed, or raise if they enclose no volume.

    A shell that faces inwards is a cavity if another shell's box surrounds it, otherwise it is inside out.
    """
    shell_count, shell = shells(triangles, len(vertices))
    corners = (vertices - box_middle(vertices))[triangles.T]
    parts = np.sum(corners[0] * np.cross(corners[1], corners[2]), axis=1) / 6.0
    volumes = np.bincount(shell, weights=parts, minlength=shell_count)
    size = float(np.linalg.norm(np.ptp(vertices, axis=0)))
    if abs(volumes.sum()) <= _NO_VOLUME * surface_area(vertices, triangles) * size:
        raise ModelError(
            f"{who}: the mesh encloses no volume, it is flat or folded onto itself. "
            "Give it a thickness, or use a thin Box."
        )
    inverted = bool(volumes.sum() < 0.0)
    if inverted:
        volumes = -volumes
    turned = np.full(shell_count, inverted)
    if (volumes < 0.0).any():
        turned ^= (volumes < 0.0) & ~_surrounded(vertices, triangles, shell, shell_count)
    flip = turned[shell]
    return np.where(flip[:, None], triangles[:, ::-1], triangles), int(flip.sum())


def shells(triangles: IntArray, vertex_count: int) -> tuple[int, IntArray]:
    """Return the number of connected surfaces and the surface of each triangle (t,)."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows, columns = triangles[:, :2].T.ravel(), triangles[:, 1:].T.ravel()
    links = coo_array((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(vertex_count, vertex_count))
    count, of_vertex = connected_components(links, directed=False)
    return int(count), of_vertex[triangles[:, 0]]


def _surrounded(vertices: FloatArray, triangles: IntArray, shell: IntArray, shell_count: int) -> NDArray[np.bool_]:
    """Return for each shell whether its bounding box is strictly inside that of another one."""
    low, high = np.full((shell_count, 3), np.inf), np.full((shell_count, 3), -np.inf)
    np.minimum.at(low, shell, vertices[triangles].min(axis=1))
    np.maximum.at(high, shell, vertices[triangles].max(axis=1))
    inside = np.zeros(shell_count, dtype=bool)
    for other in range(shell_count):
        inside |= (low > low[other]).all(axis=1) & (high < high[other]).all(axis=1)
    return inside


def shown_point(point: FloatArray) -> str:
    """Return a point as messages show it."""
    return "(" + ", ".join(f"{value:g}" for value in point) + ")"
