"""Motion of bodies in the x–z plane by Lagrange's equations in coordinates q of the ideal contact.

    poses p(q) = (x, z, θ) of each body,  J = ∂p/∂q,  D = diag(m, m, I)
    Jᵀ D (J q̈ + J̇ q̇) = Jᵀ f(t, p, ṗ) + Σ λ_c d_c,    ∂g_c/∂q q̈ + ġ' = 0

J is a complex-step derivative, J̇ q̇ a difference of fourth order of it. Without gaps g all contacts are ideal; with them
λ_c are normal forces whose wrenches d_c may carry the friction of sliding contacts. θ turns about +y.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from rigida.textbook.case import G

#: Imaginary step of derivatives, and step of their differences.
_IMAGINARY, _DIFFERENCE = 1e-30, 1e-3
#: Relative and absolute tolerance of all integrations.
RTOL, ATOL = 1e-11, 1e-13
#: Times at which a motion is checked before it is run.
_CHECKS = 400

Function = Callable[[np.ndarray], np.ndarray]


def turned(angle, x, z):
    """Return a vector (x, z) turned by an angle about +y."""
    c, s = np.cos(angle), np.sin(angle)
    return x * c + z * s, z * c - x * s


def moment(x, z, fx, fz):
    """Return the moment about +y of a force at (x, z)."""
    return z * fx - x * fz


def derivative(f: Function, q: np.ndarray, along: np.ndarray) -> np.ndarray:
    """Return ∂f/∂q · along."""
    return np.imag(f(q + 1j * _IMAGINARY * along)) / _IMAGINARY


def jacobian(f: Function, q: np.ndarray) -> np.ndarray:
    """Return ∂f/∂q."""
    return np.stack([derivative(f, q, row) for row in np.eye(len(q))], axis=-1)


def bend(f: Function, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return the second derivative of f along q + v t."""
    e = _DIFFERENCE / max(1.0, float(np.abs(v).max()))
    at = [derivative(f, q + k * e * v, v) for k in (-2, -1, 1, 2)]
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * e)


@dataclass
class Planar:
    """Bodies of masses [kg] and inertias [kg m²] with `poses(q)` (bodies, 3).

    forces(t, poses, rates): what acts beside gravity (bodies, 3). gaps(q) (c,) with wrenches(q, v) (coordinates, c).
    """

    mass: Sequence[float]
    inertia: Sequence[float]
    poses: Function
    forces: Callable[[float, np.ndarray, np.ndarray], np.ndarray] | None = None
    gaps: Function | None = None
    wrenches: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None
    gravity: float = G

    def __post_init__(self) -> None:
        self._flat: Function = lambda q: np.asarray(self.poses(q)).reshape(-1)
        self._inertias = np.array([x for m, i in zip(self.mass, self.inertia, strict=True) for x in (m, m, i)])
        self._weight = np.array([x for m in self.mass for x in (0.0, -m * self.gravity, 0.0)])

    def applied(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return gravity and all given forces (bodies × 3)."""
        total = self._weight.copy()
        if self.forces is not None:
            rates = derivative(self._flat, q, v)
            total += np.asarray(self.forces(t, self._flat(q).reshape(-1, 3), rates.reshape(-1, 3))).reshape(-1)
        return total

    def accelerations(self, t: float, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return q̈ and the normal forces λ of the gaps."""
        j = jacobian(self._flat, q)
        matrix = j.T @ (self._inertias[:, None] * j)
        load = j.T @ (self.applied(t, q, v) - self._inertias * bend(self._flat, q, v))
        if self.gaps is None or self.wrenches is None:
            return np.linalg.solve(matrix, load), np.zeros(0)
        g, d = jacobian(self.gaps, q), self.wrenches(q, v)
        n = len(q)
        whole = np.block([[matrix, -d], [g, np.zeros((len(g), d.shape[1]))]])
        found = np.linalg.solve(whole, np.concatenate([load, -bend(self.gaps, q, v)]))
        return found[:n], found[n:]

    def reactions(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return what contacts and joints do to each body (bodies, 3): force x, z, and moment about its center."""
        a = jacobian(self._flat, q) @ self.accelerations(t, q, v)[0] + bend(self._flat, q, v)
        return (self._inertias * a - self.applied(t, q, v)).reshape(-1, 3)

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return the derivative of (q, q̇)."""
        q, v = np.split(y, 2)
        return np.concatenate([v, self.accelerations(t, q, v)[0]])


class Motion:
    """The motion of a planar system from a start; it ends where `holds(t, q, v)`, positive before, becomes zero."""

    def __init__(self, system: Planar, q: Sequence[float], v: Sequence[float], seconds: float, holds=None):
        self.system = system
        self._start, self._n = np.array([*q, *v], float), len(q)
        self.seconds = seconds
        if holds is not None:
            self.seconds = self._held(seconds, holds)

    def _held(self, seconds: float, holds) -> float:
        """Return how long the contacts hold, less a margin of three parts in a hundred."""
        times = np.linspace(0, seconds, _CHECKS)
        found = solve_ivp(self.system.rates, (0, seconds), self._start, t_eval=times, rtol=1e-8, atol=1e-10)
        for t, y in zip(found.t, found.y.T, strict=True):
            if not holds(t, y[: self._n], y[self._n :]) > 0.0:
                return float(0.97 * t)
        return float(seconds if found.success else 0.0)

    def at(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Return coordinates and their rates at a time."""
        if t == 0.0:
            return np.split(self._start, 2)
        found = solve_ivp(self.system.rates, (0, t), self._start, method="DOP853", rtol=RTOL, atol=ATOL)
        return found.y[: self._n, -1], found.y[self._n :, -1]

    def poses(self, t: float) -> np.ndarray:
        """Return the poses of all bodies at a time (bodies, 3)."""
        return np.real(self.system.poses(self.at(t)[0])).reshape(-1, 3)


def grip(reaction: np.ndarray, angle: float, friction: float) -> float:
    """Return how far a contact force is within the friction cone about the normal of a face turned by an angle.

    reaction: (fx, fz, ·). Positive where it holds; relative to the normal force's own scale.
    """
    along, normal = turned(-angle, reaction[0], reaction[1])
    return min(friction * normal - abs(along), normal)


def footing(reaction: np.ndarray, angle: float, height: float, width: float) -> float:
    """Return how far within its lower face a box's reaction acts [m]."""
    along, normal = turned(-angle, reaction[0], reaction[1])
    foot = -(0.5 * height * along + reaction[2]) / normal
    return 0.5 * width - abs(foot)
