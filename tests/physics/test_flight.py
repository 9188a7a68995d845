"""Flights of whole aircraft beside closed formulas: cruise, glide, phugoid, stall, turn, ground."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.dynamics.compile import compile_scene

FIXED = rg.Precise(integrator="rk4", dt=0.005)
G = 9.81


def fly(plane, duration, *, ground=False, settings=FIXED, fps=20, **start):
    scene = rg.Scene()
    if ground:
        scene.add_ground(friction=0.8)
    scene.add_aircraft(plane, name="plane", **start)
    return rg.Simulation(scene, settings).run(duration, fps=fps)


@pytest.fixture(scope="module")
def trainer():
    return rg.Airplane.load("trainer")


@pytest.fixture(scope="module")
def glider():
    return rg.Airplane.load("glider")


@pytest.mark.parametrize("settings", [FIXED, rg.Precise()], ids=["fixed step", "adaptive"])
def test_trimmed_flight_keeps_its_altitude_for_a_minute_without_a_pilot(trainer, settings):
    run = fly(trainer, 60.0, position=(0, 0, 1000), trim=rg.trim(trainer, 50.0, 1000.0), settings=settings, fps=2)
    assert np.abs(run.body("plane").position[:, 2] - 1000.0).max() < 0.1


def test_glide_ratio_is_lift_over_drag(glider):
    trim = rg.trim(glider, 28.0, 1000.0)
    run = fly(glider, 30.0, position=(0, 0, 1000), trim=trim)
    body = run.body("plane")
    way = body.position[-1] - body.position[0]
    polar = rg.polars(glider, np.array([trim.alpha]), 28.0, 1000.0, trim.elevator)
    assert way[0] / -way[2] == pytest.approx(polar.lift[0] / polar.drag[0], rel=5e-3)
    # Denser air below slows it down; with the kinetic energy counted as height the ratio is exact.
    spent = -way[2] - np.diff((body.velocity[[0, -1]] ** 2).sum(axis=1))[0] / (2 * G)
    assert way[0] / spent == pytest.approx(polar.lift[0] / polar.drag[0], rel=5e-4)


def test_phugoid_has_the_period_of_its_mode(trainer):
    trim = rg.trim(trainer, 50.0, 1000.0)
    run = fly(trainer, 90.0, position=(0, 0, 1000), trim=trim, velocity=(51.0, 0, 0))
    speed = run.channel("plane.airspeed")
    above = speed > speed[len(speed) // 3 :].mean()
    periods = np.diff(run.times[1:][~above[:-1] & above[1:]])
    assert len(periods) >= 2
    assert periods.mean() == pytest.approx(rg.modes(trainer, trim)["phugoid"].period, rel=0.02)


def slowest(plane, flaps):
    """Return the lowest speed at which the aircraft glides in trim at sea level, to 0.02 m/s."""
    low, high = 10.0, 40.0
    while high - low > 0.02:
        middle = 0.5 * (low + high)
        try:
            rg.trim(plane, middle, 0.0, flaps=flaps, throttle=0.0)
            high = middle
        except rg.RigidaError:
            low = middle
    return high


def test_full_flaps_lower_the_stall_speed_and_raise_the_largest_lift(trainer):
    # Light trainers with slotted flaps gain 10 to 15 %.
    assert 0.85 < slowest(trainer, 1.0) / slowest(trainer, 0.0) < 0.90
    alpha = np.radians(np.linspace(5, 25, 101))
    clean, full = (rg.polars(trainer, alpha, flaps=flaps).lift.max() for flaps in (0.0, 1.0))
    assert full - clean > 0.4


def test_trainer_has_the_longitudinal_modes_of_a_cherokee(trainer):
    """Derivatives of a Piper PA-28-180 of 1,090 kg at 50 m/s and 1.06 kg/m³ (aircraftflightmechanics.com)."""
    speed, along, down, pitching = 50.0, (-0.06728, 0.02323), (-0.396, -1.729), (0.0, -0.2772)
    forces = [[*along, 0.0, -G], [*down, speed - 1.6804, 0.0]]
    lag = -0.0197  # of the moment behind changes of incidence
    moment = [pitching[k] + lag * forces[1][k] for k in range(2)] + [-2.207 + lag * forces[1][2], 0.0]
    rates = np.linalg.eigvals(np.array([*forces, moment, [0.0, 0.0, 1.0, 0.0]]))
    fast, slow = max(rates, key=abs), min(rates, key=abs)
    found = rg.modes(trainer, rg.trim(trainer, speed, 1470.0))
    for name, rate in (("short period", fast), ("phugoid", slow)):
        mode = found[name]
        assert abs(mode.eigenvalue) == pytest.approx(abs(rate), rel=0.15)
        assert mode.damping == pytest.approx(-rate.real / abs(rate), rel=0.25)


def test_stall_speed_is_that_of_the_largest_lift(trainer):
    # Slowed down at constant altitude: lift carries the weight until the wing gives up and the path bends down.
    run = fly(
        trainer,
        40.0,
        position=(0, 0, 1000),
        trim=rg.trim(trainer, 36.0, 1000.0),
        hold=rg.Hold(altitude=1000.0, bank=0.0),
        throttle=0.0,
        fps=50,
    )
    speed, load = run.channel("plane.airspeed"), run.channel("plane.load_factor")
    elevator = run.channel("plane.elevator")
    lost = int(np.argmax(load < 0.95))
    assert lost > 0
    density = rg.atmosphere(float(run.body("plane").position[lost, 2])).density
    alpha = np.radians(np.linspace(5, 30, 251))
    polar = rg.polars(trainer, alpha, speed[lost], 1000.0, float(elevator[lost]))
    stall = math.sqrt(2 * load[lost] * trainer.mass * G / (density * trainer.wing.area * polar.lift.max()))
    assert speed[lost] == pytest.approx(stall, rel=0.02)


@pytest.mark.parametrize("bank", [30, 45])
def test_steady_turn_has_the_load_factor_of_its_bank(trainer, bank):
    trim = rg.trim(trainer, 55.0, 500.0, bank=math.radians(bank))
    run = fly(trainer, 20.0, position=(0, 0, 500), trim=trim)
    np.testing.assert_allclose(run.channel("plane.load_factor"), 1 / math.cos(math.radians(bank)), rtol=0.01)
    np.testing.assert_allclose(run.channel("plane.bank"), math.radians(bank), rtol=0.02)
    assert abs(run.body("plane").position[-1, 2] - 500.0) < 0.5


@pytest.mark.parametrize("name", ["trainer", "glider", "model"])
def test_parked_aircraft_does_not_creep_in_the_wind(name):
    plane = rg.Airplane.load(name)
    wheel = plane.wheels[1] if name != "glider" else plane.wheels[0]
    height = wheel.radius - wheel.position[2]
    run = fly(plane, 30.0, ground=True, position=(0, 0, height), brake=1.0, wind=rg.Wind(velocity=(0, 4.0, 0)), fps=5)
    place = run.body("plane").position
    assert np.abs(place[100:] - place[100]).max() < 1e-9
    assert run.channel("plane.wheel_load")[-1] == pytest.approx(plane.mass * G, rel=0.01)


def test_parked_aircraft_without_brakes_holds_on_a_gentle_slope_and_rolls_on_a_steep_one(trainer):
    moved = []
    for slope in (0.01, 0.05):  # rolling resistance holds 0.02
        scene = rg.Scene(gravity=(G * slope, 0, -G))
        scene.add_ground(friction=0.8)
        scene.add_aircraft(trainer, position=(0, 0, 1.2), name="plane")
        run = rg.Simulation(scene, FIXED).run(20.0, fps=10)
        x = run.body("plane").position[:, 0]
        moved.append(x[-1] - x[100])
    assert abs(moved[0]) < 1e-6
    # Between 10 and 20 s with the acceleration that rolling resistance leaves: ½ a (20² − 10²), less the drag.
    assert moved[1] == pytest.approx(0.5 * (0.05 - 0.02) * G * 300.0, rel=0.1)


def test_brakes_stop_within_the_distance_of_the_friction(trainer):
    run = fly(trainer, 12.0, ground=True, position=(0, 0, 1.2), velocity=(15.0, 0, 0), brake=1.0)
    rolled = run.body("plane").position[-1, 0]
    # Two of three wheels brake; the nose wheel carries what the deceleration throws on it.
    assert 15.0**2 / (2 * G * 0.8) < rolled < 15.0**2 / (2 * G * 0.8 * 0.4)
    assert abs(run.body("plane").velocity[-1, 0]) < 1e-4


@pytest.mark.parametrize("sink", [2.0, 3.0])
def test_hard_landing_does_not_throw_the_aircraft_up(trainer, sink):
    # At 1.24 times the stall speed.
    trim = rg.trim(trainer, 28.7, 0.0, flaps=1.0, throttle=0.0)
    run = fly(
        trainer,
        5.0,
        ground=True,
        position=(0, 0, 1.6),
        trim=trim,
        velocity=(28.7, 0, -sink),
        fps=100,
        settings=rg.Precise(integrator="rk4", dt=0.002),
    )
    height, load = run.body("plane").position[:, 2], run.channel("plane.wheel_load")
    touch, lowest = int(np.argmax(load > 0.0)), int(np.argmin(height[:150]))
    assert height[lowest] < height[touch] - 0.1  # the struts were pressed in
    assert height[lowest:].max() < height[touch]  # and it never rose to where its wheels leave the ground
    assert load[-1] > 0.0


def test_tumble_at_mach_five_stays_finite(trainer):
    start = {"position": (0, 0, 5000), "velocity": (1500, 300, 200), "angular_velocity": (20, -15, 30)}
    for settings in (rg.Precise(), rg.Precise(integrator="semi_implicit_euler", dt=1e-3)):
        run = fly(trainer, 2.0, settings=settings, throttle=1.0, **start)
        for name in ("position", "velocity", "angular_velocity", "kinetic"):
            assert np.isfinite(getattr(run, name)).all()
        assert np.isfinite(run.channel("plane.load_factor")).all()
        assert run.kinetic[-1] < run.kinetic[0]  # the air takes energy out


def test_burnt_fuel_takes_its_momentum_along_and_leaves_the_velocities():
    plane = rg.Airplane.load("rocket")
    scene = rg.Scene()
    scene.add_aircraft(plane, position=(0, 0, 100), velocity=(10, 0, 0), angular_velocity=(0.1, 0.2, 0.3), name="plane")
    model, state = compile_scene(scene)
    before = state.angular_momentum.copy()
    state.change_mass(0, 0.5 * model.mass[0], 0.5 * model.inertia[0])
    state.refresh()
    np.testing.assert_allclose(state.velocity[0], (10, 0, 0))
    np.testing.assert_allclose(state.angular_velocity[0], (0.1, 0.2, 0.3), rtol=1e-12)
    np.testing.assert_allclose(state.angular_momentum, 0.5 * before, rtol=1e-12)


def test_rocket_burns_to_the_velocity_of_tsiolkovsky():
    body = rg.Jet((-1, 0, 0), 2000.0, density_exponent=0.0, spool=1e-3, consumption=1 / 2000.0, mass=60.0)
    plane = rg.Airplane("stage", (), jets=(body,), tank=rg.Tank((-1, 0, 0), 40.0, (0.5, 0.5, 0.5)))
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_aircraft(plane, name="plane", throttle=1.0)
    run = rg.Simulation(scene, FIXED).run(50.0, fps=1)
    # Exhaust velocity 2000 m/s: thrust 2000 N at 1 kg/s; the mass falls from 100 to 60 kg.
    assert run.body("plane").velocity[-1, 0] == pytest.approx(2000.0 * math.log(100 / 60), rel=1e-3)
    assert run.channel("plane.fuel")[-1] == 0.0
    assert run.channel("plane.mass")[-1] == pytest.approx(60.0, rel=1e-4)


def test_ground_effect_makes_a_low_pass_cheaper(trainer):
    gained = {}
    for height in (2.0, 60.0):
        run = fly(trainer, 0.05, ground=True, position=(0, 0, height), trim=rg.trim(trainer, 35.0, 0.0), fps=100)
        gained[height] = run.body("plane").velocity[-1, 0] - 35.0
    # A wing at h/b = 0.24 saves 1 − φ = 6 % of its induced drag, 32 N: 1.5 mm/s, part of which more lift takes back.
    assert 3e-4 < gained[2.0] - gained[60.0] < 1.5e-3


def test_restored_flight_repeats_to_the_bit(trainer):
    scene = rg.Scene()
    scene.add_ground()
    craft = scene.add_aircraft(
        trainer, position=(0, 0, 1.2), throttle=1.0, name="plane", hold=rg.Hold(heading=0.0, pitch=0.1)
    )
    sim = rg.Simulation(scene, FIXED)
    sim.run(2.0, fps=5)
    kept = sim.snapshot()
    sim.run(2.0, fps=5)
    first = sim.state_hash()
    craft.throttle = 0.2
    sim.run(1.0, fps=5)
    sim.restore(kept)
    assert craft.throttle == 1.0
    sim.run(2.0, fps=7)  # frames elsewhere must not change the motion
    assert sim.state_hash() == first


def test_autopilot_holds_altitude_heading_and_speed_in_turbulence(trainer):
    run = fly(
        trainer,
        60.0,
        position=(0, 0, 1000),
        trim=rg.trim(trainer, 50.0, 1000.0),
        hold=rg.Hold(altitude=1020.0, heading=1.0, speed=45.0),
        wind=rg.Wind(turbulence=1.0, seed=5),
    )
    last = slice(-400, None)
    assert np.abs(run.channel("plane.altitude")[last] - 1020.0).max() < 5.0
    assert np.abs(run.channel("plane.heading")[last] - 1.0).max() < 0.1
    assert np.abs(run.channel("plane.airspeed")[last] - 45.0).max() < 4.0


def packaged(name):
    scene = rg.load(scenes.path(name))
    return rg.Simulation(scene).run(scene.plan.duration, fps=10)


def test_circuit_takes_off_climbs_and_lands_at_rest():
    run = packaged("circuit")
    altitude, load = run.channel("plane.altitude"), run.channel("plane.wheel_load")
    assert load[0] > 0.0
    assert 195.0 < altitude.max() < 210.0
    assert load[-1] > 0.0
    assert np.linalg.norm(run.velocity[-1, 1]) < 0.01
    assert np.ptp(np.unwrap(run.channel("plane.heading"))) > 6.0  # once around


def test_crosswind_landing_ends_straight_on_its_wheels():
    run = packaged("crosswind_landing")
    touched = run.channel("plane.wheel_load") > 0.0
    assert touched[-1]
    assert np.abs(run.channel("plane.bank")[touched]).max() < 0.1
    assert np.abs(run.channel("plane.heading")[-1]) < 0.1


def test_stall_loses_lift_and_recovers():
    run = packaged("stall")
    assert run.channel("plane.load_factor").min() < 0.9
    assert run.channel("plane.alpha").max() > math.radians(16)
    assert abs(run.channel("plane.climb")[-1]) < 0.5


def test_spin_turns_stalled_and_ends_on_recovery():
    run = packaged("spin")
    spinning = (run.times > 8.0) & (run.times < 14.0)
    assert np.median(run.channel("plane.alpha")[spinning]) > math.radians(16)
    assert np.linalg.norm(run.angular_velocity[spinning, 0], axis=1).mean() > 1.0
    assert np.linalg.norm(run.angular_velocity[-1, 0]) < 0.05


def test_loop_goes_over_the_top_and_comes_out_level():
    run = packaged("loop")
    assert np.abs(run.channel("plane.bank")).max() > 3.0  # on its back
    assert abs(run.channel("plane.pitch")[-1]) < 0.1
    assert abs(run.channel("plane.bank")[-1]) < 0.1


def test_barrel_roll_goes_once_around():
    run = packaged("barrel_roll")
    turned = np.unwrap(run.channel("plane.bank"))
    assert turned[-1] - turned[0] == pytest.approx(2 * math.pi, abs=0.2)


def test_engine_out_glides_at_its_lift_over_drag():
    run = packaged("engine_out")
    late = run.times > 40.0
    way = run.position[late, 0][-1] - run.position[late, 0][0]
    assert way[0] / -way[2] == pytest.approx(11.2, rel=0.05)


def test_rocket_follows_its_nozzle_and_burns_out():
    run = packaged("thrust_vector")
    assert run.channel("rocket.mass")[-1] == pytest.approx(60.0, rel=1e-3)
    assert run.channel("rocket.altitude").max() > 4000.0
    assert np.abs(run.channel("rocket.alpha")[run.times > 10]).max() < 0.15


def test_model_that_rolls_out_knocks_down_all_ten_skittles():
    run = packaged("landing_skittles")
    skittles = [i for i, name in enumerate(run.names) if name.startswith("skittle")]
    # They stand until the airplane has landed; then all of them fall, and none sinks into the ground.
    before = np.searchsorted(run.times, 5.5)
    assert run.channel("plane.wheel_load")[before] > 0.0
    assert np.abs(run.position[before, skittles] - run.position[0, skittles]).max() < 1e-3
    x, y = run.orientation[-1, skittles, 1], run.orientation[-1, skittles, 2]
    assert (1.0 - 2.0 * (x**2 + y**2) < 0.2).all()
    assert run.position[:, skittles, 2].min() > 0.049
    # The airplane rolls on, slower by what the skittles took: p_plane falls by the momentum of 0.5 kg of foam.
    velocity = run.body("plane").velocity[:, 0]
    after = np.searchsorted(run.times, 6.5)
    assert velocity[before] > velocity[after] > 0.5 * velocity[before]


def test_model_lands_on_a_deck_that_runs_before_it():
    run = packaged("deck_landing")
    aside = run.body("plane").position - run.body("deck").position
    load = run.channel("plane.wheel_load")
    # On the deck's rear half, in one go, and it stays there.
    touched = int(np.argmax(load > 0.0))
    assert -40.0 < aside[touched, 0] < 0.0
    rolled = aside[touched + 30 :]
    assert np.abs(rolled[:, 2] - rolled[-1, 2]).max() < 0.05
    assert np.abs(rolled[:, 0]).max() < 40.0
    assert run.body("deck").velocity[touched, 0] > 2.5
    weight = rg.Airplane.load("model").mass * G
    assert 0.5 * weight < load[-1] < 1.1 * weight
