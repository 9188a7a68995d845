"""Meshes of robots: convex hulls for collisions, or the true surfaces on request.

Collision meshes of robot files are taken for their hulls, as MuJoCo and the tools of URDF do: they need not be closed,
and a hull of few corners is quick to touch.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Vec3
from rigida.geometry import ConvexHull, Mesh, Shape
from rigida.geometry.mesh_file import read_points
from rigida.importers.findings import Findings
from rigida.importers.paths import packaged
from rigida.importers.xml_tree import Element
from rigida.math.dense import product, symmetric_eigen
from rigida.scene.files.source import SourceError

#: A hull keeps at most about this many corners: what it then loses of a sphere is 0.7 % of the radius.
HULL_CORNERS = 128
#: Corners in one plane become a plate this fraction of their extent thick.
_PLATE = 1e-3


def collision_mesh(file: Path, scale: Vec3, true_surface: bool = False) -> Shape:
    """Return the collision mesh of a mesh file, scaled along each axis (a negative factor mirrors)."""
    if not true_surface:
        return _file_hull(str(file), scale, file.stat().st_mtime_ns)
    if scale[0] == scale[1] == scale[2] > 0.0:
        return Mesh.from_file(file, scale[0])
    vertices, triangles = Mesh.from_file(file).surface()
    turned = triangles[:, ::-1] if np.prod(scale) < 0.0 else triangles
    return Mesh(vertices * np.array(scale), turned)


def drawn_mesh(robot: Path, name: str, search: Sequence[Path], where: Element, findings: Findings) -> Path | None:
    """Return the file of a mesh that is only drawn; a missing one is reported, and the rest is read."""
    try:
        return packaged(robot, name, search)
    except SourceError:
        findings.leave_out("the file of a mesh that is only drawn is not found", where)
        return None


@lru_cache(maxsize=512)
def _file_hull(file: str, scale: Vec3, changed: int) -> ConvexHull:
    return bounded_hull(read_points(f"Mesh '{file}'", file) * np.array(scale))


def bounded_hull(points: FloatArray) -> ConvexHull:
    """Return the hull of points, limited to support points in about `HULL_CORNERS` directions."""
    points = np.unique(points, axis=0)
    try:
        hull = ConvexHull(points)
    except ModelError:
        hull = ConvexHull(_thickened(points))
    corners = hull.surface()[0]
    if len(corners) > HULL_CORNERS:
        centered = corners - corners.mean(axis=0)
        extent = np.abs(centered).max(axis=0)
        # Directions are spread over the hull's own proportions, so that a flat one keeps its outline.
        directions = sphere_directions(2 * HULL_CORNERS) / np.maximum(extent, 1e-3 * extent.max())
        furthest = np.argmax(product(centered, directions.T), axis=0)
        corners = corners[np.unique(furthest)]
    return ConvexHull(corners)


def sphere_directions(count: int) -> FloatArray:
    """Return unit vectors (count, 3) spread evenly over the sphere (a Fibonacci lattice), and the axes."""
    i = np.arange(count) + 0.5
    z, angle = 1.0 - 2.0 * i / count, math.pi * (1.0 + math.sqrt(5.0)) * i
    across = np.sqrt(1.0 - z * z)
    spread = np.column_stack([across * np.cos(angle), across * np.sin(angle), z])
    return np.concatenate([spread, np.eye(3), -np.eye(3)])


def _thickened(points: FloatArray) -> FloatArray:
    """Return points of a plane (or a line) moved to both sides along the directions in which they have no extent."""
    seen = points - points.mean(axis=0)
    spread, axes = symmetric_eigen(product(seen.T, seen))
    half = 0.5 * _PLATE * (float(np.ptp(points, axis=0).max()) or 1.0)
    for size, axis in zip(spread, axes.T, strict=True):
        if size <= 1e-12 * spread[-1]:
            points = np.concatenate([points - half * axis, points + half * axis])
    return points
