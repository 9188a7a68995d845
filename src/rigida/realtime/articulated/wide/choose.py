"""Which groups may be carried in lanes, in a single sub-step (see `project`)."""

from rigida.arrays import FloatArray, IntArray
from rigida.constraints.block_order import Ints
from rigida.dynamics.free_top import LARGEST_TURN
from rigida.jit.decorators import routine
from rigida.math.quaternion import rotate, rotate_back
from rigida.math.vector import dot, norm
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
        x, y, z = moving[i, 3], moving[i, 4], moving[i, 5]
        if not dot(x, y, z, x, y, z) < limit:
            quick = True
            a, b, c = inv_inertia[i, 0], inv_inertia[i, 1], inv_inertia[i, 2]
            w, u, v, t = attitude[i, 0], attitude[i, 1], attitude[i, 2], attitude[i, 3]
            px, py, pz = rotate_back(w, u, v, t, x, y, z)
            lx, ly, lz = rotate(w, u, v, t, px / a, py / b, pz / c)
            farthest = dt * max(a, max(b, c)) * norm(lx, ly, lz)
            if not (farthest < LARGEST_TURN and turn_of(x, y, z, lx, ly, lz) < limit):
                return False
    for p in range(bounds[g, 1] if quick else bounds[g + 1, 1], bounds[g + 1, 1]):
        for side in range(2):
            if local[p, side] >= 0:
                i = frame[p, side]
                rx, ry, rz = jacobian[p, side, 1, 5], jacobian[p, side, 2, 3], jacobian[p, side, 0, 4]
                if not turn_of(moving[i, 3], moving[i, 4], moving[i, 5], rx, ry, rz) < limit:
                    return False
    return True
