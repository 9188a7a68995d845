"""Visuals of a body in place of its shape: meshes and shapes that are only drawn.

A visual is any triangle soup. It has no mass, touches nothing and need not be closed; its file is read when it is
drawn.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import numpy as np
from numpy.typing import NDArray

from rigida.errors import ModelError
from rigida.fields import Points, Quat, Rule, Triangles, Vec3, check_fields, color_text, label
from rigida.geometry.shape import Shape, Surface
from rigida.math.quaternion import rotate_array
from rigida.shown import FieldTable

if TYPE_CHECKING:
    from rigida.geometry.mesh_file import FileTriangles


@dataclass(frozen=True, eq=False)
class Visual(FieldTable):
    """Geometry that is drawn at a pose on a body: a mesh file, triangles, or a shape."""

    file: Annotated[str, Rule(text="Mesh (STL, OBJ, PLY, DAE, GLB, ...); relative to the scene file.")] | None = None
    scale: Annotated[Vec3, Rule(text="Factors from the file's units to meters along its axes; negative mirrors.")] = (
        1.0,
        1.0,
        1.0,
    )
    vertices: Annotated[Points, Rule("m", text="Corners, in place of a file.")] | None = None
    triangles: Annotated[Triangles, Rule(text="Three vertices each, counted from 0.")] | None = None
    shape: Annotated[Shape, Rule(text="In place of a mesh.")] | None = None
    position: Annotated[Vec3, Rule("m", text="In the body frame.")] = (0.0, 0.0, 0.0)
    orientation: Annotated[Quat, Rule(text="Quaternion (w, x, y, z), from its own axes to those of the body.")] = (
        1.0,
        0.0,
        0.0,
        0.0,
    )
    color: (
        Annotated[str, Rule(text="As #rrggbb or a name such as red; default the file's own, or the body's.")] | None
    ) = None

    def __post_init__(self) -> None:
        check_fields(self)
        who = label(self)
        given = [self.file is not None, self.vertices is not None, self.shape is not None]
        if sum(given) != 1 or (self.vertices is None) != (self.triangles is None):
            raise ModelError(f"{who}: give a file, vertices with triangles, or a shape, and only one of them.")
        if self.color is not None:
            object.__setattr__(self, "color", color_text(who, self.color))

    @cached_property
    def _mesh(self) -> "FileTriangles":
        """The triangles in the visual's own frame; an unreadable file is reported when it is drawn."""
        from rigida.geometry.mesh_file import FileTriangles, read_triangles  # few scenes need it

        if self.shape is not None:
            return FileTriangles(*self.shape.surface(32))
        if self.vertices is not None and self.triangles is not None:
            return FileTriangles(self.vertices, self.triangles)
        found = read_triangles(f"Visual '{self.file}'", str(self.file))
        mirrored = np.prod(self.scale) < 0.0
        triangles = found.triangles[:, ::-1] if mirrored else found.triangles
        return FileTriangles(found.vertices * np.array(self.scale), triangles, found.colors)

    def surface(self) -> Surface:
        """Return vertices (v, 3) [m] and triangles (t, 3) in the body frame."""
        vertices = rotate_array(np.array(self.orientation), self._mesh.vertices) + np.array(self.position)
        return vertices, self._mesh.triangles

    def colors(self) -> NDArray[np.uint8] | None:
        """Return the colors of the triangles (t, 3), or None."""
        if self.color is None:
            return self._mesh.colors
        own = np.array([int(self.color[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.uint8)
        return np.tile(own, (len(self._mesh.triangles), 1))


@dataclass(frozen=True, eq=False)
class VisualSurface:
    """All visuals of a body as one surface."""

    visuals: tuple[Visual, ...]

    def surface(self, segments: int = 24) -> Surface:
        """Return vertices (v, 3) [m] and triangles (t, 3) in the body frame."""
        vertices, triangles, count = [], [], 0
        for visual in self.visuals:
            own_vertices, own_triangles = visual.surface()
            vertices.append(own_vertices)
            triangles.append(own_triangles + np.int32(count))
            count += len(own_vertices)
        return np.concatenate(vertices), np.concatenate(triangles)
