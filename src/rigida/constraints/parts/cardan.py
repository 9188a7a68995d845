"""Cardan part: one of the angles of two or three hinges one behind the other. One equation.

    ω_a − ω_b = q̇1 e1 + q̇2 e2 + q̇3 e3             e1 fixed in b, e3 fixed in a, e2 = ± e1 × e3 / |e1 × e3|
    q̇_i = r_i · (ω_a − ω_b),     r1 = e2 × e3 / D,  r2 = e2,  r3 = e1 × e2 / D,     D = e1 · (e2 × e3)
    q̈_i = r_i · (α_a − α_b − q̇1 ω_b × e1 − q̇2 (ω_b + q̇1 e1) × e2 − q̇3 ω_a × e3)

so J_a = [0, r_i], J_b = −J_a. q1 is the angle of e2 about e1 from m (fixed in b), q3 that of n (fixed in a) about e3
from e2, q2 the angle from e1 to e3 about e2 less its value where q2 is zero. Of the two signs of e2 that one is taken
whose angle lies nearer to the last one. Where e1 and e3 are parallel the angles are not defined (gimbal lock).

Numbers: e1 0–2, m 3–5, e3 6–8, n 9–11, opening of e1 and e3 at q2 = 0 12, which angle 13.
"""

import math

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.parts.frame import arm_of, set_row
from rigida.jit.decorators import inlined, routine
from rigida.jit.records import Rows
from rigida.math.elementary import atan2
from rigida.math.vec3 import Vec3, cross, dot, norm

#: Sine between e1 and e3 below which they count as parallel.
_LOCKED = 1e-9


@inlined
def _nearest(angle: float, target: float) -> float:
    """Return the angle plus whole revolutions that is nearest to the target."""
    turn = 2.0 * math.pi
    return angle + turn * math.floor((target - angle) / turn + 0.5)


@inlined
def _angle(axis: Vec3, u: Vec3, v: Vec3) -> float:
    """Return the angle from u to v about the unit axis."""
    return atan2(dot(axis, cross(u, v)), dot(u, v))


@routine
def cardan_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill the angle nearest to the target, J and the acceleration term of part p."""
    frame, j, target = parts.frame[p], jacobian[p], parts.target[p].value
    a, b = frame[0], frame[1]
    e1, m = arm_of(p, 0, b, parts, frames), arm_of(p, 1, b, parts, frames)
    e3, n = arm_of(p, 2, a, parts, frames), arm_of(p, 3, a, parts, frames)
    opening, which = parts.number[p].all[12], int(parts.number[p].all[13])
    across = cross(e1, e3)
    size = max(norm(across), _LOCKED)
    e2, best, sign = across / size, math.inf, 1.0
    for s in (1.0, -1.0):
        if which == 0:
            angle = _angle(e1, m, s * e2)
        elif which == 1:
            angle = _angle(s * e2, e1, e3) - opening
        else:
            angle = _angle(e3, s * e2, n)
        near = _nearest(angle, target)
        if abs(near - target) < abs(best - target):
            best, sign = near, s
    parts.error[p].all[0] = best
    e2 = sign * e2
    # D = −(± |e1 × e3|): bounded away from zero already.
    inverse = -sign / size
    r1, r3 = inverse * cross(e2, e3), inverse * cross(e1, e2)
    spin_a, spin_b = frames.twist[a].angular, frames.twist[b].angular
    turning = spin_a - spin_b
    q1, q2, q3 = dot(r1, turning), dot(e2, turning), dot(r3, turning)
    r = r1 if which == 0 else e2 if which == 1 else r3
    none = Vec3(0.0, 0.0, 0.0)
    set_row(j, 0, 0, none, r)
    set_row(j, 1, 0, none, -r)
    moving = q1 * cross(spin_b, e1) + q2 * cross(spin_b + q1 * e1, e2) + q3 * cross(spin_a, e3)
    parts.bias[p].all[0] = -dot(r, moving)
