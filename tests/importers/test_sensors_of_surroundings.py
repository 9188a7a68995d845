"""Rangefinders, magnetometers and subtrees read what MuJoCo's do."""

import mujoco
import numpy as np

import rigida as rg

MODEL = (
    "<mujoco><option magnetic='.1 .2 -.4'/><worldbody><geom type='plane' size='5 5 .1'/><geom type='box' "
    "size='.2 3 3' pos='2 0 1'/><body name='a' pos='0 0 1' euler='10 20 30'><joint name='j' axis='0 1 0'/>"
    "<geom size='.1' pos='.3 0 0'/><site name='ahead' pos='.3 0 0' euler='0 70 -30'/><site name='down' "
    "euler='180 0 0'/><site name='up'/><body name='b' pos='.5 0 0'><joint name='k' axis='0 0 1'/><geom type='box' "
    "size='.05 .1 .2' pos='0 .3 0'/><body name='c' pos='0 .5 0'><geom size='.1'/></body></body></body></worldbody>"
    "<sensor><rangefinder name='ra' site='ahead'/><rangefinder name='rd' site='down' cutoff='.4'/><rangefinder "
    "name='ru' site='up'/><magnetometer name='m' site='ahead'/><subtreecom name='s' body='b'/><subtreelinvel name='v' "
    "body='a'/></sensor><keyframe><key name='home' qpos='.1 .2' qvel='1 2'/></keyframe></mujoco>"
)


def test_sensors_read_what_mujoco_reads(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(MODEL)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    sim = rg.Simulation(rg.load(path))
    assert (data.sensor("ru").data, data.sensor("rd").data) == (-1.0, 0.4)
    assert data.sensor("ra").data > 0.0
    for name in ("ra", "rd", "ru", "m", "s", "v"):
        np.testing.assert_allclose(sim.sensors[name], data.sensor(name).data, atol=1e-9, err_msg=name)
