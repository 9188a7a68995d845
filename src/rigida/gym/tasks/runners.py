"""Planar runners and the swimmer: go forward fast with little effort."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Ended, Info, Reward
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file


class Runner(ModelEnvironment):
    """Base: the reward is the speed along x, less the price of actions, plus one for being healthy."""

    over_worlds = True
    #: Model, dt, steps, and what else `ModelEnvironment` takes; prices of a task.
    model_name = ""
    options: dict[str, Any] = {}  # noqa: RUF012 (a table of constants)
    action_price = 1e-3

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        super().__init__(model_file(self.model_name), **{**self.options, "render_mode": render_mode, **keys})

    def is_healthy(self) -> Ended | None:
        """Return whether the runner is healthy; None for tasks without this condition and reward."""
        return None

    def place_info(self) -> Info:
        """Return the position entries of `info`."""
        return {"x_position": self.qpos[..., 0]}

    def begin(self) -> None:
        super().begin()
        self.qpos, self.qvel = self.coordinates.read()
        self.info |= self.place_info()

    def act(self, action: FloatArray) -> None:
        super().act(action)
        self._before = self.qpos[..., :2].copy()

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        velocity = (self.qpos[..., :2] - self._before) / self.tick
        forward, price = velocity[..., 0], self.action_price * np.square(action).sum(axis=-1)
        self.info |= self.place_info() | {"x_velocity": forward} | self._sideways(velocity)
        self.info |= {"reward_forward": forward, "reward_ctrl": -price}
        healthy = self.is_healthy()
        if healthy is None:
            return forward - price, False
        self.info["reward_survive"] = 1.0 * healthy
        return forward + 1.0 * healthy - price, np.logical_not(healthy)

    def _sideways(self, velocity: FloatArray) -> Info:
        return {}


class HalfCheetah(Runner):
    """Run; observation (17,), action (6,)."""

    model_name = "half_cheetah.xml"
    options = {"dt": 0.005, "steps": 10, "noise": 0.1, "rate_noise": "normal", "hidden": 1}  # noqa: RUF012
    action_price = 0.1


class Hopper(Runner):
    """Hop without falling; observation (11,), action (3,)."""

    model_name = "hopper.xml"
    options = {"dt": 0.002, "steps": 4, "noise": 5e-3, "hidden": 1, "rate_limit": 10.0}  # noqa: RUF012

    def is_healthy(self) -> Ended:
        state, height, angle = np.concatenate([self.qpos, self.qvel], axis=-1), self.qpos[..., 1], self.qpos[..., 2]
        return (np.abs(state[..., 2:]) < 100.0).all(axis=-1) & (height > 0.7) & (np.abs(angle) < 0.2)

    def place_info(self) -> Info:
        return super().place_info() | {"z_distance_from_origin": self.qpos[..., 1] - self.start_qpos[..., 1]}


class Walker2d(Hopper):
    """Walk without falling; observation (17,), action (6,)."""

    model_name = "walker2d_v5.xml"

    def is_healthy(self) -> Ended:
        height, angle = self.qpos[..., 1], self.qpos[..., 2]
        return (height > 0.8) & (height < 2.0) & (np.abs(angle) < 1.0)


class Swimmer(Runner):
    """Swim; observation (8,), action (2,)."""

    model_name = "swimmer.xml"
    options = {"dt": 0.01, "steps": 4, "noise": 0.1, "hidden": 2}  # noqa: RUF012
    action_price = 1e-4

    def place_info(self) -> Info:
        x, y = self.qpos[..., 0], self.qpos[..., 1]
        return {"x_position": x, "y_position": y, "distance_from_origin": np.hypot(x, y)}

    def _sideways(self, velocity: FloatArray) -> Info:
        return {"y_velocity": velocity[..., 1]}
