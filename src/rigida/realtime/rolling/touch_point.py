"""Where a smooth body touches a plane: its outermost point against the plane's normal, and what is flat enough."""

from rigida.collision.arrays import ConvexTable, PlacedShapes, ShapesOnBodies
from rigida.collision.shapes.support import support
from rigida.geometry.core import BOX, CONE, CYLINDER, ELLIPSOID, HALF_SPACE, POLYTOPE
from rigida.jit.decorators import routine
from rigida.jit.tables import Table
from rigida.math.quat import Quat, product, rotated, rotated_back
from rigida.math.vec3 import Vec3, dot

#: Cores over which points wander; those of spheres stay below their middles.
CURVED = (CYLINDER, CONE, ELLIPSOID)
#: A normal whose cosine to that of a face is larger is the face's.
_OF_FACE = 1.0 - 1e-9
#: The same for one that has been kept while the body has turned a little.
_NEAR_FACE = 1.0 - 1e-4


class BodyShapes(Table):
    """The shapes of bodies: what they are, where on their bodies, and where in the world."""

    convex: ConvexTable
    on_bodies: ShapesOnBodies
    placed: PlacedShapes


@routine
def is_smooth(shape: int, shapes: BodyShapes) -> bool:
    """Tell whether a shape rolls on points that wander over it."""
    if shape < 0:
        return False
    core = shapes.convex.core[shapes.placed.geometry[shape]]
    kind, capsule = core.kind, core.radius > 0.0 and core.vertex_end - core.vertex == 2
    return kind in CURVED or (kind == POLYTOPE and capsule)


@routine
def is_round(shape: int, shapes: BodyShapes) -> bool:
    """Tell whether a shape has no corners on which others could roll: smooth ones and spheres."""
    return shape >= 0 and (is_smooth(shape, shapes) or shapes.convex.core[shapes.placed.geometry[shape]].radius > 0.0)


@routine
def is_flat(shape: int, normal: Vec3, shapes: BodyShapes) -> bool:
    """Tell whether a shape is flat where its outward normal [world] is this one."""
    flat, face = face_normal(shape, normal, shapes)
    return flat and dot(face, normal) > _OF_FACE


@routine
def face_normal(shape: int, normal: Vec3, shapes: BodyShapes) -> tuple[bool, Vec3]:
    """Tell whether a shape is flat about where its outward normal [world] is this one, and return what it is there."""
    if shape < 0:
        return False, normal
    core, turn = shapes.convex.core[shapes.placed.geometry[shape]], shapes.placed.attitude[shape]
    if core.kind == HALF_SPACE:
        return True, normal
    n, largest, found = rotated_back(turn, normal), _NEAR_FACE, normal
    if core.kind in (BOX, POLYTOPE) and core.radius == 0.0:
        for f in range(core.face, core.face_end):
            face = shapes.convex.face[f].normal
            cosine = face.x * n.x + face.y * n.y + face.z * n.z
            if cosine > largest:
                largest, found = cosine, rotated(turn, Vec3(face.x, face.y, face.z))
    elif (core.kind == CYLINDER and abs(n.z) > largest) or (core.kind == CONE and -n.z > largest):
        largest, found = abs(n.z), rotated(turn, Vec3(0.0, 0.0, 1.0 if n.z > 0.0 else -1.0))
    return largest > _NEAR_FACE, found


@routine
def touch_arm(shape: int, attitude: Quat, down: Vec3, shapes: BodyShapes) -> Vec3:
    """Return the point of a shape furthest along a unit direction, from the centre of its body at an attitude [m]."""
    core = shapes.convex.core[shapes.placed.geometry[shape]]
    turn = product(attitude, shapes.on_bodies.attitude[shape])
    point, _ = support(core, rotated_back(turn, down), shapes.convex)
    return rotated(attitude, shapes.on_bodies.position[shape]) + rotated(turn, point) + core.radius * down
