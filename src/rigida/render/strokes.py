"""Strokes: annotations drawn over a picture — lines, points, arrows and boxes in one primitive, and text.

A stroke runs between two ends, each with a place, a half-width in pixels and one color for both; half-widths that
differ make an arrow's head, equal places a dot. Ends lie in the world (hidden parts show faintly through what covers
them) or on the picture itself. Edges are smooth: a pixel is covered by how far its middle lies inside.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.attributes import KnownAttributes
from rigida.drawing.concave_view import INSIDE, OUTSIDE
from rigida.drawing.palette import rgb
from rigida.jit.decorators import kernel
from rigida.render.labels import label_places
from rigida.render.lettering import Words, text_width, write_words
from rigida.render.raster import Samples
from rigida.render.shade import Pixels
from rigida.render.style import Style
from rigida.shown import counted

#: Columns of a packed stroke: ends in pixels with inverse depth and half-width, color, opacity, whether in the world.
_COLUMNS = 13
#: How much of a stroke is left where something covers it.
HIDDEN = 0.22
#: A stroke wins over the surface it lies on: it may be this part further away.
_NEARER = 1.003


class Strokes(KnownAttributes):
    """A list of strokes; points are world coordinates [m], widths are pixels."""

    def __init__(self) -> None:
        self._world: list[FloatArray] = []
        self._words: list[Words] = []
        self._notes: list[tuple[FloatArray, float, Words]] = []

    def __repr__(self) -> str:
        return f"<Strokes: {counted(len(self), 'stroke')}>"

    def __len__(self) -> int:
        return sum(len(block) for block in self._world) + len(self._words) + len(self._notes)

    def lines(
        self, starts: Any, ends: Any, color: str = "#202428", width: float = 1.5, tip: float | None = None
    ) -> None:
        """Add lines from `starts` (k, 3) to `ends` (k, 3); with `tip` the width runs from `width` to that.

        Args:
            color: As #rrggbb.
        """
        starts, ends = np.reshape(np.asarray(starts, float), (-1, 3)), np.reshape(np.asarray(ends, float), (-1, 3))
        block = np.empty((len(starts), 12))
        block[:, 0:3], block[:, 3:6] = starts, ends
        block[:, 6], block[:, 7] = 0.5 * width, 0.5 * (width if tip is None else tip)
        block[:, 8:11], block[:, 11] = rgb(color), 1.0
        self._world.append(block)

    def points(self, places: Any, color: str = "#d02020", size: float = 6.0) -> None:
        """Add dots at `places` (k, 3).

        Args:
            color: As #rrggbb.
            size: [pixels].
        """
        self.lines(places, places, color, size)

    def colored_points(self, places: Any, values: Any, scale: float, size: float = 4.0) -> None:
        """Add dots colored by a signed distance: green inside (negative), red outside, paler towards zero.

        `values` (k,) reach full color at ±`scale` [m]; Popovski 2008, 11.

        Args:
            places: (n, 3) [m].
            size: [pixels].
        """
        values = np.clip(np.asarray(values, float) / scale, -1.0, 1.0)
        self.points(places, "#000000", size)
        strong = (0.25 + 0.75 * np.abs(values))[:, None]
        color = np.where(values[:, None] < 0.0, np.array(rgb(INSIDE)), np.array(rgb(OUTSIDE)))
        self._world[-1][:, 8:11] = 1.0 - strong * (1.0 - color)

    def arrows(self, starts: Any, vectors: Any, color: str = "#d02020", width: float = 2.0) -> None:
        """Add arrows from `starts` (k, 3) along `vectors` (k, 3) [m]; heads take the last fifth.

        Args:
            color: As #rrggbb.
            width: Of the lines [pixels].
        """
        starts, vectors = np.asarray(starts, float), np.asarray(vectors, float)
        neck = starts + 0.78 * vectors
        self.lines(starts, neck, color, width)
        self.lines(neck, starts + vectors, color, 4.5 * width, tip=0.0)

    def boxes(self, low: Any, high: Any, color: str = "#303840", width: float = 1.2) -> None:
        """Add the edges of axis-aligned boxes with corners `low` and `high` (k, 3).

        Args:
            color: As #rrggbb.
            width: Of the lines [pixels].
        """
        low, high = np.reshape(np.asarray(low, float), (-1, 3)), np.reshape(np.asarray(high, float), (-1, 3))
        corner = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
        edge = np.array([(a, b) for a in range(8) for b in range(a + 1, 8) if np.abs(corner[a] - corner[b]).sum() == 1])
        places = low[:, None] + corner[None] * (high - low)[:, None]
        self.lines(places[:, edge[:, 0]], places[:, edge[:, 1]], color, width)

    def text(
        self, words: str, x: float, y: float, size: float = 18.0, color: str = "#202428", end: bool = False
    ) -> None:
        """Write `words` on the picture with the left (or right, with `end`) lower corner at pixel (x, y).

        Args:
            x: From the left, 0 to 1.
            y: From the top, 0 to 1.
            size: [pixels].
            color: As #rrggbb.
        """
        self._words.append(Words(words, x, y, size, color, end))

    def labels(
        self, words: Sequence[str], places: Any, size: float = 14.0, color: str = "#202428", radii: Any = 0.0
    ) -> None:
        """Write labels next to world points (k, 3) without overlapping each other or balls around the points.

        Args:
            words: Texts.
            places: (n, 3) [m].
            size: [pixels].
            color: As #rrggbb.
            radii: Of the balls (n,) [m].
        """
        places = np.reshape(np.asarray(places, float), (-1, 3))
        for text, place, radius in zip(words, places, np.broadcast_to(radii, len(places)), strict=True):
            self._notes.append((place, float(radius), Words(text, 0.0, 0.0, size, color)))

    def segments(self) -> FloatArray:
        """Return the ends (k, 2, 3) [m] of all strokes in the world."""
        return np.concatenate([np.empty((0, 12)), *self._world])[:, :6].reshape(-1, 2, 3)

    def packed(self, view: FloatArray, scale: float, style: Style) -> FloatArray:
        """Return all strokes (k, 13) in pixels of the picture of `view` with `scale` pixels per unit of tangent.

        Args:
            style: Settings of the picture.
        """
        if not self._world:
            return np.empty((0, _COLUMNS))
        return _packed_world(np.concatenate(self._world), view, scale, style)

    def write(self, picture: Pixels, depth: Samples, view: FloatArray, scale: float, style: Style) -> None:
        """Write all words into the picture of `view`.

        Args:
            picture: Pixels to draw into.
            depth: Inverse depths of its samples [1/m].
            scale: Pixels per pixel of the final picture.
            style: Settings of the picture.
        """
        points = np.array([place for place, _, _ in self._notes]).reshape(-1, 3)
        centers = _projected(points, view, scale, style)
        radii = np.array([radius for _, radius, _ in self._notes])
        hidden = [_hidden(center, radius, depth, style) for center, radius in zip(centers, radii, strict=True)]
        sizes = np.array([(text_width(words.text, words.size), words.size) for _, _, words in self._notes])
        radii = scale * radii / np.maximum(centers[:, 2], view[12])
        room = (float(style.width), float(style.height))
        for (x, y), (_, _, words) in zip(
            label_places(centers, radii, sizes.reshape(-1, 2), hidden, room), self._notes, strict=True
        ):
            if x == x:
                write_words(picture, replace(words, x=x, y=y + 0.8 * words.size))
        for words in self._words:
            write_words(picture, words)


def _hidden(center: FloatArray, radius: float, depth: Samples, style: Style) -> bool:
    """Return whether the center of a ball is hidden."""
    x, y, z = center
    if not (z > 0.0 and 0.0 <= x < style.width and 0.0 <= y < style.height):
        return True
    nearest = float(depth[int(y * style.samples), int(x * style.samples)])
    return nearest * (z - radius) > 1.0 + 1e-6 and z > radius


def _packed_world(world: FloatArray, view: FloatArray, scale: float, style: Style) -> FloatArray:
    a, b = _seen(world[:, 0:3], view), _seen(world[:, 3:6], view)
    near = view[12]
    kept = (a[:, 2] > near) | (b[:, 2] > near)
    world, a, b = world[kept], a[kept], b[kept]
    out = np.empty((len(world), _COLUMNS))
    for first, column, (p, q) in ((a, 0, (a, b)), (b, 4, (b, a))):
        behind = p[:, 2] < near
        f = np.where(behind, (near - p[:, 2]) / np.where(behind, q[:, 2] - p[:, 2], 1.0), 0.0)[:, None]
        end = first + f * (q - p)
        inverse = 1.0 / end[:, 2]
        out[:, column] = 0.5 * style.width + scale * end[:, 0] * inverse
        out[:, column + 1] = 0.5 * style.height - scale * end[:, 1] * inverse
        out[:, column + 2] = inverse
    out[:, 3], out[:, 7] = world[:, 6], world[:, 7]
    out[:, 8:12], out[:, 12] = world[:, 8:12], 1.0
    return out


def _seen(points: FloatArray, view: FloatArray) -> FloatArray:
    return np.asarray(np.sum((points - view[0:3])[:, None, :] * view[3:12].reshape(3, 3), axis=2))


def _projected(points: FloatArray, view: FloatArray, scale: float, style: Style) -> FloatArray:
    seen = _seen(points, view)
    z = np.where(seen[:, 2] > view[12], seen[:, 2], np.nan)
    x, y = 0.5 * style.width + scale * seen[:, 0] / z, 0.5 * style.height - scale * seen[:, 1] / z
    return np.nan_to_num(np.stack([x, y, z], axis=1), nan=-1.0)


@kernel
def draw_strokes(picture: Pixels, depth: Samples, across: int, stroke: FloatArray) -> None:
    """Blend strokes (k, 13) into the picture, hidden parts faintly."""
    rows, columns = picture.shape[0], picture.shape[1]
    for k in range(stroke.shape[0]):
        ax, ay, az, ar = stroke[k, 0], stroke[k, 1], stroke[k, 2], stroke[k, 3]
        bx, by, bz, br = stroke[k, 4], stroke[k, 5], stroke[k, 6], stroke[k, 7]
        radius = max(ar, br) + 1.0
        left, right = max(min(ax, bx) - radius, 0.0), min(max(ax, bx) + radius, columns - 1.0)
        top, bottom = max(min(ay, by) - radius, 0.0), min(max(ay, by) + radius, rows - 1.0)
        if not (left <= right and top <= bottom):
            continue
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        for row in range(int(top), int(bottom) + 1):
            y = row + 0.5
            # Only the part of the row near the stroke's line: a long diagonal does not visit its whole box.
            first, last = left, right
            if abs(dy) > 1e-9 and square > 0.0:
                wide = radius * math.sqrt(square) / abs(dy)
                crossing = ax + (y - ay) / dy * dx
                first, last = max(first, crossing - wide), min(last, crossing + wide)
            for column in range(int(max(first, 0.0)), int(last) + 1):
                x = column + 0.5
                f = 0.0
                if square > 0.0:
                    f = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0.0), 1.0)
                away = math.hypot(x - ax - f * dx, y - ay - f * dy)
                alpha = min(max(ar + f * (br - ar) + 0.5 - away, 0.0), 1.0) * stroke[k, 11]
                if alpha <= 0.0:
                    continue
                if stroke[k, 12] > 0.0:
                    z = (az + f * (bz - az)) * _NEARER
                    clear = 0.0
                    for i in range(across):
                        for j in range(across):
                            clear += 1.0 if z >= depth[row * across + i, column * across + j] else HIDDEN
                    alpha *= clear / (across * across)
                for c in range(3):
                    old = float(picture[row, column, c])
                    picture[row, column, c] = np.uint8(old + alpha * (255.0 * stroke[k, 8 + c] - old) + 0.5)
