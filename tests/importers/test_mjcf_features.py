"""MJCF as it is written: each feature gives the places, masses, efforts and actuator forces that MuJoCo gives."""

import runpy
from pathlib import Path

import mujoco
import numpy as np
import pytest

import rigida as rg

COMPARED = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "robot_models.py"))
TOLERANCE = 1e-9

BOX = "0 0 0  1 0 0  0 2 0  0 0 3  1 2 0  1 0 3  0 2 3  1 2 3"
MODELS = {
    "frame": "<worldbody><frame pos='1 2 3' euler='10 20 30'><body name='a'><frame euler='0 0 40' pos='0 .1 0'>"
    "<joint name='j' pos='.1 0 0' axis='1 1 0'/><geom type='box' size='.1 .2 .3'/></frame></body></frame></worldbody>",
    "replicate": "<worldbody><body name='t'><freejoint/><geom size='.1'/><replicate count='3' offset='.5 0 0' "
    "euler='0 0 30' sep='_'><body name='a' pos='0 0 1'><joint name='j' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/>"
    "</body></replicate></body></worldbody>",
    "inline mesh": f"<asset><mesh name='m' vertex='{BOX}' scale='.1 .2 .3' refpos='.1 .2 .3'/></asset><worldbody>"
    "<body name='a'><joint name='j' axis='0 1 0'/><geom type='mesh' mesh='m' euler='10 20 0'/></body></worldbody>",
    "fitted box": f"<asset><mesh name='m' vertex='{BOX}' scale='.1 .2 .3'/></asset><worldbody>"
    "<body name='a'><joint name='j' axis='0 1 0'/><geom type='box' mesh='m' pos='.1 0 0'/></body></worldbody>",
    "fitted capsule": f"<asset><mesh name='m' vertex='{BOX}' scale='.1 .2 .9'/></asset><worldbody>"
    "<body name='a'><joint name='j' axis='0 1 0'/><geom type='capsule' mesh='m' pos='.1 0 0'/></body></worldbody>",
    "fromto": "<worldbody><body name='a'><joint name='j' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 .2 .1' "
    "size='.05'/><geom type='box' fromto='0 0 0 .1 0 .5' size='.05'/><geom type='ellipsoid' size='.1 .2 .3'/></body>"
    "</worldbody>",
    "classes": "<default><joint armature='.1' damping='.5'/><default class='soft'><joint stiffness='3' springref='20'/>"
    "<default class='slide'><joint type='slide' axis='1 0 0' ref='.1'/></default></default></default><worldbody>"
    "<body name='a' childclass='soft'><joint name='j'/><geom size='.1' pos='.3 0 0'/><body name='b'>"
    "<joint name='k' class='slide'/><geom size='.1'/></body></body></worldbody>",
    "three hinges": "<worldbody><body name='a'><joint name='x' axis='1 0 0' ref='20'/><joint name='z' axis='0 0 1'/>"
    "<joint name='y' axis='0 1 0' armature='.2' stiffness='2'/><geom type='box' size='.1 .2 .3' pos='.1 .2 .3'/></body>"
    "</worldbody><actuator><motor name='m' joint='y' gear='3'/></actuator>",
    "slides and hinge": "<worldbody><body name='a'><joint name='x' type='slide' axis='1 0 0'/><joint name='z' "
    "type='slide' axis='0 0 1'/><joint name='y' axis='0 1 0' damping='1'/><geom type='box' size='.1 .2 .3' "
    "pos='.1 .2 .3'/></body></worldbody>",
    "actuators": "<worldbody><body name='a'><joint name='j' axis='0 1 0' range='-90 90' armature='.01'/>"
    "<geom size='.1' pos='.3 0 0'/><body name='b' pos='.5 0 0'><joint name='k' axis='0 1 0'/>"
    "<geom size='.1' pos='.3 0 0'/></body></body></worldbody><tendon><fixed name='t'><joint joint='j' coef='2'/>"
    "<joint joint='k' coef='-.5'/></fixed></tendon><actuator><motor name='m' joint='j' gear='5' ctrlrange='-1 .2'/>"
    "<position name='p' joint='j' kp='20' kv='.7' inheritrange='1' gear='2' forcerange='-3 4'/>"
    "<velocity name='v' joint='k' kv='3'/><general name='g' joint='k' biastype='affine' gainprm='7' biasprm='1 -2 -3'/>"
    "<motor name='tm' tendon='t' gear='2'/><position name='tp' tendon='t' kp='4' kv='.1'/></actuator>",
    "dampers and affine gains": "<worldbody><body name='a'><joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
    "<body name='b' pos='.5 0 0'><joint name='k' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></body></worldbody>"
    "<actuator><damper name='d' joint='j' kv='3' ctrlrange='0 2' gear='2'/><general name='g' joint='k' gear='3' "
    "gaintype='affine' gainprm='2 .5 -.7' biastype='affine' biasprm='.1 -2 -.3' forcerange='-1 4'/></actuator>",
    "spatial tendons": "<worldbody><site name='s' pos='0 0 1'/><site name='p' pos='1 0 1'/><body name='a'>"
    "<joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/><site name='t' pos='.3 .1 0'/><site name='r' "
    "pos='.4 .1 .2'/><body name='b' pos='.5 0 0'><joint name='k' axis='0 1 .2'/><geom size='.1' pos='.3 0 0'/>"
    "<site name='u' pos='.3 0 .1'/></body></body></worldbody><tendon><spatial name='one' stiffness='20' damping='2' "
    "springlength='.7'><site site='s'/><site site='t'/></spatial><spatial name='bent' stiffness='30'><site site='s'/>"
    "<site site='t'/><site site='r'/><site site='u'/><pulley divisor='2'/><site site='u'/><site site='p'/></spatial>"
    "</tendon><actuator><motor name='m' tendon='one' gear='3'/><position name='h' tendon='bent' kp='4' kv='.3' "
    "gear='2'/></actuator>",
    "tendons over geoms": "<worldbody><site name='s' pos='0 .3 .5'/><body name='a'><joint name='j' axis='0 1 .3'/>"
    "<geom size='.1' pos='.3 0 0'/><site name='t' pos='.3 .1 .2'/><site name='o' pos='.1 .1 .3'/><geom name='c' "
    "type='cylinder' size='.08 .2' pos='.5 0 0' euler='80 10 0'/><geom name='p' size='.1' pos='.1 .1 .15'/><body "
    "name='b' pos='.5 0 0'><joint name='k' axis='0 1 .2'/><geom size='.1' pos='.3 0 0'/><site name='u' "
    "pos='.3 .05 -.2'/></body></body></worldbody><tendon><spatial name='one' stiffness='20' damping='2'>"
    "<site site='t'/><geom geom='c'/><site site='u'/></spatial><spatial name='two' stiffness='30' springlength='.3'>"
    "<site site='s'/><geom geom='p' sidesite='o'/><site site='t'/><geom geom='c'/><site site='u'/></spatial></tendon>"
    "<actuator><motor name='m' tendon='two' gear='3'/></actuator>",
    "springs by time and ratio": "<worldbody><body name='a'><joint name='j' axis='0 1 0' springdamper='.1 .7' "
    "armature='.01' springref='20'/><geom size='.1' pos='.3 0 0'/><body name='b' pos='.5 0 0'><joint name='k' "
    "axis='0 1 0' springdamper='.2 1' damping='3' stiffness='2'/><geom size='.1' pos='.3 0 0'/></body></body>"
    "</worldbody>",
    "actuator classes": "<default><general gainprm='400' biasprm='1 -2 -3' ctrlrange='-2 2'/><default class='servo'>"
    "<position kv='5'/></default><default class='rate'><velocity kv='3'/></default></default><worldbody><body name='a'>"
    "<joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></worldbody><actuator>"
    "<position name='a' joint='j'/><position name='b' joint='j' class='servo'/><position name='c' joint='j' "
    "class='servo' kp='7' dampratio='1'/><motor name='d' joint='j' class='servo'/><velocity name='e' joint='j'/>"
    "<general name='f' joint='j' class='servo'/><general name='g' joint='j' gainprm='2'/><velocity name='h' joint='j' "
    "class='rate'/><position name='i' joint='j' class='rate'/><damper name='k' joint='j' kv='2' "
    "ctrlrange='0 2'/></actuator>",
    "mesh of old rule": "<asset><mesh name='m' vertex='0 0 0  1 0 0  0 2 0  0 0 3  1 2 0  1 0 3  0 2 3  1 2 .25' "
    "face='0 2 1 1 2 4 0 1 3 1 5 3 0 3 2 2 3 6 1 4 5 4 7 5' scale='.5 .25 .5' inertia='legacy'/></asset><worldbody>"
    "<body name='a'><joint name='j' axis='0 1 0'/><geom type='mesh' mesh='m' pos='.5 0 0'/></body></worldbody>",
    "empty attributes": "<worldbody><body name='a' pos=''><joint name='j' axis='0 1 0' range=''/><geom rgba='' "
    "size='.1' pos='.3 0 0'/></body></worldbody>",
    "damped free body": "<worldbody><body name='a' euler='10 20 30'><joint name='f' type='free' damping='.7'/>"
    "<geom type='box' size='.1 .2 .3'/></body></worldbody>",
    "gravcomp": "<worldbody><body name='a' gravcomp='.7'><joint name='j' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
    "<body name='welded' pos='.2 0 .1' gravcomp='1'><geom size='.05'/></body><body name='b' pos='.5 0 0' gravcomp='1'>"
    "<joint name='k' axis='0 1 1'/><geom size='.1' pos='.3 0 0'/></body></body></worldbody>",
    "servo of a ratio": "<worldbody><body name='a'><joint name='j' axis='0 1 0' range='-90 90' armature='.3'/>"
    "<geom size='.1' pos='.3 0 0'/><body name='b' pos='.5 0 0'><joint name='k' axis='0 1 0'/><geom size='.1' "
    "pos='.3 0 0'/></body></body></worldbody><actuator><position name='p' joint='j' kp='30' dampratio='.7' "
    "inheritrange='1'/></actuator>",
    "inertias": "<compiler balanceinertia='true' boundmass='.01' boundinertia='.02'/><worldbody><body name='a'>"
    "<joint name='j' axis='0 1 1'/><inertial pos='.1 0 0' mass='1' diaginertia='1 1 5'/><body name='b' pos='1 0 0'>"
    "<joint name='k' axis='0 1 1'/><geom size='.01' density='1'/></body></body></worldbody>",
    "radians and groups": "<compiler angle='radian' eulerseq='ZYX' inertiagrouprange='0 1' settotalmass='5'/>"
    "<worldbody><body name='a' euler='.1 .2 .3'><joint name='j' axis='0 1 1'/><geom size='.1' pos='1 0 0'/>"
    "<geom size='.3' group='4'/></body></worldbody>",
}


def model_file(tmp_path, inner):
    path = tmp_path / "model.xml"
    path.write_text(f"<mujoco>{inner}</mujoco>")
    return path


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
@pytest.mark.parametrize("name", MODELS)
def test_a_feature_gives_what_mujoco_gives(name, tmp_path):
    path = model_file(tmp_path, MODELS[name])
    found = COMPARED["differences"](mujoco.MjModel.from_xml_path(str(path)), rg.load(path), 2)
    assert [value for value in found[:3] if value is None] == []
    np.testing.assert_allclose([value for value in found if value is not None], 0.0, atol=TOLERANCE)


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
def test_joints_that_do_not_meet_stand_on_small_bodies(tmp_path):
    inner = "<joint name='j' axis='0 1 0'/><joint name='k' axis='1 0 0' pos='0 0 .4'/><geom size='.1' pos='.3 0 0'/>"
    path = model_file(tmp_path, f"<worldbody><body name='a'>{inner}</body></worldbody>")
    places, matrix, *_ = COMPARED["differences"](mujoco.MjModel.from_xml_path(str(path)), rg.load(path), 2)
    assert places < TOLERANCE
    assert matrix < 1.001e-3  # a thousandth of the mass stands between them


def test_included_and_attached_models_come_in_their_places(tmp_path):
    (tmp_path / "part.xml").write_text("<mujocoinclude><geom size='.1'/>\n<geom size='-1'/></mujocoinclude>")
    path = model_file(tmp_path, "<worldbody><body name='a'><freejoint/><include file='part.xml'/></body></worldbody>")
    (found,) = rg.validate_scene(path)
    assert (found.file, found.line) == ("part.xml", 2)
    (tmp_path / "arm.xml").write_text(
        "<mujoco><default><geom density='500'/></default><worldbody><body name='arm'><joint name='j'/><geom size='.1'/>"
        "</body></worldbody><actuator><motor name='m' joint='j'/></actuator></mujoco>"
    )
    path = model_file(
        tmp_path,
        "<asset><model name='arm' file='arm.xml'/></asset><worldbody><body name='a'><freejoint/><geom size='.1'/>"
        "<attach model='arm' body='arm' prefix='left_'/></body></worldbody>",
    )
    scene = rg.load(path)
    assert [actuator.joints for actuator in scene.actuators] == [("left_j",)]
    assert scene.body("left_arm").mass == pytest.approx(0.5 * scene.body("a").mass)


def test_an_attached_model_keeps_its_own_conventions_and_defaults(tmp_path):
    (tmp_path / "arm.xml").write_text(
        "<mujoco><compiler angle='radian' eulerseq='zyx' autolimits='false'/><default><default class='bent'>"
        "<joint range='-1 .5' limited='true'/></default></default><worldbody><body name='arm' euler='.3 .2 .1'>"
        "<joint name='k' type='slide' axis='1 0 0'/><joint name='j' class='bent' ref='.25'/>"
        "<geom size='.1' pos='.2 .1 0'/></body></worldbody></mujoco>"
    )
    path = model_file(
        tmp_path,
        "<default><joint damping='3' armature='.5'/><geom density='50'/></default><asset><model name='arm' "
        "file='arm.xml'/></asset><worldbody><body name='a' euler='10 20 30'><joint name='h' range='-30 40'/>"
        "<geom size='.1'/><attach model='arm' body='arm' prefix='p_'/></body></worldbody>",
    )
    model, scene = mujoco.MjModel.from_xml_path(str(path)), rg.load(path)
    bounds = [(step.lower, step.upper) for joint in scene.joints for step in getattr(joint, "steps", (joint,))]
    limited = model.jnt_limited.astype(bool)
    np.testing.assert_allclose([b for b in bounds if b[0] is not None], model.jnt_range[limited])
    np.testing.assert_allclose(COMPARED["differences"](model, scene, 2)[:3], 0.0, atol=TOLERANCE)


def test_a_quaternion_of_zeros_in_a_keyframe_is_none(tmp_path):
    body = "<body name='a' pos='0 0 1'><freejoint/><geom size='.1'/></body><body name='b' mocap='true'/>"
    key = "<keyframe><key name='home' qpos='1 2 3 0 0 0 0' mquat='0 0 0 0'/></keyframe>"
    state = rg.Simulation(rg.load(model_file(tmp_path, f"<worldbody>{body}</worldbody>{key}"))).state
    np.testing.assert_array_equal(state.position[0], [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(state.orientation, [[1.0, 0.0, 0.0, 0.0]] * 2)


PLANAR_LOOP = (
    "<compiler angle='radian'/><option gravity='3 0 -9.81'/><worldbody><body name='a'><joint name='ja' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 .3' size='.02'/><body name='b' pos='0 0 .3'><joint name='jb' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.02'/><site name='s' pos='.4 {} 0'/></body></body>"
    "<body name='c' pos='.4 0 0'><joint name='jc' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 .3' size='.02'/>"
    "<site name='t' pos='0 0 .3'/></body></worldbody><equality><connect site1='s' site2='t'/></equality>"
    "<option><flag contact='disable'/></option>"
)


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
def test_a_loop_whose_anchors_meet_to_seven_digits_moves_as_one_that_meets(tmp_path):
    angles = []
    for offset in (0.0, 3.5e-8):
        sim = rg.Simulation(rg.load(model_file(tmp_path, PLANAR_LOOP.format(offset))), rg.Precise())
        sim.run(0.5)
        angles.append(sim.joints.position.copy())
    assert abs(angles[0][0]) > 0.1
    # The offset tilts bodies by no more than itself over their length.
    np.testing.assert_allclose(angles[1], angles[0], atol=1e-6)
    with pytest.raises(rg.ModelError, match="cannot be closed together"):
        rg.Simulation(rg.load(model_file(tmp_path, PLANAR_LOOP.format(1e-4))))


def test_files_of_an_included_file_may_lie_in_its_own_folder(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "wedge.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    )
    (tmp_path / "parts" / "assets.xml").write_text(
        "<mujocoinclude><asset><mesh name='m' file='../meshes/wedge.obj'/></asset></mujocoinclude>"
    )
    body = "<body name='a'><freejoint/><geom type='mesh' mesh='m'/></body>"
    path = model_file(tmp_path, f"<include file='parts/assets.xml'/><worldbody>{body}</worldbody>")
    assert rg.load(path).body("a").mass == pytest.approx(mujoco.MjModel.from_xml_path(str(path)).body("a").mass[0])


def test_a_damper_that_drives_is_left_out_and_told(tmp_path):
    joint = "<joint name='j' damping='-.1' stiffness='2'/><geom size='.1'/>"
    path = model_file(tmp_path, f"<worldbody><body name='a'>{joint}</body></worldbody>")
    with pytest.warns(rg.RigidaWarning, match="drive instead of holding"):
        (joint,) = rg.load(path).joints
    assert (joint.damping, joint.stiffness) == (0.0, 2.0)


#: Two bars that hang beside each other and a third between their ends, which an equality holds.
FOUR_BAR = (
    "<worldbody><body name='left'><joint name='l' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 -1' size='.05'/>"
    "<body name='across' pos='0 0 -1'><joint name='c' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 1 0 0' size='.05'/></body></body>"
    "<body name='right' pos='1 0 0'><joint name='r' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -1' size='.05'/></body></worldbody><contact><exclude body1='across' "
    "body2='right'/></contact><equality><connect body1='across' body2='right' anchor='1 0 0'/></equality>"
    "<keyframe><key name='home' qpos='{}'/></keyframe>"
)


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
@pytest.mark.parametrize(("qpos", "moved"), [(".5 -.5 .5", 0.0), (".5 -.45 .5", 0.05)])
def test_a_keyframe_carries_bodies_by_its_joints_and_closes_their_loops(qpos, moved, tmp_path):
    scene = rg.load(model_file(tmp_path, FOUR_BAR.format(qpos)))
    sim = rg.Simulation(scene)
    wanted = [float(word) for word in qpos.split()]
    np.testing.assert_allclose(sim.joints.position, wanted, atol=moved + TOLERANCE)
    assert (np.abs(sim.joints.position - wanted).max() > TOLERANCE) == (moved > 0.0)


def test_angles_of_three_hinges_count_from_the_keyframe(tmp_path):
    inner = "<joint name='x' axis='1 0 0'/><joint name='z' axis='0 0 1'/><joint name='y' axis='0 1 0' range='-150 20'/>"
    body = f"<body name='a'>{inner}<geom size='.1' pos='.1 .2 0'/></body>"
    key = "<keyframe><key name='home' qpos='-.25 -.5 -2.5'/></keyframe>"
    sim = rg.Simulation(rg.load(model_file(tmp_path, f"<worldbody>{body}</worldbody>{key}")))
    np.testing.assert_allclose(sim.joints.position, [-0.25, -0.5, -2.5], atol=TOLERANCE)
    sim.run(0.1)
    sim.take_pose("home")
    np.testing.assert_allclose(sim.joints.position, [-0.25, -0.5, -2.5], atol=TOLERANCE)


def test_poses_of_a_model_are_saved_and_taken(tmp_path):
    text = MODELS["three hinges"] + "<keyframe><key name='up' qpos='.1 .2 .3' qvel='1 2 3' ctrl='.5'/></keyframe>"
    scene = rg.load(model_file(tmp_path, text))
    scene.save(tmp_path / "scene.toml")
    again = rg.load(tmp_path / "scene.toml")
    for one in (scene, again):
        assert one.start is None
        one.take_pose("up")
    sims = [rg.Simulation(one, "precise") for one in (scene, again)]
    assert sims[0].state.hash() == sims[1].state.hash()
    joint = sims[0].joint("x+z+y")
    np.testing.assert_allclose(joint.position, [0.1, 0.2, 0.3], atol=1e-12)
    np.testing.assert_allclose(joint.velocity, [1, 2, 3], atol=1e-12)
    assert sims[0].joint("z").position == pytest.approx(0.2)
    assert sims[0].actuator("m").control == 0.5
    with pytest.raises(rg.UsageError, match="no pose 'down'"):
        scene.take_pose("down")


def test_links_that_overlap_two_joints_apart_do_not_push_each_other(tmp_path):
    """Four capsules of radius 0.1 on hinges every 0.05 m."""
    inner = ""
    for name in "dcba":
        geom = "<geom type='capsule' fromto='0 0 0 .05 0 0' size='.1'/>"
        inner = f"<body name='{name}' pos='.05 0 0'><joint name='{name}j' axis='0 1 0'/>{geom}{inner}</body>"
    with pytest.warns(rg.RigidaWarning, match=r"two joints apart or less \(2 times\)"):
        scene = rg.load(model_file(tmp_path, f"<worldbody>{inner}</worldbody>"))
    assert [(a.name, b.name) for a, b in scene.apart] == [("a", "c"), ("b", "d")]


def test_geoms_of_a_contact_pair_touch_though_their_bits_say_nothing(tmp_path):
    inner = "<geom name='floor' type='plane' size='0 0 1' contype='0' conaffinity='0'/><body name='ball' pos='0 0 .2'>"
    inner += "<freejoint/><geom name='skin' size='.1' contype='0' conaffinity='0'/></body>"
    pair = "<contact><pair geom1='floor' geom2='skin'/></contact>"
    with pytest.warns(rg.RigidaWarning, match="only that its geoms touch"):
        scene = rg.load(model_file(tmp_path, f"<worldbody>{inner}</worldbody>{pair}"))
    sim = rg.Simulation(scene)
    sim.run(1.0)
    assert sim.body("ball").position[2] == pytest.approx(0.1, abs=1e-3)


def test_what_is_hinged_to_what_stands_still_touches_it_unless_they_overlap(tmp_path):
    """MuJoCo keeps the two ends of a joint apart only where both move."""
    table = "<body name='table'><geom type='box' size='1 1 .05'/></body>"
    slides = "".join(
        f"<joint name='{name}' type='slide' axis='{axis}'/>" for name, axis in (("x", "1 0 0"), ("z", "0 0 1"))
    )
    ball = f"<body name='ball' pos='0 0 {{}}'>{slides}<geom size='.1'/></body>"
    lying = rg.load(model_file(tmp_path, f"<worldbody>{table}{ball.format(0.15)}</worldbody>"))
    sim = rg.Simulation(lying)
    sim.run(0.5)
    assert sim.joint("z").position == pytest.approx(0.0, abs=1e-4)
    with pytest.warns(rg.RigidaWarning, match="overlap at the start"):
        inside = rg.load(model_file(tmp_path, f"<worldbody>{table}{ball.format(0.1)}</worldbody>"))
    sim = rg.Simulation(inside)
    sim.run(0.1)
    assert sim.joint("z").position == pytest.approx(-0.5 * 9.81 * 0.1**2, rel=0.2)


ARM = (
    "<worldbody><body name='hand' mocap='true' pos='2 0 0' euler='0 0 30'/>"
    "<site name='there' pos='.1 .2 .3' euler='10 20 30'/><body name='a'><freejoint/><geom type='box' size='.1 .2 .3'/>"
    "<site name='here' pos='.3 0 0' euler='0 40 0'/></body></worldbody><equality>{}</equality>"
)


@pytest.mark.parametrize(
    "weld",
    [
        "<weld body1='a' body2='hand' relpose='.1 .2 .3 .5 .5 .5 .5'/>",
        "<weld body1='hand' body2='a' relpose='.1 .2 .3 .5 .5 -.5 .5'/>",
        "<weld site1='here' site2='there'/>",
        "<weld body1='hand' body2='a' anchor='.2 0 0'/>",
    ],
)
@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
def test_a_weld_is_closed_where_it_is_in_mujoco(weld, tmp_path):
    path = model_file(tmp_path, "<option gravity='0 0 0'/>" + ARM.format(weld))
    sim = rg.Simulation(rg.load(path))
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos[:3], data.qpos[3:] = sim.body("a").position, sim.body("a").orientation
    mujoco.mj_forward(model, data)
    np.testing.assert_allclose(data.efc_pos, 0.0, atol=TOLERANCE)
    assert len(data.efc_pos) == 6


def test_a_mocap_body_holds_what_is_welded_to_it_beyond_a_range_that_yields(tmp_path):
    arm = "<body name='a'><joint name='z' type='slide' axis='0 0 1' range='.1 1'/><geom size='.1'/></body>"
    world = f"<worldbody><body name='hand' mocap='true' pos='0 0 .3'/>{arm}</worldbody>"
    weld = "<equality><weld body1='hand' body2='a'/></equality>"
    sim = rg.Simulation(rg.load(model_file(tmp_path, world + weld)))
    sim.run(0.1)
    np.testing.assert_allclose(sim.body("hand").position, [0, 0, 0.3], atol=TOLERANCE)
    assert sim.joint("z").position == pytest.approx(0.0, abs=1e-6)


def test_limits_yield_by_the_numbers_of_a_joint_and_the_inertia_along_it(tmp_path):
    """What a rod pressed against its limit passes it by is what mujoco gives."""
    joint = "<joint name='j' axis='0 1 0' range='-60 12' armature='.02' solreflimit='.03' solimplimit='.8 .9 .01'/>"
    world = f"<worldbody><body>{joint}<geom size='.05' pos='.3 0 0'/></body></worldbody>"
    path = model_file(tmp_path, world + "<actuator><motor joint='j' gear='8'/></actuator>")
    model, sim = mujoco.MjModel.from_xml_path(str(path)), rg.Simulation(rg.load(path), dt=0.002)
    data = mujoco.MjData(model)
    sim.controls = data.ctrl[:] = [1.0]
    for _ in range(1000):
        mujoco.mj_step(model, data)
        sim.step()
    assert data.qpos[0] > np.deg2rad(12) + 0.005
    assert sim.joints.position[0] == pytest.approx(data.qpos[0], abs=1e-6)


def test_a_keyframe_places_mocap_bodies(tmp_path):
    world = "<worldbody><body name='h' mocap='true' pos='0 0 .3'><geom size='.1'/></body><body name='a' pos='1 0 0'>"
    world += "<joint name='j'/><geom size='.1' pos='.2 0 0'/></body></worldbody>"
    key = "<keyframe><key name='home' qpos='.1' mpos='0 0 1' mquat='.6 0 0 .8'/></keyframe>"
    sim = rg.Simulation(rg.load(model_file(tmp_path, world + key)))
    np.testing.assert_allclose(sim.body("h").position, [0, 0, 1])
    np.testing.assert_allclose(sim.body("h").orientation, [0.6, 0, 0, 0.8])


def test_flags_switch_off_what_they_name(tmp_path):
    joint = (
        "<joint name='{}' axis='0 1 0' range='-10 10' frictionloss='.1' stiffness='2' damping='3'/><geom size='.1'/>"
    )
    bodies = "".join(f"<body name='{name}' pos='{i} 0 0'>{joint.format(name)}</body>" for i, name in enumerate("jk"))
    rest = f"<worldbody>{bodies}</worldbody><equality><joint joint1='j' joint2='k'/></equality>"
    found = {}
    for flag in ("constraint", "passive", "limit"):
        scene = rg.load(model_file(tmp_path, f"<option><flag {flag}='disable'/></option>{rest}"))
        one, other = scene.joints[0], scene.body("j")
        assert (other.collision_mask == 0) == (flag == "constraint")
        found[flag] = one.lower is None, one.dry_friction, one.stiffness, one.damping, len(scene.couplings)
    assert found == {
        "constraint": (True, 0.0, 2.0, 3.0, 0),
        "passive": (False, 0.1, 0.0, 0.0, 1),
        "limit": (True, 0.1, 2.0, 3.0, 1),
    }


@pytest.mark.parametrize("kind", ["sphere", "capsule", "box", "cylinder"])
def test_geoms_touch_at_the_sum_of_their_margins(tmp_path, kind):
    text = (
        "<mujoco><worldbody><geom type='plane' size='1 1 1' margin='.01'/><body name='a' pos='0 0 .5'><freejoint/>"
        f"<geom type='{kind}' size='.1 .2 .15' margin='.03'/></body></worldbody></mujoco>"
    )
    (tmp_path / "model.xml").write_text(text)
    model = mujoco.MjModel.from_xml_string(text)
    height = {"sphere": 0.1, "capsule": 0.3, "box": 0.15, "cylinder": 0.2}[kind]
    data = mujoco.MjData(model)
    # In mujoco a contact acts below this distance.
    data.qpos[2] = height + 1e-4
    mujoco.mj_forward(model, data)
    sim = rg.Simulation(rg.load(tmp_path / "model.xml"), dt=0.002)
    sim.run(2.0)
    assert sim.body("a").position[2] == pytest.approx(height + data.contact[0].includemargin, abs=1e-4)
    mass = sum(model.body_mass)
    assert sim.body("a").mass == pytest.approx(mass, rel=1e-9)


def test_parallel_hinges_of_one_body_keep_its_mass_and_hold_at_the_default_step(tmp_path):
    """Rotors heavier than the links: what stands between the hinges weighs a thousandth of a link."""
    inner = ""
    for i in range(6):
        hinges = "".join(
            f"<joint name='{side}{i}' axis='0 0 1' pos='{x} 0 0' stiffness='.8' damping='.04' armature='.001'/>"
            for side, x in (("a", -0.013), ("b", 0.0))
        )
        inner += f"<body name='l{i}' pos='.022 0 0'>{hinges}<geom type='box' size='.01 .01 .005' mass='.005'/>"
    path = tmp_path / "model.xml"
    path.write_text(f"<mujoco><worldbody><body euler='90 0 0'>{inner}{'</body>' * 6}</body></worldbody></mujoco>")
    with pytest.warns(rg.RigidaWarning, match="no serial joint"):
        scene = rg.load(path)
    assert sum(body.mass for body in scene.bodies if body.dynamic) == pytest.approx(6 * 0.005, rel=1e-12)
    sim = rg.Simulation(scene)
    sim.run(3.0)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    while data.time < 3.0:
        mujoco.mj_step(model, data)
    assert sim.body("l5").position == pytest.approx(data.body("l5").xpos, abs=2e-4)


@pytest.mark.parametrize(
    "lens",
    [
        "fovy='30'",
        "sensorsize='.004 .003' focal='.002 .0015' resolution='640 480'",
        "sensorsize='.004 .003' focalpixel='500 400' resolution='640 480'",
    ],
)
def test_cameras_have_the_field_of_view_of_their_lens(tmp_path, lens):
    text = f"<mujoco><worldbody><geom size='.1'/><camera name='eye' {lens}/></worldbody></mujoco>"
    (tmp_path / "model.xml").write_text(text)
    scene = rg.load(tmp_path / "model.xml")
    assert scene.cameras["eye"].fov == pytest.approx(
        mujoco.MjModel.from_xml_string(text).cam_fovy[0], rel=1e-6
    )  # single precision


def test_each_geom_of_a_body_has_its_own_friction_condim_and_priority(tmp_path):
    """A block with a foot slides as in mujoco, whichever of its geoms stands on the floor."""
    for rough in (0, 1):
        frictions = ("1.2", ".3") if rough else (".3", "1.2")
        text = (
            "<mujoco><option timestep='.001'/><worldbody><geom type='plane' size='1 1 1' friction='.1'/>"
            "<body name='a' pos='0 0 .1'><freejoint/>"
            f"<geom type='box' size='.3 .3 .05' pos='0 0 -.05' friction='{frictions[0]}' condim='6' priority='1'/>"
            f"<geom type='box' size='.1 .1 .05' pos='0 0 .05' friction='{frictions[1]}' condim='3'/>"
            "</body></worldbody></mujoco>"
        )
        (tmp_path / "model.xml").write_text(text)
        scene = rg.load(tmp_path / "model.xml")
        foot, top = scene.body("a").shape.materials
        assert (foot.friction, foot.spinning_friction, foot.priority) == (float(frictions[0]), 0.005, 1)
        assert (top.friction, top.spinning_friction, top.priority) == (float(frictions[1]), 0.0, 0)
        model = mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(model)
        data.qvel[0], scene.body("a").velocity = 1.0, (1.0, 0.0, 0.0)
        sim = rg.Simulation(scene, dt=0.001)
        while data.time < 0.06:
            mujoco.mj_step(model, data)
            sim.step()
        assert sim.body("a").velocity[0] == pytest.approx(1.0 - float(frictions[0]) * 9.81 * sim.time, abs=0.01)
        assert sim.body("a").velocity[0] == pytest.approx(data.qvel[0], abs=0.05)
