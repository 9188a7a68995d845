"""Stops and speed motors of joints, as impulses at the end of a step (Popovski 2008, 9.3)."""

import numpy as np

from rigida.constraints.coordinates import MOTORS
from rigida.constraints.joint_set import JointSet
from rigida.dynamics.model import DYNAMIC
from rigida.dynamics.state import State
from rigida.fields import FloatArray

_SPEED = MOTORS.index("speed")
_SWEEPS = 20
#: Part of the way beyond a stop that is undone in one step.
_RECOVERY = 0.2


def act_on_coordinates(joints: JointSet, time: float, state: State, dt: float) -> None:
    """Change the velocities so that coordinates beyond a stop turn back and motors come to their speed."""
    joints.evaluate(time, state)
    coordinates = joints.coordinates
    coordinates.evaluate(joints.frames)
    coordinates.keep()
    rows = _rows(joints, dt)
    if not rows:
        return
    joints.factor()
    matrix = np.array([row[0] for row in rows])
    response = joints.respond(matrix)
    square = np.einsum("kij,lij->kl", matrix, response)
    motion = np.hstack([state.velocity, state.angular_velocity])
    rate = np.einsum("kij,ij->k", matrix, motion)
    impulse = np.zeros(len(rows))
    for _ in range(_SWEEPS):
        for k, (_, wanted, least, most) in enumerate(rows):
            if square[k, k] <= 0.0:
                continue
            now = rate[k] + square[k] @ impulse
            impulse[k] = min(max(impulse[k] + (wanted - now) / square[k, k], least), most)
    change = np.einsum("k,kij->ij", impulse, response)
    moved = np.flatnonzero((state.model.motion == DYNAMIC) & change.any(axis=1))
    state.velocity[moved] += change[moved, :3]
    for i in moved:
        state.spin(int(i), state.angular_velocity[i] + change[i, 3:])
    state.refresh()


def _rows(joints: JointSet, dt: float) -> list[tuple[FloatArray, float, float, float]]:
    """Return (Jacobian (n, 6), wanted rate, least and greatest impulse) of stops that are passed and of motors."""
    coordinates = joints.coordinates
    found = []
    for c in range(len(coordinates.parts)):
        value, rate = float(coordinates.value[c]), float(coordinates.rate[c, 0])
        for sign, end in ((1.0, coordinates.bounds[c, 0]), (-1.0, coordinates.bounds[c, 1])):
            beyond = sign * (end - value)
            if beyond >= 0.0:
                bounce = coordinates.restitution[c] * max(0.0, -sign * rate)
                wanted = max(float(bounce), _RECOVERY * beyond / dt)
                found.append((sign * _jacobian(joints, c), wanted, 0.0, np.inf))
        if coordinates.motor[c] == _SPEED:
            reach = float(coordinates.drive[c, 1]) * dt
            found.append((_jacobian(joints, c), float(coordinates.drive[c, 0]), -reach, reach))
    return found


def _jacobian(joints: JointSet, c: int) -> FloatArray:
    """Return the row (n, 6) of a coordinate over all bodies."""
    row = np.zeros((joints.model.body_count, 6))
    for side in range(2):
        f = joints.coordinates.parts.frame[c, side]
        if f < joints.model.body_count:
            row[f] += joints.coordinates.parts.jacobian[c, side, 0]
    return row
