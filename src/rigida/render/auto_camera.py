"""The automatic camera: a place from which the whole motion fills the picture, or one that travels with it.

The sight is turned so that the motion runs across the picture. Where bodies would be too small to recognise in a
picture of the whole motion (a brick thrown over a kilometre), the camera follows them instead.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing
from rigida.recording import Recording
from rigida.render.camera import AnyCamera, Camera, Following, framing, look

#: The whole motion is shown if bodies then are at least this high, as a part of the picture's height.
_SMALLEST = 0.02
#: Frames looked at; more would not change the picture.
_FRAMES = 400
_AZIMUTH, _ELEVATION = math.radians(-62.0), math.radians(19.0)


def automatic_camera(drawing: Drawing, recording: Recording, aspect: float) -> AnyCamera:
    """Return a camera for the motion of `recording` in pictures `aspect` times as wide as high."""
    rows = np.unique(np.linspace(0, recording.frame_count - 1, _FRAMES).astype(np.int64))
    return camera_for(drawing, recording.times[rows], recording.position[rows], aspect)


def camera_for(drawing: Drawing, times: FloatArray, position: FloatArray, aspect: float) -> AnyCamera:
    """Return a camera for bodies at position (f, n, 3) [m] at times (f,) [s]."""
    up = np.array(drawing.up)
    bounded = drawing.geometry_of >= 0
    if not bounded.any():
        return Camera((8.0, -8.0, 5.0), (0.0, 0.0, 0.0), drawing.up)
    shown = bounded & drawing.moving if (bounded & drawing.moving).any() else bounded
    radii = drawing.radii
    toward = _sight(position[:, shown].reshape(-1, 3), up)
    whole = _framed(position[:, bounded], radii[bounded], toward, up, aspect)
    back = float(np.linalg.norm(np.subtract(whole.eye, whole.target)))
    tangent = look(np.array(whole.eye), np.array(whole.target), up, whole.fov).tangent
    if float(radii[shown].max()) >= _SMALLEST * back * tangent or len(times) < 2:
        return whole
    return _following(times, position[:, shown], radii[shown], toward, up, aspect)


def _framed(position: FloatArray, radii: FloatArray, toward: FloatArray, up: FloatArray, aspect: float) -> Camera:
    centers = position.reshape(-1, 3)
    return framing(centers, np.tile(radii, len(position)), toward, up, aspect)


def _following(
    times: FloatArray, position: FloatArray, radii: FloatArray, toward: FloatArray, up: FloatArray, aspect: float
) -> Following:
    middle = position.mean(axis=1)
    around = position - middle[:, None]
    # A single body alone in the sky fills a fifth of the picture.
    camera = _framed(around, 2.5 * radii, toward, up, aspect)
    target = np.array(camera.target)
    return Following(times, middle + target, np.array(camera.eye) - target, up, camera.fov)


def _sight(places: FloatArray, up: FloatArray) -> FloatArray:
    """Return the unit direction of sight: a little from above, with the longest horizontal motion across it."""
    east = np.eye(3)[0] if abs(up[0]) < 0.9 else np.eye(3)[1]
    east = east - np.sum(east * up) * up
    east /= math.sqrt(float(np.sum(east * east)))
    north = look(np.zeros(3), east, up, 35.0).right * -1.0
    a, b = ((places - places.mean(axis=0)) * east).sum(axis=1), ((places - places.mean(axis=0)) * north).sum(axis=1)
    aa, bb, ab = float(np.mean(a * a)), float(np.mean(b * b)), float(np.mean(a * b))
    azimuth = _AZIMUTH
    # Half of the motion more along one direction than across it: look at that one from the side.
    if math.hypot(aa - bb, 2.0 * ab) > 0.5 * (aa + bb) > 0.0:
        along = 0.5 * math.atan2(2.0 * ab, aa - bb)
        azimuth += along if abs(along) <= 0.5 * math.pi else along - math.pi
    out = math.cos(azimuth) * east + math.sin(azimuth) * north
    return np.asarray(-(math.cos(_ELEVATION) * out + math.sin(_ELEVATION) * up))
