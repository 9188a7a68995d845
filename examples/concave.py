"""A ring falls over a pole and stays around it; its hull would lie on top."""

import numpy as np

import rigida as rg

angle = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
ring = rg.revolved_mesh(np.stack([0.5 + 0.1 * np.cos(angle), 0.1 * np.sin(angle)], axis=1), segments=24)

scene = rg.Scene()
scene.add_ground(friction=0.5)
scene.add_body(rg.Cylinder(radius=0.2, height=2.0), fixed=True, position=(0, 0, 1), friction=0.5, name="pole")
scene.add_body(ring, density=500, position=(0.1, 0.05, 2.3), friction=0.5, name="ring")

sim = rg.Simulation(scene, rg.Realtime(dt=0.01))
sim.run(2.5)

x, y, z = sim.body("ring").position
print(f"The ring lies {np.hypot(x, y):.3f} m from the pole's axis, {1e3 * z:.1f} mm above the ground.")
assert np.hypot(x, y) < 0.2
assert abs(z - 0.1) < 2e-3
