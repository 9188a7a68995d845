"""The realtime engine at its default step against textbook mechanics, with the numbers shown and with others."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida.textbook import TEXTBOOK
from rigida.textbook.agreement import agreement
from rigida.textbook.sliding import disk, spinning_disk, stopping_distance
from rigida.textbook.standing import ladder_distance, pushed_block, wedge_distance

STEP = rg.Realtime()
# Large groups are solved in sub-steps: here small ones are as well.
IN_SUB_STEPS = rg.Realtime(direct_limit=0)


@pytest.mark.parametrize("name", list(TEXTBOOK))
def test_realtime_engine_agrees_with_the_textbook(name):
    assert TEXTBOOK[name].run(STEP).error <= TEXTBOOK[name].tolerance


@pytest.mark.parametrize(
    "name", ["pulled_lower_box", "dragged_upper_box", "thrown_box", "straight_throw", "disk_sliding_and_spinning"]
)
def test_sub_steps_obey_the_same_law_of_friction(name):
    # The disk tilts within the dead band of its contacts, which is a part of its size.
    assert TEXTBOOK[name].run(IN_SUB_STEPS).error <= (0.013 if name == "disk_sliding_and_spinning" else 0.01)


@pytest.mark.parametrize(("speed", "spin"), [(1.0, 4.0), (0.5, 12.0), (2.0, 15.0)])
@pytest.mark.parametrize("engine", [STEP, IN_SUB_STEPS], ids=["direct", "sub_steps"])
def test_a_disk_shares_its_friction_between_sliding_and_spinning(speed, spin, engine):
    _, way = spinning_disk(speed, spin, 0.2, 0.3)
    assert disk(engine, speed, spin, 1.5)[0] == pytest.approx(way, rel=0.01 if engine is STEP else 0.03)


def test_a_body_thrown_in_any_direction_goes_straight():
    for direction in np.radians([7.0, 33.0, 61.0, 118.0]):
        way, aside = stopping_distance(STEP, direction)
        assert way == pytest.approx(2.0**2 / (2 * 0.3 * 9.81), rel=2e-3)
        assert abs(aside) < 1e-3 * way


def test_friction_acts_where_the_load_is():
    """A box whose mass is at one end slides without turning: friction acts below the center of mass."""
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    box = rg.Box((1.0, 0.4, 0.1))
    scene.add_body(box, mass=1.0, center_of_mass=(0.2, 0, 0), position=(0, 0, 0.05), velocity=(0, 2, 0), friction=0.3)
    simulation = rg.Simulation(scene, STEP)
    simulation.run(0.5)
    # In the first step the loads of the points are not known: friction at their middle turns it by μ g 0.2 m / k² dt.
    turn = 0.3 * 9.81 * 0.2 / ((1.0**2 + 0.4**2) / 12) / 60
    assert abs(simulation.state.angular_velocity[1, 2]) < turn


@pytest.mark.parametrize("friction", [0.15, 0.35])
def test_a_wedge_holds_below_the_angle_of_self_locking_and_not_above(friction):
    limit = 2.0 * math.atan(friction)
    assert abs(wedge_distance(STEP, friction, 0.95 * limit, 0.5)) < 1e-4
    assert abs(wedge_distance(STEP, friction, 1.1 * limit, 0.5)) > 1e-2


def test_thresholds_of_toppling_and_sliding_are_met_within_five_percent():
    assert abs(pushed_block(STEP, 0.96)) < 1e-4 < 1e-2 < pushed_block(STEP, 1.04)
    assert abs(ladder_distance(STEP, 1.04)) < 1e-4 < 2e-3 < ladder_distance(STEP, 0.96)


def test_agreement_tells_errors_and_the_order_of_convergence():
    found = agreement(TEXTBOOK["oscillator"])
    assert found.ok
    assert found.precise == pytest.approx(found.expected, rel=1e-6)
    assert found.order == pytest.approx(2.0, abs=0.1)


def rest_height(size, drop):
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Sphere(0.5 * size), position=(0, 0, (0.5 + drop) * size))
    simulation = rg.Simulation(scene, rg.Realtime(dt=math.sqrt(size) / 60))
    for _ in range(120):
        simulation.step()
    return simulation.state.position[1, 2] - 0.5 * size


@pytest.mark.parametrize("size", [1e-3, 0.02, 0.2, 50.0])
def test_a_dropped_ball_rests_on_the_ground(size):
    assert abs(rest_height(size, 0.5)) <= 2.5e-4 * size * 1.01  # what contacts leave alone, by the radius


def slide_and_spin(size):
    """Return where a thrown box comes to rest, and a toppled pillar is, in parts of their size."""
    root = math.sqrt(size)
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    scene.add_body(
        rg.Box((size, size, 0.5 * size)),
        position=(0, 0, 0.25 * size),
        velocity=(4 * root, 0, 0),
        angular_velocity=(0, 0, 2 / root),
        friction=0.3,
    )
    scene.add_body(
        rg.Box((0.5 * size, 0.5 * size, 2 * size)),
        position=(0, 5 * size, size),
        velocity=(0.3 * root, 0, 0),
        angular_velocity=(0, 0.9 / root, 0),
        friction=0.8,
    )
    simulation = rg.Simulation(scene, rg.Realtime(dt=root / 60))
    for _ in range(60):
        simulation.step()
    return simulation.state.position[1:] / size


@pytest.mark.parametrize("size", [1e-3, 0.05, 30.0, 1e3])
def test_small_and_large_worlds_move_alike(size):
    np.testing.assert_allclose(slide_and_spin(size), slide_and_spin(1.0), atol=0.01)
