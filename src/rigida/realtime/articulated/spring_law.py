"""Weights of the rate at the start of a step in the force of a spring over the step (see `limits.soften`)."""

from rigida.jit.decorators import inlined
from rigida.math.elementary import expm1


@inlined
def former_rate_factor(z: float) -> float:
    """Return b of the law of `soften` for z = h² k w."""
    return 0.25 if z <= 0.5 else 0.125 / z


@inlined
def former_rate_share(y: float) -> float:
    """Return s of the law of `soften` for y = h d w."""
    return 0.5 - y / 12.0 if y < 1e-3 else 1.0 / y - 1.0 / expm1(min(y, 100.0))
