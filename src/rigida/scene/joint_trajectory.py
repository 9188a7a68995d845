"""A prescribed value of a joint's angle or length over time: a smooth curve through samples."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from rigida.errors import ModelError
from rigida.fields import Numbers, Rule, check_fields, label
from rigida.shown import FieldTable


@dataclass(frozen=True, eq=False)
class JointTrajectory(FieldTable):
    """A C² cubic spline through (times, values), at rest before the first and after the last sample."""

    times: Annotated[Numbers, Rule("s", text="Of the samples, rising.")]
    values: Annotated[Numbers, Rule("rad or m", text="One per time.")]

    def __post_init__(self) -> None:
        check_fields(self)
        who = label(self)
        if len(self.times) < 2 or len(self.values) != len(self.times):
            raise ModelError(
                f"{who}: times and values must be two lists of the same length, at least 2, "
                f"got {len(self.times)} and {len(self.values)}."
            )
        if not (np.diff(self.times) > 0.0).all():
            raise ModelError(f"{who}: times must increase (a value cannot jump), got {self.times.tolist()}.")

    @cached_property
    def _curve(self) -> Any:
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.times, self.values, bc_type="clamped")

    def at(self, time: float) -> tuple[float, float, float]:
        """Return value, rate and acceleration at `time`."""
        if time <= self.times[0]:
            return float(self.values[0]), 0.0, 0.0
        if time >= self.times[-1]:
            return float(self.values[-1]), 0.0, 0.0
        return float(self._curve(time)), float(self._curve(time, 1)), float(self._curve(time, 2))
