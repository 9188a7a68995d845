"""Which groups may be carried in lanes, in a single sub-step (see `project`)."""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.dynamics.free_top import LARGEST_TURN
from rigida.jit.decorators import routine
from rigida.math.quat import Quat, rotated, rotated_back
from rigida.math.vec3 import Vec3, norm, square
from rigida.realtime.articulated.step_size import turn_of


@routine
def turns_little(
    g: int,
    dt: float,
    most: float,
    bounds: Ints,
    member: Ints,
    frame: IntArray,
    local: Ints,
    inv_inertia: FloatArray,
    moving: FloatArray,
    attitude: FloatArray,
    jacobian: FloatArray,
) -> bool:
    """Tell whether no arm of group g, and nothing that turns, changes direction by more than `most` in a time dt [rad].

    As in `group_rates.turn_rate`, a spin about the arm does not count.
    """
    limit, quick = (most / dt) ** 2, False
    for k in range(bounds[g, 0], bounds[g + 1, 0]):
        i = member[k]
        spin = Vec3(moving[i, 3], moving[i, 4], moving[i, 5])
        if not square(spin) < limit:
            quick = True
            a, b, c = inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2]
            q = Quat(attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3])
            p = rotated_back(q, spin)
            momentum = rotated(q, Vec3(p.x / a, p.y / b, p.z / c))
            farthest = dt * max(a, max(b, c)) * norm(momentum)
            if not (farthest < LARGEST_TURN and turn_of(spin, momentum) < limit):
                return False
    for n in range(bounds[g, 1] if quick else bounds[g + 1, 1], bounds[g + 1, 1]):
        for side in range(2):
            if local[n, side] >= 0:
                i = frame[n, side]
                arm = Vec3(jacobian[n, side, 1, 5], jacobian[n, side, 2, 3], jacobian[n, side, 0, 4])
                if not turn_of(Vec3(moving[i, 3], moving[i, 4], moving[i, 5]), arm) < limit:
                    return False
    return True
