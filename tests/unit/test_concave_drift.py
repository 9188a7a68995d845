"""How far samples are sought follows from how they move against the other solid."""

import numpy as np
import pytest

from rigida.concave.drift import DRIFT_WIDTH, closing_way, drift_from, furthest_way, way_at
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.realtime.sub_intervals import LONGEST, MOST_INTERVALS, intervals_for


def some_drift(seed):
    """A drift in world coordinates (1, 6), a pose (12,) and the drift seen from it (6,)."""
    random = np.random.default_rng(seed)
    quaternion = random.normal(size=4)
    turn = matrix_from_quaternion_array((quaternion / np.linalg.norm(quaternion))[None])[0]
    pose = np.concatenate([turn.ravel(), random.normal(size=3)])
    drift, seen = random.normal(size=(1, DRIFT_WIDTH)), np.empty(DRIFT_WIDTH)
    drift_from(pose, drift, 0, 1.0, seen)
    return drift[0], pose, seen, random


@pytest.mark.parametrize("seed", range(4))
def test_a_place_moves_the_same_way_in_every_frame(seed):
    drift, pose, seen, random = some_drift(seed)
    turn, origin = pose[:9].reshape(3, 3), pose[9:]
    place = random.normal(size=3)
    world = drift[:3] + np.cross(drift[3:], origin + turn @ place)
    np.testing.assert_allclose(turn @ way_at(*place, seen), world, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_no_place_of_a_ball_goes_further_than_told(seed):
    _, _, seen, random = some_drift(seed)
    middle, radius = random.normal(size=3), 0.7
    direction = random.normal(size=(200, 3))
    places = middle + radius * direction / np.linalg.norm(direction, axis=1)[:, None]
    ways = [np.linalg.norm(way_at(*place, seen)) for place in places]
    most = furthest_way(*middle, radius, seen)
    assert 0.5 * most < max(ways) <= most


def test_what_comes_near_is_sought_as_far_as_it_goes_and_what_goes_away_less_far():
    drift = np.array([0.0, 0.0, -0.3, 0.0, 0.0, 0.0])
    towards, aside, away = (closing_way(0.0, 0.0, 0.0, *g, drift) for g in ((0, 0, 1.0), (1.0, 0, 0), (0, 0, -1.0)))
    assert towards > 0.3
    assert 0.0 < aside == away < 0.3


def test_sub_intervals_lead_no_further_than_halfway_to_the_middle_of_the_thinnest_body():
    assert intervals_for(0.0, 0.1) == 1
    assert intervals_for(0.049, 0.1) == 1
    assert intervals_for(0.12, 0.1) == 3
    assert intervals_for(0.12, 0.001) == pytest.approx(0.12 / LONGEST)
    assert intervals_for(1e3, 0.1) == MOST_INTERVALS
