"""A two-link arm: reach a point, hold the pose against gravity, then let a hinge go and read its reaction."""

import numpy as np

import rigida as rg

scene = rg.Scene()
upper = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 0, 0), name="upper")
lower = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(1.5, 0, 0), name="lower")
motor = {"axis": (0, -1, 0), "motor": "effort"}
scene.add_joint(rg.Revolute(upper, anchor=(0, 0, 0), name="shoulder", **motor))
scene.add_joint(rg.Revolute(lower, upper, anchor=(1, 0, 0), name="elbow", **motor))
sim = rg.Simulation(scene, "precise")

target = (0.9, 0.0, 0.8)
solution = sim.solve_pose(rg.Reach("lower", position=target, point=(0.5, 0, 0)))
print(f"reached to {solution.residual:.1e} m after {solution.iterations} steps")
assert solution.converged

efforts = sim.inverse_dynamics(joints={"shoulder": 0.0, "elbow": 0.0}).effort
for name, effort in efforts.items():
    sim.joint(name).motor_target = effort
before = sim.body("lower").position
sim.run(0.5)
print(f"{efforts['shoulder']:.2f} and {efforts['elbow']:.2f} N m hold it")
assert np.linalg.norm(sim.body("lower").position - before) < 1e-9

sim.joint("elbow").motor_target = 0.0
sim.run(0.3)
print(f"the elbow swings at {sim.joint('elbow').velocity:.2f} rad/s, its pin bears {sim.joint('elbow').force} N")
assert sim.joint("elbow").error < 1e-10
