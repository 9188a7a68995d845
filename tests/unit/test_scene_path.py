import numpy as np
import pytest

import rigida as rg
from rigida.math.axis_angle import quaternion_from_axis_angle_array


def turning_path():
    times = np.linspace(0, 2, 9)
    quaternions = [quaternion_from_axis_angle_array(np.array([1.0, 2, 3]), 0.3 * t**2) for t in times]
    return rg.Path(times, np.column_stack([np.sin(times), times**2, 0 * times]), quaternions)


@pytest.mark.parametrize(
    "path", [turning_path(), rg.PathFunction(lambda t: ((np.sin(t), t, 0), (np.cos(t), np.sin(t), 0, 0)))]
)
def test_velocities_are_the_derivatives_of_the_pose(path):
    h = 1e-5
    for time in (0.3, 0.9, 1.6):
        (x0, q0, _, _), (x1, q1, _, _) = path.placement(time - h), path.placement(time + h)
        position, orientation, velocity, spin = path.placement(time)
        np.testing.assert_allclose((x1 - x0) / (2 * h), velocity, atol=1e-6)
        from rigida.math.quaternion import conjugate_array, multiply_array

        rate = 2.0 * multiply_array((q1 - q0) / (2 * h), conjugate_array(orientation))
        np.testing.assert_allclose(rate[1:], spin, atol=1e-6)
        assert np.isfinite(position).all()


def test_path_passes_through_its_keys():
    path = turning_path()
    for i, time in enumerate(path.times):
        position, orientation, _, _ = path.placement(time)
        np.testing.assert_allclose(position, path.positions[i], atol=1e-12)
        assert abs(orientation @ path.orientations[i]) == pytest.approx(1.0, abs=1e-12)


def test_body_rests_before_the_first_and_after_the_last_key():
    path = turning_path()
    for time in (-1.0, 5.0):
        _, _, velocity, spin = path.placement(time)
        assert not velocity.any()
        assert not spin.any()


@pytest.mark.parametrize(
    ("times", "positions", "words"),
    [
        ([0], [(0, 0, 0)], "at least 2"),
        ([0, 0], [(0, 0, 0)] * 2, "increase"),
        ([0, 1], [(0, 0, 0)], "one row per time"),
    ],
)
def test_senseless_paths_are_refused(times, positions, words):
    with pytest.raises(rg.ModelError, match=words):
        rg.Path(times, positions)
