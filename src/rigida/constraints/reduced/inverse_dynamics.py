"""Inverse dynamics: the efforts that produce wanted accelerations.

A wanted acceleration of a coordinate or a body is one more row of constraints, and its multiplier is the effort that
keeps it. With G the rows of joints and wishes together,

    G M⁻¹ Gᵀ λ = wanted − (G u̇_free + bias)

Lemos 1993, 3.2.2.1; Bacin 1999, 6.5. The smallest λ is taken where joints and wishes overlap.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.frames import FrameSet
from rigida.constraints.joint_set import JointSet
from rigida.constraints.parts.part_set import PartSet
from rigida.constraints.rows_matrix import rows_matrix
from rigida.dynamics.state import State
from rigida.errors import UsageError
from rigida.fields import Rule, depth, shown, vector
from rigida.math.dense import product, pseudo_inverse

#: Singular values below this part of the largest belong to equations that the others imply.
_REDUNDANT = 1e-10
#: Wishes that are missed by more than this [m/s², rad/s²], relative to their size, contradict the joints.
_MISSED = 1e-8
#: Rounding of a product, as a fraction of its terms.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class InverseDynamics:
    """Efforts that produce wanted accelerations.

    effort: along the coordinates of each named joint, on a and reversed on b [N or N m]; force (3,) [N] and torque
    (3,) about the center of mass [N m] on each named body, world; acceleration (n, 6): what all bodies then have.
    """

    effort: dict[str, float | FloatArray]
    force: dict[str, FloatArray]
    torque: dict[str, FloatArray]
    acceleration: FloatArray


def inverse_dynamics(
    joints: JointSet,
    state: State,
    wrench: FloatArray,
    of_joints: Mapping[str, Any] | None,
    of_bodies: Mapping[str, Any] | None,
) -> InverseDynamics:
    """Return the efforts for wanted accelerations of joints' coordinates and of bodies, on top of wrenches (n, 6)."""
    for name, wishes in (("joints", of_joints), ("bodies", of_bodies)):
        if wishes is not None and not isinstance(wishes, Mapping):
            raise UsageError(f"inverse_dynamics: {name} must be a dict of accelerations by name, got {shown(wishes)}.")
    model, frames = joints.model, joints.frames
    joints.evaluate(state.time, state)
    joints.coordinates.evaluate(frames)
    joints.coordinates.add_efforts(wrench)
    inverse = _inverse_mass(frames)
    free = frames.acceleration + np.einsum("fij,fj->fi", inverse, _pushed(frames, state, wrench))
    coordinates, target = _joint_wishes(joints, of_joints or {})
    bodies, body_target = _body_wishes(joints, of_bodies or {})
    of_parts = rows_matrix(joints.parts, frames.inverse).toarray()
    of_coordinates = rows_matrix(joints.coordinates.parts, frames.inverse).toarray()[::3]
    falling = _accelerations(joints.coordinates.parts, free)[::3]
    # Rotors are soft rows (see `multipliers`), taken from the coordinates whether or not the set has them as parts.
    of_parts[3 * joints.rotor] = 0.0
    armature = joints.coordinates.armature
    rotors = np.flatnonzero(armature)
    rows = np.vstack([of_parts, of_coordinates[coordinates], np.eye(6 * len(inverse))[bodies], of_coordinates[rotors]])
    hard = -_accelerations(joints.parts, free)
    hard[3 * joints.rotor] = 0.0
    right = np.concatenate([hard, target - falling[coordinates], body_target - free.ravel()[bodies], -falling[rotors]])
    response = np.einsum("fij,rfj->rfi", inverse, rows.reshape(len(rows), len(inverse), 6)).reshape(rows.shape)
    matrix = product(rows, response.T)
    soft = np.arange(len(rows) - len(rotors), len(rows))
    matrix[soft, soft] += 1.0 / armature[rotors]
    multiplier = _smallest_solution(matrix, right)
    missed = np.abs(product(matrix, multiplier) - right)
    # Light links answer to small efforts with large accelerations, whose rounding is no contradiction.
    rounding = _ROUNDING * (product(np.abs(matrix), np.abs(multiplier)))
    if (missed > _MISSED * (1.0 + np.abs(right).max(initial=0.0)) + rounding).any():
        raise UsageError(
            f"inverse_dynamics: no efforts produce these accelerations, {missed.max():.3g} m/s² or rad/s² are missed, "
            "because the joints do not allow them together. Name fewer coordinates and bodies."
        )
    after = free + (product(response.T, multiplier)).reshape(free.shape)
    first = 3 * len(joints.parts)
    effort = dict(zip(coordinates, multiplier[first : first + len(coordinates)].tolist(), strict=True))
    pushes = np.zeros((len(inverse), 6))
    pushes.flat[bodies] = multiplier[first + len(coordinates) :][: len(bodies)]
    return InverseDynamics(
        effort={name: _per_joint(joints, name, effort) for name in of_joints or {}},
        force={name: pushes[model.index(name), :3] for name in of_bodies or {}},
        torque={name: pushes[model.index(name), 3:] for name in of_bodies or {}},
        acceleration=after[: model.body_count],
    )


def _smallest_solution(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """Return λ of least size with matrix λ = right, for equations of light and heavy bodies alike.

    Each equation is taken in the unit in which its own diagonal is 1: a finger's and a trunk's differ by 1e6, and would
    else count as redundant.
    """
    unit = 1.0 / np.sqrt(np.maximum(np.diag(matrix), np.finfo(np.float64).tiny))
    scaled = unit[:, None] * matrix * unit
    inverse = pseudo_inverse(scaled, _REDUNDANT)
    solution = product(inverse, unit * right)
    # One step of refinement takes back what rounding lost.
    solution += product(inverse, unit * right - product(scaled, solution))
    return np.asarray(unit * solution)


def _inverse_mass(frames: FrameSet) -> FloatArray:
    """Return M⁻¹ of every frame (frames, 6, 6)."""
    full = np.zeros((len(frames.inverse), 6, 6))
    full[:, [0, 1, 2], [0, 1, 2]] = frames.inverse[:, :1]
    full[:, 3:, 3:] = frames.inverse[:, [[1, 2, 3], [2, 4, 5], [3, 5, 6]]]
    return full


def _pushed(frames: FrameSet, state: State, wrench: FloatArray) -> FloatArray:
    """Return force and torque less ω × L of every frame (frames, 6)."""
    pushed = np.zeros((len(frames.inverse), 6))
    pushed[: len(wrench)] = wrench
    pushed[: len(wrench), 3:] -= np.cross(state.angular_velocity, state.angular_momentum)
    return pushed


def _accelerations(parts: PartSet, acceleration: FloatArray) -> FloatArray:
    """Return J u̇ + bias of all equations, flat."""
    return (parts.bias + np.einsum("psrc,psc->pr", parts.jacobian, acceleration[parts.frame])).ravel()


def _joint_wishes(joints: JointSet, wishes: Mapping[str, Any]) -> tuple[list[int], FloatArray]:
    """Return the rows of the coordinates that are named, and their wanted accelerations."""
    rows: list[int] = []
    target: list[float] = []
    for name, value in wishes.items():
        own = _own_rows(joints, name)
        if not own:
            raise UsageError(f"inverse_dynamics: joint '{name}' has no coordinate. Name a hinge or a slider.")
        values = [value] if depth(value) == 0 else list(value)
        rows += own[: len(values)]
        target += vector(f"inverse_dynamics: joint '{name}'", "acceleration", values, size=min(len(values), len(own)))
    return rows, np.array(target)


def _body_wishes(joints: JointSet, wishes: Mapping[str, Any]) -> tuple[list[int], FloatArray]:
    """Return the components of body accelerations that are named, and their wanted values."""
    rows: list[int] = []
    target: list[float] = []
    for name, value in wishes.items():
        row = joints.model.index(name)
        size = 6 if np.size(value) == 6 else 3
        if joints.model.inv_mass[row] == 0.0:
            raise UsageError(f"inverse_dynamics: body '{name}' is fixed or on a path, so no force accelerates it.")
        rows += range(6 * row, 6 * row + size)
        target += vector(f"inverse_dynamics: body '{name}'", "acceleration", np.ravel(value), Rule(), size)
    return rows, np.array(target)


def _per_joint(joints: JointSet, name: str, effort: dict[int, float]) -> float | FloatArray:
    values = [effort[row] for row in _own_rows(joints, name) if row in effort]
    return values[0] if len(values) == 1 else np.array(values)


def _own_rows(joints: JointSet, name: str) -> list[int]:
    number, which = joints.model.coordinate_place(name)
    own = joints.coordinates.own_rows(number).tolist()
    return own if which is None else own[which : which + 1]
