"""A puck on ice, pushed, braked and thrown while the simulation runs.

Forces for a duration change its momentum by force × time, an impulse at once, an element until it is removed.
"""

import rigida as rg

scene = rg.Scene()
scene.add_ground(friction=0.0)
puck = scene.add_body(rg.Cylinder(0.04, 0.02), mass=0.17, position=(0, 0, 0.01), friction=0.0, name="puck")
sim = rg.Simulation(scene, dt=1 / 120)

sim.body("puck").apply_force((1.7, 0, 0), duration=0.3)  # the stick pushes for 0.3 s
sim.run(0.5)
pushed = sim.body("puck").velocity[0]
print(f"pushed: {pushed:.3f} m/s (F t / m = {1.7 * 0.3 / 0.17:.3f})")

wind = sim.add_force(rg.Drag(puck, linear=0.17))  # slows it down with a time constant of 1 s
sim.run(1.0)
slowed = sim.body("puck").velocity[0]
print(f"after a second of drag: {slowed:.3f} m/s (v / e = {pushed / 2.718281828:.3f})")

sim.remove(wind)
sim.body("puck").apply_impulse((0, 0.34, 0), at=sim.body("puck").center)
sim.run(0.5)
turned = sim.body("puck").velocity
print(f"after an impulse of 0.34 N s across: {turned[1]:.3f} m/s across, {turned[0]:.3f} m/s on")

assert abs(pushed - 3.0) < 1e-9
assert abs(slowed - pushed / 2.718281828) < 0.01  # drag is taken from the end of each step: half a per cent low
assert abs(turned[1] - 2.0) < 1e-9
