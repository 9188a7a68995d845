"""Sensors of acceleration, of what holds a link, and of touch: as MuJoCo has them."""

import mujoco
import numpy as np
import pytest

import rigida as rg

#: A trunk that flies with an arm, driven, and sensors on both.
MODEL = """<mujoco><worldbody>
<body name="trunk" pos="0 0 2"><freejoint/><geom type="box" size=".2 .3 .1" pos=".1 0 0"/><site name="imu"
pos=".1 .2 .3" euler="10 20 30"/><body name="arm" pos=".5 0 0" euler="10 20 30"><joint name="shoulder" axis="0 1 0"
armature=".3" damping=".2"/><site name="root" pos=".1 .1 0" euler="0 40 0"/>
<geom type="box" size=".1 .2 .3" pos="0 .1 -.4"/><body name="hand" pos="0 0 -.8"><joint name="wrist" type="slide"
axis="0 1 1"/><geom type="sphere" size=".1" pos=".3 0 0"/><site name="tip" pos=".4 0 .1" euler="20 0 0"/></body></body>
</body></worldbody><actuator><position joint="shoulder" kp="30" kv=".2"/><motor joint="wrist" gear="5"/></actuator>
<sensor><accelerometer name="a1" site="imu"/><accelerometer name="a2" site="tip"/>
<framelinacc name="a3" objtype="site" objname="tip"/><frameangacc name="a4" objtype="xbody" objname="hand"/>
<force name="f1" site="tip"/><torque name="t1" site="tip"/><force name="f2" site="root"/><torque name="t2" site="root"/>
</sensor><keyframe><key name="bent" qpos=".1 .2 2 .9 .1 .3 .2 .4 -.2" qvel=".1 .2 .3 .4 .5 .6 .7 .8" ctrl=".7 .2"/>
</keyframe></mujoco>"""


def loaded(tmp_path, text):
    path = tmp_path / "model.xml"
    path.write_text(text)
    return rg.load(path)


def test_accelerations_and_holding_forces_are_those_of_mujoco(tmp_path):
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_forward(model, data)
    sim = rg.Simulation(loaded(tmp_path, MODEL), rg.Precise(contact="none"))
    sim.take_pose("bent")
    for i in range(model.nsensor):
        first = model.sensor_adr[i]
        wanted = data.sensordata[first : first + model.sensor_dim[i]]
        np.testing.assert_allclose(sim.sensors[model.sensor(i).name], wanted, atol=1e-9 * max(1, abs(wanted).max()))
    assert not sim.sensors.left_out


def test_a_step_of_the_realtime_engine_reads_the_mean_of_what_the_precise_one_reads(tmp_path):
    # Without the rotor, which the first step only finds to the part of the speed to which it solves.
    scene = loaded(tmp_path, MODEL.replace('armature=".3"', ""))
    readings = []
    for engine in (rg.Precise(contact="none"), rg.Realtime(dt=1e-5)):
        sim = rg.Simulation(scene, engine)
        sim.take_pose("bent")
        if engine.kind == "realtime":
            sim.step()
        readings.append(sim.sensors.read())
    np.testing.assert_allclose(readings[1], readings[0], rtol=1e-3, atol=1e-3 * np.abs(readings[0]).max())


STANDING = """<mujoco><worldbody><geom type="plane" size="1 1 1" friction="1"/>
<body name="base" pos="0 0 .05"><freejoint/><geom type="box" size=".2 .2 .05" mass="3"/>
<site name="sole" type="box" size=".21 .21 .01" pos="0 0 -.05"/><site name="left" type="box" size=".1 .21 .01"
pos="-.11 0 -.05"/><site name="top" size=".01" pos="0 0 .05"/><body name="pole" pos="0 0 .05">
<joint name="hinge" axis="0 1 0" range="-10 10"/><geom type="box" size=".02 .02 .2" pos="0 0 .2" mass="1"/>
<site name="foot"/></body></body></worldbody>
<sensor><touch name="all" site="sole"/><touch name="half" site="left"/><touch name="none" site="top"/>
<accelerometer name="rest" site="top"/><force name="load" site="foot"/></sensor></mujoco>"""


def test_a_body_at_rest_feels_its_weight_under_its_sole(tmp_path):
    sim = rg.Simulation(loaded(tmp_path, STANDING), dt=0.005)
    sim.run(0.5)
    weight = 4.0 * 9.81
    assert sim.sensors["all"][0] == pytest.approx(weight, rel=1e-3)
    assert sim.sensors["half"][0] == pytest.approx(0.5 * weight, rel=0.05)
    assert sim.sensors["none"][0] == 0.0
    np.testing.assert_allclose(sim.sensors["rest"], [0.0, 0.0, 9.81], atol=1e-3)
    np.testing.assert_allclose(sim.sensors["load"], [0.0, 0.0, 9.81], atol=1e-2)


def test_a_force_within_a_rigid_body_is_left_out_and_says_so(tmp_path):
    text = """<mujoco><worldbody><body name="a"><joint axis="0 1 0"/><geom size=".1"/><body name="b" pos=".3 0 0">
    <geom size=".1"/><site name="s"/></body></body></worldbody><sensor><force name="f" site="s"/></sensor></mujoco>"""
    with pytest.warns(rg.RigidaWarning, match="welded"):
        scene = loaded(tmp_path, text)
    assert rg.Simulation(scene).sensors.left_out == {"f": "force"}


#: Sensors of joints, balls, tendons and actuators, and of frames seen from others.
MANY = """<mujoco><worldbody><site name="w" pos="1 2 3" euler="10 20 30"/><body name="a" pos="0 0 1" euler="10 0 0">
<joint name="j" axis="0 1 0" ref="20"/><geom size=".1" pos=".3 0 0"/><site name="s" pos=".1 .2 .3" euler="0 50 0"/>
<body name="b" pos=".5 0 0" euler="0 0 40"><joint name="ball" type="ball"/><geom size=".1" pos=".3 0 .1"/>
<site name="t" pos=".2 0 0" euler="30 0 0"/></body></body></worldbody><tendon><fixed name="f"><joint joint="j"
coef="3"/></fixed><spatial name="l"><site site="w"/><site site="t"/></spatial></tendon><actuator><motor name="m"
joint="j" gear="2"/><position name="p" joint="j" kp="3" gear="4"/></actuator><sensor>
<jointpos name="1" joint="j"/><jointvel name="2" joint="j"/><jointactuatorfrc name="3" joint="j"/>
<ballquat name="4" joint="ball"/><ballangvel name="5" joint="ball"/><tendonpos name="6" tendon="f"/>
<tendonvel name="7" tendon="f"/><tendonpos name="8" tendon="l"/><tendonvel name="9" tendon="l"/>
<actuatorpos name="10" actuator="p"/><actuatorvel name="11" actuator="m"/><actuatorfrc name="12" actuator="p"/>
<framepos name="13" objtype="site" objname="t" reftype="site" refname="s"/>
<framequat name="14" objtype="site" objname="t" reftype="xbody" refname="a"/>
<framexaxis name="15" objtype="body" objname="b" reftype="site" refname="w"/>
<framelinvel name="16" objtype="site" objname="t" reftype="site" refname="s"/>
<frameangvel name="17" objtype="xbody" objname="b" reftype="body" refname="a"/>
<gyro name="18" site="t" cutoff=".3"/><velocimeter name="19" site="t"/><clock name="20"/></sensor>
<keyframe><key name="bent" qpos=".3 .8 .2 .4 .4" qvel=".5 .6 -.7 .8" ctrl=".7 .2"/></keyframe></mujoco>"""


@pytest.mark.parametrize("engine", [rg.Precise(contact="none"), rg.Realtime()])
def test_all_kinds_of_sensors_read_what_mujoco_reads(engine, tmp_path):
    model = mujoco.MjModel.from_xml_string(MANY)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_forward(model, data)
    sim = rg.Simulation(loaded(tmp_path, MANY), engine)
    sim.take_pose("bent")
    assert not sim.sensors.left_out
    for i in range(model.nsensor):
        first = model.sensor_adr[i]
        wanted = data.sensordata[first : first + model.sensor_dim[i]]
        found = sim.sensors[model.sensor(i).name]
        if model.sensor(i).name in ("4", "14"):
            found = found * np.sign(found @ wanted)  # a quaternion and its negative are one turn
        np.testing.assert_allclose(found, wanted, atol=1e-9, err_msg=model.sensor(i).name)


def test_a_sensor_that_is_not_read_is_told_with_the_kind(tmp_path):
    text = MANY.replace("<clock", "<subtreeangmom name='21' body='a'/><subtreeangmom name='22' body='b'/><clock")
    with pytest.warns(rg.RigidaWarning, match=r"the kind subtreeangmom is not read \(2 times\)"):
        scene = loaded(tmp_path, text)
    assert rg.Simulation(scene).sensors.left_out == {"21": "subtreeangmom", "22": "subtreeangmom"}
