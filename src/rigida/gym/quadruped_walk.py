"""A quadruped of twelve joints that is to walk forward."""

from typing import Any

import gymnasium
import numpy as np

from rigida.arrays import FloatArray
from rigida.gym.environment import Environment
from rigida.importers.formats import load_scene
from rigida.math.quaternion import rotate_array
from rigida.scenes import path

#: An action of 1 moves the target of a servo by so much from that of the standing pose [rad].
_REACH = 0.4
#: The trunk has fallen below this height [m], or when its own z points less upward than this.
_LOW, _TILTED = 0.15, 0.5
#: Reward of 1 m/s forward and of standing for a tick, price of an action's square and of sideways and turning motion.
_FORWARD, _STANDING, _PRICE, _ASTRAY = 2.0, 0.2, 0.01, 0.5


class QuadrupedWalk(Environment):
    """Walk along x as fast as possible without falling, in ticks of 20 ms.

    Seen (47,): height, orientation and velocities of the trunk, joints, rates, the last action. Action (12,): −1 to 1,
    where the servos of abduction, hip and knee of each leg are to go, about the standing pose.
    """

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
        self.simulation.controls = self._stand + _REACH * self._last

    def begin(self) -> None:
        self._last = np.zeros(12)
        state = self.simulation.state
        state.velocity[:] += self.np_random.uniform(-0.02, 0.02, 3)
        self.simulation.engine.restart()

    def observe(self) -> FloatArray:
        state = self.simulation.state
        trunk = self.simulation.model.index("trunk")
        return np.concatenate(
            [
                state.center[trunk, 2:],
                state.orientation[trunk],
                state.velocity[trunk],
                state.angular_velocity[trunk],
                *self.simulation.joints.motion(),
                self._last,
            ]
        )

    def judge(self, action: FloatArray) -> tuple[float, bool]:
        state, trunk = self.simulation.state, self._trunk
        forward, sideways, _ = state.velocity[trunk]
        astray = abs(sideways) + abs(state.angular_velocity[trunk, 2])
        reward = _FORWARD * forward + _STANDING - _PRICE * float(self._last @ self._last) - _ASTRAY * astray
        upward = rotate_array(state.orientation[trunk], np.array([0.0, 0.0, 1.0]))[2]
        return reward, bool(state.center[trunk, 2] < _LOW or upward < _TILTED)
