"""The energy account: losses of contacts are dissipated, work of motors is put in, the rest is drift."""

import math

import numpy as np
import pytest
from scipy.integrate import simpson

import rigida as rg
from rigida import scenes
from rigida.recording.energy_account import energy_account


def run_with(energies: list[float], scene: dict | None = None, events: list | None = None) -> rg.Recording:
    frames = len(energies)
    zeros = np.zeros((frames, 1, 3))
    return rg.Recording(
        times=np.arange(frames) / 10.0,
        position=zeros,
        orientation=np.tile([1.0, 0.0, 0.0, 0.0], (frames, 1, 1)),
        velocity=zeros,
        angular_velocity=zeros,
        kinetic=np.array(energies),
        potential=np.zeros(frames),
        linear_momentum=np.zeros((frames, 3)),
        angular_momentum=np.zeros((frames, 3)),
        names=["a"],
        scene=scene or {},
        events=events or [],
    )


def test_any_change_is_drift_where_nothing_dissipates_or_works() -> None:
    account = energy_account(run_with([10.0, 9.0, 10.5], {"force": {"s": {"kind": "spring"}}}))
    assert (account.put_in, account.dissipated, account.drift) == (0.0, 0.0, 1.0)
    assert account.relative_drift == pytest.approx(1.0 / 10.5)


def test_losses_of_bodies_that_touch_are_dissipated_and_only_gains_are_drift() -> None:
    account = energy_account(run_with([10.0, 4.0, 4.1, 3.0], events=[{"time": 0.1, "kind": "begin", "bodies": []}]))
    assert account.dissipated == pytest.approx(7.0)
    assert account.drift == pytest.approx(0.1)
    assert "dissipated" in account.text()
    assert "numerical drift 1.0e-02" in account.text()


@pytest.mark.parametrize(
    "scene",
    [
        {"joint": {"j": {"kind": "revolute", "motor": "speed"}}},
        {"joint": {"j": {"kind": "revolute", "trajectory": {}}}},
        {"joint": {"j": {"kind": "revolute", "course": {}}}},  # recordings of earlier versions
        {"force": {"f": {"kind": "torque"}}},
        {"force": {"f": {"kind": "constant_force", "frame": "body"}}},
        {"force": {"f": {"kind": "drag", "medium_velocity": [1, 0, 0]}}},
        {"body": {"a": {"path": {}}}},
        {"aircraft": {"plane": {}}},
    ],
)
def test_work_of_motors_and_forces_is_put_in_and_leaves_no_drift_to_tell(scene: dict) -> None:
    run = run_with([0.0, 3.0, 2.0], scene)
    account = run.energy_account
    assert (account.put_in, account.dissipated, account.drift) == (2.0, 0.0, None)
    assert math.isnan(run.energy_drift)


def test_motors_on_bodies_that_touch_gain_and_lose_between_frames() -> None:
    scene = {"joint": {"j": {"kind": "revolute", "motor": "speed"}}}
    account = run_with([0.0, 3.0, 2.0], scene, events=[{"time": 0.1, "kind": "begin", "bodies": []}]).energy_account
    assert (account.put_in, account.dissipated, account.drift) == (3.0, 1.0, None)


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_torque_against_the_motion_takes_energy_out_and_dissipates_nothing(engine: str) -> None:
    scene = rg.Scene(gravity=(0, 0, 0))
    top = scene.add_body(None, mass=1.0, inertia=(1, 1, 2), angular_velocity=(0, 0, 10), name="top")
    scene.add_force(rg.Torque(top, (0, 0, -2.0)))
    account = rg.Simulation(scene, engine).run(3.0, fps=30).energy_account
    expected = 0.5 * 2.0 * (7.0**2 - 10.0**2)
    assert account.put_in == pytest.approx(expected, rel=1e-6)
    assert account.dissipated == 0.0
    assert account.text().startswith("51 J taken out by forces and motors, numerical drift")


def _dragged(engine: rg.Precise | rg.Realtime) -> rg.Recording:
    """Return a run of a ball in a liquid under a force that turns with it: both do work, one dissipates."""
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, velocity=(-1.0, 0, 0), name="ball")
    scene.add_force(rg.ConstantForce(ball, (2.0, 0, 0), frame="body"))
    scene.add_force(rg.Drag(ball, linear=0.5))
    return rg.Simulation(scene, engine).run(2.0, fps=400)


@pytest.mark.parametrize(("engine", "rel"), [(rg.Precise(), 1e-6), (rg.Realtime(dt=1 / 400), 1e-6)])
def test_work_and_dissipation_are_the_integrals_of_their_powers(engine: rg.Precise | rg.Realtime, rel: float) -> None:
    run = _dragged(engine)
    # v' = 2 − v/2 from −1: v = 4 − 5 exp(−t/2).
    decay = math.exp(-1.0)
    work = 2.0 * (8.0 - 10.0 * (1.0 - decay))
    drag = 0.5 * (32.0 - 80.0 * (1.0 - decay) + 25.0 * (1.0 - decay**2))
    account = run.energy_account
    assert account.put_in == pytest.approx(work, rel=rel)
    assert account.dissipated == pytest.approx(drag, rel=rel)
    speed = run.body("ball").velocity[:, 0]
    assert account.put_in == pytest.approx(float(simpson(2.0 * speed, x=run.times)), rel=rel)
    assert account.dissipated == pytest.approx(float(simpson(0.5 * speed**2, x=run.times)), rel=rel)


def _pushed_over_the_ground(engine: rg.Precise | rg.Realtime) -> tuple[float, float]:
    """Return work and dissipation in a second of a box that slides under a force which changes its sign [J]."""
    scene = rg.Scene()
    scene.add_ground(friction=0.2)
    start = {"position": (0, 0, 0.1), "velocity": (5.0, 0, 0)}
    box = scene.add_body(rg.Box((1, 1, 0.2)), mass=2.0, friction=0.2, name="box", **start)
    scene.add_force(rg.UserForce((box,), lambda time, _: ((3.0 * time - 6.0 * math.cos(5.0 * time), 0, 0), (0, 0, 0))))
    account = rg.Simulation(scene, engine).run(1.0).energy_account
    return account.put_in, account.dissipated


@pytest.mark.parametrize("engine", [rg.Precise(), rg.Realtime()])
def test_work_of_a_user_force_and_of_friction_agree_with_quadrature(engine: rg.Precise | rg.Realtime) -> None:
    times = np.linspace(0.0, 1.0, 20001)
    force = 3.0 * times - 6.0 * np.cos(5.0 * times)
    speed = 5.0 + 0.75 * times**2 - 0.6 * np.sin(5.0 * times) - 0.2 * 9.81 * times
    assert speed.min() > 0.0
    expected = [float(simpson(power, x=times)) for power in (force * speed, 0.2 * 2.0 * 9.81 * speed)]
    np.testing.assert_allclose(_pushed_over_the_ground(engine), expected, rtol=1e-8)


@pytest.mark.parametrize("engine", [rg.Precise(), rg.Realtime()])
def test_account_of_a_flight_agrees_with_quadrature_over_its_frames(engine: rg.Precise | rg.Realtime) -> None:
    """Work of a force that turns with the body and of a torque, and the loss by drag, beside a spring and gravity."""
    scene = rg.Scene()
    box = scene.add_body(rg.Box((1, 0.7, 0.2)), mass=2.0, velocity=(1.0, 0.3, 1), name="box")
    scene.add_force(rg.Spring(box, anchor_b=(0, 0, 1), stiffness=5.0))
    scene.add_force(rg.ConstantForce(box, (2.0, 0, 0), frame="body"))
    scene.add_force(rg.Torque(box, (0, 0.3, 0)))
    scene.add_force(rg.Drag(box, linear=0.5))
    run = rg.Simulation(scene, engine).run(1.0, fps=60)
    motion, (w, x, y, z) = run.body("box"), run.body("box").orientation.T
    ahead = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], axis=1)
    power = (2.0 * ahead * motion.velocity).sum(axis=1) + 0.3 * motion.angular_velocity[:, 1]
    account = run.energy_account
    assert account.put_in == pytest.approx(float(simpson(power, x=run.times)), rel=1e-6)
    drag = 0.5 * (motion.velocity**2).sum(axis=1)
    assert account.dissipated == pytest.approx(float(simpson(drag, x=run.times)), rel=1e-6)
    assert account.relative_drift < (1e-12 if isinstance(engine, rg.Precise) else 1e-3)


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_forces_that_vary_without_dissipation_leave_drift_and_no_loss(engine: str) -> None:
    scene = rg.Scene(gravity=(0, 0, 0))
    box = scene.add_body(rg.Box((1, 0.7, 0.2)), mass=2.0, angular_velocity=(5.0, 0.3, 1))
    scene.add_force(rg.UserForce((box,), lambda time, _: ((0, 0, 0), (-6.0 * math.cos(5.0 * time), 0.3, 0))))
    account = rg.Simulation(scene, engine).run(1.0).energy_account
    assert account.dissipated == 0.0
    assert account.relative_drift < 1e-4
    assert "dissipated" not in account.text()


def test_friction_of_what_touches_from_the_start_is_dissipation_in_the_precise_engine() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.2)
    scene.add_body(rg.Box((1, 1, 0.2)), mass=2.0, position=(0, 0, 0.1), velocity=(3, 0, 0), friction=0.2)
    account = rg.Simulation(scene, "precise").run(0.5).energy_account
    assert account.dissipated == pytest.approx(0.2 * 2.0 * 9.81 * (1.5 - 0.1 * 9.81 * 0.25), rel=1e-9)
    assert account.relative_drift == pytest.approx(0.0, abs=1e-12)


def test_negative_work_of_a_push_on_a_sliding_box_is_no_friction() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.2)
    scene.add_body(rg.Box((1, 1, 0.2)), mass=2.0, position=(0, 0, 0.1), velocity=(3.0, 0, 0), friction=0.2, name="box")
    sim = rg.Simulation(scene, "precise")
    sim.body("box").apply_force((-4.0, 0, 0), at=(0, 0, 0), duration=0.5)
    account = sim.run(0.5).energy_account
    way = 3.0 * 0.5 - 0.5 * (2.0 + 0.2 * 9.81) * 0.25
    assert account.put_in == pytest.approx(-4.0 * way, rel=1e-6)
    assert account.dissipated == pytest.approx(0.2 * 2.0 * 9.81 * way, rel=1e-6)


@pytest.mark.parametrize(
    "scene",
    [
        {"force": {"f": {"kind": "drag", "linear": 1.0}}},
        {"force": {"f": {"kind": "spring", "damping": 1.0}}},
        {"joint": {"j": {"kind": "revolute", "damping": 0.1}}},
    ],
)
def test_dampers_and_drag_dissipate(scene: dict) -> None:
    account = energy_account(run_with([5.0, 2.0], scene))
    assert (account.dissipated, account.drift) == (3.0, 0.0)


def test_dominoes_dissipate_and_do_not_drift() -> None:
    scene = rg.load(scenes.path("dominoes"))
    account = rg.Simulation(scene).run(2.0, fps=30).energy_account
    assert account.dissipated > 0.0
    assert account.relative_drift is not None
    assert account.relative_drift < 0.01


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_impulse_of_a_scene_is_work_and_friction_takes_it(engine):
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    box = scene.add_body(rg.Box((0.4, 0.3, 0.2)), mass=2.0, position=(0, 0, 0.1), friction=0.3)
    scene.add_force(rg.Impulse(box, impulse=(4, 0, 0), time=0.25))
    account = rg.Simulation(scene, engine).run(1.5).energy_account
    assert account.put_in == pytest.approx(4.0, rel=1e-9)  # p²/2m
    assert account.dissipated == pytest.approx(4.0, rel=1e-6)
