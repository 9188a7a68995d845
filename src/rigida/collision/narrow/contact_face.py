"""The contact face of a convex core: the face, edge or vertex with which it meets another one along a direction.

First stage of a manifold; `clip` intersects the faces of both cores. A face counts while it leans by less than `FLAT`,
so that a nearly flat contact has all its corners; beyond that an edge that lies across the direction, else a point.
Curved cores have an end disk of eight points, the lowest among them where it leans, a mantle line towards the other
core, a rim point or an apex; a kind without faces and edges contributes its support point, so a new convex shape works
as it is.
"""

import math

from rigida.collision.arrays import ConvexTable, Core, CorePair, Corner, NarrowWork
from rigida.collision.distance.curved_axes import is_curved
from rigida.collision.shapes.convex import corner_mark
from rigida.collision.shapes.support import rim_point, support
from rigida.geometry.core import CONE, CYLINDER
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, dot, norm

#: A face, mantle line or edge counts as flat on the other core if the cosine of its lean is at least this (11.5°).
#: Wide on purpose: the separation of each point gives its distance, while a narrow limit would drop the far corners
#: of a body that sinks in slightly tilted.
FLAT = 0.98
#: A later face or edge must lie better by this much, so that jitter does not change the choice between equal ones.
_BETTER_FACE = 1e-5
#: Vertices that reach as far as the furthest within this fraction of the size are level with it.
_LEVEL_TOLERANCE = 1e-4
#: Corners that are kept of a face; larger ones are thinned evenly. Feature ids have room for this many.
MAX_CORNERS = 64
#: Points of a disk, and where they are.
_DISK = 8
_ROOT = math.sqrt(0.5)
_COSINE = (1.0, _ROOT, 0.0, -_ROOT, -1.0, -_ROOT, 0.0, _ROOT)
_SINE = (0.0, _ROOT, 1.0, _ROOT, 0.0, -_ROOT, -1.0, -_ROOT)

#: Sine of the lean up to which points fixed to a disk are as deep as its lowest one, to 1e-4 of its radius: of eight
#: points one is within π/8 of the lowest, and higher by sin(lean) (1 − cos π/8).
_LEVEL = 1e-4 / (1.0 - math.sqrt(0.5 + 0.5 * _ROOT))

# Sections of `NarrowWork.corner`: contact faces of a and b, two polygons in turn.
FACE_A = 0
FACE_B = 1
POLYGON = 2
OTHER_POLYGON = 3
SECTIONS = 4

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


@inlined
def section(which: int, work: NarrowWork) -> Rows[Corner]:
    """Return the rows of one section of corners."""
    return work.corner[which * work.room : (which + 1) * work.room]


@routine
def face_along(core: Core, d: Vec3, shapes: ConvexTable, work: NarrowWork) -> tuple[int, Vec3, float]:
    """Return the face at the support points of a core along a unit direction whose normal is closest to it.

    Returns:
        The face (counted within the core; −1 if there is none), its outward unit normal and the cosine of its lean.
    """
    across = math.sqrt(d.x * d.x + d.y * d.y)
    if core.kind == CYLINDER:
        if abs(d.z) >= across:
            return TOP if d.z > 0.0 else BOTTOM, Vec3(0.0, 0.0, math.copysign(1.0, d.z)), abs(d.z)
        return MANTLE, Vec3(d.x / across, d.y / across, 0.0), across
    if core.kind == CONE:
        radius, height = core.size.x, 2.0 * core.size.y
        slant = math.sqrt(radius * radius + height * height)
        cosine = (height * across + radius * d.z) / slant
        if -d.z >= cosine:
            return BOTTOM, Vec3(0.0, 0.0, -1.0), -d.z
        ux, uy = (d.x / across, d.y / across) if across > 0.0 else (1.0, 0.0)
        return MANTLE, Vec3(height * ux / slant, height * uy / slant, radius / slant), cosine
    best, cosine, most = -1, 0.0, 1
    first, greatest, heights = core.vertex, -math.inf, work.height
    for i in range(first, core.vertex_end):
        along = dot(d, shapes.vertex[i])
        heights[i - first] = along
        greatest = max(greatest, along)
    greatest -= _LEVEL_TOLERANCE * core.scale
    low, high = 0, 0
    for i in range(core.vertex_end - first):
        if heights[i] >= greatest:
            mark, other_mark = corner_mark(i)
            low, high = low | mark, high | other_mark
    for f in range(core.face, core.face_end):
        outline = shapes.outline[f]
        # Few faces have a corner among the level vertices, and one test decides.
        if (outline.low & low) | (outline.high & high) == 0:
            continue
        level = 0
        for k in range(outline.first, outline.end):
            level += heights[shapes.loop[k] - first] >= greatest
        if level < most:
            continue
        along = dot(d, shapes.face[f].normal)
        # A level edge belongs to two faces; one that only meets its end may look better along the direction.
        if along > 0.0 and (level > most or along > cosine + _BETTER_FACE):
            best, cosine, most = f, along, level
    if best < 0:
        return -1, Vec3(0.0, 0.0, 0.0), 0.0
    return best - core.face, shapes.face[best].normal, cosine


@routine
def contact_face(side: int, flat: float, pair: CorePair, shapes: ConvexTable, work: NarrowWork) -> None:
    """Write the contact face of a core along the normal (side FACE_A or FACE_B) as (u, v, w), its corners and its part.

    flat: FLAT, or nearer to one for the part that is exactly level. Face and lean are looked up if UNKNOWN.
    """
    face, corners = work.face[side], section(side, work)
    core = shapes.core[pair.a if side == FACE_A else pair.b]
    basis = work.basis[0]
    d = Vec3(basis.zx, basis.zy, basis.zz)
    if side == FACE_B:
        d = -d @ pair.rotation
    if face.which == UNKNOWN:
        face.which, _, face.lean = face_along(core, d, shapes, work)
    if is_curved(core):
        face.count, face.part = _curved_face(core, face.which if face.lean >= flat else -1, d, shapes, corners)
    else:
        f = core.face + face.which if face.lean >= flat else -1
        face.count, face.part = _polytope_face(core, f, math.sqrt(1.0 - flat * flat), d, shapes, corners)
    to_basis(side, 0, max(face.count, 2), pair, work)


@routine
def to_basis(side: int, first: int, last: int, pair: CorePair, work: NarrowWork) -> None:
    """Turn points from their core's own frame to (u, v, w)."""
    corners, basis = section(side, work), work.basis[0]
    for i in range(first, last):
        place = corners[i].place
        if side == FACE_B:
            place = pair.rotation @ place + pair.position
        corners[i].place = basis @ place


@routine
def _polytope_face(
    core: Core, f: int, level: float, d: Vec3, shapes: ConvexTable, corners: Rows[Corner]
) -> tuple[int, int]:
    """Write face f, or if that is −1 the edge (up to a sine `level`) or vertex furthest along a direction.

    Returns the number of corners and the part.
    """
    if f >= 0:
        outline = shapes.outline[f]
        stride = (outline.end - outline.first + MAX_CORNERS - 1) // MAX_CORNERS
        count = 0
        for k in range(outline.first, outline.end, stride):
            corners[count].place = shapes.vertex[shapes.loop[k]]
            count += 1
        return count, (f - core.face) % _EDGES
    furthest, tip = support(core, d, shapes)
    best, lowest = -1, level + _BETTER_FACE
    for e in range(core.edge, core.edge_end):
        p, q = shapes.edge[e].p, shapes.edge[e].q
        if p == tip or q == tip:
            along = shapes.vertex[q] - shapes.vertex[p]
            length = norm(along)
            sine = abs(dot(d, along)) / length if length > 0.0 else 1.0
            if sine < lowest - _BETTER_FACE:
                best, lowest = e, sine
    for k in range(2):
        corners[k].place = furthest
        if best >= 0:
            corners[k].place = shapes.vertex[shapes.edge[best].vertex[k]]
    if best >= 0:
        return 2, _EDGES + (best - core.edge) % _EDGES
    return 1, _VERTICES + max(tip - core.vertex, 0) % _EDGES


@routine
def _curved_face(core: Core, which: int, d: Vec3, shapes: ConvexTable, corners: Rows[Corner]) -> tuple[int, int]:
    """Write disk or mantle line (from bottom to top) of a cylinder or cone, if −1 the rim point or apex.

    Returns the number of corners and the part.
    """
    radius, half = core.size.x, core.size.y
    if which in (BOTTOM, TOP):
        up, across = 1.0 if which == TOP else -1.0, math.sqrt(d.x * d.x + d.y * d.y)
        # A disk that leans begins with its lowest point, one that is level with a point fixed to the body.
        x, y = (d.x / across, d.y / across) if across > _LEVEL else (1.0, 0.0)
        for k in range(_DISK):
            c, s = _COSINE[k], up * _SINE[k]
            corners[k].place = Vec3(radius * (c * x - s * y), radius * (c * y + s * x), up * half)
        return _DISK, which
    place, _ = support(core, d, shapes)
    for k in range(2):
        if which == MANTLE:
            place = rim_point(0.0 if k == 1 and core.kind == CONE else radius, (2 * k - 1) * half, d)
        corners[k].place = place
    if which == MANTLE:
        return 2, MANTLE
    return 1, _RIM + (1 if place.z > 0.0 else 0)
