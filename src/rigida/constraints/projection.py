"""Projection of states set by the user onto the joints: the nearest admissible state.

With R what impulses do to bodies whose joints hold (`JointSet.respond`), S the components that were set and D the
square roots of their masses, a change d of them is met by the motion R S D x of least |D (Sᵀ R S D x − d)|: the kinetic
energy of what is missed. Components that joints block are left out, all others are met, and bodies that were not set
follow with least effort. x comes from conjugate gradients on the normal equations (Nocedal and Wright 2006, 10.2),
whose matrix is never formed: a step costs as much as two solutions with the factor of the joints.
"""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.joint_set import JointSet
from rigida.constraints.start import CLOSED, ROUNDING, close_at_start
from rigida.dynamics.edits import ANGULAR_VELOCITY, ORIENTATION, POSITION, VELOCITY, Edits
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.report import StepReport
from rigida.dynamics.state import State
from rigida.errors import RigidaWarning
from rigida.math.axis_angle import rotation_vector_from_quaternion_array
from rigida.math.dense import euclidean_norm, product
from rigida.math.quaternion import conjugate_array, interpolate_array, multiply_array, rotate_array

#: What is met to this part of the asked change counts as kept.
_KEPT = 1e-6
#: Conjugate gradients end where the gradient has shrunk to this part: rounding of a few operations.
_CONVERGED = 1e-14
#: What needs more than this many times the kinetic energy of what was set is not moved: near a pose in which joints
#: block it, others would fly off. Damping ε leaves (ε/λ)² of a motion that takes 1/λ of that energy, and repeating it
#: thrice the third power of that: one part in a million at λ = 10 ε.
_DAMPING, _REPEATS = 1e-4, 3
#: No step towards set poses turns a body further than this [rad]: joints are nearly linear over it.
_LARGEST_TURN = 0.3
#: Most steps towards set poses, and how often a step that joints do not follow is halved.
_STEPS, _HALVINGS = 100, 8


def settling(edits: Edits, tolerance: float, report: StepReport) -> Callable[[JointSet, State], None]:
    """Return the function that projects a state on the joints: `close_at_start`, or the one for edited states.

    What could not be kept of what was set is noted in the report, and is a warning.
    """

    def settle(joints: JointSet, state: State) -> None:
        if edits.before is None:
            close_at_start(joints, state, tolerance)
            return
        notes = project_edits(joints, state, edits, tolerance)
        report.notes += notes
        for note in notes:
            warnings.warn(note, RigidaWarning, stacklevel=5)

    return settle


def project_edits(joints: JointSet, state: State, edits: Edits, tolerance: float) -> list[str]:
    """Project a state with edited bodies on the joints; return messages on values that could not be kept.

    Poses that miss the joints by no more than `tolerance` [m, rad] are closed where they are; others are approached
    from the poses before, as far as the joints allow. Velocities that were set are kept as far as the joints allow.
    """
    before = edits.before if edits.before is not None else state.copy()
    target = state.copy()
    target.refresh()
    joints.evaluate(state.time, target)
    worst_violation, hindering = joints.worst_open(), joints.worst_rate()
    if worst_violation.amount > ROUNDING:
        hindering = worst_violation
    trial = target.copy()
    if (
        worst_violation.amount <= max(tolerance, ROUNDING)
        and joints.close_positions(state.time, trial, CLOSED).amount <= ROUNDING
    ):
        state.assign(trial)
    else:
        _approach_poses(joints, state, before, target, edits)
    _return_to_limits(joints, state)
    state.refresh()
    joints.close_velocities(state.time, state)
    components = _Components(state, edits.rows(VELOCITY), edits.rows(ANGULAR_VELOCITY), at_origin=False)
    joints.evaluate(state.time, state)
    joints.factor()
    missed = components.of(target.velocity - state.velocity, target.angular_velocity - state.angular_velocity)
    state.push(components.motion(joints, missed))
    state.refresh()
    joints.close_velocities(state.time, state)
    return _not_kept(joints, hindering.joint, before, target, state, edits)


def _approach_poses(joints: JointSet, state: State, before: State, target: State, edits: Edits) -> None:
    """Move from the previous poses towards those that were set, with joints closed at every step."""
    jointed = np.unique(joints.parts.frame[joints.parts.frame < joints.model.body_count])
    state.center[jointed], state.attitude[jointed] = before.center[jointed], before.attitude[jointed]
    joints.close_positions(state.time, state, CLOSED)
    _carry_along(joints, state, target, jointed[joints.model.motion[jointed] != DYNAMIC])
    placed, turned = edits.rows(POSITION), edits.rows(ORIENTATION)

    def missed(now: State) -> tuple["_Components", FloatArray]:
        components = _Components(now, placed, turned, at_origin=True)
        turn = multiply_array(target.attitude, conjugate_array(now.attitude))
        turn[turn[:, 0] < 0.0] *= -1.0
        return components, components.of(target.position - now.position, rotation_vector_from_quaternion_array(turn))

    _descend(joints, state, missed)


def _carry_along(joints: JointSet, state: State, target: State, rows: IntArray) -> None:
    """Move static and kinematic bodies to the poses set, as far as the bodies attached to them can follow."""
    start, reached, part = state.copy(), 0.0, 1.0
    while len(rows) and reached < 1.0 and part > 0.5**_HALVINGS:
        trial, there = state.copy(), min(reached + part, 1.0)
        trial.center[rows] = (1.0 - there) * start.center[rows] + there * target.center[rows]
        trial.attitude[rows] = interpolate_array(start.attitude[rows], target.attitude[rows], there)
        if joints.close_positions(trial.time, trial, CLOSED).amount <= ROUNDING:
            reached = there
            state.assign(trial)
        else:
            part *= 0.5


def _return_to_limits(joints: JointSet, state: State) -> None:
    """Move coordinates beyond their limits back to them."""
    coordinates = joints.coordinates
    lower, upper = coordinates.rigid_bounds().T

    def missed(now: State) -> tuple["_Coordinates", FloatArray]:
        joints.measure(now.time, now)
        inside = np.clip(coordinates.value, lower, upper)
        beyond = np.flatnonzero(np.abs(inside - coordinates.value) > ROUNDING)
        return _Coordinates(joints, beyond), (inside - coordinates.value)[beyond]

    if len(coordinates.parts):
        _descend(joints, state, missed)


def _descend(joints: JointSet, state: State, missed: Callable[[State], "tuple[_Rows, FloatArray]"]) -> None:
    """Reduce the error of the poses in steps, with closed joints, until it is zero or does not decrease."""
    rows, left = missed(state)
    for _ in range(_STEPS):
        if not left.size or not product(left, left) > 0.0:
            return
        joints.evaluate(state.time, state)
        joints.factor()
        step = rows.motion(joints, left)
        largest = float(np.abs(step[:, 3:]).max())
        part = min(1.0, _LARGEST_TURN / max(largest, _LARGEST_TURN))
        for _ in range(_HALVINGS):
            trial = state.copy()
            trial.displace(part * step)
            closed = joints.close_positions(trial.time, trial, CLOSED).amount <= ROUNDING
            new_rows, new = missed(trial)
            if closed and (not new.size or product(new, new) < (1.0 - _KEPT) * (product(left, left))):
                break
            part *= 0.5
        else:
            return
        state.assign(trial)
        joints.measure(state.time, state)
        joints.coordinates.keep()
        rows, left = new_rows, new


class _Rows(ABC):
    """Linear functions of a motion (n, 6) of all bodies: their values, and the impulses that act along them."""

    @abstractmethod
    def impulses(self, x: FloatArray) -> FloatArray:
        """Return the impulses (1, n, 6) along the rows."""

    @abstractmethod
    def values(self, motion: FloatArray) -> FloatArray:
        """Return the rows times a motion (n, 6)."""

    def motion(self, joints: JointSet, target: FloatArray) -> FloatArray:
        """Return the motion (n, 6) along the joints, which must be factored, whose values are nearest to `target`."""

        def respond(x: FloatArray) -> FloatArray:
            moved: FloatArray = joints.respond(self.impulses(x))[0]
            return moved

        x = np.zeros_like(target)
        for _ in range(_REPEATS):
            x += self._least_squares(respond, target - self.values(respond(x)))
        return respond(x)

    def _least_squares(self, respond: Callable[[FloatArray], FloatArray], target: FloatArray) -> FloatArray:
        """Return x of least |A x − wanted|² + ε² |x|², A x being the values of the response to x."""
        x = np.zeros_like(target)
        left = target.copy()
        gradient = self.values(respond(left))
        direction, size = gradient.copy(), float(product(gradient, gradient))
        end = _CONVERGED**2 * size
        for _ in range(len(target) + 1):
            along = self.values(respond(direction))
            curvature = float(product(along, along) + _DAMPING**2 * (product(direction, direction)))
            if not size > end or not curvature > 0.0:
                break
            x += size / curvature * direction
            left -= size / curvature * along
            gradient = self.values(respond(left)) - _DAMPING**2 * x
            size, last = float(product(gradient, gradient)), size
            direction = gradient + size / last * direction
        return x


class _Components(_Rows):
    """Linear and angular components of bodies, in units of the square roots of their masses."""

    def __init__(self, state: State, linear: Sequence[int], angular: Sequence[int], at_origin: bool) -> None:
        model, moving = state.model, state.model.inv_mass > 0.0
        self._shape = model.body_count
        self._linear = [row for row in linear if moving[row]]
        self._angular = [row for row in angular if moving[row]]
        self._arm = (state.position - state.center)[self._linear] if at_origin else np.zeros((len(self._linear), 3))
        self._root_mass = np.sqrt(model.mass[self._linear])[:, None]
        self._root_inertia = np.sqrt(model.inertia[self._angular])
        self._attitude = state.attitude[self._angular]

    def of(self, linear: FloatArray, angular: FloatArray) -> FloatArray:
        """Return the values of changes (n, 3) of the points and orientations."""
        turned = rotate_array(conjugate_array(self._attitude), angular[self._angular])
        moved = self._root_mass * linear[self._linear]
        return np.concatenate([moved.ravel(), (self._root_inertia * turned).ravel()])

    def values(self, motion: FloatArray) -> FloatArray:
        linear = motion[:, :3].copy()
        linear[self._linear] += np.cross(motion[self._linear, 3:], self._arm)
        return self.of(linear, motion[:, 3:])

    def impulses(self, x: FloatArray) -> FloatArray:
        split = 3 * len(self._linear)
        force = self._root_mass * x[:split].reshape(-1, 3)
        columns = np.zeros((1, self._shape, 6))
        columns[0, self._linear, :3] = force
        columns[0, self._linear, 3:] = np.cross(self._arm, force)
        columns[0, self._angular, 3:] += rotate_array(self._attitude, self._root_inertia * x[split:].reshape(-1, 3))
        return columns


class _Coordinates(_Rows):
    """Coordinates of joints."""

    def __init__(self, joints: JointSet, rows: NDArray[np.intp]) -> None:
        parts, bodies = joints.coordinates.parts, joints.model.body_count
        self._rows = np.zeros((len(rows), len(joints.frames.pose), 6))
        for side in range(2):
            np.add.at(self._rows, (np.arange(len(rows)), parts.frame[rows, side]), parts.jacobian[rows, side, 0])
        self._rows = np.ascontiguousarray(self._rows[:, :bodies])

    def values(self, motion: FloatArray) -> FloatArray:
        return np.einsum("kfc,fc->k", self._rows, motion)

    def impulses(self, x: FloatArray) -> FloatArray:
        return np.einsum("k,kfc->fc", x, self._rows)[None]


@dataclass(frozen=True)
class _Reading:
    """Quantity of a body, as compared and as named in messages."""

    unit: str
    value: Callable[[State], FloatArray]


_READINGS = {
    POSITION: _Reading("m", lambda state: state.position),
    ORIENTATION: _Reading("", lambda state: state.orientation),
    VELOCITY: _Reading("m/s", lambda state: state.velocity),
    ANGULAR_VELOCITY: _Reading("rad/s", lambda state: state.angular_velocity),
}


def _not_kept(joints: JointSet, joint: int, before: State, target: State, state: State, edits: Edits) -> list[str]:
    """Return a message for each value that was set and could not be kept."""
    notes = []
    for row, quantity in sorted(edits.given):
        reading = _READINGS[quantity]
        asked, now, then = (reading.value(s)[row] for s in (target, state, before))
        if quantity == ORIENTATION:
            now, then = (q if product(q, asked) >= 0.0 else -q for q in (now, then))
        if euclidean_norm(now - asked) > max(_KEPT * euclidean_norm(asked - then), ROUNDING):
            unit = f" {reading.unit}" if reading.unit else ""
            notes.append(
                f"Body '{joints.model.names[row]}': its {quantity} was set to {_shown(asked)}{unit}, which "
                f"{joints.label(joint)} does not allow; it goes on with {_shown(now)}{unit}, the nearest that it does."
            )
    return notes


def _shown(values: FloatArray) -> str:
    return "(" + ", ".join(f"{0.0 if abs(value) < ROUNDING else value:.4g}" for value in values) + ")"
