"""Robots read from URDF and MJCF have the mass matrix and gravity torques that MuJoCo gives them."""

import mujoco
import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.math.quaternion import conjugate_array, rotate_array

#: Bodies whose joints act one after the other, and the joint that leaves the same freedoms.
SEVERAL = {
    "universal": '<joint name="j" axis="0 1 0" pos="0 0 .3"/><joint axis="1 0 0" pos="0 0 .3"/>',
    "spherical": '<joint name="j" axis="0 1 0"/><joint axis="1 0 0"/><joint axis="0 0 1"/>',
    "cylindrical": '<joint name="j" type="slide" axis="0 1 1" damping="2"/><joint axis="0 1 1" pos=".1 0 0"/>',
    "planar": '<joint name="j" type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>',
    "rail": '<joint name="j" type="slide" axis="1 0 1"/><joint type="ball" pos="0 0 .2"/>',
    "free": '<joint name="j" type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>'
    '<joint type="slide" axis="0 0 1"/><joint type="ball"/>',
    "swung": '<joint name="j" ref="20" springref="50" stiffness="9" damping=".3"/>',
    "geared": '<joint name="j" axis="0 1 0" armature="2.5"/>',
    "geared slide": '<joint name="j" type="slide" axis="1 0 1" armature="30"/><joint axis="0 1 0" armature=".5"/>',
    "slid": '<joint name="j" type="slide" axis="1 0 0" ref=".2" springref=".5" stiffness="90"/>',
}
MODEL = """<mujoco><option integrator="RK4" timestep="0.0005"/><compiler inertiafromgeom="auto"/><worldbody>
<body name="base" pos="0 0 2"><freejoint/><geom type="box" size=".2 .3 .1" pos=".1 0 0"/>
<body name="arm" pos=".5 0 0" euler="10 20 30">JOINTS<geom type="box" size=".1 .2 .3" pos="0 .1 -.4"/>
<body name="hand" pos="0 0 -.8"><joint name="wrist" axis="0 1 0"/><geom type="sphere" size=".1" pos=".3 0 0"/></body>
</body></body></worldbody>
<actuator><position joint="wrist" kp="3" kv=".2"/></actuator>
<keyframe><key name="home" qpos="QPOS" qvel="QVEL" ctrl=".7"/></keyframe></mujoco>"""

TOLERANCE = 1e-9


def efforts(sim, joints, accelerations, base):
    wanted = dict(zip(joints, accelerations[-len(joints) :], strict=True))
    bodies = {base: accelerations[:6]} if base else {}
    result = sim.inverse_dynamics(wanted, bodies)
    of_base = [*result.force[base], *result.torque[base]] if base else []
    return np.array([*of_base, *(result.effort[name] for name in joints)])


def place(sim, model, data):
    for body in sim.scene.bodies:
        row = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, body.name)
        if body.dynamic:
            sim.body(body.name).position = data.xpos[row]
            sim.body(body.name).orientation = data.xquat[row]


@pytest.mark.parametrize(
    ("name", "base"), [("robots/arm", None), ("robots/gripper", None), ("robots/quadruped", "trunk")]
)
def test_mass_matrix_and_gravity_torques(name, base):
    path = scenes.path(name)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    scene = rg.load(path)
    # The tree alone: MuJoCo's matrix knows nothing of the joints that close loops.
    scene.joints = [joint for joint in scene.joints if isinstance(joint, rg.Revolute | rg.Prismatic)]
    scene.actuators.clear()
    scene.start = None
    for joint in scene.joints:
        # Neither motors nor dampers nor stops shall add to the efforts.
        for key, value in {"motor": "none", "damping": 0.0, "lower": None, "upper": None, "dry_friction": 0.0}.items():
            object.__setattr__(joint, key, value)
    hinges = [model.joint(i).name for i in range(model.njnt) if model.jnt_type[i] == mujoco.mjtJoint.mjJNT_HINGE]
    assert sorted(hinges) == sorted(str(joint.name) for joint in scene.joints)
    random = np.random.default_rng(3)
    for _ in range(5):
        data.qpos[:] = random.uniform(-1.0, 1.0, model.nq)
        mujoco.mj_normalizeQuat(model, data.qpos)
        mujoco.mj_forward(model, data)
        full = np.zeros((model.nv, model.nv))
        for row, unit in zip(full, np.eye(model.nv), strict=True):
            mujoco.mj_mulM(model, data, row, unit)
        sim = rg.Simulation(scene, engine=rg.Precise(contact="none"))
        place(sim, model, data)
        still = np.zeros(model.nv)
        gravity = efforts(sim, hinges, still, base)
        matrix = np.column_stack([efforts(sim, hinges, unit, base) - gravity for unit in np.eye(model.nv)])
        expected = data.qfrc_bias.copy()
        if base:
            # MuJoCo measures the base's angular velocity in its own frame, rigida in the world.
            turn = np.eye(model.nv)
            back = conjugate_array(data.qpos[3:7])
            turn[3:6, 3:6] = np.column_stack([rotate_array(back, axis) for axis in np.eye(3)])
            full, expected = turn.T @ full @ turn, turn.T @ expected
        np.testing.assert_allclose(matrix, full, atol=TOLERANCE * np.abs(full).max())
        np.testing.assert_allclose(gravity, expected, atol=TOLERANCE * max(1.0, np.abs(expected).max()))


@pytest.mark.filterwarnings("ignore:.*(option|compiler)")
@pytest.mark.parametrize("kind", SEVERAL)
def test_bodies_with_several_joints_move_as_in_mujoco(kind, tmp_path):
    """Pose and velocity of the keyframe, springs, a servo and 0.3 s of free flight."""
    text = MODEL.replace("JOINTS", SEVERAL[kind]).replace("\n", " ")
    bare = mujoco.MjModel.from_xml_string(text.replace('qpos="QPOS" qvel="QVEL"', ""))
    random = np.random.default_rng(5)
    positions, speeds = bare.qpos0 + random.uniform(-0.4, 0.4, bare.nq), random.uniform(-1, 1, bare.nv)
    mujoco.mj_normalizeQuat(bare, positions)
    text = text.replace("QPOS", " ".join(map(repr, positions.tolist())))
    text = text.replace("QVEL", " ".join(map(repr, speeds.tolist())))
    path = tmp_path / "model.xml"
    path.write_text(text)
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    run = rg.Simulation(rg.load(path), engine=rg.Precise(tolerance=1e-12, contact="none")).run(0.3, fps=10)
    for frame in range(4):
        mujoco.mj_forward(model, data)
        for name in ("base", "arm", "hand"):
            here, there = run.body(name).position[frame], data.body(name).xpos
            np.testing.assert_allclose(here, there, atol=2e-9, err_msg=f"{name} at frame {frame}")
            turned = abs(run.body(name).orientation[frame] @ data.body(name).xquat)
            assert turned == pytest.approx(1.0, abs=1e-12)
        mujoco.mj_step(model, data, 200)
