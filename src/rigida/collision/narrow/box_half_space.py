"""Contact of a box with a half-space: its lowest corners. Entry of the pair table for scenes of boxes alone."""

import math

from rigida.collision.arrays import ConvexTable, FoundManifold, PlacedShapes
from rigida.collision.narrow.box_axes import half_extents
from rigida.jit.decorators import inlined
from rigida.math.quat import rotation_matrix
from rigida.math.vec3 import Vec3, dot


@inlined
def box_half_space_manifold(
    a: int, b: int, n: Vec3, margin: float, placed: PlacedShapes, shapes: ConvexTable, out: FoundManifold
) -> int:
    """Write the corners of box b no higher than the margin above half-space a, the four lowest if there are more.

    The unit normal n leaves the half-space, whose plane goes through its position. A feature is the corner's number.
    Returns the count; points lie halfway between both surfaces.
    """
    r, center, half = rotation_matrix(placed.attitude[b]), placed.position[b], half_extents(b, placed, shapes)
    height = dot(n, center - placed.position[a])
    along = n @ r
    h0, h1, h2 = along.x * half.x, along.y * half.y, along.z * half.z
    if height - abs(h0) - abs(h1) - abs(h2) > margin:
        return 0
    count, taken = 0, 0
    while count < 4:
        best, corner = math.inf, -1
        for k in range(8):
            s = height + (h0 if k & 1 else -h0) + (h1 if k & 2 else -h1) + (h2 if k & 4 else -h2)
            if s < best and not (taken >> k) & 1:
                best, corner = s, k
        if best > margin:
            break
        taken |= 1 << corner
        x, y, z = (
            half.x if corner & 1 else -half.x,
            half.y if corner & 2 else -half.y,
            half.z if corner & 4 else -half.z,
        )
        out.point[count] = Vec3(
            center.x + r.xx * x + r.xy * y + r.xz * z - 0.5 * best * n.x,
            center.y + r.yx * x + r.yy * y + r.yz * z - 0.5 * best * n.y,
            center.z + r.zx * x + r.zy * y + r.zz * z - 0.5 * best * n.z,
        )
        out.separation[count], out.feature[count] = best, corner
        count += 1
    return count
