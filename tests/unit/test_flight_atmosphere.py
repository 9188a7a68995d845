import math

import numpy as np
import pytest

import rigida as rg
from rigida.flight.air import atmosphere

#: Geometric altitude [m]: temperature [K], pressure [Pa], density [kg/m³], speed of sound [m/s], six digits.
TABLE_1976 = {
    0: (288.15, 101325.0, 1.225, 340.294),
    1000: (281.651, 89876.3, 1.11166, 336.435),
    2000: (275.154, 79501.4, 1.00655, 332.532),
    5000: (255.676, 54048.3, 0.736428, 320.546),
    8000: (236.215, 35651.6, 0.525786, 308.105),
    10000: (223.252, 26499.9, 0.41351, 299.532),
    11000: (216.774, 22700.0, 0.364802, 295.154),
    15000: (216.65, 12111.8, 0.194755, 295.07),
    20000: (216.65, 5529.31, 0.0889099, 295.07),
    25000: (221.552, 2549.22, 0.0400839, 298.389),
    32000: (228.49, 889.064, 0.0135552, 303.025),
    40000: (250.35, 287.144, 0.00399568, 317.189),
    47000: (269.684, 115.851, 0.00149652, 329.21),
    55000: (260.771, 42.5251, 0.000568099, 323.724),
    65000: (233.292, 10.9297, 0.00016321, 306.193),
    75000: (208.399, 2.38814, 3.99211e-05, 289.396),
    80000: (198.639, 1.05247, 1.8458e-05, 282.538),
}


@pytest.mark.parametrize("altitude", TABLE_1976)
def test_air_equals_the_1976_table_to_its_printed_digits(altitude):
    air = rg.atmosphere(altitude)
    for got, printed in zip(
        (air.temperature, air.pressure, air.density, air.speed_of_sound), TABLE_1976[altitude], strict=True
    ):
        assert float(f"{got:.6g}") == pytest.approx(printed, rel=1.1e-6)


def test_viscosity_at_sea_level_is_the_printed_one():
    assert rg.atmosphere(0.0).viscosity == pytest.approx(1.7894e-5, rel=5e-5)


def test_top_of_the_standard_has_its_printed_temperature():
    # 186.87 K: the kinetic temperature, below the molecular 186.95 K because the air is lighter there.
    assert rg.atmosphere(86000.0).temperature == pytest.approx(186.87, abs=0.005)
    assert rg.atmosphere(86000.0).pressure == pytest.approx(0.37338, rel=1e-4)


@pytest.mark.parametrize("altitude", [math.nan, math.inf, 90e3, -6e3, "high"])
def test_altitude_outside_the_standard_is_refused(altitude):
    with pytest.raises(rg.ModelError, match="altitude must be"):
        rg.atmosphere(altitude)


def test_layers_begin_where_the_ones_below_end():
    temperature, pressure = atmosphere._BASE_TEMPERATURE, atmosphere._BASE_PRESSURE
    for k, thickness in enumerate(np.diff(atmosphere._BASE)):
        lapse = float(atmosphere._LAPSE[k])
        below = atmosphere.pressure_ratio(float(temperature[k]), lapse, float(thickness))
        assert pressure[k + 1] == pressure[k] * below
        assert temperature[k + 1] == temperature[k] + lapse * thickness
