"""How far samples are sought follows from how they move against the other solid."""

import numpy as np
import pytest

from rigida.concave.arrays import Drift, Frame
from rigida.concave.drift import approach_distance, displacement_at, drift_from, greatest_displacement
from rigida.jit.bind import bind
from rigida.jit.decorators import kernel
from rigida.jit.records import Rows
from rigida.jit.tables import Table
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.math.vec3 import Vec3
from rigida.realtime.sub_intervals import intervals_for
from rigida.realtime.tuning import MAX_TRAVEL, MOST_INTERVALS


class Moving(Table):
    pose: Rows[Frame]
    drift: Rows[Drift]  # in world coordinates, seen from the pose


@kernel
def see(moving: Moving) -> None:
    drift_from(moving.pose[0], moving.drift[0], 1.0, moving.drift[1])


@kernel
def ways(x: float, y: float, z: float, moving: Moving) -> tuple[float, float, float]:
    way = displacement_at(Vec3(x, y, z), moving.drift[1])
    return way.x, way.y, way.z


@kernel
def furthest(x: float, y: float, z: float, radius: float, moving: Moving) -> float:
    return greatest_displacement(Vec3(x, y, z), radius, moving.drift[1])


@kernel
def closing(x: float, y: float, z: float, moving: Moving) -> float:
    return approach_distance(Vec3(0.0, 0.0, 0.0), Vec3(x, y, z), moving.drift[1])


def some_drift(seed):
    """A drift in world coordinates (6,), a pose (12,) and the table with the drift seen from it."""
    random = np.random.default_rng(seed)
    quaternion = random.normal(size=4)
    turn = matrix_from_quaternion_array((quaternion / np.linalg.norm(quaternion))[None])[0]
    pose = np.concatenate([turn.ravel(), random.normal(size=3)])
    moving = Moving(pose=pose[None].copy(), drift=random.normal(size=(2, 6)))
    bind(see, moving)()
    return moving.drift[0], pose, moving, random


@pytest.mark.parametrize("seed", range(4))
def test_a_place_moves_the_same_way_in_every_frame(seed):
    drift, pose, moving, random = some_drift(seed)
    turn, origin = pose[:9].reshape(3, 3), pose[9:]
    place = random.normal(size=3)
    world = drift[:3] + np.cross(drift[3:], origin + turn @ place)
    np.testing.assert_allclose(turn @ bind(ways, moving)(*place), world, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_no_place_of_a_ball_goes_further_than_told(seed):
    _, _, moving, random = some_drift(seed)
    middle, radius = random.normal(size=3), 0.7
    direction = random.normal(size=(200, 3))
    places = middle + radius * direction / np.linalg.norm(direction, axis=1)[:, None]
    lengths = [np.linalg.norm(bind(ways, moving)(*place)) for place in places]
    most = bind(furthest, moving)(*middle, radius)
    assert 0.5 * most < max(lengths) <= most


def test_what_comes_near_is_sought_as_far_as_it_goes_and_what_goes_away_less_far():
    moving = Moving(pose=np.zeros((1, 12)), drift=np.array([[0.0] * 6, [0.0, 0.0, -0.3, 0.0, 0.0, 0.0]]))
    ask = bind(closing, moving)
    towards, aside, away = (ask(*g) for g in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0)))
    assert towards > 0.3
    assert 0.0 < aside == away < 0.3


def test_sub_intervals_lead_no_further_than_halfway_to_the_middle_of_the_thinnest_body():
    assert intervals_for(0.0, 0.1) == 1
    assert intervals_for(0.049, 0.1) == 1
    assert intervals_for(0.12, 0.1) == 3
    assert intervals_for(0.12, 0.001) == pytest.approx(0.12 / MAX_TRAVEL)
    assert intervals_for(1e3, 0.1) == MOST_INTERVALS
