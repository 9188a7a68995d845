"""The same kernels run as plain Python and with bounds checks, and give the same motion."""

import os
import subprocess
import sys

import numpy as np
import pytest

CODE = """
import numpy as np, rigida as rg
scene = rg.Scene()
a = scene.add_body(rg.Box((1, 2, 3)), angular_velocity=(1, 2, 3), velocity=(1, 0, 5), name="a")
b = scene.add_body(rg.Cone(1, 2), position=(3, 0, 0), angular_velocity=(30, 0, 40), name="b")
scene.add_force(rg.Spring(a, b, stiffness=2000.0, damping=3.0, rest_length=1.0, anchor_a=(0.5, 1, 1.5)))
scene.add_force(rg.ConstantForce(a, (1, 2, 3), frame="body", anchor=(1, 0, 0)))
scene.add_force(rg.InterpolatedForce(b, [0, 0.05, 0.2], [(0, 0, 0), (9, 0, 0), (0, 0, 0)]))
scene.add_force(rg.Attraction((a, b), constant=1e-3))
scene.add_force(rg.Drag(b, linear=0.1, angular=0.1))
for settings in (dict(), dict(formulation="lagrange"), dict(integrator="moser_veselov", dt=0.02)):
    sim = rg.Simulation(scene, rg.Precise(**settings))
    sim.run(0.1, fps=20)
    print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), sim.energy().total)
scene.forces.clear()
scene.add_joint(rg.Revolute(a, b, anchor=(1, 0, 0), axis=(1, 2, 3), stiffness=5.0, damping=0.1))
scene.add_joint(rg.Combined(b, anchor=(3, 0, 0), translations=2, rotations=1, axis=(0, 1, 0)))
scene.add_joint(rg.Distance(a, anchor_b=(0, 0, 5)))
for body in (a, b):
    body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
for settings in (dict(), dict(integrator="radau")):
    sim = rg.Simulation(scene, rg.Precise(**settings))
    sim.run(0.1, fps=20)
    forces = [number for joint in scene.joints for number in sim.joint(joint.name).force]
    print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), sim.energy().total)
    print(*forces)
scene = rg.Scene()
scene.add_ground()
wind = rg.Wind(velocity=(1, 2, 0), shear=0.2, turbulence=1.0, gust=(0, 0, 1), gust_length=1.0)
start = dict(position=(0, 0, 0.16), velocity=(12, 1, -0.5), throttle=0.5, brake=1.0)
scene.add_aircraft("model", name="plane", wind=wind, hold=rg.Hold(altitude=2.0, heading=0.1, speed=15.0), **start)
sim = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01))
sim.run(0.1, fps=20)
print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), sim.energy().total)
"""


def motion(cache, **variables):
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)} | variables
    result = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, env=environment, check=True)
    return np.array([float(number) for line in result.stdout.splitlines() for number in line.split()])


@pytest.mark.parametrize("variable", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_kernels_give_the_same_motion_as_plain_python_and_with_bounds_checks(variable, tmp_path):
    compiled = motion(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")))
    # Compiled code may contract a·b + c; over a tenth of a second that stays in the last digits.
    np.testing.assert_allclose(motion(tmp_path, **{variable: "1"}), compiled, rtol=1e-11, atol=1e-11)
