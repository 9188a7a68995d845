"""A rocket whose thrust is a Python function of time, flying straight up."""

import numpy as np

import rigida as rg

BURN, THRUST, MASS, G = 3.0, 300.0, 10.0, 9.81

scene = rg.Scene(gravity=(0, 0, -G))
rocket = scene.add_body(rg.Cone(0.2, 2.0), mass=MASS, position=(0, 0, 1), name="rocket")


def engine(time, motion):
    return (0, 0, THRUST if time < BURN else 0), (0, 0, 0)


scene.add_force(rg.UserForce((rocket,), engine))
sim = rg.Simulation(scene, engine=rg.Precise(max_step=0.01))
run = sim.run(8.0, fps=50)
height = run.body("rocket").position[:, 2]
print(f"highest point: {height.max():.2f} m at {run.times[np.argmax(height)]:.2f} s")

burnt_out = THRUST / MASS - G
exact = 1.0 + 0.5 * burnt_out * BURN**2 + burnt_out * BURN * 5.0 - 0.5 * G * 5.0**2
assert abs(height[-1] - exact) < 1e-3  # the thrust ends inside a step; a blow or an InterpolatedForce is exact
