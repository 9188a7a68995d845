"""Named points on bodies (sites), and sensors, as a robot's file describes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from rigida.fields import Quat, Rule, Vec3, check_fields
from rigida.geometry.shape import Shape
from rigida.scene.body import BodyOrWorld
from rigida.shown import FieldTable


@dataclass(frozen=True, eq=False)
class Site(FieldTable):
    """A frame on a body (or on the world)."""

    body: Annotated[BodyOrWorld, Rule(text='The body, or "world".')]
    position: Annotated[Vec3, Rule("m", text="In the body frame.")] = (0.0, 0.0, 0.0)
    orientation: Annotated[Quat, Rule(text="Quaternion (w, x, y, z), from its own axes to those of the body.")] = (
        1.0,
        0.0,
        0.0,
        0.0,
    )
    shape: Annotated[Shape, Rule(text="Where a sensor of touch feels contacts; default nowhere.")] | None = None

    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True, eq=False)
class Sensor(FieldTable):
    """A sensor: the quantity measured, and its object: `{"joint": "knee"}`, `{"site": "imu"}`.

    Args:
        measures: Quantity, such as "jointpos" or "accelerometer".
        of: What it is attached to, by kind.
    """

    measures: str
    of: Mapping[str, str] = field(default_factory=dict)
