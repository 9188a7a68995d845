"""Any translational lock with any rotational one (Popovski 2008, ch. 9)."""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, label, unit_vector
from rigida.scene.joint import JOINTS

#: Cosine of the angle below which two axes count as parallel: about a tenth of a degree.
_PARALLEL = 1.0 - 1e-6

Removed = Literal[0, 1, 2, 3]


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Combined(AnchoredJoint):
    """One translational and one rotational lock, of 0–3 freedoms each."""

    translations: Annotated[
        Removed, Rule(text="Taken away: 3 a point, 2 all but the line `axis`, 1 the normal `axis` of a plane.")
    ] = 3
    rotations: Annotated[
        Removed, Rule(text="Taken away: 3 all, 2 all but about `axis`, 1 `axis` keeps its angle to `axis_b`.")
    ] = 3
    axis: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)
    axis_b: Annotated[Vec3, Rule(nonzero=True, text="Of b, for rotations = 1; default one across `axis`.")] | None = (
        None
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.translations == self.rotations == 0:
            raise ModelError(f"{label(self)}: translations and rotations are both 0: it joins nothing. Leave it out.")

        if self.axis_b is not None and self.rotations != 1:
            raise ModelError(f"{label(self)}: axis_b is for rotations = 1, got {self.rotations}. Leave it out.")
        if self.axis_b is not None and abs(np.dot(unit_vector(self.axis), unit_vector(self.axis_b))) > _PARALLEL:
            raise ModelError(
                f"{label(self)}: axis and axis_b are parallel, which takes two rotations away. Set rotations = 2."
            )

    @property
    def removes(self) -> tuple[int, int]:  # type: ignore[override]
        """Numbers of translations and rotations that the joint removes."""
        return self.translations, self.rotations

    def axes(self) -> tuple[Vec3, Vec3 | None]:
        return self.axis, self.axis_b
