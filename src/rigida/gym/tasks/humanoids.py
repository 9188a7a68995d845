"""The humanoid: walking forward, and standing up."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Ended, Info, Reward
from rigida.gym.link_quantities import LinkQuantities, flat
from rigida.gym.model_environment import ModelEnvironment
from rigida.gym.tasks import model_file
from rigida.importers.mjcf.reader import read_links

#: Price of the square of actions, and of those of forces of contact, which cost no more than the last number.
_ACTION_PRICE, _CONTACT_PRICE, _MOST = 0.1, 5e-7, 10.0


class _HumanoidBase(ModelEnvironment):
    over_worlds = True
    model_name = "humanoid.xml"

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        options = {"dt": 0.003, "steps": 5, "noise": 1e-2, "hidden": 2}
        super().__init__(model_file(self.model_name), **{**options, "render_mode": render_mode, **keys})

    def prepare(self) -> None:
        super().prepare()
        self._links = LinkQuantities(self.simulation, read_links(model_file(self.model_name)))
        order = self.simulation.joints.names
        self._driven = [order.index(name) for name in self.coordinates.names if name in order]

    def observe(self) -> FloatArray:
        """Return coordinates, rates, inertias, velocities, efforts of actuators and forces of contacts (348,)."""
        links, own = self._links, super().observe()
        self._forces = flat(links.contact_wrenches())
        efforts = self.simulation.joints.effort[..., self._driven]
        parts = own, flat(links.inertias()), flat(links.velocities()), efforts, self._forces
        return np.concatenate(parts, axis=-1)

    def begin(self) -> None:
        super().begin()
        self.qpos, self.qvel = self.coordinates.read()
        self.info |= self.place_info()

    def place_info(self) -> Info:
        """Return the position entries of `info`."""
        none = np.zeros_like(self.qpos[..., :0])
        place = {"x_position": self.qpos[..., 0], "y_position": self.qpos[..., 1]}
        return {**place, "tendon_length": none, "tendon_velocity": none}

    def costs(self, action: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the prices of an action and of the forces of contact."""
        contact = _CONTACT_PRICE * np.square(self._forces).sum(axis=-1)
        return _ACTION_PRICE * np.square(action).sum(axis=-1), np.minimum(contact, _MOST)


class Humanoid(_HumanoidBase):
    """Walk forward without falling; observation (348,), action (17,)."""

    def act(self, action: FloatArray) -> None:
        super().act(action)
        self._before = self._links.center()[..., :2]

    def place_info(self) -> Info:
        return super().place_info() | {"distance_from_origin": np.hypot(self.qpos[..., 0], self.qpos[..., 1])}

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        x, y = np.moveaxis((self._links.center()[..., :2] - self._before) / self.tick, -1, 0)
        healthy = (self.qpos[..., 2] > 1.0) & (self.qpos[..., 2] < 2.0)
        forward, survived = 1.25 * x, 5.0 * healthy
        action_cost, contact_cost = self.costs(action)
        self.info |= self.place_info() | {"x_velocity": x, "y_velocity": y}
        self.info |= {"reward_survive": survived, "reward_forward": forward}
        self.info |= {"reward_ctrl": -action_cost, "reward_contact": -contact_cost}
        return forward + survived - action_cost - contact_cost, ~healthy


class HumanoidStandup(_HumanoidBase):
    """Stand up from lying; observation (348,), action (17,)."""

    model_name = "humanoidstandup.xml"

    def place_info(self) -> Info:
        return super().place_info() | {"z_distance_from_origin": self.qpos[..., 2] - self.start_qpos[..., 2]}

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        risen = self.qpos[..., 2] / self.simulation.settings.dt
        action_cost, contact_cost = self.costs(action)
        self.info |= self.place_info()
        self.info |= {"reward_linup": risen, "reward_quadctrl": -action_cost, "reward_impact": -contact_cost}
        return risen - action_cost - contact_cost + 1.0, False
