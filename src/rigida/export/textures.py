"""Textures of materials as PNG images."""

import io

import numpy as np

from rigida.arrays import FloatArray


def png(texture: FloatArray) -> bytes:
    """Return the image of a texture (h, w, 3) of light in 0…1, in sRGB (IEC 61966-2-1)."""
    from PIL import Image

    tones = np.where(texture <= 0.0031308, 12.92 * texture, 1.055 * texture ** (1.0 / 2.4) - 0.055)
    buffer = io.BytesIO()
    Image.fromarray(np.floor(255.0 * tones + 0.5).astype(np.uint8)).save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
