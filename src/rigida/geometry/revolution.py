"""Triangulated surfaces of revolution about z, by which spheres, cylinders, capsules and cones are drawn."""

import numpy as np
from numpy.typing import ArrayLike

from rigida.errors import UsageError
from rigida.geometry.shape import Surface


def revolved(radii: ArrayLike, heights: ArrayLike, segments: int) -> Surface:
    """Return the closed surface swept by a profile about z; its vertices are on the exact surface.

    Args:
        radii: Distances of the profile's points from the axis (k,) [m]; the first and last are 0, no other is.
        heights: Their z (k,) [m], from the bottom pole to the top pole.
        segments: How many equal turns make the circle, at least 3.
    """
    if segments < 3:
        raise UsageError(f"A round surface needs segments of at least 3, got {segments}.")
    radii, heights = np.asarray(radii, dtype=np.float64)[1:-1], np.asarray(heights, dtype=np.float64)
    angles = 2.0 * np.pi * np.arange(segments) / segments
    rings = np.empty((len(radii), segments, 3))
    rings[:, :, 0] = np.outer(radii, np.cos(angles))
    rings[:, :, 1] = np.outer(radii, np.sin(angles))
    rings[:, :, 2] = heights[1:-1, None]
    poles = np.array([[0.0, 0.0, heights[0]], [0.0, 0.0, heights[-1]]])
    vertices = np.concatenate([poles, rings.reshape(-1, 3)])

    here = 2 + np.arange(len(radii) * segments).reshape(len(radii), segments)
    following = np.roll(here, -1, axis=1)
    bottom = np.stack([np.zeros(segments, dtype=np.int64), following[0], here[0]], axis=-1)
    top = np.stack([np.ones(segments, dtype=np.int64), here[-1], following[-1]], axis=-1)
    right = np.stack([here[:-1], following[:-1], following[1:]], axis=-1).reshape(-1, 3)
    left = np.stack([here[:-1], following[1:], here[1:]], axis=-1).reshape(-1, 3)
    return vertices, np.concatenate([bottom, right, left, top]).astype(np.int32)
