"""Every registered joint: closed at the start and while it moves, the same after saving, and named when it is wrong."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import rigida as rg
from rigida.dynamics.compile import compile_scene
from rigida.scene.joint import JOINTS

PATH = rg.Path(times=[0, 0.5, 1, 2], positions=[(0.2, 0.1, 1), (0.3, 0.1, 1.1), (0.5, 0, 1), (0.5, 0, 1)])
TURN = rg.Path(
    times=[0, 1, 2],
    positions=np.zeros((3, 3)),
    orientations=[(1, 0, 0, 0), (math.cos(0.3), 0, math.sin(0.3), 0), (math.cos(0.5), 0, 0, math.sin(0.5))],
)
AT = {"anchor": (0.4, 0.1, 1.2)}

#: One joint of each kind.
SAMPLES = {
    "spherical": lambda a, b: rg.Spherical(a, b, **AT),
    "revolute": lambda a, b: rg.Revolute(a, b, **AT, axis=(0, 1, 0.2), stiffness=3.0, damping=0.1),
    "universal": lambda a, b: rg.Universal(a, b, **AT, axis=(1, 0, 0), axis_b=(0, 1, 0)),
    "fixed": lambda a, b: rg.Fixed(a, b, **AT),
    "prismatic": lambda a, b: rg.Prismatic(a, b, **AT, axis=(1, 0, -1)),
    "cylindrical": lambda a, b: rg.Cylindrical(a, b, **AT, axis=(1, 0, -1), motor="effort", motor_target=2.0),
    "planar": lambda a, b: rg.Planar(a, b, **AT, normal=(0.2, 0, 1)),
    "distance": lambda a, b: rg.Distance(a, b, anchor_a=(0.2, 0.1, 1), anchor_b=(0.9, 0, 1.4)),
    "wrapped_distance": lambda a, b: rg.WrappedDistance(a, b, (-0.5, 0, 1.4), (1.5, 0, 1.4), center=(0.9, 0, 1.4)),
    "combined": lambda a, b: rg.Combined(a, b, **AT, translations=2, rotations=1, axis=(1, 0, -1)),
    "serial": lambda a, b: rg.Serial(
        a,
        b,
        **AT,
        steps=(
            rg.SerialAxis("slide", axis=(1, 0, 0), coordinate="x", stiffness=40.0),
            rg.SerialAxis("hinge", axis=(0, 0, 1), coordinate="yaw"),
            rg.SerialAxis("hinge", axis=(0, 1, 0), coordinate="pitch", damping=0.1),
        ),
    ),
    "point_on_path": lambda a, b: rg.PointOnPath(a, path=PATH),
    "orientation_on_path": lambda a, b: rg.OrientationOnPath(a, path=TURN),
    "constraint": lambda a, b: rg.Constraint(a, b, function=lambda t, a, b=None: _far(a, b) - 0.5 * (b is not None)),
}
#: Kinds that scene files can hold.
IN_FILES = [kind for kind in SAMPLES if kind != "constraint"]


def _far(a, b):
    """A function that is zero at the start of `scene_with`: the square of a distance."""
    tip = a.point((0.1, 0, 0))
    return tip @ tip - 1.10 if b is None else (tip - b.position) @ (tip - b.position) - 0.03


def test_every_registered_kind_has_a_sample():
    assert set(SAMPLES) == set(JOINTS)


def test_documentation_lists_every_kind_with_what_it_takes_away():
    page = (Path(__file__).parents[2] / "docs" / "joints.md").read_text()
    rows = dict(re.findall(r"^\| `\w+\(.*?\)` \| `(\w+)` \| ([\d–]+ \+ [\d–]+|\d) \|", page, re.MULTILINE))
    assert set(rows) == set(JOINTS)
    for kind, cls in JOINTS.items():
        if isinstance(getattr(cls, "removes", None), tuple):
            assert rows[kind] == "{} + {}".format(*cls.removes)


def scene_with(kind, to_world=False):
    scene = rg.Scene()
    # A turn that is prescribed has a speed from the start.
    spin = TURN.placement(0.0)[3] if kind == "orientation_on_path" else (0, 0, 0)
    a = scene.add_body(rg.Box((0.5, 0.3, 0.2)), mass=2.0, position=(0.2, 0.1, 1), angular_velocity=spin, name="a")
    b = scene.add_body(rg.Box((0.4, 0.4, 0.6)), mass=3.0, position=(0.9, 0, 1.4), name="b")
    joint = SAMPLES[kind](a, rg.WORLD if to_world else b)
    scene.add_joint(rg.Spherical(b, rg.WORLD, anchor=(1, 0, 2), name="hook"))
    scene.add_joint(joint)
    return scene


@pytest.mark.parametrize("to_world", [False, True])
@pytest.mark.parametrize("kind", SAMPLES)
def test_joint_is_closed_at_the_start_and_stays_closed(kind, to_world):
    sim = rg.Simulation(scene_with(kind, to_world), rg.Precise(tolerance=1e-9, start_tolerance=0.0))
    handle = sim.joint(sim.scene.joints[-1].name)
    assert handle.error <= 1e-9
    start = sim.body("a").position
    for _ in range(20):
        sim.run(0.05, fps=20)
        assert handle.error < 1e-10
    if not (to_world and kind == "fixed"):
        assert np.linalg.norm(sim.body("a").position - start) > 1e-3


@pytest.mark.parametrize("kind", IN_FILES)
def test_saved_and_loaded_joint_gives_the_same_constants(kind, tmp_path):
    scene = scene_with(kind)
    scene.save(tmp_path / "scene.toml")
    before, after = (compile_scene(s)[0].joint_rows[-1] for s in (scene, rg.load(tmp_path / "scene.toml")))
    assert before.parts == after.parts
    assert before.coordinates == after.coordinates
    assert before.rows == after.rows


@pytest.mark.parametrize("kind", SAMPLES)
def test_joint_to_itself_is_refused_by_name(kind):
    scene = scene_with(kind)
    body = scene.bodies[0]
    needs = {"path": PATH} if "path" in kind else {"function": _far} if kind == "constraint" else {}
    with pytest.raises(rg.ModelError, match=r"'knee': (a and b must be two|b must be left out)"):
        JOINTS[kind](body, body, name="knee", **needs)


WRONG = {
    "zero axis": (lambda a, b: rg.Revolute(a, b, axis=(0, 0, 0), name="j"), "non-zero vector"),
    "zero normal": (lambda a, b: rg.Planar(a, b, normal=(0, 0, 0), name="j"), "non-zero vector"),
    "limits reversed": (lambda a, b: rg.Revolute(a, b, lower=1, upper=-1, name="j"), "Swap them"),
    "rope reversed": (lambda a, b: rg.Distance(a, b, lower=2, upper=1, name="j"), "lower must be below upper"),
    "motor on a locked joint": (
        lambda a, b: rg.Prismatic(a, b, lower=1, upper=1, motor="speed", name="j"),
        "cannot move the joint",
    ),
    "motor on a trajectory": (
        lambda a, b: rg.Revolute(a, b, trajectory=rg.JointTrajectory([0, 1], [0, 1]), motor="effort", name="j"),
        "its trajectory prescribes the motion",
    ),
    "trajectory that jumps": (
        lambda a, b: rg.Revolute(a, b, trajectory=rg.JointTrajectory([0, 1, 1], [0, 1, 2]), name="j"),
        "cannot jump",
    ),
    "axes of a cross": (
        lambda a, b: rg.Universal(a, b, axis=(1, 0, 0), axis_b=(1, 1, 0), name="j"),
        "must be perpendicular",
    ),
    "nothing joined": (lambda a, b: rg.Combined(a, b, translations=0, rotations=0, name="j"), "joins nothing"),
    "too many freedoms": (lambda a, b: rg.Combined(a, b, translations=4, name="j"), "must be one of 0, 1, 2, 3"),
    "unknown motor": (lambda a, b: rg.Revolute(a, b, motor="servo", name="j"), "must be one of"),
    "no path": (lambda a, b: rg.PointOnPath(a, path=(0, 0, 1), name="j"), "must be an rg.Path"),
    "no body": (lambda a, b: rg.Spherical(a, "b", name="j"), "must be bodies of the scene"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_names_the_joint(case):
    make, words = WRONG[case]
    scene = rg.Scene()
    a, b = (scene.add_body(rg.Sphere(0.1), position=(x, 0, 0)) for x in (0, 1))
    with pytest.raises(rg.ModelError, match=words) as error:
        make(a, b)
    assert "'j'" in str(error.value) or "JointTrajectory" in str(error.value)
