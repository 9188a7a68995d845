"""Warning of anchors that were probably given in a body frame instead of the world.

An anchor is a point in world coordinates at the start. It is suspicious where it is farther from both bodies than three
times their size (diagonal of the box about the shape). A joint with the world has one body only, and pendulums hang on
anchors far from a small bob; there the anchor must also lie within the body when it is read as a body-frame point.
"""

import math
import warnings

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import RigidaWarning
from rigida.fields import label
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.scene.body import Body
from rigida.scene.joint import Joint

#: Distance from a body beyond which an anchor is suspicious, by the body's size.
_FAR = 3.0


def _sizes(body: Body) -> tuple[float, FloatArray]:
    """Return the diagonal [m] and the bounding box (2, 3) of a body's shape, in the body frame."""
    box = np.array([[-np.inf] * 3, [np.inf] * 3]) if body.shape is None else body.shape.bounds()
    return float(np.linalg.norm(box[1] - box[0])), box


def _distance(box: FloatArray, point: FloatArray) -> float:
    """Return the distance [m] of a point (3,) from a box (2, 3), zero inside."""
    return float(np.linalg.norm(np.maximum(np.maximum(box[0] - point, point - box[1]), 0.0)))


def warn_of_distant_anchor(joint: Joint) -> None:
    """Warn of an anchor that is far from both bodies, or far from one and within it as a body-frame point."""
    anchor = getattr(joint, "anchor", None)
    if anchor is None or not any(anchor):
        return
    bodies = [body for body in joint.bodies() if isinstance(body, Body)]
    as_offset, nearest = False, (math.inf, 0.0)
    for body in bodies:
        size, box = _sizes(body)
        turn = np.array(body.orientation)
        distance = _distance(box, rotate_array(conjugate_array(turn), np.subtract(anchor, body.position)))
        if not distance > _FAR * size:
            return
        as_offset = as_offset or _distance(box, np.array(anchor)) == 0.0
        nearest = min(nearest, (distance, size))
    if len(bodies) == 2 or as_offset:
        first = bodies[0]
        moved = rotate_array(np.array(first.orientation), np.array(anchor)) + first.position
        meant = ", ".join(f"{x:.6g}" for x in moved)
        warnings.warn(
            f"{label(joint)}: the anchor ({', '.join(f'{x:.6g}' for x in anchor)}) is {nearest[0]:.3g} m away from "
            f"{' and '.join(repr(body.name) for body in bodies)}, {nearest[1]:.3g} m in size. Anchors are points in "
            f"world coordinates at the start; that point of the body frame of '{first.name}' is ({meant}).",
            RigidaWarning,
            stacklevel=3,
        )
