"""Common base of joints that connect two bodies at a point."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from rigida.constraints.joints.link import Link, perpendicular
from rigida.fields import Rule, Vec3
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import Coordinate, Joint, JointRows, PartRow

AXIS = Rule(nonzero=True, text="Direction in world axes at the start, such as (0, 0, 1).")
_NO_AXIS: Vec3 = (0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class AnchoredJoint(Joint):
    """Base of joints with an anchor, a world point at the start that each body takes as its own."""

    #: How many translations and how many rotations the joint takes away.
    removes: ClassVar[tuple[int, int]]

    anchor: (
        Annotated[
            Vec3, Rule("m", text="World point at the start, not a point of the body frame; default the origin of a.")
        ]
        | None
    ) = None
    anchor_b: (
        Annotated[Vec3, Rule("m", text="World point of b, if it differs from that of a; default `anchor`.")] | None
    ) = None

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        """Return the axes of the joint on a and b."""
        return _NO_AXIS, None

    def link(self, places: BodyPlaces) -> Link:
        """Return the two bodies connected at the anchor; `places` has their rows and start poses."""
        on_a = self.anchor or places.origin(self.a)
        return Link(places, self.a, self.b, on_a, self.anchor_b or on_a)

    def rows(self, places: BodyPlaces) -> JointRows:
        link = self.link(places)
        translations, rotations = self.removes
        axis, axis_b = self.axes()
        locks = link.translations(translations, axis) + link.rotations(rotations, axis, axis_b)
        return link.rows(locks, self.coordinates(self.freedoms(link)))

    def coordinates(self, freedoms: list[tuple[PartRow, str]]) -> list[Coordinate]:
        """Return the coordinates of the joint's `freedoms`, each a part and its unit."""
        return [Coordinate(part, unit) for part, unit in freedoms]

    def freedoms(self, link: Link) -> list[tuple[PartRow, str]]:
        """Return the free coordinates of `link`: displacement along a free line, then angle about a free axis."""
        translations, rotations = self.removes
        axis, axis_b = self.axes()
        line = [(link.slide(perpendicular(axis)[0]), "m")] if translations == 2 else []
        turn = [(link.twist(axis_b or axis), "rad")] if rotations == 2 else []
        return line + turn
