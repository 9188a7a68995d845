"""Stops, speed motors, stiff springs and rotors of joints as lines (see `direct.joint_rows`).

A rotor of inertia i turns at a rate s of its own, which a step brings to the coordinate's: λ = −i (J v − s), a line of
softness 1/i, and its reaction −λ changes s. So it also takes part in what the motion between solutions does to J v.
"""

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.constraints.coordinates import MOTORS, Coordinates
from rigida.constraints.joint_readings import motor_efforts
from rigida.realtime.direct.joint_row_set import LineSet
from rigida.realtime.direct.write_joint_rows import (
    L_BIAS,
    L_HIGH,
    L_LAMBDA,
    L_LOW,
    L_PUSH,
    L_SOFT,
    LINE_EQUATION,
    LINE_PART,
    LOWER,
    MOTOR,
    ROTOR,
    SPRING,
    UPPER,
)

_SPEED, _POSITION = MOTORS.index("speed"), MOTORS.index("position")
#: Part of the way beyond a stop that is undone in one step.
_RECOVERY = 0.2
#: Coordinates this near to a stop are at it [m, rad]: far above the error of a closed joint.
_AT_STOP = 1e-5
#: A spring or servo is stiff, and so taken at the end of the step, where (h² k + h c)/I is above this.
_STIFF = 0.05


def stiff_springs(coordinates: Coordinates, ease: FloatArray, dt: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which springs, and which position motors (m,), must be taken at the end of a step of dt.

    ease (m,): J M⁻¹ Jᵀ of each coordinate, 1/mass or 1/inertia of its bodies.
    """
    spring = (dt * dt * coordinates.spring[:, 0] + dt * coordinates.spring[:, 1]) * ease > _STIFF
    gains = (dt * dt * coordinates.drive[:, 2] + dt * coordinates.drive[:, 3]) * ease > _STIFF
    return spring, gains & (coordinates.motor == _POSITION)


def near_stop(coordinates: Coordinates, dt: float) -> NDArray[np.bool_]:
    """Tell which coordinates (m,) are at a stop or reach one within a step."""
    ahead = coordinates.value + 2.0 * dt * coordinates.rate[:, 0]
    low, high = coordinates.bounds.T
    least, most = np.minimum(coordinates.value, ahead), np.maximum(coordinates.value, ahead)
    return np.asarray((least <= low + _AT_STOP) | (most >= high - _AT_STOP))


class CoordinateLines:
    """Writes the lines of coordinates; remembers the impulses of motors and springs, where the next step starts.

    impulse (m, 5): of the lines of each coordinate; rotor (m,): rates of the rotors [rad/s or m/s].
    """

    def __init__(self, coordinates: Coordinates, bodies: int) -> None:
        self.coordinates = coordinates
        self.impulse = np.zeros((len(coordinates.parts), 5))
        self.rotor = np.zeros(len(coordinates.parts))
        self._bodies = bodies

    def write(
        self,
        solved: NDArray[np.bool_],
        stiff: NDArray[np.bool_],
        servo: NDArray[np.bool_],
        carried: FloatArray,
        lines: LineSet,
        dt: float,
    ) -> None:
        """Write the lines of all coordinates whose group is `solved` (m,); arrays as `stiff_springs` tells them."""
        held = self.coordinates
        for c in np.flatnonzero(solved):
            value, rate = float(held.value[c]), float(held.rate[c, 0])
            for kind, sign, end in ((LOWER, 1.0, held.bounds[c, 0]), (UPPER, -1.0, held.bounds[c, 1])):
                gap = sign * (value - end)
                closing = -sign * rate
                if gap > 2.0 * dt * max(0.0, closing) + 1e-3:
                    continue
                i = self._begin(int(c), kind, sign, carried, lines)
                lines.line[i, L_HIGH] = np.inf
                if gap <= dt * closing and held.restitution[c] > 0.0:
                    lines.line[i, L_BIAS] -= held.restitution[c] * closing
                elif gap > 0.0:
                    lines.line[i, L_BIAS] += gap / dt
                else:
                    lines.line[i, L_PUSH] = _RECOVERY * gap / dt
            if held.motor[c] == _SPEED:
                i = self._begin(int(c), MOTOR, 1.0, carried, lines)
                lines.line[i, L_BIAS] -= held.drive[c, 0]
                reach = float(held.drive[c, 1]) * dt
                lines.line[i, L_LOW], lines.line[i, L_HIGH] = -reach, reach
            if stiff[c]:
                i = self._begin(int(c), SPRING, 1.0, carried, lines)
                self._soften(i, held.spring[c, 0], held.spring[c, 1], value - held.spring[c, 2], np.inf, lines, dt)
            if servo[c]:
                i = self._begin(int(c), MOTOR, 1.0, carried, lines)
                reach = float(held.drive[c, 1]) * dt
                self._soften(i, held.drive[c, 2], held.drive[c, 3], value - held.drive[c, 0], reach, lines, dt)
            if held.armature[c] > 0.0:
                i = self._begin(int(c), ROTOR, 1.0, carried, lines)
                lines.line[i, L_SOFT] = 1.0 / held.armature[c]
                lines.line[i, L_BIAS] -= self.rotor[c]
                lines.line[i, L_LOW], lines.line[i, L_HIGH] = -np.inf, np.inf

    def remember(self, lines: LineSet, asleep: NDArray[np.bool_]) -> None:
        """Keep the impulses for the next step's start; those of coordinates asleep (m,) stay."""
        self.impulse[~asleep] = 0.0
        of = lines.line_of[: lines.count]
        own = of[:, LINE_PART] < 0
        self.impulse[-1 - of[own, LINE_PART], of[own, LINE_EQUATION]] = lines.line[: lines.count][own, L_LAMBDA]
        turning = self.coordinates.armature > 0.0
        self.rotor[turning] -= self.impulse[turning, ROTOR] / self.coordinates.armature[turning]
        self.rotor[asleep] = 0.0

    def motor_efforts(self, servo: NDArray[np.bool_], dt: float) -> FloatArray:
        """Return the efforts of motors (m,) [N or N m]: of lines by their impulses over dt, of forces by their law."""
        solved = servo | (self.coordinates.motor == _SPEED)
        return np.where(solved, self.impulse[:, MOTOR] / dt, motor_efforts(self.coordinates))

    def _begin(self, c: int, kind: int, sign: float, carried: FloatArray, lines: LineSet) -> int:
        """Begin a line along coordinate c and return its number."""
        parts, i = self.coordinates.parts, lines.count
        lines.count += 1
        lines.line[i] = 0.0
        for side in range(2):
            f = int(parts.frame[c, side])
            row = sign * parts.jacobian[c, side, 0]
            lines.line_of[i, side] = min(f, self._bodies)
            if f < self._bodies:
                lines.line[i, 6 * side : 6 * side + 6] = row
            else:
                lines.line[i, L_BIAS] += float(row @ carried[f])
        lines.line_of[i, LINE_PART], lines.line_of[i, LINE_EQUATION] = -1 - c, kind
        lines.line[i, L_LAMBDA] = self.impulse[c, kind]
        return i

    @staticmethod
    def _soften(
        i: int, stiffness: float, damping: float, stretched: float, reach: float, lines: LineSet, dt: float
    ) -> None:
        """Make line i a spring: λ = −h (k (x + h v) + c v)."""
        softness = 1.0 / (dt * dt * stiffness + dt * damping)
        lines.line[i, L_SOFT] = softness
        lines.line[i, L_BIAS] += dt * stiffness * stretched * softness
        lines.line[i, L_LOW], lines.line[i, L_HIGH] = -reach, reach
