"""The ant: a four-legged body that is to go forward."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Ended, Info, Reward
from rigida.gym.link_quantities import LinkQuantities, flat
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file
from rigida.importers.mjcf.reader import read_links

#: Prices of the squares of actions and of forces of contact, which count within ± 1.
_ACTION_PRICE, _CONTACT_PRICE, _MOST = 0.5, 5e-4, 1.0


class Ant(ModelEnvironment):
    """Run forward without falling or jumping; observation (105,), action (8,)."""

    over_worlds = True

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        options = {"dt": 0.01, "steps": 5, "noise": 0.1, "rate_noise": "normal", "hidden": 2}
        super().__init__(model_file("ant.xml"), **{**options, "render_mode": render_mode, **keys})

    def prepare(self) -> None:
        super().prepare()
        self._links = LinkQuantities(self.simulation, read_links(model_file("ant.xml")))

    def begin(self) -> None:
        super().begin()
        self.qpos, self.qvel = self.coordinates.read()
        self.info |= self._place()

    def act(self, action: FloatArray) -> None:
        super().act(action)
        self._before = self.qpos[..., :2].copy()

    def observe(self) -> FloatArray:
        own = super().observe()
        self._forces = flat(np.clip(self._links.contact_wrenches(), -_MOST, _MOST))
        return np.concatenate([own, self._forces], axis=-1)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        x, y = np.moveaxis((self.qpos[..., :2] - self._before) / self.tick, -1, 0)
        finite = np.isfinite(self.qpos.sum(axis=-1) + self.qvel.sum(axis=-1))
        healthy = finite & (self.qpos[..., 2] >= 0.2) & (self.qpos[..., 2] <= 1.0)
        action_cost = _ACTION_PRICE * np.square(action).sum(axis=-1)
        contact_cost = _CONTACT_PRICE * np.square(self._forces).sum(axis=-1)
        survived = 1.0 * healthy
        self.info |= self._place() | {
            "x_velocity": x,
            "y_velocity": y,
            "reward_forward": x,
            "reward_ctrl": -action_cost,
        }
        self.info |= {"reward_contact": -contact_cost, "reward_survive": survived}
        return x + survived - action_cost - contact_cost, ~healthy

    def _place(self) -> Info:
        x, y = self.qpos[..., 0], self.qpos[..., 1]
        return {"x_position": x, "y_position": y, "distance_from_origin": np.hypot(x, y)}
