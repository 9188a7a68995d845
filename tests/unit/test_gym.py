"""Environments keep Gymnasium's interface, repeat by their seed, and judge what happens."""

import numpy as np
import pytest

import rigida as rg

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import rigida.gym as rg_gym  # noqa: E402

NAMES = ("rigida/CartPole-v0", "rigida/QuadrupedWalk-v0")


@pytest.mark.filterwarnings("ignore:.*Box observation space (min|max)imum value is")
@pytest.mark.parametrize("name", NAMES)
def test_environment_passes_the_checker_of_gymnasium(name):
    check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)


def test_pole_that_nobody_holds_falls_and_a_held_one_stands():
    env = gymnasium.make(NAMES[0]).unwrapped

    def ticks(policy):
        seen, _ = env.reset(seed=3)
        for count in range(200):
            seen, reward, over, _, _ = env.step(policy(seen))
            assert reward == 1.0
            if over:
                return count
        return 200

    assert ticks(lambda seen: np.zeros(1)) < 150
    assert ticks(lambda seen: np.clip([0.1 * seen[0] + 3 * seen[1] + 0.2 * seen[2] + 0.6 * seen[3]], -1, 1)) == 200


def test_quadruped_stands_without_action_and_falls_when_its_legs_are_drawn_in():
    env = gymnasium.make(NAMES[1]).unwrapped
    env.reset(seed=1)
    for _ in range(50):
        _, _, over, _, _ = env.step(np.zeros(12))
        assert not over
    assert env.simulation.body("trunk").position[2] > 0.25
    drawn = np.tile([1.0, 1.0, -1.0], 4) * np.repeat([1, -1, 1, -1], 3)
    assert any(env.step(drawn)[2] or env.simulation.body("trunk").position[2] < 0.25 for _ in range(100))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_environments_in_processes_do_what_one_does_alone():
    alone = gymnasium.make(NAMES[0])
    many = gymnasium.make_vec(NAMES[0], num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"})
    try:
        seen, _ = many.reset(seed=[5, 6])
        np.testing.assert_array_equal(seen[0], alone.reset(seed=5)[0])
        seen, rewards, *_ = many.step(np.full((2, 1), 0.3))
        np.testing.assert_array_equal(seen[0], alone.step(np.full(1, 0.3))[0])
        np.testing.assert_array_equal(rewards, [1.0, 1.0])
    finally:
        many.close()


def test_scene_without_ranges_of_controls_is_refused():
    scene = rg.Scene()
    scene.add_joint(rg.Revolute(scene.add_body(rg.Sphere(0.1)), rg.WORLD, anchor=(0, 0, 1), name="hinge"))
    scene.add_actuator(rg.Actuator(["hinge"]))
    with pytest.raises(rg.ModelError, match="control_range"):
        rg_gym.Environment(scene, dt=0.01)


@pytest.mark.parametrize("action", ["text", 1j, [], np.zeros(3), 10**400])
def test_actions_of_another_form_are_refused_in_words(action):
    env = gymnasium.make(NAMES[0]).unwrapped
    env.reset(seed=1)
    with pytest.raises(rg.UsageError, match=r"CartPole: an action is numbers of the shape \(1,\)"):
        env.step(action)


@pytest.mark.parametrize("given", [{"dt": 0.0}, {"steps": 0}, {"render_mode": np.zeros(3)}])
def test_environments_refuse_odd_settings_in_words(given):
    with pytest.raises(rg.ModelError, match="Environment: "):
        rg_gym.CartPole(**given)


def test_an_episode_whose_simulation_diverges_is_over_until_it_starts_again(monkeypatch):
    env = gymnasium.make(NAMES[0]).unwrapped
    env.reset(seed=1)

    def diverge(simulation):
        raise rg.DivergedError("Body 'pole' turned non-finite.")

    with monkeypatch.context() as patched:
        patched.setattr(type(env.simulation), "step", diverge)
        _, reward, over, _, info = env.step(np.zeros(1))
        assert (reward, over, info["diverged"]) == (0.0, True, "Body 'pole' turned non-finite.")
    assert env.step(np.zeros(1))[2]
    env.reset(seed=1)
    assert not env.step(np.zeros(1))[2]
