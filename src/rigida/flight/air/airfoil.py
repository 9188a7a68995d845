"""Airfoils: lift, drag and moment over the full circle of angles of attack.

Near zero lift the section follows thin-airfoil theory, c_l = a (α − α₀), c_d = c_d0 + k (c_l − c_li)². Beyond the stall
it is a flat plate, c_n = c_90 sin α, whose center of pressure moves from the quarter chord to the middle. A logistic
function of α joins both, placed so that the largest lift is the one that was asked for (Beard and McLain 2012, 4.2.1;
Viterna and Corrigan 1982). A measured table takes the place of the first part where there is one.
Renhe 2006, 5.2.1.
"""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Columns, Rule, check_fields
from rigida.math.elementary import cos_array, sin_array, tanh_array
from rigida.shown import FieldTable

#: Normal-force coefficient of a flat plate across the flow, without ends (Hoerner 1965, 3-15).
PLATE = 1.98
#: Angles within which a table gives way to the flat plate [rad].
_TABLE_MARGIN = math.radians(10.0)

Table = Annotated[FloatArray, Columns(4)]


@dataclass(frozen=True, eq=False)
class Airfoil(FieldTable):
    """A wing section, given by coefficients or by a table of measured values."""

    lift_slope: Annotated[float, Rule("1/rad", above=0.0, text="Of the section; 2π in theory.")] = 6.0
    zero_lift_angle: Annotated[float, Rule("rad", at_least=-0.6, at_most=0.6, text="Angle of attack without lift.")] = (
        0.0
    )
    max_lift: Annotated[float, Rule(above=0.0, text="Largest lift coefficient of the section.")] = 1.5
    min_lift: Annotated[float, Rule(at_most=0.0, text="Largest negative lift coefficient.")] = -1.0
    stall_width: Annotated[
        float, Rule("rad", above=0.0, at_most=0.5, text="Angle over which lift drops at the stall.")
    ] = 0.035
    min_drag: Annotated[float, Rule(at_least=0.0, text="Least drag coefficient c_d0.")] = 0.008
    drag_rise: Annotated[float, Rule(at_least=0.0, text="k of c_d = c_d0 + k (c_l − c_li)².")] = 0.006
    best_lift: Annotated[float, Rule(text="c_li, where the drag is least.")] = 0.2
    moment: Annotated[float, Rule(text="About the quarter chord, nose up positive.")] = 0.0
    reynolds: (
        Annotated[float, Rule(above=0.0, text="Where the drag was measured; none: no Reynolds effect.")] | None
    ) = None
    table: Annotated[Table, Rule(text="Measured coefficients in place of the formulas.")] | None = field(default=None)

    def __post_init__(self) -> None:
        check_fields(self)
        if self.table is not None:
            _check_table(self.table)

    @staticmethod
    def from_table(path: str | Path, reynolds: float | None = None) -> "Airfoil":
        """Read a CSV file of angle of attack [deg], lift, drag and moment coefficients; a line of heads may lead.

        Args:
            path: CSV file of measured coefficients.
            reynolds: Reynolds number of the measurement; default none.
        """
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise ModelError(f"Airfoil: cannot read the table '{path}': {error.strerror}.") from None
        rows = [line.replace(",", " ").split() for line in lines if line.strip() and not line.startswith("#")]
        try:
            numbers = np.array([[float(word) for word in row] for row in rows[_heads(rows) :]])
            numbers[:, 0] = np.radians(numbers[:, 0])
        except (ValueError, IndexError):
            raise ModelError(f"Airfoil: '{path}' must hold rows of four numbers: alpha_deg, cl, cd, cm.") from None
        return Airfoil(table=numbers, reynolds=reynolds)

    def curves(self, alpha: FloatArray, plate: float = PLATE) -> FloatArray:
        """Return c_l, c_d, c_m and the attached part of the flow (n, 4) at angles of attack (n,) [rad].

        Args:
            alpha: Angles from −π to π.
            plate: Normal-force coefficient across the flow.
        """
        attached, fraction = self._attached(alpha)
        loose = 1.0 - fraction
        normal = plate * sin_array(alpha)
        travel = 0.5 * np.abs(alpha) / np.pi  # center of pressure behind the quarter chord, in chords
        stalled = np.column_stack(
            [normal * cos_array(alpha), normal * sin_array(alpha) + self.min_drag, -normal * travel]
        )
        return np.column_stack([fraction[:, None] * attached + loose[:, None] * stalled, fraction])

    def lift_angle(self) -> tuple[float, float]:
        """Return the slope of the lift curve at zero lift [1/rad] and the angle of zero lift [rad]."""
        if self.table is None:
            return self.lift_slope, self.zero_lift_angle
        alpha, lift = self.table[:, 0], self.table[:, 1]
        near = int(np.argmin(np.abs(lift)))
        low, high = max(near - 1, 0), min(near + 1, len(lift) - 1)
        slope = float((lift[high] - lift[low]) / (alpha[high] - alpha[low]))
        return slope, float(alpha[near] - lift[near] / slope)

    def _attached(self, alpha: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return c_l, c_d, c_m of the attached flow (n, 3) and the attached fraction of the flow (n,)."""
        if self.table is not None:
            return _from_table(self.table, alpha)
        lift = self.lift_slope * (alpha - self.zero_lift_angle)
        drag = self.min_drag + self.drag_rise * (lift - self.best_lift) ** 2
        curves = np.column_stack([lift, drag, np.full_like(alpha, self.moment)])
        high, low = self._stall_angles()
        fraction = _logistic((high - alpha) / self.stall_width) * _logistic((alpha - low) / self.stall_width)
        # Far from the stall the attached curves grow without bound; what is left of them is less than rounding.
        return np.clip(curves, -20.0, 20.0), np.where(fraction < 1e-12, 0.0, fraction)

    def _stall_angles(self) -> tuple[float, float]:
        """Return the angles at which half of the flow has separated, for the given extreme lift coefficients."""
        return self._stall_angle(self.max_lift), -self._stall_angle(-self.min_lift, mirrored=True)

    def _stall_angle(self, peak: float, mirrored: bool = False) -> float:
        zero = -self.zero_lift_angle if mirrored else self.zero_lift_angle

        def largest(half: float) -> float:
            # Not further: the flat plate's own lift rises again up to 45°.
            alpha = np.linspace(zero, half + self.stall_width, 400)
            fraction = _logistic((half - alpha) / self.stall_width)
            plate = PLATE * sin_array(alpha) * cos_array(alpha)
            return float((fraction * self.lift_slope * (alpha - zero) + (1.0 - fraction) * plate).max())

        low, high = zero, zero + 1.2
        if largest(high) < peak:
            raise ModelError(
                f"Airfoil: a lift of {peak:g} needs a steeper lift_slope, got {self.lift_slope:g} per rad."
            )
        for _ in range(50):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if largest(middle) < peak else (low, middle)
        return 0.5 * (low + high)


def _logistic(x: FloatArray) -> FloatArray:
    return np.asarray(0.5 * (1.0 + tanh_array(0.5 * x)))


def _heads(rows: list[list[str]]) -> int:
    """Return the number of heading rows."""
    try:
        float(rows[0][0])
    except (ValueError, IndexError):
        return 1
    return 0


def _check_table(table: FloatArray) -> None:
    alpha = table[:, 0]
    if len(alpha) < 4:
        raise ModelError(f"Airfoil: table must have at least 4 rows, got {len(alpha)}.")
    steps = np.diff(alpha)
    if not (steps > 0.0).all():
        row = int(np.argmax(steps <= 0.0)) + 1
        raise ModelError(
            f"Airfoil: angles of attack in the table must increase, but row {row} ({alpha[row]:g} rad) does not. "
            "Sort the rows."
        )
    if alpha[0] < -np.pi - 1e-9 or alpha[-1] > np.pi + 1e-9:
        raise ModelError("Airfoil: angles of attack in the table must lie within −180° to 180°. Check the units.")
    if not (table[:, 1].min() < 0.0 < table[:, 1].max()):
        raise ModelError("Airfoil: the lift in the table must change sign. Add rows on both sides of zero lift.")
    if (table[:, 2] < 0.0).any():
        raise ModelError("Airfoil: the drag in the table must not be negative.")


def _from_table(table: FloatArray, alpha: FloatArray) -> tuple[FloatArray, FloatArray]:
    columns = np.column_stack([np.interp(alpha, table[:, 0], table[:, k]) for k in (1, 2, 3)])
    outside = np.maximum(np.maximum(table[0, 0] - alpha, alpha - table[-1, 0]), 0.0) / _TABLE_MARGIN
    return columns, np.clip(1.0 - outside, 0.0, 1.0) ** 2 * (3.0 - 2.0 * np.clip(1.0 - outside, 0.0, 1.0))
