"""All constraint parts of a table at once: their errors, Jacobians and acceleration terms.

The mathematics of a part is in its own file, the list of kinds in `codes`.
"""

from rigida.constraints.arrays import Equations, Frames, Jacobian, Parts
from rigida.constraints.codes import part_rows
from rigida.dynamics.rows import Twist
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3


@routine
def evaluate_parts(first: int, last: int, parts: Parts, frames: Frames, jacobian: Rows[Jacobian]) -> None:
    """Fill C, J (into `jacobian`) and the acceleration term of the parts first … last − 1; C̈ = J u̇ + bias.

    C and bias are taken against the targets of the parts, and so must be J u where it is used as a rate. Equations that
    a part does not have stay zero.
    """
    for p in range(first, last):
        part_rows(parts.code[p], p, parts, frames, jacobian)
        parts.error[p].all[0] -= parts.target[p].value
        parts.bias[p].all[0] -= parts.target[p].acceleration


@routine
def part_rates(
    first: int, last: int, parts: Parts, motion: Rows[Twist], offset: Rows[Equations], out: Rows[Equations]
) -> None:
    """Fill out = J u + offset of the parts first … last − 1, where motion holds the frames' u (or u̇)."""
    for p in range(first, last):
        a, b, j = motion[parts.frame[p][0]], motion[parts.frame[p][1]], parts.jacobian[p]
        for r in range(3):
            row_a, row_b, s = j.side[0].row[r], j.side[1].row[r], offset[p].all[r]
            for c in range(6):
                s += row_a.all[c] * a.all[c] + row_b.all[c] * b.all[c]
            out[p].all[r] = s


@kernel
def evaluate_all(parts: Parts, frames: Frames) -> None:
    """Fill C, J and the acceleration term of all parts."""
    evaluate_parts(0, len(parts.code), parts, frames, parts.jacobian)


@routine
def find_rates(parts: Parts, frames: Frames) -> None:
    """Fill Ċ of all parts, once they are evaluated."""
    for p in range(len(parts.code)):
        parts.rate[p].vector = Vec3(-parts.target[p].rate, -0.0, -0.0)
    part_rates(0, len(parts.code), parts, frames.twist, parts.rate, parts.rate)


@kernel
def rates_of_all(parts: Parts, frames: Frames) -> None:
    """Fill Ċ of all parts, once they are evaluated."""
    find_rates(parts, frames)
