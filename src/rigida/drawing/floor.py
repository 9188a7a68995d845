"""A floor without collisions, below scenes that have gravity but no ground, for recorded and for planned motions."""

from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.mounts import world_anchors
from rigida.scene.force import Force
from rigida.scene.joint import Joint

if TYPE_CHECKING:
    from rigida.drawing.drawing import Drawing
    from rigida.scene.scene import Scene

#: Room between the floor and the lowest point above it, as a part of the motion's extent.
_ROOM = 0.06


def recorded_floor(drawing: "Drawing", position: FloatArray, orientation: FloatArray, extent: float) -> float:
    """Return the height [m] of a floor just below all that is drawn of a motion (f, n, 3), (f, n, 4)."""
    up = np.array(drawing.up)
    pieces = drawing.pieces.poses(position[0], orientation[0]).position @ up
    lowest = min(float((position @ up - drawing.radii).min()), float(np.min(pieces, initial=np.inf)))
    return _below(drawing, lowest, extent)


def planned_floor(drawing: "Drawing", scene: "Scene") -> float:
    """Return the height [m] of a floor below the bodies during the planned run.

    Bodies that hang from the world swing about their anchors; the others fall freely.
    """
    up, radii = np.array(drawing.up), drawing.radii
    place = np.array([body.position for body in scene.bodies]).reshape(-1, 3)
    velocity = np.array([body.velocity for body in scene.bodies]).reshape(-1, 3)
    low = place @ up - radii
    elements: list[Joint | Force] = [*scene.joints, *scene.forces]
    anchors = np.array(list(world_anchors(elements))).reshape(-1, 3)
    rows = {id(body): row for row, body in enumerate(scene.bodies)}
    joined = {rows[id(body)] for joint in scene.joints for body in joint.bodies() if id(body) in rows}
    for row in np.flatnonzero(drawing.moving):
        if len(anchors) and (row in joined or not scene.joints):
            radius = np.linalg.norm(place[row] - anchors, axis=1).max() + radii[row]
            low[row] = min(low[row], float((anchors @ up).min()) - radius)
        elif row not in joined:
            fall = float(np.linalg.norm(scene.gravity)) * scene.plan.duration**2 / 2.0
            low[row] = min(low[row], low[row] + float(velocity[row] @ up) * scene.plan.duration - fall)
    extent = float(np.ptp(place, axis=0).max()) if len(place) else 0.0
    return _below(drawing, float(np.min(low, initial=np.inf)) if len(low) else 0.0, extent)


def _below(drawing: "Drawing", lowest: float, extent: float) -> float:
    """Return a height below `lowest`; that of the terrain if there are aircraft."""
    if drawing.terrain:
        return min(lowest, 0.0)
    return lowest - _ROOM * max(extent, float(np.max(drawing.radii, initial=0.0)))
