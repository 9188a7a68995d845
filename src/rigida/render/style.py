"""Style of pictures: size, anti-aliasing, light, colors, and overlays."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rigida.fields import Rule, check_fields
from rigida.shown import FieldTable


@dataclass(frozen=True)
class Style(FieldTable):
    """Settings of pictures and videos.

    `samples` × `samples` points are looked at in every pixel: 1 is fast and jagged, 2 smooth, 3 slow and a little
    smoother. `quality` "final" has soft shadows and darker corners and takes five times as long as a "draft".
    `motion_blur` mixes that many moments of half the time between two pictures of a film. `shadow_cells` is the width
    of the shadow map. `floor`: a floor below scenes without ground, and runways.
    """

    width: Annotated[int, Rule("pixels", at_least=16, at_most=16384, text="Of the picture.")] = 1280
    height: Annotated[int, Rule("pixels", at_least=16, at_most=16384, text="Of the picture.")] = 720
    samples: Annotated[int, Rule(at_least=1, at_most=4)] = 2
    quality: Literal["draft", "final"] = "draft"
    motion_blur: Annotated[int, Rule(at_least=1, at_most=64, text="Moments mixed into a picture of a film.")] = 1
    shadows: Annotated[bool, Rule(text="Draw shadows.")] = True
    shadow_cells: Annotated[int, Rule(at_least=64, at_most=8192)] = 1024
    grid: Annotated[bool, Rule(text="Draw the checker of the ground.")] = True
    floor: bool = True
    surfaces: Annotated[bool, Rule(text="Draw the surfaces of bodies.")] = True
    joints: Annotated[bool, Rule(text="Draw joints.")] = True
    springs: Annotated[bool, Rule(text="Draw springs.")] = True
    motors: Annotated[bool, Rule(text="Draw motors.")] = True
    wireframe: Annotated[bool, Rule(text="Draw edges of triangles.")] = False
    bounding_boxes: Annotated[bool, Rule(text="Draw bounding boxes of bodies.")] = False
    frames: Annotated[bool, Rule(text="Draw axes of body frames.")] = False
    velocities: Annotated[bool, Rule(text="Draw velocities as arrows.")] = False
    contacts: Annotated[bool, Rule(text="Draw contact points and normals.")] = False
    forces: Annotated[bool, Rule(text="Draw forces of aircraft parts as arrows.")] = False
    distance_fields: Annotated[bool, Rule(text="Draw slices through distance fields of concave bodies.")] = False
    sample_points: Annotated[bool, Rule(text="Draw surface samples of concave bodies.")] = False
    trails: Annotated[bool, Rule(text="Draw the paths of centers of mass.")] = False
    flight: Annotated[bool, Rule(text="Draw the path of aircraft and write their instruments.")] = True
    names: Annotated[bool, Rule(text="Write the names of bodies.")] = False
    clock: Annotated[bool, Rule(text="Write the simulated time.")] = True
    title: Annotated[bool, Rule(text="Write the title of the scene.")] = False
    sky_top: Annotated[str | None, Rule(text="Color of the sky overhead, as #rrggbb; default that of the scene.")] = (
        None
    )
    sky_horizon: Annotated[str | None, Rule(text="Color of the sky at the horizon, as #rrggbb.")] = None

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def hidden(self) -> frozenset[str]:
        """The groups of pieces that are not drawn."""
        groups = {"joints": self.joints, "springs": self.springs, "motors": self.motors, "terrain": self.floor}
        return frozenset(name for name, shown in groups.items() if not shown)
