"""A tower of cubes on the ground: it stands, and the ground carries its weight."""

import rigida as rg

scene = rg.Scene()
scene.add_ground(friction=0.6)
for k in range(10):
    scene.add_body(rg.Box((1, 1, 1)), mass=2.0, position=(0, 0, 0.5 + k), name=f"cube{k}")

sim = rg.Simulation(scene, engine=rg.Realtime(dt=1 / 60))
for _ in range(120):
    sim.step()

contacts = sim.contacts()
force = contacts["impulse"][contacts["body_a"] == 0].sum() / sim.settings.dt
print(f"top cube at {sim.body('cube9').position[2]:.4f} m, ground carries {force:.2f} N of {10 * 2.0 * 9.81:.2f} N")
assert abs(sim.body("cube9").position[2] - 9.5) < 1e-3
assert abs(force - 196.2) < 0.1
