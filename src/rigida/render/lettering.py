"""Words on a picture, set in DejaVu Sans (the font that matplotlib brings along) by Pillow, with a soft halo.

Each line of words becomes a mask once; a running clock keeps its digits in place, because they are equally wide.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from rigida.drawing.palette import rgb

_HALO = 0.55
#: Levels between letters and what lies behind them; with fewer, letters are written light on dark or dark on light.
_LEAST_CONTRAST = 100.0


@dataclass(frozen=True)
class Words:
    """A line of text with the left (or right, with `end`) end of its base line at pixel (x, y)."""

    text: str
    x: float
    y: float
    size: float
    color: str
    end: bool = False


@lru_cache
def _font(size: int) -> Any:
    import matplotlib
    from PIL import ImageFont

    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), size)


@lru_cache(maxsize=512)
def _masks(text: str, size: int) -> tuple[Any, Any, int, int]:
    """Return coverage of letters and halo (h, w), and the offset of their corner from the start of the baseline."""
    from PIL import Image, ImageDraw, ImageFilter

    font = _font(size)
    left, top, right, bottom = font.getbbox(text, anchor="ls")
    room = max(size // 4, 3)
    image = Image.new("L", (int(right - left) + 2 * room + 1, int(bottom - top) + 2 * room + 1))
    ImageDraw.Draw(image).text((room - left, room - top), text, fill=255, font=font, anchor="ls")
    halo = image.filter(ImageFilter.GaussianBlur(0.45 * room))
    letters, soft = (np.asarray(part, dtype=np.float32) / 255.0 for part in (image, halo))
    return letters, np.minimum(2.2 * soft, 1.0), int(left) - room, int(top) - room


def text_width(text: str, size: float) -> float:
    """Return the width of a line of text [pixels]."""
    return float(_font(_whole(size)).getlength(text))


def write_words(picture: Any, words: Words) -> None:
    """Blend a line of text into a picture (height, width, 3), clipped to it."""
    if not words.text:
        return
    size = _whole(words.size)
    letters, halo, left, top = _masks(words.text, size)
    column = round(words.x - (text_width(words.text, size) if words.end else 0.0)) + left
    row = round(words.y) + top
    first_row, first_column = max(row, 0), max(column, 0)
    last_row = min(row + letters.shape[0], picture.shape[0])
    last_column = min(column + letters.shape[1], picture.shape[1])
    if first_row >= last_row or first_column >= last_column:
        return
    part = np.s_[first_row - row : last_row - row, first_column - column : last_column - column]
    place = picture[first_row:last_row, first_column:last_column]
    ink = 255.0 * np.array(rgb(words.color))
    if abs(float(place.mean()) - float(ink.mean())) < _LEAST_CONTRAST:
        ink = 255.0 - 0.3 * ink if ink.mean() < 128.0 else 0.3 * (255.0 - ink)
    paper = 255.0 - 0.15 * ink if ink.mean() < 128.0 else 0.15 * ink
    pale = place + _HALO * halo[part][..., None] * (paper - place)
    place[:] = np.floor(pale + letters[part][..., None] * (ink - pale) + 0.5).astype(np.uint8)


def _whole(size: float) -> int:
    return max(round(size), 4)
