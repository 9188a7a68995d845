"""Surfaces with their materials that glTF and USD show: of bodies, of pieces beside them, and of the floor.

Marked bodies are cut along their octants and have two materials; grounds have fields and haze. Equal surfaces are one
object, by which files share them. A half-space reaches to the horizon of the camera.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing import Drawing, Geometry
from rigida.drawing.checker import checkered_ground
from rigida.drawing.material import Material
from rigida.drawing.octants import cut_octants
from rigida.drawing.pieces import Piece
from rigida.export.viewpoint import Viewpoint
from rigida.fields import Vec3
from rigida.math.quaternion import rotate_array
from rigida.recording import Recording
from rigida.scene.body import Finish

#: Frames whose places say where a ground has fields.
_FRAMES = 400


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
        view: Its camera, which says how large fields are and how far one sees.
        marks: Whether grounds have fields and bodies pale octants.
    """

    def __init__(self, drawing: Drawing, recording: Recording, view: Viewpoint, marks: bool) -> None:
        self._drawing, self._recording, self._view, self._marks = drawing, recording, view, marks
        self._made: dict[tuple[Geometry, str, Finish, bool], Surface] = {}
        self._cut: dict[Geometry, tuple[Geometry, NDArray[np.bool_]]] = {}
        self._floor: Surface | None = None

    def body(self, row: int) -> Surface:
        """Return the surface of a body."""
        drawing, shape = self._drawing, int(self._drawing.geometry_of[row])
        color, finish = drawing.colors[row], drawing.finishes[row]
        if shape < 0:
            place, turn = self._recording.position[0, row], self._recording.orientation[0, row]
            normal = next(plane.normal for plane in drawing.planes if plane.body == row)
            return self._ground(
                normal, color, finish, rotate_array(turn * [1.0, -1.0, -1.0, -1.0], self._places() - place)
            )
        marked = self._marks and bool(drawing.marked) and drawing.marked[row]
        return self._surface(drawing.geometries[shape], color, finish, marked)

    def piece(self, piece: Piece) -> Surface:
        """Return the surface of a piece."""
        return self._surface(piece.geometry, piece.color, piece.finish)

    def floor(self) -> Surface:
        """Return the surface of the floor, which does not collide."""
        up = self._drawing.up
        if self._floor is None:
            self._floor = self._ground(up, self._drawing.ground, "matte", self._places())
        return self._floor

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

    def _places(self) -> FloatArray:
        """Return where moving bodies are (k, 3) [m], or all bounded ones if none moves."""
        run, drawing = self._recording, self._drawing
        bounded = drawing.geometry_of >= 0
        moving = bounded & drawing.moving
        rows = np.unique(np.linspace(0, run.frame_count - 1, _FRAMES).astype(np.int64))
        places = run.position[rows][:, moving if moving.any() else bounded].reshape(-1, 3)
        return places if len(places) else np.zeros((1, 3))

    def _ground(self, normal: Vec3, color: str, finish: Finish, places: FloatArray) -> Surface:
        view = self._view
        if not self._marks:
            return _plain(self._drawing.plane_patch(normal, view.extent), color, finish)
        ground, tones = checkered_ground(normal, places, view.cell, view.sight, view.extent)
        return Surface(ground, tuple(Material(color, finish, tone) for tone in tones), tuple(tones.values()))


def _two_toned(geometry: Geometry, materials: tuple[Material, Material], second: NDArray[np.bool_]) -> Surface:
    return Surface(geometry, materials, (np.flatnonzero(~second), np.flatnonzero(second)))


def _plain(geometry: Geometry, color: str, finish: Finish) -> Surface:
    return Surface(geometry, (Material(color, finish),), (np.arange(len(geometry.triangles)),))
