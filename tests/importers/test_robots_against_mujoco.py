"""Robots read from URDF and MJCF have the mass matrix and gravity torques that MuJoCo gives them."""

import mujoco
import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.math.quaternion import conjugate_array, rotate_array

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
    for joint in scene.joints:
        # Neither motors nor dampers nor stops shall add to the efforts.
        for key, value in {"motor": "none", "damping": 0.0, "lower": None, "upper": None}.items():
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
