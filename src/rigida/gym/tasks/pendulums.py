"""Pendulums on carts that are to stay upright."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Ended, Reward
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file


class InvertedPendulum(ModelEnvironment):
    """Keep a pole upright; observation (4,), action (1,)."""

    over_worlds = True

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        options = {"dt": 0.02, "steps": 2, "noise": 0.01}
        super().__init__(model_file("inverted_pendulum.xml"), **{**options, "render_mode": render_mode, **keys})

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        upright = np.isfinite(self.seen.sum(axis=-1)) & (np.abs(self.seen[..., 1]) <= 0.2)
        self.info["reward_survive"] = 1.0 * upright
        return 1.0 * upright, ~upright


class InvertedDoublePendulum(ModelEnvironment):
    """Keep two poles upright, one on the other; observation (9,), action (1,).

    The last number of the observation is the force of the rail's limit, which is not read: it is zero.
    """

    over_worlds = True

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        options = {"dt": 0.01, "steps": 5, "noise": 0.1, "rate_noise": "normal"}
        super().__init__(model_file("inverted_double_pendulum.xml"), **{**options, "render_mode": render_mode, **keys})

    def observe(self) -> FloatArray:
        self.qpos, self.qvel = self.coordinates.read()
        place, angles, rates = self.qpos[..., :1], self.qpos[..., 1:], np.clip(self.qvel, -10.0, 10.0)
        return np.concatenate([place, np.sin(angles), np.cos(angles), rates, np.zeros_like(place)], axis=-1)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        x, _, height = np.moveaxis(self.place("tip"), -1, 0)
        fallen = height <= 1.0
        off = 0.01 * x**2 + (height - 2.0) ** 2
        fast = 1e-3 * self.qvel[..., 1] ** 2 + 5e-3 * self.qvel[..., 2] ** 2
        alive = 10.0 * ~fallen
        self.info |= {"reward_survive": alive, "distance_penalty": -off, "velocity_penalty": -fast}
        return alive - off - fast, fallen
