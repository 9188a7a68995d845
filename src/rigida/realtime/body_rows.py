"""The bodies' working arrays of a step."""

import numpy as np

from rigida.dynamics.model import DYNAMIC, Model
from rigida.dynamics.state import State
from rigida.realtime.bodies import INVERSE_WIDTH, describe_bodies


class BodyRows:
    """Rows of n bodies and one that stands for the unmoving world.

    active (n,): 1 for bodies that impulses move; matrix (n + 1, 9) rotation; inverse (n + 1, 7) 1/m and world inverse
    inertia; twist (n + 1, 6) velocity and angular velocity; before, moving (n + 1, 6) and way (n + 1, 6): see `motion`.
    """

    def __init__(self, model: Model) -> None:
        n = model.body_count
        self.active = (model.motion == DYNAMIC).astype(np.int32)
        self.matrix = np.zeros((n + 1, 9))
        self.inverse = np.zeros((n + 1, INVERSE_WIDTH))
        self.twist = np.zeros((n + 1, 6))
        self.before = np.zeros((n + 1, 6))
        self.moving = np.zeros((n + 1, 6))
        self.way = np.zeros((n + 1, 6))
        self.still = np.zeros(n, dtype=np.int32)
        self.drift_velocity = np.zeros((n, 3))
        self.drift_momentum = np.zeros((n, 3))

    def describe(self, model: Model, state: State) -> None:
        """Take over masses, poses and velocities at the begin of a step."""
        describe_bodies(
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
