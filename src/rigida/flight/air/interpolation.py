"""Catmull–Rom curves through evenly spaced samples: smooth forces from tables, so that no integrator meets a kink."""

from rigida.jit.decorators import inlined


@inlined
def cubic_weights(t: float) -> tuple[float, float, float, float]:
    """Return the weights of the samples before, at, after and second after a place, `t` (0 to 1) past the second."""
    s = 1.0 - t
    return (
        -0.5 * t * s * s,
        1.0 + 0.5 * t * t * (3.0 * t - 5.0),
        1.0 + 0.5 * s * s * (3.0 * s - 5.0),
        -0.5 * s * t * t,
    )
