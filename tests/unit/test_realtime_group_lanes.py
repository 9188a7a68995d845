"""Articulated groups of the same structure, eight at a time: each moves as it would alone, whoever shares its row."""

import numpy as np

import rigida as rg
from rigida.constraints.parts.codes import POINT
from rigida.realtime.articulated.wide.layout import GroupKinds

LINKS = 3


def chains(count, threads=1, joint=rg.Spherical, **fields):
    """Return chains of three links, some meters apart, that fall flat and at a slant on the ground."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    for n in range(count):
        before = None
        for k in range(LINKS):
            link = scene.add_body(
                rg.Capsule(0.05, 0.3),
                mass=1.0,
                position=(5.0 * n, 0.4 * k, 0.3 + 0.1 * k),
                orientation=(0.5**0.5, 0.5**0.5, 0, 0),
                velocity=(2.0 + 0.4 * n, 0, -1.0),
                friction=0.5,
            )
            if before is not None:
                scene.add_joint(joint(link, before, anchor=(5.0 * n, 0.4 * k - 0.2, 0.25 + 0.1 * k), **fields))
            before = link
    return rg.Simulation(scene, rg.Realtime(dt=0.01, threads=threads, accuracy=0.0))  # error control has its cost limit


def carried(simulation):
    return simulation.engine.world.articulated.tables.kinds.carried


def open_by(simulation):
    joints = simulation.engine.joints
    joints.evaluate(simulation.time, simulation.state)
    return np.abs(joints.parts.error).max()


def test_a_chain_among_others_moves_as_it_does_alone():
    many, unconstrained = chains(5), chains(1)
    assert carried(many).all()
    assert not carried(unconstrained).any()
    for _ in range(19):  # the first touch in the 14th; later what is left open decides on slip or stick of a point
        many.step()
        unconstrained.step()
    first = slice(1, 1 + LINKS)
    assert len(unconstrained.contacts()) > 2
    assert np.abs(unconstrained.state.velocity[first]).max() > 0.1
    # Both close joints to 1 µm in each step, by different sequences of Newton steps.
    np.testing.assert_allclose(many.state.center[first], unconstrained.state.center[first], atol=1e-5)
    np.testing.assert_allclose(many.state.velocity[first], unconstrained.state.velocity[first], atol=1e-3)


def test_joints_stay_closed_while_chains_land():
    simulation = chains(11)
    for _ in range(60):
        simulation.step()
        assert open_by(simulation) < 1.1e-6


def test_a_row_does_not_depend_on_who_else_is_in_it():
    few, more = chains(4), chains(9)
    for _ in range(40):
        few.step()
        more.step()
    rows = slice(1, 1 + 4 * LINKS)
    np.testing.assert_array_equal(few.state.center[rows], more.state.center[rows])
    np.testing.assert_array_equal(few.state.angular_momentum[rows], more.state.angular_momentum[rows])


def test_threads_do_not_change_what_groups_do():
    one, two = chains(10), chains(10, threads=2)
    for _ in range(40):
        one.step()
        two.step()
    assert one.state_hash() == two.state_hash()


def test_hinges_are_no_points_and_move_by_the_general_method():
    simulation = chains(5, joint=rg.Revolute, axis=(1, 0, 0))
    assert not carried(simulation).any()
    for _ in range(20):
        simulation.step()
    assert open_by(simulation) < 1e-5


def test_redundant_points_are_dropped_lane_by_lane():
    scene = rg.Scene()
    scene.add_ground()
    for n in range(4):
        bar = scene.add_body(
            rg.Capsule(0.05, 0.5), mass=1.0, position=(2.0 * n, 0, 0.05), orientation=(0.5**0.5, 0.5**0.5, 0, 0)
        )
        for end in (-0.2, 0.0, 0.2):  # a bar held in three points turns about itself alone
            scene.add_joint(rg.Spherical(bar, anchor=(2.0 * n, end, 0.05)))
    simulation = rg.Simulation(scene, rg.Realtime(dt=0.01))
    assert carried(simulation).all()
    start = simulation.state.center.copy()
    for _ in range(50):
        simulation.step()
    assert simulation.engine.world.articulated.open_steps == 0
    np.testing.assert_allclose(simulation.state.center, start, atol=1e-6)


def test_groups_are_of_one_kind_when_parts_hold_the_same_members():
    bounds = np.zeros((4, 6), dtype=np.int64)
    bounds[:, 0], bounds[:, 1] = (0, 2, 4, 6), (0, 1, 2, 3)
    frame = np.array([[0, 1], [2, 3], [5, 4]], dtype=np.int32)
    kinds = GroupKinds(
        bounds, np.arange(6), np.full(3, POINT, dtype=np.int32), frame, np.zeros(0, dtype=np.int64), np.ones((6, 3))
    )
    assert kinds.kind.tolist() == [0, 0, 1]
    assert kinds.local.tolist() == [[0, 1], [0, 1], [1, 0]]
    assert kinds.carried.tolist() == [0, 0, 0]  # too few of each kind
