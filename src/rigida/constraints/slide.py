"""Slide part: a point of a keeps its coordinates along up to three directions n fixed in b.

    s    = x_a + r_a − x_b − r_b
    C_k  = n_k · s
    Ċ_k  = n · (v_a + ω_a × r_a − v_b − ω_b × r_b) + (ω_b × n) · s
           so J_a = [n, r_a × n],  J_b = −[n, (r_b + s) × n]
    C̈_k  = J u̇ + n · (ω_a × (ω_a × r_a) − ω_b × (ω_b × r_b)) + 2 (ω_b × n) · ṡ + (ω_b × (ω_b × n)) · s

where ṡ is the relative velocity of the two points. One direction: a point on a plane; two: on a line; its value along
the remaining direction is the coordinate of a slider. Bacin 1999, 4.3.1; Popovski 2008, 9.1.
Numbers: l_a 0–2, l_b 3–5, n_k at 6 + 3k.
"""

from rigida.arrays import FloatArray
from rigida.constraints.frame import set_row, spin_cross, turned
from rigida.jit.decorators import routine
from rigida.math.vector import cross, dot


@routine
def slide_rows(
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
    rax, ray, raz = turned(pose, a, number, 0)
    rbx, rby, rbz = turned(pose, b, number, 3)
    sx = pose[a, 0] + rax - pose[b, 0] - rbx
    sy = pose[a, 1] + ray - pose[b, 1] - rby
    sz = pose[a, 2] + raz - pose[b, 2] - rbz
    uax, uay, uaz = spin_cross(twist, a, rax, ray, raz)
    ubx, uby, ubz = spin_cross(twist, b, rbx, rby, rbz)
    rate_x = twist[a, 0] + uax - twist[b, 0] - ubx
    rate_y = twist[a, 1] + uay - twist[b, 1] - uby
    rate_z = twist[a, 2] + uaz - twist[b, 2] - ubz
    cax, cay, caz = spin_cross(twist, a, uax, uay, uaz)
    cbx, cby, cbz = spin_cross(twist, b, ubx, uby, ubz)
    for k in range(equations):
        nx, ny, nz = turned(pose, b, number, 6 + 3 * k)
        error[p, k] = dot(nx, ny, nz, sx, sy, sz)
        tx, ty, tz = cross(rax, ray, raz, nx, ny, nz)
        set_row(jacobian, p, 0, k, nx, ny, nz, tx, ty, tz)
        tx, ty, tz = cross(rbx + sx, rby + sy, rbz + sz, nx, ny, nz)
        set_row(jacobian, p, 1, k, -nx, -ny, -nz, -tx, -ty, -tz)
        mx, my, mz = spin_cross(twist, b, nx, ny, nz)
        ox, oy, oz = spin_cross(twist, b, mx, my, mz)
        bias[p, k] = (
            dot(nx, ny, nz, cax - cbx, cay - cby, caz - cbz)
            + 2.0 * dot(mx, my, mz, rate_x, rate_y, rate_z)
            + dot(ox, oy, oz, sx, sy, sz)
        )
