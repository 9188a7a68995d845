"""glTF read back by other libraries: the same poses, names, surfaces and colors."""

import io
import json

import numpy as np
import pygltflib
import pytest
import trimesh
from PIL import Image

import rigida as rg
from rigida.drawing import Drawing
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.palette import light
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.render.cameras.auto_camera import automatic_camera


def values(gltf: pygltflib.GLTF2, accessor: int) -> np.ndarray:
    entry = gltf.accessors[accessor]
    view = gltf.bufferViews[entry.bufferView]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[entry.type]
    data = gltf.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength]
    return np.frombuffer(data, dtype={5126: np.float32, 5125: np.uint32}[entry.componentType]).reshape(-1, width)


def channels(gltf: pygltflib.GLTF2, name: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    node = next(i for i, node in enumerate(gltf.nodes) if node.name == name)
    found = {}
    for channel in gltf.animations[0].channels:
        if channel.target.node == node:
            sampler = gltf.animations[0].samplers[channel.sampler]
            found[channel.target.path] = (values(gltf, sampler.input)[:, 0], values(gltf, sampler.output))
    return found


@pytest.fixture(scope="module")
def gltf(recording, tmp_path_factory):
    path = recording.to_gltf(tmp_path_factory.mktemp("gltf") / "run")
    assert path.suffix == ".glb"
    return pygltflib.GLTF2().load(str(path)), path


def test_animation_has_every_pose_to_a_millionth(recording, gltf):
    for name in ("box one", "box one!", "Kiste", "cone"):
        found, body = channels(gltf[0], name), recording.body(name)
        times, position = found["translation"]
        np.testing.assert_allclose(times, recording.times, atol=1e-6)
        np.testing.assert_allclose(position, body.position, atol=1e-6)
        turn = np.roll(found["rotation"][1], 1, axis=1).astype(np.float64)
        np.testing.assert_allclose(
            matrix_from_quaternion_array(turn), matrix_from_quaternion_array(body.orientation), atol=1e-6
        )
        # Players interpolate along the shorter arc of neighbors.
        assert (np.sum(turn[1:] * turn[:-1], axis=1) > 0.0).all()


def test_independent_reader_finds_bodies_in_their_first_place_with_y_up(recording, gltf):
    scene = trimesh.load(gltf[1])
    for name in recording.names:
        matrix, _ = scene.graph[name]
        x, y, z = recording.body(name).position[0]
        np.testing.assert_allclose(matrix[:3, 3], [x, z, -y], atol=1e-6)


def test_surface_is_closed_outward_and_has_the_solid_s_volume(gltf):
    mesh = trimesh.load(gltf[1]).geometry
    cone = trimesh.util.concatenate([surface for name, surface in mesh.items() if "cone" in name])
    merged = trimesh.Trimesh(cone.vertices, cone.faces, process=True, validate=True)
    merged.merge_vertices(merge_norm=True, merge_tex=True)
    assert merged.is_watertight
    assert merged.volume == pytest.approx(np.pi * 0.3**2 * 0.6 / 3, rel=0.01)


def test_equal_bodies_share_their_buffers_and_colors_are_light(gltf):
    meshes = {mesh.name: mesh.primitives[0] for mesh in gltf[0].meshes}
    assert meshes["box one"].attributes.POSITION == meshes["Kiste"].attributes.POSITION
    material = gltf[0].materials[meshes["cone"].material]
    np.testing.assert_allclose(material.pbrMetallicRoughness.baseColorFactor[:3], light("#112233"), atol=1e-6)


def test_turning_bodies_have_pale_octants_unless_told_otherwise(recording, gltf, tmp_path):
    def colors(document: pygltflib.GLTF2, name: str) -> list[list[float]]:
        mesh = document.meshes[next(node.mesh for node in document.nodes if node.name == name)]
        return [document.materials[p.material].pbrMetallicRoughness.baseColorFactor[:3] for p in mesh.primitives]

    dark, pale = np.array(colors(gltf[0], "cone"))
    np.testing.assert_allclose(pale, dark + APPEARANCE.mark * (1.0 - dark), atol=1e-6)
    assert len(colors(gltf[0], "ball")) == 1  # fixed
    plain = pygltflib.GLTF2().load(str(recording.to_gltf(tmp_path / "plain.glb", marks=False)))
    np.testing.assert_allclose(colors(plain, "cone"), [dark], atol=1e-6)


def test_wood_and_ground_have_textures_unless_told_otherwise(tmp_path):
    scene = rg.Scene(title="Textures")
    scene.add_ground()
    scene.add_body(rg.Box((1, 2, 3)), position=(0, 0, 2), finish="wood", color="#b5793d", name="plank")
    run = rg.Simulation(scene).run(0.1)
    gltf = pygltflib.GLTF2().load(str(run.to_gltf(tmp_path / "run.glb")))
    meshes = {mesh.name: mesh.primitives[0] for mesh in gltf.meshes}
    for name, color in (("plank", "#b5793d"), ("ground", APPEARANCE.ground)):
        material = gltf.materials[meshes[name].material].pbrMetallicRoughness
        assert material.baseColorFactor == [1.0, 1.0, 1.0, 1.0]
        image = gltf.images[gltf.textures[material.baseColorTexture.index].source]
        view = gltf.bufferViews[image.bufferView]
        data = gltf.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength]
        pixels = np.asarray(Image.open(io.BytesIO(data))).reshape(-1, 3)
        assert pixels.max(axis=0).tolist() == [int(color[k : k + 2], 16) for k in (1, 3, 5)]
        assert len(np.unique(pixels, axis=0)) > 5
        places, points = (values(gltf, getattr(meshes[name].attributes, kind)) for kind in ("TEXCOORD_0", "POSITION"))
        # Linear in the places, so that patterns go on across edges and, of a ground, repeat every two fields.
        gradients, *_ = np.linalg.lstsq(points, places, rcond=None)
        np.testing.assert_allclose(places, points @ gradients, atol=1e-4 * np.abs(places).max())
    plain = pygltflib.GLTF2().load(str(run.to_gltf(tmp_path / "plain.glb", marks=False)))
    assert not plain.textures
    assert not plain.images


def test_camera_is_that_of_pictures(recording, gltf):
    drawing = Drawing.of_recording(recording)
    view = automatic_camera(drawing, recording, 16 / 9).view(0.0)
    node = next(node for node in gltf[0].nodes if node.name == "camera")
    lens = gltf[0].cameras[node.camera].perspective
    np.testing.assert_allclose(node.translation, view.eye, atol=1e-9)
    assert np.tan(0.5 * lens.yfov) == pytest.approx(view.tangent)
    axes = matrix_from_quaternion_array(np.roll(node.rotation, 1))
    np.testing.assert_allclose(axes.T, [view.right, view.up, -view.forward], atol=1e-9)
    light = gltf[0].scenes[0].extras["light"]
    assert light["sunlight"] == APPEARANCE.sunlight
    assert np.dot(light["sun"], drawing.up) > 0.5


def test_camera_and_floor_are_those_of_the_whole_motion_at_any_rate(tmp_path):
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.2), position=(0, 0, 1), name="ball", angular_velocity=(0, 0, 40))
    scene.add_body(rg.Sphere(0.2), position=(0, 0, 3), velocity=(1, 0, 0), name="other")
    run = rg.Simulation(scene).run(0.9, fps=60)
    found = [pygltflib.GLTF2().load(str(run.to_gltf(tmp_path / f"{fps}.glb", fps=fps))) for fps in (60, 3.0)]
    for name in ("camera", "floor"):
        first, second = (next(node for node in file.nodes if node.name == name) for file in found)
        assert first.translation == second.translation
        assert first.rotation == second.rotation


def test_camera_that_follows_has_keys(tmp_path):
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.camera = rg.CameraPlan(follow="ball")
    scene.add_body(rg.Sphere(0.5), velocity=(30, 0, 0), name="ball")
    gltf = pygltflib.GLTF2().load(str(rg.Simulation(scene).run(1.0, fps=10).to_gltf(tmp_path / "run.glb")))
    eye = channels(gltf, "camera")["translation"][1]
    np.testing.assert_allclose(eye - eye[0], channels(gltf, "ball")["translation"][1], atol=1e-5)


def test_velocities_are_kept_as_extras(recording, gltf):
    node = next(node for node in gltf[0].nodes if node.name == "cone")
    np.testing.assert_allclose(
        values(gltf[0], node.extras["velocity_accessor"]), recording.body("cone").velocity, atol=1e-6
    )


def test_fewer_keys_stay_within_their_tolerance(recording, tmp_path):
    tolerance = 0.02
    gltf = pygltflib.GLTF2().load(str(recording.to_gltf(tmp_path / "run.glb", tolerance)))
    times, position = channels(gltf, "Kiste")["translation"]
    assert len(times) < len(recording.times)
    for k in range(3):
        played = np.interp(recording.times, times, position[:, k])
        assert np.abs(played - recording.body("Kiste").position[:, k]).max() <= tolerance + 1e-6


def test_keys_lie_at_whole_frames_of_a_wanted_rate(recording, tmp_path):
    gltf = pygltflib.GLTF2().load(str(recording.to_gltf(tmp_path / "run.glb", fps=24)))
    times, position = channels(gltf, "cone")["translation"]
    np.testing.assert_allclose(times, np.arange(25) / 24, atol=1e-6)
    body = recording.body("cone").position
    np.testing.assert_allclose(position[12], body[15], atol=1e-6)
    np.testing.assert_allclose(position[1], 0.75 * body[1] + 0.25 * body[2], atol=1e-6)
    assert {"fps": 24.0, "frame_start": 0, "frame_end": 24}.items() <= gltf.scenes[0].extras.items()


def test_a_rate_that_does_not_divide_the_run_holds_its_end(recording, tmp_path):
    gltf = pygltflib.GLTF2().load(str(recording.to_gltf(tmp_path / "run.glb", fps=7.5)))
    times, position = channels(gltf, "Kiste")["translation"]
    assert times[-1] == pytest.approx(8 / 7.5)
    np.testing.assert_allclose(position[-1], recording.body("Kiste").position[-1], atol=1e-6)


def test_text_form_says_the_same(recording, tmp_path):
    document = json.loads(recording.to_gltf(tmp_path / "run.gltf").read_text())
    assert document["asset"]["version"] == "2.0"
    assert [node["name"] for node in document["nodes"][1:]] == [*recording.names, "camera"]
    bare = json.loads(recording.to_gltf(tmp_path / "bare.gltf", camera=False).read_text())
    assert [node["name"] for node in bare["nodes"][1:]] == recording.names


def test_scene_with_y_up_stays_as_it_is(tmp_path):
    scene = rg.Scene(gravity=(0, -9.8, 0))
    scene.add_body(rg.Box((1, 1, 1)), position=(1, 2, 3), name="box")
    run = rg.Simulation(scene).run(0.1)
    matrix, _ = trimesh.load(run.to_gltf(tmp_path / "y.glb")).graph["box"]
    np.testing.assert_allclose(matrix[:3, 3], [1, 2, 3], atol=1e-6)


def test_unknown_ending_is_refused(recording, tmp_path):
    with pytest.raises(rg.UsageError, match="unknown ending"):
        recording.to_gltf(tmp_path / "run.fbx")
