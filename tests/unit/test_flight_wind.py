import math

import numpy as np
import pytest

import rigida as rg
from rigida.flight.air.wind import SAMPLES, SPACING, gust_factor, shear_factor, turbulence_at


def test_turbulence_has_the_deviation_and_the_spectrum_of_dryden():
    wind = rg.Wind(turbulence=2.0, scale=200.0, seed=3)
    samples = wind.samples()
    np.testing.assert_allclose(samples.std(axis=0), 2.0, rtol=1e-3)
    np.testing.assert_allclose(samples.mean(axis=0), 0.0, atol=1e-9)
    power = np.abs(np.fft.rfft(samples, axis=0)[1:]) ** 2
    omega = 2 * math.pi * np.arange(1, SAMPLES // 2 + 1) / (SAMPLES * SPACING)
    x = (200.0 * omega) ** 2
    for column, shape in ((0, 1 / (1 + x)), (1, (1 + 3 * x) / (1 + x) ** 2), (2, (1 + 3 * x) / (1 + x) ** 2)):
        ratio = power[:-1, column] / shape[:-1]
        assert ratio.max() / ratio.min() < 1 + 1e-6


def test_turbulence_repeats_by_seed_and_differs_between_seeds():
    a, b, c = (rg.Wind(turbulence=1.0, seed=seed).samples() for seed in (1, 1, 2))
    assert a.tobytes() == b.tobytes()
    assert np.abs(a - c).max() > 0.1
    # The series is one ring, and the curve through it passes the samples.
    assert turbulence_at(a, 1, 5 * SPACING) == pytest.approx(a[5, 1])
    assert turbulence_at(a, 1, (5 + SAMPLES) * SPACING) == pytest.approx(a[5, 1])


def test_gust_is_one_minus_cosine_and_shear_a_power_law():
    assert gust_factor(50.0, 50.0) == pytest.approx(1.0)
    assert gust_factor(25.0, 50.0) == pytest.approx(0.5)
    assert gust_factor(-1.0, 50.0) == gust_factor(100.0, 50.0) == 0.0
    assert shear_factor(10.0, 1 / 7, 300.0) == pytest.approx(1.0)
    assert shear_factor(100.0, 1 / 7, 300.0) == pytest.approx(10 ** (1 / 7))
    assert shear_factor(1e4, 1 / 7, 300.0) == pytest.approx(30 ** (1 / 7))
    assert shear_factor(-1.0, 1 / 7, 300.0) == 0.0


def test_steady_wind_carries_the_aircraft_and_nothing_else():
    plane = rg.Airplane.load("model")
    trim = rg.trim(plane, 15.0, 50.0)
    runs = []
    for wind in ((0.0, 0.0, 0.0), (3.0, -4.0, 0.0)):
        scene = rg.Scene()
        scene.add_aircraft(
            plane,
            position=(0, 0, 50),
            trim=trim,
            velocity=trim.velocity + wind,
            wind=rg.Wind(velocity=wind),
            name="plane",
        )
        runs.append(rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01)).run(5.0, fps=2))
    drift = runs[1].position[:, 0] - runs[0].position[:, 0]
    np.testing.assert_allclose(drift, np.outer(runs[0].times, (3.0, -4.0, 0.0)), atol=1e-9)


def test_upward_gust_gives_the_load_factor_of_its_angle():
    plane = rg.Airplane.load("glider")
    trim = rg.trim(plane, 28.0, 1000.0)
    scene = rg.Scene()
    wind = rg.Wind(gust=(0, 0, 2.0), gust_start=20.0, gust_length=5.0)
    scene.add_aircraft(plane, position=(0, 0, 1000), trim=trim, wind=wind, name="plane")
    run = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.005)).run(1.5, fps=200)
    slope = np.diff(rg.polars(plane, trim.alpha + np.array([-0.01, 0.01]), 28.0, 1000.0, trim.elevator).lift)[0] / 0.02
    sharp = 0.5 * rg.atmosphere(1000.0).density * 28.0 * 2.0 * slope * plane.wing.area / (plane.mass * 9.80665)
    rise = run.channel("plane.load_factor").max() - 1.0
    assert 0.6 * sharp < rise < sharp  # the aircraft gives way while it flies into the gust
