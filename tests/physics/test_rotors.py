"""Armatures: what a motor's rotor adds to the inertia along a coordinate, in both engines."""

import mujoco
import numpy as np
import pytest

import rigida as rg

ENGINES = {
    "precise": rg.Precise(tolerance=1e-11),
    "realtime": rg.Realtime(dt=1 / 120),
    "realtime in sub-steps": rg.Realtime(dt=1 / 120, direct_limit=0, direct_limit_in_motion=0),
}
#: Sub-steps work in single precision, and let contacts and joints take turns.
FALL = {"precise": 1e-9, "realtime": 1e-9, "realtime in sub-steps": 1e-4}
BLOW = {"precise": 1e-6, "realtime": 1e-5, "realtime in sub-steps": 0.05}


@pytest.mark.parametrize("engine", ENGINES)
def test_weight_on_a_drum_falls_with_m_over_m_plus_armature_of_g(engine):
    """A slider of 2 kg whose drum adds 3 kg falls at 0.4 g, on the world and on a body alike."""
    scene = rg.Scene()
    base = scene.add_body(rg.Box((1, 1, 1)), fixed=True, position=(5, 0, 0), name="base")
    weights = [scene.add_body(rg.Box((0.1, 0.1, 0.1)), mass=2.0, position=(x, 0, 0)) for x in (0.0, 4.0)]
    for weight, held in zip(weights, (rg.WORLD, base), strict=True):
        scene.add_joint(rg.Prismatic(weight, held, axis=(0, 0, 1), armature=3.0))
    sim = rg.Simulation(scene, ENGINES[engine])
    run = sim.run(0.5)
    for weight in weights:
        assert sim.body(weight.name).velocity[2] == pytest.approx(-0.4 * 9.81 * 0.5, rel=FALL[engine])
    drums = 2 * 0.5 * 3.0 * (0.4 * 9.81 * 0.5) ** 2
    bodies = 2 * 0.5 * 2.0 * (0.4 * 9.81 * 0.5) ** 2
    assert sim.energy().kinetic == pytest.approx(drums + bodies, rel=2 * FALL[engine])
    assert run.kinetic[-1] == pytest.approx(sim.energy().kinetic, rel=1e-12)


@pytest.mark.parametrize("engine", ENGINES)
def test_contact_with_a_geared_weight_feels_its_rotor(engine):
    """A ball on a slider with a drum is struck by one like it: as two masses 1 and 1 + 3 without restitution."""
    scene = rg.Scene(gravity=(0, 0, 0))
    target = scene.add_body(rg.Sphere(0.1), mass=1.0, name="target")
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(-0.3, 0, 0), velocity=(2, 0, 0), friction=0.0)
    scene.add_joint(rg.Prismatic(target, rg.WORLD, axis=(1, 0, 0), armature=3.0))
    sim = rg.Simulation(scene, ENGINES[engine])
    sim.run(0.3)
    struck, striking = (sim.body(body.name).velocity[0] for body in (target, ball))
    assert striking + 4.0 * struck == pytest.approx(2.0, rel=1e-4 if "realtime" in engine else 1e-9)
    assert struck == pytest.approx(2.0 / 5.0, rel=BLOW[engine])


def double_pendulum(armature):
    scene = rg.Scene()
    turned = rg.axis_angle((0, 1, 0), np.pi / 2)
    upper = scene.add_body(rg.Box((0.1, 0.1, 0.5)), mass=1.0, position=(0, 0, -0.25))
    lower = scene.add_body(rg.Box((0.1, 0.1, 0.5)), mass=1.0, position=(0.25, 0, -0.5), orientation=turned)
    scene.add_joint(rg.Revolute(upper, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), armature=armature, name="hip"))
    scene.add_joint(rg.Revolute(lower, upper, anchor=(0, 0, -0.5), axis=(0, 1, 0), armature=armature, name="knee"))
    return scene


def test_precise_engine_keeps_the_energy_of_rotors_and_bodies():
    sim = rg.Simulation(double_pendulum(0.05), rg.Precise(tolerance=1e-11))
    start = sim.energy().total
    sim.run(1.0)
    assert sim.energy().kinetic > 0.5
    assert sim.energy().total == pytest.approx(start, abs=1e-8)


def test_realtime_engine_approaches_the_precise_one_with_the_step():
    exact = rg.Simulation(double_pendulum(0.05), rg.Precise(tolerance=1e-10))
    exact.run(0.5)

    def error(dt):
        # With error control coarse steps are taken in parts, and differ less from fine ones.
        sim = rg.Simulation(double_pendulum(0.05), rg.Realtime(dt=dt, accuracy=0.0))
        sim.run(0.5)
        return max(abs(sim.joint(name).position - exact.joint(name).position) for name in ("hip", "knee"))

    coarse, fine = error(1 / 60), error(1 / 240)
    assert coarse < 0.06
    assert fine < 0.3 * coarse


def test_a_run_with_rotors_repeats_from_a_snapshot():
    sim = rg.Simulation(double_pendulum(0.05), rg.Realtime(dt=1 / 60))
    sim.run(0.2)
    kept = sim.snapshot()
    sim.run(0.2)
    first = sim.state_hash()
    sim.restore(kept)
    sim.run(0.2)
    assert sim.state_hash() == first


DAMPED = """<mujoco><worldbody><body name="a" pos="0 0 1"><freejoint/><geom type="box" size=".2 .1 .1"/>
<body name="b" pos=".3 0 0"><joint name="j" axis="0 1 0" armature=".05"/>
<geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/><body name="c" pos=".4 0 0">
<joint name="k" axis="0 1 0" armature=".01"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
</body></body></body></worldbody>
<tendon><fixed name="t"><joint joint="j" coef="2"/><joint joint="k" coef="-.5"/></fixed></tendon>
<actuator><position joint="j" kp="30" dampratio="1"/><position joint="k" kp="20" dampratio=".7" gear="2"/>
<position tendon="t" kp="30" dampratio=".5" gear="3"/></actuator></mujoco>"""


def test_damping_ratio_of_a_servo_is_that_of_the_mass_it_meets(tmp_path):
    (tmp_path / "model.xml").write_text(DAMPED)
    expected = mujoco.MjModel.from_xml_string(DAMPED).actuator_biasprm[:, 2]
    found = [actuator.bias[2] for actuator in rg.load(tmp_path / "model.xml").actuators]
    np.testing.assert_allclose(found, expected, rtol=1e-9)


@pytest.mark.parametrize("armature", [0.0, 0.1, 10.0])
def test_limit_stops_a_rotor_however_heavy_in_sub_steps(armature):
    """An arm runs into its stop, which is inelastic; its rotor weighs up to a hundred times as much."""
    scene = rg.Scene(gravity=(0.0, 0.0, 0.0))
    arm = scene.add_body(rg.Box((1.0, 0.1, 0.1)), name="arm", position=(0.5, 0.0, 0.0), mass=0.3)
    scene.add_joint(rg.Revolute(arm, anchor=(0, 0, 0), axis=(0, 0, 1), upper=0.3, armature=armature, name="hinge"))
    scene.take_pose(rg.Pose(rates={"hinge": 4.0}))
    simulation = rg.Simulation(scene, rg.Realtime(dt=0.01, direct_limit=0))
    rates, furthest = [], 0.0
    for _ in range(40):
        simulation.step()
        rates.append(float(simulation.joint("hinge").velocity))
        furthest = max(furthest, float(simulation.joint("hinge").position))
    assert rates[4] == pytest.approx(4.0)
    assert furthest < 0.3 + 0.02
    assert np.abs(rates[12:]).max() < 0.2  # it does not rebound
