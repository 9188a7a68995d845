"""Places for the shapes of bodies that come and go: a new body takes that of one that is gone, if it fits."""

from typing import Any

import numpy as np

from rigida.arrays import IntArray
from rigida.collision.shapes.convex import shape_key
from rigida.collision.shapes.instances import NOWHERE
from rigida.dynamics.model import VACANT, Model
from rigida.geometry import Compound, Mesh
from rigida.geometry.shape import Shape
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.realtime.contacts.contact_set import ContactSet


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
        """Return how many places of its row a shape needs, −1 if none will do."""
        if shape is None:
            return 0
        return 1 if not isinstance(shape, Compound | Mesh) and shape_key(shape) in self._geometry else -1

    def renew(self, rows: IntArray) -> None:
        """Take over the shapes of those who have come to these rows; put those of rows that are vacant nowhere."""
        model, shapes = self._model, self._contacts.shapes
        which = [i for row in rows.tolist() for i in range(self._first[row], self._first[row] + self.count[row])]
        if not which:
            return
        for i in which:
            shape = model.shapes[shapes.body[i]]
            if shape is not None:
                shapes.geometry[i] = self._geometry[shape_key(shape)]
        owner = shapes.body[which]
        back = conjugate_array(model.principal_B[owner])
        vacant = np.array([model.names[row] == VACANT for row in owner.tolist()])
        place = rotate_array(back, -model.center_B[owner])
        shapes.position_P[which], shapes.attitude_P[which] = np.where(vacant[:, None], NOWHERE, place), back
        self._contacts.measure(which)
        self._renew_pairs(which)

    def snapshot(self) -> tuple[Any, ...]:
        """Return which shapes are where on their bodies."""
        shapes = self._contacts.shapes
        return shapes.geometry.copy(), shapes.position_P.copy(), shapes.attitude_P.copy()

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Go back to a snapshot; the model's has been restored."""
        shapes = self._contacts.shapes
        shapes.geometry[:], shapes.position_P[:], shapes.attitude_P[:] = kept
        self._contacts.measure()
        self._renew_pairs(list(range(shapes.count)))

    def _renew_pairs(self, which: list[int]) -> None:
        """Let these shapes be paired anew."""
        owner = self._contacts.shapes.body[which]
        self._contacts.broad.renew(which, self._model.motion[owner], self._model.collision_filter[owner])
