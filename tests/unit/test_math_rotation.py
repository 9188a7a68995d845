import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rigida.math import rotation as rot

unit = st.tuples(*[st.floats(-1, 1) for _ in range(4)]).filter(lambda q: np.linalg.norm(q) > 0.1)
angle = st.floats(-np.pi, np.pi)


def as_unit(q):
    return np.array(q) / np.linalg.norm(q)


@given(unit)
def test_matrix_agrees_with_an_independent_library(q):
    q = as_unit(q)
    expected = Rotation.from_quat(q[[1, 2, 3, 0]]).as_matrix()
    np.testing.assert_allclose(rot.matrix_from_quaternion_array(q), expected, atol=1e-15)


@given(unit)
def test_quaternion_survives_the_matrix_in_every_trace_case(q):
    q = as_unit(q)
    back = rot.quaternion_from_matrix_array(rot.matrix_from_quaternion_array(q))
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-14


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -2, 3), (0, 1, 1), (-1, 0, 1)])
@pytest.mark.parametrize("short_of_half_turn", [0.0, 1e-15, 1e-12, 1e-8, 1e-4, -1e-8])
def test_quaternion_from_matrix_is_exact_near_180_degrees(axis, short_of_half_turn):
    q = rot.quaternion_from_axis_angle(np.array(axis, dtype=float), np.pi - short_of_half_turn)
    back = rot.quaternion_from_matrix_array(rot.matrix_from_quaternion_array(q))
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-15


def test_slightly_inexact_matrix_still_gives_a_unit_quaternion():
    noisy = rot.matrix_from_quaternion_array(as_unit([1, 2, 3, 4])) + 1e-6
    assert np.linalg.norm(rot.quaternion_from_matrix_array(noisy)) == pytest.approx(1.0, abs=1e-15)


@given(angle, angle, angle)
def test_euler_xyz_turns_about_x_then_the_new_y_then_the_new_z(a, b, c):
    expected = Rotation.from_euler("XYZ", [a, b, c]).as_matrix()
    np.testing.assert_allclose(rot.matrix_from_euler_xyz(np.array([a, b, c])), expected, atol=1e-15)


@given(unit)
def test_euler_xyz_reproduces_the_matrix(q):
    matrix = rot.matrix_from_quaternion_array(as_unit(q))
    np.testing.assert_allclose(rot.matrix_from_euler_xyz(rot.euler_xyz_from_matrix(matrix)), matrix, atol=1e-14)


@pytest.mark.parametrize("pitch", [np.pi / 2, -np.pi / 2])
def test_euler_xyz_reproduces_the_matrix_in_gimbal_lock(pitch):
    matrix = rot.matrix_from_euler_xyz(np.array([0.3, pitch, 0.5]))
    again = rot.matrix_from_euler_xyz(rot.euler_xyz_from_matrix(matrix))
    np.testing.assert_allclose(again, matrix, atol=1e-15)


@given(unit)
def test_euler_angles_go_through_quaternions(q):
    q = as_unit(q)
    back = rot.quaternion_from_euler_xyz(rot.euler_xyz_from_quaternion(q))
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-13


@given(angle, angle, angle)
def test_roll_pitch_yaw_turns_about_the_fixed_axes(roll, pitch, yaw):
    expected = Rotation.from_euler("xyz", [roll, pitch, yaw]).as_matrix()
    got = rot.matrix_from_quaternion_array(rot.quaternion_from_roll_pitch_yaw(np.array([roll, pitch, yaw])))
    np.testing.assert_allclose(got, expected, atol=1e-14)


@given(unit)
def test_axis_and_angle_reproduce_the_turn(q):
    q = as_unit(q)
    axis, turn = rot.axis_angle_from_quaternion(q)
    assert 0.0 <= turn <= np.pi
    back = rot.quaternion_from_axis_angle(axis, turn)
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-14


def test_no_turn_has_an_axis_all_the_same():
    axis, turn = rot.axis_angle_from_quaternion(np.array([1.0, 0, 0, 0]))
    assert turn == 0.0
    assert np.linalg.norm(axis) == 1.0


@given(st.tuples(angle, angle, angle).filter(lambda v: np.linalg.norm(v) < np.pi - 1e-6))
def test_rotation_vector_there_and_back(v):
    back = rot.rotation_vector_from_quaternion(rot.quaternion_from_rotation_vector(np.array(v)))
    np.testing.assert_allclose(back, v, atol=1e-13)


def test_gram_schmidt_restores_a_rotation():
    exact = rot.matrix_from_quaternion_array(as_unit([1, 2, 3, 4]))
    mended = rot.orthonormalized(exact + 1e-4 * np.arange(9).reshape(3, 3))
    np.testing.assert_allclose(mended @ mended.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(mended) == pytest.approx(1.0)
    assert np.abs(mended - exact).max() < 2e-3
