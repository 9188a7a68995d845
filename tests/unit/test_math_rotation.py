import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rigida.math import axis_angle, euler, rotation

unit = st.tuples(*[st.floats(-1, 1) for _ in range(4)]).filter(lambda q: np.linalg.norm(q) > 0.1)
angle = st.floats(-np.pi, np.pi)


def as_unit(q):
    return np.array(q) / np.linalg.norm(q)


@given(unit)
def test_matrix_agrees_with_an_independent_library(q):
    q = as_unit(q)
    expected = Rotation.from_quat(q[[1, 2, 3, 0]]).as_matrix()
    np.testing.assert_allclose(rotation.matrix_from_quaternion_array(q), expected, atol=1e-15)


@given(unit)
def test_quaternion_survives_the_matrix_in_every_trace_case(q):
    q = as_unit(q)
    back = rotation.quaternion_from_matrix_array(rotation.matrix_from_quaternion_array(q))
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-14


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -2, 3), (0, 1, 1), (-1, 0, 1)])
@pytest.mark.parametrize("short_of_half_turn", [0.0, 1e-15, 1e-12, 1e-8, 1e-4, -1e-8])
def test_quaternion_from_matrix_is_exact_near_180_degrees(axis, short_of_half_turn):
    q = axis_angle.quaternion_from_axis_angle_array(np.array(axis, dtype=float), np.pi - short_of_half_turn)
    back = rotation.quaternion_from_matrix_array(rotation.matrix_from_quaternion_array(q))
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-15


def test_slightly_inexact_matrix_still_gives_a_unit_quaternion():
    noisy = rotation.matrix_from_quaternion_array(as_unit([1, 2, 3, 4])) + 1e-6
    assert np.linalg.norm(rotation.quaternion_from_matrix_array(noisy)) == pytest.approx(1.0, abs=1e-15)


@given(angle, angle, angle)
def test_euler_xyz_turns_about_x_then_the_new_y_then_the_new_z(a, b, c):
    expected = Rotation.from_euler("XYZ", [a, b, c]).as_matrix()
    np.testing.assert_allclose(euler.matrix_from_euler_xyz_array(np.array([a, b, c])), expected, atol=1e-15)


@given(unit)
def test_euler_xyz_reproduces_the_matrix(q):
    matrix = rotation.matrix_from_quaternion_array(as_unit(q))
    np.testing.assert_allclose(
        euler.matrix_from_euler_xyz_array(euler.euler_xyz_from_matrix_array(matrix)), matrix, atol=1e-14
    )


@pytest.mark.parametrize("pitch", [np.pi / 2, -np.pi / 2])
def test_euler_xyz_reproduces_the_matrix_in_gimbal_lock(pitch):
    matrix = euler.matrix_from_euler_xyz_array(np.array([0.3, pitch, 0.5]))
    again = euler.matrix_from_euler_xyz_array(euler.euler_xyz_from_matrix_array(matrix))
    np.testing.assert_allclose(again, matrix, atol=1e-15)


@given(unit)
def test_euler_angles_go_through_quaternions(q):
    q = as_unit(q)
    back = euler.quaternion_from_euler_xyz_array(euler.euler_xyz_from_quaternion_array(q))
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-13


@given(angle, angle, angle)
def test_roll_pitch_yaw_turns_about_the_fixed_axes(roll, pitch, yaw):
    expected = Rotation.from_euler("xyz", [roll, pitch, yaw]).as_matrix()
    got = rotation.matrix_from_quaternion_array(
        euler.quaternion_from_roll_pitch_yaw_array(np.array([roll, pitch, yaw]))
    )
    np.testing.assert_allclose(got, expected, atol=1e-14)


@given(unit)
def test_axis_and_angle_reproduce_the_turn(q):
    q = as_unit(q)
    axis, turn = axis_angle.axis_angle_from_quaternion_array(q)
    assert 0.0 <= turn <= np.pi
    back = axis_angle.quaternion_from_axis_angle_array(axis, turn)
    assert min(np.abs(back - q).max(), np.abs(back + q).max()) < 1e-14


def test_no_turn_has_an_axis_all_the_same():
    axis, turn = axis_angle.axis_angle_from_quaternion_array(np.array([1.0, 0, 0, 0]))
    assert turn == 0.0
    assert np.linalg.norm(axis) == 1.0


@given(st.tuples(angle, angle, angle).filter(lambda v: np.linalg.norm(v) < np.pi - 1e-6))
def test_rotation_vector_there_and_back(v):
    back = axis_angle.rotation_vector_from_quaternion_array(
        axis_angle.quaternion_from_rotation_vector_array(np.array(v))
    )
    np.testing.assert_allclose(back, v, atol=1e-13)


def test_gram_schmidt_restores_a_rotation():
    exact = rotation.matrix_from_quaternion_array(as_unit([1, 2, 3, 4]))
    mended = rotation.orthonormalized_array(exact + 1e-4 * np.arange(9).reshape(3, 3))
    np.testing.assert_allclose(mended @ mended.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(mended) == pytest.approx(1.0)
    assert np.abs(mended - exact).max() < 2e-3


def test_array_versions_work_on_stacks_and_agree_with_single_ones():
    rng = np.random.default_rng(2)
    angles = rng.uniform(-1, 1, (4, 5, 3))
    matrices = euler.matrix_from_euler_xyz_array(angles)
    assert matrices.shape == (4, 5, 3, 3)
    np.testing.assert_allclose(euler.euler_xyz_from_matrix_array(matrices), angles, atol=1e-14)
    quaternions = axis_angle.quaternion_from_axis_angle_array(np.array([1.0, 2, 3]), np.array([0.1, 0.2]))
    np.testing.assert_array_equal(
        quaternions[1], axis_angle.quaternion_from_axis_angle_array(np.array([1.0, 2, 3]), 0.2)
    )
