"""PID actuators of MJCF's plugin: the force of mujoco's own at a control that has not changed."""

import mujoco
import pytest

import rigida as rg

PLUGINS = """<mujoco><extension><plugin plugin="mujoco.pid"><instance name="shared">
<config key="kp" value="40"/><config key="kd" value="3"/></instance></plugin></extension>
<worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
<body pos="1 0 0"><joint name="k" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
<actuator><plugin name="a" joint="j" plugin="mujoco.pid" instance="shared" gear="2"/>
<plugin name="b" joint="k" plugin="mujoco.pid"><config key="kp" value="7"/>{more}</plugin></actuator></mujoco>"""


def loaded(tmp_path, more=""):
    path = tmp_path / "model.xml"
    path.write_text(PLUGINS.format(more=more))
    return path, rg.load(path)


def test_gains_give_the_force_of_mujocos_plugin(tmp_path):
    path, scene = loaded(tmp_path)
    scene.take_pose({"j": 0.3, "k": -0.2})
    sim = rg.Simulation(scene, rg.Precise())
    sim.controls = [0.5, 0.1]
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos[:], data.ctrl[:] = (0.3, -0.2), (0.5, 0.1)
    mujoco.mj_forward(model, data)
    assert [sim.actuator(name).force for name in "ab"] == pytest.approx(data.actuator_force.tolist(), abs=1e-12)
    assert scene.actuators[0].bias == (0.0, -40.0, -3.0)


def test_what_needs_memory_is_named(tmp_path):
    with pytest.warns(rg.RigidaWarning, match="the integral term of a PID actuator is not honoured"):
        loaded(tmp_path, '<config key="ki" value="5"/>')
