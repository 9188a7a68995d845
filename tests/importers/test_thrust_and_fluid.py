"""Motors of sites and ball joints, and the fluid around a model, act as in MuJoCo."""

import mujoco
import numpy as np
import pytest

import rigida as rg

DRONE = (
    "<mujoco><compiler angle='radian'/><option density='1.2' viscosity='.01' wind='1 2 .5'/><worldbody>"
    "<body name='drone' pos='0 0 1' euler='.2 .1 .3'><freejoint/><geom type='box' size='.2 .1 .03' mass='1' "
    "pos='.01 .02 0' euler='.3 0 0'/><site name='left' pos='.1 .2 .03' euler='.1 .2 0'/><site name='right' "
    "pos='.1 -.2 .03'/><body name='arm' pos='0 0 -.1' euler='.4 0 0'><geom type='capsule' fromto='0 0 0 .3 0 0' "
    "size='.02'/></body></body></worldbody><actuator><motor name='l' site='left' gear='0 0 1 .01 0 -.02' "
    "ctrlrange='0 13'/><general name='r' site='right' gear='.3 0 2' gainprm='3' biastype='affine' biasprm='.5 0 0' "
    "forcerange='-2 20'/></actuator></mujoco>"
)
BALL = (
    "<mujoco><compiler angle='radian'/><worldbody><body name='a' pos='0 0 1'><freejoint/><geom type='box' "
    "size='.2 .1 .15' mass='1'/><body name='b' pos='.3 0 0' euler='.2 .3 0'><joint name='j' type='ball'/>"
    "<geom type='box' size='.1 .05 .02' pos='.1 0 0' mass='.4'/></body></body></worldbody><actuator>"
    "<motor name='m' joint='j' gear='.1 .2 -.3'/></actuator></mujoco>"
)
SWIMMER = (
    "<mujoco><option density='4000' viscosity='.1' gravity='0 0 0'/><default><geom type='capsule' size='.1' "
    "contype='0' conaffinity='0'/></default><worldbody><body name='torso'><joint name='x' type='slide' axis='1 0 0'/>"
    "<joint name='y' type='slide' axis='0 1 0'/><joint name='z' axis='0 0 1'/><geom fromto='1.5 0 0 .5 0 0'/>"
    "<body name='mid' pos='.5 0 0'><joint name='j' axis='0 0 1'/><geom fromto='0 0 0 -1 0 0'/><body name='back' "
    "pos='-1 0 0'><joint name='k' axis='0 0 1'/><geom fromto='0 0 0 -1 0 0'/></body></body></body></worldbody>"
    "<actuator><motor name='p' joint='j' gear='150'/><motor name='q' joint='k' gear='150'/></actuator></mujoco>"
)


def run_both(tmp_path, text, controls, seconds):
    """Return places and orientations of all bodies after some time, of rigida and of mujoco at a fine step."""
    path = tmp_path / "model.xml"
    path.write_text(text)
    sim = rg.Simulation(rg.load(path), rg.Precise(contact="none"))
    sim.controls = controls
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.timestep, model.opt.integrator = 1e-4, mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    data.ctrl[:] = controls
    sim.run(seconds)
    while data.time < seconds - 0.5e-4:
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    names = [model.body(i).name for i in range(1, model.nbody)]
    own = [np.concatenate([sim.body(n).position, sim.body(n).orientation]) for n in names]
    theirs = [np.concatenate([data.body(n).xpos, data.body(n).xquat]) for n in names]
    return [o * [1, 1, 1, *[np.sign(o[3:] @ t[3:])] * 4] for o, t in zip(own, theirs, strict=True)], theirs, sim


@pytest.mark.parametrize(
    ("text", "controls"), [(DRONE, [9.0, 4.0]), (BALL, [1.5]), (SWIMMER, [0.8, -0.5])], ids=["drone", "ball", "swimmer"]
)
def test_a_model_moves_as_in_mujoco(text, controls, tmp_path):
    own, theirs, _ = run_both(tmp_path, text, controls, 0.5)
    # Fourth order at 0.1 ms: what is left is rounding.
    np.testing.assert_allclose(own, theirs, atol=1e-7)


def test_controls_of_thrusts_are_kept_within_their_range_and_by_snapshots(tmp_path):
    _, _, sim = run_both(tmp_path, DRONE, [20.0, 9.0], 0.01)
    np.testing.assert_array_equal(sim.controls, [13.0, 9.0])
    assert (sim.actuator("l").force, sim.actuator("r").force) == (13.0, 20.0)
    kept = sim.snapshot()
    sim.actuator("l").control = 2.0
    np.testing.assert_array_equal(sim.controls, [2.0, 9.0])
    sim.add_body(rg.Box((1, 1, 1)), mass=1.0, position=(9, 9, 9))
    np.testing.assert_array_equal(sim.controls, [2.0, 9.0])
    sim.restore(kept)
    np.testing.assert_array_equal(sim.controls, [13.0, 9.0])


@pytest.mark.parametrize("engine", [rg.Realtime(), rg.Precise()])
def test_a_thrust_of_the_weight_carries_a_body_that_slept(engine, tmp_path):
    scene = rg.Scene(gravity=(0, 0, -10))
    scene.add_body(rg.HalfSpace((0, 0, 1)), fixed=True)
    body = scene.add_body(rg.Box((1, 1, 1)), mass=2.0, position=(0, 0, 0.5), name="box")
    scene.add_force(rg.Thrust(body, force=(0, 0, 1), name="up"))
    scene.add_actuator(rg.Actuator(thrust="up", gain=10.0, name="lift"))
    path = tmp_path / "scene.toml"
    scene.save(path)
    sim = rg.Simulation(rg.load(path), engine)
    sim.run(2.0)
    sim.controls = [3.0]
    sim.run(1.0)
    assert sim.body("box").position[2] == pytest.approx(0.5 + 0.5 * 5.0, rel=0.02)
    with pytest.raises(rg.UsageError, match="no thrust 'upp'"):
        scene.add_actuator(rg.Actuator(thrust="upp"))


def test_a_box_falls_through_a_fluid_at_its_terminal_speed():
    scene = rg.Scene(gravity=(0, 0, -10))
    body = scene.add_body(rg.Box((0.4, 0.5, 0.2)), mass=1.0, name="box")
    scene.add_force(rg.Fluid(body, (0.4, 0.5, 0.2), density=100.0, velocity=(0.0, 0.0, 1.0)))
    sim = rg.Simulation(scene, rg.Precise())
    sim.run(5.0)
    assert sim.body("box").velocity[2] == pytest.approx(1.0 - np.sqrt(10.0 / (0.5 * 100.0 * 0.4 * 0.5)), rel=1e-9)
