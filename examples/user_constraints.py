"""Constraints of your own: a skate, a rolling ball, a bead on a surface, and a bead that leaves a sphere."""

import numpy as np

import rigida as rg

# A skate on an icy slope: its blade does not slip sideways. The function reads a velocity, so it constrains velocities.
scene = rg.Scene(gravity=(2.0, 0, 0))
skate = scene.add_body(rg.Box((0.3, 0.02, 0.1)), mass=1.0, angular_velocity=(0, 0, 1.5), name="skate")
scene.add_joint(rg.Constraint(skate, function=lambda t, a: a.velocity @ a.direction((0, 1, 0)), name="blade"))
for engine in (rg.Precise(), rg.Realtime()):
    run = rg.Simulation(scene, engine=engine).run(2.0, fps=20)
    x, y, _ = run.body("skate").position[-1]
    print(f"skate after 2 s: {x:.4f} m down the slope, {y:.4f} m across it ({type(engine).__name__})")
    assert abs(x - 2.0 / (2 * 1.5**2) * np.sin(1.5 * 2.0) ** 2) < 1e-3  # a cycloid: it never slides down for good

# A ball that rolls down a slope: its lowest point does not move (three equations).
RADIUS = 0.2
scene = rg.Scene(gravity=(3.0, 0, -9.0))
ball = scene.add_body(rg.Sphere(RADIUS), mass=2.0, position=(0, 0, RADIUS), name="ball")
scene.add_joint(rg.Constraint(ball, function=lambda t, a: a.velocity_at(a.position - (0, 0, RADIUS)), name="rolls"))
sim = rg.Simulation(scene, engine=rg.Precise())
sim.run(1.0, fps=10)
print(f"ball after 1 s: {sim.body('ball').position[0]:.4f} m, friction {sim.joint('rolls').force[0]:.4f} N")

# A bead on a bowl z = x² + y², and one on top of a sphere that may leave it: only C ≥ 0 is held.
scene = rg.Scene(gravity=(0, 0, -9.81))
bead = scene.add_body(rg.Sphere(0.02), mass=0.1, position=(0.3, 0, 0.09), velocity=(0, 1.3, 0), name="bead")
slider = scene.add_body(rg.Sphere(0.02), mass=0.1, position=(5, 0, 1), velocity=(0.5, 0, 0), name="slider")
scene.add_joint(
    rg.Constraint(
        bead,
        function=lambda t, a: a.position[2] - a.position[0] ** 2 - a.position[1] ** 2,
        jacobian=lambda t, a: (-2 * a.position[0], -2 * a.position[1], 1, 0, 0, 0),  # six times as fast as differences
        name="bowl",
    )
)
scene.add_joint(
    rg.Constraint(slider, function=lambda t, a: np.linalg.norm(a.position - (5, 0, 0)) - 1, one_sided=True, name="dome")
)
sim = rg.Simulation(scene, engine=rg.Precise())
while np.linalg.norm(sim.body("slider").position - (5, 0, 0)) < 1 + 1e-6:
    sim.run(0.02, fps=50)
print(
    f"the slider leaves the sphere before {sim.time:.2f} s; the bowl pushes with {sim.joint('bowl').force.round(3)} N"
)
