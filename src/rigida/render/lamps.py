"""The light sources of a picture: directions of sun and sky, and their shadow maps.

In a draft the sun is one direction and the sky is open; in a final picture the sun is a triangle of four directions and
the sky a dome of many, each with its own shadow map, so that shadows have soft edges and corners are darker.
"""

import math

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing.appearance import APPEARANCE
from rigida.render.cameras.camera import View
from rigida.render.cover import SUN
from rigida.render.shadow import fill_shadow_maps, spread, sun_row, triangle
from rigida.render.style import Style

#: Directions of the sky in a final picture, and the cells of the map of each.
_SKIES, _SKY_CELLS = 14, 320
#: Half the angle that the dome takes [rad].
_DOME = math.radians(80.0)


class Lamps:
    """Sun and sky over one drawing.

    Args:
        style: Quality, shadows and their cells.
        view: Of the camera at the start; the sun stands behind its left shoulder.
        up: Unit vector against gravity.
    """

    def __init__(self, style: Style, view: View, up: FloatArray) -> None:
        final = style.quality == "final" and style.shadows
        sun = sunward(view, up)
        self.suns = 4 if final else 1
        self._direction = np.concatenate([triangle(sun, SUN)[: self.suns], spread(up, _SKIES, _DOME)[: _SKIES * final]])
        self._shadows = style.shadows
        cells, sky_cells = (style.shadow_cells, _SKY_CELLS) if style.shadows else (2, 2)
        self.sun_cover = np.zeros((self.suns, cells, cells), dtype=np.float32)
        self.sky_cover = np.zeros((len(self._direction) - self.suns, sky_cells, sky_cells), dtype=np.float32)
        self._seen = np.empty((max(cells, sky_cells),) * 2, dtype=np.int32)

    def shine(self, corner_W: FloatArray, center: FloatArray, radius: float) -> FloatArray:
        """Return the lamps (k, 16), suns first, over triangles in a ball; their maps are filled."""
        sizes = [self.sun_cover.shape[1]] * self.suns + [self.sky_cover.shape[1]] * len(self.sky_cover)
        rows = np.array([sun_row(d, center, radius, n) for d, n in zip(self._direction, sizes, strict=True)])
        if self._shadows:
            fill_shadow_maps(self.sun_cover, self._seen, corner_W, rows[: self.suns])
            fill_shadow_maps(self.sky_cover, self._seen, corner_W, rows[self.suns :])
        return rows


def sunward(view: View, up: FloatArray) -> FloatArray:
    """Return the direction to the sun: high, from behind the camera's left shoulder."""
    level = view.forward - float(np.sum(view.forward * up)) * up
    size = math.sqrt(float(np.sum(level * level)))
    level = level / size if size > 1e-6 else view.up
    left = -view.right
    high, back, aside = APPEARANCE.sun_high
    return np.asarray(up * high - back * level + aside * left)
