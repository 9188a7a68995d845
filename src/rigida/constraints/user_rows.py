"""Rows of constraints given as Python functions; missing derivatives are computed by differences.

A function of positions and time, C(q, t) = 0, has

    Ċ = J u + ∂C/∂t,    C̈ = J u̇ + bias,    bias = d²C/dt² along the motion whose velocities stay

and one that reads velocities, C(q, u, t) = 0, which may be non-holonomic, has J = ∂C/∂u and Ċ = J u̇ + bias, where
bias is dC/dt along that motion (Bacin 1999, ch. 4 and 6.2). Differences are central and of sixth order, so that with
the default step truncation and rounding are near 1e-13 for first and 1e-11 for second derivatives of functions that
bend over a metre.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.body_motion import BodyFrame, BodyMotion, displaced
from rigida.errors import ModelError
from rigida.fields import shown

#: Weights of the values at 1, 2 and 3 steps for the first and second derivative (Fornberg 1988), and at 0 for that.
_FIRST = (3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0)
_SECOND, _SECOND_AT_0 = (3.0 / 2.0, -3.0 / 20.0, 1.0 / 90.0), -49.0 / 18.0


@dataclass(frozen=True, eq=False)
class RowValues:
    """Equations at an instant: error (k,), jacobian (k, bodies, 6), bias (k,); offset (k,) of the rate J u + offset."""

    error: FloatArray
    jacobian: FloatArray
    bias: FloatArray
    offset: FloatArray


@dataclass(frozen=True, eq=False)
class UserRows:
    """Functions of a constraint, with the arguments of their calls.

    member (m,): which sides of the joint are bodies, with their frames. step: of differences [m, rad, m/s, rad/s, s].
    """

    name: str
    function: Callable[..., Any]
    jacobian: Callable[..., Any] | None
    bias: Callable[..., Any] | None
    member: tuple[int, ...]
    frames: tuple[BodyFrame, ...]
    step: float
    equations: int = 1
    on_velocities: bool = False

    def errors(self, time: float, pose: FloatArray, twist: FloatArray) -> FloatArray:
        """Return C (k,), zero for a constraint on velocities; see `evaluate`."""
        if self.on_velocities:
            return np.zeros(self.equations)
        return self._call(self.function, time, self.motions(pose, twist))

    def evaluate(self, time: float, pose: FloatArray, twist: FloatArray, accelerates: bool = True) -> RowValues:
        """Return the rows for centres of mass and principal axes `pose` (m, 7) and their velocities `twist` (m, 6).

        accelerates: whether the bias of accelerations is needed; zero if not.
        """
        now = self.motions(pose, twist)
        value = self._call(self.function, time, now)
        jacobian = self._jacobian(time, pose, twist, now)
        # Fast bodies go no further than `step` in a step of these differences.
        moment = self.step / max(1.0, float(np.abs(twist).max(initial=0.0)))

        def later(s: float) -> FloatArray:
            return self._call(self.function, time + s, self.motions([*map(displaced, pose, s * twist)], twist))

        if not accelerates:
            bias = np.zeros_like(value)
        elif self.bias is not None:
            bias = self._call(self.bias, time, now)
        elif self.on_velocities:
            bias = first_derivative(later, moment)
        else:
            bias = second_derivative(later, value, moment)
        if self.on_velocities:
            return RowValues(np.zeros_like(value), jacobian, bias, value - np.einsum("kij,ij->k", jacobian, twist))
        in_time = first_derivative(lambda s: self._call(self.function, time + s, now), self.step)
        return RowValues(value, jacobian, bias, in_time)

    def motions(self, pose: Iterable[FloatArray], twist: Iterable[FloatArray]) -> list[BodyMotion]:
        """Return the motions of the bodies, the arguments of the functions."""
        return [frame.motion(p, t) for frame, p, t in zip(self.frames, pose, twist, strict=True)]

    def _jacobian(self, time: float, pose: FloatArray, twist: FloatArray, now: list[BodyMotion]) -> FloatArray:
        """Return the derivatives (k, m, 6) of C by displacements, or by velocities if it is a constraint on them."""
        if self.jacobian is not None:
            return self._call(self.jacobian, time, now, 6 * len(now)).reshape(self.equations, len(now), 6)
        out = np.empty((self.equations, len(now), 6))
        for i, frame in enumerate(self.frames):
            for k in range(6):

                def varied(s: float, i: int = i, k: int = k, frame: BodyFrame = frame) -> FloatArray:
                    displacement = np.zeros(6)
                    displacement[k] = s
                    moved = (
                        (pose[i], twist[i] + displacement)
                        if self.on_velocities
                        else (displaced(pose[i], displacement), twist[i])
                    )
                    return self._call(self.function, time, [*now[:i], frame.motion(*moved), *now[i + 1 :]])

                out[:, i, k] = first_derivative(varied, self.step)
        return out

    def _call(self, function: Callable[..., Any], time: float, motions: list[BodyMotion], width: int = 1) -> FloatArray:
        """Return the result of one of the functions, `width` numbers for each equation."""
        returned, expected = function(time, *motions), f"{self.equations * width} numbers"
        try:
            out = np.asarray(returned, dtype=np.float64).ravel()
        except (TypeError, ValueError):
            raise self._refused(function, expected, shown(returned), time) from None
        if out.size != self.equations * width:
            raise self._refused(function, expected, str(out.size), time)
        # The motion of bodies that have diverged is reported by the engine.
        if not np.isfinite(out).all() and all(map(_is_finite, motions)):
            raise self._refused(function, "finite numbers", shown(out.tolist()), time)
        return out

    def _refused(self, function: Callable[..., Any], expected: str, found: str, time: float) -> ModelError:
        """Return the error of a function whose result is refused."""
        called = next(n for n in ("function", "jacobian", "bias") if getattr(self, n) is function)
        return ModelError(f"{self.name}: {called} must return {expected}, got {found} at t = {time:g} s.")


def _is_finite(motion: BodyMotion) -> bool:
    """Return whether position and velocities are finite numbers."""
    return all(np.isfinite(x).all() for x in (motion.center, motion.velocity, motion.angular_velocity))


def first_derivative(function: Callable[[float], FloatArray], step: float) -> FloatArray:
    """Return the derivative of a function at zero by central differences of sixth order."""
    pairs = enumerate(_FIRST, 1)
    return np.asarray(sum(w * (function(n * step) - function(-n * step)) for n, w in pairs) / step)


def second_derivative(function: Callable[[float], FloatArray], middle: FloatArray, step: float) -> FloatArray:
    """Return the second derivative at zero, where the function is `middle`, by central differences of sixth order."""
    pairs = enumerate(_SECOND, 1)
    outer = sum(w * (function(n * step) + function(-n * step)) for n, w in pairs)
    return np.asarray((_SECOND_AT_0 * middle + outer) / step**2)


class UserParts:
    """The parts of a part set that Python functions give."""

    def __init__(self) -> None:
        self._placed: list[tuple[UserRows, list[int], range]] = []

    def add(self, rows: UserRows, frames: tuple[int, int], first: int) -> None:
        """Add a constraint between two frames whose equations are the parts from `first` on."""
        self._placed.append((rows, [frames[side] for side in rows.member], range(first, first + rows.equations)))

    def fill_errors(self, time: float, pose: FloatArray, twist: FloatArray, number: FloatArray) -> None:
        """Write C at an instant into the constants of the parts, whose derivatives stay."""
        for rows, frames, parts in self._placed:
            number[parts, 12] = rows.errors(time, pose[frames], twist[frames])

    def fill(
        self,
        time: float,
        pose: FloatArray,
        twist: FloatArray,
        number: FloatArray,
        target: FloatArray,
        accelerates: bool = True,
    ) -> None:
        """Write the rows at an instant into the constants and targets of their parts."""
        for rows, frames, parts in self._placed:
            values = rows.evaluate(time, pose[frames], twist[frames], accelerates)
            for equation, part in enumerate(parts):
                for side, jacobian in zip(rows.member, values.jacobian[equation], strict=True):
                    number[part, 6 * side : 6 * side + 6] = jacobian
                number[part, 12:14] = values.error[equation], values.bias[equation]
                target[part, 1] = -values.offset[equation]
