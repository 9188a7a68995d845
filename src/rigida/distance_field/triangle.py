"""Nearest point of a triangle to a point, and which of its seven Voronoi regions the point lies in.

The regions are the face, three edges and three corners; each is found by signs of products of edge vectors with vectors
from corners to the point (Popovski 2008, 3.2; Ericson 2005, 5.1.5). Every distance of this package comes from here.
"""

from rigida.distance_field.arrays import Triangle
from rigida.jit.decorators import inlined
from rigida.math.vec3 import Vec3, dot, square

# Regions, in the order of a triangle's pseudo-normals.
FACE = 0
EDGE = 1  # EDGE + k: the edge from corner k to corner k + 1
CORNER = 4  # CORNER + k


@inlined
def nearest_on_triangle(point: Vec3, triangle: Triangle) -> tuple[float, Vec3, int]:
    """Return squared distance, nearest point and region of a triangle."""
    origin = triangle.corner[0]
    u, v, p = triangle.corner[1] - origin, triangle.corner[2] - origin, point - origin
    au, av = dot(u, p), dot(v, p)
    region, s, w = FACE, 0.0, 0.0
    if au <= 0.0 and av <= 0.0:
        region = CORNER
    else:
        uu, uv = dot(u, u), dot(u, v)
        bu, bv = au - uu, av - uv
        if bu >= 0.0 and bv <= bu:
            region, s = CORNER + 1, 1.0
        else:
            c = au * bv - bu * av
            if c <= 0.0 and au >= 0.0 and bu <= 0.0:
                region, s = EDGE, au / (au - bu)
            else:
                vv = dot(v, v)
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
                            inverse = 1.0 / (a + b + c)
                            s, w = b * inverse, c * inverse
    q = origin + s * u + w * v
    return square(point - q), q, region
