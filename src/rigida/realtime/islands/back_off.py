"""Back-off: where a direct solution of an island was not found, sub-steps take over for a while.

Rocking and rolling bodies change what touches within the step. Sub-steps do better there, and trying again each step
would cost the most.
"""

from rigida.jit.decorators import routine
from rigida.jit.records import Int32, Rows
from rigida.realtime.arrays import BackOff, Bodies
from rigida.realtime.tuning import LONGEST_WAIT


@routine
def backs_off(member: Rows[Int32], back_off: Rows[BackOff]) -> bool:
    """Return whether an island has a body that is backing off, and count the step."""
    backing_off = False
    for p in range(len(member)):
        row = back_off[member[p]]
        if row.remaining > 0:
            row.remaining -= 1
            backing_off = True
    return backing_off


@routine
def update_back_off(failed: bool, member: Rows[Int32], back_off: Rows[BackOff]) -> None:
    """Let an island wait four times as long as the last time if its solve failed; else forget that it ever did."""
    length = 0
    for p in range(len(member)):
        length = max(length, back_off[member[p]].length)
    length = min(4 * length + 3, LONGEST_WAIT) if failed else 0
    for p in range(len(member)):
        row = back_off[member[p]]
        row.remaining = row.length = length


@routine
def undo_contacts(member: Rows[Int32], bodies: Bodies) -> None:
    """Give the bodies of an island the twists back that they had before contacts, which `moving` still holds."""
    for p in range(len(member)):
        bodies.twist[member[p]] = bodies.moving[member[p]]
