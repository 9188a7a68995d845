"""Groups that are carried in lanes (see `project`): how they are written into a row of eight and read from it.

Fields after those of `group_fields`: arms in the frames of the members, diagonals before elimination, and of each
member what `M_…` tell.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.jit.decorators import inlined, routine
from rigida.math.lanes import LANES
from rigida.math.quaternion import rotate
from rigida.realtime.articulated.wide.fields import BLOCK, MASS, OFFSET, RATE, SIZE, SUM, TWIST, pack_arms, pack_blocks

# More columns of `layout`: arms begin where those of `group_fields` end; where diagonals and members do, and the end.
ARM, DIAGONAL, MEMBER, END = SIZE, 7, 8, 9

# Fields of a member: centre and attitude before and after, principal inverse moments, angular momentum, and the change
# of its twist at the end.
M_CENTER, M_ATTITUDE, M_FLOWN, M_TURNED, M_INVERSE, M_MOMENTUM, M_CHANGE = 0, 3, 7, 10, 14, 17, 20
MEMBER_FIELDS = 26


@routine
def pack_parts(
    group: Ints,
    dt: float,
    layout: Ints,
    part_at: Ints,
    local: Ints,
    bounds: Ints,
    frame: IntArray,
    number: FloatArray,
    pose: FloatArray,
    jacobian: FloatArray,
    turning: FloatArray,
    place: Ints,
    lane: FloatArray,
) -> None:
    """Write the parts of the groups (8,) of a row: as impulses those of the last step's motion, as offsets the anchors
    that stand still."""
    first = group[0]
    for p in range(bounds[first + 1, 1] - bounds[first, 1]):
        q = bounds[first, 1] + p
        at, of_arms = LANES * part_at[q], LANES * (layout[first, ARM] + 6 * p)
        rate, offset = LANES * (layout[first, RATE] + 3 * place[q]), LANES * (layout[first, OFFSET] + 3 * p)
        for k in range(LANES):
            q = bounds[group[k], 1] + p
            pack_arms(q, at + k, jacobian, lane)
            for c in range(6):
                lane[of_arms + LANES * c + k] = number[q, c]
            for c in range(3):
                lane[rate + LANES * c + k] = 0.5 * dt * turning[q, c]
                lane[offset + LANES * c + k] = 0.0
            for side in range(2):
                f = frame[q, side]
                if local[q, side] < 0:
                    x, y, z = turned_by_frame(f, side, pose, number[q])
                    sign = 1.0 - 2.0 * side
                    lane[offset + k] += sign * (pose[f, 0] + x)
                    lane[offset + LANES + k] += sign * (pose[f, 1] + y)
                    lane[offset + 2 * LANES + k] += sign * (pose[f, 2] + z)


@inlined
def turned_by_frame(f: int, side: int, pose: FloatArray, number: FloatArray) -> tuple[float, float, float]:
    """Return the arm of one side of a point, whose numbers are given, turned with frame f."""
    x, y, z = number[3 * side], number[3 * side + 1], number[3 * side + 2]
    return rotate(pose[f, 3], pose[f, 4], pose[f, 5], pose[f, 6], x, y, z)


@routine
def pack_members(
    group: Ints,
    layout: Ints,
    bounds: Ints,
    member: Ints,
    inv_inertia: FloatArray,
    moving: FloatArray,
    kept: FloatArray,
    center: FloatArray,
    attitude: FloatArray,
    inverse: FloatArray,
    blocks: FloatArray,
    lane: FloatArray,
) -> None:
    """Write the members and the factors of the groups (8,) of a row."""
    first = group[0]
    pack_blocks(group, LANES * layout[first, BLOCK], bounds, blocks, lane)
    for m in range(bounds[first + 1, 0] - bounds[first, 0]):
        mass, motion = LANES * (layout[first, MASS] + 7 * m), LANES * (layout[first, TWIST] + 6 * m)
        at = LANES * (layout[first, MEMBER] + MEMBER_FIELDS * m)
        for k in range(LANES):
            i = member[bounds[group[k], 0] + m]
            for c in range(7):
                lane[mass + LANES * c + k] = inverse[i, c]
            for c in range(6):
                lane[motion + LANES * c + k] = moving[i, c]
                lane[at + LANES * (M_CHANGE + c) + k] = kept[i, c] - moving[i, c]
            for c in range(3):
                lane[at + LANES * (M_CENTER + c) + k] = center[i, c]
                lane[at + LANES * (M_INVERSE + c) + k] = inv_inertia[i, c]
            for c in range(4):
                lane[at + LANES * (M_ATTITUDE + c) + k] = attitude[i, c]


@routine
def unpack_parts(
    group: Ints,
    state: IntArray,
    dt: float,
    layout: Ints,
    part_at: Ints,
    bounds: Ints,
    jacobian: FloatArray,
    turning: FloatArray,
    force: FloatArray,
    place: Ints,
    lane: FloatArray,
) -> None:
    """Read the Jacobians and reactions of the groups (8,) of a row whose state (8,) is 1."""
    first = group[0]
    for p in range(bounds[first + 1, 1] - bounds[first, 1]):
        q = bounds[first, 1] + p
        at, total = LANES * part_at[q], LANES * (layout[first, SUM] + 3 * place[q])
        rate = LANES * (layout[first, RATE] + 3 * place[q])
        for k in range(LANES):
            if state[k] != 1:
                continue
            q = bounds[group[k], 1] + p
            for side in range(2):
                a = at + 3 * LANES * side + k
                x, y, z = lane[a], lane[a + LANES], lane[a + 2 * LANES]
                jacobian[q, side, 0, 4], jacobian[q, side, 0, 5] = z, -y
                jacobian[q, side, 1, 3], jacobian[q, side, 1, 5] = -z, x
                jacobian[q, side, 2, 3], jacobian[q, side, 2, 4] = y, -x
            for c in range(3):
                to_the_end = lane[total + LANES * c + k]
                turning[q, c] = 2.0 * to_the_end / dt
                force[q, c] += (to_the_end + lane[rate + LANES * c + k]) / dt


@routine
def unpack_members(
    group: Ints,
    state: IntArray,
    layout: Ints,
    bounds: Ints,
    member: Ints,
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    momentum: FloatArray,
    pose: FloatArray,
    inverse: FloatArray,
    blocks: FloatArray,
    lane: FloatArray,
) -> None:
    """Read the members and factors of the groups (8,) of a row whose state (8,) is 1."""
    first = group[0]
    for n in range(bounds[first + 1, 2] - bounds[first, 2]):
        at = LANES * (layout[first, BLOCK] + 9 * n)
        for k in range(LANES):
            b = bounds[group[k], 2] + n
            for r in range(3 if state[k] == 1 else 0):
                for c in range(3):
                    blocks[b, r, c] = lane[at + LANES * (3 * r + c) + k]
    for m in range(bounds[first + 1, 0] - bounds[first, 0]):
        mass, motion = LANES * (layout[first, MASS] + 7 * m), LANES * (layout[first, TWIST] + 6 * m)
        at = LANES * (layout[first, MEMBER] + MEMBER_FIELDS * m)
        for k in range(LANES):
            if state[k] != 1:
                continue
            i = member[bounds[group[k], 0] + m]
            for c in range(3):
                center[i, c] = pose[i, c] = lane[at + LANES * (M_FLOWN + c) + k]
                velocity[i, c] = lane[motion + LANES * c + k]
                momentum[i, c] = lane[at + LANES * (M_MOMENTUM + c) + k]
            for c in range(4):
                attitude[i, c] = pose[i, 3 + c] = lane[at + LANES * (M_TURNED + c) + k]
            for c in range(7):
                inverse[i, c] = lane[mass + LANES * c + k]
