"""SDFormat: frames, joints and loops arrive, what is not honoured is named, what is wrong is said with its line."""

import numpy as np
import pytest
import trimesh

import rigida as rg
from rigida import scenes

LINK = (
    '<link name="{}"><pose>{}</pose><inertial><mass>2</mass><inertia><ixx>.3</ixx><iyy>.2</iyy><izz>.1</izz></inertia>'
    "</inertial><collision name='c'><geometry><box><size>.1 .1 1</size></box></geometry></collision></link>"
)
HINGE = '<joint name="{}" type="revolute"><parent>{}</parent><child>{}</child><pose>0 0 .5 0 0 0</pose>{}</joint>'
AXIS = "<axis><xyz>0 1 0</xyz></axis>"


def sdf(tmp_path, inner, world=False):
    path = tmp_path / "model.sdf"
    inner = f'<world name="w">{inner}</world>' if world else f'<model name="m">\n{inner}</model>'
    path.write_text(f'<sdf version="1.9">{inner}</sdf>')
    return path


def test_a_pendulum_moves_as_the_same_one_in_urdf(tmp_path):
    hinges = HINGE.format("top", "world", "upper", AXIS) + HINGE.format("mid", "upper", "lower", AXIS)
    path = sdf(tmp_path, LINK.format("upper", "0 0 -.5 0 0 0") + LINK.format("lower", "0 0 -1.5 0 0 0") + hinges)
    link = (
        '<link name="{}"><inertial><origin xyz="0 0 -.5"/><mass value="2"/>'
        '<inertia ixx=".3" ixy="0" ixz="0" iyy=".2" iyz="0" izz=".1"/></inertial></link>'
    )
    joint = (
        '<joint name="{}" type="continuous"><parent link="{}"/><child link="{}"/><origin xyz="0 0 {}"/>'
        '<axis xyz="0 1 0"/></joint>'
    )
    robot = "".join([link.format("upper"), link.format("lower"), joint.format("top", "world", "upper", 0)])
    text = f'<robot name="m"><link name="world"/>{robot}{joint.format("mid", "upper", "lower", -1)}</robot>'
    (tmp_path / "model.urdf").write_text(text)
    runs = []
    for file in (path, tmp_path / "model.urdf"):
        scene = rg.load(file)
        scene.gravity = (3.0, 0.0, -9.81)
        runs.append(rg.Simulation(scene, engine=rg.Precise(tolerance=1e-11, contact="none")).run(1.0, 10))
    assert np.ptp(runs[0].velocity) > 1.0
    np.testing.assert_allclose(runs[0].velocity, runs[1].velocity, atol=1e-8)


def test_poses_are_relative_to_the_frames_they_name():
    scene = rg.load(scenes.path("robots/four_bar"))
    np.testing.assert_allclose(scene.body("coupler").position, (0.4, 0, 1.3), atol=1e-15)
    anchors = {joint.name: joint.anchor for joint in scene.joints}
    expected = {"drive": (0, 0, 1), "first": (0, 0, 1.3), "ground": (0.8, 0, 1), "loop": (0.8, 0, 1.3)}
    for name, anchor in expected.items():
        np.testing.assert_allclose(anchors[name], anchor, atol=1e-15, err_msg=name)


def test_a_loop_stays_closed_while_it_moves():
    scene = rg.load(scenes.path("robots/four_bar"))
    scene.add_force(rg.Torque(scene.body("crank"), (0, 1.0, 0)))
    run = rg.Simulation(scene, "precise").run(1.0, 20)
    # Crank and rocker are equally long and the coupler as long as the base: it stays level.
    assert np.ptp(run.body("crank").orientation[:, 2]) > 0.3
    level = run.body("coupler").orientation - run.body("coupler").orientation[0]
    assert np.abs(level).max() < 1e-7


def test_limits_springs_and_angles_in_degrees_arrive(tmp_path):
    axis = (
        "<axis><xyz expressed_in='__model__'>0 2 0</xyz><limit><lower>-1</lower><upper>1e16</upper><effort>7</effort>"
        "</limit><dynamics><damping>3</damping><spring_stiffness>4</spring_stiffness>"
        "<spring_reference>.5</spring_reference></dynamics></axis>"
    )
    path = sdf(tmp_path, LINK.format("upper", "0 0 -.5 0 0 1.5") + HINGE.format("top", "world", "upper", axis))
    path.write_text(path.read_text().replace("<pose>0 0 -.5 0 0 1.5", "<pose degrees='true'>0 0 -.5 0 0 90"))
    (joint,) = rg.load(path).joints
    np.testing.assert_allclose(joint.axis, (0, 1, 0), atol=1e-15)
    assert (joint.lower, joint.upper, joint.motor_max) == (-1.0, None, 7.0)
    assert (joint.damping, joint.stiffness, joint.rest) == (3.0, 4.0, 0.5)
    turn = rg.load(path).bodies[0].orientation
    np.testing.assert_allclose(turn, (np.sqrt(0.5), 0, 0, np.sqrt(0.5)), atol=1e-15)


def test_models_of_a_world_touch_each_other_and_stand_on_its_ground(tmp_path):
    ground = (
        '<model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane/></geometry>'
        "<surface><friction><ode><mu>0.7</mu></ode></friction></surface></collision></link></model>"
    )
    box = (
        '<model name="{}"><pose>0 0 {} 0 0 0</pose><link name="link"><collision name="c"><geometry><box>'
        "<size>1 1 1</size></box></geometry></collision></link></model>"
    )
    worlds = f"<gravity>0 0 -10</gravity>{ground}{box.format('low', 0.5)}{box.format('high', 1.5)}"
    scene = rg.load(sdf(tmp_path, worlds, world=True))
    assert [body.name for body in scene.bodies] == ["ground/link", "low/link", "high/link"]
    assert scene.gravity == (0.0, 0.0, -10.0)
    assert scene.bodies[0].material.friction == 0.7
    run = rg.Simulation(scene, engine="realtime").run(0.5)
    np.testing.assert_allclose(run.position[-1, :, 2], (0, 0.5, 1.5), atol=1e-3)


def test_meshes_of_models_come_from_their_folders_only(tmp_path):
    (tmp_path / "shelf" / "brick" / "meshes").mkdir(parents=True)
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "shelf" / "brick" / "meshes" / "brick.stl")
    mesh = LINK.format("a", "0 0 0 0 0 0").replace("<box><size>.1 .1 1</size></box>", "<mesh><uri>{}</uri></mesh>")
    path = sdf(tmp_path, mesh.format("model://brick/meshes/brick.stl"))
    assert "no package 'brick'" in rg.validate_scene(path)[0].message
    assert rg.load(path, search=[tmp_path / "shelf"]).bodies[0].shape.bounds()[1] == pytest.approx([0.5, 1, 1.5])
    (tmp_path / "brick.stl").write_bytes((tmp_path / "shelf/brick/meshes/brick.stl").read_bytes())
    inner = tmp_path / "scene"
    inner.mkdir()
    for name in ("model://../brick.stl", "package://./../brick.stl"):
        found = rg.validate_scene(sdf(inner, mesh.format(name)))[0]
        assert "names no package" in found.message
    assert "leads out" in rg.validate_scene(sdf(inner, mesh.format("../brick.stl")))[0].message


ONE = LINK.format("a", "0 0 0 0 0 0")


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (HINGE.format("h", "world", "b", AXIS) + ONE, "there is no link 'b'"),
        (ONE + HINGE.format("h", "world", "a", ""), "needs an <axis>"),
        (ONE + HINGE.format("h", "world", "a", AXIS.replace("0 1 0", "0 0 0")), "non-zero vector"),
        (ONE + HINGE.format("h", "world", "a", AXIS).replace("revolute", "revolut"), "Did you mean 'revolute'?"),
        (ONE.replace(".1 .1 1", ".1 .1"), "must be 3 finite numbers"),
        (ONE.replace("<box>", "<bax>").replace("</box>", "</bax>"), "Did you mean 'box'?"),
        (ONE.replace("<pose>", "<pose relative_to='b'>"), "there is no frame 'b'"),
        (ONE.replace("<pose>", "<pose relative_to='a'>"), "leads back to itself"),
        (ONE + ONE, "there are two of <link>"),
        ("<include><uri>x</uri></include>", "<include> in a <model> is not read"),
        ("<static>perhaps</static>" + ONE, "must be true or false"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, inner, words):
    found = rg.validate_scene(sdf(tmp_path, inner))[0]
    assert words in found.message
    assert found.line > 0


def test_what_is_not_honoured_is_named_once(tmp_path):
    plain = ONE.replace("</link>", "<sensor/><sensor/></link>") + "<plugin/>"
    with pytest.warns(rg.RigidaWarning) as given:
        rg.load(sdf(tmp_path, plain))
    assert sorted(str(item.message) for item in given) == [
        "model.sdf: line 2: <plugin> in <model> is not honoured.",
        "model.sdf: line 2: <sensor> in <link> is not honoured (2 times).",
    ]


def test_a_model_whose_name_is_taken_is_numbered(tmp_path):
    models = "".join(
        f"<model name='m'>{LINK.format('part', place)}</model>" for place in ("0 0 0 0 0 0", "3 0 0 0 0 0")
    )
    with pytest.warns(rg.RigidaWarning, match="is numbered"):
        scene = rg.load(sdf(tmp_path, models, world=True))
    assert [body.name for body in scene.bodies] == ["m/part", "m_1/part"]
