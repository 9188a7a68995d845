"""A ground of triangles: rings around the eye with more and more haze, up to the horizon."""

import numpy as np
import pytest

from rigida.drawing.appearance import APPEARANCE
from rigida.drawing.horizon import hazy_ground
from rigida.drawing.material import HAZE_STEPS
from rigida.drawing.texture import checker_axes
from rigida.geometry.polyhedron import triangle_normals

NORMALS = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.6, 0.0, 0.8), (-0.48, 0.64, 0.6)]
TRACK = np.array([[0.3, 0.2, 1.0], [20.0, 3.0, 2.0], [40.0, 30.0, 0.5], [7.0, 9.0, 1.0]])


@pytest.mark.parametrize("normal", NORMALS)
@pytest.mark.parametrize("eye", [TRACK[:1], TRACK])
def test_ground_covers_its_plane_once_up_to_the_horizon(normal, eye):
    n = np.array(normal)
    ground, tones = hazy_ground(checker_axes(normal, 0.5), eye, 10.0, 900.0)
    np.testing.assert_allclose(ground.vertices @ n, 0.0, atol=1e-9)
    areas = 0.5 * (triangle_normals(ground.vertices, ground.triangles) @ n)
    assert (areas > 0.0).all()
    assert sorted(np.concatenate(list(tones.values()))) == list(range(len(ground.triangles)))
    # Without gaps and overlaps the triangles have the area inside the last ring, a polygon of 32 corners.
    rim = ground.vertices[-32:]
    polygon = 0.5 * np.abs(np.cross(rim, np.roll(rim, -1, axis=0)).sum(axis=0) @ n)
    assert areas.sum() == pytest.approx(polygon)
    foot = eye - np.outer(eye @ n, n)
    assert np.linalg.norm(rim[:, None] - foot[None], axis=2).min() > 0.99 * 900.0


def test_haze_grows_by_the_law_of_pictures_towards_the_horizon():
    ground, tones = hazy_ground(checker_axes((0.0, 0.0, 1.0), 0.5), TRACK[:1], 10.0, 9e4)
    assert list(tones) == [f"haze{k:02d}" for k in range(HAZE_STEPS)]
    half = APPEARANCE.haze * 10.0
    for step, rows in enumerate(tones.values()):
        away = np.linalg.norm(ground.vertices[ground.triangles[rows]] - [0.3, 0.2, 0.0], axis=2)
        haze = away**2 / (away**2 + half**2)
        assert haze.max() <= (step + 0.5) / HAZE_STEPS + 1e-9 or step == HAZE_STEPS - 1
        assert haze.min() >= (step - 0.5) / HAZE_STEPS - 1e-9 or step == 0
