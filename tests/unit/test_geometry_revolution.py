import math

import numpy as np
import pytest

from rigida.errors import UsageError
from rigida.geometry.mesh_check import is_closed
from rigida.geometry.polyhedron import signed_volume
from rigida.geometry.revolution import revolved


@pytest.mark.parametrize("segments", [3, 4, 7, 32])
def test_revolved_prism_has_the_volume_of_the_polygon_times_height(segments):
    vertices, triangles = revolved([0.0, 2.0, 2.0, 0.0], [-1.0, -1.0, 2.0, 2.0], segments)
    area = 0.5 * segments * 4.0 * math.sin(2.0 * math.pi / segments)
    assert is_closed(triangles)
    assert signed_volume(vertices, triangles) == pytest.approx(3.0 * area, rel=1e-14)


def test_vertices_lie_on_the_profile():
    radii, heights = [0.0, 1.0, 3.0, 0.0], [0.0, 1.0, 2.0, 5.0]
    vertices, _ = revolved(radii, heights, 5)
    found = np.unique(np.round(np.column_stack([np.hypot(*vertices[:, :2].T), vertices[:, 2]]), 12), axis=0)
    np.testing.assert_allclose(found, sorted(zip(radii, heights, strict=True)), atol=1e-12)


def test_fewer_than_three_segments_are_refused():
    with pytest.raises(UsageError, match="at least 3, got 1"):
        revolved([0.0, 1.0, 0.0], [0.0, 1.0, 2.0], 1)
