"""Couplings of coordinates whose rotors are thousands of times heavier than their links, as in fingers with gears."""

import numpy as np
import pytest

import rigida as rg


@pytest.mark.parametrize(("dt", "damping"), [(1 / 60, 0.05), (0.005, 0.05), (1 / 60, 0.0)])
def test_a_finger_with_heavy_rotors_and_dry_friction_stays_at_rest(dt, damping):
    scene, before = rg.Scene(), rg.WORLD
    for k in range(3):
        link = scene.add_body(
            None, mass=2e-3, inertia=(1.3e-7, 1.6e-7, 0.8e-7), position=(0.03 * k, 0, 0), center_of_mass=(0.015, 0, 0)
        )
        turning = {"armature": 1.5e-3, "damping": damping, "dry_friction": 0.01}
        scene.add_joint(rg.Revolute(link, before, name=f"hinge{k}", axis=(0, 1, 0), anchor=(0.03 * k, 0, 0), **turning))
        before = link
    scene.add_coupling(rg.Coupling(("hinge1",), ("hinge2",)))
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    for _ in range(300):
        sim.step()
        assert np.abs(sim.joints.velocity).max() < 2e-4  # dry friction creeps by 1.3e-4 rad/s
