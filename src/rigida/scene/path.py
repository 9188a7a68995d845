"""Prescribed motion of kinematic bodies: smooth curves through key frames, or a function of time.

Lemos 1993, 3.2.2.1: a body that follows a given path whatever acts on it. Positions are C² cubic splines through the
keys; orientations are C² rotation splines, so that the angular velocity has no jumps.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Columns, Numbers, Points, Rule, check_fields, label, unit_quaternion, vector
from rigida.math.dense import euclidean_norm
from rigida.math.elementary import atan2
from rigida.math.quaternion import conjugate_array, multiply_array, normalize_array
from rigida.shown import FieldTable

#: Step for differences of velocities [s]: truncation and rounding are then both near 1e-12 of the velocity per second.
_DIFFERENCE = 1e-3

Placement = tuple[FloatArray, FloatArray, FloatArray, FloatArray]


class Motion(FieldTable, ABC):
    """Base of prescribed motions: pose of a kinematic body over time."""

    @abstractmethod
    def placement(self, time: float) -> Placement:
        """Return position (3,), orientation (4,), velocity (3,) of the body's origin, angular velocity (3,), world.

        Args:
            time: [s].
        """

    def acceleration(self, time: float) -> FloatArray:
        """Return linear and angular acceleration (6,), world, by differences of the velocities (error of order h⁴).

        Args:
            time: [s].
        """
        h = _DIFFERENCE
        total = np.zeros(6)
        for offset, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
            _, _, velocity, spin = self.placement(time + offset * h)
            total += weight * np.concatenate([velocity, spin])
        return total / (12.0 * h)

    def break_times(self) -> list[float]:
        """Return the times at which the acceleration is not smooth [s]."""
        return []


@dataclass(frozen=True, eq=False)
class Path(Motion):
    """Motion through key frames; at rest before the first and after the last one."""

    times: Annotated[Numbers, Rule("s", text="Of the key frames, rising.")]
    positions: Annotated[Points, Rule("m", text="Of the body frame's origin, one row per time.")]
    orientations: Annotated[FloatArray, Columns(4), Rule(text="One per time; default unturned.")] | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        who = label(self)
        if len(self.times) < 2:
            raise ModelError(f"{who}: times must have at least 2 key frames, got {len(self.times)}.")
        if not (np.diff(self.times) > 0.0).all():
            raise ModelError(f"{who}: times must increase from key to key, got {self.times.tolist()}.")
        for name in ("positions", "orientations"):
            keys = getattr(self, name)
            if keys is not None and len(keys) != len(self.times):
                raise ModelError(f"{who}: {name} must have one row per time ({len(self.times)}), got {len(keys)}.")
        if self.orientations is not None:
            unit = np.array([unit_quaternion(who, "orientations", q) for q in self.orientations])
            object.__setattr__(self, "orientations", unit)

    @cached_property
    def _curves(self) -> tuple[Any, Any]:
        from scipy.interpolate import CubicSpline
        from scipy.spatial.transform import Rotation, RotationSpline

        position = CubicSpline(self.times, self.positions, bc_type="clamped")
        if self.orientations is None:
            return position, None
        turns = Rotation.from_quat(self.orientations[:, [1, 2, 3, 0]])
        return position, RotationSpline(self.times, turns)

    def acceleration(self, time: float) -> FloatArray:
        position, turn = self._curves
        result = np.zeros(6)
        if self.times[0] < time < self.times[-1]:
            result[:3] = position(time, 2)
            if turn is not None:
                # The body frame's axes turn with the body, so its components differentiate as the vector itself does.
                result[3:] = turn(time).apply(turn(time, 2))
        return result

    def break_times(self) -> list[float]:
        return [float(time) for time in self.times]

    def placement(self, time: float) -> Placement:
        position, turn = self._curves
        first, last = float(self.times[0]), float(self.times[-1])
        moving = first <= time <= last
        t = min(max(time, first), last)
        still = np.zeros(3)
        velocity = position(t, 1) if moving else still
        if turn is None:
            return position(t), np.array([1.0, 0.0, 0.0, 0.0]), velocity, still
        x, y, z, w = turn(t).as_quat()
        # RotationSpline reports the rate in the body frame.
        spin = turn(t).apply(turn(t, 1)) if moving else still
        return position(t), np.array([w, x, y, z]), velocity, spin


@dataclass(frozen=True, eq=False)
class PathFunction(Motion):
    """Motion by a Python function of time that returns a position, or (position, orientation wxyz).

    Velocities are central differences over 2·`time_step`; give a function that is smooth on that scale.

    Args:
        function: Function of the time [s].
    """

    function: Callable[[float], Any]
    time_step: float = 1e-4

    def _pose(self, time: float) -> tuple[FloatArray, FloatArray]:
        result = self.function(time)
        who = label(self)
        if len(result) == 2:
            return np.array(vector(who, "position", result[0])), np.array(
                unit_quaternion(who, "orientation", result[1])
            )
        return np.array(vector(who, "position", result)), np.array([1.0, 0.0, 0.0, 0.0])

    def placement(self, time: float) -> Placement:
        h = self.time_step
        (x0, q0), (x, q), (x1, q1) = self._pose(time - h), self._pose(time), self._pose(time + h)
        turn = multiply_array(q1, conjugate_array(q0))
        turn = normalize_array(-turn if turn[0] < 0.0 else turn)
        sine = euclidean_norm(turn[1:])
        angle = 2.0 * atan2(sine, float(turn[0]))
        spin = turn[1:] * (angle / sine if sine > 0.0 else 2.0) / (2.0 * h)
        return x, q, (x1 - x0) / (2.0 * h), spin
