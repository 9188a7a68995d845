"""Kinds written from docs/extending.md alone, outside the package, work in both engines, in files and in pictures."""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rigida

PAGE = Path(__file__).parent.parent.parent / "docs" / "extending.md"
MODULES = dict(re.findall(r"```python\n# (\w+)\.py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))

ALL = ",".join(MODULES)

PROGRAM = """
import json
import math

import numpy as np
import rigida as rg
import trimesh
from rigida.geometry.shape import SHAPES
from rigida.scene.force import FORCES
from rigida.scene.joint import JOINTS

Wedge, Cushion, Magnus, Screw = SHAPES["wedge"], SHAPES["cushion"], FORCES["magnus"], JOINTS["screw"]
found = {}

def both(make, duration, measure, dt=1 / 240):
    sims = [rg.Simulation(make(), engine) for engine in (rg.Precise(tolerance=1e-9), rg.Realtime(dt=dt))]
    for sim in sims:
        sim.run(duration)
    return [measure(sim) for sim in sims]

def nut():
    scene = rg.Scene()
    body = scene.add_body(rg.Cylinder(0.1, 0.05), mass=2.0, position=(0.3, 0.2, 1), name="nut")
    scene.add_joint(Screw(body, rg.WORLD, axis=(0, 0, 1), pitch=0.2, name="thread"))
    return scene

def slope():
    # A cube on the ramp, its faces along it.
    scene = rg.Scene()
    scene.add_body(Wedge((4.0, 1.0, 3.0)), fixed=True, friction=0.0, name="ramp")
    angle = math.atan2(3.0, 4.0)
    normal = np.array([math.sin(angle), 0.0, math.cos(angle)])
    turn = (math.cos(0.5 * angle), 0.0, math.sin(0.5 * angle), 0.0)
    scene.add_body(rg.Box((0.2, 0.2, 0.2)), position=tuple(0.1 * normal), orientation=turn, friction=0.0, name="cube")
    return scene

def curve():
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.1), mass=0.5, velocity=(2, 0, 0), angular_velocity=(0, 0, 10), name="ball")
    scene.add_force(Magnus(ball, 0.02))
    return scene

def pad():
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(Cushion((0.3, 0.2, 0.1)), density=1000, position=(0, 0, 0.101), name="pad")
    return scene

found["screw"] = both(nut, 1.0, lambda sim: sim.body("nut").position[2] - 1.0)
found["turned"] = both(nut, 0.5, lambda sim: sim.joint("thread").error)
found["slope"] = both(slope, 0.5, lambda sim: float(np.linalg.norm(sim.body("cube").velocity)))
found["magnus"] = both(curve, 1.0, lambda sim: list(sim.body("ball").velocity), dt=1 / 1000)
sim = rg.Simulation(pad(), rg.Realtime())
sim.run(1.0)
found["pad"] = sim.body("pad").position[2]
found["distance"] = rg.distance(Wedge((4.0, 1.0, 3.0)), ((0, 0, 0), (1, 0, 0, 0)),
                                rg.Sphere(0.5), ((0.6, 0, 0.8), (1, 0, 0, 0))).separation

scene = nut()
scene.add_body(Wedge((1, 1, 1)), position=(5, 0, 0.5), name="wedge")
scene.add_force(Magnus(scene.body("wedge"), 0.1))
scene.save("all.toml")
again = rg.load("all.toml")
found["hashes"] = [rg.Simulation(each, rg.Realtime()).state_hash() for each in (scene, again)]
run = rg.Simulation(again, rg.Realtime()).run(0.1)
run.to_gltf("all.glb")
shown = trimesh.load("all.glb", force="scene")
found["drawn"] = sorted(len(mesh.triangles) for mesh in shown.geometry.values())
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("extensions")
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def call(folder, *arguments, extensions=ALL):
    paths = os.pathsep.join((str(Path(rigida.__file__).parent.parent), str(folder)))
    # Kernels that the new kinds change are compiled here: in half the time where they are not optimized.
    own = {"PYTHONPATH": paths, "RIGIDA_EXTENSIONS": extensions, "RIGIDA_CFLAGS": "-O0"}
    environment = {**os.environ, **own}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def found(folder):
    done = call(folder, "-c", PROGRAM)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_page_has_one_module_for_each_kind():
    assert set(MODULES) == {"wedge", "cushion", "magnus", "screw"}


def test_a_nut_falls_along_its_thread(found):
    # m z̈ = m g − λ and I θ̈ = p λ with z = p θ: z̈ = g/(1 + I/(m p²)).
    lead, inertia = 0.2 / (2 * math.pi), 0.5 * 2.0 * 0.1**2
    way = -0.5 * 9.81 / (1 + inertia / (2.0 * lead**2))
    # A constant acceleration is integrated exactly; the tolerance is that of the precise engine.
    assert found["screw"] == pytest.approx([way, way], abs=1e-9)
    assert found["turned"] == pytest.approx([0.0, 0.0], abs=1e-9)


def test_a_cube_slides_down_the_wedge(found):
    # Without friction v = g t sin α, sin α = 3/5.
    assert found["slope"] == pytest.approx([9.81 * 0.5 * 0.6] * 2, rel=1e-6)


def test_the_magnus_force_turns_the_velocity(found):
    # m v̇ = c ω × v: v turns by c ω t/m.
    angle = 0.02 * 10.0 / 0.5
    exact = [2 * math.cos(angle), 2 * math.sin(angle), 0.0]
    precise, realtime = found["magnus"]
    assert precise == pytest.approx(exact, abs=1e-7)
    # The force is taken at the begin of a step: first order, ½ (cω/m)² t dt of the speed.
    assert realtime == pytest.approx(exact, abs=2 * 0.4**2 / 1000)


def test_a_cushion_rests_on_its_support_points(found):
    # Those along its axes are among them.
    assert found["pad"] == pytest.approx(0.1, abs=1e-3)


def test_queries_measure_the_wedge(found):
    # The center is 0.6·0.6 + 0.8·0.8 = 1 from the ramp's plane, which holds the origin.
    assert found["distance"] == pytest.approx(1.0 - 0.5, abs=1e-9)


def test_scene_files_and_pictures_know_the_kinds(found):
    saved, read = found["hashes"]
    assert saved == read
    assert 8 in found["drawn"]  # triangles of the wedge


def test_the_command_line_checks_the_kinds(folder, found):
    assert call(folder, "-m", "rigida", "check", "all.toml").returncode == 0
    unknown = call(folder, "-m", "rigida", "check", "all.toml", extensions="")
    assert unknown.returncode != 0
    assert "screw" in unknown.stdout + unknown.stderr
