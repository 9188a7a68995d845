"""Separation of pairs of polytopes, to rounding: the manifolds of collision detection are clipped with some slack.

The largest separation over all candidate axes: normals of faces of either body, and cross products of edges that meet
on the Gauss map (the faces of the Minkowski difference; Gregorius, "The Separating Axis Test", GDC 2013). It is
negative in overlap, zero at touch, and a lower bound of the distance beyond.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import inlined, kernel
from rigida.math.vector import cross

#: An axis of two edges counts where it separates by more than the best face, by this part of the separation's scale.
_BEYOND_FACES = 1e-11


@inlined
def _face_axes(vertex: FloatArray, face: FloatArray, v: int, v_end: int, f: int, f_end: int) -> tuple[float, int]:
    """Return the largest separation of vertices v..v_end from faces f..f_end, and that face."""
    best, which = -math.inf, f
    for g in range(f, f_end):
        least = math.inf
        for k in range(v, v_end):
            away = face[g, 0] * vertex[k, 0] + face[g, 1] * vertex[k, 1] + face[g, 2] * vertex[k, 2] - face[g, 3]
            least = min(least, away)
        if least > best:
            best, which = least, g
    return best, which


@kernel
def separate_pairs(
    pairs: IntArray,
    extent: IntArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    size: FloatArray,
    gap: FloatArray,
    normal: FloatArray,
) -> None:
    """Fill gaps (m,) and unit normals (m, 3), from the first to the second shape of each of the pairs (m, 2).

    extent (s, 6): where the vertices, faces and edges of each shape begin and end. vertex (v, 3) and face (f, 4), unit
    normal and offset, are in the world; edge (e, 4) has two vertices and the two faces between them.
    """
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        first, g = _face_axes(vertex, face, extent[j, 0], extent[j, 1], extent[i, 2], extent[i, 3])
        second, h = _face_axes(vertex, face, extent[i, 0], extent[i, 1], extent[j, 2], extent[j, 3])
        best = first
        nx, ny, nz = face[g, 0], face[g, 1], face[g, 2]
        if second > first:
            best = second
            nx, ny, nz = -face[h, 0], -face[h, 1], -face[h, 2]
        level = _BEYOND_FACES * min(size[i], size[j])
        for e in range(extent[i, 4], extent[i, 5]):
            p, q, a, b = edge[e, 0], edge[e, 1], edge[e, 2], edge[e, 3]
            ux, uy, uz = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
            for o in range(extent[j, 4], extent[j, 5]):
                r, s, c, d = edge[o, 0], edge[o, 1], edge[o, 2], edge[o, 3]
                vx, vy, vz = vertex[s, 0] - vertex[r, 0], vertex[s, 1] - vertex[r, 1], vertex[s, 2] - vertex[r, 2]
                # Arcs a–b and (−c)–(−d) on the unit sphere cross, where planes through them separate their ends.
                cu = face[c, 0] * ux + face[c, 1] * uy + face[c, 2] * uz
                du = face[d, 0] * ux + face[d, 1] * uy + face[d, 2] * uz
                av = face[a, 0] * vx + face[a, 1] * vy + face[a, 2] * vz
                bv = face[b, 0] * vx + face[b, 1] * vy + face[b, 2] * vz
                if cu * du >= 0.0 or av * bv >= 0.0:
                    continue
                x, y, z = cross(ux, uy, uz, vx, vy, vz)
                length = math.sqrt(x * x + y * y + z * z)
                if length == 0.0:
                    continue
                # Outward of both faces of the first edge.
                side = x * (face[a, 0] + face[b, 0]) + y * (face[a, 1] + face[b, 1]) + z * (face[a, 2] + face[b, 2])
                other = x * (face[c, 0] + face[d, 0]) + y * (face[c, 1] + face[d, 1]) + z * (face[c, 2] + face[d, 2])
                if side * other >= 0.0:
                    continue
                scale = 1.0 / length if side > 0.0 else -1.0 / length
                x, y, z = x * scale, y * scale, z * scale
                away = (
                    x * (vertex[r, 0] - vertex[p, 0])
                    + y * (vertex[r, 1] - vertex[p, 1])
                    + z * (vertex[r, 2] - vertex[p, 2])
                )
                if away > best + level:
                    best = away
                    nx, ny, nz = x, y, z
        gap[k] = best
        normal[k, 0], normal[k, 1], normal[k, 2] = nx, ny, nz
