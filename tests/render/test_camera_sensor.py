"""Cameras on bodies: depths are those of rays, colors and bodies lie where they are, files are read."""

import mujoco
import numpy as np
import pytest

import rigida as rg


def turned(axis, angle):
    return (np.cos(angle / 2), *(np.sin(angle / 2) * np.array(axis)))


def room():
    """Boxes, a wedge and a ground, and a camera on a body that is turned."""
    scene = rg.Scene()
    scene.add_body(rg.HalfSpace((0, 0, 1)), fixed=True, name="ground")
    scene.add_body(rg.Box((0.5, 0.7, 0.9)), position=(0, 0, 0.6), orientation=turned((0, 0, 1), 0.4), name="box")
    corners = [(0, 0, 0), (0.6, 0, 0), (0, 0.8, 0), (0, 0, 0.7)]
    scene.add_body(rg.ConvexHull(corners), position=(0.6, -0.5, 0.3), name="wedge")
    head = scene.add_body(
        rg.Box((0.1, 0.1, 0.1)), position=(2, 0.3, 1.2), orientation=turned((0, 1, 0), 1.3), name="head"
    )
    scene.cameras["eye"] = rg.BodyCamera(head, (0, 0, -0.06), turned((0, 0, 1), 0.2), fov=60)
    return scene


def test_depths_and_bodies_are_those_of_rays():
    sim = rg.Simulation(room())
    eye = sim.camera("eye", 64, 48)
    image, (place, axes), K = eye.read(), eye.pose(), eye.matrix
    assert image.rgb.shape == (48, 64, 3)
    missed = 0
    for row in range(1, 48, 3):
        for column in range(1, 64, 3):
            x, y = (column + 0.5 - K[0, 2]) / K[0, 0], (row + 0.5 - K[1, 2]) / K[1, 1]
            ray = axes @ np.array([x, -y, -1.0])
            hit = sim.raycast(place, ray / np.linalg.norm(ray), 1000.0)
            number = image.segmentation[row, column]
            if hit is None:
                assert number == -1
                assert np.isinf(image.depth[row, column])
                continue
            if sim.scene.bodies[number].name != hit.body:
                missed += 1  # a ray along an edge
                continue
            depth = hit.distance / np.linalg.norm(ray)
            assert image.depth[row, column] == pytest.approx(depth, rel=1e-5)
    assert missed <= 1
    assert {sim.scene.bodies[i].name for i in np.unique(image.segmentation) if i >= 0} == {"ground", "box", "wedge"}


def test_camera_moves_with_its_body():
    sim = rg.Simulation(room())
    eye = sim.camera("eye", 32, 24)
    before = eye.read()
    sim.body("head").position = sim.body("head").position + np.array([0.1, 0.0, 0.0])
    _, axes = eye.pose()
    after = eye.read()
    middle = (12, 16)
    assert before.segmentation[middle] == after.segmentation[middle] == 1
    assert after.depth[middle] != before.depth[middle]
    np.testing.assert_allclose(eye.pose()[1], axes)


def test_cameras_of_mjcf_are_where_mujoco_has_them(tmp_path):
    text = (
        "<mujoco><compiler angle='radian'/><worldbody><camera name='wall' pos='1 2 3' xyaxes='0 1 0 0 0 1'/><body "
        "name='a' pos='0 0 1' euler='.3 .2 .1'><freejoint/><geom type='box' size='.2 .1 .15' pos='.1 0 0'/><body "
        "name='b' pos='.2 0 0' euler='.1 0 .5'><geom type='box' size='.1 .1 .1'/><camera name='eye' pos='.05 .1 .02' "
        "euler='.7 .2 -.4' fovy='70'/></body></body></worldbody></mujoco>"
    )
    path = tmp_path / "model.xml"
    path.write_text(text)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    sim = rg.Simulation(rg.load(path))
    assert sim.scene.cameras["eye"].fov == 70.0
    assert sim.scene.cameras["wall"].fov == 45.0
    for i, name in enumerate(("wall", "eye")):
        place, axes = sim.camera(name).pose()
        np.testing.assert_allclose(place, data.cam_xpos[i], atol=1e-12)
        np.testing.assert_allclose(axes, data.cam_xmat[i].reshape(3, 3), atol=1e-12)


def test_cameras_are_kept_in_scene_files(tmp_path):
    scene = room()
    scene.cameras["wall"] = rg.BodyCamera(rg.WORLD, (3, 0, 1), turned((0, 1, 0), 1.5))
    scene.save(tmp_path / "room.toml")
    again = rg.load(tmp_path / "room.toml")
    assert set(again.cameras) == {"eye", "wall"}
    np.testing.assert_allclose(again.cameras["eye"].orientation, scene.cameras["eye"].orientation)
    images = [rg.Simulation(each).camera("eye", 32, 24).read() for each in (scene, again)]
    np.testing.assert_array_equal(images[0].depth, images[1].depth)
    np.testing.assert_array_equal(images[0].rgb, images[1].rgb)


def test_unknown_cameras_are_refused_with_the_nearest_name():
    sim = rg.Simulation(room())
    with pytest.raises(rg.UsageError, match=r"no camera 'eyes'.*eye"):
        sim.camera("eyes")
    with pytest.raises(rg.UsageError, match=r"rg\.BodyCamera"):
        sim.camera(3)


def test_a_camera_refuses_unknown_attributes_and_shows_its_size():
    eye = rg.Simulation(room()).camera("eye", 64, 48)
    assert repr(eye) == "<CameraSensor: 64 × 48 pixels>"
    with pytest.raises(rg.UsageError):
        eye.fov = 90
