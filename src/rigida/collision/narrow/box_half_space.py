"""Contact of a box with a half-space: corners of its lowest face. Entry of the pair table for scenes of boxes alone."""

from rigida.collision.arrays import ConvexTable, FoundManifold, PlacedShapes
from rigida.collision.narrow.box_axes import half_extents
from rigida.jit.decorators import inlined
from rigida.math.quat import rotation_matrix
from rigida.math.vec3 import Vec3, dot


@inlined
def box_half_space_manifold(
    a: int, b: int, n: Vec3, margin: float, placed: PlacedShapes, shapes: ConvexTable, out: FoundManifold
) -> int:
    """Write those corners of the lowest face of box b that are within the margin above half-space a.

    Not its four lowest ones: those of a slim box that falls over would be all at the end it stands on. The unit normal
    n leaves the half-space, whose plane goes through its position. A feature is the corner's number. Returns the count;
    points lie halfway between both surfaces, the lowest comes first.
    """
    r, center, half = rotation_matrix(placed.attitude[b]), placed.position[b], half_extents(b, placed, shapes)
    height = dot(n, center - placed.position[a])
    along = n @ r
    h0, h1, h2 = along.x * half.x, along.y * half.y, along.z * half.z
    if height - abs(h0) - abs(h1) - abs(h2) > margin:
        return 0
    lowest = (1 if h0 < 0.0 else 0) | (2 if h1 < 0.0 else 0) | (4 if h2 < 0.0 else 0)
    u, v, p, q = 1, 2, abs(h0), abs(h1)  # what leads from corner to corner of the face, and half how much higher
    if abs(along.x) >= abs(along.y) and abs(along.x) >= abs(along.z):
        u, p, v, q = 2, abs(h1), 4, abs(h2)
    elif abs(along.y) >= abs(along.z):
        v, q = 4, abs(h2)
    if p > q:
        u, v = v, u
    count = 0
    for step in range(4):
        corner = lowest ^ (u if step & 1 else 0) ^ (v if step & 2 else 0)
        x, y, z = 1.0 if corner & 1 else -1.0, 1.0 if corner & 2 else -1.0, 1.0 if corner & 4 else -1.0
        gap = height + x * h0 + y * h1 + z * h2
        if gap > margin:
            continue
        out.point[count] = center + r @ Vec3(x * half.x, y * half.y, z * half.z) - (0.5 * gap) * n
        out.separation[count], out.feature[count] = gap, corner
        count += 1
    return count
