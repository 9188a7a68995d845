"""The space that two solids share: how deep it is, and which way leads out."""

import numpy as np
import pytest

import rigida as rg
from rigida.concave.shared_space import space_points
from rigida.concave.solids import solid_table


def bracket():
    """An angle of two legs of 1 m, 0.2 m thick and 0.5 m wide."""
    outline = [(0, 0), (1, 0), (1, 0.2), (0.2, 0.2), (0.2, 1), (0, 1)]
    return rg.extruded_mesh(np.array(outline, dtype=float), 0.5)


def test_points_are_spread_over_a_surface_by_its_area():
    shapes = [bracket(), rg.Sphere(0.5), rg.HalfSpace((0, 0, 1))]
    points = space_points(shapes, solid_table(shapes))
    first = points.first.tolist()
    assert first[2] == first[3]  # half-spaces have none
    for g, area in ((0, 2 * 0.36 + 0.5 * 4.0), (1, np.pi)):
        own = points.point[first[g] : first[g + 1]]
        on = own[np.linalg.norm(own[:, 3:], axis=1) > 0]
        # A ball is known by its triangles, a little smaller than it is.
        assert np.linalg.norm(on[:, 3:], axis=1).sum() == pytest.approx(area, rel=0.02)
        # A closed surface has no sum of areas; n points err by less than one over √n of it.
        assert np.linalg.norm(on[:, 3:].sum(axis=0)) < area / np.sqrt(len(on))


def test_the_middle_of_a_solid_is_as_deep_as_its_walls_are_thick():
    shapes = [bracket(), rg.Sphere(0.5)]
    middle = space_points(shapes, solid_table(shapes)).middle
    # In the corner of the angle a ball of 0.2 m · (2 − √2) fits; a bound for it is within a cell of 1/48 m.
    assert middle[0] == pytest.approx(0.2 * (2 - np.sqrt(2)), abs=1 / 48)
    assert middle[1] == pytest.approx(0.5)
