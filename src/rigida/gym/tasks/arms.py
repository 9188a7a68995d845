"""Arms that reach a target, or push something to it."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Ended, Reward
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file

#: Rates begin within ± this [rad/s].
_RATE = 0.005


class Reacher(ModelEnvironment):
    """Move the fingertip to the target; observation (10,), action (2,)."""

    over_worlds = True

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        options = {"dt": 0.01, "steps": 2}
        super().__init__(model_file("reacher.xml"), **{**options, "render_mode": render_mode, **keys})

    def begin(self) -> None:
        qpos = self.np_random.uniform(-0.1, 0.1, self.coordinates.nq) + self.start_qpos
        goal = self.np_random.uniform(-0.2, 0.2, 2)
        while np.linalg.norm(goal) >= 0.2:
            goal = self.np_random.uniform(-0.2, 0.2, 2)
        qvel = self.np_random.uniform(-_RATE, _RATE, self.coordinates.nv)
        qpos[-2:], qvel[-2:] = goal, 0.0
        self.coordinates.set(qpos, qvel)

    def observe(self) -> FloatArray:
        self.qpos, self.qvel = self.coordinates.read()
        angles, goal = self.qpos[..., :2], self.qpos[..., 2:]
        apart = self.place("fingertip") - self.place("target")
        parts = np.cos(angles), np.sin(angles), goal, self.qvel[..., :2], apart[..., :2]
        return np.concatenate(parts, axis=-1)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        near = -np.linalg.norm(self.place("fingertip") - self.place("target"), axis=-1)
        price = np.square(action).sum(axis=-1)
        self.info |= {"reward_dist": near, "reward_ctrl": -price}
        return near - price, False


class Pusher(ModelEnvironment):
    """Push the object to the goal; observation (23,), action (7,)."""

    over_worlds = True

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        options = {"dt": 0.01, "steps": 5}
        super().__init__(model_file("pusher_v5.xml"), **{**options, "render_mode": render_mode, **keys})

    def begin(self) -> None:
        qpos = self.start_qpos.copy()
        place = self._place_of_object()
        while np.linalg.norm(place) <= 0.17:
            place = self._place_of_object()
        qvel = self.start_qvel + self.np_random.uniform(-_RATE, _RATE, self.coordinates.nv)
        qpos[-4:-2], qpos[-2:], qvel[-4:] = place, 0.0, 0.0
        self.coordinates.set(qpos, qvel)

    def _place_of_object(self) -> FloatArray:
        return np.concatenate([self.np_random.uniform(-0.3, 0.0, 1), self.np_random.uniform(-0.2, 0.2, 1)])

    def observe(self) -> FloatArray:
        self.qpos, self.qvel = self.coordinates.read()
        places = (self.place("tips_arm"), self.place("object"), self.place("goal"))
        return np.concatenate([self.qpos[..., :7], self.qvel[..., :7], *places], axis=-1)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        thing = self.place("object")
        near = -0.5 * np.linalg.norm(thing - self.place("tips_arm"), axis=-1)
        far = -np.linalg.norm(thing - self.place("goal"), axis=-1)
        price = 0.1 * np.square(action).sum(axis=-1)
        self.info |= {"reward_dist": far, "reward_ctrl": -price, "reward_near": near}
        return near + far - price, False
