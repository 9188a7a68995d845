"""The bodies' working arrays of a step."""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.jit.bind import bind
from rigida.realtime.bodies.integrate import kick_bodies, move_bodies
from rigida.realtime.bodies.refresh import INVERSE_WIDTH, describe_bodies


class BodyRows:
    """Rows of n bodies and one that stands for the unmoving world.

    active (n,): 1 for bodies that impulses move; awake (n,): 1 for those and for bodies that a path moves; jointed
    (n,): 1 for those that move along joints; matrix (n + 1, 9) rotation; inverse (n + 1, 7) 1/m and world inverse
    inertia; twist (n + 1, 6) velocity and angular velocity; before, moving (n + 1, 6) and way (n + 1, 6): see
    `integrate`.
    """

    def __init__(self, model: Model, state: State) -> None:
        n = model.body_count
        self.active = (model.motion == DYNAMIC).astype(np.int32)
        self.awake = self.active.copy() if model.paths else self.active
        self.jointed = np.zeros(n, dtype=np.int32)
        self.matrix = np.zeros((n + 1, 9))
        self.inverse = np.zeros((n + 1, INVERSE_WIDTH))
        self.twist = np.zeros((n + 1, 6))
        self.before = np.zeros((n + 1, 6))
        self.moving = np.zeros((n + 1, 6))
        self.way = np.zeros((n + 1, 6))
        self.still = np.zeros(n, dtype=np.int32)
        self.drift_velocity = np.zeros((n, 3))
        self.drift_momentum = np.zeros((n, 3))
        self._refresh = bind(
            describe_bodies,
            self.active,
            state.attitude,
            model.inv_mass,
            model.inv_inertia,
            state.velocity,
            state.angular_velocity,
            self.matrix,
            self.inverse,
            self.twist,
        )
        self._integrate_velocities = bind(kick_bodies, self.inverse, self.before, self.twist, self.moving)
        self._integrate_positions = bind(
            move_bodies,
            self.active,
            self.jointed,
            model.inertia,
            model.inv_inertia,
            model.inv_mass,
            self.matrix,
            self.twist,
            self.moving,
            self.way,
            state.center,
            state.attitude,
            state.velocity,
            state.angular_momentum,
            state.angular_velocity,
            self.still,
            self.drift_velocity,
            self.drift_momentum,
        )

    def refresh(self) -> None:
        """Take over masses, poses and velocities at the begin of a step."""
        self._refresh()

    def integrate_velocities(self, wrench: FloatArray, h: float) -> None:
        """Let wrenches (n, 6) act on the twists for h [s]."""
        self._integrate_velocities(h, wrench)

    def integrate_positions(self, island: IntArray, method: IntArray, wrench: FloatArray, h: float) -> None:
        """Move all bodies without joints by h [s]; island (n,) and method: see `Islands`."""
        self._integrate_positions(h, wrench, island, method)
