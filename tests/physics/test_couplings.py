"""Couplings of joints: what follows stays with what it follows, and both feel each other's inertia."""

import warnings

import mujoco
import numpy as np
import pytest

import rigida as rg

WHEELS = """<mujoco><compiler angle="radian"/><option timestep="0.0005" gravity="0 0 0"/><worldbody>
<body name="small"><joint name="p" axis="0 0 1" ref="0.1"/><geom type="cylinder" size=".1 .02" mass="1"/></body>
<body name="large" pos="1 0 0"><joint name="q" axis="0 0 1"/><geom type="cylinder" size=".2 .02" mass="3"/>
 <body name="tip" pos="0 .3 0"><joint name="r" axis="0 0 1" ref="-0.2"/><geom type="box" size=".1 .1 .1" mass=".5"/>
 </body></body></worldbody>
<tendon><fixed name="both"><joint joint="p" coef="1"/><joint joint="r" coef="-0.5"/></fixed>
<fixed name="one"><joint joint="q" coef="2"/></fixed></tendon>
<equality>%s</equality><actuator><motor joint="p"/></actuator></mujoco>"""
ENGINES = [rg.Precise(), rg.Realtime(dt=1e-3)]


def wheels(tmp_path, equality):
    path = tmp_path / "wheels.xml"
    path.write_text(WHEELS % equality)
    return path


@pytest.mark.parametrize("engine", ENGINES, ids=["precise", "realtime"])
def test_wheels_that_mesh_turn_as_one_inertia(engine, tmp_path):
    scene = rg.load(wheels(tmp_path, '<joint joint1="q" joint2="p" polycoef="0 -0.5"/><joint joint1="r"/>'))
    sim = rg.Simulation(scene, engine)
    sim.controls = [0.2]
    sim.run(0.5)
    small, large = 0.5 * 1 * 0.1**2, 0.5 * 3 * 0.2**2 + 0.5 * (0.3**2 + (2 * 0.1**2) / 3 * 1)
    p, q, r = sim.joints.position
    assert abs(q + 0.5 * (p - 0.1)) < (1e-12 if engine is ENGINES[0] else 1e-7)
    assert abs(r + 0.2) < (1e-12 if engine is ENGINES[0] else 1e-7)
    way = 0.5 * 0.2 / (small + 0.25 * large) * 0.5**2
    assert p - 0.1 == pytest.approx(way, rel=1e-9 if engine is ENGINES[0] else 1e-6)


@pytest.mark.parametrize(
    "equality",
    [
        '<joint joint1="q" joint2="p" polycoef="0.1 -0.5 0.3 0.2 -0.1"/>',
        '<joint joint1="r" polycoef="0.4 1"/>',
        '<tendon tendon1="both" tendon2="one" polycoef="0.2 0.7 -0.3"/>',
    ],
)
def test_a_coupling_reads_what_mujoco_reads(equality, tmp_path):
    path = wheels(tmp_path, equality)
    model = mujoco.MjModel.from_xml_path(str(path))
    rng = np.random.default_rng(3)
    for _ in range(3):
        data = mujoco.MjData(model)
        data.qpos[:], data.qvel[:] = rng.normal(size=3), rng.normal(size=3)
        mujoco.mj_forward(model, data)
        scene = rg.load(path)
        scene.take_pose(rg.Pose(dict(zip("pqr", data.qpos, strict=True)), dict(zip("pqr", data.qvel, strict=True))))
        joints = rg.Simulation(scene, rg.Realtime(dt=1e-3)).engine.joints
        joints.coordinates.evaluate(joints.frames)
        joints.couplings.evaluate()
        assert joints.couplings.length[0] == pytest.approx(data.efc_pos[0], abs=1e-12)
        assert joints.couplings.rate[0] == pytest.approx(data.efc_vel[0], abs=1e-12)


def test_a_curved_coupling_keeps_energy_exactly(tmp_path):
    scene = rg.load(wheels(tmp_path, '<joint joint1="q" joint2="p" polycoef="0 -0.5 0.3"/>'))
    scene.gravity = (1.0, -2.0, 0.0)
    sim = rg.Simulation(scene, rg.Precise())
    before = sim.energy().total
    sim.run(0.5)
    p, q, _ = sim.joints.position
    assert q == pytest.approx(-0.5 * (p - 0.1) + 0.3 * (p - 0.1) ** 2, abs=1e-12)
    assert sim.energy().total == pytest.approx(before, abs=1e-10)


def coupled_pendulums(ratio, rate, **motor):
    """Two bars that hang on hinges, the second of which turns `ratio` times as far; rate: of the first [rad/s]."""
    scene = rg.Scene()
    for k, length in enumerate((0.5, 0.7)):
        own = rate * ratio**k
        bar = scene.add_body(
            rg.Box((0.1, 0.1, length)),
            mass=1.0 + k,
            position=(k, 0, -0.5 * length),
            velocity=(-0.5 * own * length, 0, 0),
            angular_velocity=(0, own, 0),
        )
        driven = motor if k == 0 else {}
        scene.add_joint(rg.Revolute(bar, rg.WORLD, anchor=(k, 0, 0), axis=(0, 1, 0), name=f"hinge{k}", **driven))
    scene.add_coupling(rg.Coupling(["hinge1"], ["hinge0"], (0, ratio)))
    return scene


@pytest.mark.parametrize(("ratio", "rate"), [(1.0, 6.0), (-0.5, 8.0), (2.0, 4.0)])
def test_coupled_pendulums_swing_as_the_precise_engine_says_and_keep_their_energy(ratio, rate):
    exact = rg.Simulation(coupled_pendulums(ratio, rate), rg.Precise())
    exact.run(2.0, fps=1)
    sim = rg.Simulation(coupled_pendulums(ratio, rate), rg.Realtime())
    before = sim.energy()
    for _ in range(120):
        sim.step()
        first, second = sim.joints.position
        assert abs(second - ratio * first) < 1e-7
        assert abs(sim.energy().total - before.total) < 1e-3 * before.kinetic
    np.testing.assert_allclose(sim.joints.position, exact.joints.position, atol=2e-3)


def test_a_coupling_holds_while_a_motor_drives_and_bars_touch():
    scene = coupled_pendulums(1.0, 0.0, motor="speed", motor_target=2.0, motor_max=50.0)
    scene.add_body(rg.Box((0.1, 1, 1)), position=(-0.42, 0, -0.5), fixed=True)
    sim = rg.Simulation(scene, rg.Realtime())
    for _ in range(120):
        sim.step()
        first, second = sim.joints.position
        assert abs(second - first) < 1e-6
    assert len(sim.contacts()) > 0


def test_realtime_brings_what_starts_apart_together(tmp_path):
    scene = rg.load(wheels(tmp_path, '<joint joint1="q" joint2="p" polycoef="0 2"/>'))
    scene.take_pose({"q": 0.3})
    sim = rg.Simulation(scene, rg.Realtime(dt=1 / 60))
    sim.run(0.5)
    p, q, _ = sim.joints.position
    assert abs(q - 2.0 * (p - 0.1)) < 1e-3
    with pytest.raises(rg.ModelError, match="open by"):
        rg.Simulation(scene, rg.Precise())


def test_a_tendon_stops_at_its_range(tmp_path):
    path = tmp_path / "range.xml"
    path.write_text((WHEELS % "").replace('name="both"', 'name="both" range="-1 0.5"'))
    scene = rg.load(path)
    sim = rg.Simulation(scene, rg.Realtime(dt=1e-3))
    sim.controls = [0.05]
    sim.run(1.5)
    p, _, r = sim.joints.position
    assert p - 0.5 * r == pytest.approx(0.5, abs=2e-3)
    with pytest.warns(rg.RigidaWarning, match="bounds are one"):
        rg.Simulation(scene, rg.Precise())


def test_a_stiff_servo_along_a_tendon_holds_at_a_long_step(tmp_path):
    path = tmp_path / "servo.xml"
    servo = '<position tendon="both" kp="5000" kv="200" ctrlrange="-9 9"/>'
    path.write_text((WHEELS % "").replace('<motor joint="p"/>', servo))
    sim = rg.Simulation(rg.load(path), rg.Realtime(dt=1 / 60))
    sim.controls = [1.0]
    sim.run(1.0)
    p, _, r = sim.joints.position
    assert p - 0.5 * r == pytest.approx(1.0, abs=1e-3)


def test_a_coupling_is_saved_and_loaded(tmp_path):
    scene = rg.load(wheels(tmp_path, '<joint name="mesh" joint1="q" joint2="p" polycoef="0 -0.5 0.3"/>'))
    scene.save(tmp_path / "wheels.toml")
    again = rg.load(tmp_path / "wheels.toml").couplings[0]
    first = scene.couplings[0]
    assert (again.name, again.joints, again.leaders, again.gear) == ("mesh", ("q",), ("p",), (1.0,))
    assert again.polynomial == first.polynomial
    assert again.bounds == (0.0, 0.0)


def test_couplings_say_what_is_wrong():
    with pytest.raises(rg.ModelError, match="of one length, got 1 and 2"):
        rg.Coupling(["a"], gear=[1, 2])
    with pytest.raises(rg.ModelError, match="1 to 5 coefficients, got 6"):
        rg.Coupling(["a"], ["b"], (0, 1, 2, 3, 4, 5))
    with pytest.raises(rg.ModelError, match="must rise"):
        rg.Coupling(["a"], bounds=(1, 0))
    with pytest.raises(rg.SceneError, match="no joint 'a' to couple"):
        rg.Scene().add_coupling(rg.Coupling(["a"]))


URDF = """<robot name="grip"><link name="palm"/>%s
<joint name="left" type="revolute"><parent link="palm"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="5"/></joint>
<joint name="right" type="revolute"><parent link="palm"/><child link="b"/><axis xyz="0 1 0"/>
<limit lower="-9" upper="9" effort="5"/><mimic joint="left" multiplier="-1.5" offset="0.25"/></joint></robot>"""
SDF = """<sdf version="1.11"><model name="grip">%s
<joint name="left" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="right" type="revolute"><parent>world</parent><child>b</child><axis><xyz>0 1 0</xyz>
<mimic joint="left"><multiplier>-1.5</multiplier><offset>0.1</offset><reference>-0.1</reference></mimic></axis></joint>
</model></sdf>"""


@pytest.mark.parametrize("kind", ["urdf", "sdf"])
def test_a_joint_that_mimics_follows(kind, tmp_path):
    inertial = '<inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>'
    links = "".join(f'<link name="{name}">{inertial if kind == "urdf" else ""}</link>' for name in "ab")
    path = tmp_path / f"grip.{kind}"
    path.write_text((URDF if kind == "urdf" else SDF) % links)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)
        scene = rg.load(path)
    coupling = scene.couplings[0]
    assert (coupling.joints, coupling.leaders) == (("right",), ("left",))
    assert coupling.polynomial == pytest.approx((0.25, -1.5) if kind == "urdf" else (-0.05, -1.5))


@pytest.mark.parametrize("engine", ENGINES, ids=["precise", "realtime"])
def test_masses_on_a_pulley_accelerate_as_atwood_found(engine):
    scene = rg.Scene()
    for name, mass, x in (("left", 3.0, -0.2), ("right", 2.0, 0.2)):
        body = scene.add_body(rg.Sphere(0.05), mass=mass, position=(x, 0, 0), name=name)
        scene.add_joint(rg.Prismatic(body, axis=(0, 0, 1), name=f"{name} rope"))
    scene.add_coupling(rg.Pulley("left rope", "right rope"))
    run = rg.Simulation(scene, engine).run(0.5)
    fall = 0.5 * 9.81 / 5.0 * 0.5**2
    assert run.body("left").position[-1, 2] == pytest.approx(-fall, rel=1e-5 if engine is ENGINES[0] else 3e-3)
    assert run.body("right").position[-1, 2] == pytest.approx(fall, rel=1e-5 if engine is ENGINES[0] else 3e-3)


def test_gears_and_rack_follow_their_ratios(tmp_path):
    scene = rg.Scene(gravity=(0, 0, 0))
    for name, x in (("pinion", 0.0), ("wheel", 1.0), ("ring", 2.0)):
        body = scene.add_body(rg.Cylinder(0.1, 0.05), mass=1.0, position=(x, 0, 0), name=name)
        scene.add_joint(rg.Revolute(body, axis=(0, 0, 1), name=f"{name} axle", motor="effort"))
    rack = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(0, 3, 0), name="rack")
    scene.add_joint(rg.Prismatic(rack, axis=(1, 0, 0), name="slide"))
    scene.add_coupling(rg.Gears("pinion axle", "wheel axle", 0.5))
    scene.add_coupling(rg.Gears("pinion axle", "ring axle", 0.25, internal=True))
    scene.add_coupling(rg.RackAndPinion("pinion axle", "slide", 0.1))
    scene.save(tmp_path / "gears.toml")
    sim = rg.Simulation(rg.load(tmp_path / "gears.toml"), "precise")
    sim.joint("pinion axle").motor_target = 0.1
    sim.run(1.0)
    angle = {name: float(sim.joint(f"{name} axle").position) for name in ("pinion", "wheel", "ring")}
    assert angle["pinion"] > 0.5
    assert [angle["wheel"], angle["ring"]] == pytest.approx([-0.5 * angle["pinion"], 0.25 * angle["pinion"]])
    assert float(sim.joint("slide").position) == pytest.approx(0.1 * angle["pinion"])
