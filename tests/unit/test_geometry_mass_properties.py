import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigida.errors import ModelError
from rigida.geometry.mass_properties import MassProperties, checked_moments, combined, principal_axes
from rigida.math.rotation import matrix_from_quaternion_array

moments = st.tuples(st.floats(0.1, 10), st.floats(0.1, 10), st.floats(0.1, 10))
turns = st.tuples(*[st.floats(-1, 1) for _ in range(4)]).filter(lambda q: np.linalg.norm(q) > 0.1)


@given(moments, turns)
def test_principal_axes_diagonalise_the_tensor_and_are_right_handed(diagonal, q):
    rotation = matrix_from_quaternion_array(np.array(q) / np.linalg.norm(q))
    tensor = rotation @ np.diag(diagonal) @ rotation.T
    values, axes = principal_axes(tensor)
    frame = matrix_from_quaternion_array(axes)
    rounding = 1e-12 * max(diagonal)
    np.testing.assert_allclose(frame @ np.diag(values) @ frame.T, tensor, atol=rounding)
    assert np.linalg.det(frame) == pytest.approx(1.0)


def test_diagonal_tensor_keeps_its_axes_and_their_order():
    values, axes = principal_axes(np.diag([3.0, 1.0, 2.0]))
    assert values.tolist() == [3.0, 1.0, 2.0]
    assert axes.tolist() == [1.0, 0.0, 0.0, 0.0]


def test_two_halves_of_a_bar_make_the_bar():
    half = MassProperties(1.0, np.zeros(3), np.diag([1 / 6, 1 / 6, 1 / 6]))  # unit cube
    bar = combined([half.placed(np.array([x, 0, 0]), np.array([1.0, 0, 0, 0])) for x in (-0.5, 0.5)])
    assert bar.mass == 2.0
    np.testing.assert_allclose(np.diag(bar.inertia), [2 / 6, 2 / 12 * 5, 2 / 12 * 5], rtol=1e-15)


@pytest.mark.parametrize("values", [(-1.0, 1.0, 1.0), (1.0, 1.0, 2.1)])
def test_impossible_moments_are_refused(values):
    with pytest.raises(ModelError):
        checked_moments("Body 'b'", np.array(values))
