"""The contact face of a convex core: the face, edge or vertex with which it meets another one along a direction.

First stage of a manifold; `clip` intersects the faces of both cores. A face counts while it leans by less than `FLAT`,
so that a nearly flat contact has all its corners; beyond that an edge that lies across the direction, else a point.
Curved cores have an end disk of eight points fixed to the body, a mantle line towards the other core, a rim point or an
apex; a kind without faces and edges contributes its support point, so a new convex shape works as it is.
"""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.collision.shapes.convex import (
    EDGE,
    EDGE_END,
    FACE,
    FACE_END,
    KIND,
    SCALE,
    VERTEX,
    VERTEX_END,
    corner_mark,
)
from rigida.collision.shapes.frames import to_a, to_b
from rigida.collision.shapes.support import rim_point, support
from rigida.geometry.core import CONE, CYLINDER
from rigida.jit.decorators import routine
from rigida.math.vector import dot, norm

#: A face, mantle line or edge counts as flat on the other core if the cosine of its lean is at least this (11.5°).
#: Wide on purpose: the separation of each point tells how near it is, while a narrow limit would drop the far corners
#: of a body that sinks in slightly tilted.
FLAT = 0.98
#: A later face or edge must lie better by this much, so that jitter does not change the choice between equal ones.
_BETTER = 1e-5
#: Vertices that reach as far as the furthest within this fraction of the size are level with it.
_REACHES = 1e-4
#: Corners that are kept of a face; larger ones are thinned evenly. Feature ids have room for this many.
MAX_CORNERS = 64
#: Points of a disk, and where they are.
_DISK = 8
_COSINE = tuple(math.cos(2.0 * math.pi / _DISK * k) for k in range(_DISK))
_SINE = tuple(math.sin(2.0 * math.pi / _DISK * k) for k in range(_DISK))

# Sections of the scratch (6, k, 6): contact faces of a and b, two polygons in turn, unit vectors of u, v and w, and how
# far each vertex of a polytope reaches.
FACE_A = 0
FACE_B = 1
POLYGON = 2
OTHER_POLYGON = 3
BASIS = 4
HEIGHTS = 5
SECTIONS = 6
COLUMNS = 6

#: A face that has not been looked up yet.
UNKNOWN = -2

# Faces of cylinder and cone, and what names their points in a feature id.
BOTTOM = 0
TOP = 1
MANTLE = 2
_RIM = 3
#: Numbers of edges and vertices of a polytope begin here in a feature id.
_EDGES = 85
_VERTICES = 170


@routine
def face_along(
    g: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    x: float,
    y: float,
    z: float,
    scratch: FloatArray,
) -> tuple[int, float, float, float, float]:
    """Return the face of core g at its furthest points along unit (x, y, z) that looks best along it.

    Returns:
        The face (counted within the core; −1 if there is none), its outward unit normal and the cosine of its lean.
    """
    kind = header[g, KIND]
    across = math.sqrt(x * x + y * y)
    if kind == CYLINDER:
        if abs(z) >= across:
            return TOP if z > 0.0 else BOTTOM, 0.0, 0.0, math.copysign(1.0, z), abs(z)
        return MANTLE, x / across, y / across, 0.0, across
    if kind == CONE:
        radius, height = size[g, 0], 2.0 * size[g, 1]
        slant = math.sqrt(radius * radius + height * height)
        cosine = (height * across + radius * z) / slant
        if -z >= cosine:
            return BOTTOM, 0.0, 0.0, -1.0, -z
        ux, uy = (x / across, y / across) if across > 0.0 else (1.0, 0.0)
        return MANTLE, height * ux / slant, height * uy / slant, radius / slant, cosine
    best, cosine, most = -1, 0.0, 1
    first, reach = header[g, VERTEX], -math.inf
    for i in range(first, header[g, VERTEX_END]):
        along = dot(x, y, z, vertex[i, 0], vertex[i, 1], vertex[i, 2])
        scratch[HEIGHTS, i - first, 0] = along
        reach = max(reach, along)
    reach -= _REACHES * size[g, SCALE]
    low, high = 0, 0
    for i in range(header[g, VERTEX_END] - first):
        if scratch[HEIGHTS, i, 0] >= reach:
            mark, other_mark = corner_mark(i)
            low, high = low | mark, high | other_mark
    for f in range(header[g, FACE], header[g, FACE_END]):
        # Few faces have a corner among the level vertices, and one look tells.
        if (face_loop[f, 2] & low) | (face_loop[f, 3] & high) == 0:
            continue
        level = 0
        for k in range(face_loop[f, 0], face_loop[f, 1]):
            level += scratch[HEIGHTS, loop[k] - first, 0] >= reach
        if level < most:
            continue
        along = dot(x, y, z, face[f, 0], face[f, 1], face[f, 2])
        # A level edge belongs to two faces; one that only meets its end may look better along the direction.
        if along > 0.0 and (level > most or along > cosine + _BETTER):
            best, cosine, most = f, along, level
    if best < 0:
        return -1, 0.0, 0.0, 0.0, 0.0
    return best - header[g, FACE], face[best, 0], face[best, 1], face[best, 2], cosine


@routine
def contact_face(
    side: int,
    g: int,
    flat: float,
    which: int,
    lean: float,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    edge: IntArray,
    frame: FloatArray,
    scratch: FloatArray,
) -> tuple[int, int]:
    """Write the contact face of core g along the normal in the scratch (side 0: a, 1: b) as (u, v, w).

    flat: FLAT, or nearer to one for the part that is exactly level. which, lean: what `face_along` says, or UNKNOWN.
    Returns how many points (1, written twice; 2; or
    the corners of a polygon) and the number (0–255) by which feature ids name the face, edge or vertex.
    """
    x, y, z = scratch[BASIS, 2, 0], scratch[BASIS, 2, 1], scratch[BASIS, 2, 2]
    if side == FACE_B:
        x, y, z = to_b(frame, -x, -y, -z)
    if which == UNKNOWN:
        which, _, _, _, lean = face_along(g, header, size, vertex, face, face_loop, loop, x, y, z, scratch)
    if header[g, KIND] == CYLINDER or header[g, KIND] == CONE:
        count, part = _curved_face(side, g, which if lean >= flat else -1, header, size, vertex, x, y, z, scratch)
    else:
        f = header[g, FACE] + which if lean >= flat else -1
        sine = math.sqrt(1.0 - flat * flat)
        count, part = _polytope_face(side, g, f, sine, header, size, vertex, face_loop, loop, edge, x, y, z, scratch)
    to_basis(side, 0, max(count, 2), frame, scratch)
    return count, part


@routine
def to_basis(side: int, first: int, last: int, frame: FloatArray, scratch: FloatArray) -> None:
    """Turn points from their core's own frame to (u, v, w)."""
    for i in range(first, last):
        x, y, z = scratch[side, i, 0], scratch[side, i, 1], scratch[side, i, 2]
        if side == FACE_B:
            x, y, z = to_a(frame, x, y, z)
            x, y, z = x + frame[9], y + frame[10], z + frame[11]
        for c in range(3):
            scratch[side, i, c] = x * scratch[BASIS, c, 0] + y * scratch[BASIS, c, 1] + z * scratch[BASIS, c, 2]


@routine
def _polytope_face(
    side: int,
    g: int,
    f: int,
    level: float,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face_loop: IntArray,
    loop: IntArray,
    edge: IntArray,
    x: float,
    y: float,
    z: float,
    scratch: FloatArray,
) -> tuple[int, int]:
    """Write face f, or if that is −1 the edge (up to a sine `level`) or vertex furthest along (x, y, z)."""
    if f >= 0:
        stride = (face_loop[f, 1] - face_loop[f, 0] + MAX_CORNERS - 1) // MAX_CORNERS
        count = 0
        for k in range(face_loop[f, 0], face_loop[f, 1], stride):
            for c in range(3):
                scratch[side, count, c] = vertex[loop[k], c]
            count += 1
        return count, (f - header[g, FACE]) % _EDGES
    px, py, pz, tip = support(g, header, size, vertex, x, y, z)
    best, lowest = -1, level + _BETTER
    for e in range(header[g, EDGE], header[g, EDGE_END]):
        p, q = edge[e, 0], edge[e, 1]
        if p == tip or q == tip:
            dx, dy, dz = vertex[q, 0] - vertex[p, 0], vertex[q, 1] - vertex[p, 1], vertex[q, 2] - vertex[p, 2]
            length = norm(dx, dy, dz)
            sine = abs(dot(x, y, z, dx, dy, dz)) / length if length > 0.0 else 1.0
            if sine < lowest - _BETTER:
                best, lowest = e, sine
    for k in range(2):
        scratch[side, k, 0], scratch[side, k, 1], scratch[side, k, 2] = px, py, pz
        if best >= 0:
            for c in range(3):
                scratch[side, k, c] = vertex[edge[best, k], c]
    if best >= 0:
        return 2, _EDGES + (best - header[g, EDGE]) % _EDGES
    return 1, _VERTICES + max(tip - header[g, VERTEX], 0) % _EDGES


@routine
def _curved_face(
    side: int,
    g: int,
    which: int,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    x: float,
    y: float,
    z: float,
    scratch: FloatArray,
) -> tuple[int, int]:
    """Write disk or mantle line (from bottom to top) of a cylinder or cone, if −1 the rim point or apex."""
    radius, half = size[g, 0], size[g, 1]
    if which in (BOTTOM, TOP):
        up = 1.0 if which == TOP else -1.0
        for k in range(_DISK):
            scratch[side, k, 0], scratch[side, k, 1] = radius * _COSINE[k], up * radius * _SINE[k]
            scratch[side, k, 2] = up * half
        return _DISK, which
    px, py, pz, _ = support(g, header, size, vertex, x, y, z)
    for k in range(2):
        if which == MANTLE:
            pz = (2 * k - 1) * half
            px, py, _ = rim_point(0.0 if k == 1 and header[g, KIND] == CONE else radius, pz, x, y)
        scratch[side, k, 0], scratch[side, k, 1], scratch[side, k, 2] = px, py, pz
    if which == MANTLE:
        return 2, MANTLE
    return 1, _RIM + (1 if pz > 0.0 else 0)
