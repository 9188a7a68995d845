"""The add-on for Blender: what it writes is the scene that was modeled, what it reads is the recorded motion."""

import ast
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from blender_process import needs_blender, run_in_blender

import rigida as rg
from rigida.drawing import Drawing
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.palette import light
from rigida.export.addon_file import write_addon
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.render.cameras.auto_camera import automatic_camera
from rigida.render.lamps import sunward

FRAMES = (1, 11, 25)


def test_addon_is_one_file_that_needs_blender_and_numpy_alone(tmp_path):
    path = write_addon(tmp_path / "rigida_blender")
    assert path.name == "rigida_blender.py"
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
    assert imported - set(sys.stdlib_module_names) == {"bpy", "bpy_extras", "mathutils", "numpy"}


@pytest.fixture(scope="module")
def shot(tmp_path_factory) -> Path:
    """Return a folder with the add-on, a shot modeled in Blender, its scene and the run of it."""
    folder = tmp_path_factory.mktemp("shot")
    run_in_blender("blender_shot.py", "make", write_addon(folder / "rigida_blender.py"), folder)
    scene = rg.load(folder / "shot.json")
    run = rg.Simulation(scene).run(scene.plan.duration, fps=scene.plan.fps)
    run.to_gltf(folder / "run.glb")
    run.save(folder / "run.npz")
    return folder


def blender(shot: Path, mode: str) -> dict:
    return run_in_blender("blender_shot.py", mode, shot / "rigida_blender.py", shot, *FRAMES)


def assert_moves_as_recorded(thing: dict, run: rg.Recording, name: str, size: tuple = (1, 1, 1)) -> None:
    body = run.body(name)
    for frame, matrix in zip(FRAMES, np.array(thing["matrix"]), strict=True):
        np.testing.assert_allclose(matrix[:3, 3], body.position[frame - 1], atol=1e-5)
        rotation = matrix_from_quaternion_array(body.orientation[frame - 1])
        np.testing.assert_allclose(matrix[:3, :3], rotation * np.array(size), atol=1e-5)


@needs_blender
def test_scene_has_the_bodies_settings_and_joints_of_the_shot(shot):
    scene = rg.load(shot / "shot.json")
    assert scene.plan.duration == 1.0
    assert scene.plan.fps == 24.0
    assert scene.body("stage").fixed
    crate = scene.body("crate")
    assert crate.mass_properties().mass == pytest.approx(1000 * 0.5 * 0.3, rel=1e-6)
    assert crate.finish == "metal"
    np.testing.assert_allclose(light(crate.color), (0.5, 0.1, 0.05), atol=0.005)
    np.testing.assert_allclose(crate.position, (0, 0, 2), atol=1e-7)
    assert scene.body("Süzanne").mass_properties().mass == pytest.approx(2.5)
    ball = scene.body("ball")
    assert ball.shape.radius == pytest.approx(0.4)
    assert ball.velocity == (2.0, 0.0, 3.0)
    assert ball.material.restitution == pytest.approx(0.6)
    assert [joint.name for joint in scene.joints] == ["hinge"]
    np.testing.assert_allclose(np.abs(scene.joints[0].axis), (0, 1, 0), atol=1e-6)
    pusher = json.loads((shot / "shot.json").read_text())["body"]["pusher"]["path"]
    assert len(pusher["times"]) == 25
    np.testing.assert_allclose(pusher["positions"][-1], (3, 4, 1), atol=1e-6)


@needs_blender
def test_objects_keep_mesh_and_material_and_get_the_motion(shot):
    run, seen = rg.Recording.load(shot / "run.npz"), blender(shot, "import")
    objects = seen["objects"]
    assert set(run.names) <= set(objects)
    assert not [name for name in objects if name.endswith(".001")]
    assert objects["crate"]["materials"] == ["my paint"]
    assert objects["crate"]["mesh"] == "Cube"
    assert objects["Süzanne"]["mesh"] == "Suzanne"
    assert seen["range"] == [1, 25]
    assert len(seen["actions"]) == 2  # the shot's, and the user's own of the pusher
    for name in run.names:
        assert_moves_as_recorded(objects[name], run, name, (1, 0.5, 0.3) if name == "crate" else (1, 1, 1))
    # What moves has been moved: the comparison is not one of things at rest.
    assert np.ptp(run.body("ball").position, axis=0).max() > 1.0


@needs_blender
def test_export_after_import_is_the_scene_that_was_run(shot):
    blender(shot, "import")
    first, again = (json.loads((shot / name).read_text()) for name in ("shot.json", "again.json"))
    assert list(again["body"]) == list(first["body"])
    for name, body in first["body"].items():
        other = again["body"][name]
        assert other.keys() == body.keys()
        np.testing.assert_allclose(other.get("position", 0), body.get("position", 0), atol=1e-6)
        shape, before = other["shape"], body["shape"]
        assert shape.keys() == before.keys()
        for key in ("vertices", "points", "size", "radius"):
            np.testing.assert_allclose(shape.get(key, 0), before.get(key, 0), atol=1e-5)
        rest = {"position", "quat_wxyz", "shape", "path"}
        assert {k: v for k, v in other.items() if k not in rest} == {k: v for k, v in body.items() if k not in rest}
    assert again["joint"] == first["joint"]
    assert again["run"] == first["run"]


@needs_blender
def test_empty_file_gets_objects_meshes_and_materials_of_the_run(shot):
    run, seen = rg.Recording.load(shot / "run.npz"), blender(shot, "empty")
    assert {*run.names, "hinge.pin"} <= set(seen["objects"])
    assert "floor" not in seen["objects"]
    for name in run.names:
        assert len(seen["objects"][name]["materials"]) >= 1
        assert_moves_as_recorded(seen["objects"][name], run, name)
    assert seen["range"] == [1, 25]
    view = automatic_camera(Drawing.of_recording(run), run, 16 / 9).view(0.0)
    np.testing.assert_allclose(seen["camera"], [*view.eye, 2.0 * np.arctan(view.tangent)], rtol=1e-5)
    sun = sunward(view, np.array([0.0, 0.0, 1.0]))
    expected = [*(sun / np.linalg.norm(sun)), np.pi * APPEARANCE.sunlight]
    np.testing.assert_allclose(seen["suns"], [expected], atol=1e-5)  # one, after two imports
    assert seen["view"] == "Standard"


@needs_blender
def test_grain_and_fields_are_imported_as_textures(tmp_path):
    scene = rg.Scene(title="Textures")
    scene.add_ground()
    scene.add_body(rg.Box((1, 2, 3)), position=(0, 0, 2), finish="wood", color="#b5793d", name="plank")
    rg.Simulation(scene).run(0.1).to_gltf(tmp_path / "run.glb")
    write_addon(tmp_path / "rigida_blender.py")
    found = blender(tmp_path, "empty")["textures"]
    levels, span = found["#b5793d wood grain"]
    np.testing.assert_allclose(levels, np.array([0xB5, 0x79, 0x3D]) / 255, atol=2e-3)
    radius = np.sqrt(14.0) / 2
    np.testing.assert_allclose(span, [(2 + 0.35 * 3) / (2.2 * radius), 1 / (2.2 * radius)], rtol=1e-4)
    assert "#a2aab3 matte haze00" in found
