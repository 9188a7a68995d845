"""Any translational lock with any rotational one (Popovski 2008, ch. 9)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label
from rigida.scene.joint import JOINTS

Removed = Literal[0, 1, 2, 3]


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Combined(AnchoredJoint):
    """One translational and one rotational lock, of 0–3 freedoms each."""

    translations: Annotated[
        Removed, Rule(text="Taken away: 3 a point, 2 all but the line `axis`, 1 the normal `axis` of a plane.")
    ] = 3
    rotations: Annotated[
        Removed, Rule(text="Taken away: 3 all, 2 all but about `axis`, 1 `axis` stays perpendicular to one of b.")
    ] = 3
    axis: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.translations == self.rotations == 0:
            raise ModelError(f"{label(self)}: translations and rotations are both 0: it joins nothing. Leave it out.")

    @property
    def removes(self) -> tuple[int, int]:  # type: ignore[override]
        """How many translations and how many rotations the joint takes away."""
        return self.translations, self.rotations

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.axis, None
