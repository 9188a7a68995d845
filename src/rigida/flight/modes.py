"""Linearized motion about a trim and its modes: short period, phugoid, Dutch roll, roll, spiral.

The eight body-axis equations (u, w, q, θ | v, p, r, φ; forward, right, down) are differentiated numerically; their
eigenvalues λ give period 2π/|Im λ|, damping ratio −Re λ/|λ| and the time to half or double, ln 2/|Re λ|
(Etkin and Reid 1996, 4.9 and 6).
"""

import math
from dataclasses import dataclass

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import instance
from rigida.flight.airplane import Airplane
from rigida.flight.bench import FRD, Bench, turn_x, turn_y
from rigida.flight.trim import Trim

#: Columns of the longitudinal and of the lateral motion in (u, v, w, p, q, r, φ, θ).
_LONGITUDINAL = (0, 2, 4, 7)
_LATERAL = (1, 3, 5, 6)


@dataclass(frozen=True)
class Mode:
    """One mode: its eigenvalue [1/s] (of a pair, the one with the positive imaginary part)."""

    name: str
    eigenvalue: complex

    @property
    def stable(self) -> bool:
        """Return whether the mode dies out."""
        return self.eigenvalue.real < 0.0

    @property
    def period(self) -> float:
        """Period [s]; infinite for a mode that does not oscillate."""
        return 2.0 * math.pi / self.eigenvalue.imag if self.eigenvalue.imag else math.inf

    @property
    def damping(self) -> float:
        """Damping ratio; ±1 for a mode that does not oscillate."""
        return -self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue else 0.0

    @property
    def half_time(self) -> float:
        """Time to half (or, unstable, to double) the amplitude [s]."""
        return math.log(2.0) / abs(self.eigenvalue.real) if self.eigenvalue.real else math.inf


@dataclass(frozen=True, eq=False)
class Modes:
    """All modes of a trimmed flight, with the matrices (4, 4) from which they are computed."""

    modes: tuple[Mode, ...]
    longitudinal: FloatArray
    lateral: FloatArray

    def __getitem__(self, name: str) -> Mode:
        return next(mode for mode in self.modes if mode.name == name)

    def __contains__(self, name: str) -> bool:
        return any(mode.name == name for mode in self.modes)

    def table(self) -> str:
        """Return the modes as a table."""
        lines = [f"{'mode':<20}{'eigenvalue [1/s]':>24}{'period [s]':>12}{'damping':>10}{'half/double [s]':>17}"]
        for mode in self.modes:
            value = f"{mode.eigenvalue.real:+.4f}" + (
                f" ± {mode.eigenvalue.imag:.4f} i" if mode.eigenvalue.imag else ""
            )
            period = f"{mode.period:.2f}" if math.isfinite(mode.period) else "—"
            word = "half" if mode.stable else "double"
            lines.append(
                f"{mode.name:<20}{value:>24}{period:>12}{mode.damping:>10.3f}{mode.half_time:>10.2f} {word:<6}"
            )
        return "\n".join(lines)


def modes(airplane: Airplane, trim: Trim) -> Modes:
    """Return the modes of small motions about a trimmed flight, controls fixed.

    Args:
        airplane: The aircraft.
        trim: The flight about which it is linearized.
    """
    a = linearize(airplane, trim)
    longitudinal, lateral = a[np.ix_(_LONGITUDINAL, _LONGITUDINAL)], a[np.ix_(_LATERAL, _LATERAL)]
    found = [
        *_pairs(longitudinal, ("short period", "phugoid")),
        *_lateral(lateral),
    ]
    return Modes(tuple(found), longitudinal, lateral)


def linearize(airplane: Airplane, trim: Trim) -> FloatArray:
    """Return the Jacobian (8, 8) of (u, v, w, p, q, r, φ, θ), forward, right, down, about a trim."""
    instance("modes", "airplane", airplane, Airplane), instance("modes", "trim", trim, Trim)
    bench = Bench(airplane, trim.altitude)
    bench.set_controls(trim.elevator, trim.aileron, trim.rudder, trim.flaps, trim.throttle)
    attitude = trim.attitude
    bank = math.atan2(attitude[2, 1], attitude[2, 2])
    pitch = math.asin(attitude[2, 0])
    velocity = FRD * (attitude.T @ trim.velocity)
    spin = FRD * (attitude.T @ trim.angular_velocity)
    state = np.array([*velocity, *spin, bank, pitch])
    # Central differences of forces that are smooth to about 1e-10 of themselves.
    steps = np.array([1e-4 * trim.speed] * 3 + [1e-4] * 5)
    columns = [
        (_rates(bench, state + h * e, trim.gravity) - _rates(bench, state - h * e, trim.gravity)) / (2.0 * h)
        for e, h in zip(np.eye(8), steps, strict=True)
    ]
    return np.array(columns).T


def _rates(bench: Bench, x: FloatArray, gravity: float) -> FloatArray:
    """Return the time derivative of (u, v, w, p, q, r, φ, θ)."""
    bank, pitch = float(x[6]), float(x[7])
    attitude = turn_y(pitch) @ turn_x(bank)
    velocity, spin = FRD * x[0:3], FRD * x[3:6]
    linear, angular = bench.accelerations(attitude, attitude @ velocity, attitude @ spin, gravity)
    p, q, r = (float(value) for value in x[3:6])
    turning = q * math.sin(bank) + r * math.cos(bank)
    return np.concatenate(
        [
            FRD * (attitude.T @ linear - np.cross(spin, velocity)),
            FRD * (attitude.T @ angular),
            [p + math.tan(pitch) * turning, q * math.cos(bank) - r * math.sin(bank)],
        ]
    )


def _eigenvalues(matrix: FloatArray) -> list[complex]:
    """Return the eigenvalues by falling size, of each pair the one with the positive imaginary part."""
    values = [complex(value) for value in np.linalg.eigvals(matrix)]
    return sorted((v for v in values if v.imag >= 0.0), key=abs, reverse=True)


def _pairs(matrix: FloatArray, names: tuple[str, str]) -> list[Mode]:
    values = _eigenvalues(matrix)
    if len(values) == 2:
        return [Mode(name, value) for name, value in zip(names, values, strict=True)]
    if len(values) == 4:
        return [Mode(f"{names[k // 2]} {k % 2 + 1}", value) for k, value in enumerate(values)]
    fast = values[0].imag > 0.0  # the faster one oscillates, the slower one has split in two
    labels = (names[0], f"{names[1]} 1", f"{names[1]} 2") if fast else (f"{names[0]} 1", f"{names[0]} 2", names[1])
    if not fast and values[1].imag > 0.0:
        labels = (f"{names[0]} 1", names[1], f"{names[1]} 2")
    return [Mode(name, value) for name, value in zip(labels, values, strict=True)]


def _lateral(matrix: FloatArray) -> list[Mode]:
    values = _eigenvalues(matrix)
    waves, plain = [v for v in values if v.imag > 0.0], [v for v in values if v.imag == 0.0]
    found = [Mode(name, value) for name, value in zip(("Dutch roll", "roll and spiral"), waves, strict=False)]
    labels = ("roll", "spiral") if len(plain) == 2 else tuple(f"lateral {k + 1}" for k in range(len(plain)))
    return [*found, *(Mode(name, value) for name, value in zip(labels, plain, strict=True))]
