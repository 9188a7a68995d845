"""The first instant in an interval at which one of several gaps becomes negative."""

from collections.abc import Callable
from functools import partial

import numpy as np

from rigida.arrays import FloatArray
from rigida.math.brent import find_root

#: Shortest move of the search, as a part of the interval: what opens and closes within it goes unseen.
_FINEST = 1.0 / 64.0
#: The longest move where gaps stay near zero.
_COARSEST = 1.0 / 4.0
#: A gap that starts at zero is rounding above or below it.
_ROUNDING = 1e-14


def first_root(gaps: Callable[[float], FloatArray], start: float, end: float, speed: FloatArray) -> float | None:
    """Return when the first of the gaps (m,) falls below zero, or below its start if that lies there already.

    speed (m,): bounds on how fast the gaps close; no gap can close before gap/speed, so the search strides ahead by it.
    Where it is 0 the gap stays near zero, and is evaluated a few times only.
    """
    values = gaps(start)
    level = np.minimum(values, 0.0) - _ROUNDING
    time, values = start, values - level
    moving = speed > 0.0
    longest = np.inf if moving.all() else _COARSEST * (end - start)
    while time < end:
        stride = float(np.min(values[moving] / speed[moving], initial=longest))
        # In an interval of a few roundings a move may be none at all.
        ahead = max(time + max(stride, _FINEST * (end - start)), float(np.nextafter(time, np.inf)))
        last, time = time, min(end, ahead)
        values = gaps(time) - level
        closed = np.flatnonzero(values < 0.0)
        if len(closed):

            def gap(t: float, g: int) -> float:
                return float(gaps(t)[g] - level[g])

            found = [
                find_root(partial(gap, g=g), last, time, xtol=1e-15) for g in closed.tolist() if gap(last, g) > 0.0
            ]
            return min(found, default=last)
    return None
