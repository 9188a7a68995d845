"""Limits that yield, by the laws of MuJoCo (mujoco.readthedocs.io, Computation, Constraint model).

With the gap g of a limit, negative beyond it, a limit asks for the acceleration

    g̈ = −b ġ − k d g,   b = 2/(d₁ T),   k = 1/(d₁ T ζ)²,

by time constant T and damping ratio ζ (`solref`), as far as its impedance d lets it: the force λ ≥ 0 meets

    g̈ + R λ = −b ġ − k d g,   R = w (1 − d)/d,

where w is the inverse inertia along the coordinate. d goes from d₀ at the limit to d₁ at a depth of `width`, along two
powers that meet at the midpoint (`solimp`).
"""

import numpy as np

#: Impedances, and the midpoint, stay within these; so does MuJoCo.
_LEAST, _MOST = 1e-4, 0.9999

#: The numbers of a rigid limit.
RIGID = (0.0,) * 8


def soft_limit(
    solref: tuple[float, float], solimp: tuple[float, float, float, float, float], inertia: float | None
) -> tuple[float, ...]:
    """Return the numbers of a `SoftLimit`: k, b, d₀, d₁, width, midpoint, power, w.

    Args:
        solref: Time constant [s] and damping ratio; if negative, minus stiffness [1/s²] and damping [1/s].
        solimp: d₀, d₁, width [rad or m], midpoint, power.
        inertia: Inertia along the coordinate [kg m² or kg]; None for that of its two bodies.
    """
    start, end, middle = np.clip((solimp[0], solimp[1], solimp[3]), _LEAST, _MOST).tolist()
    first, second = solref
    if first > 0.0:
        damping, stiffness = 2.0 / (end * first), 1.0 / (end * first * second) ** 2
    else:
        stiffness, damping = -first / end**2, -second / end
    width, power = max(solimp[2], 0.0), max(solimp[4], 1.0)
    return stiffness, damping, start, end, width, middle, power, 0.0 if inertia is None else 1.0 / inertia
