"""Forces as they are drawn: arrows at the points where they act, found among the channels of force elements."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rigida.fields import FloatArray
from rigida.forces.acting import FORCE, POINT


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


def longest(arrows: FloatArray) -> float:
    """Return the largest of the forces of `force_arrows` [N]."""
    return float(np.sqrt(np.max(np.sum(arrows[:, 1] ** 2, axis=1), initial=0.0)))
