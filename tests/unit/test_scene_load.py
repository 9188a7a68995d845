"""Loading: what a good file becomes, and for each way to be wrong the key path, the line and the words."""

import json
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from long_form import examples

import rigida as rg
from rigida.errors import Problem, SceneError
from rigida.fields import Quat, Rule, Vec3
from rigida.importers.formats import validate_scene
from rigida.scene.files import lines, schema, source
from rigida.scene.files.forms import MAX_WORDED
from rigida.scene.files.load import MAX_PROBLEMS, load_scene, scene_from_document
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import JOINTS, Joint, JointRows


@dataclass(frozen=True, eq=False)
class TrialHinge(Joint):
    """A joint that exists only in this test."""

    kind = "trial_hinge"
    __test__ = False
    axis: Annotated[Vec3, Rule(nonzero=True, text="Give the hinge direction.")] = (0.0, 0.0, 1.0)
    limits: Annotated[tuple[float, float], Rule("rad")] | None = None
    target_orientation: Quat = (1.0, 0.0, 0.0, 0.0)

    def rows(self, places: BodyPlaces) -> JointRows:
        return JointRows((places.row(self.a), places.row(self.b)), np.zeros(3), ())


@pytest.fixture(scope="module", autouse=True)
def trial_hinge() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(JOINTS._classes, "trial_hinge", TrialHinge)
        yield


GOOD = """\
title = "a scene"
description = "what it shows"
gravity = [0, 0, -9.81]
[run]
duration = 10.0
fps = 30
[engine]
kind = "precise"
tolerance = 1e-7
[material.steel]
friction = 0.4
restitution = 0.2
[ground]
friction = 0.9
normal = [0, 1, 1]
position = [0, 0, -1]
[body.bar]
shape = { kind = "box", size = [10, 4, 2] }
mass = 10
inertia = [1.66, 9.66, 8.66]
position = [0, 0, 5]
axis_angle_deg = [0, 0, 2, 90]
velocity = [1, 0, 0]
angular_velocity = [0, 0.5, 0]
material = "steel"
restitution = 0.7
collision_group = 3
collision_mask = 8
[body.tower]
fixed = true
shape = { kind = "compound", parts = [
  { shape = { kind = "sphere", radius = 1 } },
  { shape = { kind = "pyramid", base = 2, height = 1 }, position = [0, 0, 1], quat_xyzw = [0, 0, 1, 0] },
] }
[body.slider]
shape = { kind = "cylinder", radius = 1, height = 2 }
path = { times = [0, 1], positions = [[0, 0, 0], [1, 0, 0]], quats_wxyz = [[1, 0, 0, 0], [0, 0, 0, 2]] }
[body."a particle"]
mass = 1
center_of_mass = [0, 0, 0.1]
[force.thrust]
kind = "constant_force"
body = "bar"
force = [0, 0, 1]
frame = "body"
[force.pull]
kind = "spring"
a = "bar"
b = "world"
[force.swarm]
kind = "attraction"
members = ["bar", "a particle"]
[joint.hinge]
kind = "trial_hinge"
a = "bar"
b = "tower"
limits = [-1, 1]
target_rpy_deg = [0, 0, 180]
"""


def problems_of(text: str, folder: Path, ending: str = ".toml") -> list[Problem]:
    path = folder / f"scene{ending}"
    path.write_text(text, encoding="utf-8")
    return validate_scene(path)


def loaded(text: str, folder: Path, ending: str = ".toml") -> rg.Scene:
    path = folder / f"good{ending}"
    path.write_text(text, encoding="utf-8")
    return load_scene(path)


def test_a_file_becomes_the_scene_it_describes(tmp_path: Path) -> None:
    scene = loaded(GOOD, tmp_path)
    assert (scene.title, scene.description, scene.gravity) == ("a scene", "what it shows", (0.0, 0.0, -9.81))
    assert (scene.plan.duration, scene.plan.fps) == (10.0, 30.0)
    assert scene.engine == rg.Precise(tolerance=1e-7)
    assert [body.name for body in scene.bodies] == ["ground", "bar", "tower", "slider", "a particle"]
    ground, bar, tower, slider, particle = scene.bodies
    assert ground.fixed
    assert ground.material.friction == 0.9
    assert ground.position == (0.0, 0.0, -1.0)
    assert ground.shape.normal == pytest.approx((0.0, math.sqrt(0.5), math.sqrt(0.5)), rel=1e-15)
    assert bar.orientation == pytest.approx((math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)), rel=1e-15)
    assert np.array_equal(bar.inertia, np.diag([1.66, 9.66, 8.66]))
    assert bar.material == rg.Material(friction=0.4, restitution=0.7)
    assert (bar.velocity, bar.angular_velocity) == ((1.0, 0.0, 0.0), (0.0, 0.5, 0.0))
    assert (bar.collision_group, bar.collision_mask) == (3, 8)
    assert tower.shape.parts[1][1:] == ((0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0))
    assert slider.path.orientations.tolist() == [[1, 0, 0, 0], [0, 0, 0, 1]]
    assert particle.center_of_mass == (0.0, 0.0, 0.1)
    thrust, pull, swarm = scene.forces
    assert (thrust.body, thrust.frame, thrust.name) == (bar, "body", "thrust")
    assert pull.b is rg.WORLD
    assert swarm.members == (bar, particle)
    (hinge,) = scene.joints
    assert (hinge.a, hinge.b, hinge.limits) == (bar, tower, (-1, 1))
    assert hinge.target_orientation == pytest.approx((0.0, 0.0, 0.0, 1.0), abs=1e-15)


def test_json_with_the_same_structure_is_the_same_scene(tmp_path: Path) -> None:
    import tomllib

    from rigida.scene.files.save import scene_document

    text = json.dumps(tomllib.loads(GOOD))
    assert scene_document(loaded(text, tmp_path, ".json")) == scene_document(loaded(GOOD, tmp_path))


def test_the_four_orientation_keys_agree(tmp_path: Path) -> None:
    keys = (
        "quat_wxyz = [0.5, 0.5, 0.5, 0.5]",
        "quat_xyzw = [0.5, 0.5, 0.5, 0.5]",
        "axis_angle_deg = [1, 1, 1, 120]",
        "rpy_deg = [90, 0, 90]",
    )
    for key in keys:
        body = loaded(f"[body.a]\nmass = 1\n{key}\n", tmp_path).bodies[0]
        assert body.orientation == pytest.approx((0.5, 0.5, 0.5, 0.5), rel=1e-15)


def test_an_empty_file_is_an_empty_scene(tmp_path: Path) -> None:
    assert loaded("", tmp_path).bodies == []


BODY = "[body.a]\nmass = 1\n"
#: (text, key path, line, words of the message)
FAULTS = {
    "misspelt key": (
        '[body.a]\nshape = { kind = "sphere", radiuss = 1 }\n',
        "body.a.shape.radiuss",
        2,
        "unknown key 'radiuss'. Did you mean 'radius'?",
    ),
    "key of nothing": (BODY + "zzz = 1\n", "body.a.zzz", 3, "unknown key 'zzz'. Known keys: shape, mass,"),
    "top-level key": ("gravitty = [0, 0, 0]\n", "gravitty", 1, "Did you mean 'gravity'?"),
    "missing key": (
        '[body.a]\nshape = { kind = "cylinder", radius = 1 }\n',
        "body.a.shape.height",
        2,
        "the key 'height' is missing. Give a number above 0 [m].",
    ),
    "text for a number": ('[body.a]\nmass = "1"\n', "body.a.mass", 2, "must be a number above 0 [kg], got '1'."),
    "bool for a number": ("[body.a]\nmass = true\n", "body.a.mass", 2, "must be a number above 0 [kg], got true."),
    "date for a number": ("[body.a]\nmass = 1979-05-27\n", "body.a.mass", 2, "must be a number above 0 [kg]"),
    "number for text": ("title = 3\n", "title", 1, "must be text, got 3."),
    "number for a flag": (BODY + "fixed = 1\n", "body.a.fixed", 3, "must be true or false, got 1."),
    "fraction for a count": (
        BODY + "collision_group = 1.5\n",
        "body.a.collision_group",
        3,
        "must be a whole number at least 0 and at most 31, got 1.5.",
    ),
    "table expected": ("body = 3\n", "body", 1, "must be a table, got 3."),
    "list for a table": ("[[body]]\nmass = 1\n", "body", 1, "must be a table, got"),
    "shape no table": ("[body.a]\nshape = 3\n", "body.a.shape", 2, "must be a table, got 3."),
    "wrong length": (BODY + "velocity = [1, 2]\n", "body.a.velocity", 3, "must be 3 numbers [m/s], got [1, 2]."),
    "out of range": ("[body.a]\nmass = -1\n", "body.a.mass", 2, "must be above 0 [kg], got -1."),
    "zero range": ("[run]\nduration = 0\n", "run.duration", 2, "must be above 0 [s], got 0."),
    "range in a list": (
        '[body.a]\nshape = { kind = "box", size = [\n 1,\n -2,\n 3] }\n',
        "body.a.shape.size[1]",
        4,
        "must be above 0 [m], got -2.",
    ),
    "nan": (BODY + "position = [0, nan, 0]\n", "body.a.position[1]", 3, "must be a finite number [m], got nan."),
    "infinity": ("[body.a]\nmass = inf\n", "body.a.mass", 2, "must be a finite number above 0 [kg], got inf."),
    "integer beyond floats": (f"[body.a]\nmass = 1{'0' * 400}\n", "body.a.mass", 2, "finite number"),
    "huge hexadecimal": (f"[body.a]\nmass = 1\ncollision_group = 0x{'f' * 9000}\n", "body.a.collision_group", 3, "31"),
    "unknown kind": (
        '[body.a]\nshape = { kind = "spheer", radius = 1 }\n',
        "body.a.shape.kind",
        2,
        "unknown kind 'spheer'. Did you mean 'sphere'? Known kinds: box, capsule,",
    ),
    "unknown force kind": ('[force.f]\nkind = "sprig"\n', "force.f.kind", 2, "Did you mean 'spring'?"),
    "unknown engine": (
        '[engine]\nkind = "precice"\n',
        "engine.kind",
        2,
        "unknown kind 'precice'. Did you mean 'precise'?",
    ),
    "unknown joint kind": ('[joint.j]\nkind = "trial_hing"\n', "joint.j.kind", 2, "Did you mean 'trial_hinge'?"),
    "no kind": ("[body.a]\nshape = { radius = 1 }\n", "body.a.shape.kind", 2, "the key 'kind' is missing. Give one of"),
    "kind no text": ("[body.a]\nshape = { kind = 1 }\n", "body.a.shape.kind", 2, "unknown kind 1."),
    "engine setting": ('[engine]\nkind = "precise"\ntolerance = 0\n', "engine.tolerance", 3, "must be above 0"),
    "engine settings that disagree": (
        '[engine]\nkind = "precise"\nmin_step = 1\nmax_step = 0.5\n',
        "engine.min_step",
        3,
        "min_step must be below max_step",
    ),
    "choice": (
        BODY + '[force.f]\nkind = "torque"\nbody = "a"\ntorque = [0, 0, 1]\nframe = "bdy"\n',
        "force.f.frame",
        7,
        "must be one of 'world', 'body', got 'bdy'. Did you mean 'body'?",
    ),
    "unknown body of a force": (
        '[body.ball]\nmass = 1\n[force.f]\nkind = "spring"\na = "bal"\n',
        "force.f.a",
        5,
        "there is no body 'bal'. Did you mean 'ball'?",
    ),
    "unknown body in a list": (
        '[body.ball]\nmass = 1\n[force.f]\nkind = "attraction"\nmembers = [\n "ball",\n "bell",\n]\n',
        "force.f.members[1]",
        7,
        "there is no body 'bell'. Did you mean 'ball'?",
    ),
    "unknown body of a joint": (
        BODY + '[joint.j]\nkind = "trial_hinge"\na = "a"\nb = "bb"\n',
        "joint.j.b",
        6,
        "there is no body 'bb'.",
    ),
    "world where a body is needed": (
        '[force.f]\nkind = "spring"\na = "world"\n',
        "force.f.a",
        3,
        "must be the name of a body",
    ),
    "unknown material": (
        '[material.steel]\nfriction = 1\n[body.a]\nmass = 1\nmaterial = "steal"\n',
        "body.a.material",
        5,
        "there is no material 'steal'. Did you mean 'steel'?",
    ),
    "material value": (
        "[material.m]\nrestitution = 2\n",
        "material.m.restitution",
        2,
        "at least 0 and at most 1, got 2.",
    ),
    "bare orientation": (
        BODY + "orientation = [1, 0, 0, 0]\n",
        "body.a.orientation",
        3,
        "Use one of quat_wxyz, quat_xyzw, axis_angle_deg, rpy_deg.",
    ),
    "two orientations": (
        BODY + "rpy_deg = [0, 0, 1]\nquat_wxyz = [1, 0, 0, 0]\n",
        "body.a.rpy_deg",
        3,
        "already given by 'quat_wxyz'. Leave out one of them.",
    ),
    "zero quaternion": (BODY + "quat_xyzw = [0, 0, 0, 0]\n", "body.a.quat_xyzw", 3, "must be a non-zero quaternion"),
    "zero axis": (
        BODY + "axis_angle_deg = [0, 0, 0, 9]\n",
        "body.a.axis_angle_deg",
        3,
        "axis must be a non-zero vector",
    ),
    "part with two orientations": (
        '[body.a]\nshape = { kind = "compound", parts = [\n'
        '{ shape = { kind = "sphere", radius = 1 }, quat_wxyz = [1, 0, 0, 0], rpy_deg = [0, 0, 0] }] }\n',
        "body.a.shape.parts[0].rpy_deg",
        3,
        "already given by 'quat_wxyz'",
    ),
    "nested part": (
        '[body.a]\nshape = { kind = "compound", parts = [\n { shape = { kind = "compound", parts = [\n'
        '  { shape = { kind = "sphere", radius = 0 } } ] } } ] }\n',
        "body.a.shape.parts[0].shape.parts[0].shape.radius",
        4,
        "must be above 0 [m], got 0.",
    ),
    "model error of a body": (
        '[body.a]\nmass = 1\ndensity = 1\nshape = { kind = "sphere", radius = 1 }\n',
        "body.a",
        1,
        "give either mass or density, not both.",
    ),
    "model error of a shape": (
        '[body.a]\nshape = { kind = "convex_hull", points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] }\n',
        "body.a.shape.points",
        2,
        "points must enclose a volume",
    ),
    "model error of a path": (
        "[body.a]\nmass = 1\npath = { times = [1, 0], positions = [[0, 0, 0], [1, 1, 1]] }\n",
        "body.a.path.times",
        3,
        "times must increase",
    ),
    "model error of a joint": (
        BODY + '[joint.j]\nkind = "trial_hinge"\na = "a"\naxis = [0, 0, 0]\n',
        "joint.j.axis",
        6,
        "axis must be a non-zero vector",
    ),
    "inertia no body has": (
        "[body.a]\nmass = 1\ninertia = [1, 1, 9]\n",
        "body.a",
        1,
        "the largest exceeds the sum of the others",
    ),
    "inertia entry": (
        '[body.a]\nmass = 1\ninertia = [[1, 0, 0],\n [0, "x", 0],\n [0, 0, 1]]\n',
        "body.a.inertia[1][1]",
        4,
        "must be a number [kg m²], got 'x'.",
    ),
    "inertia no list": ("[body.a]\nmass = 1\ninertia = 3\n", "body.a.inertia", 3, "3 numbers or 3 rows of 3 numbers"),
    "numbers that overflow": (
        "[body.a]\nmass = 1\ninertia = [[1e308, 1e308, 0], [1e308, 1e308, 0], [0, 0, 1e308]]\n",
        "body.a.inertia",
        3,
        "at most 1e+36 in magnitude",
    ),
    "missing mesh file": (
        '[body.a]\nshape = { kind = "mesh", file = "none.obj" }\n',
        "body.a.shape.file",
        2,
        "there is no mesh file",
    ),
    "body called world": ("[body.world]\nmass = 1\n", "body.world", 1, "cannot be called 'world'"),
    "empty name": ('[body.""]\nmass = 1\n', 'body.""', 1, "non-empty"),
    "ground twice": (
        "[ground]\n[body.ground]\nmass = 1\n",
        "body.ground",
        2,
        "already has a body called 'ground'",
    ),
    "ground key": ("[ground]\nfrction = 1\n", "ground.frction", 2, "Did you mean 'friction'?"),
    "zero normal": ("[ground]\nnormal = [0, 0, 0]\n", "ground.normal", 2, "non-zero"),
    "python function": ('[force.f]\nkind = "user_force"\n', "force.f.kind", 2, "'function' is a Python object"),
    "syntax": ("[body.a]\nmass = 1\nmass 2\n", "", 3, "not valid TOML"),
    "unclosed at the end": ("title = [1,\n2\n", "", 3, "not valid TOML"),
    "duplicate name": ("[body.a]\nmass = 1\n[body.a]\nmass = 2\n", "", 3, "twice"),
    "absurd digits": (f"[body.a]\nmass = {'7' * 5000}\n", "", 2, "thousands of digits"),
    "absurd nesting": ("a = " + "[" * 5000 + "]" * 5000 + "\n", "", 0, "nested too deeply"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_once_with_path_line_and_remedy(name: str, tmp_path: Path) -> None:
    text, path, line, words = FAULTS[name]
    problems = problems_of(text, tmp_path)
    assert [(problem.path, problem.line) for problem in problems] == [(path, line)]
    assert words in problems[0].message
    assert "pydantic" not in problems[0].message
    assert len(problems[0].message) < 600


JSON_FAULTS = {
    "syntax": ('{"title": "x",\n}', "", 2, "not valid JSON"),
    "duplicate name": ('{"body": {\n "a": {"mass": 1},\n "a": {"mass": 2}\n}}', "body.a", 3, "given twice"),
    "nan": ('{"body": {"a": {\n "mass": NaN}}}', "body.a.mass", 2, "finite number above 0 [kg], got nan."),
    "overflow": ('{"body": {"a": {\n "mass": 1e999}}}', "body.a.mass", 2, "finite number above 0 [kg], got inf."),
    "null": ('{"body": {"a": {\n\n "mass": null}}}', "body.a.mass", 3, "must be a number above 0 [kg], got None."),
    "absurd digits": ('{"gravity":\n [0, 0, ' + "9" * 5000 + "]}", "", 2, "thousands of digits"),
    "absurd nesting": ("[" * 100_000, "", 0, "nested too deeply"),
    "no table": ("[1, 2]", "", 1, "must be a table"),
    "empty": ("", "", 1, "not valid JSON"),
}


@pytest.mark.parametrize("name", JSON_FAULTS)
def test_a_fault_of_a_json_file_is_reported_likewise(name: str, tmp_path: Path) -> None:
    text, path, line, words = JSON_FAULTS[name]
    problems = problems_of(text, tmp_path, ".json")
    assert [(problem.path, problem.line) for problem in problems] == [(path, line)]
    assert words in problems[0].message


def test_all_faults_of_a_file_come_in_one_error_in_the_order_of_lines(tmp_path: Path) -> None:
    text = """\
gravity = [0, 0]
[body.ball]
shape = { kind = "sphere", radiuss = 1 }
[body.box]
mass = 1
density = 2
shape = { kind = "box", size = [1, 1, 1] }
[force.s]
kind = "spring"
a = "bal"
stiffness = -1
[joint.j]
kind = "nothing"
"""
    path = tmp_path / "five.toml"
    path.write_text(text)
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    found = [(problem.line, problem.path) for problem in caught.value.problems]
    assert found == [
        (1, "gravity"),
        (3, "body.ball.shape.radiuss"),
        (4, "body.box"),
        (10, "force.s.a"),
        (11, "force.s.stiffness"),
        (13, "joint.j.kind"),
    ]
    lines = str(caught.value).splitlines()
    assert lines[0] == "five.toml has 6 problems:"
    assert lines[1] == "  line 1: gravity: must be 3 numbers [m/s²], got [0, 0]."
    assert len(lines) == 7


def test_a_body_with_a_fault_does_not_make_its_forces_faulty(tmp_path: Path) -> None:
    text = '[body.a]\nmass = -1\n[force.f]\nkind = "spring"\na = "a"\n'
    assert [problem.path for problem in problems_of(text, tmp_path)] == ["body.a.mass"]


def test_thousands_of_faults_are_cut_to_a_readable_number(tmp_path: Path) -> None:
    rows = ", ".join(["[nan, 0, 0]"] * 500)
    problems = problems_of(f'[body.a]\nshape = {{ kind = "convex_hull", points = [{rows}] }}\n', tmp_path)
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].message == "and further problems, which are not listed."


def file_problem(path: Path) -> str:
    (problem,) = validate_scene(path)
    with pytest.raises(SceneError, match="has a problem") as caught:
        load_scene(path)
    assert str(caught.value).startswith(path.name)
    return problem.message


def test_files_that_cannot_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no such file" in file_problem(tmp_path / "none.toml")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert "this is a folder" in file_problem(folder)
    assert "but this one has the ending '.yaml'" in file_problem(tmp_path / "a.yaml")
    assert "no ending" in file_problem(tmp_path / "a")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"title = 'a'\n# caf\xe9\n")
    assert "must be UTF-8, but byte 17 is 0xe9" in file_problem(latin)
    assert validate_scene(latin)[0].line == 2
    assert "no such file" in validate_scene("a\0.toml")[0].message
    monkeypatch.setattr(source, "MAX_BYTES", 10)
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail("a large file must not be read"))
    assert "must have at most" in file_problem(latin)


def test_a_large_scene_in_toml_is_sent_to_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.toml"
    path.write_text("title = 'large'\n")
    monkeypatch.setattr(source, "MAX_TOML_BYTES", 10)
    assert "write it as .json" in file_problem(path)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbftitle = 'x'\r\n")
    assert load_scene(path).title == "x"


def test_mesh_files_are_found_beside_the_scene_and_by_absolute_path(tmp_path: Path) -> None:
    vertices, triangles = rg.Box((1, 1, 1)).surface()
    lines = [f"v {x} {y} {z}" for x, y, z in vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles]
    (tmp_path / "cube.obj").write_text("\n".join(lines))
    for name in ("cube.obj", str(tmp_path / "cube.obj")):
        text = f'[body.a]\nshape = {{ kind = "mesh", file = {json.dumps(name)}, scale = 2 }}\n'
        assert loaded(text, tmp_path).bodies[0].mass_properties().mass == pytest.approx(8000.0)
    both = '[body.a]\nshape = { kind = "mesh", file = "cube.obj", vertices = [], triangles = [] }\n'
    assert "either from a file or from vertices" in problems_of(both, tmp_path)[0].message


def test_a_document_is_checked_like_a_file_but_has_no_lines() -> None:
    assert scene_from_document({"body": {"a": {"mass": 1}}}).bodies[0].mass == 1.0
    with pytest.raises(SceneError, match="The scene document has a problem") as caught:
        scene_from_document({"body": {"a": {"mass": 0}}})
    assert caught.value.problems == [Problem("body.a.mass", "must be above 0 [kg], got 0.", 0)]
    with pytest.raises(SceneError, match="must be a dict"):
        scene_from_document([])  # type: ignore[arg-type]


PIECES = [
    "[",
    "]",
    "{",
    "}",
    "=",
    '"',
    "'",
    ",",
    "\n",
    "nan",
    "-1",
    "1e308",
    "1e-320",
    "true",
    "kind",
    "0x",
    "#",
    "\0",
    "é",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = GOOD
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        piece = draw(st.sampled_from(PIECES) | st.text(max_size=3) | st.just(text[start : start + 30]))
        text = text[:start] + piece + text[start + draw(st.integers(0, 12)) :]
    return text


@st.composite
def swapped(draw: st.DrawFn) -> str:
    """Valid TOML whose values have been exchanged: it parses, so the later stages are reached."""
    lines = GOOD.splitlines()
    rows = [i for i, line in enumerate(lines) if " = " in line and line.count("[") == line.count("]")]
    odd = ["0", "-1", "1e308", "-1e-320", "nan", "true", "[]", "{}", '""', '"world"', "[1e200, 1e200, 1e200]", "[[1]]"]
    for _ in range(draw(st.integers(1, 5))):
        i, j = draw(st.sampled_from(rows)), draw(st.sampled_from(rows))
        value = draw(st.sampled_from(odd) | st.just(lines[j].split(" = ", 1)[1]))
        lines[i] = lines[i].split(" = ", 1)[0] + " = " + value
    return "\n".join(lines)


@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mutated() | swapped())
@example(GOOD)
def test_a_damaged_file_gives_a_scene_or_a_scene_error_and_nothing_else(tmp_path: Path, text: str) -> None:
    path = tmp_path / "damaged.toml"
    path.write_text(text, encoding="utf-8", newline="")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)
        problems = validate_scene(path)
        line_count = text.count("\n") + 1
        assert all(0 <= problem.line <= line_count and problem.message for problem in problems)
        try:
            load_scene(path)
        except SceneError as error:
            assert error.problems == problems
        else:
            assert problems == []


def test_key_of_thousands_of_parts_is_refused_at_once(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text("title = 'x'\n" + ".".join(["a"] * 50_000) + " = 1\n")
    with pytest.raises(SceneError, match=r"line 2: a key has more than 64 parts"):
        load_scene(path)


def test_faults_beyond_those_that_are_listed_are_mentioned(tmp_path):
    path = tmp_path / "scene.json"
    bodies = {f"b{k}": {"shape": {"kind": "sphere", "radius": 1.0}, "mass": 1.0} for k in range(3)}
    joints = {f"j{k}": {"kind": "revolute", "a": f"c{k}", "b": "b0"} for k in range(5000)}
    path.write_text(json.dumps({"body": bodies, "joint": joints}))
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    assert len(caught.value.problems) == MAX_PROBLEMS + 1
    assert caught.value.problems[-1].message == "and further problems, which are not listed."


MANY = 20_000
FLOODS = {
    "bodies": {"body": {f"b{k}": {"mas": 1.0} for k in range(MANY)}},
    "keys": {f"k{k}": 1.0 for k in range(MANY)},
    "keys of a body": {"body": {"a": {f"k{k}": 1.0 for k in range(MANY)}}},
    "rows": {"body": {"a": {"shape": {"kind": "convex_hull", "points": [["x", 0, 0]] * MANY}}}},
}


@pytest.mark.parametrize("document", FLOODS.values(), ids=FLOODS)
def test_check_ends_soon_after_more_faults_than_are_listed(document):
    assert MAX_WORDED < len(schema.document_faults(document)) < 10 * MAX_WORDED


def test_all_faults_of_a_long_list_are_found_where_they_are_few():
    points = [[0, 0, 0] for _ in range(10_000)]
    points[3][1] = points[9_999][2] = "x"
    faults = schema.document_faults({"body": {"a": {"shape": {"kind": "convex_hull", "points": points}}}})
    assert [path[-2:] for path, _ in faults] == [(3, 1), (9_999, 2)]


def test_known_keys_are_checked_among_thousands_of_unknown_ones():
    table = {**{f"k{k}": 1.0 for k in range(MANY)}, "mass": "heavy"}
    faults = schema.document_faults({"body": {"a": table}})
    assert ("body", "a", "mass") in [path for path, _ in faults]


def test_faults_of_the_last_of_thousands_of_bodies_are_found(tmp_path):
    bodies = {f"b{k}": {"shape": {"kind": "sphere", "radius": 1.0}} for k in range(1000)}
    bodies["b999"]["mas"] = 1.0
    path = tmp_path / "scene.json"
    path.write_text(json.dumps({"body": bodies}))
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    assert [problem.path for problem in caught.value.problems] == ["body.b999.mas"]


def test_repeated_key_far_into_a_long_text_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "MAX_WALKED", 20)
    path = tmp_path / "scene.json"
    path.write_text('{"title": "a long enough beginning", "gravity": [0, 0, 0], "gravity": [0, 0, 0]}')
    with pytest.raises(SceneError, match="a key is given twice"):
        load_scene(path)


def test_fault_far_into_a_long_text_is_reported_with_the_line_of_the_table_around_it(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "MAX_WALKED", 20)
    assert problems_of("title = 'some text'\n\n[body.a]\nmas = 1.0\n", tmp_path)[0].path == "body.a.mas"
