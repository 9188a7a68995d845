"""How far the joints of groups that are carried in lanes are open (see `project`)."""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import inlined, routine
from rigida.math.lanes import LANES, Lanes
from rigida.math.quaternion import rotate
from rigida.realtime.articulated.wide.state import M_FLOWN, M_TURNED, MEMBER_FIELDS
from rigida.realtime.substeps.algebra import load_four, load_three, store_three


@inlined
def turned_arm(at: int, side: int, m: int, lane: FloatArray) -> tuple[Lanes, Lanes, Lanes]:
    """Return the arm of one side of the part whose arms begin at `at`, turned with the member at m; −r on side b."""
    qw, qx, qy, qz = load_four(m + LANES * M_TURNED, lane)
    x, y, z = load_three(at + 3 * LANES * side, lane)
    x, y, z = rotate(qw, qx, qy, qz, x, y, z)
    sign = 1.0 - 2.0 * side
    return sign * x, sign * y, sign * z


@routine
def renew_arms(p0: int, p1: int, arms: int, of_members: int, part_at: Ints, local: Ints, lane: FloatArray) -> None:
    """Fill the arms of the Jacobians of parts p0 … p1 − 1 at the members' new attitudes."""
    for p in range(p0, p1):
        for side in range(2):
            if local[p, side] >= 0:
                m = of_members + LANES * MEMBER_FIELDS * local[p, side]
                x, y, z = turned_arm(arms + 6 * LANES * (p - p0), side, m, lane)
                store_three(LANES * (part_at[p] + 3 * side), x, y, z, lane)


@routine
def gaps_as_rates(
    dt: float,
    p0: int,
    p1: int,
    arms: int,
    offset: int,
    rate: int,
    of_members: int,
    local: Ints,
    place: Ints,
    lane: FloatArray,
) -> None:
    """Fill the rates that would close the points in a time dt at the members' new places."""
    for p in range(p0, p1):
        x, y, z = load_three(offset + 3 * LANES * (p - p0), lane)
        for side in range(2):
            if local[p, side] < 0:
                continue
            m = of_members + LANES * MEMBER_FIELDS * local[p, side]
            rx, ry, rz = turned_arm(arms + 6 * LANES * (p - p0), side, m, lane)
            cx, cy, cz = load_three(m + LANES * M_FLOWN, lane)
            sign = 1.0 - 2.0 * side
            x, y, z = x + (sign * cx + rx), y + (sign * cy + ry), z + (sign * cz + rz)
        scale = -1.0 / dt
        store_three(rate + 3 * LANES * place[p], scale * x, scale * y, scale * z, lane)


@routine
def still_open(parts: int, rate: int, closed: float, last: FloatArray, state: IntArray, lane: FloatArray) -> bool:
    """Tell whether a lane must go on; those that are closed to the rate `closed`, or do not converge, get no impulses.

    last (8,): the largest rate of the time before; state (8,): 0 open, 1 closed, 2 not converging.
    """
    going = False
    for k in range(LANES):
        worst = 0.0
        for c in range(3 * parts):
            size = abs(lane[rate + LANES * c + k])
            worst = size if not size <= worst else worst
        if state[k] == 0:
            state[k] = 1 if worst < closed else (0 if worst < last[k] else 2)
        last[k] = worst
        if state[k] == 0:
            going = True
        else:
            for c in range(3 * parts):
                lane[rate + LANES * c + k] = 0.0
    return going
