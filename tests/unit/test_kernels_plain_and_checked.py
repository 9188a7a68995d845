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
methods = dict(), dict(formulation="lagrange"), dict(integrator="moser_veselov", dt=0.02)
for settings in methods if EVERY else methods[:1]:
    sim = rg.Simulation(scene, rg.Precise(**settings))
    sim.run(0.05, fps=20)
    print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), sim.energy().total)
scene.forces.clear()
scene.add_joint(rg.Revolute(a, b, anchor=(1, 0, 0), axis=(1, 2, 3), stiffness=5.0, damping=0.1))
scene.add_joint(rg.Combined(b, anchor=(3, 0, 0), translations=2, rotations=1, axis=(0, 1, 0)))
scene.add_joint(rg.Distance(a, anchor_b=(0, 0, 5)))
for body in (a, b):
    body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
for settings in (dict(), dict(integrator="radau")) if EVERY else (dict(),):
    sim = rg.Simulation(scene, rg.Precise(**settings))
    sim.run(0.05, fps=20)
    forces = [number for joint in scene.joints for number in sim.joint(joint.name).force]
    print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), sim.energy().total)
    print(*forces)
scene = rg.Scene()
scene.add_ground()
wind = rg.Wind(velocity=(1, 2, 0), shear=0.2, turbulence=1.0, gust=(0, 0, 1), gust_length=1.0)
start = dict(position=(0, 0, 0.16), velocity=(12, 1, -0.5), throttle=0.5, brake=1.0)
scene.add_aircraft("model", name="plane", wind=wind, hold=rg.Hold(altitude=2.0, heading=0.1, speed=15.0), **start)
sim = rg.Simulation(scene, rg.Precise(integrator="rk4", dt=0.01))
sim.run(0.05, fps=20)
print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), sim.energy().total)
"""


REALTIME = """
import rigida as rg
scene = rg.Scene()
scene.add_ground(friction=0.6)
for k in range(2):
    scene.add_body(rg.Box((1, 1, 1)), position=(0.1 * k, 0, 0.5 + k), velocity=(0.2 * k, 0.1, 0), friction=0.6)
scene.add_body(rg.Sphere(0.3), position=(3, 0, 0.31), velocity=(1, 0, -2), restitution=0.5)
arm = scene.add_body(rg.Capsule(0.1, 1), position=(5, 0, 1.0), collision_mask=0)
scene.add_joint(rg.Revolute(arm, anchor=(5, 0, 1.5), axis=(0, 1, 0), motor="speed", motor_target=2.0, motor_max=5.0))
sim = rg.Simulation(scene, rg.Realtime(dt=1 / 60))
for _ in range(3):
    sim.step()
print(*sim.state.position.ravel(), *sim.state.orientation.ravel(), *sim.state.velocity.ravel())
"""


def motion(cache, code, **variables):
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)} | variables
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert "Warning" not in result.stderr
    return np.array([float(number) for line in result.stdout.splitlines() for number in line.split()])


def compiled(code):
    return motion(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), code)


@pytest.mark.parametrize("variable", ["RIGIDA_PLAIN", "RIGIDA_BOUNDS"])
def test_kernels_give_the_same_motion_as_plain_python_and_with_bounds_checks(variable, tmp_path):
    # Plain Python also tells of rows beyond the end: of the methods that are slow to compile it alone runs all.
    code = f"EVERY = {variable == 'RIGIDA_PLAIN'}\n" + CODE
    # Code that is not optimized compiles in half the time.
    found = motion(tmp_path, code, **{variable: "1", "RIGIDA_CFLAGS": "-O0"})
    np.testing.assert_allclose(found, compiled(code), rtol=1e-11, atol=1e-11)


def test_the_realtime_engine_gives_the_same_motion_as_plain_python(tmp_path):
    expected = compiled(REALTIME)
    np.testing.assert_allclose(motion(tmp_path, REALTIME, RIGIDA_PLAIN="1"), expected, rtol=1e-9, atol=1e-9)
