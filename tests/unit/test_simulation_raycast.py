import numpy as np
import pytest

import rigida as rg


def scene():
    world = rg.Scene()
    world.add_ground()
    world.add_body(rg.Box((1, 1, 1)), position=(0, 0, 3), name="box")
    world.add_body(None, mass=1.0, position=(0, 0, 5), name="particle")
    world.add_body(rg.Cone(0.5, 1.0), position=(4, 0, 2), name="cone")
    return rg.Simulation(world)


def test_ray_finds_the_nearest_body_and_its_surface():
    hit = scene().raycast((0, 0, 10), (0, 0, -2))
    assert hit.body == "box"
    assert hit.distance == pytest.approx(6.5)
    np.testing.assert_allclose(hit.point, [0, 0, 3.5], atol=1e-12)
    np.testing.assert_allclose(hit.normal, [0, 0, 1], atol=1e-12)


def test_ray_follows_the_bodies_as_they_move():
    simulation = scene()
    simulation.body("box").position = (7, 0, 3)
    assert simulation.raycast((0, 0, 10), (0, 0, -1)).body == "ground"
    assert simulation.raycast((7, 0, 10), (0, 0, -1)).body == "box"


def test_body_frame_away_from_the_center_of_mass_is_hit_where_it_is():
    hit = scene().raycast((4, 0, 10), (0, 0, -1))
    assert hit.body == "cone"
    assert hit.distance == pytest.approx(7.5)


def test_ray_that_meets_nothing_in_reach_gives_none():
    assert scene().raycast((0, 0, 10), (0, 0, -1), max_distance=1.0) is None
    assert scene().raycast((0, 0, 10), (0, 0, 1)) is None


def test_ray_without_direction_is_refused():
    with pytest.raises(rg.ModelError, match="direction"):
        scene().raycast((0, 0, 10), (0, 0, 0))
