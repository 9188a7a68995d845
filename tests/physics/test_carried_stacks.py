"""Stacks that are carried along stand as those at rest do: nothing about them changes but where they are."""

import math

import numpy as np
import pytest

import rigida as rg

G = 9.81


def stack(scene, masses, size, friction):
    height = 0.3 * size
    shape = rg.Box((size, size, height))
    return [
        scene.add_body(shape, mass=mass, position=(0, 0, (k + 0.5) * height), friction=friction)
        for k, mass in enumerate(masses)
    ]


@pytest.mark.parametrize(
    ("masses", "friction", "size"),
    [((0.532, 9.215, 1.121), 0.8, 0.15), ((1.756, 0.593, 9.324), 0.7, 0.32), ((1.0,) * 6, 0.3, 0.4)],
)
def test_stack_pulled_by_its_lowest_box_comes_along_where_friction_is_enough(masses, friction, size):
    """All gain 95 % of what friction can give to each of them."""
    scene, total = rg.Scene(), sum(masses)
    scene.add_ground(friction=friction)
    lowest = stack(scene, masses, size, friction)[0]
    scene.add_force(rg.ConstantForce(lowest, (1.95 * friction * G * total, 0, 0)))
    sim = rg.Simulation(scene, rg.Realtime())
    for _ in range(15):
        sim.step()
    # Within a thousandth of their size of each other, and of ½ a t².
    way = 0.5 * 0.95 * friction * G * sim.time**2
    np.testing.assert_allclose(sim.state.position[1:, 0], way, atol=1e-3 * size)
    np.testing.assert_allclose(sim.state.orientation[1:, 1:], 0.0, atol=1e-3)


def test_tower_on_a_plate_that_goes_to_and_fro_stands():
    scene, turn = rg.Scene(), 2.0
    path = rg.PathFunction(lambda t: (0.1 * (1 - math.cos(turn * t)), 0, -0.1))
    scene.add_body(rg.Box((4, 2, 0.2)), path=path, friction=0.6)
    for k in range(10):
        scene.add_body(rg.Box((0.2, 0.2, 0.2)), mass=1.0, position=(0, 0, 0.1 + 0.2 * k), friction=0.6)
    sim = rg.Simulation(scene, rg.Realtime())
    for _ in range(180):
        sim.step()
        # As straight as a tower at rest: to the gap that contacts leave alone.
        assert np.ptp(sim.state.position[-10:, 0]) < 5e-5
