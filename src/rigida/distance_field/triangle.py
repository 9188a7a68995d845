"""Nearest point of a triangle to a point, and which of its seven Voronoi regions the point lies in.

The regions are the face, three edges and three corners; each is told by signs of products of edge vectors with vectors
from corners to the point (Popovski 2008, 3.2; Ericson 2005, 5.1.5). Every distance of this package comes from here.
"""

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined
from rigida.math.vector import dot

# Regions, in the order of a triangle's pseudo-normals.
FACE = 0
EDGE = 1  # EDGE + k: the edge from corner k to corner k + 1
CORNER = 4  # CORNER + k


@inlined
def nearest_on_triangle(
    x: float, y: float, z: float, triangle: FloatArray, t: int
) -> tuple[float, float, float, float, int]:
    """Return squared distance, nearest point and region of row t of triangle (m, 9), its corners one after another."""
    ax, ay, az = triangle[t, 0], triangle[t, 1], triangle[t, 2]
    ux, uy, uz = triangle[t, 3] - ax, triangle[t, 4] - ay, triangle[t, 5] - az
    vx, vy, vz = triangle[t, 6] - ax, triangle[t, 7] - ay, triangle[t, 8] - az
    px, py, pz = x - ax, y - ay, z - az
    au, av = dot(ux, uy, uz, px, py, pz), dot(vx, vy, vz, px, py, pz)
    region, s, w = FACE, 0.0, 0.0
    if au <= 0.0 and av <= 0.0:
        region = CORNER
    else:
        uu, uv = dot(ux, uy, uz, ux, uy, uz), dot(ux, uy, uz, vx, vy, vz)
        bu, bv = au - uu, av - uv
        if bu >= 0.0 and bv <= bu:
            region, s = CORNER + 1, 1.0
        else:
            c = au * bv - bu * av
            if c <= 0.0 and au >= 0.0 and bu <= 0.0:
                region, s = EDGE, au / (au - bu)
            else:
                vv = dot(vx, vy, vz, vx, vy, vz)
                cu, cv = au - uv, av - vv
                if cv >= 0.0 and cu <= cv:
                    region, w = CORNER + 2, 1.0
                else:
                    b = cu * av - au * cv
                    if b <= 0.0 and av >= 0.0 and cv <= 0.0:
                        region, w = EDGE + 2, av / (av - cv)
                    else:
                        a = bu * cv - cu * bv
                        if a <= 0.0 and bv - bu >= 0.0 and cu - cv >= 0.0:
                            region = EDGE + 1
                            w = (bv - bu) / ((bv - bu) + (cu - cv))
                            s = 1.0 - w
                        else:
                            whole = 1.0 / (a + b + c)
                            s, w = b * whole, c * whole
    qx, qy, qz = ax + s * ux + w * vx, ay + s * uy + w * vy, az + s * uz + w * vz
    dx, dy, dz = x - qx, y - qy, z - qz
    return dx * dx + dy * dy + dz * dz, qx, qy, qz, region
