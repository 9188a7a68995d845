"""Torque control of a robot arm at 1 kHz: its hand is pulled to a point by a spring that acts in space.

The spring is scaled with the mass that the hand has there, so that it pulls alike in all directions (Khatib 1987).
"""

import numpy as np

import rigida as rg

scene = rg.load("robots/arm")
scene.take_pose({"shoulder_lift": -1.0, "elbow": 1.5, "wrist_1_joint": -0.5})
for joint in scene.joints:
    scene.add_actuator(rg.Actuator([str(joint.name)]))
sim = rg.Simulation(scene, rg.Realtime(dt=0.001))

hand = "wrist_3"
target = sim.body(hand).position + np.array([-0.1, 0.15, 0.1])
for _ in range(800):
    jacobian = sim.joints.jacobian(hand)[:3]
    matrix, rates = sim.joints.mass_matrix(), sim.joints.velocity
    felt = np.linalg.inv(jacobian @ np.linalg.solve(matrix, jacobian.T))
    missed = target - sim.body(hand).position
    pull = felt @ (100.0 * missed - 20.0 * jacobian @ rates)
    sim.controls = sim.joints.bias() + jacobian.T @ pull - 2.0 * matrix @ rates
    sim.step()

left = np.linalg.norm(target - sim.body(hand).position)
print(f"the hand is {1000 * left:.1f} mm from its target after {sim.time:.1f} s")
assert left < 0.01
