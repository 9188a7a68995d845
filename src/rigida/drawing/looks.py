"""Cache of body appearances, kept between drawings of a scene in which bodies are added and removed."""

from collections.abc import Mapping, Sequence

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing.geometry import Geometry
from rigida.drawing.palette import BODY_COLORS
from rigida.geometry import HalfSpace
from rigida.geometry.shape import Shape
from rigida.scene.visual import VisualSurface

#: Turns of a round surface: silhouettes look round at the size of a screen.
SEGMENTS = 32


class Looks:
    """Colors of free bodies, in turn, which names keep; and the surfaces of the last drawing, which are made once."""

    def __init__(self) -> None:
        self._colors: dict[str, str] = {}
        self._of_shape: dict[int, tuple[Shape | VisualSurface, Geometry]] = {}
        self._of_surface: dict[bytes, Geometry] = {}

    def color_of(self, name: str) -> str:
        """Return the color of the free body called `name`."""
        return self._colors.setdefault(name, BODY_COLORS[len(self._colors) % len(BODY_COLORS)])

    def geometries(
        self, shapes: Sequence[Shape | VisualSurface], skins: Mapping[int, Geometry]
    ) -> tuple[list[Geometry], IntArray]:
        """Return the different surfaces and, for each body, which of them it has, −1 for half-spaces.

        A skin takes the place of a shape. Surfaces of bodies that have gone are forgotten.
        """
        number: dict[Geometry, int] = {}
        which = np.full(len(shapes), -1, dtype=np.int32)
        for row, shape in enumerate(shapes):
            if isinstance(shape, HalfSpace):
                continue
            skin = skins.get(row)
            geometry = self._geometry(shape) if skin is None else self._shared(skin.vertices, skin.triangles)
            which[row] = number.setdefault(geometry, len(number))
        present = {id(shape) for shape in shapes}
        self._of_shape = {key: kept for key, kept in self._of_shape.items() if key in present}
        self._of_surface = {key: geometry for key, geometry in self._of_surface.items() if geometry in number}
        return list(number), which

    def _geometry(self, shape: Shape | VisualSurface) -> Geometry:
        # By identity: shapes may hold arrays, which have no hash; the entry keeps the shape, and so its id, alive.
        if id(shape) not in self._of_shape:
            self._of_shape[id(shape)] = shape, self._shared(*shape.surface(SEGMENTS))
        return self._of_shape[id(shape)][1]

    def _shared(self, vertices: FloatArray, triangles: IntArray) -> Geometry:
        key = np.ascontiguousarray(vertices).tobytes() + np.ascontiguousarray(triangles).tobytes()
        if key not in self._of_surface:
            self._of_surface[key] = Geometry(np.array(vertices), np.array(triangles))
        return self._of_surface[key]
