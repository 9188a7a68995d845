"""Steps in parts: where a concave body is about to hit something hard, the step is taken in several shorter ones.

Contacts are found where bodies are at the begin of a step, and hold for the way they go in it. The nearest places of
hollow bodies change on a long way, and a thin wall may lie within it: bodies that close by more than `LONGEST` in a
step would overlap, or pass it.
"""

import math

from rigida.compilation import kernel, whole
from rigida.fields import FloatArray, IntArray
from rigida.realtime.contact_memory import BODY_A, BODY_B, COUNT, IS_PATCH, POINT, SLOT, STAMP

#: Furthest that a concave body may close upon what it hits, in one part of a step [m], and most parts.
LONGEST, MOST_PARTS = 0.02, 25


@kernel
def hardest_hit(
    contacts: int,
    contact: FloatArray,
    contact_of: IntArray,
    memory: FloatArray,
    center: FloatArray,
    twist: FloatArray,
    dt: float,
) -> float:
    """Return the longest way that a concave pair closes in dt among those that would overlap by then [m]."""
    longest = 0.0
    for m in range(contacts):
        if memory[contact_of[m, SLOT], STAMP] != IS_PATCH:
            continue
        a, b = whole(contact_of[m, BODY_A]), whole(contact_of[m, BODY_B])
        nx, ny, nz = contact[m, 0], contact[m, 1], contact[m, 2]
        for k in range(contact_of[m, COUNT]):
            p = POINT + 4 * k
            x, y, z = contact[m, p] - center[a, 0], contact[m, p + 1] - center[a, 1], contact[m, p + 2] - center[a, 2]
            u, v, w = contact[m, p] - center[b, 0], contact[m, p + 1] - center[b, 1], contact[m, p + 2] - center[b, 2]
            vx = twist[a, 0] - twist[b, 0] + twist[a, 4] * z - twist[a, 5] * y - twist[b, 4] * w + twist[b, 5] * v
            vy = twist[a, 1] - twist[b, 1] + twist[a, 5] * x - twist[a, 3] * z - twist[b, 5] * u + twist[b, 3] * w
            vz = twist[a, 2] - twist[b, 2] + twist[a, 3] * y - twist[a, 4] * x - twist[b, 3] * v + twist[b, 4] * u
            way = dt * (vx * nx + vy * ny + vz * nz)
            if way > contact[m, p + 3]:
                longest = max(longest, way)
    return longest


def parts_for(way: float) -> int:
    """Return in how many parts a step is taken in which a concave body closes by `way` [m]."""
    return min(max(math.ceil(way / LONGEST), 1), MOST_PARTS)
