"""The standard tasks: what is seen and paid is what Gymnasium's own definitions give, and copies go on alike."""

import pickle

import numpy as np
import pytest

import rigida as rg

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import rigida.gym as rg_gym  # noqa: E402
from rigida.gym.tasks import TASKS, model_file  # noqa: E402


@pytest.mark.filterwarnings("ignore:.*Box observation space (min|max)imum value is")
@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric and normalized space")
@pytest.mark.parametrize("name", TASKS)
def test_a_task_passes_the_checker_of_gymnasium(name):
    env = gymnasium.make(f"rigida/{name}-v5")
    assert env.spec.max_episode_steps == TASKS[name][1]
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
@pytest.mark.parametrize("name", TASKS)
def test_a_state_is_seen_and_paid_as_by_gymnasium(name):
    pytest.importorskip("imageio")  # which Gymnasium's own environments need
    own, other = (gymnasium.make(f"{prefix}{name}-v5").unwrapped for prefix in ("rigida/", ""))
    told, theirs = own.reset(seed=1)[1], other.reset(seed=1)[1]
    assert told.keys() == theirs.keys()
    assert own.action_space.shape == other.action_space.shape
    np.testing.assert_allclose(own.action_space.high, other.action_space.high)
    # High above the ground and within the limits, where nothing but the definitions counts.
    model = other.model
    qpos, rates = other.init_qpos.copy(), 0.2 * np.cos(np.arange(model.nv))
    for joint in range(model.njnt):
        at = model.jnt_qposadr[joint]
        if model.jnt_type[joint] == 0:
            qpos[at + 2] += 5.0
        else:
            lower, upper = model.jnt_range[joint] if model.jnt_limited[joint] else (-1.0, 1.0)
            qpos[at] = 0.5 * (lower + upper) + 0.1 * np.sin(joint) * (upper - lower)
    if name in ("Hopper", "Walker2d", "HalfCheetah"):
        qpos[1] += 5.0
    other.set_state(qpos, rates)
    own.coordinates.set(qpos, rates)
    np.testing.assert_allclose(own.observe(), other._get_obs(), atol=1e-9)
    action = 0.5 * other.action_space.high * np.sin(1.0 + np.arange(model.nu))
    paid = own.step(action)[1], other.step(action.astype(np.float32))[1]
    # Both engines move by steps of first order: they differ by about a step of what a tick changes.
    assert paid[0] == pytest.approx(paid[1], abs=0.05 * max(1.0, abs(paid[1])))
    assert own.info.keys() == other.step(action.astype(np.float32))[4].keys()


def test_coordinates_are_those_of_mujoco():
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(str(model_file("ant.xml")))
    data = mujoco.MjData(model)
    env = gymnasium.make("rigida/Ant-v5").unwrapped
    random = np.random.default_rng(2)
    qpos = np.array([0.3, 0.2, 2.0, 0.5, 0.1, -0.7, 0.4, 0.1, 0.7, -0.2, -0.8, 0.3, -0.9, 0.0, 0.6])
    qpos[3:7] /= np.linalg.norm(qpos[3:7])
    qvel = random.uniform(-1, 1, 14)
    data.qpos[:], data.qvel[:] = qpos, qvel
    mujoco.mj_forward(model, data)
    env.coordinates.set(qpos, qvel)
    read = env.coordinates.read()
    np.testing.assert_allclose(read[0], qpos, atol=1e-12)
    np.testing.assert_allclose(read[1], qvel, atol=1e-12)
    for i in range(1, model.nbody):
        if model.body(i).name:
            np.testing.assert_allclose(env.place(model.body(i).name), data.xpos[i], atol=1e-12)


ARM = (
    "<mujoco><worldbody><body name='arm'><joint name='j' axis='0 1 0' range='-90 90'/><geom type='capsule' "
    "fromto='0 0 0 .5 0 0' size='.05'/><body name='hand' pos='.5 0 0'><geom size='.06'/></body></body></worldbody>"
    "<actuator><motor joint='j' gear='30' ctrlrange='-1 1'/></actuator></mujoco>"
)


def raised(env):
    """Pay for the height of the hand."""
    return env.place("hand")[2]


def test_an_environment_is_made_from_a_model_without_a_class(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM)
    env = rg_gym.make(path, raised, lambda env: env.qpos[0] < -1.0, dt=0.01, steps=2, noise=0.1, seconds=0.2)
    seen, _ = env.reset(seed=3)
    assert seen.shape == (2,)
    assert 0.0 < abs(seen[0]) <= 0.1
    paid = [env.step(np.array([-1.0]))[1:4] for _ in range(10)]
    assert paid[-1][0] == pytest.approx(raised(env))
    assert paid[-1][0] > paid[0][0]
    assert paid[-1][2]
    with pytest.raises(rg.UsageError, match="reward must be a function"):
        rg_gym.make(path, 3.0)


def test_a_servo_without_a_control_range_takes_that_of_its_joint(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM.replace("<motor joint='j' gear='30' ctrlrange='-1 1'/>", "<position joint='j' kp='9'/>"))
    space = rg_gym.make(path).action_space
    np.testing.assert_allclose([space.low[0], space.high[0]], [-np.pi / 2, np.pi / 2])
    path.write_text(ARM.replace(" ctrlrange='-1 1'", ""))
    with pytest.raises(rg.ModelError, match="every actuator needs a control_range"):
        rg_gym.make(path)


def test_a_pickled_environment_goes_on_as_the_one_it_was_made_from(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM)
    for env in (gymnasium.make("rigida/CartPole-v0").unwrapped, rg_gym.make(path, raised, noise=0.1, dt=0.01)):
        env.reset(seed=4)
        env.step(np.array([0.3]))
        copy = pickle.loads(pickle.dumps(env))
        for _ in range(3):
            np.testing.assert_array_equal(copy.step(np.array([0.3]))[0], env.step(np.array([0.3]))[0])
        np.testing.assert_array_equal(copy.reset()[0], env.reset()[0])


@pytest.mark.parametrize("name", ["Reacher", "Pusher"])
def test_arms_without_gravity_are_as_fast_as_in_mujoco(name):
    """Light links between heavy ones, without weight: the solver must go on until their joints hold."""
    speeds = []
    for prefix in ("rigida/", ""):
        env, random, found = gymnasium.make(f"{prefix}{name}-v5").unwrapped, np.random.default_rng(1), []
        for seed in range(3):
            env.reset(seed=seed)
            for _ in range(20):
                _, _, _, _, info = env.step(random.uniform(env.action_space.low, env.action_space.high))
                assert "diverged" not in info
                found.append(np.sqrt(np.mean(np.square(env.qvel if hasattr(env, "qvel") else env.data.qvel))))
        speeds.append(np.mean(found))
    assert speeds[0] == pytest.approx(speeds[1], rel=0.05)


@pytest.mark.parametrize("name", ["Hopper", "Walker2d", "HalfCheetah"])
def test_random_controls_neither_diverge_nor_let_contacts_pull(name):
    # `python benchmarks/gym_rollouts.py` runs 300 of each task.
    env, random = gymnasium.make(f"rigida/{name}-v5").unwrapped, np.random.default_rng(0)
    for seed in range(3):
        env.reset(seed=seed)
        for _ in range(60):
            action = random.uniform(env.action_space.low, env.action_space.high).astype(np.float32)
            observation, *_, info = env.step(action)
            assert "diverged" not in info
            assert np.isfinite(observation).all()
            assert env.simulation.contacts()["impulse"].min(initial=0.0) == 0.0
