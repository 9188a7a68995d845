"""The twists by which bodies of an island that was solved directly move through the step."""

import math

from rigida.arrays import FloatArray, IntArray
from rigida.jit.decorators import routine, whole
from rigida.realtime.contacts.manifold_cache import BODY_A, BODY_B
from rigida.realtime.direct.rows import LANDING, R_LAMBDA, approach


@routine
def moving_twists(
    count: int,
    rows: IntArray,
    first: int,
    last: int,
    contact_of: IntArray,
    body_order: IntArray,
    rank: IntArray,
    row: FloatArray,
    twist: FloatArray,
    before: FloatArray,
    smooth: float,
    moving: FloatArray,
) -> None:
    """Fill the twists by which bodies move: the mean of both ends where the motion is smooth, else the end.

    A slide then follows the closed form; the end velocity alone, as in semi-implicit Euler, errs by half a step of
    acceleration. Where a contact takes up an approach the velocity jumps at the begin of the step: the mean would carry
    the bodies into each other, and pushing them out again would keep a rocking stack awake.
    """
    for p in range(first, last):
        moving[body_order[p], 0] = 0.5
    for q in range(count):
        a, b = whole(contact_of[rows[q], BODY_A]), whole(contact_of[rows[q], BODY_B])
        for k in range(4):
            if row[q, R_LAMBDA + k] > 0.0 and approach(q, k, a, b, row, before) < -LANDING:
                moving[a, 0] = 0.0 if rank[a] >= 0 else moving[a, 0]
                moving[b, 0] = 0.0 if rank[b] >= 0 else moving[b, 0]
    for p in range(first, last):
        i = body_order[p]
        x, y, z = twist[i, 0] - before[i, 0], twist[i, 1] - before[i, 1], twist[i, 2] - before[i, 2]
        part = moving[i, 0] if math.sqrt(x * x + y * y + z * z) <= smooth else 0.0
        for c in range(6):
            moving[i, c] = twist[i, c] - part * (twist[i, c] - before[i, c])
