"""A quadruped of twelve joints that is to walk forward."""

from typing import Any

import gymnasium
import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Ended, Environment, Reward
from rigida.gym.worlds import turned
from rigida.importers.formats import load_scene
from rigida.scenes import path

#: An action of 1 moves the target of a servo by so much from that of the standing pose [rad].
_STEP_RANGE = 0.4
#: The trunk has fallen below this height [m], or when its own z points less upward than this.
_LOW, _TILTED = 0.15, 0.5
#: Reward of 1 m/s forward and of standing for a tick, price of an action's square and of sideways and turning motion.
_FORWARD, _STANDING, _PRICE, _ASTRAY = 2.0, 0.2, 0.01, 0.5


class QuadrupedWalk(Environment):
    """Walk along x as fast as possible without falling, in ticks of 20 ms.

    Seen (47,): height, orientation and velocities of the trunk, joints, rates, the last action. Action (12,): −1 to 1,
    where the servos of abduction, hip and knee of each leg are to go, about the standing pose.
    """

    over_worlds, memory = True, ("_last",)

    def __init__(self, render_mode: str | None = None, **keys: Any) -> None:
        self._last = np.zeros(12)
        scene = load_scene(path("robots/quadruped"))
        super().__init__(scene, **{"dt": 0.01, "steps": 2, "seconds": 20.0, "render_mode": render_mode} | keys)
        self._trunk = self.simulation.model.index("trunk")
        self._stand = self.simulation.controls

    def actions(self) -> gymnasium.Space[Any]:
        return gymnasium.spaces.Box(-1.0, 1.0, (12,), dtype=np.float64)

    def act(self, action: FloatArray) -> None:
        self._last = np.clip(action, -1.0, 1.0)
        self.simulation.controls = self._stand + _STEP_RANGE * self._last

    def begin(self) -> None:
        self._last = np.zeros(12)
        state = self.simulation.state
        state.velocity[:] += self.np_random.uniform(-0.02, 0.02, 3)
        self.simulation.engine.restart()

    def observe(self) -> FloatArray:
        state, trunk = self.simulation.state, self.simulation.model.index("trunk")
        parts = (
            state.center[..., trunk, 2:],
            state.orientation[..., trunk, :],
            state.velocity[..., trunk, :],
            state.angular_velocity[..., trunk, :],
            *self.simulation.joints.motion(),
            self._last,
        )
        return np.concatenate(parts, axis=-1)

    def judge(self, action: FloatArray) -> tuple[Reward, Ended]:
        state, trunk = self.simulation.state, self._trunk
        forward, sideways, _ = np.moveaxis(state.velocity[..., trunk, :], -1, 0)
        astray = np.abs(sideways) + np.abs(state.angular_velocity[..., trunk, 2])
        price = _PRICE * np.square(self._last).sum(axis=-1)
        upward = turned(state.orientation[..., trunk, :], np.array([0.0, 0.0, 1.0]))[..., 2]
        fallen = (state.center[..., trunk, 2] < _LOW) | (upward < _TILTED)
        return _FORWARD * forward + _STANDING - price - _ASTRAY * astray, fallen
