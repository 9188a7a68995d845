"""Round sides along each other touch at both ends of their common stretch, crossed ones in one point."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.collision.narrow.narrow_phase import find_manifolds
from rigida.collision.shapes.convex import convex_table

RADIUS, HEIGHT = 0.2, 0.6
MARGIN = 0.02


def side_by_side(other, turn, gap=0.001):
    """A cylinder along x, and another body above it turned about z by `turn`; at the cylinder's middle `gap` apart."""
    table = convex_table([rg.Cylinder(RADIUS, HEIGHT), other])
    lying = Rotation.from_rotvec((0.0, 0.5 * math.pi, 0.0))
    attitude = [np.roll(r.as_quat(), 1) for r in (lying, Rotation.from_rotvec((0.0, 0.0, turn)) * lying)]
    place = np.array([(0, 0, 0), (0, 0, 2 * RADIUS + gap)], dtype=float)
    pairs, geometry = np.array([[0, 1]], dtype=np.int32), np.array([0, 1], dtype=np.int32)
    found = find_manifolds(table, geometry, place, np.array(attitude), pairs, MARGIN)
    n = found.count[0]
    return found.normal[0], found.point[0, :n], found.separation[0, :n]


@pytest.mark.parametrize("turn", [0.03, 0.1, 0.2])
def test_ends_of_leaning_mantles_are_apart_by_the_bend_of_both(turn):
    normal, point, gap = side_by_side(rg.Cylinder(RADIUS, HEIGHT), turn)
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-6)
    assert gap.min() == pytest.approx(0.001, abs=1e-6)
    ends = np.abs(point[:, 0]) > 0.4 * HEIGHT
    assert ends.sum() >= 2
    # At an end, where the lines are y apart, two circles of radius R are apart by 2 (R − √(R² − y²/4)) more.
    y = 0.5 * HEIGHT * math.sin(turn)
    expected = 0.001 + 2.0 * (RADIUS - math.sqrt(RADIUS**2 - 0.25 * y * y))
    np.testing.assert_allclose(gap[ends], expected, atol=2e-4)


def test_crossed_mantles_touch_in_one_point():
    normal, point, gap = side_by_side(rg.Cylinder(RADIUS, HEIGHT), 1.0)
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-6)
    np.testing.assert_allclose(point, [(0, 0, RADIUS + 0.0005)], atol=1e-6)
    assert gap[0] == pytest.approx(0.001, abs=1e-9)
