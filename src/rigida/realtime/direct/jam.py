"""Jams: contacts that contradict each other, as of a body between two that do not give way.

No velocities satisfy them, so impulses that hold each other's balance grow with every solve, and would throw the body
out as soon as one of them ends. Impulses beyond all that the motion of a group can call for are therefore let go.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine
from rigida.realtime.direct.rows import MULTIPLIERS, R_LAMBDA
from rigida.realtime.direct.sweep import apply_multipliers

#: Impulses above this many times the momentum that a group can have lost or gained are a jam: wedges multiply forces,
#: but by less.
_JAM = 100.0


@routine
def momentum_scale(
    first: int, last: int, body_order: IntArray, mass: FloatArray, twist: FloatArray, before: FloatArray, speed: float
) -> float:
    """Return what the momenta of a group, with and without the forces of the step, add up to at most [kg m/s].

    speed: added to that of every body [m/s].
    """
    total = 0.0
    for p in range(first, last):
        i, most = body_order[p], 0.0
        for c in range(6):
            most = max(most, max(abs(twist[i, c]), abs(before[i, c])))
        total += mass[i] * (most + speed)
    return total


@routine
def is_jammed(count: int, row: FloatArray, momentum: float) -> bool:
    """Tell whether a normal impulse of rows 0 … count − 1 is one of a jam."""
    most = 0.0
    for q in range(count):
        for k in range(4):
            most = max(most, row[q, R_LAMBDA + k])
    return most > _JAM * momentum


@routine
def forget(count: int, row: FloatArray) -> None:
    """Forget all impulses of rows 0 … count − 1."""
    for q in range(count):
        for n in range(MULTIPLIERS):
            row[q, R_LAMBDA + n] = 0.0


@routine
def let_go(
    count: int,
    rows: IntArray,
    contact_of: IntArray,
    row: FloatArray,
    inverse: FloatArray,
    change: FloatArray,
    twist: FloatArray,
) -> None:
    """Take all impulses of rows 0 … count − 1 back from the twists and forget them."""
    for q in range(count):
        for n in range(MULTIPLIERS):
            change[q, n] = -row[q, R_LAMBDA + n]
    forget(count, row)
    apply_multipliers(0, count, rows, contact_of, change, 0, 0, row, inverse, twist)
