import subprocess
import sys

import numpy as np
import pytest

import rigida as rg


def tumbling(**settings):
    scene = rg.Scene()
    body = scene.add_body(rg.Box((1, 2, 3)), angular_velocity=(1, 2, 3), velocity=(1, 0, 5), name="box")
    scene.add_force(rg.Spring(body, rg.WORLD, stiffness=20000.0, rest_length=0.5, anchor_a=(0.5, 1, 1.5)))
    scene.add_force(rg.Impulse(body, (100, 0, 0), time=0.4))
    return rg.Simulation(scene, rg.Precise(**settings))


ENGINES = [
    {},
    {"integrator": "rk4", "dt": 0.01},
    {"integrator": "moser_veselov", "dt": 0.01},
    {"formulation": "lagrange"},
]


@pytest.mark.parametrize("settings", ENGINES)
def test_same_inputs_give_the_same_bits(settings):
    first, second = tumbling(**settings), tumbling(**settings)
    first.run(1.0)
    second.run(1.0)
    assert first.state_hash() == second.state_hash()


@pytest.mark.parametrize("settings", ENGINES)
def test_restored_run_repeats_to_the_bit(settings):
    simulation = tumbling(**settings)
    simulation.run(0.3)
    snapshot = simulation.snapshot()
    simulation.run(0.5)
    expected = simulation.state_hash()
    simulation.restore(snapshot)
    assert simulation.time == pytest.approx(0.3)
    simulation.run(0.5)
    assert simulation.state_hash() == expected


def test_another_process_gets_the_same_bits():
    code = (
        "import rigida as rg\n"
        "s = rg.Scene()\n"
        "s.add_body(rg.Box((1, 2, 3)), angular_velocity=(1, 2, 3), name='box')\n"
        "sim = rg.Simulation(s); sim.run(0.5); print(sim.state_hash())\n"
    )
    hashes = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout for _ in "ab"
    }
    assert len(hashes) == 1


def test_hash_notices_the_last_bit():
    simulation = tumbling()
    before = simulation.state_hash()
    simulation.state.velocity[0, 0] = np.nextafter(simulation.state.velocity[0, 0], 2.0)
    assert simulation.state_hash() != before


@pytest.mark.parametrize("settings", [{}, {"dense_frames": True}, {"integrator": "rk4", "dt": 0.013}])
def test_frames_lie_at_exact_times_whatever_the_steps(settings):
    run = tumbling(**settings).run(1.0, fps=24)
    np.testing.assert_allclose(run.times, np.arange(25) / 24, rtol=1e-12)


def test_frames_from_dense_output_agree_with_frames_landed_on():
    landed = tumbling(tolerance=1e-12).run(1.0, fps=100)
    dense = tumbling(tolerance=1e-12, dense_frames=True).run(1.0, fps=100)
    np.testing.assert_allclose(dense.position, landed.position, atol=1e-9)
    np.testing.assert_allclose(dense.orientation, landed.orientation, atol=1e-9)
    assert dense.steps < landed.steps


def test_frames_between_fixed_steps_are_interpolated():
    exact = tumbling(tolerance=1e-12).run(0.39, fps=100)
    between = tumbling(integrator="moser_veselov", dt=1 / 300.7).run(0.39, fps=100)
    # Second-order method at 3 ms under a stiff spring, cubic interpolation between.
    np.testing.assert_allclose(between.position, exact.position, atol=5e-4)


def test_step_advances_by_dt():
    simulation = rg.Simulation(tumbling().scene, "precise", dt=0.02)
    report = simulation.step()
    assert simulation.time == pytest.approx(0.02)
    assert report.steps >= 1
    assert report.evaluations >= 12


def test_body_frame_differs_from_the_center_of_mass():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Cone(1.0, 4.0), angular_velocity=(1, 0, 0), position=(1, 2, 3), name="cone")
    simulation = rg.Simulation(scene)
    np.testing.assert_allclose(simulation.body("cone").position, [1, 2, 3], atol=1e-14)
    np.testing.assert_allclose(simulation.body("cone").center, [1, 2, 2], atol=1e-14)
    run = simulation.run(np.pi, fps=1 / np.pi)
    # Half a turn about x through the center of mass: the origin goes from 1 m above it to 1 m below.
    np.testing.assert_allclose(run.position[-1, 0], [1, 2, 1], atol=1e-8)


def test_tilted_principal_axes_leave_the_body_axes_alone():
    scene = rg.Scene(gravity=(0, 0, 0))
    inertia = [[2.0, 0.5, 0.1], [0.5, 3.0, -0.2], [0.1, -0.2, 2.5]]
    scene.add_body(None, mass=1.0, inertia=inertia, angular_velocity=(0.3, 0.2, 0.1), orientation=(0.5, 0.5, 0.5, 0.5))
    simulation = rg.Simulation(scene)
    np.testing.assert_allclose(simulation.state.orientation[0], [0.5, 0.5, 0.5, 0.5], atol=1e-15)
    rotation = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    world = rotation @ np.array(inertia) @ rotation.T
    np.testing.assert_allclose(simulation.momentum().angular, world @ [0.3, 0.2, 0.1], atol=1e-14)


def test_setting_a_body_changes_the_motion():
    simulation = tumbling()
    box = simulation.body("box")
    box.position = (0, 0, 7)
    box.velocity = (1, 2, 3)
    spin = box.angular_velocity
    box.orientation = (0, 1, 0, 0)
    np.testing.assert_allclose(box.position, [0, 0, 7], atol=1e-14)
    np.testing.assert_allclose(box.velocity, [1, 2, 3])
    np.testing.assert_allclose(box.angular_velocity, spin, atol=1e-14)
    box.angular_velocity = (0, 0, 1)
    simulation.state.refresh()
    np.testing.assert_allclose(box.angular_velocity, [0, 0, 1], atol=1e-14)


def test_momentum_of_a_moving_body_about_the_origin():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(
        None, mass=2.0, inertia=(1, 1, 1), position=(0, 3, 0), velocity=(1, 0, 0), angular_velocity=(0, 0, 5)
    )
    momentum = rg.Simulation(scene).momentum()
    np.testing.assert_allclose(momentum.linear, [2, 0, 0])
    np.testing.assert_allclose(momentum.angular, [0, 0, 5 - 6])


def test_fixed_bodies_stay_and_count_for_nothing():
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Box((1, 1, 1)), position=(0, 0, 5), name="box")
    simulation = rg.Simulation(scene)
    run = simulation.run(0.5)
    np.testing.assert_array_equal(run.position[:, 0], 0.0)
    assert simulation.momentum().linear[2] == pytest.approx(-1000 * 9.81 * 0.5)


def test_diverging_motion_names_the_body_and_keeps_the_frames_before():
    scene = rg.Scene()
    scene.add_body(None, mass=1.0, name="calm")
    body = scene.add_body(None, mass=1.0, position=(1, 0, 0), name="runaway")
    scene.add_force(rg.Spring(body, rg.WORLD, stiffness=1e36, rest_length=0.0))
    with pytest.raises(rg.DivergedError, match="'runaway' turned non-finite") as caught:
        rg.Simulation(scene, rg.Precise(integrator="explicit_euler", dt=0.1)).run(5.0, fps=10)
    recording = caught.value.recording
    assert recording.interrupted
    assert recording.frame_count >= 2
    assert np.isfinite(recording.position).all()


def test_collapsing_step_size_says_what_to_change():
    scene = rg.Scene()
    body = scene.add_body(None, mass=1.0, position=(1, 0, 0), name="p")
    scene.add_force(rg.UserForce((body,), lambda t, m: ((1.0 / (0.5 - t) ** 2 if t != 0.5 else 0.0, 0, 0), (0, 0, 0))))
    with pytest.raises(rg.DivergedError, match="tolerance") as caught:
        rg.Simulation(scene, rg.Precise(max_step=0.01)).run(1.0, fps=10)
    assert 4 <= caught.value.recording.frame_count <= 5


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda s: rg.Simulation(s, "precse"), "Did you mean 'precise'"),
        (lambda s: rg.Simulation(s, 5), "engine must be a name"),
        (lambda s: rg.Simulation("scene.toml"), "rg.load"),
        (lambda s: rg.Simulation(rg.Scene()), "no bodies"),
        (lambda s: rg.Simulation(s, dt=0), "dt must be above 0"),
        (lambda s: rg.Simulation(s, dt=float("nan")), "finite"),
        (lambda s: rg.Simulation(s).run(-1), "duration"),
        (lambda s: rg.Simulation(s).run(1, fps=0), "fps"),
        (lambda s: rg.Simulation(s).body("bix"), "Did you mean 'box'"),
        (lambda s: rg.Precise(tolerance=-1), "tolerance must be above 0"),
        (lambda s: rg.Precise(min_step=1.0, max_step=0.5), "min_step must be below max_step"),
        (lambda s: rg.Precise(integrator="rk44"), "'rk4'"),
        (lambda s: rg.Precise(integrator="moser_veselov", formulation="lagrange"), "newton_euler"),
    ],
)
def test_wrong_use_says_what_to_do(make, words):
    with pytest.raises(rg.RigidaError) as caught:
        make(tumbling().scene)
    assert words in str(caught.value)


def test_interrupt_keeps_the_frames_when_asked():
    simulation = tumbling()

    def stop(time):
        if time > 0.5:
            raise KeyboardInterrupt

    run = simulation.run(10.0, fps=10, progress=stop, keep_on_interrupt=True)
    assert run.interrupted
    assert run.frame_count == 7
    with pytest.raises(KeyboardInterrupt):
        simulation.run(10.0, fps=10, progress=lambda time: stop(1.0))
