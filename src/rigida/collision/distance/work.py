"""Working rows for distances: one set for each thread."""

import threading

import numpy as np

from rigida.collision.arrays import CorePair, Curve, DistanceWork, Separation, SimplexPoint
from rigida.jit.tables import dtype_of

#: Rows of a simplex: the points, and those that a search goes back to.
SIMPLEX_ROWS = 8
_own = threading.local()


def distance_work() -> DistanceWork:
    """Return working rows that are not shared."""
    return DistanceWork(
        pair=np.zeros(2, dtype=dtype_of(CorePair)),
        simplex=np.zeros(SIMPLEX_ROWS, dtype=dtype_of(SimplexPoint)),
        found=np.zeros(4, dtype=dtype_of(Separation)),
        curve=np.zeros(1, dtype=dtype_of(Curve)),
    )


def work_of_thread() -> DistanceWork:
    """Return the work arrays of this thread, for kernels without persistent data."""
    if not hasattr(_own, "work"):
        _own.work = distance_work()
    work: DistanceWork = _own.work
    return work
