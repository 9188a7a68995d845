"""Problems of a mesh in plain words, as `rigida info` lists them for a mesh file."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.geometry.mesh_check import shells, shown_point, surface_edges, without_repeated_corners
from rigida.geometry.mesh_crossing import crossing_triangles
from rigida.geometry.mesh_repair import border_loops
from rigida.shown import counted

#: Triangles of larger meshes are not compared with each other.
MOST_COMPARED = 100_000
#: A part is tiny where it is smaller than this part of the whole, and flat where it encloses less than this part of
#: what its area and size could.
_TINY, _FLAT = 1e-2, 1e-4
#: Triangles thinner than this part of their longest edge are slivers.
_SLIVER = 1e-3


def mesh_findings(vertices: FloatArray, triangles: IntArray) -> list[str]:
    """Return findings on a mesh (v, 3), (t, 3), one sentence each; empty for a sound mesh."""
    return [
        *_edge_findings(vertices, triangles),
        *_triangle_findings(vertices, triangles),
        *_part_findings(vertices, triangles),
        *_crossing_findings(vertices, triangles),
    ]


def _edge_findings(vertices: FloatArray, triangles: IntArray) -> list[str]:
    """Return holes, edges with more than two triangles, and neighbors that face opposite ways."""
    found, edges = [], surface_edges(triangles)
    single = np.flatnonzero(edges.uses == 1)
    if len(single):
        loops = border_loops(triangles)
        place = shown_point(vertices[edges.start[single[0]]])
        about = f"{counted(len(single), 'open edge', 'open edges')}, for example at {place}"
        if loops:
            sizes = [float(np.linalg.norm(np.ptp(vertices[loop], axis=0))) for loop in loops]
            about += f"; the largest hole measures {max(sizes):.3g} across"
        found.append(f"It has {counted(max(len(loops), 1), 'hole', 'holes')} ({about}).")
    crowded = np.flatnonzero(edges.uses > 2)
    if len(crowded):
        place = shown_point(vertices[edges.start[crowded[0]]])
        found.append(
            f"{counted(len(crowded), 'edge has', 'edges have')} more than two triangles, for example at {place}: "
            "parts that touch along an edge, or doubled or inner triangles."
        )
    opposed = np.flatnonzero((edges.uses == 2) & (edges.balance != 0))
    if len(opposed):
        place = shown_point(vertices[edges.start[opposed[0]]])
        found.append(
            f"Neighboring triangles face opposite ways along {counted(len(opposed), 'edge', 'edges')}, "
            f"for example at {place}."
        )
    return found


def _triangle_findings(vertices: FloatArray, triangles: IntArray) -> list[str]:
    """Return triangles given twice and slivers."""
    found = []
    doubled = len(triangles) - len(np.unique(np.sort(triangles, axis=1), axis=0))
    if doubled:
        found.append(f"{counted(doubled, 'triangle is', 'triangles are')} given more than once.")
    whole = without_repeated_corners(triangles)
    corners = vertices[whole]
    longest = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).max(axis=1, initial=0.0)
    height = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    thin = int((height < _SLIVER * longest * longest).sum()) + len(triangles) - len(whole)
    if thin:
        found.append(
            f"{counted(thin, 'triangle is a sliver', 'triangles are slivers')}: lower than a thousandth of the longest "
            "edge. They do no harm, but the surface could be simpler."
        )
    return found


def _part_findings(vertices: FloatArray, triangles: IntArray) -> list[str]:
    """Return parts that are tiny or flat, of a surface in several unconnected ones."""
    count, shell = shells(triangles, len(vertices))
    numbers = np.unique(shell)
    if len(numbers) < 2 or count > MOST_COMPARED:
        return []
    whole = float(np.linalg.norm(np.ptp(vertices[triangles].reshape(-1, 3), axis=0)))
    corners = vertices[triangles] - vertices[triangles].reshape(-1, 3).mean(axis=0)
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    volume = np.bincount(shell, np.sum(corners[:, 0] * cross, axis=1) / 6.0, count)
    area = np.bincount(shell, 0.5 * np.linalg.norm(cross, axis=1), count)
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, shell, corners.min(axis=1))
    np.maximum.at(high, shell, corners.max(axis=1))
    size = np.linalg.norm(np.where(np.isfinite(low), high - low, 0.0), axis=1)
    found = []
    for words, which in (
        ("tiny: smaller than a hundredth of the whole", size < _TINY * whole),
        ("flat: it encloses next to nothing", (size >= _TINY * whole) & (np.abs(volume) < _FLAT * area * size)),
    ):
        chosen = [int(n) for n in numbers if which[n]]
        if chosen:
            place = shown_point(vertices[triangles[shell == chosen[0]]].reshape(-1, 3).mean(axis=0))
            found.append(
                f"{counted(len(chosen), 'part', 'parts')} of {len(numbers)} {'is' if len(chosen) == 1 else 'are'} "
                f"{words}, for example at {place}. Remove it if it is debris."
            )
    return found


def _crossing_findings(vertices: FloatArray, triangles: IntArray) -> list[str]:
    """Return whether the surface cuts through itself."""
    if len(triangles) > MOST_COMPARED:
        return [f"Not looked for triangles that cross: more than {MOST_COMPARED} triangles."]
    crossing = crossing_triangles(vertices, triangles)
    if not len(crossing):
        return []
    place = shown_point(vertices[triangles[crossing[0, 0]]].mean(axis=0))
    return [
        f"The surface cuts through itself: {len(crossing)} pairs of triangles cross, for example {crossing[0, 0]} and "
        f"{crossing[0, 1]} near {place}. Distances and signs are wrong there; join the parts by a boolean union."
    ]
