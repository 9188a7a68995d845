"""Point part: a point of a and a point of b coincide. Three equations, world axes.

    C  = x_a + r_a − x_b − r_b,                r = R l
    Ċ  = v_a + ω_a × r_a − v_b − ω_b × r_b     so J_a = [1, −r̂_a], row i: (e_i, r_a × e_i)
    C̈  = J u̇ + ω_a × (ω_a × r_a) − ω_b × (ω_b × r_b)

Bacin 1999, 4.3 (its "universal" joint); Popovski 2008, 9.1. Numbers: l_a 0–2, l_b 3–5.
"""

from rigida.arrays import FloatArray
from rigida.constraints.frame import set_row, spin_cross, turned
from rigida.jit.decorators import inlined


@inlined
def point_rows(
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
    error[p, 0] = pose[a, 0] + rax - pose[b, 0] - rbx
    error[p, 1] = pose[a, 1] + ray - pose[b, 1] - rby
    error[p, 2] = pose[a, 2] + raz - pose[b, 2] - rbz
    set_row(jacobian, p, 0, 0, 1.0, 0.0, 0.0, 0.0, raz, -ray)
    set_row(jacobian, p, 0, 1, 0.0, 1.0, 0.0, -raz, 0.0, rax)
    set_row(jacobian, p, 0, 2, 0.0, 0.0, 1.0, ray, -rax, 0.0)
    set_row(jacobian, p, 1, 0, -1.0, 0.0, 0.0, 0.0, -rbz, rby)
    set_row(jacobian, p, 1, 1, 0.0, -1.0, 0.0, rbz, 0.0, -rbx)
    set_row(jacobian, p, 1, 2, 0.0, 0.0, -1.0, -rby, rbx, 0.0)
    ux, uy, uz = spin_cross(twist, a, rax, ray, raz)
    ax, ay, az = spin_cross(twist, a, ux, uy, uz)
    ux, uy, uz = spin_cross(twist, b, rbx, rby, rbz)
    bx, by, bz = spin_cross(twist, b, ux, uy, uz)
    bias[p, 0] = ax - bx
    bias[p, 1] = ay - by
    bias[p, 2] = az - bz
