"""Joints that hold together at a point: what they share."""

from dataclasses import dataclass
from typing import Annotated

from rigida.fields import Rule, Vec3
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import Joint


@dataclass(frozen=True, eq=False)
class AnchoredJoint(Joint):
    """Base of joints with an anchor, a world point at the start that each body takes as its own."""

    anchor: Annotated[Vec3, Rule("m", text="World point at the start; default the origin of a.")] | None = None
    anchor_b: (
        Annotated[Vec3, Rule("m", text="The point of b, if the joint is not closed at the start; default `anchor`.")]
        | None
    ) = None

    def ends(self, places: BodyPlaces) -> tuple[Vec3, Vec3]:
        """Return the anchor's world point at the start, on a and on b."""
        on_a = self.anchor or places.origin(self.a)
        return on_a, self.anchor_b or on_a
