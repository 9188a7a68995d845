"""Surfaces with their materials that glTF and USD show: of bodies, of pieces beside them, and of the floor.

Marked bodies are cut along their octants and have two materials; wood and grounds have textures. Equal surfaces are one
object, by which files share them. A half-space reaches to the horizon of the camera.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.drawing import Drawing, Geometry
from rigida.drawing.finish import FINISHES
from rigida.drawing.horizon import hazy_ground
from rigida.drawing.material import Material
from rigida.drawing.octants import cut_octants
from rigida.drawing.pieces import Piece
from rigida.drawing.texture import checker_axes, grain_axes
from rigida.export.viewpoint import Viewpoint
from rigida.fields import Vec3
from rigida.math.quaternion import conjugate_array, rotate_array
from rigida.recording import Recording
from rigida.scene.body import Finish


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface and its materials; triangles[k] are the rows of the triangles that have materials[k].

    texture_axes (2, 3): Gradients of the textures' coordinates over places in the body frame [1/m], if it has textures.
    """

    geometry: Geometry
    materials: tuple[Material, ...]
    triangles: tuple[NDArray[np.int64], ...]
    texture_axes: FloatArray | None = None


class Surfaces:
    """The surfaces of an animation file.

    Args:
        drawing: What is shown.
        recording: Its motion, without gaps (`drawing.absence.filled`).
        view: Its camera, which says how large fields are and how far one sees.
        marks: Whether grounds have fields, wood its grain and bodies pale octants.
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
            return self._ground(normal, color, finish, place, turn)
        marked = self._marks and bool(drawing.marked) and drawing.marked[row]
        return self._surface(drawing.geometries[shape], color, finish, marked)

    def piece(self, piece: Piece) -> Surface:
        """Return the surface of a piece."""
        return self._surface(piece.geometry, piece.color, piece.finish)

    def floor(self) -> Surface:
        """Return the surface of the floor, which does not collide."""
        up = self._drawing.up
        if self._floor is None:
            place, level = (self._drawing.floor or 0.0) * np.array(up), np.array([1.0, 0.0, 0.0, 0.0])
            self._floor = self._ground(up, self._drawing.ground, "matte", place, level)
        return self._floor

    def _surface(self, geometry: Geometry, color: str, finish: Finish, marked: bool = False) -> Surface:
        key = (geometry, color, finish, marked)
        if key not in self._made:
            if self._marks and FINISHES[finish].grain:
                self._made[key] = _plain(geometry, Material(color, finish, "grain"), grain_axes(geometry.radius))
            else:
                plain = _plain(geometry, Material(color, finish))
                self._made[key] = self._marked(geometry, color, finish) if marked else plain
        return self._made[key]

    def _marked(self, geometry: Geometry, color: str, finish: Finish) -> Surface:
        if geometry not in self._cut:
            self._cut[geometry] = cut_octants(geometry)
        cut, pale = self._cut[geometry]
        if pale.all() or not pale.any():
            return _plain(geometry, Material(color, finish))
        return _two_toned(cut, (Material(color, finish), Material(color, finish, "pale")), pale)

    def _ground(self, normal: Vec3, color: str, finish: Finish, place: FloatArray, turn: FloatArray) -> Surface:
        view = self._view
        if not self._marks:
            return _plain(self._drawing.plane_patch(normal, view.extent), Material(color, finish))
        # The fields have axes of the world, as in pictures.
        back = conjugate_array(turn)
        x, y, z = rotate_array(turn, np.array(normal)).tolist()
        axes = rotate_array(back, checker_axes((x, y, z), view.cell))
        ground, tones = hazy_ground(axes, rotate_array(back, view.position - place), view.sight, view.extent)
        return Surface(ground, tuple(Material(color, finish, tone) for tone in tones), tuple(tones.values()), axes)


def _two_toned(geometry: Geometry, materials: tuple[Material, Material], second: NDArray[np.bool_]) -> Surface:
    return Surface(geometry, materials, (np.flatnonzero(~second), np.flatnonzero(second)))


def _plain(geometry: Geometry, material: Material, texture_axes: FloatArray | None = None) -> Surface:
    return Surface(geometry, (material,), (np.arange(len(geometry.triangles)),), texture_axes)
