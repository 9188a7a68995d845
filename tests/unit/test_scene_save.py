"""Saving: what is written, that reading it back changes no bit, and that a file is whole or untouched."""

import json
import math
import os
import struct
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from long_form import examples

import rigida as rg
from rigida.fields import unit_quaternion
from rigida.scene.files.load import load_scene, scene_from_document
from rigida.scene.files.save import save_scene, scene_document
from rigida.scene.files.toml_text import toml_text
from rigida.scene.path import Motion


def bits(value: Any) -> Any:
    """Return a value with every float as its eight bytes, so that equality means the same bits."""
    if isinstance(value, rg.Body):
        return ("body", value.name)
    if isinstance(value, float):
        return struct.pack("d", value)
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    if isinstance(value, tuple | list):
        return [bits(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, [(f.name, bits(getattr(value, f.name))) for f in fields(value)])
    return value


def scene_bits(scene: rg.Scene) -> Any:
    bodies = [[(f.name, bits(getattr(body, f.name))) for f in fields(body)] for body in scene.bodies]
    whole = (scene.title, scene.description, scene.gravity, scene.plan, scene.engine, scene.forces, scene.joints)
    return [bits(whole), bodies]


def reread(scene: rg.Scene, path: Path) -> rg.Scene:
    save_scene(scene, path)
    return load_scene(path)


numbers = st.floats(-1e6, 1e6) | st.sampled_from([0.0, -0.0, 5e-324, 0.1, 1 / 3, 1e22, -1e-300])
sizes = st.floats(1e-3, 1e3)
vectors = st.tuples(numbers, numbers, numbers)
small = st.floats(-10.0, 10.0)
quaternions = st.tuples(small, small, small, small).filter(lambda q: math.hypot(*q) > 1e-3)
normals = st.tuples(small, small, small).filter(lambda normal: math.hypot(*normal) > 1e-3)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(
    lambda name: name.strip() and name not in ("world", "ground")
)
plain_shapes = st.one_of(
    st.builds(rg.Box, st.tuples(sizes, sizes, sizes)),
    st.builds(rg.Sphere, sizes),
    st.builds(rg.Capsule, sizes, sizes),
    st.builds(rg.Cone, sizes, sizes),
    st.builds(rg.Pyramid, st.tuples(sizes, sizes) | sizes, sizes),
    st.builds(
        lambda corner, extra: rg.ConvexHull([(0, 0, 0), (corner, 0, 0), (0, corner, 0), (0, 0, corner), *extra]),
        sizes,
        st.lists(st.tuples(small, small, small), max_size=3),
    ),
    st.builds(lambda size: rg.Mesh(*rg.Box(size).surface()), st.tuples(sizes, sizes, sizes)),
)
shapes = plain_shapes | st.lists(st.tuples(plain_shapes, vectors, quaternions), min_size=1, max_size=3).map(rg.Compound)
materials = st.builds(rg.Material, sizes | st.just(0.5), st.floats(0, 1) | st.just(0.0), sizes, sizes)
frames = st.integers(2, 4).flatmap(
    lambda n: st.tuples(
        st.lists(st.floats(0.01, 1.0), min_size=n, max_size=n).map(lambda steps: np.cumsum(steps).tolist()),
        st.lists(vectors, min_size=n, max_size=n),
        st.none() | st.lists(quaternions, min_size=n, max_size=n),
    )
)
moments = st.tuples(st.floats(1.0, 1.4), st.floats(1.0, 1.4), st.floats(1.0, 1.4))


@st.composite
def scenes(draw: st.DrawFn) -> rg.Scene:
    scene = rg.Scene(draw(vectors), title=draw(names), description=draw(st.just("") | names))
    scene.plan = rg.RunPlan(draw(sizes), draw(sizes | st.just(60.0)))
    scene.engine = draw(st.none() | st.builds(rg.Precise, tolerance=st.floats(1e-14, 1.0), dt=sizes))
    if draw(st.booleans()):
        scene.add_ground(draw(sizes | st.just(0.5)), position=draw(vectors), normal=draw(normals))
    for name in draw(st.lists(names, min_size=1, max_size=4, unique=True)):
        _add_body(draw, scene, name)
    dynamic = [body for body in scene.bodies if body.dynamic]
    for body in dynamic:
        scene.add_force(rg.ConstantForce(body, draw(vectors), draw(st.none() | vectors), "body"))
        scene.add_force(
            rg.Spring(
                body,
                draw(st.sampled_from([rg.WORLD, *(other for other in scene.bodies if other is not body)])),
                draw(sizes),
                name=body.name,
            )
        )
        scene.add_force(rg.InterpolatedForce(body, [0.0, draw(sizes)], torques=draw(st.tuples(vectors, vectors))))
    if len(dynamic) > 1:
        scene.add_force(rg.Attraction(tuple(reversed(dynamic)), exponent=draw(numbers)))
    return scene


def _add_body(draw: st.DrawFn, scene: rg.Scene, name: str) -> None:
    pose = {"name": name, "position": draw(vectors), "orientation": draw(quaternions), "material": draw(materials)}
    kind = draw(st.sampled_from(["moving", "bare", "fixed", "on a path", "half-space"]))
    if kind == "moving":
        weight = {draw(st.sampled_from(["mass", "density"])): draw(sizes)}
        speed = {
            "velocity": draw(vectors),
            "angular_velocity": draw(vectors),
            "collision_mask": draw(st.integers(0, 9)),
        }
        scene.add_body(draw(shapes), **pose, **weight, **speed)
    elif kind == "bare":
        full = np.diag(draw(moments)) + 0.01 * (np.ones((3, 3)) - np.eye(3))
        inertia = draw(st.sampled_from([None, full, np.diag(full)]))
        scene.add_body(None, **pose, mass=draw(sizes), inertia=inertia, center_of_mass=draw(vectors))
    elif kind == "on a path":
        scene.add_body(draw(shapes), **pose, path=rg.Path(*draw(frames)), collision_group=draw(st.integers(0, 31)))
    else:
        scene.add_body(draw(shapes) if kind == "fixed" else rg.HalfSpace(draw(normals)), **pose, fixed=True)


@settings(max_examples=examples(80), deadline=None, suppress_health_check=list(HealthCheck))
@given(scenes())
def test_a_scene_read_back_has_the_same_bits(tmp_path: Path, scene: rg.Scene) -> None:
    expected = scene_bits(scene)
    for path in (tmp_path / "scene.toml", tmp_path / "scene.json"):
        assert scene_bits(reread(scene, path)) == expected
    assert scene_bits(scene_from_document(scene_document(scene))) == expected


def test_an_oblique_half_space_reads_back_with_the_same_bits(tmp_path: Path) -> None:
    scene = rg.Scene()
    for x in range(1, 20):
        scene.add_body(rg.HalfSpace((x, 2, 3)), fixed=True)
    assert scene_bits(reread(scene, tmp_path / "scene.toml")) == scene_bits(scene)


@given(quaternions)
@example((0.1, 0.2, 0.3, 0.4))
def test_normalizing_a_quaternion_twice_changes_no_bit(q: tuple[float, ...]) -> None:
    once = unit_quaternion("q", "q", q)
    assert math.hypot(*once) == pytest.approx(1.0, abs=4e-16)
    assert bits(unit_quaternion("q", "q", once)) == bits(once)


def test_only_what_differs_from_the_defaults_is_written() -> None:
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.5), name="ball")
    assert scene_document(scene) == {"body": {"ball": {"shape": {"kind": "sphere", "radius": 0.5}}}}


def test_a_negative_zero_is_not_taken_for_the_default() -> None:
    scene = rg.Scene()
    scene.add_body(None, mass=1.0, position=(0.0, -0.0, 0.0), name="a")
    assert str(scene_document(scene)["body"]["a"]["position"]) == "[0.0, -0.0, 0.0]"


def test_the_first_ground_is_written_as_ground_and_any_other_as_a_body(tmp_path: Path) -> None:
    scene = rg.Scene()
    scene.add_ground(0.7, position=(0, 0, 1))
    scene.add_body(rg.Sphere(1), name="ball")
    assert scene_document(scene)["ground"] == {"friction": 0.7, "position": [0.0, 0.0, 1.0]}
    later = rg.Scene()
    later.add_body(rg.Sphere(1), name="ball")
    later.add_ground()
    assert [body.name for body in reread(later, tmp_path / "later.toml").bodies] == ["ball", "ground"]
    assert "ground" not in scene_document(later)
    second = rg.Scene()
    second.add_body(rg.HalfSpace((0, 1, 0)), fixed=True, name="wall")
    second.add_ground()
    assert [body.name for body in reread(second, tmp_path / "second.toml").bodies] == ["wall", "ground"]
    assert scene_bits(reread(second, tmp_path / "second.toml")) == scene_bits(second)
    turned = rg.Scene()
    turned.add_body(rg.HalfSpace(), fixed=True, name="ground", orientation=(0, 1, 0, 0), collision_group=2)
    assert scene_document(turned)["body"]["ground"]["collision_group"] == 2
    plain = rg.Scene()
    plain.add_ground()
    assert [body.name for body in reread(plain, tmp_path / "plain.toml").bodies] == ["ground"]


class TrialMotion(Motion):
    def placement(self, time: float) -> Any:
        raise NotImplementedError


def test_everything_that_only_python_can_hold_is_named_at_once(tmp_path: Path) -> None:
    scene = rg.Scene()
    body = scene.add_body(rg.Sphere(1), name="ball")
    scene.add_body(rg.Sphere(1), name="mover", path=rg.PathFunction(lambda time: (time, 0, 0)))
    scene.add_body(rg.Sphere(1), name="own mover", path=TrialMotion())
    scene.add_force(rg.UserForce((body,), lambda time, motion: (0, 0), name="wind"))
    path = tmp_path / "scene.toml"
    with pytest.raises(rg.SceneError, match="cannot be saved") as caught:
        save_scene(scene, path)
    assert [problem.path for problem in caught.value.problems] == ["body.mover", 'body."own mover"', "force.wind"]
    assert "'function' is a Python object" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_number_that_is_not_finite_is_refused(tmp_path: Path) -> None:
    scene = rg.Scene()
    scene.add_body(rg.Sphere(1), name="ball").position = (0.0, math.nan, 0.0)
    with pytest.raises(rg.SceneError, match=r"body\.ball: all numbers must be finite"):
        save_scene(scene, tmp_path / "scene.toml")


def test_meshes_from_a_file_keep_the_reference_relative_to_the_scene(tmp_path: Path) -> None:
    vertices, triangles = rg.Box((1, 2, 3)).surface()
    lines = [f"v {x} {y} {z}" for x, y, z in vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles]
    (tmp_path / "meshes").mkdir()
    file = tmp_path / "meshes" / "box.obj"
    file.write_text("\n".join(lines))
    scene = rg.Scene()
    scene.add_body(rg.Mesh.from_file(file, scale=0.1), name="part")
    assert scene_document(scene, tmp_path)["body"]["part"]["shape"] == {
        "kind": "mesh",
        "file": "meshes/box.obj",
        "scale": 0.1,
    }
    assert scene_document(scene, tmp_path / "elsewhere")["body"]["part"]["shape"]["file"] == str(file)
    again = reread(scene, tmp_path / "scene.toml")
    assert scene_bits(again) == scene_bits(scene)


def test_a_made_mesh_is_written_inline() -> None:
    scene = rg.Scene()
    scene.add_body(rg.Mesh(*rg.Box((1, 1, 1)).surface()), name="cube")
    table = scene_document(scene)["body"]["cube"]["shape"]
    assert set(table) == {"kind", "vertices", "triangles"}
    assert len(table["triangles"]) == 12


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = rg.Scene(title="new")
    path = tmp_path / "scene.toml"
    path.write_text("title = 'old'")

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(rg.UsageError, match="No space left on device"):
        save_scene(scene, path)
    assert path.read_text() == "title = 'old'"
    assert list(tmp_path.iterdir()) == [path]


def test_paths_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(rg.SceneError, match=r"scene\.yaml: a scene file must end in \.toml or \.json"):
        save_scene(rg.Scene(), tmp_path / "scene.yaml")
    with pytest.raises(rg.UsageError, match="Cannot write"):
        save_scene(rg.Scene(), tmp_path / "nowhere" / "scene.toml")
    with pytest.raises(rg.ModelError, match="half a character"):
        rg.Scene(title="\ud800")


def test_the_toml_text_reads_like_the_manual(tmp_path: Path) -> None:
    scene = rg.Scene(gravity=(0, 0, -1.62), title="Moon")
    scene.add_ground(friction=0.9)
    box = scene.add_body(rg.Box((10, 4, 2)), mass=10, name="bar", orientation=(0, 1, 0, 0))
    scene.add_force(rg.Torque(box, (0, 0, 1), name="turn it"))
    scene.save(tmp_path / "moon.toml")
    assert (
        (tmp_path / "moon.toml").read_text()
        == """\
title = "Moon"
gravity = [0.0, 0.0, -1.62]

[ground]
friction = 0.9

[body.bar]
shape = { kind = "box", size = [10.0, 4.0, 2.0] }
mass = 10.0
quat_wxyz = [0.0, 1.0, 0.0, 0.0]

[force."turn it"]
kind = "torque"
body = "bar"
torque = [0.0, 0.0, 1.0]
"""
    )


values = st.recursive(
    st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.booleans() | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=30) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=60,
)
tables = st.dictionaries(st.text(st.characters(codec="utf-8")), values, max_size=5)


@given(
    st.fixed_dictionaries(
        {"title": st.lists(values, max_size=3)},
        optional={"run": tables, "body": st.dictionaries(names, tables, min_size=1)},
    )
)
def test_toml_text_says_what_the_document_says(document: dict[str, Any]) -> None:
    # Plain values stand before the first table, whatever their place in the document; within tables order is kept.
    expected = {"title": document["title"]} | document
    assert json.dumps(tomllib.loads(toml_text(document))) == json.dumps(expected)
