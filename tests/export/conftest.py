"""A recording with shared shapes, a ground, odd names and spins of more than half a turn between frames."""

import pytest

import rigida as rg


@pytest.fixture(scope="session")
def recording() -> rg.Recording:
    scene = rg.Scene(title="Export")
    scene.add_ground()
    box = rg.Box((0.4, 0.3, 0.2))
    names = ["box one", "box one!", "Kiste"]
    for k, name in enumerate(names):
        scene.add_body(box, position=(k, 0.2, 2.0), velocity=(0.3, 0, 2.0), angular_velocity=(1, 2 + k, 3), name=name)
    scene.add_body(rg.Cone(0.3, 0.6), position=(4, 0, 2), angular_velocity=(0, 9, 1), name="cone", color="#112233")
    scene.add_body(rg.Sphere(0.5), fixed=True, position=(0, 3, 1), name="ball")
    return rg.Simulation(scene).run(1.0, fps=30)
