"""Contact data of concave pairs kept between steps, and the working rows of the kernels that read them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.concave.arrays import (
    KEPT_IN_MOTION,
    ConcaveWork,
    EntryPoint,
    Hit,
    NearSample,
    PairMemory,
    PairState,
    Search,
    Statistics,
    View,
)
from rigida.concave.balls import MOST_HITS
from rigida.concave.candidates import MOST
from rigida.distance_field.surface import new_walk
from rigida.jit.records import as_array
from rigida.jit.tables import columns, dtype_of

#: Room of a pair's list.
LIST_ROOM = 1024
#: Halves of an edge piece that can wait while its near span is found.
_PIECES = 64


def pair_memory(pairs: int, room: int = LIST_ROOM) -> PairMemory:
    """Return an empty pair memory with room for lists of a number of samples."""
    memory = PairMemory(
        room=room,
        state=np.zeros(pairs, dtype=dtype_of(PairState)),
        near=np.zeros(pairs * room, dtype=dtype_of(NearSample)),
        count=np.zeros(pairs, dtype=np.int32),
        point=np.zeros((pairs, KEPT_IN_MOTION, 8)),
        name=np.zeros((pairs, KEPT_IN_MOTION), dtype=np.int32),
        entry=np.zeros((pairs, KEPT_IN_MOTION, dtype_of(EntryPoint).itemsize // 8)),
    )
    forget(memory, slice(None))
    return memory


def enlarge(memory: PairMemory, pairs: int) -> None:
    """Enlarge a memory to so many pairs; the new ones are empty.

    Rows that were never written take no memory: they are not copied.
    """
    larger = remembered(pair_memory(pairs, memory.room))
    for name, array in remembered(memory).items():
        larger[name][: len(array)] = array
        setattr(memory, name, larger[name])


def forget(memory: PairMemory, rows: Any) -> None:
    """Clear the data kept for pairs."""
    as_array(memory.state)["margin"][rows] = -1.0
    as_array(memory.count)[rows] = 0


def remembered(memory: PairMemory) -> dict[str, NDArray[Any]]:
    """Return the arrays of a memory by name."""
    return {name: getattr(memory, name) for name in columns(PairMemory) if name != "room"}


def concave_work() -> ConcaveWork:
    """Return working rows of one thread."""
    return ConcaveWork(
        walk=new_walk(),
        tree=new_walk(),
        views=np.zeros(2, dtype=dtype_of(View)),
        search=np.zeros(1, dtype=dtype_of(Search)),
        piece=np.zeros((_PIECES, 2)),
        place=np.zeros((2, 5)),
        hit=np.zeros(MOST_HITS, dtype=dtype_of(Hit)),
        candidate=np.zeros((MOST, 8)),
        name=np.zeros(MOST, dtype=np.int32),
        statistics=np.zeros(1, dtype=dtype_of(Statistics)),
    )
