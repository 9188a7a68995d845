"""The ant: a four-legged body that is to go forward."""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.link_quantities import LinkQuantities
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file
from rigida.importers.mjcf.reader import read_links

#: Prices of the squares of actions and of forces of contact, which count within ± 1.
_ACTION_PRICE, _CONTACT_PRICE, _MOST = 0.5, 5e-4, 1.0


class Ant(ModelEnvironment):
    """Go forward without falling or jumping; observation (105,), action (8,)."""

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
        self._before = self.qpos[:2].copy()

    def observe(self) -> FloatArray:
        own = super().observe()
        self._forces = np.clip(self._links.contact_wrenches(), -_MOST, _MOST)
        return np.concatenate([own, self._forces.ravel()])

    def judge(self, action: FloatArray) -> tuple[float, bool]:
        velocity = (self.qpos[:2] - self._before) / self.tick
        finite = math.isfinite(float(self.qpos.sum() + self.qvel.sum()))
        healthy = finite and bool(0.2 <= self.qpos[2] <= 1.0)
        action_cost = _ACTION_PRICE * float(np.square(action).sum())
        contact_cost = _CONTACT_PRICE * float(np.square(self._forces).sum())
        self.info |= self._place()
        self.info |= {"x_velocity": float(velocity[0]), "y_velocity": float(velocity[1])}
        self.info |= {"reward_forward": float(velocity[0]), "reward_ctrl": -action_cost}
        self.info |= {"reward_contact": -contact_cost, "reward_survive": float(healthy)}
        return float(velocity[0]) + float(healthy) - action_cost - contact_cost, not healthy

    def _place(self) -> dict[str, float]:
        x, y = self.qpos[:2].tolist()
        return {"x_position": x, "y_position": y, "distance_from_origin": float(np.hypot(x, y))}
