"""Size of the ground's checker, from the view at the start of a motion."""

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing
from rigida.math.quaternion import rotate_array
from rigida.render.cameras.camera import AnyCamera, Following
from rigida.render.ground import ground_cell


def pattern_cell(
    drawing: Drawing, camera: AnyCamera, time: float, position: FloatArray, orientation: FloatArray
) -> float:
    """Return the width of the ground's fields [m]: by how far what is seen and the first ground are at the start.

    position (f, n, 3) [m] and orientation (f, n, 4) are those of all frames, `time` [s] is that of the first.
    """
    view, up = camera.view(time), np.array(drawing.up)
    grounds = [(position[0, p.body], rotate_array(orientation[0, p.body], np.array(p.normal))) for p in drawing.planes]
    grounds += [] if drawing.floor is None else [(drawing.floor * up, up)]
    height = max((float(np.sum((view.eye - point) * n)) for point, n in grounds[:1]), default=0.0)
    return ground_cell(sight_distance(drawing, camera, time, position), height)


def sight_distance(drawing: Drawing, camera: AnyCamera, time: float, position: FloatArray) -> float:
    """Return how far [m] from the eye what is seen is at `time` [s]: what the camera follows, or the whole motion."""
    if isinstance(camera, Following):
        return float(np.linalg.norm(camera.offset))
    view, (center, radius) = camera.view(time), motion_extent(drawing, position)
    return max(float(np.sum((center - view.eye) * view.forward)), radius)


def motion_extent(drawing: Drawing, position: FloatArray) -> tuple[FloatArray, float]:
    """Return center (3,) and radius [m] of a ball around the bounded bodies over the motion."""
    bounded = drawing.geometry_of >= 0
    if not bounded.any():
        return np.zeros(3), 5.0
    radii = drawing.radii[bounded][None, :, None]
    low, high = (position[:, bounded] - radii).min(axis=(0, 1)), (position[:, bounded] + radii).max(axis=(0, 1))
    return 0.5 * (low + high), max(0.5 * float(np.linalg.norm(high - low)), 1e-3)
