"""How two surfaces combine at a contact (see `rigida.scene.material`)."""

import math

from rigida.jit.decorators import inlined
from rigida.realtime.arrays import Surface


@inlined
def combined_friction(a: Surface, b: Surface) -> tuple[float, float, float]:
    """Return the coefficient of friction, and the levers of rolling and spinning friction [m], of two surfaces."""
    if a.priority > b.priority:
        return a.friction, a.rolling, a.spinning
    if a.priority < b.priority:
        return b.friction, b.rolling, b.spinning
    larger = a.larger + b.larger > 0.0
    friction = max(a.friction, b.friction) if larger else math.sqrt(a.friction * b.friction)
    return friction, max(a.rolling, b.rolling), max(a.spinning, b.spinning)
