"""Exact volume, center and inertia of the solid inside a closed triangle surface.

Every triangle (a, b, c) makes a signed tetrahedron with a reference point o; with a, b, c measured from o,
d = a · (b × c) and s = a + b + c,

    V = Σ d/6        ∫x dV = Σ d/24 s        ∫x xᵀ dV = Σ d/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ)

The result does not depend on o in exact arithmetic; o is put at the center of mass (found by a first pass from the
middle of the box), so that a mesh far from the origin keeps its precision. The same integrals as Mirtich 1996.
"""

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError
from rigida.geometry.mass_properties import MassProperties
from rigida.jit.decorators import inlined, kernel
from rigida.math.vector import cross, dot

#: Rows of the sums of `add_tetrahedra`: six volumes, then first moments along x, y, z, then xx, yy, zz, xy, xz, yz.
_VOLUME, _FIRST, _SECOND, _SUMS = 0, slice(1, 4), slice(4, 10), 10


@inlined
def add(sums: FloatArray, k: int, value: float) -> None:
    """Add to the k-th compensated sum (…, 2), whose rounding error does not grow with the number of terms."""
    total = sums[k, 0] + value
    lost = (sums[k, 0] - total) + value if abs(sums[k, 0]) >= abs(value) else (value - total) + sums[k, 0]
    sums[k, 0] = total
    sums[k, 1] += lost


@kernel
def add_tetrahedra(vertices: FloatArray, triangles: IntArray, reference: FloatArray, sums: FloatArray) -> None:
    """Add d, d s and d (a aᵀ + b bᵀ + c cᵀ + s sᵀ) of every triangle to sums (10, 2)."""
    ox, oy, oz = reference[0], reference[1], reference[2]
    for t in range(triangles.shape[0]):
        i, j, k = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        ax, ay, az = vertices[i, 0] - ox, vertices[i, 1] - oy, vertices[i, 2] - oz
        bx, by, bz = vertices[j, 0] - ox, vertices[j, 1] - oy, vertices[j, 2] - oz
        cx, cy, cz = vertices[k, 0] - ox, vertices[k, 1] - oy, vertices[k, 2] - oz
        nx, ny, nz = cross(bx, by, bz, cx, cy, cz)
        d = dot(ax, ay, az, nx, ny, nz)
        sx, sy, sz = ax + bx + cx, ay + by + cy, az + bz + cz
        add(sums, 0, d)
        add(sums, 1, d * sx)
        add(sums, 2, d * sy)
        add(sums, 3, d * sz)
        add(sums, 4, d * (ax * ax + bx * bx + cx * cx + sx * sx))
        add(sums, 5, d * (ay * ay + by * by + cy * cy + sy * sy))
        add(sums, 6, d * (az * az + bz * bz + cz * cz + sz * sz))
        add(sums, 7, d * (ax * ay + bx * by + cx * cy + sx * sy))
        add(sums, 8, d * (ax * az + bx * bz + cx * cz + sx * sz))
        add(sums, 9, d * (ay * az + by * bz + cy * cz + sy * sz))


def _moments(vertices: FloatArray, triangles: IntArray, reference: FloatArray) -> FloatArray:
    """Return the sums (10,) over all tetrahedra with the reference point, by the rows named above."""
    sums = np.zeros((_SUMS, 2))
    # copies, which kernels are compiled for: of any layout, of any kind of number, perhaps read-only
    vertices = np.array(vertices, dtype=np.float64, order="C")
    triangles = np.array(triangles, dtype=np.int32, order="C")
    add_tetrahedra(vertices, triangles, reference, sums)
    return np.asarray(sums[:, 0] + sums[:, 1])


def cross_rows(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return a × b of rows (t, 3): as np.cross, at a quarter of its time for the few rows of a hull."""
    ax, ay, az = a[:, 0], a[:, 1], a[:, 2]
    bx, by, bz = b[:, 0], b[:, 1], b[:, 2]
    result = np.empty((len(a), 3))
    result[:, 0] = ay * bz - az * by
    result[:, 1] = az * bx - ax * bz
    result[:, 2] = ax * by - ay * bx
    return result


def box_middle(vertices: FloatArray) -> FloatArray:
    """Return the middle (3,) of the bounding box of vertices (v, 3)."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    return np.asarray(low + 0.5 * (high - low))


def check_extent(who: str, points: FloatArray) -> None:
    """Raise if distances between points are so large or small that areas or moments over- or underflow."""
    extent = np.ptp(points, axis=0).max()
    if not (extent == 0.0 or 1e-50 <= extent <= 1e50):
        raise ModelError(f"{who}: its extent must be between 1e-50 and 1e50 m, got {extent:g}. Check the units.")


def signed_volume(vertices: FloatArray, triangles: IntArray) -> float:
    """Return the enclosed volume [m³]; negative where the triangles face inwards."""
    return float(_moments(vertices, triangles, box_middle(vertices))[_VOLUME] / 6.0)


def surface_area(vertices: FloatArray, triangles: IntArray) -> float:
    """Return the summed area of the triangles [m²]."""
    return float(0.5 * np.sum(np.linalg.norm(triangle_normals(vertices, triangles), axis=1)))


def triangle_normals(vertices: FloatArray, triangles: IntArray) -> FloatArray:
    """Return the outward normals (t, 3), each as long as twice its triangle's area."""
    a, b, c = vertices[triangles.T]
    return cross_rows(b - a, c - a)


def polyhedron_properties(vertices: FloatArray, triangles: IntArray) -> MassProperties:
    """Return mass, center and inertia at density 1 kg/m³ of a closed surface with outward triangles."""
    reference = box_middle(vertices)
    sums = _moments(vertices, triangles, reference)
    reference = reference + 0.25 * sums[_FIRST] / sums[_VOLUME]
    sums = _moments(vertices, triangles, reference)
    # What the first pass left over of the center is too small for a Steiner term (its square is below rounding).
    center = reference + 0.25 * sums[_FIRST] / sums[_VOLUME]
    xx, yy, zz, xy, xz, yz = sums[_SECOND].tolist()
    # Not trace − second: of a long thin body the two large terms would leave only rounding.
    inertia = np.array([[yy + zz, -xy, -xz], [-xy, xx + zz, -yz], [-xz, -yz, xx + yy]]) / 120.0
    return MassProperties(float(sums[_VOLUME] / 6.0), center, inertia)


def furthest_vertex(vertices: FloatArray, direction: FloatArray) -> FloatArray:
    """Return a copy (3,) of the vertex furthest along `direction`, the first of equally far ones.

    Written out because a BLAS product may round differently from one machine or row count to the next.
    """
    x, y, z = np.asarray(direction, dtype=np.float64)
    return np.array(vertices[np.argmax(vertices[:, 0] * x + vertices[:, 1] * y + vertices[:, 2] * z)])
