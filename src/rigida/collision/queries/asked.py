"""Tables that a query fills, kept for the next one about the same shapes: to make them takes longer than to ask.

What is kept belongs to one thread and holds one row; questions about many poses make their own.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rigida.collision.shapes.shape_set import ShapeSet
from rigida.jit.tables import Table

Q = TypeVar("Q")


def kept_query(make: Callable[[ShapeSet], Q], shapes: ShapeSet, rows: int) -> Q:
    """Return a query of the shapes: that of this thread for one row, a new one for more."""
    if rows != 1:
        return make(shapes)
    own: dict[Callable[[ShapeSet], Q], Q] = shapes.of_thread.__dict__.setdefault("queries", {})
    if make not in own:
        own[make] = make(shapes)
    return own[make]


def put(table: Table, **arrays: NDArray[np.generic]) -> None:
    """Copy arrays into the columns of a table, replacing those whose shape differs."""
    for name, array in arrays.items():
        own = table.__dict__.get(name)
        if own is not None and own.shape == array.shape:
            own[...] = array
        else:
            setattr(table, name, np.array(array))
