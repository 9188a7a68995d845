"""Distribution of the load of a patch over its points after they were replaced.

Of the points of a rim that are level any four may be kept, and others a step later. What the old ones carried would be
lost then, and with it where the patch presses: friction that acts elsewhere for a step turns what slides.
"""

import math

from rigida.collision.arrays import FoundManifold
from rigida.jit.decorators import routine
from rigida.jit.records import Rows
from rigida.math.vec3 import Vec3, cross, dot, square
from rigida.realtime.arrays import Contacts, OldPoint
from rigida.realtime.contacts.patch_friction import UNLOADED
from rigida.realtime.tuning import SLENDER


@routine
def spread_load(
    entry: int, before: int, count: int, found: FoundManifold, old: Rows[OldPoint], contacts: Contacts
) -> bool:
    """Let new points carry what the old ones did, with the same centre of pressure seen from the middle of the patch.

    As on a bed of springs, w_k = N (1/m + e · d_k), like `direct.patch_limits`. Returns false for points in a line
    and those without load, which are left as they are.
    """
    kept = contacts.cache.impulse[entry].normal
    middle, was, total, pressure = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), 0.0, Vec3(0.0, 0.0, 0.0)
    for k in range(count):
        middle += found.point[k] / count
    for i in range(before):
        was += old[i].place / before
        total += old[i].impulse
    for i in range(before):
        pressure += (old[i].impulse / (total + UNLOADED)) * (old[i].place - was)
    along = found.point[0] - middle
    x, xx, xy, yy = along / math.sqrt(square(along) + 1e-30), 0.0, 0.0, 0.0
    y = cross(found.normal, x)
    for k in range(count):
        away = found.point[k] - middle
        u, v = dot(away, x), dot(away, y)
        xx, xy, yy = xx + u * u, xy + u * v, yy + v * v
    determinant, trace = xx * yy - xy * xy, xx + yy
    if not (total > 0.0 and determinant > SLENDER * trace * trace):
        return False
    u, v, sum_of_parts = dot(pressure, x), dot(pressure, y), 0.0
    slope = ((yy * u - xy * v) / determinant) * x + ((xx * v - xy * u) / determinant) * y
    for k in range(count):
        kept[k] = max(1.0 / count + dot(slope, found.point[k] - middle), 0.0)
        sum_of_parts += kept[k]
    for k in range(count):
        kept[k] *= total / sum_of_parts
    return True
