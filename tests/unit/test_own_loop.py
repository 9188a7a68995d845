"""For one's own loop: control while running, readings of joints, handles that refuse, names, signatures."""

import inspect
import math
from dataclasses import is_dataclass

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.math.quaternion import rotate_array


def arm(**joint: object) -> rg.Scene:
    scene = rg.Scene()
    bar = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 0, 0), name="arm")
    scene.add_joint(rg.Revolute(bar, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge", **joint))
    return scene


@pytest.mark.parametrize("engine", ["precise", "realtime"])
def test_a_speed_motor_bears_the_weight_of_the_arm_that_it_turns(engine: str) -> None:
    scene = arm(motor="speed", motor_target=2.0, motor_max=50.0)
    sim = rg.Simulation(scene, engine, dt=1 / 240)
    run = sim.run(1.0, fps=20)
    hinge = run.joint("hinge")
    assert hinge.position.shape == hinge.velocity.shape == hinge.motor_effort.shape == (21,)
    held = slice(5, None)
    np.testing.assert_allclose(hinge.velocity[held], 2.0, atol=1e-5)
    # The realtime engine's motor works over the last step, against the weight at its midpoint.
    angle = hinge.position[held] - (0.5 * 2.0 / 240 if engine == "realtime" else 0.0)
    np.testing.assert_allclose(hinge.motor_effort[held], -2 * 9.81 * 0.5 * np.cos(angle), atol=1e-3)
    assert sim.joint("hinge").motor_effort == pytest.approx(hinge.motor_effort[-1])
    assert [axes.get_ylabel()[:5] for axes in run.plot_joint("hinge").axes] == ["angle", "rate ", "motor"]


@pytest.mark.parametrize("kind", ["effort", "position"])
def test_effort_and_servo_motors_say_what_they_do(kind: str) -> None:
    sim = rg.Simulation(arm(motor=kind, motor_target=1.5, motor_stiffness=4.0, motor_damping=0.5), "precise")
    sim.run(0.3)
    hinge = sim.joint("hinge")
    expected = 1.5 if kind == "effort" else 4.0 * (1.5 - hinge.position) - 0.5 * hinge.velocity
    assert hinge.motor_effort == pytest.approx(expected, rel=1e-9)


def test_readings_of_joints_survive_the_file_and_are_nan_in_older_ones(tmp_path) -> None:
    run = rg.Simulation(arm(motor="speed", motor_target=1.0, motor_max=50.0), "precise").run(0.2, fps=10)
    loaded = rg.Recording.load(run.save(tmp_path / "run.npz"))
    np.testing.assert_array_equal(loaded.joint("hinge").motor_effort, run.joint("hinge").motor_effort)
    journal = tmp_path / "run.frames"
    rg.Simulation(arm(), "precise").run(0.2, fps=10, journal=journal)
    assert rg.Recording.load(journal).joint("hinge").position.shape == (3,)


@pytest.mark.parametrize("engine", ["precise", "realtime"])
def test_control_is_called_before_every_step_and_steers(engine: str) -> None:
    scene = arm(motor="effort", motor_target=0.0)
    times = []

    def hold(sim: rg.Simulation) -> None:
        times.append(sim.time)
        hinge = sim.joint("hinge")
        hinge.motor_target = -9.81 * math.cos(hinge.position) - 20.0 * hinge.position - 5.0 * hinge.velocity

    sim = rg.Simulation(scene, engine, dt=0.01)
    run = sim.run(1.0, fps=7, control=hold)
    assert abs(run.joint("hinge").position).max() < 0.05
    assert len(times) >= 100
    assert np.diff(times).max() <= 0.01 + 1e-9
    assert np.allclose(run.times, np.arange(8) / 7)


def test_handles_refuse_what_they_do_not_have_and_name_the_nearest() -> None:
    sim = rg.Simulation(arm(motor="effort"))
    with pytest.raises(rg.UsageError, match="Did you mean 'motor_target'"):
        sim.joint("hinge").motor_targt = 3.0
    with pytest.raises(rg.UsageError, match="Did you mean 'velocity'"):
        sim.body("arm").velocty = (1, 0, 0)
    with pytest.raises(AttributeError, match="Did you mean 'position'"):
        _ = sim.body("arm").positon
    with pytest.raises(rg.UsageError, match="row"):
        sim.body("arm").row = 2


def test_scenes_give_joints_and_forces_by_name() -> None:
    scene = arm()
    assert scene.joint("hinge") is scene.joints[0]
    with pytest.raises(rg.UsageError, match="Did you mean 'hinge'"):
        scene.joint("hing")
    with pytest.raises(rg.UsageError, match="no force 'push'"):
        scene.force("push")


def test_packaged_scenes_load_by_name() -> None:
    assert rg.load("dominoes").title == rg.load(scenes.path("dominoes")).title
    with pytest.raises(rg.UsageError, match="Did you mean 'dominoes'"):
        rg.load("domino")


X, Y, Z = np.eye(3)


@pytest.mark.parametrize(
    ("turn", "x_goes_to", "y_goes_to"),
    [
        (rg.axis_angle((0, 0, 2), math.pi / 2), Y, -X),
        (rg.axis_angle_deg((1, 0, 0), 90), X, Z),
        (rg.rpy(0, 0, math.pi / 2), Y, -X),
        (rg.rpy_deg(90, 0, 90), Y, Z),
        (rg.euler_xyz(math.pi / 2, 0, math.pi / 2), Z, -X),
        (rg.rotation_matrix([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), Y, -X),
        (rg.quat_xyzw((0, 0, 1, 1)), Y, -X),
    ],
)
def test_orientations_turn_the_axes_as_they_say(turn, x_goes_to, y_goes_to) -> None:
    np.testing.assert_allclose(rotate_array(np.array(turn), X), x_goes_to, atol=1e-12)
    np.testing.assert_allclose(rotate_array(np.array(turn), Y), y_goes_to, atol=1e-12)


def test_python_and_scene_files_mean_the_same_orientation(tmp_path) -> None:
    file = tmp_path / "turned.toml"
    file.write_text('[body.a]\nshape = { kind = "box", size = [1, 1, 1] }\nrpy_deg = [10, 20, 30]\n')
    np.testing.assert_array_equal(rg.load(file).body("a").orientation, rg.rpy_deg(10, 20, 30))


@pytest.mark.parametrize("matrix", [np.eye(3) * 2.0, np.diag([1.0, 1.0, -1.0]), np.zeros((2, 3))])
def test_what_is_no_rotation_is_refused(matrix) -> None:
    with pytest.raises(rg.ModelError, match="rotation_matrix"):
        rg.rotation_matrix(matrix)


def test_every_public_name_is_listed() -> None:
    assert set(rg.__all__) <= set(dir(rg))


def test_signatures_read_as_plain_types() -> None:
    shown = str(inspect.signature(rg.Revolute))
    assert "anchor: VectorLike | None = None" in shown
    assert "motor: 'none' | 'effort' | 'speed' | 'position' = 'none'" in shown
    classes = [found for name in rg.__all__ if is_dataclass(found := getattr(rg, name))]
    texts = [str(inspect.signature(cls)) for cls in classes]
    assert not any("Annotated" in text or "Rule(" in text for text in texts)


def test_plots_without_a_path_are_figures(tmp_path) -> None:
    from matplotlib.figure import Figure

    run = rg.Simulation(arm(), "precise").run(0.1, fps=20)
    assert isinstance(run.plot_energy(), Figure)
    assert isinstance(run.plot_motion("arm"), Figure)
    assert isinstance(run.plot_momentum(), Figure)
    assert run.plot_joint("hinge", tmp_path / "hinge").name == "hinge.png"
