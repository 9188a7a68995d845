"""The z-buffer: the visible triangle at each sample of the picture, and its depth.

A sample keeps the inverse depth 1/z of the nearest surface (0: infinitely far) and that surface's number: a triangle's
row, −1 for the sky, −2 − k for plane k. The inverse depth of a plane is linear over the picture, so that triangles and
half-spaces are filled row by row without a division. Samples lie at the middles of their cells; a sample on the edge
between two triangles belongs to exactly one of them, because both compute the crossing from the same end points.

A view (12,) holds eye, right, up, forward: depth is measured along forward.
"""

import math
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.jit.decorators import inlined, kernel, routine

Samples = np.ndarray[Any, np.dtype[np.float32]]
Numbers = np.ndarray[Any, np.dtype[np.int32]]
SKY = -1
FIRST_PLANE = -2


@kernel
def fill_planes(depth: Samples, seen: Numbers, plane: FloatArray) -> None:
    """Clear the buffer to sky and planes; plane (p, 3) holds a, b, c of 1/z = a + b column + c row."""
    rows, columns = depth.shape
    for row in range(rows):
        # The first plane, usually the only one, is laid at once on a clear sky: most of the time goes into memory.
        start, slope = np.float32(-1.0), np.float32(0.0)
        if plane.shape[0] > 0:
            start = np.float32(plane[0, 0] + plane[0, 1] * 0.5 + plane[0, 2] * (row + 0.5))
            slope = np.float32(plane[0, 1])
        for column in range(columns):
            z = start + slope * np.float32(column)
            depth[row, column] = z if z > np.float32(0.0) else np.float32(0.0)
            seen[row, column] = np.int32(FIRST_PLANE if z > np.float32(0.0) else SKY)
        for k in range(1, plane.shape[0]):
            start = np.float32(plane[k, 0] + plane[k, 1] * 0.5 + plane[k, 2] * (row + 0.5))
            slope = np.float32(plane[k, 1])
            number = np.int32(FIRST_PLANE - k)
            for column in range(columns):
                z = start + slope * np.float32(column)
                nearer = z > depth[row, column]
                depth[row, column] = z if nearer else depth[row, column]
                seen[row, column] = number if nearer else seen[row, column]


@inlined
def edge(xa: float, ya: float, xb: float, yb: float) -> tuple[float, float, float, float]:
    """Return x and y of the upper end, y of the lower end and the slope dx/dy; the same for both directions."""
    if ya > yb:
        xa, ya, xb, yb = xb, yb, xa, ya
    return xa, ya, yb, (xb - xa) / (yb - ya) if yb > ya else 0.0


@inlined
def widened(
    left: float, right: float, x: float, top: float, bottom: float, slope: float, y: float
) -> tuple[float, float]:
    """Return the span of a row at height y, extended to its crossing with an edge."""
    if top <= y < bottom:
        crossing = x + (y - top) * slope
        left, right = min(left, crossing), max(right, crossing)
    return left, right


@routine
def fill_triangle(
    depth: Samples,
    seen: Numbers,
    number: int,
    xa: float,
    ya: float,
    za: float,
    xb: float,
    yb: float,
    zb: float,
    xc: float,
    yc: float,
    zc: float,
    glass: bool,
) -> None:
    """Fill a triangle given by columns, rows and inverse depths of its corners; of glass, every other sample."""
    area = (xb - xa) * (yc - ya) - (xc - xa) * (yb - ya)
    if not abs(area) > 1e-12:
        return
    slope_x = ((zb - za) * (yc - ya) - (zc - za) * (yb - ya)) / area
    slope_y = ((zc - za) * (xb - xa) - (zb - za) * (xc - xa)) / area
    limit = float(depth.shape[1])
    first = max(min(ya, yb, yc) - 0.5, 0.0)
    last = min(max(ya, yb, yc) - 0.5, depth.shape[0] - 1.0)
    if first > last or max(xa, xb, xc) <= 0.0 or min(xa, xb, xc) >= limit:
        return
    x_ab, top_ab, bottom_ab, slope_ab = edge(xa, ya, xb, yb)
    x_bc, top_bc, bottom_bc, slope_bc = edge(xb, yb, xc, yc)
    x_ca, top_ca, bottom_ca, slope_ca = edge(xc, yc, xa, ya)
    step, mark = np.float32(slope_x), np.int32(number)
    for row in range(math.ceil(first), math.floor(last) + 1):
        y = row + 0.5
        left, right = widened(math.inf, -math.inf, x_ab, top_ab, bottom_ab, slope_ab, y)
        left, right = widened(left, right, x_bc, top_bc, bottom_bc, slope_bc, y)
        left, right = widened(left, right, x_ca, top_ca, bottom_ca, slope_ca, y)
        if not left < right:
            continue
        begin = math.ceil(min(max(left, 0.0), limit) - 0.5)
        end = math.ceil(min(max(right, 0.0), limit) - 0.5)
        if begin >= end:
            continue
        start = np.float32(za + slope_x * (begin + 0.5 - xa) + slope_y * (y - ya))
        if glass:
            for k in range((begin + row) & 1, end - begin, 2):
                z = start + step * np.float32(np.int32(k))
                if z > depth[row, begin + k]:
                    depth[row, begin + k], seen[row, begin + k] = z, mark
            continue
        for k in range(end - begin):
            z = start + step * np.float32(np.int32(k))
            nearer = z > depth[row, begin + k]
            depth[row, begin + k] = z if nearer else depth[row, begin + k]
            seen[row, begin + k] = mark if nearer else seen[row, begin + k]


@inlined
def seen_from(view: FloatArray, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a world point as distances along right, up and forward of the view."""
    x, y, z = x - view[0], y - view[1], z - view[2]
    return (
        x * view[3] + y * view[4] + z * view[5],
        x * view[6] + y * view[7] + z * view[8],
        x * view[9] + y * view[10] + z * view[11],
    )


@kernel
def fill_triangles(
    depth: Samples, seen: Numbers, corner_W: FloatArray, glass: Any, view: FloatArray, scale: float
) -> None:
    """Fill all triangles that face the view; `scale` is columns per unit of tangent, glass (t,) is seen through."""
    near = view[12]
    middle_x, middle_y = 0.5 * depth.shape[1], 0.5 * depth.shape[0]
    for t in range(corner_W.shape[0]):
        ax, ay, az = seen_from(view, corner_W[t, 0], corner_W[t, 1], corner_W[t, 2])
        bx, by, bz = seen_from(view, corner_W[t, 3], corner_W[t, 4], corner_W[t, 5])
        cx, cy, cz = seen_from(view, corner_W[t, 6], corner_W[t, 7], corner_W[t, 8])
        # Volume of the tetrahedron with the eye: its sign says which side is seen (right, up, forward are left-handed).
        facing = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
        if facing <= 0.0 or max(az, bz, cz) <= near:
            continue
        # Turned so that corner a is on the side of the near plane where it is alone, or all are in front.
        if (az > near) != (bz > near) and (az > near) != (cz > near):
            pass
        elif (bz > near) != (az > near) and (bz > near) != (cz > near):
            ax, ay, az, bx, by, bz, cx, cy, cz = bx, by, bz, cx, cy, cz, ax, ay, az
        elif (cz > near) != (az > near):
            ax, ay, az, bx, by, bz, cx, cy, cz = cx, cy, cz, ax, ay, az, bx, by, bz
        dx, dy, dz, corners = 0.0, 0.0, 1.0, 3
        if az > near and bz <= near:
            f, g = (az - near) / (az - bz), (az - near) / (az - cz)
            bx, by, bz = ax + f * (bx - ax), ay + f * (by - ay), near
            cx, cy, cz = ax + g * (cx - ax), ay + g * (cy - ay), near
        elif az <= near:
            f, g = (bz - near) / (bz - az), (cz - near) / (cz - az)
            dx, dy, dz = cx + g * (ax - cx), cy + g * (ay - cy), near
            ax, ay, az = bx + f * (ax - bx), by + f * (ay - by), near
            corners = 4
        za, zb, zc = 1.0 / az, 1.0 / bz, 1.0 / cz
        xa, ya = middle_x + scale * ax * za, middle_y - scale * ay * za
        xb, yb = middle_x + scale * bx * zb, middle_y - scale * by * zb
        xc, yc = middle_x + scale * cx * zc, middle_y - scale * cy * zc
        fill_triangle(depth, seen, t, xa, ya, za, xb, yb, zb, xc, yc, zc, glass[t])
        if corners == 4:
            zd = 1.0 / dz
            xd, yd = middle_x + scale * dx * zd, middle_y - scale * dy * zd
            fill_triangle(depth, seen, t, xa, ya, za, xc, yc, zc, xd, yd, zd, glass[t])
