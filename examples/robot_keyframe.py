"""A quadruped is thrown down and starts again from its keyframe, by arrays: joints, controls, sensors."""

import numpy as np

import rigida as rg

scene = rg.load("robots/quadruped")
scene.sensors["height"] = rg.Sensor("framepos", {"objtype": "body", "objname": "trunk"})
sim = rg.Simulation(scene)
home, told = sim.joints.position.copy(), sim.controls.copy()
heights = []
for trial in range(3):
    sim.take_pose("home")
    assert np.allclose(sim.joints.position, home)
    sim.controls = told if trial != 1 else np.zeros_like(told)  # legs straight: it falls
    for _ in range(60):
        sim.step()
    heights.append(sim.sensors["height"][2])
    print(f"trial {trial}: {heights[-1]:.2f} m high, fastest joint {np.abs(sim.joints.velocity).max():.2f} rad/s")
assert abs(heights[2] - heights[0]) < 1e-9
