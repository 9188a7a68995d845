"""A scene linearized about a state: ẋ = A δx + B δu, y = C δx + D δu, by central differences.

States are independent coordinates and their rates (`independent_coordinates`). With K the rows of the coordinates over
the twists u of all bodies, accelerations are q̈ = K u̇ + K̇ u.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.constraints.pose_solver import cross_matrix
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.handles.independent_coordinates import IndependentCoordinates
from rigida.math.rotation import matrix_from_quaternion_array

#: Half width of the differences: errors of second order and of rounding are both about 1e-10 of the values.
STEP = 1e-5
Input = str | Callable[[Any, float], None]
Output = str | Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class LinearModel:
    """A (n, n), B (n, m), C (p, n), D (p, m) and the names of states, inputs and outputs."""

    A: FloatArray
    B: FloatArray
    C: FloatArray
    D: FloatArray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def discrete(self, dt: float) -> tuple[FloatArray, FloatArray]:
        """Return A and B of steps of `dt` [s] with constant inputs (zero-order hold)."""
        from scipy.linalg import expm

        n, m = self.B.shape
        whole = expm(dt * np.block([[self.A, self.B], [np.zeros((m, n + m))]]))
        return np.asarray(whole[:n, :n]), np.asarray(whole[:n, n:])


class Linearization:
    """Differences about the state of a simulation by the precise engine without contacts, which is changed by it."""

    def __init__(self, simulation: Any, joints: JointSet, coordinates: Sequence[str] | None = None) -> None:
        self._simulation, self._joints, self._engine = simulation, joints, simulation.engine
        self._center: State = simulation.state.copy()
        self._coordinates = IndependentCoordinates(simulation, joints, coordinates)
        self._basis, self._rate = self._coordinates.twists(self._center), self._coordinates.rates(self._center)

    def _slope(self, state: State) -> FloatArray:
        """Return the accelerations of the independent coordinates (f,) in a state, to which the simulation is set."""
        self._simulation.state.assign(state)
        chart = self._coordinates
        acceleration = self._engine.accelerations()[chart.bodies].ravel()
        found = chart.rate_rows(state) @ acceleration
        for i, row in enumerate(chart.bases):
            spin, arm = state.angular_velocity[row], state.position[row] - state.center[row]
            found[6 * i : 6 * i + 3] += np.cross(spin, np.cross(spin, arm))
        if len(chart.rows):
            bias = np.asarray(self._joints.coordinates.parts.bias).reshape(-1, 3)
            found[6 * len(chart.bases) :] += bias[chart.rows, 0]
        return np.asarray(found[chart.chosen])

    def model(self, inputs: Sequence[Input], outputs: Sequence[Output] | None) -> LinearModel:
        """Return the linear model."""
        f, states = self._coordinates.size, self._coordinates.states
        readers = None if outputs is None else [self._reader(output) for output in outputs]

        def at(shift: FloatArray, rate: FloatArray) -> tuple[FloatArray, FloatArray]:
            slope = self._slope(self._coordinates.displaced(self._center, self._basis, shift, rate))
            seen = [np.ravel(np.asarray(reader(), dtype=np.float64)) for reader in readers or ()]
            return slope, np.concatenate([np.zeros(0), *seen])

        def column(low: tuple[FloatArray, ...], high: tuple[FloatArray, ...]) -> list[FloatArray]:
            return [(b - a) / (2.0 * STEP) for a, b in zip(low, high, strict=True)]

        unit, zero = STEP * np.eye(f), np.zeros(f)
        columns = [column(at(-step, self._rate), at(step, self._rate)) for step in unit]
        columns += [column(at(zero, self._rate - step), at(zero, self._rate + step)) for step in unit]
        driven = [self._changed(each, lambda: at(zero, self._rate), column) for each in inputs]
        A = np.zeros((2 * f, 2 * f))
        A[:f, f:], A[f:] = np.eye(f), np.column_stack([slope for slope, _ in columns])
        self._turn_bases(A)
        B = np.zeros((2 * f, len(inputs)))
        B[f:] = np.column_stack([slope for slope, _ in driven]) if driven else 0.0
        called = tuple(each if isinstance(each, str) else f"input{i + 1}" for i, each in enumerate(inputs))
        self._simulation.state.assign(self._center)
        if outputs is None:
            return LinearModel(A, B, np.eye(2 * f), np.zeros((2 * f, len(inputs))), states, called, states)
        C = np.column_stack([seen for _, seen in columns])
        D = np.column_stack([seen for _, seen in driven]) if driven else np.zeros((len(C), 0))
        output_names = tuple(each if isinstance(each, str) else f"output{i + 1}" for i, each in enumerate(outputs))
        return LinearModel(A, B, C, D, states, called, output_names)

    def _changed(
        self, given: Input, at: Callable[[], Any], column: Callable[..., list[FloatArray]]
    ) -> list[FloatArray]:
        """Return the change of accelerations per unit of an input."""
        if isinstance(given, str):
            handle = self._simulation.actuator(given)
            before = handle.control
            found = []
            for sign in (-1.0, 1.0):
                handle.control = before + sign * STEP
                if abs(handle.control - before - sign * STEP) > 1e-3 * STEP:
                    raise UsageError(f"linearize: the control of '{given}' is at the end of its range, {before:g}.")
                found.append(at())
            handle.control = before
            return column(*found)
        given(self._simulation, -STEP)
        low = at()
        given(self._simulation, 2.0 * STEP)
        high = at()
        given(self._simulation, -STEP)
        return column(low, high)

    def _reader(self, output: Output) -> Callable[[], Any]:
        if isinstance(output, str):
            return lambda: self._simulation.sensors[output]
        return lambda: output(self._simulation)

    def _turn_bases(self, A: FloatArray) -> None:
        """Rotations of free bodies are seen from axes that turn: δθ̇ = δω − ω × δθ."""
        for row, numbers in self._coordinates.rotations():
            turn = matrix_from_quaternion_array(self._center.orientation[row])
            spin = turn.T @ self._center.angular_velocity[row]
            A[np.ix_(numbers, numbers)] = -cross_matrix(spin)
