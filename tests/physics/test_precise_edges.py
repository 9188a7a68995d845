"""Contacts that end where faces end, in the precise engine: what slides, rolls, tips and falls over a table's edge.

`python benchmarks/precise_edges.py --seed N` draws fresh ones; its oracles hold the edge as a constraint.
"""

import numpy as np
import pytest
from long_form import cases
from precise_trials import edges

import rigida as rg
from rigida.precise.contact.detection import Detection

EDGE = edges.EDGE


@pytest.mark.parametrize("seed", range(4))
def test_separations_of_cylinders_and_boxes_are_those_of_the_nearest_points(seed):
    """Where the separation is zero, manifolds find a gap of zero too, within their own error."""
    draw = np.random.default_rng(seed)
    scene = rg.Scene()
    turns = draw.normal(size=(2, 4))
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    box = rg.Box(tuple(draw.uniform(0.2, 1.0, 3)))
    scene.add_body(box, orientation=turns[0], position=(0, 0, 0), fixed=True)
    scene.add_body(rg.Cylinder(*draw.uniform(0.1, 0.5, 2)), mass=1.0, orientation=turns[1], position=(0, 0, 3))
    state = rg.Simulation(scene, rg.Precise()).state
    detection, pair = Detection(state.model), np.array([[0, 1]], dtype=np.int32)
    away = draw.normal(size=3)
    away /= np.linalg.norm(away)

    def gap(distance):
        center = state.center.copy()
        center[1] = center[0] + distance * away
        detection.place(center, state.attitude)
        return detection.gaps(pair)[0]

    near, far = 0.0, 3.0
    for _ in range(60):
        middle = 0.5 * (near + far)
        near, far = (near, middle) if gap(middle) > 0.0 else (middle, far)
    about = detection.points(pair).gap.min()
    assert abs(gap(far)) < 1e-12
    assert abs(about) < 1e-6


def slide(size, start, speed, friction, spin=0.0, across=0.0):
    scene = rg.Scene()
    scene.add_body(rg.Box((2 * EDGE, 4, 1)), fixed=True, position=(0, 0, -0.5), friction=friction, name="table")
    scene.add_body(
        rg.Box(size),
        mass=1.3,
        position=(start, 0, 0.5 * size[2]),
        velocity=(speed, across, 0),
        angular_velocity=(0, 0, spin),
        friction=friction,
        name="box",
    )
    return scene


@pytest.mark.parametrize("name", edges.FAMILIES)
@pytest.mark.parametrize("trial", cases(2, 12))
def test_bodies_that_go_over_an_edge_move_as_an_integration_with_the_edge_as_constraint(name, trial):
    ((_, error, _, _),) = edges.trials(name, 0, [trial])
    assert error < edges.MARK


@pytest.mark.parametrize("name", ["sliding_disk", "rod", "rolling_cylinder"])
def test_cylinders_pass_an_edge_without_chattering(name):
    ((_, _, _, warning),) = edges.trials(name, 0, [0])
    assert not warning


@pytest.mark.parametrize("seed", range(3))
def test_a_box_that_spins_off_a_smooth_table_keeps_its_energy_and_its_sideways_momentum(seed):
    draw = np.random.default_rng(seed)
    size = draw.uniform((0.3, 0.2, 0.1), (0.6, 0.4, 0.25))
    scene = slide(size, EDGE - 0.5, draw.uniform(2.0, 4.0), 0.0, draw.uniform(-4.0, 4.0), draw.uniform(-0.5, 0.5))
    sim = rg.Simulation(scene, rg.Precise())
    before, sideways = sim.energy().total, sim.body("box").velocity[1]
    sim.engine.advance(0.8)
    assert sim.energy().total == pytest.approx(before, rel=1e-7)
    # The table's edge runs along y: only its end could push sideways.
    assert sim.body("box").velocity[1] == pytest.approx(sideways, abs=1e-6)
    assert sim.body("box").position[2] < -0.3


def test_a_box_at_rest_over_an_edge_tips_where_its_middle_is_beyond_and_stays_where_it_is_not():
    for beyond, falls in ((-0.01, False), (0.01, True)):
        scene = slide((0.4, 0.2, 0.1), EDGE + beyond, 0.0, 0.5)
        sim = rg.Simulation(scene, rg.Precise())
        sim.engine.advance(0.5)
        assert (abs(sim.body("box").angular_velocity[1]) > 0.1) == falls
        assert falls or sim.body("box").position[2] == pytest.approx(0.05, abs=1e-12)
