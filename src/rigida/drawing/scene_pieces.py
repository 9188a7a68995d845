"""All pieces of a scene: joints, springs, motors and moving parts of aircraft."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rigida.drawing.airplane_pieces import airplane_pieces
from rigida.drawing.anchorage import Anchorage
from rigida.drawing.joint_pieces import joint_pieces
from rigida.drawing.mounts import frames, mounts
from rigida.drawing.pieces import Piece, Pieces
from rigida.drawing.spring_pieces import spring_pieces
from rigida.fields import Vec3
from rigida.flight.flight import Flight
from rigida.forces import Spring
from rigida.geometry.shape import Shape

if TYPE_CHECKING:
    from rigida.scene.scene import Scene


def scene_pieces(scene: "Scene", shapes: Sequence[Shape], extent: float, up: Vec3) -> Pieces:
    """Return the pieces of a scene whose bodies are drawn with the given shapes; `extent` [m] is that of the motion."""
    bounded = [shape if shape.bounded else None for shape in shapes]
    return Pieces(tuple(_pieces(scene, Anchorage(scene.bodies, bounded, extent), up)))


def _pieces(scene: "Scene", places: Anchorage, up: Vec3) -> Iterator[Piece]:
    for joint in scene.joints:
        yield from joint_pieces(joint, places)
    for force in scene.forces:
        if isinstance(force, Spring):
            yield from spring_pieces(force, places)
        elif isinstance(force, Flight):
            yield from airplane_pieces(force.airplane, force.body.name, places.row(force.body))
    yield from mounts([*scene.joints, *scene.forces], places, up)
    yield from frames(scene.joints, places)
