"""Round arches of loose stones stand from the first step, of any size: nothing is known of their thrusts then."""

import math

import numpy as np
import pytest

import rigida as rg

#: Ratio of thickness and radius from which on a round arch stands (Milankovitch 1907).
LEAST = 0.1075


def arch(stones, radius, thickness):
    """Return a half circle of wedges that stand on the ground."""
    scene = rg.Scene()
    scene.add_ground(friction=0.7)
    inner, outer = radius * (1.0 - 0.5 * thickness), radius * (1.0 + 0.5 * thickness)
    for k in range(stones):
        angles = math.pi * np.array([k, k, k + 1, k + 1]) / stones
        across = np.array([inner, outer, inner, outer])
        face = np.stack([across * np.cos(angles), across * np.sin(angles)], axis=1)
        corners = [(x, y, z) for x, z in face for y in (-0.1 * radius, 0.1 * radius)]
        scene.add_body(rg.ConvexHull(corners), density=1000.0, friction=0.7)
    return scene


@pytest.mark.parametrize(
    ("stones", "radius", "dt", "thicker"),
    [(13, 0.185, 1 / 60, 1.2), (11, 0.194, 1 / 30, 1.05), (15, 0.15, 1 / 60, 1.05), (13, 1.85, 1 / 19, 1.1)],
)
def test_a_small_arch_stands_where_a_large_one_does(stones, radius, dt, thicker):
    sim = rg.Simulation(arch(stones, radius, LEAST * thicker), rg.Realtime(dt=dt))
    start = sim.state.center.copy()
    for _ in range(round(2.0 * math.sqrt(radius) / dt)):
        sim.step()
    assert np.abs(sim.state.center - start).max() < 1e-4 * radius


def test_a_thin_arch_falls():
    sim = rg.Simulation(arch(13, 0.185, 0.05), rg.Realtime())
    start = sim.state.center.copy()
    for _ in range(60):
        sim.step()
    assert (start - sim.state.center)[:, 2].max() > 0.05
