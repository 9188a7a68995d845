"""First contacts of many pairs of moving bodies made of convex parts: the kernel behind time of contact and casts.

Bodies whose surrounding spheres pass by one another are left out; the others are advanced part by part (`advancement`).
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.collision.distance.separation import RESULT_WIDTH
from rigida.collision.queries.advancement import APART, advance_pair, start_center
from rigida.collision.queries.approach_bound import ATTITUDE, CENTER, MOTION_WIDTH, POSITION, VELOCITY
from rigida.collision.shapes.shape_set import IndexArray, ShapeSet
from rigida.jit.decorators import kernel, routine
from rigida.math.vector import dot, norm


def first_contacts(
    shapes: ShapeSet, pair: IndexArray, motion: FloatArray, duration: float, nearest_only: bool = False
) -> tuple[IndexArray, FloatArray, FloatArray]:
    """Return when pairs of moving shapes first touch.

    Args:
        shapes: The shapes, concave meshes as triangles; half-spaces must not turn.
        pair: Their numbers (k, 2).
        motion: Motion (s, 16) of every shape at time 0, see the columns in `approach_bound`.
        duration: How long to search [s]; may be infinite.
        nearest_only: Only the earliest contact of all is wanted; later pairs may stay APART.

    Returns:
        status (k,): APART, TOUCHING or UNDECIDED (touching no earlier than the time); time (k,) [s]; result rows
        (k, 10) at that time: separation, normal from the first to the second, nearest point of each.
    """
    status, time = np.zeros(len(pair), dtype=np.int64), np.empty(len(pair))
    out, table = np.zeros((len(pair), RESULT_WIDTH)), shapes.table
    contact_rows(
        pair,
        shapes.first_part,
        shapes.row,
        shapes.position,
        shapes.attitude,
        shapes.reach,
        table.header,
        table.size,
        table.vertex,
        table.face,
        table.edge,
        motion,
        duration,
        nearest_only,
        status,
        time,
        out,
    )
    return status, time, out


def start_poses(motion: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return positions (n, 3) and quaternions (n, 4) of motions (n, 16) at time 0."""
    return motion[:, POSITION : POSITION + 3], motion[:, ATTITUDE : ATTITUDE + 4]


@routine
def _pass_by(part: FloatArray, motion: FloatArray, reach_a: float, reach_b: float, duration: float) -> bool:
    """Tell whether spheres about the two centres, which hold the parts however they turn, never meet."""
    for body in range(2):
        x, y, z = part[body, 0], part[body, 1], part[body, 2]
        arm = norm(x - motion[body, CENTER], y - motion[body, CENTER + 1], z - motion[body, CENTER + 2])
        if body == 0:
            reach_a += arm
        else:
            reach_b += arm
    ax, ay, az = start_center(motion, 0)
    bx, by, bz = start_center(motion, 1)
    x, y, z = bx - ax, by - ay, bz - az
    vx, vy, vz = (
        motion[1, VELOCITY] - motion[0, VELOCITY],
        motion[1, VELOCITY + 1] - motion[0, VELOCITY + 1],
        motion[1, VELOCITY + 2] - motion[0, VELOCITY + 2],
    )
    square = dot(vx, vy, vz, vx, vy, vz)
    nearest = -dot(x, y, z, vx, vy, vz) / square if square > 0.0 else 0.0
    nearest = min(max(nearest, 0.0), duration)
    slack = (reach_a + reach_b) * (1.0 + 1e-9) + 1e-12 * norm(x, y, z)
    return norm(x + nearest * vx, y + nearest * vy, z + nearest * vz) > slack


@kernel
def contact_rows(
    pair: IndexArray,
    first_part: IndexArray,
    row: IndexArray,
    position: FloatArray,
    attitude: FloatArray,
    reach: FloatArray,
    header: IntArray,
    size: FloatArray,
    vertex: FloatArray,
    face: FloatArray,
    edge: IntArray,
    motion: FloatArray,
    duration: float,
    nearest_only: bool,
    status: IndexArray,
    time: FloatArray,
    out: FloatArray,
) -> None:
    """Fill status, time and out as `first_contacts` returns them, from the arrays of a `ShapeSet`."""
    part, motions, found = np.empty((2, 7)), np.empty((2, MOTION_WIDTH)), np.empty(RESULT_WIDTH)
    limit = duration
    for i in range(pair.shape[0]):
        a, b = pair[i, 0], pair[i, 1]
        for c in range(MOTION_WIDTH):
            motions[0, c], motions[1, c] = motion[a, c], motion[b, c]
        status[i], time[i] = APART, limit
        for j in range(first_part[a], first_part[a + 1]):
            for k in range(first_part[b], first_part[b + 1]):
                for c in range(3):
                    part[0, c], part[1, c] = position[j, c], position[k, c]
                for c in range(4):
                    part[0, 3 + c], part[1, 3 + c] = attitude[j, c], attitude[k, c]
                if _pass_by(part, motions, reach[j], reach[k], time[i]):
                    continue
                ended, at = advance_pair(
                    row[j], row[k], header, size, vertex, face, edge, part, motions, time[i], found
                )
                # An undecided pair stands for a contact at the time reached: never later than its true one.
                if ended != APART and (status[i] == APART or at < time[i]):
                    status[i], time[i] = ended, at
                    for c in range(RESULT_WIDTH):
                        out[i, c] = found[c]
        if nearest_only and status[i] != APART:
            limit = time[i]
