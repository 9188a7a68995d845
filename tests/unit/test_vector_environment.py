"""Vector environments: worlds of a batch are seen, paid, ended and begun again as single environments are."""

import numpy as np
import pytest

import rigida as rg

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import rigida.gym as rg_gym  # noqa: E402
from rigida.gym.tasks import TASKS  # noqa: E402

NAMES = ["CartPole-v0", "QuadrupedWalk-v0", *(f"{name}-v5" for name in TASKS)]


def alone(name, most=None):
    """Return a single environment, which takes whole steps as those in a batch do."""
    env = gymnasium.make(f"rigida/{name}")
    return env if most is None else gymnasium.wrappers.TimeLimit(env.unwrapped, most)


def assert_equal_infos(infos, others):
    assert infos.keys() == others.keys()
    for key, value in infos.items():
        if isinstance(value, dict):
            assert_equal_infos(value, others[key])
        elif value.dtype == object:
            for mine, theirs in zip(value, others[key], strict=True):
                assert (mine is None) == (theirs is None)
                np.testing.assert_allclose(0.0 if mine is None else mine, 0.0 if mine is None else theirs, atol=1e-9)
        else:
            np.testing.assert_allclose(value.astype(float), others[key].astype(float), rtol=1e-9, atol=1e-9)


def assert_same_ticks(vector, others, ticks, random):
    """Step both with the same actions; sums over other axes may round differently, motion may not."""
    for _ in range(ticks):
        actions = random.uniform(vector.action_space.low, vector.action_space.high)
        mine, theirs = vector.step(actions), others.step(actions)
        np.testing.assert_allclose(mine[0], theirs[0], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(mine[1], theirs[1], rtol=1e-9, atol=1e-9)
        np.testing.assert_array_equal(mine[2], theirs[2])
        np.testing.assert_array_equal(mine[3], theirs[3])
        assert_equal_infos(mine[4], theirs[4])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_worlds_do_what_environments_alone_do(name):
    vector = gymnasium.make_vec(f"rigida/{name}", num_envs=3)
    assert isinstance(vector, rg_gym.VectorEnvironment)
    others = SyncVectorEnv([lambda: alone(name)] * 3)
    assert vector.single_observation_space == others.single_observation_space
    assert vector.action_space == others.action_space
    mine, theirs = vector.reset(seed=5), others.reset(seed=5)
    np.testing.assert_allclose(mine[0], theirs[0], rtol=1e-9, atol=1e-9)
    assert_equal_infos(mine[1], theirs[1])
    assert_same_ticks(vector, others, 12, np.random.default_rng(1))
    for world, env in enumerate(others.envs):
        state, single = vector.batch.position[world], env.unwrapped.simulation.state.position
        np.testing.assert_array_equal(state, single)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("name", "most"), [("CartPole-v0", 15), ("Hopper-v5", 12)])
def test_episodes_end_and_begin_again_as_those_of_gymnasium(name, most, mode):
    vector = gymnasium.make_vec(f"rigida/{name}", num_envs=4, max_episode_steps=most, autoreset_mode=mode)
    others = SyncVectorEnv([lambda: alone(name, most)] * 4, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] is mode
    vector.reset(seed=1)
    others.reset(seed=1)
    assert_same_ticks(vector, others, 40, np.random.default_rng(2))


def test_worlds_are_reset_by_a_mask_where_they_do_not_begin_by_themselves():
    vector = rg_gym.make_vec(rg_gym.CartPole, 3, max_episode_steps=5, autoreset_mode="Disabled")
    vector.reset(seed=1)
    for _ in range(5):
        seen, _, _, late, _ = vector.step(np.array([[1.0], [0.0], [-1.0]]))
    assert late.all()
    with pytest.raises(rg.UsageError, match="call reset with a reset_mask"):
        vector.step(np.zeros((3, 1)))
    mask = np.array([True, False, True])
    again, _ = vector.reset(seed=1, options={"reset_mask": mask})
    assert np.array_equal(again[1], seen[1])
    assert np.array_equal(again[mask], vector.reset(seed=1)[0][mask])


def test_a_world_that_diverges_is_over_and_begins_again():
    vector = rg_gym.make_vec(rg_gym.CartPole, 3)
    vector.reset(seed=1)
    engine = vector.batch._shares[0].engine
    engine.state.velocity[2:4] = np.nan
    seen, reward, over, _, infos = vector.step(np.zeros((3, 1)))
    assert over.tolist() == infos["diverged"].tolist() == [False, True, False]
    assert reward.tolist() == [1.0, 0.0, 1.0]
    seen, _, over, late, _ = vector.step(np.zeros((3, 1)))
    assert np.isfinite(seen).all()
    assert not (over | late).any()


class Unready(rg_gym.CartPole):
    over_worlds = False


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: rg_gym.make_vec(Unready, 2), "over_worlds = True"),
        (lambda: rg_gym.make_vec(rg_gym.CartPole, 2, max_episode_steps=0), "max_episode_steps"),
        (lambda: rg_gym.make_vec(rg_gym.CartPole, 2, engine="precise"), "realtime engine"),
        (lambda: rg_gym.make_vec(rg_gym.CartPole, 2).step(np.zeros((3, 1))), r"shape \(2, 1\)"),
        (lambda: rg_gym.make_vec(rg_gym.CartPole, 2).reset(options={"reset_mask": [1]}), "reset_mask must be"),
    ],
)
def test_wrong_uses_are_refused(wrong, message):
    with pytest.raises(rg.RigidaError, match=message):
        wrong()
