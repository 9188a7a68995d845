"""Surfaces that pieces are made of, of unit size and about z; each is made once and shared by all pieces alike."""

import math
from functools import lru_cache

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing.geometry import Geometry
from rigida.geometry import Sphere
from rigida.geometry.revolution import revolved

_AROUND = 20
#: Sides of a coil's wire, and steps along one of its turns.
_WIRE, _STEPS = 8, 20


@lru_cache
def rod() -> Geometry:
    """A cylinder of radius 1 from z = 0 to z = 1."""
    return turned((0.0, 1.0, 1.0, 0.0), (0.0, 0.0, 1.0, 1.0))


@lru_cache
def ball() -> Geometry:
    """A sphere of radius 1."""
    return Geometry(*Sphere(1.0).surface(_AROUND))


@lru_cache
def drum() -> Geometry:
    """A cylinder of radius 1 and height 1 about the origin, its rims rounded off."""
    return turned((0.0, 0.88, 1.0, 1.0, 0.88, 0.0), (-0.5, -0.5, -0.44, 0.44, 0.5, 0.5))


@lru_cache
def tire(width: float) -> Geometry:
    """A tire of radius 1 and the given width about z, with its hub."""
    h = 0.5 * width
    radii = (0.0, 0.3, 0.34, 0.62, 0.72, 0.93, 1.0, 0.93, 0.72, 0.62, 0.34, 0.3, 0.0)
    heights = (-0.75 * h, -0.75 * h, -0.55 * h, -0.55 * h, -h, -0.85 * h, 0.0, 0.85 * h, h, 0.55 * h, 0.55 * h)
    return turned(radii, (*heights, 0.75 * h, 0.75 * h))


@lru_cache(maxsize=256)
def coil(turns: int, radius: float, wire: float, length: float) -> Geometry:
    """A coil about z from 0 to 1 whose wire is round when stretched to `length`; straight ends on the axis.

    radius, wire: Of the coil and of its wire [m].
    """
    steps = turns * _STEPS
    along = np.linspace(0.0, 1.0, steps + 1)
    angle = 2.0 * math.pi * turns * along
    out = radius * np.minimum(1.0, np.minimum(along, 1.0 - along) * turns * 2.0)
    path = np.stack([out * np.cos(angle), out * np.sin(angle), along * length], axis=1)
    vertices, triangles = tube(path, np.full(len(path), wire))
    return Geometry(vertices / np.array([1.0, 1.0, length]), triangles)


def tube(path: FloatArray, radius: FloatArray, sides: int = _WIRE) -> tuple[FloatArray, IntArray]:
    """Return vertices and triangles of a round tube along a path (k, 3) of places, closed at its ends."""
    ahead = np.gradient(path, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    # One direction that no part of the path points along serves all rings: the ring turns little from place to place.
    other = np.eye(3)[int(np.argmin(np.abs(ahead).max(axis=0)))]
    first = np.cross(ahead, other)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(ahead, first)
    angle = 2.0 * math.pi * np.arange(sides) / sides
    ring = np.cos(angle)[None, :, None] * first[:, None] + np.sin(angle)[None, :, None] * second[:, None]
    return lofted(path[:, None] + radius[:, None, None] * ring)


def lofted(rings: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return vertices and triangles of the closed surface through rings (k, s, 3) of points, capped at both ends.

    Points run anticlockwise seen against the direction in which the rings follow each other.
    """
    count, sides = rings.shape[:2]
    here = np.arange(count * sides).reshape(count, sides)
    following = np.roll(here, -1, axis=1)
    right = np.stack([here[:-1], following[:-1], following[1:]], axis=-1).reshape(-1, 3)
    left = np.stack([here[:-1], following[1:], here[1:]], axis=-1).reshape(-1, 3)
    poles = np.array([count * sides, count * sides + 1])
    bottom = np.stack([np.full(sides, poles[0]), following[0], here[0]], axis=-1)
    top = np.stack([np.full(sides, poles[1]), here[-1], following[-1]], axis=-1)
    vertices = np.concatenate([rings.reshape(-1, 3), rings[:1].mean(axis=1), rings[-1:].mean(axis=1)])
    return vertices, np.concatenate([right, left, bottom, top]).astype(np.int32)


def turned(radii: tuple[float, ...], heights: tuple[float, ...]) -> Geometry:
    """Return the surface that a profile sweeps about z (see `geometry.revolution`)."""
    return Geometry(*revolved(radii, heights, _AROUND))
