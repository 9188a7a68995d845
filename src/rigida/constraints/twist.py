"""Twist part: the angle by which a is turned against b about an axis d of b. One equation.

    C = atan2(d · (e × w), e · w) − θ            e ⊥ d fixed in b, w fixed in a, equal to e where the angle is zero
    Ċ = d · (ω_a − ω_b)                          so J_a = [0, d],  J_b = −J_a
    C̈ = J u̇ + (ω_b × d) · (ω_a − ω_b)

It supposes that other parts keep the axis of a parallel to d (a hinge). The angle is taken within half a turn of its
target θ, so that C never jumps near zero. Numbers: d 0–2, e 3–5, w 6–8.
"""

import math

from rigida.arrays import FloatArray
from rigida.constraints.frame import set_row, spin_cross, turned
from rigida.jit.decorators import routine
from rigida.math.vector import cross, dot


@routine
def twist_rows(
    p: int,
    equations: int,
    number: FloatArray,
    target: float,
    a: int,
    b: int,
    pose: FloatArray,
    twist: FloatArray,
    error: FloatArray,
    jacobian: FloatArray,
    bias: FloatArray,
) -> None:
    """Fill C + θ (the angle nearest to the target θ), J and the acceleration term of part p between frames a and b."""
    dx, dy, dz = turned(pose, b, number, 0)
    ex, ey, ez = turned(pose, b, number, 3)
    wx, wy, wz = turned(pose, a, number, 6)
    cx, cy, cz = cross(ex, ey, ez, wx, wy, wz)
    angle = math.atan2(dot(dx, dy, dz, cx, cy, cz), dot(ex, ey, ez, wx, wy, wz))
    turn = 2.0 * math.pi
    error[p, 0] = angle + turn * math.floor((target - angle) / turn + 0.5)
    set_row(jacobian, p, 0, 0, 0.0, 0.0, 0.0, dx, dy, dz)
    set_row(jacobian, p, 1, 0, 0.0, 0.0, 0.0, -dx, -dy, -dz)
    ux, uy, uz = spin_cross(twist, b, dx, dy, dz)
    bias[p, 0] = dot(ux, uy, uz, twist[a, 3] - twist[b, 3], twist[a, 4] - twist[b, 4], twist[a, 5] - twist[b, 5])
