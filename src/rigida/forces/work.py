"""Work of forces that have no potential energy: torques, thrust, prescribed forces, pushes and impulses.

    W = ∫ Σ (f·v + τ·ω) dt

It may be of either sign: a force against the motion takes energy out, which is not dissipation. With the change of the
total energy E it gives what dampers, drag and contacts took: D = W − ΔE.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State, update_angular_velocity
from rigida.forces.acting import Acting
from rigida.forces.loads import Loads
from rigida.jit.decorators import kernel
from rigida.math.axis_angle import axis_angle_from_quaternion
from rigida.math.quaternion import from_rotation_vector, interpolate, multiply
from rigida.math.vec3 import Vec3, square
from rigida.scene.force import Force

#: Larger rotations between two states follow from the mean angular velocity: orientations do not show whole
#: revolutions [rad].
_QUARTER = 0.5 * math.pi
#: Nodes and weights of Gauss's rule on −1 … 1: for whole integration steps, and for the short ones of `add_motion`.
_NODES, _WEIGHTS = (array.tolist() for array in np.polynomial.legendre.leggauss(5))
_FEW_NODES, _FEW_WEIGHTS = (array.tolist() for array in np.polynomial.legendre.leggauss(3))


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


@kernel
def fill_between(
    s: float,
    h: float,
    change: FloatArray,
    motion: IntArray,
    inv_mass: FloatArray,
    inv_inertia: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    spin: FloatArray,
    center_after: FloatArray,
    attitude_after: FloatArray,
    velocity_after: FloatArray,
    momentum_after: FloatArray,
    spin_after: FloatArray,
    center_between: FloatArray,
    attitude_between: FloatArray,
    velocity_between: FloatArray,
    momentum_between: FloatArray,
    spin_between: FloatArray,
) -> None:
    """Fill where bodies are, and how they move, after the part s of a step of h [s] between two states.

    Positions are cubic; velocities and momenta parabolas, bent by the change (n, 6) of the wrenches in the step.
    """
    a, bend = 1.0 - s, -0.5 * h * s * (1.0 - s)
    for i in range(center.shape[0]):
        for c in range(3):
            center_between[i, c] = (
                (1.0 + 2.0 * s) * a * a * center[i, c]
                + s * a * a * h * velocity[i, c]
                + s * s * (3.0 - 2.0 * s) * center_after[i, c]
                - s * s * a * h * velocity_after[i, c]
            )
            velocity_between[i, c] = a * velocity[i, c] + s * velocity_after[i, c] + bend * change[i, c] * inv_mass[i]
            momentum_between[i, c] = a * momentum[i, c] + s * momentum_after[i, c] + bend * change[i, 3 + c]
        p, q = attitude[i], attitude_after[i]
        w, x, y, z = interpolate(p[0], p[1], p[2], p[3], q[0], q[1], q[2], q[3], s)
        rw, rx, ry, rz = from_rotation_vector(
            bend * (spin_after[i, 0] - spin[i, 0]),
            bend * (spin_after[i, 1] - spin[i, 1]),
            bend * (spin_after[i, 2] - spin[i, 2]),
        )
        w, x, y, z = multiply(rw, rx, ry, rz, w, x, y, z)
        attitude_between[i, 0], attitude_between[i, 1], attitude_between[i, 2], attitude_between[i, 3] = w, x, y, z
    update_angular_velocity(motion, inv_inertia, attitude_between, momentum_between, spin_between)


@kernel
def power_of(wrench: FloatArray, velocity: FloatArray, spin: FloatArray) -> float:
    """Return the power of wrenches (n, 6) [W]."""
    power = 0.0
    for i in range(wrench.shape[0]):
        for c in range(3):
            power += wrench[i, c] * velocity[i, c] + wrench[i, 3 + c] * spin[i, c]
    return power


class WorkMeter:
    """total: work since the start [J]; lost: energy that drag has dissipated [J].

    always: whether the scene has forces that do or dissipate work at any time; add_rows: the kernel that adds the
    wrenches of rows of a force table.
    """

    def __init__(
        self, model: Model, acting: Mapping[Force, Acting], loads: Loads, add_rows: Callable[..., None]
    ) -> None:
        self._model, self._loads, self._add_rows = model, loads, add_rows
        #: Whether all work is metered or has a potential energy: not that of aircraft, whose drag and thrust are one.
        self.knows_all = all(force.metered() or getattr(force, "potential", None) is not None for force in acting)
        self._acting: Sequence[Acting] = [each for force, each in acting.items() if force.metered()]
        self._working = self._rows_of([force.metered() for force in model.forces])
        self._resisting = self._rows_of([force.resists() for force in model.forces])
        self._works = bool(len(self._working[0]) or self._acting)
        self.always = self._works or len(self._resisting[0]) > 0
        self.total, self.lost = 0.0, 0.0
        self._start = (0.0, 0.0, 0.0)
        self._wrench, self._wrench_before = np.zeros((model.body_count, 6)), np.zeros((model.body_count, 6))
        self._between = State.at_rest(model)

    def _rows_of(self, chosen: list[bool]) -> tuple[Any, ...]:
        """Return the rows of the force table of the forces that are chosen."""
        table, counts = self._model.force_table, [len(rows.rows) for rows in self._model.force_rows]
        rows = np.flatnonzero(np.repeat(chosen, counts))
        return tuple(column[rows] for column in (table.code, table.body, table.number, table.sample_range))

    @property
    def acts(self) -> bool:
        """Whether a force can do or dissipate work now."""
        return self.always or self._loads.row.size > 0

    def add_step(self, start: float, end: float, sample: Callable[[float], State]) -> None:
        """Add the work of a step, by Gauss's rule with five points over states that `sample` returns."""
        self._start = start, self.total, self.lost
        self.total, self.lost = self._until(end, sample)

    def add_displacement(self, before: State, after: State, smooth: NDArray[np.bool_] | None = None) -> float:
        """Add the work of a step of which only both ends are known, mean wrench by displacement; return it [J].

        smooth (n,): bodies that are left out.
        """
        self._start = before.time, self.total, self.lost
        work = self._by_displacement(self.wrenches, before, after, smooth)
        self.total += work
        if len(self._resisting[0]):
            self.lost -= self._by_displacement(self._resistance, before, after, smooth)
        return work

    def add_motion(self, before: State, after: State, change: FloatArray, smooth: NDArray[np.bool_]) -> float:
        """Add the work of a step by Gauss's rule over the motion between both ends; return it [J].

        change (n, 6): of the wrenches of all forces in the step; smooth (n,): bodies on which nothing else changed.
        The work on the others, and on those that rotate far, is mean wrench by displacement.
        """
        h, between = after.time - before.time, self._between
        turn = 0.5 * h * (before.angular_velocity + after.angular_velocity)
        smooth = smooth & ((turn * turn).sum(axis=1) < _QUARTER * _QUARTER)
        self._start, rest = (before.time, self.total, self.lost), ~smooth
        if not smooth.all():
            self.add_displacement(before, after, smooth)
        constants = self._model.motion, self._model.inv_mass, self._model.inv_inertia
        for node, weight in zip(_FEW_NODES, _FEW_WEIGHTS, strict=True):
            s = 0.5 + 0.5 * node
            fill_between(s, h, change, *constants, *before.arrays(), *after.arrays(), *between.arrays())
            between.time = before.time + s * h
            work, lost = self._powers(between, rest)
            self.total, self.lost = self.total + 0.5 * h * weight * work, self.lost + 0.5 * h * weight * lost
        return self.total - self._start[1]

    def time_curvature(self, end: float, h: float, state: State) -> FloatArray | None:
        """Return by how much the mean wrenches (n, 6) over h [s] exceed the mean of both ends, by Simpson's rule.

        That of functions of time: bodies stand where they are in `state`. None where no force acts at any time.
        """
        if not self._works:
            return None
        kept, curvature = state.time, np.zeros_like(self._wrench)
        for time, weight in ((end - h, -1.0), (end - 0.5 * h, 2.0), (end, -1.0)):
            state.time = time
            curvature += weight / 3.0 * self.wrenches(state)
        state.time = kept
        return curvature

    def at(self, time: float, end: float, sample: Callable[[float], State]) -> tuple[float, float]:
        """Return work and dissipation by drag up to a time within the last step, which went to `end` [J]."""
        return (self.total, self.lost) if time >= end or not self.acts else self._until(time, sample)

    def snapshot(self) -> tuple[float, float, tuple[float, float, float]]:
        """Return the work so far."""
        return self.total, self.lost, self._start

    def restore(self, kept: tuple[float, float, tuple[float, float, float]]) -> None:
        """Restore a snapshot."""
        self.total, self.lost, self._start = kept

    def wrenches(self, state: State) -> FloatArray:
        """Return the wrenches (n, 6) of forces that do work on dynamic bodies; the array is reused."""
        wrench = self._wrenches_of(self._working, state)
        for acting in self._acting:
            acting.add_wrenches(state.time, state, wrench)
        if len(self._loads):
            self._loads.add_wrenches(state, wrench)
        wrench[self._model.inv_mass == 0.0] = 0.0
        return wrench

    def _resistance(self, state: State) -> FloatArray:
        """Return the wrenches (n, 6) of drag; the array is reused."""
        return self._wrenches_of(self._resisting, state)

    def _wrenches_of(self, rows: tuple[Any, ...], state: State) -> FloatArray:
        wrench, model = self._wrench, self._model
        wrench[:] = 0.0
        if len(rows[0]):
            motion = state.center, state.attitude, state.velocity, state.angular_velocity
            self._add_rows(state.time, *rows, model.force_table.sample, model.mass, *motion, wrench)
        return wrench

    def _by_displacement(
        self,
        wrenches: Callable[[State], FloatArray],
        before: State,
        after: State,
        left_out: NDArray[np.bool_] | None,
    ) -> float:
        self._wrench_before[:] = wrenches(before)
        wrench_after = wrenches(after)
        if left_out is not None:
            self._wrench_before[left_out] = wrench_after[left_out] = 0.0
        ends = [(each.center, each.attitude, each.angular_velocity) for each in (before, after)]
        return float(mean_work(after.time - before.time, self._wrench_before, wrench_after, *ends[0], *ends[1]))

    def _until(self, time: float, sample: Callable[[float], State]) -> tuple[float, float]:
        """Return work and dissipation by drag up to a time after the start of the last step [J]."""
        start, work, lost = self._start
        half, middle = 0.5 * (time - start), 0.5 * (time + start)
        for node, weight in zip(_NODES, _WEIGHTS, strict=True):
            powers = self._powers(sample(middle + half * node), None)
            work, lost = work + half * weight * powers[0], lost + half * weight * powers[1]
        return work, lost

    def _powers(self, state: State, left_out: NDArray[np.bool_] | None) -> tuple[float, float]:
        """Return the power of forces that do work, and that of drag against the motion, but on bodies left out [W]."""
        powers = [0.0, 0.0]
        for k, wrenches in enumerate((self.wrenches, self._resistance)):
            if k == 0 or len(self._resisting[0]):
                wrench = wrenches(state)
                if left_out is not None:
                    wrench[left_out] = 0.0
                powers[k] = float(power_of(wrench, state.velocity, state.angular_velocity))
        return powers[0], -powers[1]
