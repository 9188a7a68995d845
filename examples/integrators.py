"""The same falling ball by every fixed-step integrator: how far is each from the exact parabola?"""

import rigida as rg

scene = rg.Scene(gravity=(0, 0, -10))
ball = scene.add_body(rg.Sphere(1.0), mass=1.0, position=(0, 0, 100), name="ball")

errors = {}
for name in ("explicit_euler", "semi_implicit_euler", "midpoint", "rk4", "moser_veselov"):
    run = rg.Simulation(scene, engine=rg.Precise(integrator=name, dt=0.5)).run(4.0, fps=1)
    errors[name] = run.body("ball").position[-1, 2] - 20.0
    print(f"{name:20s} {errors[name]:+8.3f} m")

assert errors["explicit_euler"] == 10.0
assert abs(errors["rk4"]) < 1e-12
