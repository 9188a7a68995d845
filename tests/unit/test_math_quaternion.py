import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from rigida.math import quaternion as quat

unit = st.tuples(*[st.floats(-1, 1) for _ in range(4)]).filter(lambda q: np.linalg.norm(q) > 0.1)
vectors = st.tuples(*[st.floats(-10, 10) for _ in range(3)])


def as_unit(q):
    return np.array(q) / np.linalg.norm(q)


def as_scipy(q):
    return Rotation.from_quat(np.asarray(q)[..., [1, 2, 3, 0]])


@given(unit, unit)
def test_product_turns_by_the_second_then_by_the_first(a, b):
    a, b = as_unit(a), as_unit(b)
    expected = (as_scipy(a) * as_scipy(b)).as_matrix()
    np.testing.assert_allclose(as_scipy(quat.multiply_array(a, b)).as_matrix(), expected, atol=1e-14)


@given(unit, vectors)
def test_rotation_agrees_with_the_matrix(q, v):
    q = as_unit(q)
    np.testing.assert_allclose(quat.rotate_array(q, np.array(v)), as_scipy(q).apply(v), atol=1e-13)


@given(unit, vectors)
def test_rotating_back_undoes_rotating(q, v):
    q = as_unit(q)
    there = quat.rotate(*q, *v)
    np.testing.assert_allclose(quat.rotate_back(*q, *there), v, atol=1e-13)


@given(unit)
def test_inverse_times_itself_is_the_identity_even_when_not_unit(q):
    q = 3.0 * np.array(q)
    np.testing.assert_allclose(quat.multiply_array(q, quat.inverse_array(q)), [1, 0, 0, 0], atol=1e-13)


@given(unit, vectors)
def test_rate_is_the_derivative_of_turning_about_the_body_axis(q, omega):
    q, h = as_unit(q), 1e-6
    ahead = quat.multiply_array(q, np.array(quat.from_rotation_vector(*(h * np.array(omega)))))
    behind = quat.multiply_array(q, np.array(quat.from_rotation_vector(*(-h * np.array(omega)))))
    # Central difference: error h²|ω|³/48 < 1e-9, rounding 1e-16/h = 1e-10.
    np.testing.assert_allclose(quat.rate_from_body(*q, *omega), (ahead - behind) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-9, 0.9999e-8, 1.0001e-8, 1e-3, 1.0, 3.0])
def test_rotation_vector_gives_the_half_angle(angle):
    q = quat.from_rotation_vector(angle, 0.0, 0.0)
    np.testing.assert_allclose(q, [np.cos(angle / 2), np.sin(angle / 2), 0, 0], rtol=1e-15, atol=1e-16)


def test_normalizing_zero_gives_the_identity():
    assert quat.normalize(0.0, 0.0, 0.0, 0.0) == (1.0, 0.0, 0.0, 0.0)


@given(unit, unit, st.floats(0, 1))
def test_interpolation_follows_the_shorter_great_arc(a, b, fraction):
    a, b = as_unit(a), as_unit(b)
    if abs(a @ b) < 1e-3:
        return  # near a half turn both ways are equally short
    expected = Slerp([0, 1], Rotation.concatenate([as_scipy(a), as_scipy(b)]))(fraction)
    difference = (as_scipy(quat.interpolate_array(a, b, fraction)).inv() * expected).magnitude()
    assert difference < 1e-12


def test_interpolation_between_nearly_equal_turns_is_exact():
    a = np.array([1.0, 0.0, 0.0, 0.0])
    b = np.array(quat.from_rotation_vector(1e-10, 0.0, 0.0))
    np.testing.assert_allclose(quat.interpolate_array(a, b, 0.25)[1], 0.25 * b[1], rtol=1e-9)


def test_array_versions_agree_with_rows_taken_one_by_one():
    rng = np.random.default_rng(1)
    q, v = quat.normalize_array(rng.normal(size=(5, 4))), rng.normal(size=(5, 3))
    turned = quat.rotate_array(q, v)
    products = quat.multiply_array(q, q[::-1])
    for i in range(5):
        np.testing.assert_array_equal(turned[i], quat.rotate_array(q[i], v[i]))
        np.testing.assert_array_equal(products[i], quat.multiply_array(q[i], q[4 - i]))
