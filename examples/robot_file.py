"""Read a robot from a URDF file and ask which torques hold it against gravity."""

import rigida as rg
from rigida import scenes

scene = rg.load(scenes.path("robots/arm"))
sim = rg.Simulation(scene, engine=rg.Precise(contact="none"))
hold = sim.inverse_dynamics({str(joint.name): 0.0 for joint in scene.joints})
for name, torque in hold.effort.items():
    print(f"{name:16}{torque:9.3f} N m")

# The first axis is vertical: gravity does not turn the arm about it.
assert abs(hold.effort["shoulder_pan"]) < 1e-9
assert abs(hold.effort["shoulder_lift"]) > 10.0
