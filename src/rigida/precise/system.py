"""The differential equation of a compiled scene: dy/dt at a time, from forces, joints and formulation."""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.compile import place_kinematic
from rigida.dynamics.state import State
from rigida.forces.evaluate import ForceField
from rigida.precise.budget import SpentError
from rigida.precise.contact.holding import Holding
from rigida.precise.contact.penalty import Penalty
from rigida.precise.formulation import Formulation

#: Joints are closed to this after every step [m, rad].
CLOSED = 1e-13


class System:
    """Evaluates the derivative of y (n, width) and counts how often; raises beyond `most_evaluations`."""

    def __init__(
        self, formulation: Formulation, forces: ForceField, joints: JointSet | None, stabilized: bool = True
    ) -> None:
        self.stabilized = stabilized
        self.formulation = formulation
        self.forces = forces
        self.joints = joints
        self.holding: Holding | None = None  # the contacts that are closed at present
        self.penalty: Penalty | None = None
        self.model = formulation.model
        self.evaluations = 0
        self.most_evaluations = math.inf
        self._stage = State.at_rest(self.model)
        self._window = (-math.inf, math.inf)

    def enter(self, start: float, end: float) -> None:
        """Announce a step: forces that jump at either end are taken from inside it."""
        self._window = (float(np.nextafter(start, end)), float(np.nextafter(end, start)))
        if self.holding is not None:
            self.holding.restart_watch()

    def derivative(self, time: float, y: FloatArray, dy: FloatArray) -> None:
        """Fill dy/dt at `time`."""
        time = min(max(time, self._window[0]), self._window[1])
        self.formulation.unpack(y, self._stage)
        if self.model.paths:
            place_kinematic(self.model, self._stage, time)
        solved = -1 if self.holding is None else self.holding.solved
        self.formulation.derivative(y, self.wrenches(time, self._stage), dy)
        if self.holding is not None:
            self.holding.watch(time)
            if self.holding.solved == solved:  # nothing has moved
                return
        self.evaluations += 1
        if self.evaluations > self.most_evaluations:
            raise SpentError

    def afford(self, evaluations: float) -> None:
        """Raise where work that is to come, counted in evaluations, is beyond what is left."""
        if self.evaluations + evaluations > self.most_evaluations:
            raise SpentError

    def wrenches(self, time: float, state: State) -> FloatArray:
        """Return all that acts on the bodies (n, 6): forces, joints' efforts, contacts, joints' reactions."""
        wrench = self.forces.wrenches(time, state)
        if self.penalty is not None:
            self.penalty.add_forces(state, wrench)
        if self.joints is not None:
            self.joints.evaluate(time, state)
            self.joints.factor()
            self.joints.add_efforts(wrench)
            if self.holding is not None:
                self.holding.add_forces(state, wrench)
            self.joints.add_reactions(state, wrench)
            if self.holding is not None:
                self.holding.balance(state, wrench)
        return wrench

    def restore_constraints(self, time: float, y: FloatArray) -> None:
        """Bring y to unit quaternions and back onto the joints, positions first, then velocities."""
        self.formulation.normalize(y)
        if self.joints is not None and self.stabilized:
            self.formulation.unpack(y, self._stage)
            place_kinematic(self.model, self._stage, time)
            self.joints.close_positions(time, self._stage, CLOSED)
            self._stage.refresh()
            self.joints.close_velocities(time, self._stage)
            if self.holding is not None:
                self.holding.close(time, self._stage)
            self.formulation.pack(self._stage, y)
