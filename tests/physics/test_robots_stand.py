"""Robots that stand on servos: contacts and joints are solved together, at the default step as at a small one."""

import runpy
from pathlib import Path

import numpy as np
import pytest

ROBOTS = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "robots.py"))


def stood(text, dt, seconds=1.5):
    """Return the simulation of a model after some time, and by how much velocities were wrong at most [m/s]."""
    sim, wrong = ROBOTS["simulation"](text, dt), 0.0
    for _ in range(round(seconds / dt)):
        sim.step()
        wrong = max(wrong, sim.engine.world.direct.unsolved)
    return sim, wrong


@pytest.mark.parametrize("friction", ["0.8", "0"])
def test_a_quadruped_on_round_feet_stands_alike_whatever_the_step(friction):
    text = ROBOTS["quadruped"]().replace("friction='0.8'", f"friction='{friction}'")
    heights = []
    for dt in (1 / 60, 1 / 200):
        sim, wrong = stood(text, dt)
        assert wrong < 0.01
        assert np.abs(sim.state.velocity).max() < 0.01
        heights.append(sim.body("base").position[2])
    assert heights[0] == pytest.approx(heights[1], abs=2e-3)


def test_a_humanoid_on_three_capsules_each_foot_stands():
    # More points than a foot can use, of which those that push are not found one after another.
    box = "<geom type='box' size='0.12 0.05 0.02' pos='0.04 0 -0.06'/>"
    lines = ("-.08 0 -.066 .02 0 -.05", ".02 0 -.05 .13 0 -.066", ".16 -.05 -.066 .16 .05 -.066")
    feet = "".join(f"<geom type='capsule' fromto='{line}' size='0.014'/>" for line in lines)
    text = ROBOTS["humanoid"]()
    assert text.count(box) == 2
    sim, wrong = stood(text.replace(box, feet), 1 / 60)
    assert wrong < 0.05
    assert np.abs(sim.body("base").position - (0.0, 0.0, 0.98)).max() < 1e-3
    assert np.abs(sim.state.velocity).max() < 0.01


def test_dry_friction_in_all_joints_is_found_with_the_contacts():
    text = ROBOTS["quadruped"]().replace("damping='0.1'", "damping='0.1' frictionloss='0.5'")
    sim, wrong = stood(text, 1 / 60)
    assert wrong < 0.01
    assert np.abs(sim.state.velocity).max() < 0.01


def test_a_humanoid_of_25_joints_stands_and_keeps_its_joints_closed():
    sim, wrong = stood(ROBOTS["humanoid"](), 1 / 60, 1.0)
    assert wrong < 0.01
    assert len(sim.joints.names) == 25
    assert sim.body("base").position[2] == pytest.approx(0.98, abs=0.01)
    assert ROBOTS["opening"](sim) < 1e-6
