"""Drawing of forces: arrows at their points of application, read from the channels of force elements."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.forces.acting import FORCE, POINT

#: Forces below this part of the largest are not drawn.
_SMALLEST = 0.005


def force_arrows(channels: Mapping[str, Any]) -> FloatArray:
    """Return point [m] and force [N], world, of all forces (k, 2, 3) in the channels of one moment, by name."""
    force, point = FORCE.format(""), POINT.format("")
    pairs = []
    for name, value in channels.items():
        owner, found, part = name.partition(f".{force}")
        place = channels.get(f"{owner}.{point}{part}") if found else None
        if place is not None:
            pairs.append((place, value))
    return np.array(pairs, dtype=np.float64).reshape(-1, 2, 3)


def scaled_arrows(arrows: FloatArray, length: float) -> FloatArray:
    """Return start and vector of arrows (k, 2, 3) [m] for forces of `force_arrows`; the largest has the given length.

    Forces too small for their arrows to be seen are left out.
    """
    sizes = np.sqrt(np.sum(arrows[:, 1] ** 2, axis=1))
    largest = float(np.max(sizes, initial=0.0))
    shown = arrows[sizes > _SMALLEST * largest]
    return shown * np.array([1.0, length / largest if largest > 0.0 else 0.0])[:, None]
