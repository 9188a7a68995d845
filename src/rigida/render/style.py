"""Style of pictures: size, anti-aliasing, light, colors, and overlays."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rigida.drawing.appearance import APPEARANCE
from rigida.fields import Rule, check_fields


@dataclass(frozen=True)
class Style:
    """Settings of pictures and videos.

    `samples` × `samples` points are looked at in every pixel: 1 is fast and jagged, 2 smooth, 3 slow and a little
    smoother. `quality` "final" has soft shadows and darker corners and takes five times as long as a "draft".
    `motion_blur` mixes that many moments of half the time between two pictures of a film. `shadow_cells` is the width
    of the shadow map. `floor`: a floor below scenes without ground, and runways.
    """

    width: Annotated[int, Rule("pixels", at_least=16, at_most=16384)] = 1280
    height: Annotated[int, Rule("pixels", at_least=16, at_most=16384)] = 720
    samples: Annotated[int, Rule(at_least=1, at_most=4)] = 2
    quality: Literal["draft", "final"] = "draft"
    motion_blur: Annotated[int, Rule(at_least=1, at_most=64, text="Moments mixed into a picture of a film.")] = 1
    shadows: bool = True
    shadow_cells: Annotated[int, Rule(at_least=64, at_most=8192)] = 1024
    grid: bool = True
    floor: bool = True
    surfaces: bool = True
    joints: bool = True
    springs: bool = True
    motors: bool = True
    wireframe: bool = False
    bounding_boxes: bool = False
    frames: bool = False
    velocities: bool = False
    contacts: bool = False
    forces: bool = False
    distance_fields: bool = False
    sample_points: bool = False
    trails: bool = False
    names: bool = False
    clock: bool = True
    title: bool = False
    sky_top: str = APPEARANCE.sky_top
    sky_horizon: str = APPEARANCE.sky_horizon

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def hidden(self) -> frozenset[str]:
        """The groups of pieces that are not drawn."""
        groups = {"joints": self.joints, "springs": self.springs, "motors": self.motors, "terrain": self.floor}
        return frozenset(name for name, shown in groups.items() if not shown)
