"""Assets of MJCF that geoms are made of: meshes, their hulls and masses, and height fields."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.errors import ModelError
from rigida.fields import Vec3
from rigida.geometry import ConvexHull, Mesh, Shape
from rigida.geometry.mass_properties import MassProperties
from rigida.geometry.mesh_file import read_triangles
from rigida.geometry.polyhedron import polyhedron_properties, triangle_normals
from rigida.importers.mesh_files import bounded_hull, collision_mesh
from rigida.importers.robot import Pose
from rigida.importers.xml_tree import Element
from rigida.math.dense import product, symmetric_eigen
from rigida.math.rotation import quaternion_from_matrix_array
from rigida.scene.visual import Visual

_ONES: Vec3 = (1.0, 1.0, 1.0)
#: A height field may not have more corners than this.
_MAX_CORNERS = 1_000_000


class MeshAsset:
    """One mesh of a file's assets; its forms are made on first use."""

    def __init__(self, element: Element, file: Path | None, true_surface: bool) -> None:
        self._element, self._file, self._true_surface = element, file, true_surface
        self._scale = element.vector("scale", _ONES)
        if file is None and "vertex" not in element.attributes:
            raise element.error("a <mesh> needs a 'file' or 'vertex'.")
        at = np.array(element.vector("refpos", (0.0, 0.0, 0.0)))
        turn = np.array(element.numbers("refquat", 4) if "refquat" in element.attributes else [1.0, 0.0, 0.0, 0.0])
        self._reference = Pose(at, turn / np.linalg.norm(turn)).inverse()
        self._plain = not at.any() and turn[0] == 1.0

    @cached_property
    def triangles(self) -> tuple[FloatArray, IntArray]:
        """Vertices (v, 3) [m] and triangles (t, 3) at the scale and reference of the asset."""
        if self._file is not None:
            found = read_triangles(f"Mesh '{self._file.name}'", str(self._file))
            vertices, triangles = found.vertices, found.triangles
        else:
            vertices = np.array(self._element.numbers("vertex")).reshape(-1, 3)
            if "face" in self._element.attributes:
                triangles = np.array(self._element.numbers("face"), dtype=np.int32).reshape(-1, 3)
            else:
                vertices, triangles = ConvexHull(vertices).surface()
        if triangles.size and not 0 <= triangles.min() <= triangles.max() < len(vertices):
            raise self._element.error("a 'face' of <mesh> names a vertex that is not there.")
        placed = self._reference.position + self._reference.direction(vertices)
        turned = triangles[:, ::-1] if np.prod(self._scale) < 0.0 else triangles
        return placed * np.array(self._scale), turned

    @cached_property
    def solid(self) -> Shape:
        """Collision geometry: the hull, or the surface itself if requested."""
        if self._file is not None and self._plain:
            return collision_mesh(self._file, self._scale, self._true_surface)
        return Mesh(*self.triangles) if self._true_surface else bounded_hull(self.triangles[0])

    def visual(self, pose: Pose, color: str | None) -> Visual:
        """Return the mesh as it is drawn at a pose."""
        place: dict[str, Any] = {
            "position": tuple(pose.position.tolist()),
            "orientation": tuple(pose.orientation.tolist()),
        }
        if self._file is not None and self._plain:
            return Visual(file=str(self._file), scale=self._scale, color=color, **place)
        vertices, triangles = self.triangles
        return Visual(vertices=vertices, triangles=triangles, color=color, **place)

    @cached_property
    def mass(self) -> MassProperties:
        """Mass properties at density 1, by the rule that the asset's `inertia` names."""
        rule = self._element.text("inertia", "legacy")
        vertices, triangles = self.triangles
        if rule == "convex":
            return ConvexHull(vertices).unit_mass_properties()
        if rule == "shell":
            return _shell(vertices, triangles)
        # The rule of old takes each tetrahedron over the middle of the surface as positive.
        found = polyhedron_properties(vertices, triangles) if rule == "exact" else _all_positive(vertices, triangles)
        if not found.mass > 0.0:
            raise self._element.error("the mesh encloses no volume. Give its body an <inertial>.")
        return found

    def fitted(self, kind: str, to_box: bool) -> tuple[list[float], Pose]:
        """Return sizes and pose of a primitive fitted to a mesh, by its inertia or its extent."""
        mass = self.mass
        moments, axes = symmetric_eigen(mass.inertia)
        moments, axes = moments[::-1], axes[:, ::-1].copy()
        if np.linalg.det(axes) < 0.0:
            axes[:, 2] *= -1.0
        pose = Pose(mass.center, quaternion_from_matrix_array(axes))
        if to_box:
            seen = product(self.triangles[0] - mass.center, axes)
            half = 0.5 * np.ptp(seen, axis=0)
            pose = Pose(mass.center + product(axes, seen.min(axis=0) + half), pose.orientation)
        else:
            half = 0.5 * np.sqrt(np.maximum(6.0 * (moments.sum() - 2.0 * moments) / mass.mass, 0.0))
        radius = float(max(half[:2]) if to_box else half[:2].mean())
        if kind == "sphere":
            return [float(half.max() if to_box else half.mean())], pose
        if kind == "capsule":
            return [radius, max(0.0, float(half[2]) - (radius if to_box else 0.5 * radius))], pose
        return ([radius, float(half[2])] if kind == "cylinder" else half.tolist()), pose


def _all_positive(vertices: FloatArray, triangles: IntArray) -> MassProperties:
    """Return mass properties at density 1 of tetrahedra over the surface's triangles, all positive.

    Their apex is the middle of the surface for the center of mass, and that center for volume and inertia. Over a
    tetrahedron with one corner at the origin and the others v: ∫ x xᵀ = V/20 (Σ v vᵀ + s sᵀ) with s = Σ v.
    """
    area = np.linalg.norm(triangle_normals(vertices, triangles), axis=1)
    corners = vertices[triangles]
    middle = (area[:, None] * corners.mean(axis=1)).sum(axis=0) / area.sum()
    seen, volume = _tetrahedra(corners, middle)
    center = middle + (volume[:, None] * seen.sum(axis=1)).sum(axis=0) / (4.0 * max(float(volume.sum()), 1e-300))
    seen, volume = _tetrahedra(corners, center)
    whole = seen.sum(axis=1)
    second = np.einsum("t,tki,tkj->ij", volume / 20.0, seen, seen) + np.einsum(
        "t,ti,tj->ij", volume / 20.0, whole, whole
    )
    return MassProperties(float(volume.sum()), center, np.trace(second) * np.eye(3) - second)


def _tetrahedra(corners: FloatArray, apex: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the corners (t, 3, 3) of triangles as seen from a point, and the volumes of the tetrahedra over them."""
    seen = corners - apex
    return seen, np.abs(np.einsum("ti,ti->t", seen[:, 0], np.cross(seen[:, 1], seen[:, 2]))) / 6.0


def _shell(vertices: FloatArray, triangles: IntArray) -> MassProperties:
    """Return mass properties of the surface at density 1 per area."""
    area = 0.5 * np.linalg.norm(triangle_normals(vertices, triangles), axis=1)
    corners = vertices[triangles]
    center = (area[:, None] * corners.mean(axis=1)).sum(axis=0) / area.sum()
    seen = corners - center
    whole = seen.sum(axis=1)
    second = np.einsum("t,tki,tkj->ij", area / 12.0, seen, seen) + np.einsum("t,ti,tj->ij", area / 12.0, whole, whole)
    return MassProperties(float(area.sum()), center, np.trace(second) * np.eye(3) - second)


def height_field(element: Element, file: Path | None) -> Mesh:
    """Return a height field as an open mesh: elevations over a grid that is centered in its frame."""
    half_x, half_y, height, _ = element.numbers("size", 4)
    data = _elevations(element, file)
    low, high = float(data.min()), float(data.max())
    data = (data - low) / (high - low) if high > low else np.zeros_like(data)
    rows, columns = data.shape
    x, y = np.meshgrid(np.linspace(-half_x, half_x, columns), np.linspace(-half_y, half_y, rows))
    vertices = np.column_stack([x.ravel(), y.ravel(), height * data.ravel()])
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    lower = np.column_stack([corner, corner + 1, corner + columns + 1])
    upper = np.column_stack([corner, corner + columns + 1, corner + columns])
    return Mesh(vertices, np.concatenate([lower, upper]).astype(np.int32), open=True)


def _elevations(element: Element, file: Path | None) -> FloatArray:
    """Return the elevations (rows, columns), the first row at the smallest y."""
    if file is None:
        rows, columns = int(element.number("nrow")), int(element.number("ncol"))
        flat = element.numbers("elevation") if "elevation" in element.attributes else [0.0] * (rows * columns)
        if not (rows >= 2 and columns >= 2 and rows * columns == len(flat)):
            raise element.error(f"a height field needs nrow × ncol elevations, got {len(flat)}.")
        # Written from the top of the page, that is from the largest y.
        return np.array(flat).reshape(rows, columns)[::-1]
    if file.suffix.lower() == ".png":
        from PIL import Image

        with Image.open(file) as image:
            if image.width * image.height > _MAX_CORNERS:
                raise element.error(f"the height field has more than {_MAX_CORNERS} corners.")
            return np.asarray(image.convert("L"), dtype=np.float64)[::-1]
    data = file.read_bytes()
    counts = np.frombuffer(data[:8], dtype="<i4")
    if len(counts) < 2 or counts.min() < 2 or len(data) != 8 + 4 * int(counts[0]) * int(counts[1]):
        raise ModelError(f"Height field '{file.name}': it is neither a PNG nor MuJoCo's format of rows and columns.")
    return np.frombuffer(data, dtype="<f4", offset=8).astype(np.float64).reshape(counts.tolist())


def assets_named(elements: Sequence[Element]) -> dict[str, Element]:
    """Return assets by their names, which default to those of their files."""
    return {element.text("name", Path(element.text("file", "")).stem): element for element in elements}
