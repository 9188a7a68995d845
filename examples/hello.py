"""A box on a spring: the shortest useful program."""

import rigida as rg

scene = rg.Scene(gravity=(0, 0, -9.81))
box = scene.add_body(rg.Box((1.0, 0.6, 0.2)), density=500, position=(0, 0, 5), name="box", angular_velocity=(0.1, 5, 0))
scene.add_force(rg.Spring(box, rg.WORLD, stiffness=200, rest_length=1, anchor_b=(0, 0, 8)))

sim = rg.Simulation(scene, engine=rg.Precise(tolerance=1e-10))
run = sim.run(10.0, fps=60)

print(f"after {sim.time:g} s the box is at {sim.body('box').position.round(3)}")
print(f"its energy has drifted by {run.energy_drift:.1e} of itself")

assert run.energy_drift < 1e-8
