"""Switches and conventions of the source documents: restitution rules, drift of joints, angles, densities, curves."""

import math

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, lagrange

import rigida as rg
from rigida.forces.evaluate import ForceField

both = pytest.mark.parametrize("engine", ["realtime", "precise"])
RULES = {"larger": 0.8, "mean": 0.4, "product": 0.16, "lower": 0.2}


@both
@pytest.mark.parametrize(("rule", "restitution"), RULES.items())
def test_restitution_of_a_pair_follows_the_rule(engine, rule, restitution):
    scene = rg.Scene()
    scene.add_ground(restitution=0.8)
    scene.add_body(rg.Sphere(0.1), name="ball", restitution=0.2, combine_restitution=rule, position=(0, 0, 1.1))
    run = rg.Simulation(scene, engine, dt=1 / 240).run(1.2, fps=240)
    rising = int(np.argmax(run.body("ball").velocity[:, 2] > 0.0))
    assert run.body("ball").position[rising:, 2].max() - 0.1 == pytest.approx(restitution**2, rel=0.03)


def test_of_two_rules_the_less_elastic_one_counts():
    from rigida.dynamics.compile import compile_scene
    from rigida.dynamics.surface import combined_surface

    scene = rg.Scene()
    for rule in ("larger", "mean", "product", "lower"):
        scene.add_body(rg.Sphere(0.1), restitution=0.5, combine_restitution=rule)
    scene.add_body(rg.Sphere(0.1), restitution=0.9, combine_restitution="mean", priority=1)
    surface = compile_scene(scene)[0].surface
    found = [combined_surface(surface, i, 4)[1] for i in range(4)]
    np.testing.assert_allclose(found, [math.sqrt(0.45), math.sqrt(0.45), 0.45, 0.5])


def pendulum(**settings):
    scene = rg.Scene()
    rod = scene.add_body(
        rg.Box((0.1, 0.1, 1)), name="rod", position=(0.5, 0, 0), orientation=(0.5**0.5, 0, 0.5**0.5, 0)
    )
    scene.add_joint(rg.Spherical(rod, anchor=(0, 0, 0), name="pin"))
    sim = rg.Simulation(scene, rg.Precise(tolerance=1e-5, **settings))
    sim.run(10.0, fps=10)
    return np.abs(sim.joint("pin").error).max()


@pytest.mark.parametrize("formulation", ["newton_euler", "lagrange"])
def test_joints_drift_where_stabilization_is_off(formulation):
    assert pendulum(formulation=formulation) < 1e-9
    assert 1e-7 < pendulum(formulation=formulation, stabilization=False) < 0.1


@both
def test_combined_joint_keeps_any_angle_between_two_axes(engine):
    scene = rg.Scene(gravity=(0, 0, 0))
    angle = math.radians(40.0)
    spin = (1.5 * math.sin(angle), 0, 1.5 * math.cos(angle) + 2.0)  # about both axes
    top = scene.add_body(rg.Box((1, 0.6, 0.3)), name="top", angular_velocity=spin)
    axis_b = (math.sin(angle), 0, math.cos(angle))
    scene.add_joint(rg.Combined(top, translations=3, rotations=1, axis=(0, 0, 1), axis_b=axis_b))
    run = rg.Simulation(scene, engine).run(3.0, fps=60)
    from rigida.math.quaternion import rotate_array

    turned = rotate_array(run.body("top").orientation, np.array([0.0, 0.0, 1.0]))
    assert np.ptp(turned, axis=0).min() > 0.1  # it does turn
    np.testing.assert_allclose(turned @ axis_b, math.cos(angle), atol=1e-9 if engine == "precise" else 1e-4)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"rotations": 2, "axis_b": (1, 0, 0)}, "axis_b is for rotations = 1"), ({"axis_b": (0, 0, 2)}, "are parallel")],
)
def test_combined_joint_refuses_axes_that_do_not_fit(wrong, message):
    body = rg.Scene().add_body(rg.Box((1, 1, 1)))
    with pytest.raises(rg.ModelError, match=message):
        rg.Combined(body, **{"rotations": 1, **wrong})


def test_compound_with_densities_has_the_center_of_its_parts():
    iron, wood = rg.Box((0.1, 0.1, 0.1)), rg.Box((0.1, 0.1, 1.0))
    hammer = rg.Compound([(iron, (0, 0, 0.55)), wood], densities=[7800, 600])
    found = rg.mass_properties(hammer, 1000.0)
    assert found.mass == pytest.approx(7.8 + 6.0)
    assert found.center[2] == pytest.approx(7.8 * 0.55 / 13.8)
    nested = rg.Compound([hammer, (rg.Sphere(0.1), (1, 0, 0))])
    ball = 1000.0 * 4 / 3 * math.pi * 0.1**3
    assert rg.mass_properties(nested, 1000.0).mass == pytest.approx(13.8 + ball)
    scene = rg.Scene()
    with pytest.raises(rg.ModelError, match="densities of its own"):
        scene.add_body(hammer, density=500)
    assert scene.add_body(hammer, mass=2.0).mass_properties().mass == pytest.approx(2.0)
    with pytest.raises(rg.ModelError, match="must be 2 numbers, one per part"):
        rg.Compound([iron, wood], densities=[1.0])


def test_compound_with_densities_is_saved_and_loaded(tmp_path):
    scene = rg.Scene()
    scene.add_body(rg.Compound([rg.Sphere(0.1), (rg.Sphere(0.1), (1, 0, 0))], densities=[1000, 3000]), name="dumbbell")
    scene.save(tmp_path / "scene.toml")
    again = rg.load(tmp_path / "scene.toml").bodies[0].mass_properties()
    assert again.center[0] == pytest.approx(0.75)


TIMES, FORCES = np.array([0.0, 0.4, 1.0, 1.3]), np.array([1.0, -2.0, 3.0, 0.5])
CURVES = {
    "linear": lambda t: np.interp(t, TIMES, FORCES),
    "cubic": CubicSpline(TIMES, FORCES, bc_type="natural"),
    "lagrange": lagrange(TIMES, FORCES),
}


@pytest.mark.parametrize("curve", CURVES)
def test_interpolated_force_follows_its_curve(curve):
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(None, mass=2.0, inertia=(1, 1, 1))
    samples = np.column_stack([FORCES, 0 * FORCES, 0 * FORCES])
    scene.add_force(rg.InterpolatedForce(body, TIMES, forces=samples, torques=2 * samples, interpolation=curve))
    sim = rg.Simulation(scene, "precise")
    field = ForceField(sim.model)
    for time in (-0.1, 0.0, 0.2, 0.77, 1.2, 1.3, 1.4):
        expected = CURVES[curve](time) if 0.0 <= time <= 1.3 else 0.0
        found = field.wrenches(time, sim.state)[0]
        np.testing.assert_allclose(found, [expected, 0, 0, 2 * expected, 0, 0], atol=1e-12)
    sim.run(2.0)
    fine = np.linspace(0.0, 1.3, 20001)
    impulse = np.trapezoid(np.array([float(CURVES[curve](t)) for t in fine]), fine)
    assert sim.momentum().linear[0] == pytest.approx(impulse, abs=1e-7)
