"""Hills as an open sheet of triangles: a ring is thrown at them at 20 m/s and comes to rest on them."""

import numpy as np

import rigida as rg


def height(x, y):
    return 0.3 * np.sin(1.2 * x) * np.cos(0.9 * y)


cells = 40
line = np.linspace(-6, 6, cells + 1)
x, y = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
corner = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
a, b, c, d = (part.ravel() for part in (corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]))
triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
hills = rg.Mesh(np.stack([x, y, height(x, y)], axis=1), triangles, open=True)

angle = np.linspace(0, 2 * np.pi, 10, endpoint=False)
ring = rg.revolved_mesh(np.stack([0.3 + 0.08 * np.cos(angle), 0.08 * np.sin(angle)], axis=1), segments=20)

scene = rg.Scene()
scene.add_body(hills, fixed=True, friction=0.6, name="hills")
scene.add_body(
    ring, density=800, position=(0, 0, 3), velocity=(0, 0, -20), friction=0.6, rolling_friction=0.01, name="ring"
)
sim = rg.Simulation(scene, rg.Realtime(dt=0.01))
sim.run(3.0)

body = sim.body("ring")
gap = rg.distance(ring, (body.position, body.orientation), hills, ((0, 0, 0), (1, 0, 0, 0)))
print(f"the ring lies at {body.position.round(2)}, {1e3 * gap.separation:.2f} mm from the ground")

# The engine leaves gaps and overlaps of half a millimeter alone.
assert abs(gap.separation) < 2e-3
assert np.linalg.norm(body.velocity) < 0.05
