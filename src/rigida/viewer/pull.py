"""The pointer pulls a body by a spring: the impulse of it over a short time.

The grabbed point, at r from the center of mass, answers an impulse p with the velocity K p, K = N R Nᵀ, where R is what
impulses do to bodies whose joints hold (`JointSet.respond`) and N u = v + ω × r. A critically damped spring of natural
frequency ω_0 changes its velocity v over h by

    Δv = h (ω_0² (s − h v) − 2 ω_0 v) / (1 + ω_0 h)²,

s: from the point to the pointer. Taken at the end of h (implicit Euler) it is stable for every h. In directions in
which joints block the point, K⁻¹ has no bounds: no more is moved than the mass of everything that hangs on the body.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.state import State
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.realtime.articulated.groups import joint_groups, members_of
from rigida.scene.force import ImpulseRow

#: Natural frequency of a free body on the spring [1/s].
_PULL = 2.0 * math.pi * 1.5


def pull_impulse(
    joints: JointSet, state: State, row: int, grab: FloatArray, pointer: FloatArray, h: float
) -> ImpulseRow:
    """Return the impulse over h [s] on a body that is grabbed at a point of its frame, towards a point of the world."""
    model = state.model
    point = rotate_array(conjugate_array(model.principal_B[row]), grab - model.center_B[row])
    arm = rotate_array(state.attitude[row], point)
    velocity = state.velocity[row] + np.cross(state.angular_velocity[row], arm)
    away = pointer - state.center[row] - arm
    change = h * (_PULL**2 * (away - h * velocity) - 2.0 * _PULL * velocity) / (1.0 + _PULL * h) ** 2
    mobility, direction = np.linalg.eigh(_point_mobility(joints, state, row, arm))
    impulse = direction @ ((direction.T @ change) / np.maximum(mobility, 1.0 / _mass_on(joints, row)))
    return ImpulseRow(state.time, row, impulse, point, np.zeros(3))


def _point_mobility(joints: JointSet, state: State, row: int, arm: FloatArray) -> FloatArray:
    """Return K (3, 3) of a point of a body, `arm` from its center of mass [1/kg]."""
    joints.evaluate(state.time, state)
    joints.factor()
    columns = np.zeros((3, state.model.body_count, 6))
    columns[:, row, :3], columns[:, row, 3:] = np.eye(3), np.cross(arm, np.eye(3))
    answer = joints.respond(columns)[:, row]
    found: FloatArray = answer[:, :3] + np.cross(answer[:, 3:], arm)
    return 0.5 * (found + found.T)


def _mass_on(joints: JointSet, row: int) -> float:
    """Return the mass of a body and of all that joints hold to it [kg]."""
    model = joints.model
    groups = (members_of(model, group) for group in joint_groups(model))
    rows = next((members for members in groups if row in members), [row])
    return float(model.mass[rows].sum())
