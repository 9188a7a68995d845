"""How two surfaces combine at a contact (see `rigida.scene.material`)."""

import math

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined


@inlined
def combined_surface(surface: FloatArray, a: int, b: int) -> tuple[float, float, float, float]:
    """Return friction, restitution, rolling and spinning friction of bodies a and b, from Model.surface (n, 6)."""
    if surface[a, 5] != surface[b, 5]:
        # The surface of higher priority decides alone.
        one = a if surface[a, 5] > surface[b, 5] else b
        return surface[one, 0], max(surface[a, 1], surface[b, 1]), surface[one, 2], surface[one, 3]
    larger = surface[a, 4] + surface[b, 4] > 0.0
    return (
        max(surface[a, 0], surface[b, 0]) if larger else math.sqrt(surface[a, 0] * surface[b, 0]),
        max(surface[a, 1], surface[b, 1]),
        max(surface[a, 2], surface[b, 2]),
        max(surface[a, 3], surface[b, 3]),
    )
