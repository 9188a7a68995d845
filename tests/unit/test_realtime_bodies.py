"""Kernels of bodies and of what they touch against numpy: refresh, integrate, swept boxes, surfaces, events."""

import numpy as np
import pytest
from plain_kernels import bind, plain
from realtime_tables import body_table, contact_table, island_table
from scipy.spatial.transform import Rotation

from rigida.jit.tables import dtype_of
from rigida.math.quat import Quat
from rigida.math.vec3 import Vec3
from rigida.realtime.arrays import Bodies, CachedManifold, Flight, Pairs, Shapes
from rigida.realtime.bodies.body_rows import refresh_bodies
from rigida.realtime.bodies.integrate import integrate_positions, integrate_velocities, turned
from rigida.realtime.contacts.contact_table import place_manifolds
from rigida.realtime.contacts.pair_cache import collect_events
from rigida.realtime.contacts.swept_boxes import sweep_boxes
from rigida.realtime.surfaces import combined_friction

H = 0.01
MOMENTS = np.array([0.3, 0.4, 0.5])


def ints(*values):
    return np.array(values, dtype=np.int32)


def moving_bodies(n, seed=3):
    """Return n bodies that are turned and move at random."""
    rng, bodies = np.random.default_rng(seed), body_table(n)
    turns = Rotation.random(n, rng=rng)
    bodies.attitude = np.roll(turns.as_quat(), 1, axis=1).copy()
    bodies.rotation[:n] = turns.as_matrix().reshape(n, 9)
    bodies.inv_inertia = np.tile(1.0 / MOMENTS, (n, 1))
    bodies.velocity, bodies.angular_velocity = rng.normal(size=(2, n, 3))
    inertia = turns.as_matrix() @ np.diag(MOMENTS) @ turns.inv().as_matrix()
    bodies.angular_momentum = np.einsum("nij,nj->ni", inertia, bodies.angular_velocity)
    bodies.active, bodies.jointed = ints(*[1] * n), ints(*[0] * n)
    return bodies, turns, inertia


def test_refreshed_bodies_have_the_inverse_inertia_of_the_world_and_those_at_rest_none():
    bodies, turns, inertia = moving_bodies(3)
    bodies.active[1] = 0
    bind(refresh_bodies, bodies)()
    np.testing.assert_allclose(bodies.rotation[:3].reshape(3, 3, 3), turns.as_matrix(), atol=1e-15)
    np.testing.assert_array_equal(bodies.twist[:3], np.hstack([bodies.velocity, bodies.angular_velocity]))
    upper = np.linalg.inv(inertia)[:, *np.triu_indices(3)]
    upper[1] = 0.0
    np.testing.assert_allclose(bodies.inverse[:3, 1:], upper, atol=1e-14)
    assert bodies.inverse[:3, 0].tolist() == [0.5, 0.0, 0.5]


def test_wrenches_change_twists_by_the_inverse_masses_and_what_was_before_is_kept():
    bodies, _, inertia = moving_bodies(2)
    bind(refresh_bodies, bodies)()
    before, wrench = bodies.twist.copy(), np.random.default_rng(1).normal(size=(2, 6))
    bind(integrate_velocities, wrench, bodies)(0, len(wrench), H)
    # What turns has another angular velocity at the end of the step, with the same angular momentum.
    torque = wrench[:, 3:] + np.cross(bodies.angular_momentum, bodies.angular_velocity)
    spin = np.linalg.solve(inertia, torque[..., None])[..., 0]
    np.testing.assert_allclose(bodies.twist[:2] - before[:2], H * np.hstack([wrench[:, :3] / 2.0, spin]), atol=1e-15)
    np.testing.assert_array_equal(bodies.before[:2], before[:2])
    np.testing.assert_array_equal(bodies.moving, bodies.twist)


def integrated(bodies, wrench, of_body, method):
    n = len(wrench)
    islands = island_table(n, 1)
    islands.of_body[:], islands.method[: len(method)] = of_body, method
    places = {name: np.zeros((n, 3)) for name in ("velocity", "momentum")}
    none = {name: ints(*[0] * n) for name in ("still",)}
    flight = Flight(**none, **places)
    bind(integrate_positions, wrench, bodies, islands, flight)(0, len(wrench), H)


def test_a_body_alone_falls_along_its_parabola_and_keeps_its_momentum():
    bodies, _, _ = moving_bodies(1)
    start, v, momentum = bodies.center[0].copy(), bodies.velocity[0].copy(), bodies.angular_momentum[0].copy()
    wrench = np.array([[0.0, 0.0, -20.0, 0.0, 0.0, 0.0]])
    integrated(bodies, wrench, [-1], [])
    g = np.array([0.0, 0.0, -10.0])
    np.testing.assert_allclose(bodies.center[0], start + H * v + 0.5 * H**2 * g, atol=1e-15)
    np.testing.assert_allclose(bodies.velocity[0], v + H * g, atol=1e-15)
    np.testing.assert_allclose(bodies.angular_momentum[0], momentum, atol=1e-15)
    turn = Rotation.from_quat(np.roll(bodies.attitude[0], -1)).as_matrix()
    spin = turn @ np.diag(1.0 / MOMENTS) @ turn.T @ momentum
    np.testing.assert_allclose(bodies.angular_velocity[0], spin, atol=1e-14)


def test_a_body_in_sub_steps_moves_by_its_displacement_and_takes_the_solved_twist():
    bodies, turns, inertia = moving_bodies(1)
    start, displacement = bodies.center[0].copy(), np.array([0.1, -0.2, 0.3, 0.02, 0.05, -0.01])
    bind(refresh_bodies, bodies)()
    # Without torque the angular velocity would change by this, with the inertia of the start.
    turning = H * np.cross(bodies.angular_momentum[0], bodies.angular_velocity[0])
    bodies.turning[0] = np.linalg.solve(inertia[0], turning)
    start_momentum = bodies.angular_momentum[0].copy()
    change = inertia[0] @ (np.array([3.0, 4.0, 5.0]) - bodies.angular_velocity[0]) - turning
    bodies.displacement[0], bodies.twist[0] = displacement, np.arange(6.0)
    integrated(bodies, np.ones((1, 6)), [0], [0])
    np.testing.assert_allclose(bodies.center[0], start + displacement[:3], atol=1e-15)
    expected = (Rotation.from_rotvec(displacement[3:]) * turns[0]).as_matrix()
    got = Rotation.from_quat(np.roll(bodies.attitude[0], -1)).as_matrix()
    np.testing.assert_allclose(got, expected, atol=1e-14)
    np.testing.assert_array_equal(bodies.velocity[0], [0.0, 1.0, 2.0])
    np.testing.assert_allclose(bodies.angular_momentum[0], start_momentum + change, atol=1e-13)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.03, 0.1999, 0.2001, 3.0])
def test_attitudes_turn_by_rotation_vectors_of_any_length(angle):
    turn, vector = Rotation.from_euler("xyz", [0.3, -1.1, 2.0]), angle * np.array([0.6, 0.0, -0.8])
    q = plain(turned, Quat(*np.roll(turn.as_quat(), 1)), Vec3(*vector))
    expected = np.roll((Rotation.from_rotvec(vector) * turn).as_quat(), 1)
    np.testing.assert_allclose((q.w, q.x, q.y, q.z), expected, atol=4e-16)


def test_jointed_and_resting_bodies_are_left_where_they_are():
    bodies, _, _ = moving_bodies(2)
    bodies.jointed[0], bodies.active[1] = 1, 0
    center, attitude, velocity = bodies.center.copy(), bodies.attitude.copy(), bodies.velocity.copy()
    integrated(bodies, np.ones((2, 6)), [-1, -1], [])
    np.testing.assert_array_equal(bodies.center, center)
    np.testing.assert_array_equal(bodies.attitude, attitude)
    np.testing.assert_array_equal(bodies.velocity, velocity)


def test_swept_boxes_hold_the_shape_throughout_the_step():
    bodies, bounding_radius, room = body_table(1), 0.8, 0.01
    bodies.twist[0] = 3.0, -2.0, 0.0, 0.0, 0.0, 4.0
    low, high = np.array([[-0.5, -0.5, -0.5]]), np.array([[0.5, 0.5, 0.5]])
    shapes = Shapes(
        body=ints(0),
        bounding_radius=np.array([bounding_radius]),
        room=np.array([room]),
        low=low,
        high=high,
        swept_low=np.zeros((1, 3)),
        swept_high=np.zeros((1, 3)),
    )
    bind(sweep_boxes, bodies, shapes)(0, len(shapes.body), H)
    around = room + 4.0 * H * bounding_radius
    np.testing.assert_allclose(shapes.swept_low[0], np.array([-0.5, -0.5 - 2.0 * H, -0.5]) - around, atol=1e-15)
    np.testing.assert_allclose(shapes.swept_high[0], np.array([0.5 + 3.0 * H, 0.5, 0.5]) + around, atol=1e-15)


def combine(bodies: Bodies) -> tuple[float, float, float, float]:
    return combined_friction(bodies.surface[0], bodies.surface[1])


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0.4, 0, 0.1, 0.0, 0, 0, 0, 0.8), (0.9, 0, 0.2, 0.3, 0, 0, 0, 1.8), (0.6, 1.2, 0.2, 0.3)),
        ((0.4, 0, 0.1, 0.0, 1, 0, 0, 0.8), (0.9, 0, 0.2, 0.3, 0, 0, 0, 1.8), (0.9, 1.8, 0.2, 0.3)),
        ((0.4, 0, 0.1, 0.0, 0, 2, 0, 0.8), (0.9, 0, 0.2, 0.3, 0, 1, 0, 1.8), (0.4, 0.8, 0.1, 0.0)),
        ((0.4, 0, 0.1, 0.0, 0, 1, 0, 0.8), (0.9, 0, 0.2, 0.3, 0, 2, 0, 1.8), (0.9, 1.8, 0.2, 0.3)),
    ],
    ids=["geometric mean", "the larger one", "priority of a", "priority of b"],
)
def test_surfaces_combine_by_priority_then_by_their_rule(a, b, expected):
    bodies = body_table(2)
    bodies.surface[:] = a, b
    assert bind(combine, bodies)() == pytest.approx(expected, rel=1e-15)


def test_a_pair_begins_and_ceases_to_touch_with_its_impulse():
    bodies, contacts = body_table(3), contact_table([(0, 1), (1, 2)], separation=-0.02)
    bodies.awake = ints(1, 1, 1)
    contacts.cache.touched = ints(0, 1)
    contacts.cache.impulse[0, 0] = 2.0  # pushes for the first time; the other pair pushes no longer
    shapes = Shapes(body=ints(0, 1, 2))
    pairs = Pairs(
        shapes=np.array([[0, 1], [1, 2]], dtype=np.int32),
        entry=ints(0, 1),
        pushed=ints(0, 0),
        event=np.zeros((2, 3), dtype=np.int32),
    )
    collect = bind(collect_events, bodies, shapes, pairs, contacts)
    assert collect(2, 2) == (2, -0.02, 0)
    assert pairs.event.tolist() == [[1, 0, 1], [0, 1, 2]]
    assert contacts.cache.touched.tolist() == [1, 0]
    assert collect(2, 2)[0] == 0


def test_cached_manifolds_lie_halfway_between_the_points_of_both_bodies():
    bodies, turns, _ = moving_bodies(2)
    contacts = contact_table([(0, 1)], points=2)
    rng = np.random.default_rng(4)
    kept = contacts.cache.manifold = np.zeros(1, dtype=dtype_of(CachedManifold))
    kept["normal"][0] = normal = np.array([0.0, 0.6, 0.8])
    on_a, on_b = rng.normal(size=(2, 2, 3))
    kept["point"]["on_a"][0, :2], kept["point"]["on_b"][0, :2] = on_a, on_b
    bind(place_manifolds, bodies, contacts)()
    world_a, world_b = turns[0].apply(on_a) + bodies.center[0], turns[1].apply(on_b) + bodies.center[1]
    manifold = contacts.manifold[0]
    np.testing.assert_allclose(manifold[:3], turns[0].apply(normal), atol=1e-15)
    np.testing.assert_allclose(manifold[7:13].reshape(2, 3), 0.5 * (world_a + world_b), atol=1e-15)
    np.testing.assert_allclose(manifold[3:5], (world_b - world_a) @ turns[0].apply(normal), atol=1e-15)
