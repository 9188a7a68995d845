"""Islands that wait: where a direct solution was not found, sub-steps take over for a while.

Rocking and rolling bodies change what touches within the step. Sub-steps do better there, and trying again each step
would cost the most.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine

#: A solve that leaves changes of velocity above this has failed [m/s]; so has one that did not end for so many steps.
UNSOLVED = 1e-3
PATIENCE = 10
#: An island whose active set was not found is left to the sub-steps for a while, at most for so many steps.
LONGEST_WAIT = 255
#: Islands whose bodies differ more in mass do not wait: sub-steps cannot hold heavy bodies on light ones.
UNEVEN = 30.0
# Columns of `wait`: steps still to wait, how long the last wait was, and steps whose solve did not end, in a row.
REMAINING, LENGTH, OPEN = 0, 1, 2


@routine
def is_uneven(first: int, last: int, body_order: IntArray, mass: FloatArray) -> bool:
    """Tell whether the masses of an island's bodies differ too much for sub-steps."""
    least = most = mass[body_order[first]]
    for p in range(first + 1, last):
        least, most = min(least, mass[body_order[p]]), max(most, mass[body_order[p]])
    return most > UNEVEN * least


@routine
def still_waits(first: int, last: int, body_order: IntArray, wait: IntArray) -> bool:
    """Tell whether an island has a body that waits, and let a step of waiting pass."""
    waits = False
    for p in range(first, last):
        i = body_order[p]
        if wait[i, REMAINING] > 0:
            wait[i, REMAINING] -= 1
            waits = True
    return waits


@routine
def begin_wait(ended: bool, failed: bool, first: int, last: int, body_order: IntArray, wait: IntArray) -> None:
    """Let an island wait four times as long as the last time if it failed; forget that it did if its solve ended."""
    opened, length = 0, 0
    for p in range(first, last):
        opened = max(opened, wait[body_order[p], OPEN])
        length = max(length, wait[body_order[p], LENGTH])
    opened, length = (0, 0) if ended else (opened + 1, length)
    if failed or opened > PATIENCE:
        length = min(4 * length + 3, LONGEST_WAIT)
    for p in range(first, last):
        i = body_order[p]
        wait[i, REMAINING] = length if failed or opened > PATIENCE else 0
        wait[i, LENGTH], wait[i, OPEN] = length, opened


@routine
def leave_island(first: int, last: int, body_order: IntArray, kicked: FloatArray, twist: FloatArray) -> None:
    """Give the bodies of an island the twists back that they had before contacts."""
    for p in range(first, last):
        i = body_order[p]
        for c in range(6):
            twist[i, c] = kicked[i, c]
