"""Swing up the pole of a cart by trajectory optimization, then balance it with a linear-quadratic regulator."""

import numpy as np
from scipy.linalg import solve_continuous_are

import rigida as rg
from rigida.gym.cart_pole import cart_pole_scene

DOWN = {"hinge": np.pi}
scene = cart_pole_scene()
plan = rg.optimize_trajectory(
    scene,
    2.5,
    running={"push": 0.1, "rail": 0.1},
    final={"rail": 100.0, "hinge": 300.0, "rail'": 10.0, "hinge'": 30.0},
    start=DOWN,
    dt=0.05,
    tolerance=1e-3,
)
print(f"cost {plan.costs[0]:.0f} -> {plan.cost:.2f} in {len(plan.costs) - 1} iterations")

upright = rg.Simulation(scene).linearize()
cost = solve_continuous_are(upright.A, upright.B, np.diag([1.0, 10.0, 1.0, 1.0]), [[1.0]])
gain = upright.B.T @ cost


def control(sim):
    """Follow the plan, then balance."""
    if sim.time < plan.times[-1] - 1e-9:
        plan(sim)
    else:
        sim.controls = -gain @ np.concatenate(sim.joints.motion())


sim = rg.Simulation(scene, dt=0.05)
sim.take_pose({"hinge": np.pi + 0.02, "rail": 0.01})  # not quite where the plan begins: feedback corrects it
run = sim.run(6.0, control=control)
print(f"pole after 6 s: {abs(sim.joints.position[1]):.3f} rad from upright")
assert np.abs(sim.joints.position).max() < 0.01
