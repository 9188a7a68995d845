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

from rigida.arrays import FloatArray
from rigida.constraints.frame import set_row, turned
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot

#: Sine between e1 and e3 below which they count as parallel.
_LOCKED = 1e-9


@inlined
def _nearest(angle: float, target: float) -> float:
    """Return the angle, up to whole turns, that lies nearest to the target."""
    turn = 2.0 * math.pi
    return angle + turn * math.floor((target - angle) / turn + 0.5)


@inlined
def _angle(ax: float, ay: float, az: float, ux: float, uy: float, uz: float, vx: float, vy: float, vz: float) -> float:
    """Return the angle from u to v about the unit axis a."""
    cx, cy, cz = cross(ux, uy, uz, vx, vy, vz)
    return math.atan2(dot(ax, ay, az, cx, cy, cz), dot(ux, uy, uz, vx, vy, vz))


@routine
def cardan_row(
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
    """Fill the angle nearest to the target, J and the acceleration term of part p between frames a and b."""
    e1x, e1y, e1z = turned(pose, b, number, 0)
    mx, my, mz = turned(pose, b, number, 3)
    e3x, e3y, e3z = turned(pose, a, number, 6)
    nx, ny, nz = turned(pose, a, number, 9)
    which = int(number[13])
    e2x, e2y, e2z = cross(e1x, e1y, e1z, e3x, e3y, e3z)
    size = max(math.sqrt(dot(e2x, e2y, e2z, e2x, e2y, e2z)), _LOCKED)
    e2x, e2y, e2z = e2x / size, e2y / size, e2z / size
    best = math.inf
    sign = 1.0
    for s in (1.0, -1.0):
        if which == 0:
            angle = _angle(e1x, e1y, e1z, mx, my, mz, s * e2x, s * e2y, s * e2z)
        elif which == 1:
            angle = _angle(s * e2x, s * e2y, s * e2z, e1x, e1y, e1z, e3x, e3y, e3z) - number[12]
        else:
            angle = _angle(e3x, e3y, e3z, s * e2x, s * e2y, s * e2z, nx, ny, nz)
        near = _nearest(angle, target)
        if abs(near - target) < abs(best - target):
            best, sign = near, s
    error[p, 0] = best
    e2x, e2y, e2z = sign * e2x, sign * e2y, sign * e2z
    r1x, r1y, r1z = cross(e2x, e2y, e2z, e3x, e3y, e3z)
    r3x, r3y, r3z = cross(e1x, e1y, e1z, e2x, e2y, e2z)
    # D = −(± |e1 × e3|): bounded away from zero already.
    inverse = -sign / size
    wx, wy, wz = twist[a, 3] - twist[b, 3], twist[a, 4] - twist[b, 4], twist[a, 5] - twist[b, 5]
    q1 = inverse * dot(r1x, r1y, r1z, wx, wy, wz)
    q2 = dot(e2x, e2y, e2z, wx, wy, wz)
    q3 = inverse * dot(r3x, r3y, r3z, wx, wy, wz)
    if which == 0:
        rx, ry, rz = inverse * r1x, inverse * r1y, inverse * r1z
    elif which == 1:
        rx, ry, rz = e2x, e2y, e2z
    else:
        rx, ry, rz = inverse * r3x, inverse * r3y, inverse * r3z
    set_row(jacobian, p, 0, 0, 0.0, 0.0, 0.0, rx, ry, rz)
    set_row(jacobian, p, 1, 0, 0.0, 0.0, 0.0, -rx, -ry, -rz)
    bx, by, bz = twist[b, 3], twist[b, 4], twist[b, 5]
    d1x, d1y, d1z = cross(bx, by, bz, e1x, e1y, e1z)
    d2x, d2y, d2z = cross(bx + q1 * e1x, by + q1 * e1y, bz + q1 * e1z, e2x, e2y, e2z)
    d3x, d3y, d3z = cross(twist[a, 3], twist[a, 4], twist[a, 5], e3x, e3y, e3z)
    bias[p, 0] = -dot(
        rx, ry, rz, q1 * d1x + q2 * d2x + q3 * d3x, q1 * d1y + q2 * d2y + q3 * d3y, q1 * d1z + q2 * d2z + q3 * d3z
    )
