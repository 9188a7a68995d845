"""Three-vectors as scalar arguments and tuples of results, for kernels."""

import math

from rigida.jit.decorators import inlined


@inlined
def cross(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> tuple[float, float, float]:
    """Return a × b."""
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@inlined
def dot(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
    """Return a · b."""
    return ax * bx + ay * by + az * bz


@inlined
def norm(x: float, y: float, z: float) -> float:
    """Return |v|."""
    return math.sqrt(x * x + y * y + z * z)
