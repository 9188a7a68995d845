"""Surfaces with their materials that glTF and USD show: of bodies, of pieces beside them, and of the floor.

Marked bodies are cut along their octants and have two materials, as have the fields of grounds. Equal surfaces are one
object, by which files share them. A half-space is a square as large as the motion.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.drawing import Drawing, Geometry
from rigida.drawing.checker import checkered_square
from rigida.drawing.material import Material
from rigida.drawing.octants import cut_octants
from rigida.drawing.pieces import Piece
from rigida.fields import Vec3
from rigida.recording import Recording
from rigida.scene.body import Finish

#: Half the edge of a square that stands for a half-space, in extents of the motion.
_PATCH = 6.0


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface and its materials; triangles[k] are the rows of the triangles that have materials[k]."""

    geometry: Geometry
    materials: tuple[Material, ...]
    triangles: tuple[NDArray[np.int64], ...]


class Surfaces:
    """The surfaces of an animation file.

    Args:
        drawing: What is shown.
        recording: Its motion, without gaps (`drawing.absence.filled`).
        cell: Width of the fields of grounds [m]; 0 for neither fields nor pale octants.
    """

    def __init__(self, drawing: Drawing, recording: Recording, cell: float) -> None:
        self._drawing, self._cell = drawing, cell
        places = recording.position.reshape(-1, 3)
        extent = float(np.ptp(places, axis=0).max()) if len(places) else 0.0
        self._half_width = max(_PATCH * (extent + float(np.max(drawing.radii, initial=0.0))), 1.0)
        self._made: dict[tuple[Geometry, str, Finish, bool], Surface] = {}
        self._cut: dict[Geometry, tuple[Geometry, NDArray[np.bool_]]] = {}
        self._grounds: dict[tuple[Vec3, str, Finish], Surface] = {}

    def body(self, row: int) -> Surface:
        """Return the surface of a body."""
        drawing, shape = self._drawing, int(self._drawing.geometry_of[row])
        color, finish = drawing.colors[row], drawing.finishes[row]
        if shape < 0:
            return self._ground(next(plane.normal for plane in drawing.planes if plane.body == row), color, finish)
        marked = self._cell > 0.0 and bool(drawing.marked) and drawing.marked[row]
        return self._surface(drawing.geometries[shape], color, finish, marked)

    def piece(self, piece: Piece) -> Surface:
        """Return the surface of a piece."""
        return self._surface(piece.geometry, piece.color, piece.finish)

    def floor(self) -> Surface:
        """Return the surface of the floor, which does not collide."""
        return self._ground(self._drawing.up, self._drawing.ground, "matte")

    def _surface(self, geometry: Geometry, color: str, finish: Finish, marked: bool = False) -> Surface:
        key = (geometry, color, finish, marked)
        if key not in self._made:
            self._made[key] = self._marked(geometry, color, finish) if marked else _plain(geometry, color, finish)
        return self._made[key]

    def _marked(self, geometry: Geometry, color: str, finish: Finish) -> Surface:
        if geometry not in self._cut:
            self._cut[geometry] = cut_octants(geometry)
        cut, pale = self._cut[geometry]
        if pale.all() or not pale.any():
            return _plain(geometry, color, finish)
        return _two_toned(cut, (Material(color, finish), Material(color, finish, "pale")), pale)

    def _ground(self, normal: Vec3, color: str, finish: Finish) -> Surface:
        key = (normal, color, finish)
        if key not in self._grounds:
            if self._cell > 0.0:
                square, dark = checkered_square(normal, self._half_width, self._cell)
                materials = (Material(color, finish), Material(color, finish, "dark"))
                self._grounds[key] = _two_toned(square, materials, dark)
            else:
                self._grounds[key] = _plain(self._drawing.plane_patch(normal, self._half_width), color, finish)
        return self._grounds[key]


def _two_toned(geometry: Geometry, materials: tuple[Material, Material], second: NDArray[np.bool_]) -> Surface:
    return Surface(geometry, materials, (np.flatnonzero(~second), np.flatnonzero(second)))


def _plain(geometry: Geometry, color: str, finish: Finish) -> Surface:
    return Surface(geometry, (Material(color, finish),), (np.arange(len(geometry.triangles)),))
