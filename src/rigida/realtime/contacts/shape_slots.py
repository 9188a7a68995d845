"""Slots for the shapes of bodies added while running: a new body takes the slot of a removed one if it fits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rigida.collision.shapes.convex import distinct, shape_key
from rigida.collision.shapes.instances import NOWHERE, parts_of, surface_rows, surfaces_of
from rigida.dynamics.model import Model
from rigida.fields import Quat, Vec3
from rigida.geometry import Mesh
from rigida.geometry.shape import Shape
from rigida.math.quaternion import conjugate_array, multiply_array, rotate_array
from rigida.realtime.contacts.contact_set import ContactSet

#: Shapes that are known, for each row, before those that no body has any more are forgotten with the whole table.
_MOST_KNOWN = 2
_NOWHERE: Vec3 = (NOWHERE, NOWHERE, NOWHERE)
_AS_IT_IS: Quat = (1.0, 0.0, 0.0, 0.0)


def is_concave(shape: Shape | None) -> bool:
    """Return whether a shape, or a part of it, is concave."""
    return shape is not None and any(isinstance(part, Mesh) for part, _, _ in parts_of(shape))


class ShapeSlots:
    """The shapes of a contact set, by the rows of their bodies; count: how many places each row has."""

    def __init__(self, model: Model, contacts: ContactSet) -> None:
        self._model, self._contacts = model, contacts
        shapes = contacts.shapes
        self.count: list[int] = np.bincount(shapes.body, minlength=model.body_count).tolist()
        first = np.full(model.body_count, -1)
        first[shapes.body[::-1]] = np.arange(shapes.count)[::-1]
        self._first: list[int] = first.tolist()
        self._geometry = {shape_key(shape): number for number, shape in enumerate(shapes.shapes)}

    def places_needed(self, shape: Shape | None) -> int:
        """Return how many places of its row a shape needs, −1 if none will do: concave shapes have others."""
        if shape is None:
            return 0
        parts = [part for part, _, _ in parts_of(shape)]
        return -1 if is_concave(shape) or not self._knows(parts) else len(parts)

    def _knows(self, parts: Sequence[Shape]) -> bool:
        """Return whether the table has these shapes, or has taken them in now."""
        new, _ = distinct([part for part in parts if shape_key(part) not in self._geometry])
        if not new:
            return True
        known = len(self._geometry)
        if known > _MOST_KNOWN * (len(self._first) + 1) or not self._contacts.add_shapes(new):
            return False
        self._geometry |= {shape_key(shape): known + k for k, shape in enumerate(new)}
        return True

    def recognise(self, known: Sequence[Shape]) -> bool:
        """Return whether the table has these shapes, under the same numbers, or has taken in those that it lacked."""
        own = len(self._geometry)
        same = all(self._geometry.get(shape_key(shape)) == k for k, shape in enumerate(known[:own]))
        return same and self._knows(known[own:])

    def renew(self, rows: Sequence[int]) -> None:
        """Take over the shapes of those who have come to these rows; put those of rows that are vacant nowhere."""
        model, shapes = self._model, self._contacts.shapes
        which, places, turns = list[int](), list[Vec3](), list[Quat]()
        for row in rows:
            shape, first = model.shapes[row], self._first[row]
            which += range(first, first + self.count[row])
            if shape is None:
                places += [_NOWHERE] * self.count[row]
                turns += [_AS_IT_IS] * self.count[row]
                continue
            own, surfaces = slice(first, first + self.count[row]), surfaces_of(shape)
            shapes.own[own], shapes.surface[own] = [s is not None for s in surfaces], surface_rows(surfaces)
            for k, (part, position, attitude) in enumerate(parts_of(shape)):
                shapes.geometry[first + k] = self._geometry[shape_key(part)]
                places.append(position)
                turns.append(attitude)
        if not which:
            return
        owner = shapes.body[which]
        back = conjugate_array(model.principal_B[owner])
        shapes.position_P[which] = rotate_array(back, np.array(places) - model.center_B[owner])
        shapes.attitude_P[which] = multiply_array(back, np.array(turns))
        self._contacts.measure(which)
        self._renew_pairs(which)

    def snapshot(self) -> tuple[Any, ...]:
        """Return which shapes are where on their bodies."""
        shapes = self._contacts.shapes
        placed = shapes.geometry, shapes.position_P, shapes.attitude_P, shapes.own, shapes.surface
        return tuple(array.copy() for array in placed)

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Go back to a snapshot; the model's has been restored."""
        shapes = self._contacts.shapes
        shapes.geometry[:], shapes.position_P[:], shapes.attitude_P[:], shapes.own[:], shapes.surface[:] = kept
        self._contacts.measure()
        self._renew_pairs(list(range(shapes.count)))

    def _renew_pairs(self, which: list[int]) -> None:
        """Clear these shapes' pairs, so that they are found again."""
        owner = self._contacts.shapes.body[which]
        self._contacts.broad.renew(which, self._model.motion[owner], self._model.collision_filter[owner])
