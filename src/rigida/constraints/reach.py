"""Targets and results of inverse kinematics."""

from dataclasses import dataclass
from typing import Annotated

from rigida.errors import UsageError
from rigida.fields import Quat, Rule, Vec3, check_fields
from rigida.shown import FieldTable


@dataclass(frozen=True)
class Reach(FieldTable):
    """A place for a point of a body, an orientation for the body, or both."""

    body: Annotated[str, Rule(text="Name of the body.")]
    position: Annotated[Vec3, Rule("m", text="World point to reach.")] | None = None
    orientation: Annotated[Quat, Rule(text="Orientation to reach.")] | None = None
    point: Annotated[Vec3, Rule("m", text="Of the body, in its frame; default its origin.")] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_fields(self)
        if self.position is None and self.orientation is None:
            raise UsageError(f"Reach '{self.body}': give a position, an orientation, or both.")


@dataclass(frozen=True)
class PoseSolution:
    """Result of a pose search: the largest remaining distance [m, rad] and the number of steps."""

    converged: bool
    residual: float
    iterations: int
