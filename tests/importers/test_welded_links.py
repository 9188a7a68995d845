"""Links that are welded to the one that carries them keep their names and frames."""

import mujoco
import numpy as np
import pytest

import rigida as rg

ARM = (
    "<mujoco><compiler angle='radian'/><worldbody><body name='arm' pos='0 0 .2'><joint name='j' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.03'/><body name='fore' pos='.4 0 0'>"
    "<joint name='k' axis='0 0 1'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/>"
    "<body name='hand' pos='.3 .05 0' euler='.3 .2 .1'><geom type='box' size='.02 .03 .04'/>"
    "<body name='tool' pos='0 0 .1' euler='0 .5 0'><site name='tool' pos='.01 0 0'/></body></body></body></body>"
    "</worldbody><sensor><framepos name='p' objtype='xbody' objname='hand'/><framequat name='q' objtype='xbody' "
    "objname='tool'/><framelinvel name='v' objtype='xbody' objname='hand'/></sensor><keyframe>"
    "<key name='home' qpos='.3 -.7' qvel='.5 2'/></keyframe></mujoco>"
)


def both(tmp_path):
    """Return the arm in motion, in rigida and in mujoco."""
    path = tmp_path / "arm.xml"
    path.write_text(ARM)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    with pytest.warns(rg.RigidaWarning, match="'tool_link'"):
        scene = rg.load(path)
    return rg.Simulation(scene), model, data


def test_a_welded_link_has_the_motion_that_mujoco_gives_it(tmp_path):
    sim, model, data = both(tmp_path)
    for name, own in (("hand", "hand"), ("tool", "tool_link"), ("fore", "fore")):
        link = sim.body(own)
        np.testing.assert_allclose(link.position, data.body(name).xpos, atol=1e-12)
        assert abs(link.orientation @ data.body(name).xquat) == pytest.approx(1.0, abs=1e-12)
        along, turning = np.zeros((3, 2)), np.zeros((3, 2))
        mujoco.mj_jacBody(model, data, along, turning, model.body(name).id)
        np.testing.assert_allclose(sim.joints.jacobian(own), np.concatenate([along, turning]), atol=1e-12)
    np.testing.assert_allclose(sim.body("hand").velocity, data.sensor("v").data, atol=1e-12)
    assert sim.body("hand").body == "fore"
    for name in ("p", "q", "v"):
        np.testing.assert_allclose(sim.sensors[name], data.sensor(name).data, atol=1e-12)


def test_a_welded_link_can_be_a_target_and_be_placed(tmp_path):
    sim, *_ = both(tmp_path)
    wanted = sim.body("hand").position.copy()
    sim.take_pose({"j": 0.0, "k": 0.2})
    assert sim.solve_pose(rg.Reach("hand", position=wanted)).converged
    np.testing.assert_allclose(sim.body("hand").position, wanted, atol=1e-8)
    turn = sim.body("hand").orientation.copy()
    sim.take_pose({"j": 0.1, "k": -0.2})
    assert sim.solve_pose(rg.Reach("hand", orientation=tuple(turn))).converged
    assert abs(sim.body("hand").orientation @ turn) == pytest.approx(1.0, abs=1e-12)
    with pytest.raises(rg.UsageError, match="no body 'hnad'"):
        sim.body("hnad")


def test_setting_the_motion_of_a_link_moves_its_body():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(rg.Box((1, 1, 1)), name="box", mass=1.0)
    scene.sites["corner"] = rg.Site(body, (0.5, 0.5, 0.5), (0.0, 0.0, 0.0, 1.0))
    sim = rg.Simulation(scene)
    corner = sim.body("corner")
    corner.position = (2.0, 0.0, 0.0)
    np.testing.assert_allclose(sim.body("box").position, [1.5, -0.5, -0.5])
    corner.orientation = (1.0, 0.0, 0.0, 0.0)
    np.testing.assert_allclose(corner.position, [2.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(np.abs(sim.body("box").orientation), [0.0, 0.0, 0.0, 1.0], atol=1e-12)
    corner.angular_velocity = (0.0, 0.0, 1.0)
    corner.velocity = (0.0, 0.0, 3.0)
    np.testing.assert_allclose(corner.velocity, [0.0, 0.0, 3.0], atol=1e-12)


def test_links_of_urdf_behind_fixed_joints_keep_their_names_and_a_camera_follows_them(tmp_path):
    inertial = "<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
    path = tmp_path / "robot.urdf"
    path.write_text(
        f"<robot name='r'><link name='world'/><link name='arm'>{inertial}<collision><geometry><box size='1 1 1'/>"
        "</geometry></collision></link><link name='tool0'/><joint name='j' type='continuous'><parent link='world'/>"
        "<child link='arm'/><axis xyz='0 1 0'/></joint><joint name='f' type='fixed'><parent link='arm'/>"
        "<child link='tool0'/><origin xyz='0 0 2' rpy='0 0 1'/></joint></robot>"
    )
    scene = rg.load(path)
    sim = rg.Simulation(scene)
    np.testing.assert_allclose(sim.body("tool0").position, [0.0, 0.0, 2.0])
    scene.camera = rg.CameraPlan(eye=(5, 5, 5), target=(0, 0, 0), follow="tool0")
    assert rg.Simulation(scene).run(0.1).picture(0.1, width=64, height=48).shape == (48, 64, 3)
    saved = tmp_path / "robot.toml"
    scene.save(saved)
    np.testing.assert_allclose(rg.Simulation(rg.load(saved)).body("tool0").position, [0.0, 0.0, 2.0])
