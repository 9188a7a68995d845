"""Given part: C, J and the acceleration term are evaluated outside of kernels, by a function of the user. One equation.

    C̈ = J u̇ + bias

Numbers: J_a 0–5, J_b 6–11, C 12, bias 13 (written by `user_rows`).
"""

from rigida.constraints.arrays import Frames, Jacobian, Parts
from rigida.constraints.parts.frame import set_row
from rigida.jit.decorators import routine
from rigida.jit.records import Rows


@routine
def given_rows(p: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J and the acceleration term of part p."""
    j, number = jacobian[p], parts.number[p]
    set_row(j, 0, 0, number.vector[0], number.vector[1])
    set_row(j, 1, 0, number.vector[2], number.vector[3])
    parts.error[p].all[0] = number.all[12]
    parts.bias[p].all[0] = number.all[13]
