"""Environments made from a model file: MuJoCo's coordinates are seen, its actuators are the actions.

`make` needs no class: a reward and an end are functions of the environment. Tasks of one's own are classes on
`ModelEnvironment`, as the standard ones are.
"""

import contextlib
import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import RigidaWarning, UsageError
from rigida.fields import shown
from rigida.gym.coordinates import Coordinates
from rigida.gym.environment import Ended, Environment, Info, Reward
from rigida.gym.worlds import place_of
from rigida.importers.formats import load_scene
from rigida.scene.actuator import Actuator, Range
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene

Judge = Callable[["ModelEnvironment"], float]
Noise = Literal["uniform", "normal"]


class ModelEnvironment(Environment):
    """An environment of a model file or a scene.

    Args:
        model: A file (`.xml`, `.urdf`, …) or a scene.
        dt: Step of the simulation [s].
        steps: Steps of the simulation in one tick.
        seconds: Simulated time after which an episode is cut off [s].
        noise: Half width of the uniform noise on coordinates at the start; that on rates has the same scale.
        rate_noise: Whether the noise on rates is uniform or normal.
        hidden: How many coordinates at the front are not seen.
        rate_limit: Rates are seen within ± this.
        engine: As for `Simulation`.
        render_mode: "rgb_array" for pictures by `render()`, or None.
        search: Folders in which files of the model may lie.
    """

    def __init__(
        self,
        model: str | Path | Scene,
        *,
        dt: float = 0.01,
        steps: int = 1,
        seconds: float = math.inf,
        noise: float = 0.0,
        rate_noise: Noise = "uniform",
        hidden: int = 0,
        rate_limit: float = math.inf,
        engine: str | EngineSettings | None = None,
        render_mode: str | None = None,
        search: Sequence[str | Path] = (),
    ) -> None:
        self._noise, self._rate_noise, self._hidden, self._rate_limit = noise, rate_noise, hidden, rate_limit
        self.tick = dt * steps
        self.action: FloatArray = np.zeros(0)
        scene = model if isinstance(model, Scene) else _loaded(model, search)
        self._fresh = True
        with unwarned():
            super().__init__(scene, dt=dt, steps=steps, seconds=seconds, engine=engine, render_mode=render_mode)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[FloatArray, Info]:
        self._fresh = True
        return super().reset(seed=seed, options=options)

    def step(self, action: FloatArray) -> tuple[FloatArray, float, bool, bool, Info]:
        if not self._fresh:
            return super().step(action)
        self._fresh = False
        with unwarned():
            return super().step(action)

    def prepare(self) -> None:
        self.coordinates = Coordinates(self.simulation)
        self.start_qpos, self.start_qvel = self.coordinates.read()
        self.qpos, self.qvel = self.start_qpos, self.start_qvel

    def begin(self) -> None:
        scale = self._noise
        if scale > 0.0:
            qpos = self.start_qpos + self.np_random.uniform(-scale, scale, self.coordinates.nq)
            if self._rate_noise == "normal":
                qvel = self.start_qvel + scale * self.np_random.standard_normal(self.coordinates.nv)
            else:
                qvel = self.start_qvel + self.np_random.uniform(-scale, scale, self.coordinates.nv)
            self.coordinates.set(qpos, qvel)

    def observe(self) -> FloatArray:
        self.qpos, self.qvel = self.coordinates.read()
        rates = np.clip(self.qvel, -self._rate_limit, self._rate_limit)
        return np.concatenate([self.qpos[..., self._hidden :], rates], axis=-1)

    def control_range(self, actuator: Actuator) -> Range | None:
        """Return the range of an actuator's control; of a servo without one, that which its joint's limits leave."""
        servo = len(actuator.joints) == 1 and actuator.bias[1] < 0.0 < actuator.gain
        if actuator.control_range is not None or not servo:
            return actuator.control_range
        lower, upper = self.coordinates.bounds[actuator.joints[0]]
        if not math.isfinite(upper - lower):
            return None
        ends = [(-actuator.bias[1] * actuator.gear[0] * q - actuator.bias[0]) / actuator.gain for q in (lower, upper)]
        return min(ends), max(ends)

    def act(self, action: FloatArray) -> None:
        self.action = action
        self.simulation.controls = action

    def place(self, name: str) -> FloatArray:
        """Return the position of the origin of a body, link or site (..., 3) [m]."""
        return place_of(self.simulation, name)


class FunctionEnvironment(ModelEnvironment):
    """An environment whose reward and end are functions of it."""

    def __init__(self, model: str | Path | Scene, *, reward: Judge | None, over: Judge | None, **keys: Any) -> None:
        for name, function in (("reward", reward), ("over", over)):
            if function is not None and not callable(function):
                raise UsageError(f"gym.make: {name} must be a function of the environment, got {shown(function)}.")
        self._reward, self._over = reward, over
        super().__init__(model, **keys)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        reward = 0.0 if self._reward is None else float(self._reward(self))
        return reward, False if self._over is None else bool(self._over(self))


def make(
    model: str | Path | Scene, reward: Judge | None = None, over: Judge | None = None, **options: Any
) -> ModelEnvironment:
    """Return an environment of a model without a class.

    Args:
        model: A file (`.xml`, `.urdf`, …) or a scene; every actuator needs a control range, or to be a servo of a joint
            with limits.
        reward: A function of the environment, called after every tick; default 0. It may read `env.qpos`, `env.qvel`,
            `env.action`, `env.simulation` and `env.place("hand")`.
        over: A function of the environment that returns whether the episode has ended; default never.
        options: Those of `ModelEnvironment`: dt, steps, seconds, noise, engine, render_mode, search, …
    """
    return FunctionEnvironment(model, reward=reward, over=over, **options)


def _loaded(path: str | Path, search: Sequence[str | Path]) -> Scene:
    with unwarned():
        return load_scene(path, search)


@contextlib.contextmanager
def unwarned() -> Iterator[None]:
    """Suppress warnings about unread features, which `rg.load` reports, and about random initial states.

    A random start may lie beyond limits or in the ground; the first step puts that right.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RigidaWarning)
        yield
