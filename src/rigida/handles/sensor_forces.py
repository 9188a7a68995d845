"""Readings of acceleration, joint-force and touch sensors, from the Newton-Euler equations.

The wrench that holds a link and all that it carries is what their momenta change by, less all that acts on them from
outside. Accelerations and contacts are those over the last step in the realtime engine, of this instant in the precise
one.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.queries.ray import raycast_many

if TYPE_CHECKING:
    from rigida.geometry.shape import Shape
    from rigida.handles.sensor_frames import SensorFrame


def contact_wrenches(engine: Any) -> FloatArray:
    """Return the contact wrench on each body: force, and torque about its center of mass (n, 6), world [N, N m]."""
    found, total = engine.contact_table(), np.zeros((engine.model.body_count, 6))
    force = (found["impulse"][:, None] * found["normal"] + found["friction"]) / engine.settings.dt
    for rows, sign in ((found["body_a"], -1.0), (found["body_b"], 1.0)):
        arm = found["point"] - engine.state.center[rows]
        np.add.at(total, rows, sign * np.hstack([force, np.cross(arm, force)]))
    return total


def carried_bodies(engine: Any, row: int) -> IntArray | None:
    """Return the rows of body `row` and its subtree; None if a loop leads back to its parent."""
    pairs = [] if engine.joints is None else [engine.joints.rows[j].rows for j in engine.joints.alive]
    borne_by = {b for a, b in pairs if a == row}
    found, left = {row}, [row]
    while left:
        body = left.pop()
        for a, b in pairs:
            if row == a or body not in (a, b):
                continue
            other = b if a == body else a
            if other >= 0 and other not in found:
                found.add(other)
                left.append(other)
    return None if found & borne_by or not borne_by else np.array(sorted(found), dtype=np.int64)


def acceleration_at(engine: Any, row: int, point: FloatArray) -> FloatArray:
    """Return the acceleration of a point (3,) of a body, world [m/s²]."""
    own, spin = engine.accelerations()[row], engine.state.angular_velocity[row]
    arm = point - engine.state.center[row]
    return np.asarray(own[:3] + np.cross(own[3:], arm) + np.cross(spin, np.cross(spin, arm)))


def holding_wrench(engine: Any, rows: IntArray, point: FloatArray) -> FloatArray:
    """Return the force and the torque about a point (3,) that hold bodies `rows` (6,), world [N, N m]."""
    model, state = engine.model, engine.state
    acceleration = engine.accelerations()[rows]
    outside = engine.forces.wrenches(state.time, state)[rows] + contact_wrenches(engine)[rows]
    force = model.mass[rows, None] * acceleration[:, :3] - outside[:, :3]
    attitude, spin = state.attitude[rows], state.angular_velocity[rows]
    turning = rotate_array(attitude, model.inertia[rows] * rotate_array(conjugate_array(attitude), acceleration[:, 3:]))
    torque = turning + np.cross(spin, state.angular_momentum[rows]) - outside[:, 3:]
    torque += np.cross(state.center[rows] - point, force)
    return np.concatenate([force.sum(axis=0), torque.sum(axis=0)])


def touch_force(engine: Any, row: int, frame: "SensorFrame", shape: "Shape") -> float:
    """Return the sum of the normal forces [N] of those contacts of a body whose normals meet a shape at a frame."""
    found = engine.contact_table()
    own_parts = (found["body_a"] == row) | (found["body_b"] == row)
    found = found[own_parts & (found["impulse"] > 0.0)]
    if not len(found):
        return 0.0
    outward = np.where((found["body_a"] == row)[:, None], 1.0, -1.0) * found["normal"]
    hits = raycast_many([shape], frame.position()[None], frame.orientation()[None], found["point"], outward)
    return float(found["impulse"][hits.index >= 0].sum() / engine.settings.dt)
