"""The loop of a robot: joints, controls and sensors as arrays, mechanics in their coordinates, changes on the way."""

import mujoco
import numpy as np
import pytest

import rigida as rg

#: A floating trunk with two arms of hinge and slide, sites, sensors, a servo, motors and a tendon.
MODEL = """<mujoco><option gravity="0 0 -9.81"/><worldbody>
<body name="trunk" pos="0 0 2"><freejoint/><geom type="box" size=".2 .3 .1" pos=".1 0 0"/><site name="imu"
pos=".1 .2 .3" euler="10 20 30"/><body name="arm" pos=".5 0 0" euler="10 20 30"><joint name="shoulder" axis="0 1 0"
armature=".3"/>
<geom type="box" size=".1 .2 .3" pos="0 .1 -.4"/><body name="hand" pos="0 0 -.8"><joint name="wrist" type="slide"
axis="0 1 1" armature=".5"/><geom type="sphere" size=".1" pos=".3 0 0"/><site name="tip" pos=".4 0 .1"/></body></body>
<body name="tail" pos="-.5 0 0"><joint name="tail_x" axis="1 0 0"/><joint name="tail_z" axis="0 0 1"/>
<geom type="capsule" fromto="0 0 0 -.5 0 0" size=".05"/></body></body></worldbody>
<tendon><fixed name="t"><joint joint="shoulder" coef="2"/><joint joint="wrist" coef="-.5"/></fixed></tendon>
<actuator><position name="servo" joint="shoulder" kp="3" kv=".2" ctrlrange="-1 1"/><motor name="push" joint="wrist"
gear="5"/><motor name="pull" tendon="t" gear="2"/></actuator>
<sensor><jointpos name="s1" joint="wrist"/><jointvel name="s2" joint="tail_z"/><gyro name="s3" site="imu"/>
<velocimeter name="s4" site="tip"/><framepos name="s5" objtype="site" objname="tip"/><framequat name="s6"
objtype="xbody" objname="arm"/><framepos name="s15" objtype="body" objname="arm"/>
<framelinvel name="s7" objtype="xbody" objname="hand"/><framexaxis name="s8"
objtype="site" objname="imu"/><actuatorpos name="s9" actuator="pull"/><actuatorvel name="s10" actuator="push"/>
<actuatorfrc name="s11" actuator="servo"/><frameangvel name="s12" objtype="body" objname="tail"/>
<clock name="s13"/><subtreeangmom name="s14" body="trunk"/></sensor>
<keyframe><key name="bent" qpos=".1 .2 2 .9 .1 .3 .2 .4 -.2 .5 .6" qvel=".1 .2 .3 .4 .5 .6 .7 .8 -.9 1"
ctrl=".7 .2 -.3"/></keyframe></mujoco>"""
TOLERANCE = 1e-9


@pytest.fixture
def robot(tmp_path):
    """The model in rigida and in MuJoCo, both in its keyframe."""
    path = tmp_path / "model.xml"
    path.write_text(MODEL)
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_forward(model, data)
    with pytest.warns(rg.RigidaWarning, match="the kind subtreeangmom is not read"):
        sim = rg.Simulation(rg.load(path))
    sim.take_pose("bent")
    return sim, model, data


def base_turn(data, sim):
    """Return what makes MuJoCo's rates of the base, at its origin and in its own axes, out of rigida's."""
    turn = np.eye(10)
    row = sim.model.index("trunk")
    arm = sim.state.center[row] - sim.state.position[row]
    turn[:3, 3:6] = np.array([[0, -arm[2], arm[1]], [arm[2], 0, -arm[0]], [-arm[1], arm[0], 0]])
    turn[3:6, 3:6] = data.xmat[1].reshape(3, 3).T
    return turn


def test_pose_of_a_keyframe_sets_joints_rates_and_controls(robot):
    sim, _, data = robot
    assert sim.joints.names == ("shoulder", "wrist", "tail_x", "tail_z")
    np.testing.assert_allclose(sim.joints.position, data.qpos[7:], atol=TOLERANCE)
    np.testing.assert_allclose(sim.joints.velocity, data.qvel[6:], atol=TOLERANCE)
    np.testing.assert_allclose(sim.controls, data.ctrl, atol=TOLERANCE)
    sim.run(0.1)
    sim.take_pose("bent")
    np.testing.assert_allclose(sim.joints.position, data.qpos[7:], atol=TOLERANCE)


def test_mass_matrix_bias_and_jacobian_are_those_of_mujoco(robot):
    sim, model, data = robot
    assert sim.joints.bases == ("trunk",)
    turn = base_turn(data, sim)
    full = np.zeros((model.nv, model.nv))
    for row, unit in zip(full, np.eye(model.nv), strict=True):
        mujoco.mj_mulM(model, data, row, unit)
    own = sim.joints.mass_matrix()
    np.testing.assert_allclose(own, turn.T @ full @ turn, atol=TOLERANCE * np.abs(full).max())
    places = np.zeros((2, 3, model.nv))
    mujoco.mj_jacSite(model, data, places[0], places[1], model.site("tip").id)
    expected = places.reshape(6, -1) @ turn
    np.testing.assert_allclose(sim.joints.jacobian("tip"), expected, atol=TOLERANCE)
    np.testing.assert_allclose(sim.joints.jacobian("hand", (0.4, 0, 0.1)), expected, atol=TOLERANCE)
    # A bias belongs to rates that stand still; only the coordinates' part is the same in both sets of rates.
    sim.take_pose(rg.Pose(joints=dict(zip(sim.joints.names, data.qpos[7:], strict=True))))
    data.qpos[:7] = [0, 0, 2, 1, 0, 0, 0]
    data.qvel[:] = 0.0
    mujoco.mj_forward(model, data)
    expected = base_turn(data, sim).T @ data.qfrc_bias
    np.testing.assert_allclose(sim.joints.bias(), expected, atol=TOLERANCE * np.abs(expected).max())


def test_mass_matrix_and_bias_give_the_efforts_of_inverse_dynamics(robot):
    sim, _, _ = robot
    sim.controls = np.zeros(3)
    sim.actuator("servo").bias = (0.0, -1e-12, 0.0)
    wanted = np.array([0.1, -0.2, 0.3, 0.4, 0.5, -0.6, 1.0, -2.0, 3.0, 4.0])
    names = sim.joints.names
    found = sim.inverse_dynamics(dict(zip(names, wanted[6:], strict=True)), {"trunk": wanted[:6]})
    expected = [*found.force["trunk"], *found.torque["trunk"], *(found.effort[name] for name in names)]
    effort = sim.joints.mass_matrix() @ wanted + sim.joints.bias()
    np.testing.assert_allclose(effort, expected, atol=1e-8 * np.abs(effort).max())


def test_sensors_read_what_mujoco_reads(robot):
    sim, model, data = robot
    assert sim.sensors.left_out == {"s14": "subtreeangmom"}
    assert len(sim.sensors.names) == model.nsensor - 1
    for name in sim.sensors.names:
        found, expected = sim.sensors[name], data.sensor(name).data
        if name == "s6":
            found = found * np.sign(found @ expected)
        np.testing.assert_allclose(found, expected, atol=TOLERANCE, err_msg=name)
    assert len(sim.sensors.read()) == sum(len(sim.sensors[name]) for name in sim.sensors.names)
    with pytest.raises(rg.UsageError, match="subtreeangmom"):
        sim.sensors["s14"]
    with pytest.raises(rg.UsageError, match="Did you mean"):
        sim.sensors["s11x"]


def test_efforts_are_those_of_the_actuators(robot):
    sim, _, data = robot
    np.testing.assert_allclose(sim.joints.effort, data.qfrc_actuator[6:], atol=TOLERANCE)


def test_controls_are_brought_within_their_ranges_and_set_together(robot):
    sim, _, _ = robot
    sim.controls = [5.0, 2.0, 3.0]
    np.testing.assert_array_equal(sim.controls, [1.0, 2.0, 3.0])
    one_by_one = sim.joints.effort
    for name, value in (("servo", 5.0), ("push", 2.0), ("pull", 3.0)):
        sim.actuator(name).control = value
    np.testing.assert_array_equal(sim.joints.effort, one_by_one)
    with pytest.raises(rg.UsageError, match="3 finite numbers"):
        sim.controls = [1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        sim.controls[0] = 1.0


def test_contact_forces_of_a_standing_robot_carry_its_weight():
    sim = rg.Simulation(rg.load("robots/quadruped"))
    sim.run(1.0)
    forces = sim.contact_forces()
    weight = 9.81 * sum(body.mass for body in map(sim.body, sim.model.names))
    feet = [sim.model.index(name) for name in sim.model.names if name.endswith("shin")]
    assert forces[feet, 2].sum() == pytest.approx(weight, rel=0.01)
    assert (forces[feet, 2] > 0.05 * weight).all()
    np.testing.assert_allclose(forces[:, :3].sum(axis=0), 0.0, atol=1e-9 * weight)


def slider(**keys):
    scene = rg.Scene()
    body = scene.add_body(rg.Box((0.1, 0.1, 0.1)), mass=2.0, friction=0.5, name="weight")
    scene.add_joint(rg.Prismatic(body, rg.WORLD, axis=(0, 0, 1), name="rail", **keys))
    return scene


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_changed_mass_gain_and_damping_act_without_building_anew(engine):
    scene = slider()
    scene.add_actuator(rg.Actuator(["rail"], gain=10.0, control=1.0, name="lift"))
    sim = rg.Simulation(scene, engine, dt=0.01)
    sim.body("weight").mass = 4.0
    sim.run(0.1)
    assert sim.joints.velocity[0] == pytest.approx((10.0 / 4.0 - 9.81) * 0.1, rel=1e-9)
    before = sim.joints.velocity[0]
    sim.actuator("lift").gain = 4.0 * 9.81
    sim.run(0.1)
    assert sim.joints.velocity[0] == pytest.approx(before, rel=1e-9)
    sim.joint("rail").damping = 8.0
    sim.run(0.1)
    assert sim.joints.velocity[0] == pytest.approx(before * np.exp(-0.1 * 8.0 / 4.0), rel=0.01)


def test_changed_friction_lets_a_box_slide():
    scene = rg.Scene(gravity=(3.0, 0, -9.81))
    scene.add_ground(friction=0.6)
    scene.add_body(rg.Box((1, 1, 0.2)), density=500, position=(0, 0, 0.1), friction=0.6, name="box")
    sim = rg.Simulation(scene)
    sim.run(0.5)
    assert abs(sim.body("box").velocity[0]) < 1e-6
    sim.body("box").friction = 0.0
    sim.run(0.5)
    assert sim.body("box").velocity[0] == pytest.approx(1.5, rel=1e-3)


def test_loops_and_ball_joints_are_refused_a_mass_matrix():
    scene = rg.Scene()
    scene.add_joint(rg.Spherical(scene.add_body(rg.Sphere(0.1)), rg.WORLD, anchor=(0, 0, 1)))
    with pytest.raises(rg.UsageError, match="no tree of hinges and slides"):
        rg.Simulation(scene).joints.mass_matrix()
