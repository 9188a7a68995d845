"""Limits that yield: the motion and the depth that MuJoCo's constraint model gives in closed form."""

import numpy as np
import pytest

import rigida as rg

SOLVERS = pytest.mark.parametrize("solver", [{}, {"direct_limit": 0}], ids=["direct", "sub_steps"])
MASS, TIME = 2.0, 0.02


def slider(impedance: float, start: float = 0.0, **fields) -> rg.Scene:
    """Return a slider without weight whose lower limit at zero yields with a constant impedance."""
    scene = rg.Scene(gravity=(0, 0, 0))
    block = scene.add_body(rg.Box((0.1, 0.1, 0.1)), mass=MASS, name="block")
    solimp = (impedance, impedance, 0.0, 0.5, 2.0)
    given = {"lower": 0.0, "limit_solref": (TIME, 1.0), "limit_solimp": solimp, "limit_inertia": MASS} | fields
    scene.add_joint(rg.Prismatic(block, axis=(1, 0, 0), name="rail", **given))
    scene.take_pose(rg.Pose(joints={"rail": start}))
    return scene


def run(scene: rg.Scene, seconds: float, dt: float, **solver) -> rg.Simulation:
    sim = rg.Simulation(scene, rg.Realtime(dt=dt, sleeping=False, **solver))
    sim.run(seconds)
    return sim


@SOLVERS
def test_a_slider_beyond_its_limit_is_pushed_back_until_the_damping_outweighs_the_spring(solver):
    """x = x₀ (1 + ω t) e^−ωt until t = 1/ω, where the force would pull; from there on the speed stays."""
    start, d = -0.1, 0.999
    omega = 1.0 / (d * TIME) * np.sqrt(d)
    sim = run(slider(d, start), 0.1, 5e-4, **solver)
    assert sim.joints.velocity[0] == pytest.approx(-start * omega / np.e, rel=0.03)


@SOLVERS
@pytest.mark.parametrize("dt", [1e-3, 1 / 60])
def test_a_constant_effort_presses_a_limit_in_by_its_impedance(solver, dt):
    """At rest R λ = k d depth, with R = (1 − d)/(d m)."""
    d, effort = 0.9, 30.0
    time = 0.04  # no shorter than two steps
    depth = (1.0 - d) / (d * MASS) * effort * (d * time) ** 2 / d
    sim = run(slider(d, motor="effort", motor_target=-effort, limit_solref=(time, 1.0)), 1.0, dt, **solver)
    assert sim.joints.position[0] == pytest.approx(-depth, rel=1e-3)


def test_what_meets_a_limit_comes_back_as_slowly_at_any_step():
    """A critically damped limit returns e⁻² of the speed, whichever part of a step is left when it is met."""
    left = []
    for start in np.linspace(0.05, 0.06, 5):
        scene = slider(0.999, start)
        scene.take_pose(rg.Pose(joints={"rail": start}, rates={"rail": -2.0}))
        left.append(run(scene, 0.3, 1e-3).joints.velocity[0] / 2.0)
    np.testing.assert_allclose(left, np.exp(-2.0), rtol=0.06)


def test_limits_that_yield_keep_a_start_beyond_them_and_rigid_ones_do_not():
    assert rg.Simulation(slider(0.9, -0.1), dt=0.01).joints.position[0] == pytest.approx(-0.1)
    with pytest.warns(rg.RigidaWarning, match="outside its limits"):
        assert rg.Simulation(slider(0.9, -0.1, limit_solref=None), dt=0.01).joints.position[0] == pytest.approx(0.0)


@pytest.mark.parametrize("given", [(0.02, -1.0), (-100.0, 1.0), (0.0, 1.0)])
def test_a_limit_that_mixes_both_kinds_of_numbers_is_refused(given):
    with pytest.raises(rg.ModelError, match="limit_solref must be two positive numbers"):
        slider(0.9, limit_solref=given)
