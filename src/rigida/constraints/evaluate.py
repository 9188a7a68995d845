"""All constraint parts of a table at once: their errors, Jacobians and acceleration terms.

The kernel is the table of part kinds: one line per kind, the mathematics is in the part's own file. A new kind adds its
file, its code and its line here.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.cardan import cardan_row
from rigida.constraints.codes import CARDAN, DIRECTIONS, DISTANCE, POINT, SLIDE, TWIST
from rigida.constraints.directions import direction_rows
from rigida.constraints.distance import distance_rows
from rigida.constraints.point import point_rows
from rigida.constraints.slide import slide_rows
from rigida.constraints.twist import twist_rows
from rigida.jit.decorators import kernel


@kernel
def evaluate_parts(
    code: IntArray,
    equations: IntArray,
    frame: IntArray,
    number: FloatArray,
    target: FloatArray,
    pose: FloatArray,
    twist: FloatArray,
    error: FloatArray,
    jacobian: FloatArray,
    bias: FloatArray,
) -> None:
    """Fill C (m, 3), J (m, 2, 3, 6) and the acceleration term (m, 3) of every part; C̈ = J u̇ + bias.

    target (m, 3): value, rate and acceleration that the first equation of a part is to follow; C and bias are taken
    against it, and so must be J u where it is used as a rate. Equations that a part does not have stay zero.
    """
    for p in range(code.shape[0]):
        kind, count, a, b, row = code[p], equations[p], frame[p, 0], frame[p, 1], number[p]
        if kind == POINT:
            point_rows(p, row, a, b, pose, twist, error, jacobian, bias)
        elif kind == DIRECTIONS:
            direction_rows(p, count, row, a, b, pose, twist, error, jacobian, bias)
        elif kind == SLIDE:
            slide_rows(p, count, row, a, b, pose, twist, error, jacobian, bias)
        elif kind == DISTANCE:
            distance_rows(p, row, a, b, pose, twist, error, jacobian, bias)
        elif kind == TWIST:
            twist_rows(p, row, target[p, 0], a, b, pose, twist, error, jacobian, bias)
        elif kind == CARDAN:
            cardan_row(p, row, target[p, 0], a, b, pose, twist, error, jacobian, bias)
        error[p, 0] -= target[p, 0]
        bias[p, 0] -= target[p, 2]


@kernel
def part_rates(
    frame: IntArray, jacobian: FloatArray, motion: FloatArray, offset: FloatArray, sign: float, out: FloatArray
) -> None:
    """Fill out (m, 3) = J u + sign · offset, where motion (frames, 6) holds the frames' u (or u̇)."""
    for p in range(frame.shape[0]):
        a, b = frame[p, 0], frame[p, 1]
        for row in range(3):
            s = sign * offset[p, row]
            for c in range(6):
                s += jacobian[p, 0, row, c] * motion[a, c] + jacobian[p, 1, row, c] * motion[b, c]
            out[p, row] = s
