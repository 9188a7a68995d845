"""The boxes in which shapes stay during a step, for the broad phase."""

import math

from rigida.collision.arrays import BodyPoses, ConvexTable, PlacedShapes, ShapesOnBodies
from rigida.collision.shapes.instances import place_shapes
from rigida.jit.decorators import inlined, kernel
from rigida.math.vec3 import Vec3, norm
from rigida.realtime.arrays import Bodies, Shapes


@inlined
def lesser(v: Vec3) -> Vec3:
    """Return the negative components of v, zero for the others."""
    return Vec3(v.x if v.x < 0.0 else 0.0, v.y if v.y < 0.0 else 0.0, v.z if v.z < 0.0 else 0.0)


@inlined
def greater(v: Vec3) -> Vec3:
    """Return the positive components of v, zero for the others."""
    return Vec3(v.x if v.x > 0.0 else 0.0, v.y if v.y > 0.0 else 0.0, v.z if v.z > 0.0 else 0.0)


@kernel
def sweep_boxes(first: int, last: int, h: float, bodies: Bodies, shapes: Shapes) -> None:
    """Fill the boxes of a range of shapes enlarged by the motion of h [s] and half the contact margin."""
    for i in range(first, last):
        twist = bodies.twist[shapes.body[i]]
        turn = min(norm(twist.angular) * h, math.pi) * shapes.bounding_radius[i]
        room = shapes.room[i] + (turn if turn > 0.0 else 0.0)
        displacement, around = twist.linear * h, Vec3(room, room, room)
        shapes.swept_low[i] = shapes.low[i] + lesser(displacement) - around
        shapes.swept_high[i] = shapes.high[i] + greater(displacement) + around


@kernel
def place_and_sweep(
    first: int,
    last: int,
    h: float,
    on_bodies: ShapesOnBodies,
    placed: PlacedShapes,
    geometry: ConvexTable,
    poses: BodyPoses,
    bodies: Bodies,
    shapes: Shapes,
) -> None:
    """Put a range of shapes where their bodies are, and fill their swept boxes for h [s]."""
    place_shapes(first, last, on_bodies, placed, geometry, poses)
    sweep_boxes(first, last, h, bodies, shapes)
