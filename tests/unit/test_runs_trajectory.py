"""Optimized trajectories agree with Riccati's equation where it applies, reach their goals and keep limits."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

import rigida as rg
from rigida.runs.limited_lqr import limited_minimum
from rigida.runs.step_differences import StepDifferences


def oscillator(limit=None):
    scene = rg.Scene(gravity=(0, 0, 0))
    box = scene.add_body(rg.Box((1, 1, 1)), mass=2.0, name="box")
    scene.add_joint(rg.Prismatic(box, axis=(1, 0, 0), stiffness=8.0, damping=0.5, name="rail"))
    scene.add_actuator(rg.Actuator(("rail",), gain=3.0, control_range=limit and (-limit, limit), name="push"))
    return scene


def quadrotor():
    scene = rg.Scene()
    frame = scene.add_body(rg.Box((0.4, 0.4, 0.1)), mass=1.2, position=(0, 0, 1), name="frame")
    for i, (x, y, turn) in enumerate([(0.2, 0.2, 1), (-0.2, 0.2, -1), (-0.2, -0.2, 1), (0.2, -0.2, -1)]):
        rotor = scene.add_force(rg.Thrust(frame, force=(0, 0, 1), torque=(0, 0, 0.02 * turn), point=(x, y, 0)))
        scene.add_actuator(rg.Actuator(thrust=rotor.name, control_range=(0, 10), name=f"rotor{i + 1}"))
    return scene


def test_linear_problem_has_the_solution_of_riccati():
    plan = rg.optimize_trajectory(
        oscillator(),
        1.0,
        running={"rail": 3.0, "rail'": 0.5, "push": 0.2},
        final={"rail": 10.0, "rail'": 2.0},
        start=rg.Pose(joints={"rail": 0.7}, rates={"rail": -0.4}),
        dt=0.05,
    )
    assert plan.converged
    assert plan.names == ("rail", "rail'")
    P, running, effort = np.diag([10.0, 2.0]), 0.05 * np.diag([3.0, 0.5]), 0.05 * 0.2
    gains = []
    for A, B in zip(plan.A[::-1], plan.B[::-1], strict=True):
        K = -np.linalg.solve(B.T @ P @ B + effort, B.T @ P @ A)
        P = running + A.T @ P @ A + A.T @ P @ B @ K
        gains.append(K)
    x = np.array([0.7, -0.4])
    assert plan.cost == pytest.approx(0.5 * x @ P @ x, rel=1e-6)
    for k, K in enumerate(gains[::-1]):
        np.testing.assert_allclose(plan.controls[k], K @ x, atol=1e-5)
        np.testing.assert_allclose(plan.gains[k], K, rtol=1e-4, atol=1e-6)
        x = plan.A[k] @ x + plan.B[k] @ plan.controls[k]
        np.testing.assert_allclose(plan.states[k + 1], x, atol=1e-6)


def test_limited_controls_are_those_of_a_bounded_least_squares_problem():
    keys = {"running": {"push": 0.1}, "final": {"rail": 50.0, "rail'": 5.0}}
    plan = rg.optimize_trajectory(oscillator(0.5), 1.0, target={"rail": 0.4}, dt=0.05, tolerance=1e-10, **keys)
    count, root = len(plan.controls), np.sqrt([50.0, 5.0])
    moved, reached = np.zeros((2, count)), np.zeros(2)
    for k in range(count):  # x_N = Σ A … A B u
        moved = plan.A[k] @ moved
        moved[:, k] += plan.B[k][:, 0]
    matrix = np.vstack([np.sqrt(0.05 * 0.1) * np.eye(count), root[:, None] * moved])
    wanted = lsq_linear(
        matrix, np.concatenate([np.zeros(count), root * ((0.4, 0.0) - reached)]), (-0.5, 0.5), tol=1e-14
    )
    assert (np.abs(wanted.x) > 0.4999).sum() >= 3  # limits are active
    assert plan.cost == pytest.approx(wanted.cost, rel=1e-5)
    np.testing.assert_allclose(plan.controls[:, 0], wanted.x, atol=2e-3)


def test_steps_of_a_flying_body_have_the_slopes_of_the_linear_model():
    scene, dt = quadrotor(), 1e-4
    steps = StepDifferences(scene, None, dt, 1)
    pose = rg.Pose(
        bodies={"frame": [0.1, 0.2, 3.0, *np.array([0.9, 0.1, -0.2, 0.3]) / np.sqrt(0.95)]},
        velocities={"frame": [0.3, -0.2, 0.5, 0.4, 0.6, -0.3]},
    )
    controls = np.array([2.0, 3.0, 2.5, 3.5])
    steps.single.take_pose(pose)
    found, _, _ = steps.derivatives(controls, lambda batch, x: x)
    sim = rg.Simulation(scene, dt=dt)
    sim.take_pose(pose)
    sim.controls = controls
    linear = sim.linearize()
    np.testing.assert_allclose((found[:, :12] - np.eye(12)) / dt, linear.A, atol=2e-3)
    np.testing.assert_allclose(found[6:, 12:] / dt, linear.B[6:], atol=2e-3)


def test_quadrotor_flies_to_a_point_and_is_level_there():
    plan = rg.optimize_trajectory(
        quadrotor(),
        1.5,
        running={f"rotor{i}": 0.01 for i in (1, 2, 3, 4)},
        final={f"frame.{axis}{prime}": 100.0 for axis in ("x", "y", "z", "rx", "ry", "rz") for prime in ("", "'")},
        target={"frame.x": 0.8, "frame.z": 1.5, **{f"rotor{i}": 1.2 * 9.81 / 4.0 for i in (1, 2, 3, 4)}},
        controls=[1.2 * 9.81 / 4.0] * 4,
        dt=0.1,
        tolerance=1e-3,
    )
    assert plan.converged
    assert (np.diff(plan.costs) < 0.0).all()
    assert plan.controls.min() >= 0.0
    assert plan.controls.max() <= 10.0
    sim = rg.Simulation(quadrotor(), dt=0.1)
    sim.run(1.5, control=plan)
    np.testing.assert_allclose(sim.body("frame").position, (0.8, 0.0, 1.5), atol=0.03)
    np.testing.assert_allclose(sim.body("frame").orientation, (1, 0, 0, 0), atol=0.02)


def test_limited_minimum_is_that_of_a_bounded_solver():
    random = np.random.default_rng(3)
    for _ in range(50):
        m = int(random.integers(1, 6))
        root, gradient = random.standard_normal((m + 1, m)), 3.0 * random.standard_normal(m)
        hessian = root.T @ root + 0.01 * np.eye(m)
        lower, upper = -random.uniform(0, 1, m), random.uniform(0, 1, m)
        factor = np.linalg.cholesky(hessian)
        wanted = lsq_linear(factor.T, -np.linalg.solve(factor, gradient), (lower, upper), tol=1e-14, method="bvls")
        found, free = limited_minimum(hessian, gradient, lower, upper)
        np.testing.assert_allclose(found, wanted.x, atol=1e-8)
        np.testing.assert_allclose((gradient + hessian @ found)[free], 0.0, atol=1e-8)


def test_outputs_may_be_sensors_and_functions_and_targets_functions_of_time():
    scene = oscillator()
    scene.sites["tip"] = rg.Site(scene.bodies[0], (0.5, 0, 0))
    scene.sensors["tip"] = rg.Sensor("framepos", {"objtype": "site", "objname": "tip"})

    def height(batch):
        return batch.position[:, 0, 2]

    plan = rg.optimize_trajectory(
        scene,
        1.0,
        running={"tip": (1000.0, 0.0, 0.0), "push": 1e-4, height: 1.0},
        final={},
        target={"tip": lambda time: (0.5 + 0.1 * np.sin(3.0 * time), 0.0, 0.0)},
        dt=0.02,
    )
    # The box starts at rest and needs a moment to catch up with the target.
    np.testing.assert_allclose(plan.states[10:-5, 0], 0.1 * np.sin(3.0 * plan.times[10:-5]), atol=5e-3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"running": {"rial": 1.0}}, "no state, actuator or sensor 'rial'.*rail"),
        ({"running": {"rail": -1.0}}, "must not be negative"),
        ({"target": {"rail'": 1.0}}, "has no weight"),
        ({"controls": [1.0, 2.0]}, "controls must be finite"),
        ({"duration": 0.0}, "duration must be above 0"),
        ({"engine": "precise"}, "realtime engine"),
        ({"final": [1.0]}, "mapping of outputs"),
        ({"scene": rg.Scene()}, "no actuator"),
    ],
)
def test_wrong_arguments_are_refused(change, message):
    given = {"scene": oscillator(), "duration": 0.1, "running": {"rail": 1.0}, "final": {"rail": 1.0}, "dt": 0.05}
    with pytest.raises(rg.RigidaError, match=message):
        rg.optimize_trajectory(**{**given, **change})


def test_trajectory_of_another_scene_is_refused():
    plan = rg.optimize_trajectory(oscillator(), 0.1, running={"push": 1.0}, final={"rail": 1.0}, dt=0.05)
    with pytest.raises(rg.UsageError, match="another scene"):
        plan(rg.Simulation(quadrotor()))
    with pytest.raises(rg.UsageError, match=r"rg\.Simulation"):
        plan(None)
