"""Anchors of joints and springs for drawing: points and directions at the start in body frames, and sizes.

A piece that stands for a joint is as large as fits the bodies it joins: thin bars get a pin as thick as they are,
blocks one that is a part of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.pieces import WORLD_ROW
from rigida.fields import Quat, Vec3, vec3
from rigida.geometry.shape import Shape
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array
from rigida.scene.body import Body, BodyOrWorld

#: Bodies longer than this many times their thickness are bars.
_SLENDER = 2.8
#: Radius of what holds a bar, in its half thicknesses; and of what holds a block.
_ON_BAR, _ON_BLOCK = 1.18, 0.22
#: An anchor further outside a body than this part of its size has an arm to it.
_OUTSIDE = 0.04


@dataclass(frozen=True, eq=False)
class Anchorage:
    """The bodies of a scene as joints see them.

    Args:
        bodies: Of the scene.
        shapes: As drawn; None for half-spaces.
        extent: Size of the motion [m]; sizes what joins nothing but particles and the world.
    """

    bodies: Sequence[Body]
    shapes: Sequence[Shape | None]
    extent: float

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {body.name: row for row, body in enumerate(self.bodies)}

    def row(self, body: BodyOrWorld) -> int:
        """Return the body's row; `WORLD_ROW` for the world."""
        return self._rows[body.name] if isinstance(body, Body) else WORLD_ROW

    def point(self, body: BodyOrWorld, world: Vec3) -> Vec3:
        """Return a world point of the start in the body's frame [m]."""
        if not isinstance(body, Body):
            return world
        return vec3(rotate_array(conjugate_array(np.array(body.orientation)), np.subtract(world, body.position)))

    def turn(self, body: BodyOrWorld, axis: Vec3) -> Quat:
        """Return the turn, in the body's frame, that takes z to a world direction of the start."""
        q = facing(np.array(axis))
        if isinstance(body, Body):
            q = multiply_array(conjugate_array(np.array(body.orientation)), q)
        return quat(q)

    def origin(self, body: BodyOrWorld) -> Vec3:
        """Return where the body's frame starts; the world's origin for the world."""
        return body.position if isinstance(body, Body) else (0.0, 0.0, 0.0)

    def half_thickness(self, body: BodyOrWorld) -> float:
        """Return half the smallest side of a body [m]; infinite for the world and half-spaces."""
        sides = self._sides(body)
        return float("inf") if sides is None else 0.5 * float(sides.min())

    def radius(self, *bodies: BodyOrWorld) -> float:
        """Return the radius of a joint piece [m], the smallest that suits the connected bodies."""
        found = [self._asked(sides) for body in bodies if (sides := self._sides(body)) is not None]
        return min(found, default=0.01 * self.extent)

    def span(self, body: BodyOrWorld, anchor: Vec3, axis: Vec3) -> tuple[float, float] | None:
        """Return the extents of a body from a world point against and along an axis, at the start [m]."""
        shape = self._shape(body)
        if shape is None or not isinstance(body, Body):
            return None
        back = conjugate_array(np.array(body.orientation))
        d = rotate_array(back, np.array(axis) / np.linalg.norm(axis))
        start = float(np.sum(np.array(self.point(body, anchor)) * d))
        return float(np.sum(shape.support(-d) * d)) - start, float(np.sum(shape.support(d) * d)) - start

    def arm(self, body: BodyOrWorld, anchor: Vec3) -> Vec3 | None:
        """Return the point of a body, in its frame, to which an arm leads from an anchor outside it; None if inside."""
        shape = self._shape(body)
        if shape is None or not isinstance(body, Body):
            return None
        low, high = shape.bounds()
        place = np.array(self.point(body, anchor))
        away = np.maximum(np.maximum(low - place, place - high), 0.0)
        if float(np.linalg.norm(away)) <= _OUTSIDE * float(np.linalg.norm(high - low)):
            return None
        return vec3(0.5 * (low + high))

    def _shape(self, body: BodyOrWorld) -> Shape | None:
        return self.shapes[self.row(body)] if isinstance(body, Body) else None

    def _sides(self, body: BodyOrWorld) -> FloatArray | None:
        shape = self._shape(body)
        return None if shape is None else np.asarray(np.ptp(shape.bounds(), axis=0))

    def _asked(self, sides: FloatArray) -> float:
        small, _, large = np.sort(sides).tolist()
        return 0.5 * small * (_ON_BAR if large > _SLENDER * small else _ON_BLOCK)


def facing(axis: FloatArray) -> FloatArray:
    """Return the shortest turn (4,) that takes z to a direction (3,)."""
    x, y, z = axis / np.linalg.norm(axis)
    q = np.array([1.0 + z, -y, x, 0.0]) if z > -1.0 + 1e-9 else np.array([0.0, 1.0, 0.0, 0.0])
    return np.asarray(q / np.linalg.norm(q))


def quat(q: FloatArray) -> Quat:
    """Return a quaternion (4,) as a plain tuple."""
    w, x, y, z = q.tolist()
    return (w, x, y, z)
