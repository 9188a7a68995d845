"""Cameras that are fixed to bodies, as a robot's eyes are."""

from dataclasses import dataclass
from typing import Annotated

from rigida.fields import Quat, Rule, Vec3, check_fields
from rigida.scene.body import BodyOrWorld
from rigida.shown import FieldTable


@dataclass(frozen=True, eq=False)
class BodyCamera(FieldTable):
    """A camera on a body (or on the world) that looks along its own −z axis, with x to the right and y up."""

    body: Annotated[BodyOrWorld, Rule(text='The body, or "world".')]
    position: Annotated[Vec3, Rule("m", text="In the body frame.")] = (0.0, 0.0, 0.0)
    orientation: Annotated[Quat, Rule(text="Quaternion (w, x, y, z), from its own axes to those of the body.")] = (
        1.0,
        0.0,
        0.0,
        0.0,
    )
    fov: Annotated[float, Rule("deg", above=0.0, at_most=170.0, text="Vertical field of view.")] = 45.0

    def __post_init__(self) -> None:
        check_fields(self)
