"""Working rows for manifolds: one set for each thread."""

import numpy as np

from rigida.collision.arrays import BoxPair, ContactFace, ConvexTable, Corner, NarrowWork
from rigida.collision.distance.work import distance_work
from rigida.collision.narrow.clip import CLIP_ROWS
from rigida.collision.narrow.contact_face import SECTIONS
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of


def narrow_work(shapes: ConvexTable) -> NarrowWork:
    """Return working rows with room for the shapes of a table."""
    core = as_array(shapes.core)
    vertices = int((core["vertex_end"] - core["vertex"]).max(initial=0))
    room = max(CLIP_ROWS, vertices + 1)
    return NarrowWork(
        distance=distance_work(),
        box=np.zeros(1, dtype=dtype_of(BoxPair)),
        face=np.zeros(2, dtype=dtype_of(ContactFace)),
        room=room,
        corner=np.zeros(SECTIONS * room, dtype=dtype_of(Corner)),
        basis=np.zeros((1, 9)),
        height=np.zeros(room),
    )
