"""What several tests of concave bodies share: rings, and bodies that slide over flat ground of triangles."""

import numpy as np
import pytest

import rigida as rg


def ring(radius=0.3, tube=0.1, around=16, across=8, turn=0.0):
    """A ring about z of `around` by `across` quads; turn: of its cross-section, in parts of a side."""
    angle = (np.arange(across) + turn) * (2 * np.pi / across)
    return rg.revolved_mesh(np.stack([radius + tube * np.cos(angle), tube * np.sin(angle)], axis=1), around)


#: Shapes that slide, each with the height of its origin above the ground.
sliding = pytest.mark.parametrize(
    ("shape", "height"),
    [
        (rg.Sphere(0.2), 0.2),
        (rg.Box((0.4, 0.4, 0.4)), 0.2),
        (rg.Cylinder(0.2, 0.4), 0.2),
        (rg.Capsule(0.2, 0.4), 0.4),
        (ring(0.3, 0.1, 16, 12), 0.1),
    ],
    ids=["sphere", "box", "cylinder", "capsule", "ring"],
)


def assert_slides_without_a_bump(ground, orientation, shape, height):
    """A body slides for 3 m over frictionless ground z = 0, and neither its height nor its speed changes."""
    scene = rg.Scene()
    scene.add_body(ground, fixed=True, orientation=orientation, friction=0.0, name="ground")
    scene.add_body(shape, mass=1.0, position=(-2, 0.13, height + 1e-3), velocity=(2, 0.3, 0), friction=0.0, name="it")
    sim = rg.Simulation(scene, rg.Realtime(dt=0.01))
    heights, speeds = [], []
    for _ in range(150):
        sim.step()
        heights.append(sim.body("it").position[2])
        speeds.append(sim.body("it").velocity[0])
    assert sim.body("it").position[0] > 0.9
    assert np.ptp(heights[20:]) < 1e-7
    assert np.abs(np.array(speeds) - 2.0).max() < 1e-6
