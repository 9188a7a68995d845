"""Work of forces that have no potential energy: torques, thrust, prescribed forces, pushes and impulses.

    W = ∫ Σ (f·v + τ·ω) dt

It may be of either sign: a force against the motion takes energy out, which is not dissipation. With the change of the
total energy E it gives what dampers, drag and contacts took: D = W − ΔE.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.forces.acting import Acting
from rigida.forces.loads import Loads
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.quaternion import conjugate_array, multiply_array
from rigida.scene.force import Force

#: Bodies that turn further between two states have turned by the mean of their angular velocities: their attitudes do
#: not tell how often [rad].
_QUARTER = 0.5 * np.pi
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)


class WorkMeter:
    """total: work since the start [J]; always: whether the scene has forces that can do work at any time.

    add_rows: the kernel that adds the wrenches of rows of a force table.
    """

    def __init__(
        self, model: Model, acting: Mapping[Force, Acting], loads: Loads, add_rows: Callable[..., None]
    ) -> None:
        self._model, self._loads, self._add_rows = model, loads, add_rows
        #: Whether all work is metered or has a potential energy: not that of aircraft, whose drag and thrust are one.
        self.knows_all = all(force.metered() or getattr(force, "potential", None) is not None for force in acting)
        self._acting: Sequence[Acting] = [each for force, each in acting.items() if force.metered()]
        counts = [len(rows.rows) for rows in model.force_rows]
        self._rows = np.flatnonzero(np.repeat([force.metered() for force in model.forces], counts))
        table = model.force_table
        self._table = [column[self._rows] for column in (table.code, table.body, table.number, table.sample_range)]
        self.always = bool(len(self._rows) or self._acting)
        self.total = 0.0
        self._start = (0.0, 0.0)
        self._wrench = np.zeros((model.body_count, 6))

    @property
    def acts(self) -> bool:
        """Whether a force can do work now."""
        return self.always or self._loads.row.size > 0

    def add_step(self, start: float, end: float, sample: Callable[[float], State]) -> None:
        """Add the work of a step, by Gauss's rule with five points over states that `sample` returns."""
        self._start = start, self.total
        self.total += self._integral(start, end, sample)

    def add_displacement(self, before: State, after: State) -> tuple[float, float]:
        """Add the work of a step of which only both ends are known, mean wrench by displacement.

        Returns it, and its largest error where wrenches go from one end to the other without turning back [J].
        """
        self._start = before.time, self.total
        at_start = self.wrenches(before).copy()
        at_end = self.wrenches(after)
        turn = multiply_array(after.attitude, conjugate_array(before.attitude))
        turned = rotation_vector_from_quaternion_array(turn)
        mean = 0.5 * (after.time - before.time) * (before.angular_velocity + after.angular_velocity)
        fast = (mean * mean).sum(axis=1) > _QUARTER**2
        turned[fast] = mean[fast]
        displacement = np.hstack([after.center - before.center, turned])
        work = float((0.5 * (at_start + at_end) * displacement).sum())
        self.total += work
        return work, float(np.abs(0.5 * (at_end - at_start) * displacement).sum())

    def at(self, time: float, end: float, sample: Callable[[float], State]) -> float:
        """Return the work up to a time within the last step, which went to `end` [J]."""
        start, work = self._start
        return self.total if time >= end or not self.acts else work + self._integral(start, time, sample)

    def snapshot(self) -> tuple[float, tuple[float, float]]:
        """Return the work so far."""
        return self.total, self._start

    def restore(self, kept: tuple[float, tuple[float, float]]) -> None:
        """Restore a snapshot."""
        self.total, self._start = kept

    def wrenches(self, state: State) -> FloatArray:
        """Return the wrenches (n, 6) of what does work on bodies that forces move; the array is reused."""
        wrench, table, model = self._wrench, self._model.force_table, self._model
        wrench[:] = 0.0
        if len(self._rows):
            motion = state.center, state.attitude, state.velocity, state.angular_velocity
            self._add_rows(state.time, *self._table, table.sample, model.mass, *motion, wrench)
        for acting in self._acting:
            acting.add_wrenches(state.time, state, wrench)
        if len(self._loads):
            self._loads.add_wrenches(state, wrench)
        wrench[model.inv_mass == 0.0] = 0.0
        return wrench

    def _integral(self, start: float, end: float, sample: Callable[[float], State]) -> float:
        half, middle = 0.5 * (end - start), 0.5 * (end + start)
        nodes = zip(_NODES.tolist(), _WEIGHTS.tolist(), strict=True)
        return sum(half * weight * self._power(sample(middle + half * node)) for node, weight in nodes)

    def _power(self, state: State) -> float:
        motion = np.hstack([state.velocity, state.angular_velocity])
        return float((self.wrenches(state) * motion).sum())
