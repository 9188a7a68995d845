"""Work of forces that have no potential energy: torques, thrust, prescribed forces, pushes and impulses.

    W = ∫ Σ (f·v + τ·ω) dt

It may be of either sign: a force against the motion takes energy out, which is not dissipation. With the change of the
total energy E it gives what dampers, drag and contacts took: D = W − ΔE.
"""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.forces.acting import Acting
from rigida.forces.loads import Loads
from rigida.jit.decorators import kernel
from rigida.math.axis_angle import axis_angle_from_quaternion
from rigida.math.quaternion import multiply
from rigida.math.vec3 import Vec3, square
from rigida.scene.force import Force

#: Larger rotations between two states follow from the mean angular velocity: orientations do not show whole
#: revolutions [rad].
_QUARTER = 0.5 * math.pi
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)


@kernel
def mean_work(
    h: float,
    wrench: FloatArray,
    wrench_after: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    spin: FloatArray,
    center_after: FloatArray,
    attitude_after: FloatArray,
    spin_after: FloatArray,
) -> float:
    """Return the work of wrenches (n, 6) over h [s]: their mean at both ends, times the displacement [J]."""
    work = 0.0
    for i in range(wrench.shape[0]):
        p, q = attitude[i], attitude_after[i]
        w, x, y, z = multiply(q[0], q[1], q[2], q[3], p[0], -p[1], -p[2], -p[3])
        x, y, z, angle = axis_angle_from_quaternion(w, x, y, z)
        turn = Vec3(angle * x, angle * y, angle * z)
        mean = Vec3(spin[i, 0] + spin_after[i, 0], spin[i, 1] + spin_after[i, 1], spin[i, 2] + spin_after[i, 2])
        mean = 0.5 * h * mean
        turn = mean if square(mean) > _QUARTER * _QUARTER else turn
        work += 0.5 * (wrench[i, 3] + wrench_after[i, 3]) * turn.x
        work += 0.5 * (wrench[i, 4] + wrench_after[i, 4]) * turn.y
        work += 0.5 * (wrench[i, 5] + wrench_after[i, 5]) * turn.z
        for c in range(3):
            work += 0.5 * (wrench[i, c] + wrench_after[i, c]) * (center_after[i, c] - center[i, c])
    return work


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
        self._wrench, self._wrench_before = np.zeros((model.body_count, 6)), np.zeros((model.body_count, 6))

    @property
    def acts(self) -> bool:
        """Whether a force can do work now."""
        return self.always or self._loads.row.size > 0

    def add_step(self, start: float, end: float, sample: Callable[[float], State]) -> None:
        """Add the work of a step, by Gauss's rule with five points over states that `sample` returns."""
        self._start = start, self.total
        self.total += self._integral(start, end, sample)

    def add_displacement(self, before: State, after: State) -> float:
        """Add the work of a step of which only both ends are known, mean wrench by displacement; return it [J]."""
        self._start = before.time, self.total
        self._wrench_before[:] = self.wrenches(before)
        ends = [(each.center, each.attitude, each.angular_velocity) for each in (before, after)]
        work = float(mean_work(after.time - before.time, self._wrench_before, self.wrenches(after), *ends[0], *ends[1]))
        self.total += work
        return work

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
        """Return the wrenches (n, 6) of forces that do work on dynamic bodies; the array is reused."""
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
