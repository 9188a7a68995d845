"""The moving air: a steady wind with a ground layer, one discrete gust, and turbulence.

Gusts lie still in the air (Taylor's frozen field), so they are functions of the distance s flown through it:

- shear: w(h) = w₁₀ (h / 10 m)^p up to `shear_top`, zero exponent for none;
- gust: ½ U (1 − cos(π s / H)) over 0 ≤ s ≤ 2H (14 CFR 25.341);
- turbulence: a periodic sum of waves with the spectra of Dryden and random phases from a seed (MIL-F-8785C, 3.7.1.2):
  Φ_u = σ² (2L/π) / (1 + (LΩ)²),   Φ_v,w = σ² (L/π) (1 + 3 (LΩ)²) / (1 + (LΩ)²)².
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rigida.arrays import FloatArray
from rigida.fields import Rule, Vec3, check_fields
from rigida.flight.air.interpolation import cubic_weights
from rigida.jit.decorators import routine
from rigida.math.elementary import cos, cos_array, float_power, sin_array
from rigida.shown import FieldTable

#: Samples of the turbulence and their distance [m]: it repeats after 16 km.
SAMPLES = 8192
SPACING = 2.0
#: Height at which the wind of a ground layer is given [m].
SHEAR_HEIGHT = 10.0


@dataclass(frozen=True)
class Wind(FieldTable):
    """Velocity of the air in world axes, in the direction of its motion."""

    velocity: Annotated[Vec3, Rule("m/s", text="At 10 m height if there is a shear, else everywhere.")] = (
        0.0,
        0.0,
        0.0,
    )
    shear: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Exponent of the ground layer; 1/7 over grass.")] = 0.0
    shear_top: Annotated[float, Rule("m", above=0.0, text="Height above which the wind is steady.")] = 300.0
    gust: Annotated[Vec3, Rule("m/s", text="Largest velocity of a 1-cosine gust.")] = (0.0, 0.0, 0.0)
    gust_start: Annotated[float, Rule("m", at_least=0.0, text="Distance flown before the gust begins.")] = 0.0
    gust_length: Annotated[float, Rule("m", above=0.0, text="H: from the edge to the middle of the gust.")] = 50.0
    turbulence: Annotated[float, Rule("m/s", at_least=0.0, text="Standard deviation of each component.")] = 0.0
    scale: Annotated[float, Rule("m", above=0.0, text="Length L of the turbulence; 533 m above 600 m.")] = 533.0
    seed: Annotated[int, Rule(at_least=0, text="Of the turbulence; the same seed gives the same air.")] = 1

    def __post_init__(self) -> None:
        check_fields(self)

    def samples(self) -> FloatArray:
        """Return the turbulence (SAMPLES, 3) along the flight path: forward, left, up [m/s]."""
        if self.turbulence == 0.0:
            return np.zeros((1, 3))
        count = SAMPLES // 2
        frequency = 2.0 * math.pi * np.arange(1, count + 1) / (SAMPLES * SPACING)  # [rad/m]
        x = (self.scale * frequency) ** 2
        along = 2.0 * self.scale / math.pi / (1.0 + x)
        across = self.scale / math.pi * (1.0 + 3.0 * x) / (1.0 + x) ** 2
        phase = np.random.default_rng(self.seed).uniform(0.0, 2.0 * math.pi, (3, count))
        waves = []
        for spectrum, angles in zip((along, across, across), phase, strict=True):
            # Longer waves than the field cannot be in it; the rest carries the whole variance.
            amplitude = np.sqrt(2.0 * spectrum * frequency[0])
            amplitude *= self.turbulence / math.sqrt(0.5 * float(np.sum(amplitude**2)))
            line = np.zeros(count + 1, dtype=complex)
            line[1:] = 0.5 * SAMPLES * amplitude * (cos_array(angles) + 1j * sin_array(angles))
            line[-1] = 0.0
            waves.append(np.fft.irfft(line, SAMPLES))
        return np.ascontiguousarray(np.column_stack(waves))


@routine
def turbulence_at(sample: FloatArray, component: int, distance: float) -> float:
    """Return a component of the turbulence after `distance` [m] of flight."""
    count = sample.shape[0]
    place = distance / SPACING
    floor = math.floor(place)
    i = int(floor) % count
    a, b, c, d = cubic_weights(place - floor)
    return (
        a * sample[(i - 1) % count, component]
        + b * sample[i, component]
        + c * sample[(i + 1) % count, component]
        + d * sample[(i + 2) % count, component]
    )


@routine
def shear_factor(height: float, exponent: float, top: float) -> float:
    """Return the wind at `height` [m] over the ground as a part of that at 10 m."""
    if exponent == 0.0:
        return 1.0
    return float_power(max(min(height, top), 0.0) / SHEAR_HEIGHT, exponent)


@routine
def gust_factor(distance: float, length: float) -> float:
    """Return ½ (1 − cos(π s / H)) inside the gust, 0 outside."""
    if distance <= 0.0 or distance >= 2.0 * length:
        return 0.0
    return 0.5 * (1.0 - cos(math.pi * distance / length))
