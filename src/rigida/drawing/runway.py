"""A runway at the touchdown of aircraft: a strip along their track, with center line and thresholds."""

from collections.abc import Iterator

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.anchorage import quat
from rigida.drawing.geometry import Geometry
from rigida.drawing.pieces import WORLD_ROW, Piece
from rigida.fields import vec3
from rigida.geometry import Box

_ASPHALT, _PAINT = "#70757b", "#e8e8e4"
#: Width over the span of the aircraft's radius, room at both ends and length of a painted dash, in widths.
_WIDE, _ROOM, _DASH = 3.2, 3.0, 1.2
_MOST_DASHES = 60


def runway(track: FloatArray, radius: float) -> Iterator[Piece]:
    """Yield a runway along the part of a track (f, 3) [m] that is on the ground z = 0, if there is one.

    radius: Of the aircraft [m]; on the ground its origin lies lower than that.
    """
    low = track[track[:, 2] < 0.6 * radius]
    if len(low) < 2:
        return
    along = low[-1, :2] - low[0, :2]
    length = float(np.linalg.norm(along))
    if length < 2.0 * radius:
        return
    along = along / length
    wide = _WIDE * radius
    whole = length + 2.0 * _ROOM * wide
    middle = np.array([*(0.5 * (low[0, :2] + low[-1, :2])), 0.0])
    turn = quat(np.array([np.cos(h := 0.5 * np.arctan2(along[1], along[0])), 0.0, 0.0, np.sin(h)]))
    slab = Geometry(*Box((1.0, 1.0, 1.0)).surface())
    high = 0.012 * radius

    def strip(name: str, color: str, ahead: float, aside: float, size: tuple[float, float, float]) -> Piece:
        place = middle + np.array([along[0] * ahead - along[1] * aside, along[1] * ahead + along[0] * aside, 0.0])
        return Piece(name, "terrain", slab, color, WORLD_ROW, vec3(place), turn, size, "rubber")

    yield strip("runway", _ASPHALT, 0.0, 0.0, (whole, wide, high))
    dash = max(_DASH * wide, whole / (2 * _MOST_DASHES))
    for k, ahead in enumerate(np.arange(-0.5 * whole + 2.0 * dash, 0.5 * whole - 1.5 * dash, 2.0 * dash)):
        yield strip(f"runway.dash{k + 1}", _PAINT, float(ahead), 0.0, (dash, 0.035 * wide, 1.6 * high))
    for end in (-1.0, 1.0):
        for k in range(6):
            aside, ahead = wide * (k - 2.5) / 7.0, end * (0.5 * whole - 0.45 * wide)
            yield strip(f"runway.threshold{k}{end:+.0f}", _PAINT, ahead, aside, (0.6 * wide, 0.07 * wide, 1.6 * high))
