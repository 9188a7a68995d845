"""The air by altitude: the US Standard Atmosphere 1976, from 5 km below sea level to 86 km.

Hydrostatic layers with a linear molecular temperature in geopotential height H = r₀ z / (r₀ + z):

    T = T_b + L_b (H − H_b),   p = p_b (T_b / T)^(g₀ M / (R L_b)),   p_b exp(−g₀ M (H − H_b) / (R T_b)) where L_b = 0

Viscosity by Sutherland's law. NOAA, NASA, USAF 1976, equations 18, 23, 33, 42, 50, 51 and tables 4 and 8.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from rigida.fields import Rule, real_number
from rigida.jit.decorators import kernel, routine
from rigida.math.elementary import exp, float_power
from rigida.shown import FieldTable

#: Standard gravity [m/s²], gas constant of air [J/(kg K)] = 8314.32 / 28.9644, Earth's radius of the standard [m].
G0: Final = 9.80665
GAS: Final = 8314.32 / 28.9644
RADIUS: Final = 6356766.0
HEAT_RATIO: Final = 1.4
LOWEST: Final = -5000.0
HIGHEST: Final = 86000.0
SEA_LEVEL_DENSITY: Final = 101325.0 / (GAS * 288.15)

_BASE = np.array([0.0, 11e3, 20e3, 32e3, 47e3, 51e3, 71e3])  # geopotential [m]
_LAPSE = np.array([-6.5e-3, 0.0, 1.0e-3, 2.8e-3, 0.0, -2.8e-3, -2.0e-3])  # [K/m]
#: Temperature [K] and pressure [Pa] at the bottom of every layer, each from the one below by the law.
_BASE_TEMPERATURE = np.array(
    [288.15, 216.64999999999998, 216.64999999999998, 228.64999999999998, 270.65, 270.65, 214.64999999999998]
)
_BASE_PRESSURE = np.array(
    [
        101325.0,
        22632.06397346291,
        5474.888669677774,
        868.0186847552277,
        110.90630555496588,
        66.93887311868725,
        3.9564204280407247,
    ]
)
#: Ratio of molecular to mean molecular weight every 500 m from 80 km (table 8): the air begins to dissociate.
_LIGHTER = 1.0 - 1e-6 * np.array([0, 4, 11, 29, 59, 91, 130, 171, 214, 259, 306, 359, 421])


@routine
def pressure_ratio(temperature: float, lapse: float, height: float) -> float:
    """Return p / p_b at `height` above the base of a layer that starts at `temperature` [K]."""
    if lapse == 0.0:
        return exp(-G0 * height / (GAS * temperature))
    return float_power(temperature / (temperature + lapse * height), G0 / (GAS * lapse))


@routine
def air_at(altitude: float) -> tuple[float, float, float]:
    """Return molecular temperature [K], pressure [Pa] and density [kg/m³] at a geometric altitude [m].

    Above 86 km the last gradient would end in negative temperatures; the air is taken as isothermal from there.
    """
    z = min(max(altitude, LOWEST), HIGHEST)
    height = RADIUS * z / (RADIUS + z)
    layer = 0
    while layer < 6 and height >= _BASE[layer + 1]:
        layer += 1
    above = height - _BASE[layer]
    temperature = _BASE_TEMPERATURE[layer] + _LAPSE[layer] * above
    pressure = _BASE_PRESSURE[layer] * pressure_ratio(_BASE_TEMPERATURE[layer], _LAPSE[layer], above)
    if altitude > HIGHEST:
        pressure *= exp(-G0 * (altitude - HIGHEST) / (GAS * temperature))
    return temperature, pressure, pressure / (GAS * temperature)


@routine
def viscosity_at(temperature: float) -> float:
    """Return the dynamic viscosity [Pa s] by Sutherland's law."""
    return 1.458e-6 * temperature * math.sqrt(temperature) / (temperature + 110.4)


@kernel
def _air_and_viscosity(altitude: float) -> tuple[float, float, float, float]:
    temperature, pressure, density = air_at(altitude)
    return temperature, pressure, density, viscosity_at(temperature)


@dataclass(frozen=True)
class Air(FieldTable):
    """Air at an altitude [m]: temperature [K], pressure [Pa], density [kg/m³], speed of sound [m/s],
    viscosity [Pa s].

    Args:
        altitude: Geometric height [m].
        temperature: [K].
        pressure: [Pa].
        density: [kg/m³].
        speed_of_sound: [m/s].
        viscosity: Dynamic viscosity [Pa s].
    """

    altitude: float
    temperature: float
    pressure: float
    density: float
    speed_of_sound: float
    viscosity: float


def atmosphere(altitude: float) -> Air:
    """Return the standard air at a geometric altitude [m], −5,000 to 86,000.

    Args:
        altitude: Geometric height [m].
    """
    z = real_number("atmosphere", "altitude", altitude, Rule("m", at_least=LOWEST, at_most=HIGHEST))
    molecular, pressure, density, viscosity = _air_and_viscosity(z)
    lighter = float(np.interp(z, 80e3 + 500.0 * np.arange(len(_LIGHTER)), _LIGHTER))
    sound = math.sqrt(HEAT_RATIO * GAS * molecular)
    return Air(z, molecular * lighter, pressure, density, sound, viscosity)
