"""A quadruped stands on floors that differ, with loads that differ: one simulation, many trials."""

import numpy as np

import rigida as rg

sim = rg.Simulation(rg.load("robots/quadruped"))
sim.run(0.5)
start, mass = sim.snapshot(), sim.body("trunk").mass
random = np.random.default_rng(7)
sagged = []
for _ in range(5):
    sim.restore(start)
    sim.body("trunk").mass = mass * random.uniform(1.0, 1.5)
    sim.body("floor").friction = random.uniform(0.3, 1.0)
    for actuator in sim.scene.actuators:
        sim.actuator(str(actuator.name)).bias = (0.0, -80.0 * random.uniform(0.9, 1.1), -2.0)
    sim.run(0.5)
    feet = [sim.model.index(name) for name in sim.model.names if name.endswith("shin")]
    carried = sim.contact_forces()[feet, 2].sum() / 9.81
    sagged.append(sim.joints.position - sim.controls)
    print(f"carries {carried:5.2f} kg, knees off their targets by {np.abs(sagged[-1][2::3]).max():.3f} rad")
assert np.std([np.abs(values).max() for values in sagged]) > 1e-3
assert sim.body("trunk").position[2] > 0.2
