"""Two bodies that attract each other: the orbit closes after Kepler's period."""

import numpy as np

import rigida as rg

scene = rg.Scene(gravity=(0, 0, 0))
sun = scene.add_body(rg.Sphere(0.2), mass=1000.0, name="sun")
planet = scene.add_body(rg.Sphere(0.05), mass=1.0, position=(2, 0, 0), name="planet")
strength = 0.004
speed = np.sqrt(strength * 1001.0 / 2.0)  # circular, about the common center
planet.velocity = (0.0, float(speed) * 1000.0 / 1001.0, 0.0)
sun.velocity = (0.0, -float(speed) / 1001.0, 0.0)
scene.add_force(rg.Attraction((sun, planet), constant=strength))

period = 2.0 * np.pi * np.sqrt(2.0**3 / (strength * 1001.0))
run = rg.Simulation(scene, engine=rg.Precise(tolerance=1e-12)).run(period, fps=100 / period)
miss = np.linalg.norm(run.body("planet").position[-1] - run.body("planet").position[0])
print(f"after one period of {period:.3f} s the planet is back within {miss:.1e} m")

assert miss < 1e-8
