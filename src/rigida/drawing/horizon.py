"""A ground up to the horizon, where only triangles can be shown: rings around the eye, each with more haze.

The rings are those of places equally far from the eye or, when it moves, from where it has been. Haze grows by equal
steps from ring to ring.
"""

import math

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.geometry import Geometry
from rigida.drawing.material import HAZE_STEPS, Tone, haze_tone

#: Corners of a ring.
_CORNERS = 32


def hazy_ground(
    axes: FloatArray, eye: FloatArray, sight: float, far: float
) -> tuple[Geometry, dict[Tone, NDArray[np.int64]]]:
    """Return a ground through the origin, and the rows of the triangles that have each tone.

    Args:
        axes: Two orthogonal directions in it (2, 3); its outward normal is the second one × the first one.
        eye: Places of the eye (f, 3) [m].
        sight: From the eye to what is seen [m].
        far: How far the ground reaches [m].
    """
    axes = axes / np.linalg.norm(axes, axis=1, keepdims=True)
    track = eye @ axes.T
    angle = -2.0 * math.pi * np.arange(_CORNERS) / _CORNERS
    outward = np.column_stack([np.cos(angle), np.sin(angle)])
    # The corner of a ring in a direction is that far from the place of the eye that is furthest in that direction.
    start = track[np.argmax(track @ outward.T, axis=0)]
    # Haze d²/(d² + D²) is half a step more than that of a ring at its outer edge.
    outer = (np.arange(HAZE_STEPS) + 0.5) / HAZE_STEPS
    radii = APPEARANCE.haze * sight * np.sqrt(outer / (1.0 - outer))
    radii[-1] = max(far, 2.0 * radii[-2])
    corners = np.concatenate([track.mean(axis=0)[None], *(start + radius * outward for radius in radii)])
    here = 1 + np.arange(_CORNERS * HAZE_STEPS).reshape(HAZE_STEPS, _CORNERS)
    following = np.roll(here, -1, axis=1)
    fan = np.stack([np.zeros(_CORNERS, dtype=np.int64), here[0], following[0]], axis=-1)
    inner, outside = [here[:-1], here[1:], following[1:]], [here[:-1], following[1:], following[:-1]]
    rings = np.stack([np.stack(three, axis=-1) for three in (inner, outside)], axis=2)
    triangles = np.concatenate([fan, rings.reshape(-1, 3)]).astype(np.int32)
    ring = np.concatenate([np.zeros(_CORNERS), np.repeat(np.arange(1, HAZE_STEPS), 2 * _CORNERS)])
    return Geometry(corners @ axes, triangles), {haze_tone(k): np.flatnonzero(ring == k) for k in range(HAZE_STEPS)}
