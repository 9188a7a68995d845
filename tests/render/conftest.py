"""A scene with every kind of surface, as recordings of a moment and of a second."""

import numpy as np
import pytest

import rigida as rg


def shapes_scene() -> rg.Scene:
    scene = rg.Scene(title="Shapes")
    scene.add_ground()
    shapes = [rg.Box((0.8, 0.6, 0.4)), rg.Sphere(0.4), rg.Cylinder(0.3, 0.9), rg.Cone(0.4, 0.8), rg.Capsule(0.2, 0.5)]
    for k, shape in enumerate(shapes):
        turn = np.array([1.0, 0.2 * k, -0.1 * k, 0.15])
        scene.add_body(
            shape,
            position=(1.1 * (k - 2), 0.3 * (k % 2), 0.9),
            orientation=turn / np.linalg.norm(turn),
            velocity=(0.0, 0.2 * k, 5.0),
            angular_velocity=(0.0, 1.0 + k, 0.5),
            name=shape.kind,
        )
    scene.add_body(rg.Box((4.0, 0.2, 0.5)), fixed=True, position=(0, 1.5, 0.25), name="wall")
    return scene


@pytest.fixture(scope="session")
def recording() -> rg.Recording:
    return rg.Simulation(shapes_scene()).run(1.0, fps=20)
