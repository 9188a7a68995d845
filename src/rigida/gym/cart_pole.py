"""A pole on a cart that must not fall: push the cart along its rail (Barto, Sutton and Anderson 1983)."""

from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints import Prismatic, Revolute
from rigida.geometry import Box
from rigida.gym.environment import Ended, Environment, Reward
from rigida.scene.actuator import Actuator
from rigida.scene.pose import Pose
from rigida.scene.scene import Scene

#: The pole has fallen beyond this angle [rad], and the cart has left beyond this distance [m].
_FALLEN, _GONE = 0.2095, 2.4
#: Coordinates and rates begin within ± this.
_UNSURE = 0.05


def cart_pole_scene() -> Scene:
    """Return a cart of 1 kg on a rail with a pole of 0.1 kg and 1 m, and a motor of up to 10 N."""
    scene = Scene(title="Cart and pole")
    cart = scene.add_body(Box((0.5, 0.3, 0.2)), mass=1.0, name="cart")
    pole = scene.add_body(Box((0.05, 0.05, 1.0)), mass=0.1, position=(0, 0, 0.5), name="pole")
    scene.add_joint(Prismatic(cart, axis=(1, 0, 0), name="rail"))
    scene.add_joint(Revolute(pole, cart, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge"))
    scene.add_actuator(Actuator(("rail",), gain=10.0, control_range=(-1.0, 1.0), name="push"))
    return scene


class CartPole(Environment):
    """Keep the pole upright; the reward is one per tick of 20 ms.

    Seen: position, angle and their rates [m, rad, m/s, rad/s]. Action: push (1,), −1 to 1 for −10 to 10 N.
    """

    over_worlds = True

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        super().__init__(cart_pole_scene(), **{"dt": 0.02, "seconds": 10.0, "render_mode": render_mode} | keys)

    def begin(self) -> None:
        x, angle, speed, rate = self.np_random.uniform(-_UNSURE, _UNSURE, 4).tolist()
        self.simulation.take_pose(Pose(joints={"rail": x, "hinge": angle}, rates={"rail": speed, "hinge": rate}))

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        x, angle = np.abs(self.seen[..., 0]), np.abs(self.seen[..., 1])
        return 1.0, (x > _GONE) | (angle > _FALLEN)
