"""The camera defined by a scene, in whole or in part; the rest is computed from the motion."""

from dataclasses import dataclass
from typing import Annotated

from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, check_fields, listed
from rigida.shown import FieldTable


@dataclass(frozen=True)
class CameraPlan(FieldTable):
    """The camera of a scene, given by a position (`eye`, `target`) or by a direction."""

    eye: (
        Annotated[Vec3, Rule("m", text="Where it stands; seen from the body it follows, if it follows one.")] | None
    ) = None
    target: Annotated[Vec3, Rule("m", text="What it looks at; seen from the body it follows.")] = (0.0, 0.0, 0.0)
    azimuth: (
        Annotated[
            float,
            Rule("deg", text="Where it stands around the vertical, from x towards y; default across the motion."),
        ]
        | None
    ) = None
    elevation: Annotated[float, Rule("deg", above=-89.0, at_most=89.0, text="How far above; default 16.")] | None = None
    fov: Annotated[float, Rule("deg", above=0.0, at_most=120.0, text="Vertical field of view.")] = 35.0
    zoom: Annotated[float, Rule(above=0.0, text="Above 1 comes nearer than where all that moves is seen.")] = 1.0
    follow: Annotated[str, Rule(text="Name of a body to travel with.")] = ""
    show: Annotated[tuple[str, ...], Rule(text="Names of the bodies to show; default those that move.")] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "show", listed("CameraPlan", "show", self.show))
        check_fields(self)
        if self.eye is not None and self.eye == self.target:
            raise ModelError(f"CameraPlan: eye and target must differ, both are {self.eye}. Move one of them.")
