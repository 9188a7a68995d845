"""Directions part: up to three pairs of directions, d fixed in a and e fixed in b, stay perpendicular.

    C_k  = d_k · e_k
    Ċ_k  = (ω_a − ω_b) · (d_k × e_k)            so J_a = [0, d × e], J_b = −J_a
    C̈_k  = J u̇ + (ω_a − ω_b) · [(ω_a × d) × e + d × (ω_b × e)]

One pair removes one rotation (a universal joint's cross), two pairs with one d keep an axis parallel, three pairs
(x–y, y–z, z–x of equal frames) lock the orientation: near equal frames their d × e are the three axes.
Bacin 1999, 4.3.2–4.3.5; Popovski 2008, 9.2. Numbers: d_k at 6k, e_k at 6k + 3.
"""

from rigida.arrays import FloatArray
from rigida.constraints.frame import set_row, spin_cross, turned
from rigida.jit.decorators import routine
from rigida.math.vector import cross, dot


@routine
def direction_rows(
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
    """Fill C, J and the acceleration term of part p between frames a and b."""
    wx, wy, wz = twist[a, 3] - twist[b, 3], twist[a, 4] - twist[b, 4], twist[a, 5] - twist[b, 5]
    for k in range(equations):
        dx, dy, dz = turned(pose, a, number, 6 * k)
        ex, ey, ez = turned(pose, b, number, 6 * k + 3)
        error[p, k] = dot(dx, dy, dz, ex, ey, ez)
        nx, ny, nz = cross(dx, dy, dz, ex, ey, ez)
        set_row(jacobian, p, 0, k, 0.0, 0.0, 0.0, nx, ny, nz)
        set_row(jacobian, p, 1, k, 0.0, 0.0, 0.0, -nx, -ny, -nz)
        ux, uy, uz = spin_cross(twist, a, dx, dy, dz)
        sx, sy, sz = cross(ux, uy, uz, ex, ey, ez)
        ux, uy, uz = spin_cross(twist, b, ex, ey, ez)
        tx, ty, tz = cross(dx, dy, dz, ux, uy, uz)
        bias[p, k] = dot(wx, wy, wz, sx + tx, sy + ty, sz + tz)
