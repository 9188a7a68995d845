"""A scene linearized about a state: ẋ = A δx + B δu, y = C δx + D δu, by central differences.

States are independent coordinates and their rates. With J the rows of the joints and K those of the coordinates over
the twists u of all bodies, N a basis of the null space of J,

    u = S q̇,  S = N (K N)⁻¹;      q̈ = K u̇ + K̇ u,

so that trees and loops are treated alike: of a loop the coordinates are taken that are best conditioned (QR with
pivoting). A body that hangs on nothing has the displacement of its origin (world) and a rotation (its own axes) as
coordinates, velocity of the origin (world) and angular velocity (own axes) as rates, as in MuJoCo.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.constraints.pose_solver import cross_matrix
from rigida.constraints.reduced.joint_space import members_and_bases
from rigida.constraints.rows_matrix import rows_matrix
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.math.axis_angle import quaternion_from_rotation_vector_array
from rigida.math.quaternion import multiply_array, normalize_array
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.registry import nearest

#: Half width of the differences: errors of second order and of rounding are both about 1e-10 of the values.
STEP = 1e-5
#: Singular values below this part of the largest belong to freedoms.
_RANK = 1e-9
_AXES = ("x", "y", "z")
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
        self._bodies = np.flatnonzero(simulation.model.motion == DYNAMIC).astype(np.int32)
        self._columns = (6 * self._bodies[:, None] + np.arange(6)).ravel()
        member, bases = members_and_bases(joints)
        self._bases = sorted({*bases, *(int(row) for row in self._bodies if row not in member)})
        own = [row for j in sorted(joints.alive) for row in joints.coordinates.own_rows(j).tolist()]
        self._rows = np.array(own, dtype=np.int64)
        names = simulation.model.names
        self._names = [f"{names[row]}.{kind}{axis}" for row in self._bases for kind in ("", "r") for axis in _AXES]
        self._names += list(simulation.joints.names) if len(own) else []
        self._chosen = np.arange(len(self._names))
        rates = self._coordinate_rows(self._center)
        self._chosen = self._independent(rates @ self._allowed(self._center), coordinates)
        self._basis = self._twists(self._center)
        self._rate = self._rates(self._center)
        self.names = [self._names[i] for i in self._chosen]

    def _coordinate_rows(self, state: State) -> FloatArray:
        """Return the rows K of all coordinates over the twists of moving bodies."""
        joints = self._joints
        joints.frames.update(state.time, state)
        rates = np.zeros((len(self._names), 6 * len(joints.frames.pose)))
        for i, row in enumerate(self._bases):
            turn = matrix_from_quaternion_array(state.orientation[row])
            arm = state.position[row] - state.center[row]
            own = rates[6 * i : 6 * i + 6, 6 * row : 6 * row + 6]
            own[:3, :3], own[:3, 3:], own[3:, 3:] = np.eye(3), -cross_matrix(arm), turn.T
        if len(self._rows):
            joints.coordinates.evaluate(joints.frames)
            parts, rows = joints.coordinates.parts, self._rows
            own = rates[6 * len(self._bases) :].reshape(len(rows), -1, 6)
            for side in (0, 1):
                own[np.arange(len(rows)), parts.frame[rows, side]] += parts.jacobian[rows, side, 0]
        return rates[:, self._columns]

    def _allowed(self, state: State) -> FloatArray:
        """Return a basis N of the twists that the joints allow."""
        joints = self._joints
        if not len(joints.parts):
            return np.eye(len(self._columns))
        joints.evaluate(state.time, state)
        closing = rows_matrix(joints.parts, joints.frames.inverse).toarray()[:, self._columns]
        closing[3 * joints.rotor] = 0.0  # rotors take no freedom
        _, sizes, right = np.linalg.svd(closing[closing.any(axis=1)])
        rank = int((sizes > _RANK * max(sizes[0], 1.0)).sum())
        return np.asarray(right[rank:].T)

    def _independent(self, rates: FloatArray, requested: Sequence[str] | None) -> Any:
        """Return the numbers of as many coordinates as there are freedoms, which decide all others."""
        from scipy.linalg import qr

        freedoms = rates.shape[1]
        if requested is not None:
            for name in requested:
                if name not in self._names:
                    raise UsageError(f"linearize: there is no coordinate '{name}'.{nearest(name, self._names)}")
            chosen = np.array([self._names.index(name) for name in requested], dtype=np.int64)
        elif len(rates) == freedoms:
            chosen = np.arange(freedoms)
        else:
            _, _, order = qr(rates.T, mode="economic", pivoting=True)
            chosen = np.sort(order[:freedoms])
        if len(chosen) != freedoms or np.linalg.matrix_rank(rates[chosen], tol=1e-9) < freedoms:
            raise UsageError(
                f"linearize: the scene has {freedoms} freedoms, and {len(chosen)} coordinates do not decide them all. "
                "Name as many independent ones; ball joints have none."
            )
        return chosen

    def _twists(self, state: State) -> FloatArray:
        """Return S (6 bodies, f)."""
        rates, motions = self._coordinate_rows(state), self._allowed(state)
        return np.asarray(motions @ np.linalg.inv(rates[self._chosen] @ motions))

    def _velocity(self, state: State) -> FloatArray:
        return np.column_stack([state.velocity, state.angular_velocity])[self._bodies].ravel()

    def _rates(self, state: State) -> FloatArray:
        """Return the rates of the independent coordinates (f,)."""
        return np.asarray(self._coordinate_rows(state)[self._chosen] @ self._velocity(state))

    def _state(self, shift: FloatArray, rate: FloatArray) -> State:
        """Return the state that is displaced by coordinates (f,) to first order and has these rates (f,)."""
        state = self._center.copy()
        if shift.any():
            moved = (self._basis @ shift).reshape(-1, 6)
            state.center[self._bodies] += moved[:, :3]
            turn = quaternion_from_rotation_vector_array(moved[:, 3:])
            state.attitude[self._bodies] = normalize_array(multiply_array(turn, state.attitude[self._bodies]))
        twists = self._twists(state) if shift.any() and rate.any() else self._basis
        velocity = (twists @ rate).reshape(-1, 6)
        state.velocity[self._bodies] = velocity[:, :3]
        state.spin(self._bodies, velocity[:, 3:])
        return state

    def _slope(self, state: State) -> FloatArray:
        """Return the accelerations of the independent coordinates (f,) in a state, which the simulation is put into."""
        self._simulation.state.assign(state)
        acceleration = self._engine.accelerations()[self._bodies].ravel()
        found = self._coordinate_rows(state) @ acceleration
        for i, row in enumerate(self._bases):
            spin, arm = state.angular_velocity[row], state.position[row] - state.center[row]
            found[6 * i : 6 * i + 3] += np.cross(spin, np.cross(spin, arm))
        if len(self._rows):
            bias = np.asarray(self._joints.coordinates.parts.bias).reshape(-1, 3)
            found[6 * len(self._bases) :] += bias[self._rows, 0]
        return np.asarray(found[self._chosen])

    def model(self, inputs: Sequence[Input], outputs: Sequence[Output] | None) -> LinearModel:
        """Return the linear model."""
        f = len(self.names)
        readers = None if outputs is None else [self._reader(output) for output in outputs]

        def at(shift: FloatArray, rate: FloatArray) -> tuple[FloatArray, FloatArray]:
            slope = self._slope(self._state(shift, rate))
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
        states = (*self.names, *(f"{name}'" for name in self.names))
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
        """Return what an input changes per unit."""
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
        at = {int(number): i for i, number in enumerate(self._chosen)}
        for i, row in enumerate(self._bases):
            numbers = [at.get(6 * i + 3 + k) for k in range(3)]
            if None not in numbers:
                turn = matrix_from_quaternion_array(self._center.orientation[row])
                spin = turn.T @ self._center.angular_velocity[row]
                A[np.ix_(numbers, numbers)] = -cross_matrix(spin)  # type: ignore[arg-type]
