"""Directions part: up to three pairs of directions, d fixed in a and e fixed in b, stay perpendicular.

    C_k  = d_k · e_k,   of a single pair d · e − cos θ: the two keep any angle θ
    Ċ_k  = (ω_a − ω_b) · (d_k × e_k)            so J_a = [0, d × e], J_b = −J_a
    C̈_k  = J u̇ + (ω_a − ω_b) · [(ω_a × d) × e + d × (ω_b × e)]

One pair removes one rotation (a universal joint's cross), two pairs with one d keep an axis parallel, three pairs
(x–y, y–z, z–x of equal frames) lock the orientation: near equal frames their d × e are the three axes.
Bacin 1999, 4.3.2–4.3.5; Popovski 2008, 9.2. Numbers: d_k at 6k, e_k at 6k + 3; of a single pair cos θ at 6.
"""

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.parts.frame import arm_of, set_row
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, dot


@routine
def direction_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J and the acceleration term of part p."""
    frame, j = parts.frame[p], jacobian[p]
    a, b = frame[0], frame[1]
    twist_a, twist_b = frames.twist[a], frames.twist[b]
    spin_a, spin_b, none = twist_a.angular, twist_b.angular, Vec3(0.0, 0.0, 0.0)
    for k in range(parts.equations[p]):
        d, e = arm_of(p, 2 * k, a, parts, frames), arm_of(p, 2 * k + 1, b, parts, frames)
        parts.error[p].all[k] = dot(d, e)
        if parts.equations[p] == 1:
            parts.error[p].all[k] -= parts.number[p].all[6]
        n = cross(d, e)
        set_row(j, 0, k, none, n)
        set_row(j, 1, k, none, -n)
        turning = cross(cross(spin_a, d), e) + cross(d, cross(spin_b, e))
        parts.bias[p].all[k] = dot(spin_a - spin_b, turning)
