"""Textures of wood and ground have, at every place, the tone that the formulas of pictures give."""

import numpy as np
import pytest
from plain_kernels import plain

from rigida.drawing import texture
from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.finish import FINISHES
from rigida.drawing.material import Material
from rigida.drawing.palette import light
from rigida.render.body import grain_tone
from rigida.render.ground import fields, line_cover


def looked_up(image: np.ndarray, s: float, t: float) -> float:
    """Return the pixel of an image that repeats at the coordinates (s, t), its rows counted from above as glTF does."""
    rows, columns = image.shape[:2]
    return float(image[int(np.floor(t * rows)) % rows, int(np.floor(s * columns)) % columns])


@pytest.mark.parametrize("radius", [0.3, 40.0])
def test_grain_is_that_of_pictures_at_any_place_of_a_body(radius):
    image, axes = texture.grain(), texture.grain_axes(radius)
    places = np.random.default_rng(1).normal(size=(200, 3))
    places *= radius * np.random.default_rng(2).random((200, 1)) / np.linalg.norm(places, axis=1, keepdims=True)
    frame = np.array([[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0 / radius]])
    for place in places:
        s, t = axes @ place
        assert np.abs([s, t]).max() < 0.5  # so that no part of the body shows another period
        # Half a pixel is 2.2/1024 of s wide and 2.2/256 of t high; the tone changes by (9 + 2.6)/2 of the first and by
        # 0.06 · 0.9 of that along the second.
        assert looked_up(image, s, t) == pytest.approx(
            plain(grain_tone, frame, 0, *place), abs=5.8 * 2.2 * (1.0 / 1024 + 0.054 / 256)
        )


def test_fields_and_lines_are_those_of_pictures():
    size, share = 256, np.float32(APPEARANCE.line_share)
    image = texture.checker(size)
    half = np.float32(1.0 / size)
    for row, column in [(3, 70), (128, 60), (0, 100), (127, 128), (200, 40), (255, 255), (90, 90)]:
        u, v = (np.float32((k + 0.5) * 2.0 / size) for k in (column, row))
        free = (1.0 - plain(line_cover, u, half, share)) * (1.0 - plain(line_cover, v, half, share))
        dark = 0.5 + 0.5 * plain(fields, u, half) * plain(fields, v, half)
        tone = (1.0 - APPEARANCE.line_dark * (1.0 - free)) * (1.0 - APPEARANCE.field_dark * dark)
        assert image[row, column] == pytest.approx(tone, abs=1e-5)
    assert len(np.unique(image.round(6))) > 5  # two tones of fields, and lines


def test_textures_have_the_color_of_the_body_and_fade_to_the_horizon():
    wood = Material("#b5793d", "wood", "grain")
    assert wood.texture.max(axis=(0, 1)) == pytest.approx(light("#b5793d"), rel=1e-3)
    assert wood.texture.min(axis=(0, 1)) == pytest.approx(
        (1.0 - FINISHES["wood"].grain) * np.array(light("#b5793d")), rel=1e-3
    )
    near, far = (Material("#6c8a4c", "matte", f"haze{step:02d}").texture for step in (0, 23))
    assert np.ptp(far[..., 1]) < 0.1 * np.ptp(near[..., 1])
    assert far.mean(axis=(0, 1))[2] > 3.0 * near.mean(axis=(0, 1))[2]
    assert Material("#6c8a4c", "matte").texture is None
