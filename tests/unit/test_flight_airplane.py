"""Aircraft, their parts, their files."""

import math
from dataclasses import replace

import numpy as np
import pytest

import rigida as rg
from rigida.geometry.mass_properties import checked_moments, principal_axes


def simple(**changes):
    wing = rg.Surface("wing", (0, 0, 0), 10.0, 1.5, 1.5)
    return rg.Airplane("test", (wing,), payload=(rg.Payload("hull", 500.0, (0, 0, 0)),), **changes)


def twins():
    return rg.Airplane("twins", (simple().wing, simple().wing))


@pytest.mark.parametrize("name", rg.airplane_names())
def test_packaged_aircraft_names_its_sources_and_has_a_real_body(name):
    plane = rg.Airplane.load(name)
    assert plane.source
    properties = plane.properties
    assert properties.mass == pytest.approx(plane.mass)
    checked_moments(name, principal_axes(properties.inertia)[0])
    assert abs(properties.center[1]) < 1e-9  # symmetric
    assert plane.shape is not None


def test_trainer_has_the_dimensions_of_its_source():
    wing = rg.Airplane.load("trainer").wing
    assert wing.area == pytest.approx(16.17, rel=0.01)  # 174 sq ft
    assert wing.aspect_ratio == pytest.approx(7.4, rel=0.01)


def test_mass_properties_are_those_of_the_parts():
    plane = rg.Airplane(
        "two points",
        (),
        jets=(rg.Jet((2, 0, 0), 100.0, mass=3.0), rg.Jet((-1, 0, 1), 100.0, mass=1.0)),
    )
    assert plane.mass == 4.0
    np.testing.assert_allclose(plane.properties.center, [1.25, 0, 0.25])
    # Two points at a distance √10 with the reduced mass 3/4.
    assert np.trace(plane.properties.inertia) == pytest.approx(2 * 0.75 * 10)


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: rg.Surface("wing", (0, 0, 0), 10.0, 0.0, 1.0), "root_chord must be above 0"),
        (lambda: rg.Surface("wing", (0, 0, 0), 10.0, 1.0, -1.0), "tip_chord must be above 0"),
        (lambda: rg.Surface("wing", (0, 0, 0), 0.0, 1.0, 1.0), "span must be above 0"),
        (lambda: rg.Surface("wing", (0, 0, math.nan), 1.0, 1.0, 1.0), "finite"),
        (lambda: rg.Hinge("elevator", start=0.5, end=0.5), "start must be below end"),
        (lambda: rg.Hinge("spoiler"), "one of"),
        (lambda: rg.Airplane("ghost"), "has no mass"),
        (twins, "different names"),
        (lambda: rg.Payload("box", 0.0, (0, 0, 0)), "mass must be above 0"),
        (lambda: rg.Wind(velocity=(0, math.nan, 0)), "finite"),
        (lambda: rg.Wind(turbulence=-1.0), "at least 0"),
        (lambda: rg.Propeller((0, 0, 0), -5.0, 1.0), "power must be above 0"),
        (lambda: rg.Airplane.load("trainr"), "Did you mean 'trainer'"),
        (lambda: rg.Scene().add_aircraft(7), "rg.Airplane"),
        (lambda: rg.Scene().aircraft("x"), "no aircraft"),
    ],
)
def test_bad_input_gets_a_clear_error(make, word):
    with pytest.raises(rg.RigidaError, match=word):
        make()


def test_file_reports_every_problem_with_its_line(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(
        'title = "bad"\nspeed = 3\n[[surfaces]]\npart = "wing"\nposition_m = [0, 0, 0]\nspan_m = -1\n'
        'root_chord_m = 1\ntip_chord_m = 1\n[[surfaces]]\npart = "tail"\nairfoil = "naca9999"\n'
    )
    with pytest.raises(rg.SceneError) as caught:
        rg.Airplane.load(path)
    text = str(caught.value)
    for words in ("line 2: speed", "span must be above 0", "'position_m' is missing", "naca9999"):
        assert words in text


def test_file_units_stand_in_the_keys(tmp_path):
    path = tmp_path / "plane.toml"
    path.write_text(
        'title = "p"\n[airfoil.own]\nlift_slope_per_rad = 5.0\nzero_lift_angle_deg = -3\n'
        '[[surfaces]]\npart = "wing"\nposition_m = [0, 0, 0]\nspan_m = 10\nroot_chord_m = 1\ntip_chord_m = 1\n'
        'airfoil = "own"\nsweep_deg = 30\nmass_kg = 10\n'
        "[[propellers]]\nposition_m = [1, 0, 0]\npower_kw = 75\ndiameter_m = 2\nconsumption_kg_per_kwh = 0.36\n"
    )
    plane = rg.Airplane.load(path)
    assert plane.wing.sweep == pytest.approx(math.radians(30))
    assert plane.wing.airfoil.zero_lift_angle == pytest.approx(math.radians(-3))
    assert plane.propellers[0].power == 75e3
    assert plane.propellers[0].consumption == pytest.approx(1e-7)


def test_controls_turn_the_way_their_names_say():
    plane = rg.Airplane.load("trainer")
    from rigida.flight.bench import Bench, turn_y

    def torque(**controls):
        bench = Bench(plane)
        bench.set_controls(**{"elevator": 0, "aileron": 0, "rudder": 0, "flaps": 0, "throttle": 0, **controls})
        return bench.read(turn_y(0.03), np.array([50.0, 0, 0]), np.zeros(3)).torque

    still = torque()
    assert (torque(elevator=0.1) - still)[1] < -1000  # nose up is about −y
    assert (torque(aileron=0.1) - still)[0] > 1000  # right wing down is about x
    assert (torque(rudder=0.1) - still)[2] < -1000  # nose right is about −z
    assert (torque(aileron=0.1) - still)[2] > 0.0  # adverse yaw: to the left in a roll to the right


@pytest.mark.parametrize(("slotted", "half", "share"), [(False, 1.2, 0.5), (True, 2.4, 0.35)])
def test_flap_raises_the_lift_curve_and_its_peak(slotted, half, share):
    hinge = rg.Hinge("flap", 0.25, slotted=slotted)
    wing = rg.Surface("wing", (0, 0, 0), 10.0, 1.5, 1.5, rg.airfoil("naca2412"), hinges=(hinge,), mass=100.0)
    plane = rg.Airplane("wing", (wing,), controls=rg.Controls(flap=0.5))
    alpha = np.radians(np.linspace(-4.0, 26.0, 151))
    clean, full = (rg.polars(plane, alpha, flaps=f).lift for f in (0.0, 1.0))
    section = wing.airfoil.lift_angle()[0]
    angle = 0.6090 * 0.5 / (1.0 + 0.5 / half)  # thin-airfoil theory: 0.6090 for a quarter of the chord
    # Far from the stall the finite wing gains its slope times the angle; at the stall what the section keeps of it,
    # but for the part of the flow that has separated there.
    gained = np.interp(0.0, alpha, full - clean)
    assert gained == pytest.approx(section / (1.0 + section * wing.induced) * angle, rel=0.01)
    kept = (full.max() - clean.max()) / ((1.0 - share) * section * angle)
    assert 0.7 < kept <= 1.0


def test_canard_elevator_lifts_the_nose_too():
    canard = rg.Surface("canard", (3, 0, 0), 3.0, 0.5, 0.5, hinges=(rg.Hinge("elevator"),))
    plane = replace(simple(), surfaces=(simple().wing, canard))
    lift = rg.polars(plane, np.array([0.0]), elevator=0.1).moment - rg.polars(plane, np.array([0.0])).moment
    assert lift[0] > 0.0


def test_scene_with_an_aircraft_survives_saving(tmp_path):
    plane = rg.Airplane.load("model")
    scene = rg.Scene()
    scene.add_ground()
    scene.add_aircraft(
        plane, position=(0, 0, 50), trim=rg.trim(plane, 15.0, 50.0), name="plane", program=(rg.Leg(bank=0.1),)
    )
    scene.save(tmp_path / "scene.toml")
    runs = [
        rg.Simulation(s, rg.Precise(integrator="rk4", dt=0.01)).run(0.5, fps=10)
        for s in (scene, rg.load(tmp_path / "scene.toml"))
    ]
    assert runs[0].position.tobytes() == runs[1].position.tobytes()


def test_handle_sets_controls_and_refuses_nonsense():
    scene = rg.Scene()
    craft = scene.add_aircraft("model", position=(0, 0, 50), velocity=(15, 0, 0), name="plane")
    craft.throttle, craft.flaps, craft.brake = 0.6, 0.0, 1.0
    craft.pitch(0.02), craft.roll(0.01), craft.yaw(-0.01)
    assert scene.aircraft("plane").throttle == 0.6
    with pytest.raises(rg.ModelError, match="throttle must be at least 0 and at most 1"):
        craft.throttle = 1.5
    sim = rg.Simulation(scene)
    sim.run(1.0, fps=2)
    seen = sim.channels()
    assert seen["plane.throttle"] == pytest.approx(0.6)
    assert seen["plane.elevator"] == pytest.approx(0.02)
