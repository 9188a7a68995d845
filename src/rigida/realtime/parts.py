"""Steps in parts: where a concave body is about to hit something hard, the step is taken in several shorter ones.

Contacts are found where bodies are at the begin of a step, and hold for the way they go in it. The nearest places of
hollow bodies change on a long way, and a thin wall may lie within it: bodies that close by more than `LONGEST` in a
step would overlap, or pass it.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from rigida.compilation import kernel, whole
from rigida.fields import FloatArray, IntArray
from rigida.realtime.contact_memory import BODY_A, BODY_B, COUNT, IMPULSE, IS_PATCH, LANDED, POINT, SLOT, STAMP

if TYPE_CHECKING:
    from rigida.realtime.contact_set import ContactSet

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


def pair_impulses(contacts: "ContactSet") -> dict[tuple[int, int], float]:
    """Return the sum of the normal impulses between each two bodies that touch [N s]."""
    of = contacts.contact_of[: contacts.count]
    memory = contacts.memory[of[:, SLOT]]
    impulse = memory[:, IMPULSE : IMPULSE + 4] + memory[:, LANDED : LANDED + 4]
    total = np.where(np.arange(4) < of[:, COUNT, None], impulse, 0.0).sum(axis=1)
    sums: dict[tuple[int, int], float] = {}
    for a, b, value in zip(of[:, BODY_A].tolist(), of[:, BODY_B].tolist(), total.tolist(), strict=True):
        sums[a, b] = sums.get((a, b), 0.0) + value
    return sums


def tell_impulses(contacts: "ContactSet", parts: list[dict[tuple[int, int], float]]) -> None:
    """Let the contacts of the last part tell the impulses of all parts of a step.

    Impulses that go on are those of a whole step by now; what is missing, or too much, is told as not going on, shared
    by the points of a pair.
    """
    told = pair_impulses(contacts)
    points: dict[tuple[int, int], int] = {}
    of = contacts.contact_of[: contacts.count]
    for a, b, count in of[:, [BODY_A, BODY_B, COUNT]].tolist():
        points[a, b] = points.get((a, b), 0) + count
    for a, b, slot, count in of[:, [BODY_A, BODY_B, SLOT, COUNT]].tolist():
        whole_step = sum(part.get((a, b), 0.0) for part in parts)
        contacts.memory[slot, LANDED : LANDED + count] += (whole_step - told[a, b]) / points[a, b]
