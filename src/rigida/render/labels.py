"""Labels of bodies: a free position at the rim of each; none for hidden bodies or without space."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray

#: Directions from a body to its name, in order of preference: right, left, above, below; in pixels, y down.
_SIDES = ((1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0))


def label_places(
    centers: FloatArray, radii: FloatArray, sizes: FloatArray, hidden: Sequence[bool], room: tuple[float, float]
) -> NDArray[np.float64]:
    """Return the left upper corners (k, 2) of labels [pixels], NaN for those that are not written.

    The nearest body is served first. A label must lie within the picture and cover no other label.

    Args:
        centers: Of the bodies in the picture: x, y [pixels] and depth (k, 3); a depth of 0 or less is behind the eye.
        radii: Of the bodies (k,) [pixels].
        sizes: Width and height of the labels (k, 2) [pixels].
        hidden: Whether something stands in front of each body.
        room: Width and height of the picture [pixels].
    """
    found = np.full((len(centers), 2), np.nan)
    taken = np.empty((0, 4))
    for k in np.argsort(centers[:, 2], kind="stable"):
        if centers[k, 2] <= 0.0 or hidden[k]:
            continue
        half, place = 0.5 * sizes[k], centers[k, :2]
        for side in _SIDES:
            middle = place + np.array(side) * (radii[k] + half + 2.0)
            low, high = middle - half, middle + half
            if (low < 0.0).any() or (high > room).any():
                continue
            if ((low < taken[:, 2:]) & (high > taken[:, :2])).all(axis=1).any():
                continue
            taken = np.vstack([taken, [*low, *high]])
            found[k] = low
            break
    return found
