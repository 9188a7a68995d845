"""Many environments of one task in one process: their worlds are a batch, and observations arrays over them.

It follows Gymnasium's `VectorEnv`. Seeds, observations, rewards and infos are those of Gymnasium's `SyncVectorEnv` over
single environments whose steps are not divided.
"""

from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.batch import Batch
from rigida.errors import UsageError
from rigida.fields import Rule, shown, whole_number
from rigida.gym.environment import Environment, Info
from rigida.gym.model_environment import unwarned
from rigida.gym.worlds import Worlds
from rigida.simulation import Simulation

Mask = NDArray[np.bool_]
Ticked = tuple[FloatArray, FloatArray, Mask, Mask, Info]


class VectorEnvironment(VectorEnv[FloatArray, FloatArray, NDArray[Any]]):
    """Environments of one task.

    Args:
        task: An environment whose class says `over_worlds = True`: its `observe`, `judge` and `act` also take arrays
            with the worlds along their first axis. It belongs to the vector environment from now on.
        num_envs: How many worlds.
        max_episode_steps: Number of ticks after which an episode is cut off; default never.
        autoreset_mode: When worlds begin again whose episode has ended: with the next tick, with the same one, or when
            `reset(options={"reset_mask": mask})` requests it.
        threads: Threads that share the worlds.
    """

    def __init__(
        self,
        task: Environment,
        num_envs: int,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        if not isinstance(task, Environment) or not task.over_worlds:
            raise UsageError(
                f"VectorEnvironment: task must be an environment with over_worlds = True, got {shown(task)}. "
                "Use gymnasium.vector.SyncVectorEnv for others."
            )
        if max_episode_steps is not None:
            whole_number("VectorEnvironment", "max_episode_steps", max_episode_steps, Rule(at_least=1))
        self._mode, self._longest = AutoresetMode(autoreset_mode), max_episode_steps
        simulation = task.simulation
        self.batch = Batch(simulation.scene, num_envs, simulation.settings, threads=threads)
        #: The task in one world, at the start of an episode, and in all of them.
        self._one, self._task = task, object.__new__(type(task))
        self._task.__dict__.update(task.__dict__)
        self._one.simulation = self.batch.single
        self._task.simulation = cast(Simulation, Worlds(self.batch))
        self.num_envs, self.render_mode = num_envs, None
        self.metadata = {**task.metadata, "autoreset_mode": self._mode}
        self.single_observation_space, self.single_action_space = task.observation_space, task.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ticks, self._ended = np.zeros(num_envs, dtype=np.int64), np.zeros(num_envs, dtype=np.bool_)
        self._fresh = True
        self._one.prepare()
        self._task.prepare()
        for name in task.memory:
            setattr(self._task, name, np.tile(getattr(task, name), (num_envs, 1)))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[FloatArray, Info]:
        """Start episodes; return the observations (n, k). Worlds have consecutive seeds from `seed` on."""
        chosen = np.ones(self.num_envs, dtype=np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"])
            if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
                raise UsageError(f"reset_mask must be a mask ({self.num_envs},), got {shown(options['reset_mask'])}.")
        if isinstance(seed, int):
            seed = [seed + world for world in range(self.num_envs)]
        for world, own in enumerate(seed or ()):
            if own is not None and chosen[world]:
                self.batch.random[world] = seeding.np_random(own)[0]
        infos = self._begin(chosen, {})
        self._task.seen = self._task.observe()
        return self._task.seen.copy(), infos

    def _begin(self, chosen: Mask, infos: Info) -> Info:
        """Start an episode in the given worlds; return their infos."""
        worlds = iter(np.flatnonzero(chosen))

        def prepare(simulation: Simulation, random: np.random.Generator) -> None:
            world, one = next(worlds), self._one
            one.np_random, one.info = random, {}
            one.begin()
            self._add_info(infos, one.info, int(world))
            for name in one.memory:
                getattr(self._task, name)[world] = getattr(one, name)

        with unwarned():
            self.batch.reset(chosen, prepare=prepare)
        self._ticks[chosen], self._ended[chosen], self._fresh = 0, False, True
        return infos

    def step(self, actions: FloatArray) -> Ticked:
        """Apply actions for one tick in every world; return observations, rewards, terminated and truncated.

        A world whose simulation diverges is over, without a reward, and has `infos["diverged"]`.
        """
        given, task, again = self._numbers(actions), self._task, self._ended.copy()
        if again.any() and self._mode is AutoresetMode.DISABLED:
            raise UsageError(
                "Episodes have ended, and are not begun again by themselves: call reset with a reset_mask."
            )
        task.act(given)
        task.info = {}
        if self._fresh:
            with unwarned():
                self.batch.step(task.steps)
        else:
            self.batch.step(task.steps)
        self._fresh, diverged = False, self.batch.diverged & ~again
        self._ticks += 1
        late = self.batch.time >= task.seconds - 1e-9
        if self._longest is not None:
            late |= self._ticks >= self._longest
        begun = self._begin(again, {}) if again.any() else {}
        task.seen = task.observe()
        paid, failed = task.judge(given)
        reward, over = np.broadcast_to(paid, self.num_envs).copy(), np.broadcast_to(failed, self.num_envs) | diverged
        reward[again | diverged] = 0.0
        over, late = over & ~again, late & ~again & ~diverged
        if diverged.any():
            task.info["diverged"] = diverged
        infos = self._infos(~again, begun)
        self._ended = over | late
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            infos = self._renewed(self._ended.copy(), infos)
        return task.seen.copy(), reward, over, late, infos

    def _infos(self, stepped: Mask, begun: Info) -> Info:
        """Return the infos of the worlds that were stepped and of those whose episode has just begun."""
        infos: Info = {}
        for key, value in self._task.info.items():
            infos[key], infos[f"_{key}"] = np.array(value), stepped.copy()
            infos[key][~stepped] = 0
        return _joined(infos, begun)

    def _renewed(self, ended: Mask, infos: Info) -> Info:
        """Restart worlds within a tick; infos get the results of the ended episodes."""
        last = np.full(self.num_envs, None, dtype=object)
        for world in np.flatnonzero(ended):
            last[world] = self._task.seen[world].copy()
        final: Info = {}
        for key, value in infos.items():
            final[key] = np.zeros_like(value)
            final[key][ended] = value[ended]
            value[ended] = 0
        infos = _joined(infos, self._begin(ended, {}))
        self._task.seen = self._task.observe()
        return infos | {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def _numbers(self, actions: Any) -> FloatArray:
        shape = self.action_space.shape
        try:
            given = np.asarray(actions, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            given = np.zeros(0)
        if given.shape != shape:
            raise UsageError(f"VectorEnvironment: actions are numbers of the shape {shape}, got {shown(actions)}.")
        return given


def _joined(infos: Info, begun: Info) -> Info:
    """Return the infos of worlds whose episode has just begun."""
    for key, value in begun.items():
        if key.startswith("_") or key not in infos:
            continue
        where = begun[f"_{key}"]
        infos[key][where] = value[where]
    for key, value in begun.items():
        infos[key] = infos[key] | value if key.startswith("_") and key in infos else infos.get(key, value)
    return infos


def make_vec(task: type[Environment] | str, num_envs: int, **options: Any) -> VectorEnvironment:
    """Return many environments of a task in one process.

    Args:
        task: A class of environments, or the name of one that is registered, such as "rigida/Ant-v5".
        num_envs: How many worlds.
        options: Those of `VectorEnvironment`: max_episode_steps, autoreset_mode, threads; others are the task's.
    """
    own = {key: options.pop(key) for key in ("max_episode_steps", "autoreset_mode", "threads") if key in options}
    if isinstance(task, str):
        spec = gymnasium.spec(task)
        own.setdefault("max_episode_steps", spec.max_episode_steps)
        made = gymnasium.make(task, **options).unwrapped
    else:
        made = task(**options)
    return VectorEnvironment(cast(Environment, made), num_envs, **own)
