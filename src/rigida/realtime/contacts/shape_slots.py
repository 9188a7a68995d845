"""Places for the shapes of bodies that come and go: a new body takes that of one that is gone, if it fits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rigida.collision.shapes.convex import shape_key
from rigida.collision.shapes.instances import NOWHERE
from rigida.dynamics.model import Model
from rigida.geometry import Compound, Mesh
from rigida.geometry.shape import Shape
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.realtime.contacts.contact_set import ContactSet


class ShapeSlots:
    """The shapes of a contact set, by the rows of their bodies."""

    def __init__(self, model: Model, contacts: ContactSet) -> None:
        self._model, self._contacts = model, contacts
        shapes = contacts.shapes
        count = np.bincount(shapes.body, minlength=model.body_count)
        first = np.full(model.body_count, -1)
        first[shapes.body[::-1]] = np.arange(shapes.count)[::-1]
        self._first, self._count = first.tolist(), count.tolist()
        self._geometry = {shape_key(shape): number for number, shape in enumerate(shapes.shapes)}

    def fits(self, row: int, shape: Shape | None) -> bool:
        """Tell whether the place of `row` takes a shape."""
        if shape is None:
            return self._count[row] == 0
        known = not isinstance(shape, Compound | Mesh) and shape_key(shape) in self._geometry
        return known and self._count[row] == 1

    def fill(self, row: int) -> None:
        """Take over the shape of the body that has come to `row`."""
        model, shapes, i, shape = self._model, self._contacts.shapes, self._first[row], self._model.shapes[row]
        if shape is None:
            return
        back = conjugate_array(model.principal_B[row])
        shapes.geometry[i] = self._geometry[shape_key(shape)]
        shapes.position_P[i], shapes.attitude_P[i] = rotate_array(back, -model.center_B[row]), back
        self._contacts.measure([i])
        self._renew_pairs(row)

    def clear(self, rows: Sequence[int]) -> None:
        """Put the shapes of bodies that are gone nowhere."""
        which = [i for row in rows for i in range(self._first[row], self._first[row] + self._count[row])]
        self._contacts.shapes.position_P[which] = NOWHERE
        self._contacts.measure(which)
        for row in rows:
            self._renew_pairs(row)

    def snapshot(self) -> tuple[Any, ...]:
        """Return which shapes are where on their bodies."""
        shapes = self._contacts.shapes
        return shapes.geometry.copy(), shapes.position_P.copy(), shapes.attitude_P.copy()

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Go back to a snapshot; the model's has been restored."""
        shapes = self._contacts.shapes
        shapes.geometry[:], shapes.position_P[:], shapes.attitude_P[:] = kept
        self._contacts.measure()
        for row in range(len(self._first)):
            self._renew_pairs(row)

    def _renew_pairs(self, row: int) -> None:
        """Let the shapes of a row be paired anew."""
        model, first = self._model, self._first[row]
        for i in range(first, first + self._count[row]):
            self._contacts.broad.renew(i, int(model.motion[row]), model.collision_filter[row])
