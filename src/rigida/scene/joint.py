"""What a scene knows of joints: a named description between two bodies, or a body and the world.

Concrete joints register here under their scene-file kind.
"""

from abc import ABC
from dataclasses import dataclass, field
from typing import ClassVar

from rigida.errors import ModelError
from rigida.fields import check_fields, label
from rigida.registry import Registry
from rigida.scene.body import WORLD, Body, BodyOrWorld, World


@dataclass(frozen=True, eq=False)
class Joint(ABC):
    """Base of all joints between body `a` and `b` (a body or `rg.WORLD`)."""

    kind: ClassVar[str] = "joint"
    a: Body
    b: BodyOrWorld = WORLD
    name: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        check_fields(self)
        if self.a is self.b:
            raise ModelError(
                f"{label(self)}: a and b must be two different bodies. Use rg.WORLD to fasten to the world."
            )
        for side in (self.a, self.b):
            if not isinstance(side, Body | World):
                raise ModelError(f"{label(self)}: a and b must be bodies of the scene or rg.WORLD.")

    def bodies(self) -> list[BodyOrWorld]:
        """Return the two partners."""
        return [self.a, self.b]


JOINTS: Registry[Joint] = Registry("joint")
