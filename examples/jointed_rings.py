"""Three rings of six jointed capsules fall around a pole and come to lie on each other; no joint opens."""

import math

import numpy as np

import rigida as rg

LINK, RADIUS, POLE = 0.55, 0.08, 1.5


def add_ring(scene: rg.Scene, height: float) -> None:
    """Add six capsules around the pole, each joined to the next by a ball joint."""
    links = []
    for k in range(6):
        angle = k * math.pi / 3.0
        place = LINK * math.sqrt(0.75) * np.array([math.cos(angle), math.sin(angle), 0.0])
        # A capsule's axis is z: tipped over, then turned along the ring.
        half, turn = 0.25 * math.pi, 0.5 * (angle + 0.5 * math.pi)
        tipped = np.array([math.cos(half), 0.0, math.sin(half), 0.0])
        orientation = (
            math.cos(turn) * tipped[0],
            -math.sin(turn) * tipped[2],
            math.cos(turn) * tipped[2],
            math.sin(turn) * tipped[0],
        )
        position = (place[0] + 0.03, place[1], height)
        links.append(
            scene.add_body(rg.Capsule(RADIUS, LINK - 0.18), mass=1.0, position=position, orientation=orientation)
        )
    for k in range(6):
        angle = (k + 0.5) * math.pi / 3.0
        anchor = (LINK * math.cos(angle) + 0.03, LINK * math.sin(angle), height)
        scene.add_joint(rg.Spherical(links[k], links[(k + 1) % 6], anchor=anchor))


scene = rg.Scene()
scene.add_ground(friction=0.5)
scene.add_body(rg.Cylinder(0.2, POLE), fixed=True, position=(0, 0, 0.5 * POLE), friction=0.5)
for k in range(3):
    add_ring(scene, 2.0 + 0.45 * k)

simulation = rg.Simulation(scene, rg.Realtime(dt=0.01, start_tolerance=1e-2))
opened = 0.0
for _ in range(400):
    simulation.step()
    opened = max(opened, max(simulation.joint(joint.name).error for joint in scene.joints))
around = np.linalg.norm(simulation.state.position[2:].reshape(3, 6, 3).mean(axis=1)[:, :2], axis=1)
print(f"joints opened by at most {1e3 * opened:.5f} mm; rings lie {np.round(around, 2)} m from the pole's axis")
assert opened < 1e-6
assert (around < LINK).all(), "a ring has left the pole"
