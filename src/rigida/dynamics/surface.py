"""Combination of two materials at a contact (see `rigida.geometry.material`)."""

import math

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined


@inlined
def combined_restitution(a: float, b: float, rule: float) -> float:
    """Return the restitution of two surfaces by the number of a rule of `material.RESTITUTION_RULES`."""
    if rule == 1.0:
        return math.sqrt(a * b)
    if rule == 2.0:
        return a * b
    if rule == 3.0:
        return min(a, b)
    return max(a, b)


@inlined
def combined_surface(surface: FloatArray, a: int, b: int) -> tuple[float, float, float, float, float]:
    """Return friction, restitution, rolling, spinning and static friction of two bodies, from Model.surface (n, 8)."""
    bounce = combined_restitution(surface[a, 1], surface[b, 1], max(surface[a, 6], surface[b, 6]))
    if surface[a, 5] != surface[b, 5]:
        # The surface of higher priority decides alone.
        one = a if surface[a, 5] > surface[b, 5] else b
        return surface[one, 0], bounce, surface[one, 2], surface[one, 3], surface[one, 7]
    larger = surface[a, 4] + surface[b, 4] > 0.0
    return (
        max(surface[a, 0], surface[b, 0]) if larger else math.sqrt(surface[a, 0] * surface[b, 0]),
        bounce,
        max(surface[a, 2], surface[b, 2]),
        max(surface[a, 3], surface[b, 3]),
        max(surface[a, 7], surface[b, 7]) if larger else math.sqrt(surface[a, 7] * surface[b, 7]),
    )
