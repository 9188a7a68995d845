"""Linear models agree with closed forms and with mujoco's own forward dynamics."""

import mujoco
import numpy as np
import pytest

import rigida as rg

TREE = (
    "<mujoco><compiler angle='radian'/><worldbody><body name='base' pos='0 0 1' euler='.3 .2 .1'>{}<geom type='box' "
    "size='.2 .1 .15' pos='.02 .01 0'/><body name='a' pos='.2 0 0'><joint name='j' axis='0 1 0' armature='.02' "
    "damping='.3' stiffness='2'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><body name='b' pos='.3 0 0'>"
    "<joint name='k' axis='0 0 1'/><joint name='l' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .2 .1 0' "
    "size='.02'/></body></body></body></worldbody><actuator><motor name='m' joint='j' gear='3'/><position name='p' "
    "joint='k' kp='5' kv='.2'/></actuator></mujoco>"
)


def accelerations(model, data, qpos, qvel, ctrl):
    """Return mujoco's accelerations in a state."""
    data.qpos[:], data.qvel[:], data.ctrl[:] = qpos, qvel, ctrl
    mujoco.mj_forward(model, data)
    return data.qacc.copy()


@pytest.mark.filterwarnings("ignore::rigida.RigidaWarning")
@pytest.mark.parametrize("base", ["", "<freejoint/>"], ids=["fixed", "free"])
def test_a_tree_in_motion_has_the_slopes_that_mujoco_has(base, tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(TREE.format(base))
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data, n = mujoco.MjData(model), model.nv
    random = np.random.default_rng(1)
    qpos, qvel, ctrl = model.qpos0.copy(), random.uniform(-1, 1, n), np.array([0.3, -0.2])
    qpos[-3:] = 0.4, -0.3, 0.2
    h, wanted = 1e-5, np.zeros((n, 2 * n + 2))
    for i, unit in enumerate(np.eye(n)):
        moved = [qpos.copy(), qpos.copy()]
        for sign, place in zip((-h, h), moved, strict=True):
            mujoco.mj_integratePos(model, place, unit, sign)
        low, high = (accelerations(model, data, place, qvel, ctrl) for place in moved)
        wanted[:, i] = (high - low) / (2 * h)
        low, high = (accelerations(model, data, qpos, qvel + sign * unit, ctrl) for sign in (-h, h))
        wanted[:, n + i] = (high - low) / (2 * h)
    for i, unit in enumerate(np.eye(2)):
        low, high = (accelerations(model, data, qpos, qvel, ctrl + sign * unit) for sign in (-h, h))
        wanted[:, 2 * n + i] = (high - low) / (2 * h)
    sim = rg.Simulation(rg.load(path))
    joints = dict(zip(("j", "k", "l"), qpos[-3:], strict=True))
    rates = dict(zip(("j", "k", "l"), qvel[-3:], strict=True))
    velocities = {}
    if base:
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, qpos[3:7])
        velocities = {"base": [*qvel[:3], *(turn.reshape(3, 3) @ qvel[3:6])]}
    sim.take_pose(rg.Pose(joints=joints, rates=rates, velocities=velocities))
    sim.controls = ctrl
    found = sim.linearize()
    assert found.inputs == ("m", "p")
    assert found.states[n - 3 : n] == ("j", "k", "l")
    np.testing.assert_allclose(np.hstack([found.A[n:], found.B[n:]]), wanted, atol=1e-6 * np.abs(wanted).max())
    np.testing.assert_array_equal(found.A[:n, n:], np.eye(n))


def test_a_cart_pole_has_its_closed_form():
    from rigida.gym.cart_pole import cart_pole_scene

    found = rg.Simulation(cart_pole_scene()).linearize()
    cart, pole, arm, g = 1.0, 0.1, 0.5, -cart_pole_scene().gravity[2]
    inertia = pole * (1.0**2 + 0.05**2) / 12.0
    mass = np.array([[cart + pole, pole * arm], [pole * arm, inertia + pole * arm**2]])
    slopes = np.linalg.solve(mass, np.array([[0.0, 0.0, 10.0], [0.0, pole * g * arm, 0.0]]))
    np.testing.assert_allclose(np.column_stack([found.A[2:, :2], found.B[2:]]), slopes, rtol=1e-6, atol=1e-6)
    stepped = found.discrete(1e-6)
    np.testing.assert_allclose((stepped[0] - np.eye(4)) / 1e-6, found.A, atol=1e-4)


def test_a_loop_swings_at_the_frequency_of_its_closed_form():
    scene = rg.Scene(gravity=(0, 0, -10))
    rods = []
    for x, name in ((0.0, "left"), (1.0, "right")):
        rod = scene.add_body(rg.Box((0.05, 0.05, 0.8)), mass=1.0, position=(x, 0, -0.4), name=name)
        scene.add_joint(rg.Revolute(rod, rg.WORLD, anchor=(x, 0, 0), axis=(0, 1, 0), name=name))
        rods.append(rod)
    bar = scene.add_body(rg.Box((1.0, 0.05, 0.05)), mass=2.0, position=(0.5, 0, -0.8), name="bar")
    for rod, x in zip(rods, (0.0, 1.0), strict=True):
        scene.add_joint(rg.Revolute(bar, rod, anchor=(x, 0, -0.8), axis=(0, 1, 0), name=f"{rod.name}_bar"))
    found = rg.Simulation(scene).linearize(coordinates=["left"])
    own = (0.8**2 + 0.05**2) / 12.0 + 0.4**2
    square = (2 * 1.0 * 10 * 0.4 + 2.0 * 10 * 0.8) / (2 * own + 2.0 * 0.8**2)
    np.testing.assert_allclose(found.A, [[0.0, 1.0], [-square, 0.0]], atol=1e-6 * square)
    assert len(rg.Simulation(scene).linearize().states) == 2
    with pytest.raises(rg.UsageError, match="1 freedoms, and 2 coordinates"):
        rg.Simulation(scene).linearize(coordinates=["left", "right"])


def test_outputs_are_sensors_or_functions_and_inputs_may_be_functions():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(rg.Box((1, 1, 1)), mass=2.0, name="drone")
    scene.add_force(rg.Thrust(body, (0, 0, 1), point=(0.3, 0, 0), name="lift"))
    scene.add_actuator(rg.Actuator(thrust="lift", name="rotor"))
    scene.sites["imu"] = rg.Site(body, (0.1, 0, 0))
    scene.sensors["acc"] = rg.Sensor("accelerometer", {"site": "imu"})

    def change(sim, by):
        sim.actuator("rotor").control += 2.0 * by

    sim = rg.Simulation(scene)
    found = sim.linearize(["rotor", change], ["acc", lambda sim: sim.body("drone").position[2]])
    inertia = 2.0 * 2.0 / 12.0
    spin = -0.3 / inertia
    np.testing.assert_allclose(found.B[6:, 0], [0, 0, 0.5, 0, spin, 0], atol=1e-9)
    np.testing.assert_allclose(found.B[:, 1], 2.0 * found.B[:, 0], atol=1e-9)
    np.testing.assert_allclose(found.D[:, 0], [0, 0, 0.5 - 0.1 * spin, 0], atol=1e-9)
    np.testing.assert_allclose(found.C[3, 2], 1.0, atol=1e-9)
    assert sim.controls[0] == 0.0


def test_an_aircraft_in_trim_has_the_modes_of_its_own_analysis():
    plane = rg.Airplane.load("trainer")
    trim = rg.trim(plane, speed=50.0, altitude=1000.0)
    scene = rg.Scene()
    scene.add_aircraft(plane, position=(0, 0, 1000), trim=trim, name="plane")
    found = np.linalg.eigvals(rg.Simulation(scene, rg.Precise()).linearize([]).A)
    modes = rg.modes(plane, trim)
    wanted = [mode.eigenvalue for mode in modes.modes if mode.name != "phugoid"]  # which also feels the air thin out
    assert len(wanted) >= 4
    for value in wanted:
        assert np.abs(found - value).min() < 1e-3 * abs(value)


def test_scene_whose_members_have_changed_is_refused():
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), name="a")
    scene.add_body(rg.Sphere(0.1), name="b", position=(1, 0, 0))
    sim = rg.Simulation(scene)
    sim.remove("a")
    with pytest.raises(rg.UsageError, match="have come or gone"):
        sim.linearize()


@pytest.mark.parametrize("welded", [True, False])
def test_scene_in_which_nothing_can_move_is_refused(welded):
    scene = rg.Scene()
    body = scene.add_body(rg.Sphere(0.1), fixed=not welded, mass=1.0 if welded else None)
    if welded:
        scene.add_joint(rg.Fixed(body))
    with pytest.raises(rg.UsageError, match="no body can move"):
        rg.Simulation(scene).linearize()
