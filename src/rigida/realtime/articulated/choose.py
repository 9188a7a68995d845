"""Which articulated groups are solved with the contacts of a step, which of those in sub-steps, and which are factored.

bounds (groups + 1, 6): its first column tells where each group begins among `member`, the rows of their bodies.
"""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.constraints.frames import gather_frames
from rigida.constraints.masses import inverse_masses
from rigida.jit.decorators import kernel, routine


@routine
def choose_touching(bounds: Ints, member: Ints, island: IntArray, contact_start: IntArray, solved: IntArray) -> int:
    """Mark in solved (groups,) the groups with a body in an island that has contacts; return their number."""
    count = 0
    for g in range(solved.shape[0]):
        solved[g] = 0
        for m in range(bounds[g, 0], bounds[g + 1, 0]):
            k = island[member[m]]
            if k >= 0 and contact_start[k + 1] > contact_start[k]:
                solved[g] = 1
        count += solved[g]
    return count


@kernel
def begin_groups(
    center: FloatArray,
    attitude: FloatArray,
    velocity: FloatArray,
    spin: FloatArray,
    motion: IntArray,
    inv_mass: FloatArray,
    inv_inertia: FloatArray,
    active: IntArray,
    island: IntArray,
    contact_start: IntArray,
    bounds: Ints,
    member: Ints,
    frame: IntArray,
    known: FloatArray,
    pose: FloatArray,
    twist: FloatArray,
    inverse: FloatArray,
    asleep: IntArray,
    chosen: IntArray,
    solved: IntArray,
    factored: IntArray,
) -> tuple[int, int]:
    """Take over the frames of bodies, and tell which groups sleep, touch something and are factored.

    asleep, chosen, solved, factored (groups,): chosen becomes 0, others see `Articulated`. Returns how many groups
    touch something, and how many are not factored.
    """
    gather_frames(center, attitude, velocity, spin, pose, twist)
    inverse_masses(motion, inv_mass, inv_inertia, pose, inverse)
    for g in range(asleep.shape[0]):
        asleep[g], chosen[g] = 1, 0
        for m in range(bounds[g, 0], bounds[g + 1, 0]):
            if active[member[m]]:
                asleep[g] = 0
    missing = check_factors(bounds, frame, pose, inverse, known, factored)
    return choose_touching(bounds, member, island, contact_start, solved), missing


@kernel
def choose_large(
    bounds: Ints,
    member: Ints,
    island: IntArray,
    method: IntArray,
    solved: IntArray,
    chosen: IntArray,
    held: IntArray,
) -> int:
    """Mark in chosen (groups,) the solved groups in islands that are not solved directly; return their number.

    held (n + 1,): 1 for their bodies.
    """
    count = 0
    for g in range(solved.shape[0]):
        chosen[g] = 0
        for m in range(bounds[g, 0], bounds[g + 1, 0]):
            k = island[member[m]]
            if solved[g] and k >= 0 and method[k] == 0:
                chosen[g] = 1
        count += chosen[g]
        for m in range(bounds[g, 0], bounds[g + 1, 0]):
            held[member[m]] = chosen[g]
    return count


@routine
def check_factors(
    bounds: Ints, frame: IntArray, pose: FloatArray, inverse: FloatArray, known: FloatArray, factored: IntArray
) -> int:
    """Leave in factored (groups,) those whose frames are, to the bit, where and what they were when it was noted.

    known (frames, 14): poses and inverse masses then. A step ends with the factor with which the next one begins.
    Returns how many groups are not factored.
    """
    missing = 0
    for g in range(factored.shape[0]):
        for p in range(bounds[g, 1] if factored[g] else bounds[g + 1, 1], bounds[g + 1, 1]):
            for side in range(2):
                f = frame[p, side]
                for c in range(7):
                    if known[f, c] != pose[f, c] or known[f, 7 + c] != inverse[f, c]:
                        factored[g] = 0
        missing += factored[g] == 0
    return missing


@routine
def note_factor(
    g: int, bounds: Ints, frame: IntArray, pose: FloatArray, inverse: FloatArray, known: FloatArray, factored: IntArray
) -> None:
    """Note that group g is factored for the present frames."""
    factored[g] = 1
    for p in range(bounds[g, 1], bounds[g + 1, 1]):
        for side in range(2):
            f = frame[p, side]
            for c in range(7):
                known[f, c], known[f, 7 + c] = pose[f, c], inverse[f, c]
