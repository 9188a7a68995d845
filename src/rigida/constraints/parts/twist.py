"""Twist part: the angle by which a is turned against b about an axis d of b. One equation.

    C = atan2(d · (e × w), e · w) − θ            e ⊥ d fixed in b, w fixed in a, equal to e where the angle is zero
    Ċ = d · (ω_a − ω_b)                          so J_a = [0, d],  J_b = −J_a
    C̈ = J u̇ + (ω_b × d) · (ω_a − ω_b)

It supposes that other parts keep the axis of a parallel to d (a hinge). The angle is taken within half a turn of its
target θ, so that C never jumps near zero. Numbers: d 0–2, e 3–5, w 6–8.
"""

import math

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.parts.frame import arm_of, set_row
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.elementary import atan2
from rigida.math.vec3 import Vec3, cross, dot


@routine
def twist_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C + θ (the angle nearest to the target θ), J and the acceleration term of part p."""
    frame, j = parts.frame[p], jacobian[p]
    a, b = frame[0], frame[1]
    twist_a, twist_b = frames.twist[a], frames.twist[b]
    d, e = arm_of(p, 0, b, parts, frames), arm_of(p, 1, b, parts, frames)
    w = arm_of(p, 2, a, parts, frames)
    angle, turn = atan2(dot(d, cross(e, w)), dot(e, w)), 2.0 * math.pi
    parts.error[p].all[0] = angle + turn * math.floor((parts.target[p].value - angle) / turn + 0.5)
    none = Vec3(0.0, 0.0, 0.0)
    set_row(j, 0, 0, none, d)
    set_row(j, 1, 0, none, -d)
    parts.bias[p].all[0] = dot(cross(twist_b.angular, d), twist_a.angular - twist_b.angular)
