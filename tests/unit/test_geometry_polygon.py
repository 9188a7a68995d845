import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_form import examples

from rigida.errors import ModelError
from rigida.geometry.polygon import CROSSING_CHECK_LIMIT, polygon_properties

SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]
L_SHAPE = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]


def test_square_has_a_sixth_of_its_edge_squared_about_its_center():
    # m (a² + a²)/12 about the center. Corrêa 2020, 3.7 prints 8m/3: his limits 0..2 turn it about a corner.
    properties = polygon_properties(SQUARE)
    assert properties.area == 4.0
    np.testing.assert_allclose(properties.centroid, [1.0, 1.0], rtol=1e-15)
    assert properties.polar_moment == pytest.approx(4.0 * (4.0 + 4.0) / 12.0, rel=1e-15)
    np.testing.assert_allclose(properties.second_moments, [16.0 / 3.0, 16.0 / 3.0, 4.0], rtol=1e-15)
    assert sum(properties.second_moments[:2]) == pytest.approx(4.0 * 8.0 / 3.0, rel=1e-15)


def test_triangle_has_its_known_product_of_inertia():
    # ∫xy over the unit right triangle is 1/24; the formula as printed in the document (eq. 26) gives another value.
    properties = polygon_properties([(0, 0), (1, 0), (0, 1)])
    np.testing.assert_allclose(properties.second_moments, [1 / 12, 1 / 12, 1 / 24], rtol=1e-14)


def test_concave_polygon_is_the_sum_of_its_rectangles():
    properties = polygon_properties(L_SHAPE)
    # (0..3) × (0..1) and (0..1) × (1..2).
    assert properties.area == pytest.approx(4.0, rel=1e-15)
    np.testing.assert_allclose(properties.centroid, [(4.5 + 0.5) / 4, (1.5 + 1.5) / 4], rtol=1e-15)
    expected = [1.0 + 7.0 / 3.0, 9.0 + 1.0 / 3.0, 2.25 + 0.75]
    np.testing.assert_allclose(properties.second_moments, expected, rtol=1e-14)


@pytest.mark.parametrize("polygon", [SQUARE, L_SHAPE, [(0, 0), (1, 0), (0, 1)]])
def test_both_vertex_orders_give_the_same_positive_result(polygon):
    one, other = polygon_properties(polygon), polygon_properties(polygon[::-1])
    assert one.area > 0.0
    assert one.area == pytest.approx(other.area, rel=1e-15)
    np.testing.assert_allclose(one.centroid, other.centroid, rtol=1e-14)
    np.testing.assert_allclose(one.second_moments, other.second_moments, rtol=1e-14)
    assert one.polar_moment == pytest.approx(other.polar_moment, rel=1e-14)


@given(x=st.floats(-1e3, 1e3), y=st.floats(-1e3, 1e3), angle=st.floats(0, 2 * math.pi), first=st.integers(0, 5))
@settings(max_examples=examples(60), deadline=None)
def test_moving_turning_and_renumbering_keeps_area_and_polar_moment(x, y, angle, first):
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    points = np.roll(np.array(L_SHAPE, dtype=float), first, axis=0) @ turn.T + [x, y]
    here, moved = polygon_properties(L_SHAPE), polygon_properties(points)
    # Coordinates near 1e3 are rounded to 1e-13 m on a polygon of 3 m.
    assert moved.area == pytest.approx(here.area, rel=1e-12)
    assert moved.polar_moment == pytest.approx(here.polar_moment, rel=1e-12)
    np.testing.assert_allclose(moved.centroid, turn @ here.centroid + [x, y], atol=1e-12)
    i_x, i_y, _ = moved.second_moments
    steiner = moved.polar_moment + moved.area * (moved.centroid @ moved.centroid)
    assert i_x + i_y == pytest.approx(steiner, rel=1e-12)


def test_regular_polygon_tends_to_the_disk():
    count = CROSSING_CHECK_LIMIT
    angles = 2.0 * math.pi * np.arange(count) / count
    properties = polygon_properties(np.column_stack([np.cos(angles), np.sin(angles)]))
    # Inscribed: area less by 2π²/(3n²), moment by twice that.
    defect = 2.0 * math.pi**2 / (3.0 * count**2)
    assert properties.area == pytest.approx(math.pi * (1.0 - defect), rel=1e-10)
    assert properties.polar_moment == pytest.approx(0.5 * math.pi * (1.0 - 2.0 * defect), rel=1e-10)


def test_repeated_closing_vertex_changes_nothing():
    assert polygon_properties([*SQUARE, SQUARE[0]]).area == 4.0


def test_corner_on_a_straight_edge_changes_nothing():
    assert polygon_properties([(0, 0), (1, 0), (2, 0), (2, 2), (0, 2)]).second_moments == pytest.approx(
        polygon_properties(SQUARE).second_moments, rel=1e-15
    )


@pytest.mark.parametrize(
    ("polygon", "words"),
    [
        ([], "at least 3 different points, got 0"),
        ([(0, 0), (1, 1)], "at least 3 different points, got 2"),
        ([(0, 0), (0, 0), (1, 1), (1, 1)], "at least 3 different points, got 2"),
        ([(0, 0), (1, 1), (2, 2)], "enclose an area"),
        ([(0, 0), (1, 1), (2, 2), (3, 3)], "turns straight back"),
        ([(0, 0), (2, 2), (2, 0), (0, 2)], "edge from vertex 0 meets the edge from vertex 2"),
        ([(0, 0), (4, 4), (4, 0), (0, 3)], "meets the edge"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "edge from vertex 0 meets the edge from vertex 2"),
        ([(0, 0), (3, 0), (3, 2), (1, 2), (5, 2)], "turns straight back at vertex 3"),
        ([(0, 0), (1, 0), (math.nan, 1)], "must be finite"),
        ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], r"shape \(n, 2\)"),
        ("abc", "numbers only"),
    ],
)
def test_unusable_outlines_are_refused_in_words(polygon, words):
    with pytest.raises(ModelError, match=words):
        polygon_properties(polygon)
