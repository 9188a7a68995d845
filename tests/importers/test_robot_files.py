"""URDF and MJCF: what arrives, what is named as left out, what is refused."""

import re
import warnings

import numpy as np
import pytest
import trimesh

import rigida as rg
from rigida import scenes
from rigida.importers.formats import convert

LINK = (
    '<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    "<collision><geometry>{}</geometry></collision>"
)


HOME = (
    "<worldbody><body><geom size='1'/><joint type='ball'/></body></worldbody><keyframe><key name='home' {}/></keyframe>"
)


def urdf(tmp_path, inner, geometry='<box size="1 1 1"/>', folder="."):
    (tmp_path / folder).mkdir(exist_ok=True, parents=True)
    path = tmp_path / folder / "robot.urdf"
    links = "".join(f'\n<link name="{name}">{LINK.format(geometry)}</link>' for name in ("base", "arm"))
    path.write_text(f'<robot name="two">{links}\n{inner}</robot>')
    return path


def hinge(inner='<limit lower="-1" upper="2" effort="7"/>', kind="revolute"):
    ends = '<parent link="base"/><child link="arm"/><origin xyz="0 0 3" rpy="0 0 1.5707963267948966"/>'
    return f'<joint name="hinge" type="{kind}">{ends}<axis xyz="2 0 0"/>{inner}</joint>'


def mjcf(tmp_path, inner, name="model.xml"):
    path = tmp_path / name
    path.write_text(f"<mujoco>{inner}</mujoco>")
    return path


def test_a_joint_arrives_in_the_world_with_limits_and_motor(tmp_path):
    drive = '<transmission name="t"><joint name="hinge"/></transmission>'
    scene = rg.load(urdf(tmp_path, hinge() + drive))
    (joint,) = scene.joints
    assert (joint.lower, joint.upper, joint.motor, joint.motor_max) == (-1.0, 2.0, "effort", 7.0)
    np.testing.assert_allclose(joint.axis, (0, 1, 0), atol=1e-15)
    assert joint.anchor == (0.0, 0.0, 3.0)
    assert scene.body("base").dynamic


def test_unsupported_kinds_are_named_once_with_their_line(tmp_path):
    path = urdf(tmp_path, hinge('<limit lower="0" upper="1"/>\n<mimic joint="x"/>') + "\n<gazebo/><gazebo/>")
    with pytest.warns(rg.RigidaWarning) as given:
        rg.load(path)
    texts = sorted(str(item.message) for item in given)
    assert texts == [
        "robot.urdf: line 5: a <mimic> of or by a joint that does not move is not honoured.",
        "robot.urdf: line 6: <gazebo> in a <robot> is not honoured (2 times).",
    ]


def told(path, **options):
    """Return a scene and what was said of it, without the name of its file and the lines."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        scene = rg.load(path, **options)
    return scene, [str(item.message).split(": ", 2)[-1] for item in given]


def test_moments_that_are_not_given_are_those_of_the_shapes(tmp_path):
    path = urdf(tmp_path, hinge(), '<box size="1 2 3"/>')
    path.write_text(re.sub("<inertia .*?/>", "", path.read_text()))
    scene, said = told(path)
    assert said == ["an <inertial> without an <inertia> takes that of the link's collision shapes (2 times)."]
    np.testing.assert_allclose(scene.body("arm").inertia, np.diag([13, 10, 5]) * 2 / 12, rtol=1e-12)


def test_shapes_without_extent_and_meshes_that_cannot_be_drawn_are_told(tmp_path):
    path = urdf(tmp_path, hinge(), '<box size="0 0 0"/>')
    drawn = "<visual><geometry><mesh filename='package://away/arm.dae'/></geometry></visual></link>"
    path.write_text(path.read_text().replace("</link>", drawn))
    scene, said = told(path)
    assert said == [
        "a box of size 0 is left out (2 times).",
        "the file of a mesh that is only drawn is not found (2 times).",
    ]
    assert [body.shape for body in scene.bodies] == [None, None]


def test_a_limit_whose_lower_is_above_its_upper_is_none(tmp_path):
    scene, said = told(urdf(tmp_path, hinge('<limit lower="1" upper="-1"/>')))
    assert said == ["a <limit> whose lower is above its upper is none."]
    assert (scene.joints[0].lower, scene.joints[0].upper) == (None, None)


def test_the_velocity_of_a_limit_is_the_speed_limit_of_its_joint(tmp_path):
    scene, said = told(urdf(tmp_path, hinge('<limit lower="-1" upper="1" velocity="3"/>')))
    assert (said, scene.joints[0].speed_limit) == ([], 3.0)


def test_a_thin_link_keeps_enough_inertia_to_be_moved(tmp_path):
    path = urdf(tmp_path, hinge())
    path.write_text(path.read_text().replace('izz="1"', 'izz="1e-9"'))
    scene, (said,) = told(path)
    assert "0.0001 of the largest (2 times)" in said
    np.testing.assert_allclose(np.diag(scene.body("arm").inertia), [1, 1, 1e-4])


def test_a_declaration_after_blank_lines_and_zeros_at_the_end_are_read_over(tmp_path):
    path = urdf(tmp_path, hinge('<limit lower="1" upper="0"/>'))
    path.write_text("\n\n<?xml version='1.0'?>" + path.read_text() + "\n\0")
    with pytest.warns(rg.RigidaWarning, match="line 6: a <limit>"):
        assert len(rg.load(path).bodies) == 2


def test_a_root_whose_mass_is_zero_stands_still_and_may_be_a_plane(tmp_path):
    plane = "<collision><geometry><plane normal='0 0 1'/></geometry></collision>"
    path = tmp_path / "plane.urdf"
    inertia = "<inertial><mass value='0'/><inertia ixx='0' iyy='0' izz='0'/></inertial>"
    path.write_text(f"<robot name='ground'><link name='plane'>{inertia}{plane}</link></robot>")
    (body,) = rg.load(path).bodies
    assert body.fixed
    assert isinstance(body.shape, rg.HalfSpace)


def test_links_behind_fixed_joints_belong_to_their_carrier():
    scene = rg.load(scenes.path("robots/arm"))
    assert scene.bodies[0].fixed
    assert [body.name for body in scene.bodies][-1] == "wrist_3"
    assert scene.body("wrist_3").mass == pytest.approx(0.19 + 0.25)


def test_meshes_come_from_packages_and_search_folders_only(tmp_path):
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "brick.stl")
    package = tmp_path / "shelf" / "two_description" / "meshes"
    package.mkdir(parents=True)
    trimesh.creation.box((1, 2, 3)).export(package / "brick.stl")
    mesh = '<mesh filename="{}" scale="0.1 0.1 0.1"/>'
    outside = urdf(tmp_path, hinge(), mesh.format("../brick.stl"), "robots")
    assert "leads out of the scene's folder" in rg.validate_scene(outside)[0].message
    inside = urdf(
        tmp_path, hinge(), mesh.format("package://two_description/meshes/brick.stl"), "shelf/two_description/urdf"
    )
    assert rg.load(inside).body("arm").shape.bounds()[1] == pytest.approx([0.05, 0.1, 0.15])
    renamed = urdf(tmp_path, hinge(), mesh.format("package://others/meshes/brick.stl"), "shelf/two_description/urdf")
    assert rg.validate_scene(renamed) == []
    foreign = urdf(tmp_path, hinge(), mesh.format("package://two_description/meshes/brick.stl"), "robots")
    assert "there is no package 'two_description'" in rg.validate_scene(foreign)[0].message
    assert rg.validate_scene(foreign, search=[tmp_path / "shelf"]) == []
    # Meshes are touched on their hulls, unless their true surface is asked for.
    assert isinstance(scene_file(rg.load(inside), tmp_path).body("arm").shape, rg.ConvexHull)
    assert rg.load(inside, true_surface=True).body("arm").shape.file.endswith("brick.stl")
    escaping = urdf(
        tmp_path, hinge(), mesh.format("package://two_description/../../brick.stl"), "shelf/two_description/urdf"
    )
    assert "leads out" in rg.validate_scene(escaping)[0].message


def scene_file(scene, tmp_path):
    scene.save(tmp_path / "robot.toml")
    return rg.load(tmp_path / "robot.toml")


def test_urdf_written_and_read_moves_alike(tmp_path):
    path = scenes.path("robots/arm")
    first = rg.load(path)
    with pytest.warns(rg.RigidaWarning, match="motors of joints have no form"):
        convert(first, tmp_path / "again.urdf")
    second = rg.load(tmp_path / "again.urdf")
    assert [body.name for body in second.bodies] == [body.name for body in first.bodies]
    runs = [rg.Simulation(scene, engine=rg.Precise(tolerance=1e-12)).run(0.3, 10) for scene in (first, second)]
    # Frames sit at the joints in URDF; centers of mass do not depend on them.
    np.testing.assert_allclose(runs[1].velocity, runs[0].velocity, atol=1e-8)
    np.testing.assert_allclose(runs[1].kinetic, runs[0].kinetic, atol=1e-8)


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (hinge().replace('"arm"', '"amr"'), "there is no link 'amr'. Did you mean 'arm'?"),
        (hinge(kind="revolut"), "unknown type of joint 'revolut'. Did you mean 'revolute'?"),
        (hinge("<limit lower='a'/>"), "must be 1 finite numbers"),
        (hinge() + hinge().replace('"hinge"', '"other"'), "has two parents"),
        (
            hinge() + '<joint name="back" type="fixed"><parent link="arm"/><child link="base"/></joint>',
            "carries itself",
        ),
        ('<link name="arm"/>', "there are two of <link>"),
        ("<link>", "not valid XML"),
    ],
)
def test_what_is_wrong_with_a_urdf_is_said_with_its_line(tmp_path, inner, words):
    found = rg.validate_scene(urdf(tmp_path, inner))[0]
    assert words in found.message
    assert found.line > 0


@pytest.mark.parametrize("ending", ["urdf", "xml", "sdf"])
def test_entities_are_refused(tmp_path, ending):
    bomb = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    texts = {
        "bomb": f'<!DOCTYPE x [<!ENTITY e0 "ha">{bomb}]><robot name="&e11;"/>',
        "outside": '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><robot name="&f;"/>',
        "subset": '<!DOCTYPE x SYSTEM "http://example.com/x.dtd"><robot/>',
    }
    for name, text in texts.items():
        path = tmp_path / f"{name}.{ending}"
        path.write_text(text)
        (found,) = rg.validate_scene(path)
        assert "document types and entities are refused" in found.message


def test_deep_nesting_ends_in_an_error(tmp_path):
    found = rg.validate_scene(mjcf(tmp_path, "<body>" * 100_000))
    assert "levels" in found[0].message


def test_the_home_keyframe_is_the_start():
    scene = rg.load(scenes.path("robots/quadruped"))
    knee = next(joint for joint in scene.joints if joint.name == "front_left_knee")
    assert (knee.lower, knee.upper) == pytest.approx((-2.7, -0.5))
    assert scene.start is scene.poses["home"]
    sim = rg.Simulation(scene)
    assert sim.joint("front_left_knee").position == pytest.approx(-1.5)
    # Thigh and shin of 0.2 m, bent by 0.8 forwards and 1.5 back.
    shin = sim.body("front_left_shin")
    np.testing.assert_allclose(shin.position[2], 0.315 - 0.2 * np.cos(0.8), atol=1e-12)
    np.testing.assert_allclose(shin.position[0], 0.18 - 0.2 * np.sin(0.8), atol=1e-12)


def test_defaults_reach_through_classes_and_child_classes(tmp_path):
    scene = rg.load(scenes.path("robots/gripper"))
    assert scene.body("right_pad").material.friction == 0.9
    assert scene.body("right_pad").color == "#333333"
    assert scene.body("right_crank").collision_mask == 0
    loops = [joint for joint in scene.joints if isinstance(joint, rg.Spherical)]
    assert [joint.name for joint in loops] == ["right_loop", "left_loop"]
    run = rg.Simulation(scene).run(0.2, 20)
    pad, bar = (run.names.index(name) for name in ("right_pad", "right_bar"))
    # The loop makes a parallelogram: the pad keeps upright while its bar turns.
    assert np.abs(run.orientation[:, pad] - run.orientation[0, pad]).max() < 1e-6
    assert np.isfinite(run.orientation[:, bar]).all()


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (HOME.format("qpos='1'"), "the qpos of the keyframe 'home' does not fit the model"),
        (HOME.format("qvel='1 2'"), "the qvel of the keyframe 'home' does not fit the model"),
        ("<worldbody><include file='x'/></worldbody>", "there is no file 'x'"),
        ("<worldbody><composite/></worldbody>", "<composite> is not read"),
        ("<worldbody><body><geom type='bax' size='1'/></body></worldbody>", "Did you mean 'box'"),
        ("<worldbody><geom class='no' size='1'/></worldbody>", "there is no default class 'no'"),
        ("<worldbody><geom type='mesh' mesh='no'/></worldbody>", "there is no mesh 'no'"),
        ("<actuator><motor joint='no'/></actuator>", "there is no joint 'no'"),
        ("<compiler angle='gon'/>", "angle must be degree or radian"),
    ],
)
def test_what_is_wrong_with_an_mjcf_is_said(tmp_path, inner, words):
    assert words in rg.validate_scene(mjcf(tmp_path, inner))[0].message


def warned(path):
    with pytest.warns(rg.RigidaWarning) as given:
        scene = rg.load(path)
    return scene, sorted(str(item.message) for item in given)


def test_joints_have_limits_springs_and_actuators(tmp_path):
    inner = "<worldbody><body pos='0 0 1'><geom size='.1' pos='0 0 1'/>\n{}</body></worldbody>{}"
    motor = "<actuator><motor name='m' joint='j' gear='5' ctrlrange='-1 2'/></actuator>"
    hinge = "<joint name='j' range='-90 45' stiffness='3' damping='2' springref='10' armature='.1' frictionloss='.2'/>"
    scene = rg.load(mjcf(tmp_path, inner.format(hinge, motor)))
    (joint,) = scene.joints
    assert (joint.lower, joint.upper) == pytest.approx((-np.pi / 2, np.pi / 4))
    assert (joint.stiffness, joint.damping, joint.rest) == pytest.approx((3, 2, np.radians(10)))
    assert (joint.armature, joint.dry_friction) == (0.1, 0.2)
    (actuator,) = scene.actuators
    assert (actuator.name, actuator.joints, actuator.gear, actuator.control_range) == ("m", ("j",), (5.0,), (-1.0, 2.0))
    scene = rg.load(mjcf(tmp_path, inner.format(hinge + "<joint name='k' axis='1 0 0' range='0 1'/>", motor)))
    (joint,) = scene.joints
    assert joint.coordinate_names() == ["j", "k"]
    assert joint.steps[1].upper == pytest.approx(np.radians(1))
    scene, texts = warned(mjcf(tmp_path, inner.format("<joint type='ball' range='0 40' damping='1'/>", "")))
    assert texts == [
        "model.xml: line 2: the damping of a ball joint is not honoured.",
        "model.xml: line 2: the range of a ball joint is not honoured.",
    ]


def test_stops_of_a_model_hold(tmp_path):
    """A bar let go at the horizontal falls onto the stop at 30 degrees and stays there."""
    text = "<worldbody><body pos='0 0 2'><joint name='j' axis='0 1 0' range='-90 30'/>{}</body></worldbody>"
    scene = rg.load(mjcf(tmp_path, text.format("<geom type='box' size='.5 .05 .05' pos='.5 0 0'/>")))
    sim = rg.Simulation(scene, "precise")
    sim.run(1.5, fps=10)
    assert sim.joint("j").position == pytest.approx(np.radians(30), abs=1e-6)
    assert sim.joint("j").velocity == pytest.approx(0.0, abs=1e-6)


def test_attributes_that_are_not_honoured_are_named_once(tmp_path):
    geoms = "<geom size='.1' frozen='6'/>\n<geom size='.2' frozen='4' solref='1 2'/>"
    _, texts = warned(mjcf(tmp_path, f"<worldbody>\n<body plugin='1'><freejoint/>{geoms}</body></worldbody>"))
    assert texts == [
        "model.xml: line 2: 'frozen' (2 times), 'solref' of <geom> not honoured.",
        "model.xml: line 2: 'plugin' of <body> not honoured.",
    ]


def test_unsupported_mjcf_is_named(tmp_path):
    body = "<body><freejoint/><geom size='1'/><camera/><camera/><light/></body>"
    path = mjcf(tmp_path, f"<worldbody>{body}</worldbody><wings/>")
    with pytest.warns(rg.RigidaWarning) as given:
        rg.load(path)
    kinds = {str(item.message).split("<")[1].split(">")[0] for item in given}
    assert kinds == {"light", "wings"}
