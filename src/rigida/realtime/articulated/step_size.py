"""How fast articulated groups turn and swing, which tells how short their sub-steps must be (see `rattle`)."""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.codes import POINT, has_arms
from rigida.jit.decorators import inlined, routine
from rigida.math.vector import cross, dot


@routine
def swing_rate(
    code: IntArray,
    frame: IntArray,
    number: FloatArray,
    jacobian: FloatArray,
    force: FloatArray,
    mass: FloatArray,
    inertia: FloatArray,
) -> float:
    """Return how fast the tautest joint makes a body swing about it: √(F r/(I + m r²)) [rad/s]."""
    fastest = 0.0
    n = mass.shape[0]
    for p in range(code.shape[0]):
        if not has_arms(code[p]):
            continue
        for side in range(2):
            i = frame[p, side]
            if i >= n or mass[i] == 0.0:
                continue
            pull, arm = 0.0, 0.0
            for c in range(3):
                f = 0.0
                for row in range(3):
                    f += jacobian[p, side, row, c] * force[p, row]
                pull += f * f
                arm += number[p, 3 * side + c] ** 2
            least = min(inertia[i, 0], min(inertia[i, 1], inertia[i, 2]))
            around = least + mass[i] * arm
            if around > 0.0:
                fastest = max(fastest, math.sqrt(pull * arm) / around)
    return math.sqrt(fastest)


@routine
def turn_rate(
    code: IntArray, frame: IntArray, jacobian: FloatArray, inverse: FloatArray, twist: FloatArray, momentum: FloatArray
) -> float:
    """Return how fast the joints' arms, and what they hold, turn at most [rad/s].

    A body on points alone may spin about its arm: that moves neither the arm nor, about a principal axis, itself.
    """
    fastest = 0.0
    for p in range(code.shape[0]):
        for side in range(2):
            i = frame[p, side]
            if i >= momentum.shape[0] or inverse[i, 0] == 0.0:
                continue
            x, y, z = twist[i, 3], twist[i, 4], twist[i, 5]
            square = dot(x, y, z, x, y, z)
            if code[p] == POINT:
                # Rows of a point's Jacobian hold r × e_i, see `constraints.point`.
                rx, ry, rz = jacobian[p, side, 1, 5], jacobian[p, side, 2, 3], jacobian[p, side, 0, 4]
                of_arm = turn_of(x, y, z, rx, ry, rz)
                square = max(of_arm, turn_of(x, y, z, momentum[i, 0], momentum[i, 1], momentum[i, 2]))
            fastest = max(fastest, square)
    return math.sqrt(fastest)


@inlined
def turn_of(x: float, y: float, z: float, rx: float, ry: float, rz: float) -> float:
    """Return the square of the rate at which spin (x, y, z) changes the direction of r; zero for r = 0."""
    cx, cy, cz = cross(x, y, z, rx, ry, rz)
    square = dot(rx, ry, rz, rx, ry, rz)
    return dot(cx, cy, cz, cx, cy, cz) / square if square > 0.0 else 0.0
