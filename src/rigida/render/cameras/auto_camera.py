"""The automatic camera: a place from which the whole motion fills the picture, or one that travels with it.

The sight is turned so that the motion runs across the picture, from the side for what moves in an upright plane, from
higher up for what spreads over the ground. What travels far for its size (an airplane, a brick thrown over a
kilometer) is followed. A scene may name a camera of its own, as far as it likes (`CameraPlan`).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.drawing import Drawing
from rigida.drawing.absence import filled
from rigida.errors import UsageError
from rigida.math.quaternion import rotate_array
from rigida.recording import Recording
from rigida.registry import nearest
from rigida.render.cameras.camera import AnyCamera, Camera, Following, framing, look
from rigida.render.cameras.occlusion import clearest_sight
from rigida.render.cameras.outline import Outline, joined, outline_of, piece_outline, standing
from rigida.scene.camera_plan import CameraPlan

#: Frames looked at; more would not change the picture.
_FRAMES = 160
#: What is seen at one moment is followed if, with the whole motion in view, it would be lower than this part of the
#: picture.
_SMALLEST = 0.13
#: A follower keeps this much room around what it follows.
_ROOM = 1.5
#: From which side motion along x is seen, and motion within an upright plane [rad].
_AZIMUTH, _ACROSS = math.radians(-62.0), math.radians(-74.0)
#: Elevations for what is upright, what moves in an upright plane, and what lies flat [rad].
_UPRIGHT, _SIDE, _FLAT = math.radians(14.0), math.radians(9.0), math.radians(34.0)
_FOV = 30.0
#: The least sine of the angle at which a ground or slope is seen.
_GLANCE = math.sin(_SIDE)


def automatic_camera(drawing: Drawing, recording: Recording, aspect: float) -> AnyCamera:
    """Return a camera for the motion of `recording` in pictures `aspect` times as wide as high."""
    recording = filled(recording)
    rows = np.unique(np.linspace(0, recording.frame_count - 1, _FRAMES).astype(np.int64))
    return camera_for(drawing, recording.times[rows], recording.position[rows], aspect, recording.orientation[rows])


def camera_for(
    drawing: Drawing,
    times: FloatArray,
    position: FloatArray,
    aspect: float,
    orientation: FloatArray | None = None,
) -> AnyCamera:
    """Return a camera for bodies at position (f, n, 3) [m] and orientation (f, n, 4) at times (f,) [s].

    Without orientations bodies count as balls, and what holds them is not looked at.
    """
    bounded = drawing.geometry_of >= 0
    if not bounded.any():
        return Camera((8.0, -8.0, 5.0), (0.0, 0.0, 0.0), drawing.up)
    plan = drawing.camera or CameraPlan()
    if plan.eye is not None:
        return _placed(plan, drawing, times, position)
    shown = _shown(plan, drawing, bounded)
    moving = outline_of(drawing, shown, position, orientation)
    if not plan.show and orientation is not None and len(drawing.pieces):
        moving = joined(moving, piece_outline(drawing, position, orientation))
    up = np.array(drawing.up)
    toward = _Sight(moving, up, plan).toward
    if orientation is not None and plan.azimuth is None:
        toward = clearest_sight(toward, up, drawing, shown, position, orientation)
    toward = _above_slopes(toward, drawing, orientation)
    fov = plan.fov if drawing.camera else _FOV
    if plan.follow:
        row = _row(drawing, plan.follow)
        own = outline_of(drawing, np.array([row], dtype=np.int32), position, orientation)
        return _following(times, position[:, row], own, toward, up, aspect, fov, plan.zoom)
    whole = moving if plan.show else joined(moving, _still(drawing, position, orientation, moving.extent))
    camera = framing(whole.centers.reshape(-1, 3), np.tile(whole.radii, len(times)), toward, up, aspect, fov, plan.zoom)
    back = float(np.linalg.norm(np.subtract(camera.eye, camera.target)))
    high = 2.0 * back * math.tan(0.5 * math.radians(fov))
    if drawing.camera is not None or moving.size >= _SMALLEST * high or len(times) < 2:
        return camera
    return _following(times, moving.middles, moving, toward, up, aspect, fov, plan.zoom)


def _above_slopes(toward: FloatArray, drawing: Drawing, orientation: FloatArray | None) -> FloatArray:
    """Return a direction of view that sees the ground and slopes from above, at no grazing angle."""
    if orientation is None:
        return toward
    for plane in drawing.planes:
        n = rotate_array(orientation[0, plane.body], np.array(plane.normal))
        glance = _GLANCE + float(np.sum(toward * n))
        if float(np.sum(n * np.array(drawing.up))) > 0.5 and glance > 0.0:
            toward = toward - glance * n
            toward = toward / math.sqrt(float(np.sum(toward * toward)))
    return toward


def _placed(plan: CameraPlan, drawing: Drawing, times: FloatArray, position: FloatArray) -> AnyCamera:
    assert plan.eye is not None
    if not plan.follow:
        return Camera(plan.eye, plan.target, drawing.up, plan.fov)
    path = position[:, _row(drawing, plan.follow)] + np.array(plan.target)
    return Following(times, path, np.subtract(plan.eye, plan.target), np.array(drawing.up), plan.fov)


def _row(drawing: Drawing, name: str) -> int:
    name = drawing.carriers.get(name, name)
    if name not in drawing.names:
        raise UsageError(f"The camera cannot find the body '{name}'.{nearest(name, list(drawing.names))}")
    return drawing.names.index(name)


def _shown(plan: CameraPlan, drawing: Drawing, bounded: NDArray[np.bool_]) -> IntArray:
    if plan.show:
        return np.array([_row(drawing, name) for name in plan.show], dtype=np.int32)
    moving = bounded & drawing.moving
    return np.flatnonzero(moving if moving.any() else bounded).astype(np.int32)


def _still(drawing: Drawing, position: FloatArray, orientation: FloatArray | None, extent: float) -> Outline:
    """Return the outline of the static bodies near the motion."""
    rows = standing(drawing, position, extent)
    first = outline_of(drawing, rows, position[:1], None if orientation is None else orientation[:1])
    return Outline(np.repeat(first.centers, len(position), axis=0), first.radii)


def _following(
    times: FloatArray,
    path: FloatArray,
    seen: Outline,
    toward: FloatArray,
    up: FloatArray,
    aspect: float,
    fov: float,
    zoom: float,
) -> Following:
    """Return a camera that keeps its direction and distance to a path (f, 3) [m]."""
    around = seen.centers - path[:, None]
    camera = framing(around.reshape(-1, 3), np.tile(seen.radii, len(times)), toward, up, aspect, fov, zoom / _ROOM)
    back = float(np.linalg.norm(np.subtract(camera.eye, camera.target)))
    return Following(times, path, -back * toward, up, fov)


@dataclass(frozen=True, eq=False)
class _Sight:
    """View direction for a motion."""

    outline: Outline
    up: FloatArray
    plan: CameraPlan

    @property
    def toward(self) -> FloatArray:
        """The unit direction of sight."""
        east, north = self._level()
        a, b, c = (self.outline.centers @ axis for axis in (east, north, self.up))
        azimuth, flat = self._around(a - a.mean(), b - b.mean())
        wide = sorted((_spread(a, self.outline.radii), _spread(b, self.outline.radii)))
        high = _spread(c, self.outline.radii)
        # from 1 where it is as high as deep, to 0 where it lies on the ground
        upright = min(max((high / max(wide[0], 1e-12) - 0.2) / 0.8, 0.0), 1.0)
        elevation = _SIDE if flat else _FLAT + upright * (_UPRIGHT - _FLAT)
        if self.plan.azimuth is not None:
            azimuth = math.radians(self.plan.azimuth)
        if self.plan.elevation is not None:
            elevation = math.radians(self.plan.elevation)
        out = math.cos(azimuth) * east + math.sin(azimuth) * north
        return np.asarray(-(math.cos(elevation) * out + math.sin(elevation) * self.up))

    def _level(self) -> tuple[FloatArray, FloatArray]:
        """Return two horizontal unit vectors, the first along x if possible."""
        east = np.eye(3)[0] if abs(self.up[0]) < 0.9 else np.eye(3)[1]
        east = east - np.sum(east * self.up) * self.up
        east /= math.sqrt(float(np.sum(east * east)))
        return east, look(np.zeros(3), east, self.up, 35.0).right * -1.0

    def _around(self, a: FloatArray, b: FloatArray) -> tuple[float, bool]:
        """Return the azimuth, and whether the motion is in a vertical plane."""
        aa, bb, ab = float(np.mean(a * a)), float(np.mean(b * b)), float(np.mean(a * b))
        stretch = math.hypot(aa - bb, 2.0 * ab)
        # Half of the motion more along one direction than across it: look at that one from the side.
        if not stretch > 0.5 * (aa + bb) > 0.0:
            return _AZIMUTH, False
        along = 0.5 * math.atan2(2.0 * ab, aa - bb)
        along = along if abs(along) <= 0.5 * math.pi else along - math.pi
        flat = stretch > 0.94 * (aa + bb)
        return (_ACROSS if flat else _AZIMUTH) + along, flat


def _spread(places: FloatArray, radii: FloatArray) -> float:
    """Return the length that balls take along an axis, over all moments."""
    return float((places + radii).max() - (places - radii).min())
