"""Steady flights and small motions about them."""

import math

import numpy as np
import pytest

import rigida as rg

FLIGHTS = [("trainer", 50.0, 1000.0), ("glider", 28.0, 1000.0), ("model", 14.0, 50.0)]


@pytest.fixture(scope="module", params=FLIGHTS, ids=lambda flight: flight[0])
def flight(request):
    name, speed, altitude = request.param
    plane = rg.Airplane.load(name)
    return plane, rg.trim(plane, speed, altitude)


def test_forces_balance_along_and_across_the_path(flight):
    _, trim = flight
    weight = trim.mass * trim.gravity
    assert trim.converged
    # The thrust need not lie along the path exactly: it carries thrust · sin of less than two degrees.
    slack = 0.04 * trim.thrust
    assert trim.lift == pytest.approx(weight * math.cos(trim.climb_angle), abs=slack + 1e-6 * weight)
    assert trim.drag == pytest.approx(trim.thrust - weight * math.sin(trim.climb_angle), rel=1e-3)


def test_trainer_in_cruise_has_lift_for_weight_and_thrust_for_drag():
    trim = rg.trim(rg.Airplane.load("trainer"), 50.0, 1000.0)
    assert trim.lift == pytest.approx(trim.mass * trim.gravity, rel=1e-3)
    assert trim.thrust == pytest.approx(trim.drag, rel=1e-3)


def test_modes_are_those_of_an_airplane(flight):
    plane, trim = flight
    modes = rg.modes(plane, trim)
    for name in ("short period", "phugoid", "Dutch roll", "roll"):
        assert modes[name].stable, name
        assert name in modes.table()
    assert modes["short period"].period < 0.3 * modes["phugoid"].period
    assert "spiral" in modes


def test_phugoid_of_the_trainer_is_lanchesters_with_pitch_damping():
    plane = rg.Airplane.load("trainer")
    found = rg.modes(plane, rg.trim(plane, 50.0, 1000.0))
    # π√2 V/g by √(1 + M_q Z_w/(V M_w)); drag and the moment of the speed are left out.
    (_, (_, z_w, _, _), (_, m_w, m_q, _), _) = found.longitudinal
    lanchester = math.pi * math.sqrt(2.0) * 50.0 / 9.81
    expected = lanchester * math.sqrt(1.0 - m_q * z_w / (50.0 * m_w))
    assert found["phugoid"].period == pytest.approx(expected, rel=0.05)


def test_phugoid_of_a_stiff_heavy_glider_tends_to_lanchesters():
    # What lengthens the period is the damping in pitch, M_q Z_α / (V M_α), which goes with the density of the air.
    plane = rg.Airplane.load("glider")
    ratios = []
    for altitude in (0.0, 8000.0):
        trim = rg.trim(plane, 40.0, altitude)
        ratios.append(rg.modes(plane, trim)["phugoid"].period / (math.pi * math.sqrt(2.0) * 40.0 / 9.81))
    assert 1.0 < ratios[1] < ratios[0]


@pytest.mark.parametrize("bank", [0.3, -0.6, 0.8])
def test_turn_has_the_load_factor_and_rate_of_its_bank(bank):
    trim = rg.trim(rg.Airplane.load("trainer"), 50.0, 500.0, bank=bank)
    assert trim.load_factor == pytest.approx(1.0 / math.cos(bank), rel=0.01)
    assert trim.turn_rate == pytest.approx(9.81 * math.tan(bank) / 50.0, rel=0.01)


def test_climb_needs_the_power_that_lifts_the_weight():
    plane = rg.Airplane.load("trainer")
    level, climb = (rg.trim(plane, 40.0, 0.0, climb=rate) for rate in (0.0, 2.0))
    extra = (climb.thrust - level.thrust) * 40.0
    assert extra == pytest.approx(plane.mass * 9.81 * 2.0, rel=0.02)


def test_given_throttle_finds_the_path():
    plane = rg.Airplane.load("trainer")
    climb = rg.trim(plane, 40.0, 0.0, climb=2.0)
    again = rg.trim(plane, 40.0, 0.0, throttle=climb.throttle)
    assert 40.0 * math.sin(again.climb_angle) == pytest.approx(2.0, abs=1e-6)


@pytest.mark.parametrize(
    ("flight", "word"),
    [
        ({"speed": 15.0}, "stalls at"),
        ({"speed": 110.0}, "full throttle is not enough"),
        ({"speed": 50.0, "climb": 25.0}, "full throttle is not enough"),
        ({"speed": 50.0, "altitude": 40e3}, "stalls at"),
        ({"speed": -1.0}, "speed must be above 0"),
        ({"speed": math.nan}, "finite"),
    ],
)
def test_impossible_flights_fail_with_the_reason(flight, word):
    with pytest.raises(rg.RigidaError, match=word):
        rg.trim(rg.Airplane.load("trainer"), **flight)


def test_linearized_motion_is_that_of_the_simulation():
    # A small push in pitch: the short period of the eigenvalues against the motion itself.
    plane = rg.Airplane.load("trainer")
    trim = rg.trim(plane, 50.0, 1000.0)
    mode = rg.modes(plane, trim)["short period"]
    scene = rg.Scene()
    scene.add_aircraft(plane, position=(0, 0, 1000), trim=trim, angular_velocity=(0, -1e-3, 0), name="plane")
    run = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.005)).run(1.3, fps=100)
    rate = -run.angular_velocity[:, 0, 1]
    # Two poles p obey x'' − 2 Re(p) x' + |p|² x = 0; fit both numbers to the samples (the phugoid is far slower).
    first, second = np.gradient(rate, run.times), np.gradient(np.gradient(rate, run.times), run.times)
    inner = slice(4, -4)
    fit = np.linalg.lstsq(np.column_stack([first, rate])[inner], second[inner], rcond=None)[0]
    assert fit[0] == pytest.approx(2 * mode.eigenvalue.real, rel=0.1)
    assert fit[1] == pytest.approx(-(abs(mode.eigenvalue) ** 2), rel=0.1)
