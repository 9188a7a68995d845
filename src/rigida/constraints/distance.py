"""Distance part: a point of a and a point of b keep their distance. One equation.

    s = x_a + r_a − x_b − r_b,  n = s/|s|
    C = |s| − l
    Ċ = n · ṡ                                   so J_a = [n, r_a × n],  J_b = −[n, r_b × n]
    C̈ = J u̇ + n · (ω_a × (ω_a × r_a) − ω_b × (ω_b × r_b)) + (|ṡ|² − (n · ṡ)²)/|s|

Numbers: l_a 0–2, l_b 3–5, l 6. With coincident points there is no direction: the row is zero.
"""

from rigida.arrays import FloatArray
from rigida.constraints.frame import set_row, spin_cross, turned
from rigida.jit.decorators import routine
from rigida.math.vector import cross, dot, norm


@routine
def distance_rows(
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
    length = norm(sx, sy, sz)
    inverse = 1.0 / length if length > 0.0 else 0.0
    nx, ny, nz = sx * inverse, sy * inverse, sz * inverse
    error[p, 0] = length - number[6]
    tx, ty, tz = cross(rax, ray, raz, nx, ny, nz)
    set_row(jacobian, p, 0, 0, nx, ny, nz, tx, ty, tz)
    tx, ty, tz = cross(rbx, rby, rbz, nx, ny, nz)
    set_row(jacobian, p, 1, 0, -nx, -ny, -nz, -tx, -ty, -tz)
    uax, uay, uaz = spin_cross(twist, a, rax, ray, raz)
    ubx, uby, ubz = spin_cross(twist, b, rbx, rby, rbz)
    rx = twist[a, 0] + uax - twist[b, 0] - ubx
    ry = twist[a, 1] + uay - twist[b, 1] - uby
    rz = twist[a, 2] + uaz - twist[b, 2] - ubz
    cax, cay, caz = spin_cross(twist, a, uax, uay, uaz)
    cbx, cby, cbz = spin_cross(twist, b, ubx, uby, ubz)
    along = dot(nx, ny, nz, rx, ry, rz)
    bias[p, 0] = (
        dot(nx, ny, nz, cax - cbx, cay - cby, caz - cbz) + (dot(rx, ry, rz, rx, ry, rz) - along * along) * inverse
    )
