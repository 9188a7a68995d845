"""How far samples are sought: in a step only what moves towards the other solid comes near it.

Seen from a solid, places x of the other move by U + W × x in a step. A sample whose distance has the gradient g comes
nearer by −g·(U + W × x); a part of the way that leads aside is added, for hits within the step turn velocities.
"""

import math

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, routine

# Columns of a drift: way of the origin, turn.
WAY, TURN = 0, 3
DRIFT_WIDTH = 6

#: Part of the way that is looked ahead in all directions.
_ASIDE = 0.5


@routine
def drift_from(world: FloatArray, drift: FloatArray, m: int, sign: float, seen: FloatArray) -> None:
    """Fill seen (6,) with row m of drift (n, 6), given in world coordinates, in the frame of a pose world (12,)."""
    wx, wy, wz = drift[m, TURN], drift[m, TURN + 1], drift[m, TURN + 2]
    x = drift[m, WAY] + wy * world[11] - wz * world[10]
    y = drift[m, WAY + 1] + wz * world[9] - wx * world[11]
    z = drift[m, WAY + 2] + wx * world[10] - wy * world[9]
    for c in range(3):
        seen[WAY + c] = sign * (world[c] * x + world[3 + c] * y + world[6 + c] * z)
        seen[TURN + c] = sign * (world[c] * wx + world[3 + c] * wy + world[6 + c] * wz)


@inlined
def way_at(x: float, y: float, z: float, drift: FloatArray) -> tuple[float, float, float]:
    """Return how a place moves in the step."""
    wx, wy, wz = drift[TURN], drift[TURN + 1], drift[TURN + 2]
    return drift[WAY] + wy * z - wz * y, drift[WAY + 1] + wz * x - wx * z, drift[WAY + 2] + wx * y - wy * x


@inlined
def furthest_way(x: float, y: float, z: float, radius: float, drift: FloatArray) -> float:
    """Return the longest way in the step of places within `radius` of a point."""
    wx, wy, wz = drift[TURN], drift[TURN + 1], drift[TURN + 2]
    u, v, w = way_at(x, y, z, drift)
    return math.sqrt(u * u + v * v + w * w) + radius * math.sqrt(wx * wx + wy * wy + wz * wz)


@inlined
def closing_way(x: float, y: float, z: float, gx: float, gy: float, gz: float, drift: FloatArray) -> float:
    """Return how much nearer a place may come in the step where its distance has the gradient g."""
    u, v, w = way_at(x, y, z, drift)
    return max(-(u * gx + v * gy + w * gz), 0.0) + _ASIDE * math.sqrt(u * u + v * v + w * w)
