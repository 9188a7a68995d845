"""A body that rolls without slip, or turns about a fixed point, on a plane at rest or one that turns.

    v = u(p) − ω × r,   F = m (v̇ + g ẑ),   I ω̇ + ω × I ω = r × F,   ṗ = ȧ of the contact point c + r

r(R) is the arm from the center of mass to the contact point, its derivative along the motion a complex step. The plane
at the contact moves with u(p) = Ω ẑ × p.
"""

from collections.abc import Callable

import numpy as np
from scipy.integrate import solve_ivp

from company.planar import ATOL, RTOL
from rigida.textbook.case import G

_UP = np.array([0.0, 0.0, 1.0])
_IMAGINARY = 1e-30
Arm = Callable[[np.ndarray], np.ndarray]


def cross(a: np.ndarray) -> np.ndarray:
    """Return the matrix of a × ·."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def rotation(q: np.ndarray) -> np.ndarray:
    """Return the matrix of a quaternion (w, x, y, z)."""
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def rim_arm(radius: float, thickness: float) -> Arm:
    """Return the arm to the lowest point of a disk whose axis is its own z."""

    def arm(turn: np.ndarray) -> np.ndarray:
        axis = turn[:, 2]
        down = -_UP + axis[2] * axis
        lower = -0.5 * thickness * np.sign(axis[2].real) * axis
        return radius * down / np.sqrt(down @ down) + lower

    return arm


def ellipsoid_arm(half_axes: np.ndarray, center: np.ndarray | None = None) -> Arm:
    """Return the arm to the lowest point of an ellipsoid whose middle is at `center` from the center of mass."""
    square, middle = np.asarray(half_axes) ** 2, np.zeros(3) if center is None else center

    def arm(turn: np.ndarray) -> np.ndarray:
        down = -turn[2]
        return turn @ (middle + square * down / np.sqrt(square @ (down * down)))

    return arm


def point_arm(point: np.ndarray) -> Arm:
    """Return the arm to a point fixed to the body."""
    return lambda turn: turn @ point


class RollingBody:
    """Mass [kg], principal moments [kg m²], arm, and the rate Ω at which the plane turns about the origin [rad/s]."""

    def __init__(self, mass: float, moments: np.ndarray, arm: Arm, turning: float = 0.0):
        self.mass, self.moments, self.arm, self.turning = mass, np.asarray(moments, float), arm, turning * _UP

    def velocity(self, center: np.ndarray, turn: np.ndarray, spin: np.ndarray) -> np.ndarray:
        """Return the velocity of the center of mass."""
        r = self.arm(turn)
        return np.cross(self.turning, center + r) - np.cross(spin, r)

    def _terms(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return velocity, ω̇ and the force of the ground."""
        center, turn, spin = y[:3], rotation(y[3:7]), y[7:]
        r = self.arm(turn)
        moving = np.imag(self.arm(turn + 1j * _IMAGINARY * cross(spin) @ turn)) / _IMAGINARY
        v = np.cross(self.turning, center + r) - np.cross(spin, r)
        given = np.cross(self.turning, v + moving) - np.cross(spin, moving)
        inertia, m = turn @ (self.moments[:, None] * turn.T), self.mass
        load = -np.cross(spin, inertia @ spin) + np.cross(r, m * (given + G * _UP))
        rise = np.linalg.solve(inertia - m * cross(r) @ cross(r), load)
        return v, rise, m * (given - np.cross(rise, r) + G * _UP)

    def rates(self, _: float, y: np.ndarray) -> np.ndarray:
        """Return the derivative of center, quaternion and angular velocity."""
        v, rise, _force = self._terms(y)
        w, x = y[3], y[4:7]
        spin = y[7:]
        return np.concatenate([v, [-0.5 * spin @ x], 0.5 * (w * spin + np.cross(spin, x)), rise])

    def at(self, t: float, center, attitude, spin) -> np.ndarray:
        """Return center (3,), quaternion (4,) and angular velocity (3,) at a time."""
        start = np.array([*center, *attitude, *spin], float)
        return solve_ivp(self.rates, (0, t), start, method="DOP853", rtol=RTOL, atol=ATOL).y[:, -1] if t else start

    def held(self, seconds: float, friction: float, center, attitude, spin) -> float:
        """Return for how long the ground holds the point, with the friction that there is."""
        start = np.array([*center, *attitude, *spin], float)
        times = np.linspace(0, seconds, 300)
        for t, y in zip(times, solve_ivp(self.rates, (0, seconds), start, t_eval=times, rtol=1e-8).y.T, strict=False):
            force = self._terms(y)[2]
            if np.hypot(force[0], force[1]) > 0.9 * friction * force[2]:
                return float(0.97 * t)
        return seconds
