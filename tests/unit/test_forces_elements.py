import numpy as np
import pytest

import rigida as rg
from rigida.dynamics.compile import compile_scene
from rigida.forces.evaluate import ForceField


def wrench_of(force_of, time=0.0, **body):
    scene = rg.Scene(gravity=(0, 0, 0))
    a = scene.add_body(None, mass=2.0, inertia=(1, 1, 1), name="a", **body)
    scene.add_force(force_of(a))
    model, state = compile_scene(scene)
    return ForceField(model).wrenches(time, state)[0].copy()


def test_torque_of_a_force_is_arm_cross_force():
    wrench = wrench_of(lambda a: rg.ConstantForce(a, (0, 3, 0), anchor=(2, 0, 0)))
    np.testing.assert_allclose(wrench, [0, 3, 0, 0, 0, 6], atol=1e-15)


def test_body_force_turns_with_the_body():
    half = np.sqrt(0.5)
    quarter_turn_about_z = (half, 0, 0, half)
    wrench = wrench_of(lambda a: rg.ConstantForce(a, (1, 0, 0), frame="body"), orientation=quarter_turn_about_z)
    np.testing.assert_allclose(wrench[:3], [0, 1, 0], atol=1e-15)


def test_anchor_is_a_world_point_at_the_start_even_when_the_body_is_turned_and_moved():
    half = np.sqrt(0.5)
    wrench = wrench_of(
        lambda a: rg.ConstantForce(a, (0, 0, 1), anchor=(5, 1, 0)), position=(5, 0, 0), orientation=(half, half, 0, 0)
    )
    np.testing.assert_allclose(wrench, [0, 0, 1, 1, 0, 0], atol=1e-15)


def test_spring_rests_at_its_starting_length_by_default():
    np.testing.assert_allclose(wrench_of(lambda a: rg.Spring(a), position=(0, 0, 3)), 0.0, atol=1e-12)


def test_spring_pulls_with_stiffness_times_elongation_and_damps_along_its_line():
    wrench = wrench_of(
        lambda a: rg.Spring(a, rg.WORLD, stiffness=10.0, damping=2.0, rest_length=1.0),
        position=(3, 0, 0),
        velocity=(0.5, 7.0, 0),
    )
    np.testing.assert_allclose(wrench[:3], [-(10.0 * 2.0 + 2.0 * 0.5), 0, 0], atol=1e-12)


def test_spring_of_no_length_gives_no_force_and_no_nan():
    assert np.array_equal(wrench_of(lambda a: rg.Spring(a, rest_length=1.0)), np.zeros(6))


def test_interpolated_force_is_the_bezier_curve_through_its_samples():
    def force(a):
        return rg.InterpolatedForce(a, [0, 1, 2], [(0, 0, 0), (4, 0, 0), (0, 0, 0)], [(0, 0, 1)] * 3)

    # Even spacing makes time and parameter proportional: B(u) = 2 u (1 − u) · 4.
    for time in (0.0, 0.25, 1.0, 1.7, 2.0):
        u = time / 2
        np.testing.assert_allclose(wrench_of(force, time), [8 * u * (1 - u), 0, 0, 0, 0, 1], atol=1e-12)


def test_interpolated_force_is_zero_outside_its_interval():
    force = lambda a: rg.InterpolatedForce(a, [1, 2], [(1, 0, 0), (1, 0, 0)])  # noqa: E731
    assert not wrench_of(force, 0.999).any()
    assert not wrench_of(force, 2.001).any()
    assert wrench_of(force, 1.5)[0] == 1.0


def test_interpolated_force_honours_uneven_times():
    times = [0.0, 0.1, 2.0]
    wrench = wrench_of(lambda a: rg.InterpolatedForce(a, times, [(0, 0, 0), (1, 0, 0), (2, 0, 0)]), 0.8)
    # t(u) = 0.2 u (1 − u) + 2 u² = 0.8 and f(u) = 2 u.
    u = (-0.2 + np.sqrt(0.04 + 4 * 1.8 * 0.8)) / 3.6
    assert wrench[0] == pytest.approx(2 * u, abs=1e-12)


def test_interpolated_force_stays_in_the_hull_of_many_samples():
    rng = np.random.default_rng(3)
    samples = rng.uniform(-1, 1, (200, 3))
    times = np.linspace(0, 1, 200)
    for time in np.linspace(0, 1, 7):
        force = wrench_of(lambda a: rg.InterpolatedForce(a, times, samples), time)[:3]
        assert (np.abs(force) <= 1.0).all()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda a: rg.Spring(a, a), "two different bodies"),
        (lambda a: rg.Spring(a, stiffness=-1), "stiffness must be at least 0"),
        (lambda a: rg.InterpolatedForce(a, [0, 0], [(0, 0, 0)] * 2), "increasing"),
        (lambda a: rg.InterpolatedForce(a, [0, 1], [(0, 0, 0)]), "one row per time"),
        (lambda a: rg.InterpolatedForce(a, [0, 1]), "forces, torques or both"),
        (lambda a: rg.Attraction((a,)), "at least two"),
        (lambda a: rg.ConstantForce(a, (0, 0, float("nan"))), "finite"),
        (lambda a: rg.ConstantForce(a, (0, 0, 1), frame="bdy"), "'world', 'body'"),
        (lambda a: rg.UserForce((a,), "f"), "a Python function"),
    ],
)
def test_senseless_forces_are_refused(make, words):
    a = rg.Scene().add_body(None, mass=1.0, name="a")
    with pytest.raises(rg.ModelError) as caught:
        make(a)
    assert words in str(caught.value)


def test_user_force_that_returns_nonsense_is_named():
    scene = rg.Scene()
    a = scene.add_body(None, mass=1.0)
    scene.add_force(rg.UserForce((a,), lambda t, m: (1.0, 2.0), name="mine"))
    with pytest.raises(rg.ModelError, match=r"'mine'.*force, torque"):
        rg.Simulation(scene).step()
