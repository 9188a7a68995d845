"""Back-off: where a direct solution of an island was not found, sub-steps take over for a while.

Rocking and rolling bodies change what touches within the step. Sub-steps do better there, and trying again each step
would cost the most.
"""

from rigida.jit.decorators import routine
from rigida.jit.records import Int32, Rows
from rigida.realtime.arrays import BackOff, Bodies
from rigida.realtime.tuning import LARGE_MASS_RATIO, LONGEST_WAIT, PATIENCE


@routine
def has_large_mass_ratio(member: Rows[Int32], mass: Rows[float]) -> bool:
    """Return whether the masses of an island's bodies differ too much for sub-steps."""
    least = most = mass[member[0]]
    for p in range(1, len(member)):
        least, most = min(least, mass[member[p]]), max(most, mass[member[p]])
    return most > LARGE_MASS_RATIO * least


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
def must_end(member: Rows[Int32], back_off: Rows[BackOff]) -> bool:
    """Return whether solves of an island have not ended for so long that another one is of use only if it ends.

    Overlaps that it pushed out by half a solution would come back in sub-steps by another way: what rests would creep.
    """
    failures = 0
    for p in range(len(member)):
        failures = max(failures, back_off[member[p]].open)
    return failures > PATIENCE


@routine
def update_back_off(ended: bool, failed: bool, member: Rows[Int32], back_off: Rows[BackOff]) -> None:
    """Let an island wait four times as long as the last time if it failed; forget that it did if its solve ended."""
    failures, length = 0, 0
    for p in range(len(member)):
        row = back_off[member[p]]
        failures, length = max(failures, row.open), max(length, row.length)
    failures, length = (0, 0) if ended else (failures + 1, length)
    backing_off = failed or failures > PATIENCE
    if backing_off:
        length = min(4 * length + 3, LONGEST_WAIT)
    for p in range(len(member)):
        row = back_off[member[p]]
        row.remaining, row.length, row.open = length if backing_off else 0, length, failures


@routine
def undo_contacts(member: Rows[Int32], bodies: Bodies) -> None:
    """Give the bodies of an island the twists back that they had before contacts, which `moving` still holds."""
    for p in range(len(member)):
        bodies.twist[member[p]] = bodies.moving[member[p]]
