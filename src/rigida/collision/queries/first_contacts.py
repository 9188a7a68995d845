"""First contacts of many pairs of moving bodies made of convex parts: the kernel behind time of contact and casts.

Bodies whose surrounding spheres pass by one another are left out; the others are advanced part by part (`advancement`).
"""

import numpy as np

from rigida.arrays import FloatArray
from rigida.collision.arrays import (
    AdvanceWork,
    Approach,
    ContactSearch,
    ConvexTable,
    Motion,
    MovingPart,
    Parts,
    Separation,
)
from rigida.collision.distance.work import work_of_thread
from rigida.collision.queries.advancement import APART, advance_pair, start_center
from rigida.collision.queries.asked import kept_query, put
from rigida.collision.shapes.shape_set import IndexArray, ShapeSet
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel, routine
from rigida.jit.records import as_array
from rigida.jit.tables import dtype_of, named
from rigida.math.vec3 import dot, norm, square


def first_contacts(
    shapes: ShapeSet, pair: IndexArray, motion: FloatArray, duration: float, nearest_only: bool = False
) -> tuple[IndexArray, FloatArray, FloatArray]:
    """Return when pairs of moving shapes first touch.

    Args:
        shapes: The shapes, concave meshes as triangles; half-spaces must not turn.
        pair: Their numbers (k, 2).
        motion: Motion (s, 16) of every shape at time 0, see `collision.arrays.Motion`.
        duration: How long to search [s]; may be infinite.
        nearest_only: Only the earliest contact of all is wanted; later pairs may stay APART.

    Returns:
        status (k,): APART, TOUCHING or UNDECIDED (touching no earlier than the time); time (k,) [s]; result rows
        (k, 10) at that time: separation, normal from the first to the second, nearest point of each.
    """
    query, count = kept_query(_FirstContacts, shapes, len(pair)), len(pair)
    status, time, found = np.zeros(count, dtype=np.int64), np.zeros(count), np.zeros((count, 10))
    put(query.search, pair=pair, motion=motion, status=status, time=time, found=found)
    query.run(duration, nearest_only)
    search = query.search
    return as_array(search.status).copy(), as_array(search.time).copy(), as_array(search.found).copy()


class _FirstContacts:
    """Conservative advancement of the parts of moving shapes."""

    def __init__(self, shapes: ShapeSet) -> None:
        self.search = ContactSearch(first_part=shapes.first_part)
        work = AdvanceWork(
            distance=work_of_thread(),
            motion=np.zeros(2, dtype=dtype_of(Motion)),
            part=np.zeros(2, dtype=dtype_of(MovingPart)),
            approach=np.zeros(1, dtype=dtype_of(Approach)),
            found=np.zeros(2, dtype=dtype_of(Separation)),
        )
        self.run = bind(contact_rows, shapes.parts, shapes.table, self.search, work)


def start_poses(motion: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return positions (n, 3) and quaternions (n, 4) of motions (n, 16) at time 0."""
    rows = named(motion, Motion)
    return rows["position"], rows["attitude"]


@routine
def _pass_by(radius_a: float, radius_b: float, duration: float, work: AdvanceWork) -> bool:
    """Return whether bounding spheres about the two centers, which hold the parts in any orientation, never touch."""
    a, b = work.motion[0], work.motion[1]
    radius_a += norm(work.part[0].place - a.center)
    radius_b += norm(work.part[1].place - b.center)
    gap, v = start_center(b) - start_center(a), b.velocity - a.velocity
    speed = square(v)
    nearest = -dot(gap, v) / speed if speed > 0.0 else 0.0
    nearest = min(max(nearest, 0.0), duration)
    slack = (radius_a + radius_b) * (1.0 + 1e-9) + 1e-12 * norm(gap)
    return norm(gap + nearest * v) > slack


@kernel
def contact_rows(
    duration: float,
    nearest_only: bool,
    parts: Parts,
    shapes: ConvexTable,
    search: ContactSearch,
    work: AdvanceWork,
) -> None:
    """Fill status, time and contact of each row, as `first_contacts` returns them."""
    limit, found, part_a, part_b = duration, work.found[1], work.part[0], work.part[1]
    for i in range(len(search.pair)):
        a, b = search.pair[i].a, search.pair[i].b
        work.motion[0], work.motion[1] = search.motion[a], search.motion[b]
        search.status[i], search.time[i] = APART, limit
        for j in range(search.first_part[a], search.first_part[a + 1]):
            for k in range(search.first_part[b], search.first_part[b + 1]):
                part_a.row, part_a.place, part_a.turn = parts.row[j], parts.position[j], parts.attitude[j]
                part_b.row, part_b.place, part_b.turn = parts.row[k], parts.position[k], parts.attitude[k]
                if _pass_by(parts.bounding_radius[j], parts.bounding_radius[k], search.time[i], work):
                    continue
                ended, at = advance_pair(search.time[i], shapes, work, found)
                # An undecided pair stands for a contact at the time reached: never later than its true one.
                if ended != APART and (search.status[i] == APART or at < search.time[i]):
                    search.status[i], search.time[i] = ended, at
                    search.found[i] = found
        if nearest_only and search.status[i] != APART:
            limit = search.time[i]
