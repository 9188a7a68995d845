"""Planar runners and the swimmer: go forward fast with little effort."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file


class Runner(ModelEnvironment):
    """Base: the reward is the speed along x, less the price of actions, plus one for being healthy."""

    #: Model, dt, steps, and what else `ModelEnvironment` takes; prices of a task.
    model_name = ""
    options: dict[str, Any] = {}  # noqa: RUF012 (a table of constants)
    action_price = 1e-3

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        super().__init__(model_file(self.model_name), **{**self.options, "render_mode": render_mode, **keys})

    def is_healthy(self) -> bool | None:
        """Return whether the runner may go on; None for one that always may, and is not paid for it."""
        return None

    def place_info(self) -> dict[str, float]:
        """Return the position entries of `info`."""
        return {"x_position": float(self.qpos[0])}

    def begin(self) -> None:
        super().begin()
        self.qpos, self.qvel = self.coordinates.read()
        self.info |= self.place_info()

    def act(self, action: FloatArray) -> None:
        super().act(action)
        self._before = self.qpos[:2].copy()

    def judge(self, action: FloatArray) -> tuple[float, bool]:
        velocity = (self.qpos[:2] - self._before) / self.tick
        price, healthy = self.action_price * float(np.square(action).sum()), self.is_healthy()
        survived = float(bool(healthy))
        self.info |= self.place_info() | {"x_velocity": float(velocity[0])} | self._sideways(velocity)
        self.info |= {"reward_forward": float(velocity[0]), "reward_ctrl": -price}
        if healthy is not None:
            self.info["reward_survive"] = survived
        return float(velocity[0]) + survived - price, healthy is False

    def _sideways(self, velocity: FloatArray) -> dict[str, float]:
        return {}


class HalfCheetah(Runner):
    """Run; observation (17,), action (6,)."""

    model_name = "half_cheetah.xml"
    options = {"dt": 0.01, "steps": 5, "noise": 0.1, "rate_noise": "normal", "hidden": 1}  # noqa: RUF012
    action_price = 0.1


class Hopper(Runner):
    """Hop without falling; observation (11,), action (3,)."""

    model_name = "hopper.xml"
    options = {"dt": 0.002, "steps": 4, "noise": 5e-3, "hidden": 1, "rate_limit": 10.0}  # noqa: RUF012

    def is_healthy(self) -> bool:
        state = np.concatenate([self.qpos, self.qvel])[2:]
        return bool((np.abs(state) < 100.0).all() and self.qpos[1] > 0.7 and abs(self.qpos[2]) < 0.2)

    def place_info(self) -> dict[str, float]:
        return super().place_info() | {"z_distance_from_origin": float(self.qpos[1] - self.start_qpos[1])}


class Walker2d(Hopper):
    """Walk without falling; observation (17,), action (6,)."""

    model_name = "walker2d_v5.xml"

    def is_healthy(self) -> bool:
        return bool(0.8 < self.qpos[1] < 2.0 and abs(self.qpos[2]) < 1.0)


class Swimmer(Runner):
    """Swim; observation (8,), action (2,)."""

    model_name = "swimmer.xml"
    options = {"dt": 0.01, "steps": 4, "noise": 0.1, "hidden": 2}  # noqa: RUF012
    action_price = 1e-4

    def place_info(self) -> dict[str, float]:
        x, y = self.qpos[:2].tolist()
        return {"x_position": x, "y_position": y, "distance_from_origin": float(np.hypot(x, y))}

    def _sideways(self, velocity: FloatArray) -> dict[str, float]:
        return {"y_velocity": float(velocity[1])}
