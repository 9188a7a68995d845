"""Mechanisms: what closed forms, conservation and other descriptions of the same mechanism say of their motion."""

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import compile_scene

TIGHT = rg.Precise(tolerance=1e-12)


def four_bar(pin):
    """The packaged four-bar linkage with joints of the given kind at its two pins."""
    scene = rg.load(scenes.path("four_bar"))
    joints = scene.joints[:]
    scene.joints.clear()
    for joint in joints:
        scene.joints.append(joint if joint.b is rg.WORLD else pin(joint))
    return rg.Simulation(scene, TIGHT)


PINS = {
    "spherical": lambda j: rg.Spherical(j.a, j.b, anchor=j.anchor, name=j.name),
    "universal": lambda j: rg.Universal(j.a, j.b, anchor=j.anchor, axis=(0, 1, 0), axis_b=(1, 0, 0), name=j.name),
    "combined": lambda j: rg.Combined(j.a, j.b, anchor=j.anchor, rotations=2, axis=(0, 1, 0), name=j.name),
}


@pytest.mark.parametrize("pin", PINS)
def test_redundant_and_plain_descriptions_give_the_same_motion(pin):
    redundant, other = four_bar(lambda joint: joint), four_bar(PINS[pin])
    assert redundant.engine.reactions(redundant.state).shape == (4, 6)
    assert redundant.engine.joints.redundant
    runs = [sim.run(3.0, fps=10) for sim in (redundant, other)]
    np.testing.assert_allclose(runs[0].position, runs[1].position, atol=1e-9)
    np.testing.assert_allclose(runs[0].velocity, runs[1].velocity, atol=1e-8)


def test_both_formulations_move_a_linkage_alike():
    runs = []
    for formulation in ("newton_euler", "lagrange"):
        settings = rg.Precise(tolerance=1e-12, formulation=formulation)
        runs.append(rg.Simulation(rg.load(scenes.path("four_bar")), settings).run(2.0, fps=10))
    np.testing.assert_allclose(runs[0].position, runs[1].position, atol=1e-9)


def test_joint_given_twice_changes_nothing():
    def pendulum(times):
        scene = rg.Scene()
        rod = scene.add_body(rg.Box((1, 0.1, 0.1)), position=(0.5, 0, 0))
        for _ in range(times):
            scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0), axis=(0, 1, 0)))
        return rg.Simulation(scene, TIGHT).run(3.0, fps=10)

    np.testing.assert_allclose(pendulum(1).position, pendulum(3).position, atol=1e-9)


@pytest.mark.parametrize("name", ["pendulum", "double_pendulum", "gyroscope", "two_bars", "four_bar", "slider_crank"])
def test_packaged_mechanism_keeps_energy_and_joints(name):
    scene = rg.load(scenes.path(name))
    sim = rg.Simulation(scene)
    run = sim.run(2.0, fps=10)
    assert run.energy_drift < 1e-9
    assert max(sim.joint(joint.name).error for joint in scene.joints) < 1e-10


def test_slider_on_an_incline_accelerates_by_its_slope():
    scene = rg.Scene(gravity=(0, 0, -9.81))
    box = scene.add_body(rg.Box((0.2, 0.2, 0.2)), name="box")
    scene.add_joint(rg.Prismatic(box, axis=(4, 0, -3), name="rail"))
    sim = rg.Simulation(scene)
    sim.run(1.5)
    assert sim.joint("rail").position == pytest.approx(0.5 * 9.81 * 0.6 * 1.5**2, rel=1e-10)


def test_driven_hinge_follows_its_trajectory_and_its_torque_does_the_work():
    scene = rg.Scene(gravity=(0, 0, 0))
    wheel = scene.add_body(rg.Cylinder(0.5, 0.1), mass=3.0, name="wheel")
    scene.add_joint(rg.Revolute(wheel, trajectory=rg.JointTrajectory([0, 1, 2], [0, 2.0, 3.0]), name="axle"))
    sim = rg.Simulation(scene, TIGHT)
    sim.run(0.7, fps=10)
    value, rate, acceleration = rg.JointTrajectory([0, 1, 2], [0, 2.0, 3.0]).at(0.7)
    assert sim.joint("axle").position == pytest.approx(value, abs=1e-11)
    assert sim.body("wheel").angular_velocity[2] == pytest.approx(rate, abs=1e-11)
    np.testing.assert_allclose(sim.joint("axle").torque, [0, 0, 0.5 * 3.0 * 0.25 * acceleration], atol=1e-9)


def test_universal_joint_passes_turns_on_unevenly():
    """Cardan: for shafts at the angle β, tan φ_out = tan φ_in · cos β from where the first arm is normal to both."""
    beta = 0.5
    scene = rg.Scene(gravity=(0, 0, 0))
    out = (0, np.sin(beta), np.cos(beta))
    spin = 2.0
    first = scene.add_body(rg.Cylinder(0.1, 1), mass=1.0, position=(0, 0, -0.5), name="in")
    second = scene.add_body(
        rg.Cylinder(0.1, 1),
        mass=1.0,
        position=tuple(0.5 * np.array(out)),
        orientation=(np.cos(-beta / 2), np.sin(-beta / 2), 0, 0),
        name="out",
    )
    trajectory = rg.JointTrajectory([0, 2], [0, 2 * spin])
    scene.add_joint(rg.Revolute(first, anchor=(0, 0, 0), axis=(0, 0, 1), trajectory=trajectory, name="in"))
    scene.add_joint(rg.Revolute(second, anchor=(0, 0, 0), axis=out, name="out"))
    arm = (0, np.cos(beta), -np.sin(beta))
    scene.add_joint(rg.Universal(first, second, anchor=(0, 0, 0), axis=(1, 0, 0), axis_b=arm))
    sim = rg.Simulation(scene, TIGHT)
    for t in (0.5, 0.9, 1.3):
        sim.engine.advance(t)
        given, got = sim.joint("in").position, sim.joint("out").position
        assert np.tan(got) == pytest.approx(np.tan(given) * np.cos(beta), rel=1e-9)


def test_solution_of_the_multipliers_is_linear_in_the_links():
    """Blocks of the factor, which decide its cost, grow with the links of a chain and not with their square."""
    blocks = []
    for links in (20, 40, 80):
        scene = rg.Scene()
        above = rg.WORLD
        for i in range(links):
            link = scene.add_body(rg.Sphere(0.05), position=(i, 0, 0))
            scene.add_joint(rg.Spherical(link, above, anchor=(i - 0.5, 0, 0)))
            above = link
        model, _ = compile_scene(scene)
        blocks.append(JointSet(model, model.joint_rows, range(links)).order.count)
    assert blocks == [2 * links - 1 for links in (20, 40, 80)]
