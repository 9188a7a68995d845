"""Classification of contacts: the features of both bodies that touch, and whether they impact, rest, slide or roll.

Of the velocities of both bodies at the point, u = v_b − v_a is the relative one, ω = ω_b − ω_a the relative turn. A
contact that an impulse of restitution has just acted on is an impact. It slides where the part of u across the normal
is above a speed that counts as none, it rolls where the part of ω across the normal, by the radius of the smaller body,
is, and rests otherwise. None is a hundredth of what gravity adds in a step, or a thousandth of the speeds at the point.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State
from rigida.geometry.features import features_at, surface_features

#: Speeds that count as none: parts of g dt, and of the speeds of the bodies at the point.
_PART_OF_FALL, _PART_OF_SPEED = 1e-2, 1e-3


class ContactKind(IntEnum):
    """Kind of relative motion at a contact."""

    REST = 0
    SLIDING = 1
    ROLLING = 2
    IMPACT = 3


def describe_contacts(table: NDArray[Any], model: Model, state: State, dt: float) -> NDArray[Any]:
    """Enter features and kinds in a table of contacts (`dynamics.contact_table`), whose impacts are marked."""
    if len(table):
        for side in ("a", "b"):
            _enter_features(table, side, model, state)
        still = table["kind"] != ContactKind.IMPACT
        table["kind"][still] = _kinds(table[still], model, state, dt)
    return table


def _enter_features(table: NDArray[Any], side: str, model: Model, state: State) -> None:
    rows = table[f"body_{side}"]
    # The point lies between both surfaces.
    points = table["point"] + (-0.5 if side == "a" else 0.5) * table["separation"][:, None] * table["normal"]
    alike: dict[object, list[int]] = {}  # bodies of one surface are looked at together
    for row in np.unique(rows):
        if (shape := model.shapes[row]) is not None:
            alike.setdefault(surface_features(shape) or type(shape), []).append(int(row))
    for bodies in alike.values():
        shape, which = model.shapes[bodies[0]], np.isin(rows, bodies)
        assert shape is not None
        poses = state.position[rows[which]], state.orientation[rows[which]]
        table[f"feature_{side}"][which], table[f"index_{side}"][which] = features_at(shape, *poses, points[which])


def _kinds(table: NDArray[Any], model: Model, state: State, dt: float) -> NDArray[np.int8]:
    a, b, normal = table["body_a"], table["body_b"], table["normal"]
    motion = [_velocity(state, rows, table["point"]) for rows in (a, b)]
    slip = np.linalg.norm(_across(motion[1] - motion[0], normal), axis=1)
    turn = np.linalg.norm(_across(state.angular_velocity[b] - state.angular_velocity[a], normal), axis=1)
    radius = np.minimum(*(np.linalg.norm(table["point"] - state.center[rows], axis=1) for rows in (a, b)))
    radius = np.where(model.inv_mass[a] == 0.0, np.linalg.norm(table["point"] - state.center[b], axis=1), radius)
    radius = np.where(model.inv_mass[b] == 0.0, np.linalg.norm(table["point"] - state.center[a], axis=1), radius)
    fast = np.maximum(*(np.linalg.norm(velocity, axis=1) for velocity in motion))
    fast = np.maximum(fast, turn * radius)
    none = np.maximum(_PART_OF_FALL * float(np.linalg.norm(model.gravity)) * dt, _PART_OF_SPEED * fast)
    kind = np.where(turn * radius > none, ContactKind.ROLLING, ContactKind.REST)
    return np.where(slip > none, ContactKind.SLIDING, kind).astype(np.int8)


def _velocity(state: State, rows: NDArray[np.int32], point: FloatArray) -> FloatArray:
    return np.asarray(state.velocity[rows] + np.cross(state.angular_velocity[rows], point - state.center[rows]))


def _across(vectors: FloatArray, normal: FloatArray) -> FloatArray:
    return np.asarray(vectors - (vectors * normal).sum(axis=1, keepdims=True) * normal)
