"""Rolling on one point: where smooth shapes touch, what is flat, and parts of a step that go back as they came."""

import numpy as np
import pytest
from plain_kernels import plain
from realtime_tables import contact_table
from scipy.spatial.transform import Rotation

import rigida as rg
from rigida.dynamics.energy import kinetic_energy
from rigida.dynamics.report import StepReport
from rigida.math.quat import Quat, rotated, rotated_back
from rigida.math.vec3 import Vec3, by_components
from rigida.realtime import step
from rigida.realtime.rolling.cone import roll_cone
from rigida.realtime.rolling.part import roll_part
from rigida.realtime.rolling.roll import deepest, roll, take_rolled
from rigida.realtime.rolling.topple import topple
from rigida.realtime.rolling.touch_point import is_flat, is_smooth, touch_arm

SHAPES = [rg.Cylinder(0.1, 0.02), rg.Cone(0.1, 0.2), rg.Ellipsoid((0.2, 0.1, 0.05)), rg.Capsule(0.05, 0.2)]


def world_with(shape, **start):
    scene = rg.Scene()
    scene.add_body(rg.Box((4, 4, 1)), position=(0, 0, -0.5), fixed=True)
    scene.add_body(shape, mass=1.0, **start)
    sim = rg.Simulation(scene, rg.Realtime())
    world = sim.engine.world
    world.contacts.find(1 / 60)  # places shapes and their boxes
    return world


@pytest.mark.parametrize("shape", SHAPES)
def test_a_smooth_shape_touches_where_it_reaches_furthest(shape):
    attitude = np.array([0.8, 0.4, -0.2, 0.4])
    world = world_with(shape, position=(0, 0, 1), orientation=attitude)
    shapes, row = world.rolling.shapes, world.rolling.table.shape[1]
    assert plain(is_smooth, row, shapes)
    attitude = world.state.attitude[1]
    arm = plain(touch_arm, row, Quat(*attitude), Vec3(0.0, 0.0, -1.0), shapes)
    assert world.state.center[1, 2] + arm.z == pytest.approx(world.contacts.shapes.low[row, 2], abs=1e-12)


def test_a_box_is_flat_on_its_faces_only():
    world = world_with(rg.Sphere(0.1), position=(0, 0, 1))
    shapes, (floor, ball) = world.rolling.shapes, world.rolling.table.shape
    assert plain(is_flat, floor, Vec3(0.0, 0.0, 1.0), shapes)
    assert not plain(is_flat, floor, Vec3(0.6, 0.0, 0.8), shapes)
    assert not plain(is_smooth, ball, shapes)


def test_a_part_of_rolling_goes_back_as_it_came():
    world = world_with(rg.Ellipsoid((0.2, 0.1, 0.05)), position=(0, 0, 0.06))
    rows, shapes, state = world.rolling.table, world.rolling.shapes, world.state
    ground = rows.ground[1:2]
    ground["up"], ground["friction"] = (0.0, 0.0, 1.0), 10.0
    spin, arm = np.array([3.0, 5.0, 2.0]), plain(touch_arm, 1, Quat(*state.attitude[1]), Vec3(0.0, 0.0, -1.0), shapes)
    rows.center[1], rows.attitude[1] = state.center[1], state.attitude[1]
    rows.velocity[1] = -np.cross(spin, [arm.x, arm.y, arm.z])
    own = rotated_back(Quat(*state.attitude[1]), Vec3(*spin))
    own = by_components(own, Vec3(*world.model.inertia[1]))
    momentum = rotated(Quat(*state.attitude[1]), own)
    rows.momentum[1] = momentum.x, momentum.y, momentum.z
    start = [rows.center[1].copy(), rows.attitude[1].copy(), rows.velocity[1].copy()]
    weight, none = Vec3(0.0, 0.0, -9.81), Vec3(0.0, 0.0, 0.0)
    for _ in range(2):
        rows.push[1] = 0.0, 0.0, 9.81e-3
        assert plain(roll_part, 1, 0.001, True, weight, none, world.bodies.table, shapes, rows)
        rows.velocity[1] *= -1.0
        rows.momentum[1] *= -1.0
    np.testing.assert_allclose(rows.center[1], start[0], atol=1e-12)
    np.testing.assert_allclose(rows.attitude[1], start[1], atol=1e-9)
    np.testing.assert_allclose(rows.velocity[1], start[2], atol=1e-9)


def lying_cone(alpha=0.4, height=0.3, rate=5.0):
    """Return the world of a cone that rolls on its side about its apex at the origin, and how fast its line turns."""
    radius = height * np.tan(alpha)
    axis = np.array([np.cos(alpha), 0.0, np.sin(alpha)])  # from the apex to the base
    # The shape's own z points from base to apex; its middle is half its height from the apex.
    turn = Rotation.align_vectors([-axis, [0.0, 1.0, 0.0]], [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])[0].as_quat()
    spin = np.array([rate, 0.0, 0.0])
    start = {"position": tuple(0.5 * height * axis), "orientation": (turn[3], *turn[:3])}
    world = world_with(rg.Cone(radius, height), **start)
    state, rows = world.state, world.rolling.table
    arm = state.center[1]
    state.velocity[1] = np.cross(spin, arm)
    turned = Rotation.from_quat(np.roll(state.attitude[1], -1)).as_matrix()
    state.angular_momentum[1] = turned @ (world.model.inertia[1] * (turned.T @ spin))
    rows.center[1], rows.attitude[1] = state.center[1], state.attitude[1]
    rows.velocity[1], rows.momentum[1] = state.velocity[1], state.angular_momentum[1]
    ground = rows.ground[1:2]
    ground["up"], ground["friction"], ground["band"] = (0.0, 0.0, 1.0), 10.0, 5e-4
    return world, -rate * np.tan(alpha)


def test_a_cone_on_its_side_turns_about_its_apex_as_in_the_closed_form():
    world, turning = lying_cone()
    rows, shapes, h = world.rolling.table, world.rolling.shapes, 0.05
    start, weight, none = rows.center[1].copy(), Vec3(0.0, 0.0, -9.81), Vec3(0.0, 0.0, 0.0)
    assert plain(roll_cone, 1, h, weight, none, world.bodies.table, shapes, rows)
    about = Rotation.from_rotvec([0.0, 0.0, turning * h])
    np.testing.assert_allclose(rows.center[1], about.apply(start), atol=1e-12)
    np.testing.assert_allclose(rows.velocity[1], about.apply(world.state.velocity[1]), atol=1e-12)


def test_a_cone_that_slides_or_needs_more_friction_than_there_is_does_not_roll_on_its_side():
    for friction, pushed in ((10.0, 1.0), (1e-3, 0.0)):
        world, _ = lying_cone()
        rows = world.rolling.table
        rows.ground[1:2]["friction"] = friction
        rows.velocity[1] += (pushed, 0.0, 0.0)
        given = Vec3(0.0, 0.0, -9.81), Vec3(0.0, 0.0, 0.0), world.bodies.table, world.rolling.shapes, rows
        assert not plain(roll_cone, 1, 0.01, *given)


def test_the_deepest_point_of_a_contact_carries_what_rolls():
    contacts = contact_table([(0, 1)], points=3)
    contacts.manifold[0, 3:7] = 1e-4, -2e-4, 3e-4, -1.0
    assert plain(deepest, 0, contacts) == 1


def test_a_disk_on_its_rim_rolls_without_slip_and_is_taken_where_it_rolled():
    lean, h = np.radians(60.0), 1 / 60
    scene = rg.Scene()
    scene.add_ground()
    turn = (np.cos(0.5 * lean), 0.0, np.sin(0.5 * lean), 0.0)
    height = 0.1 * np.sin(lean) + 0.01 * np.cos(lean)
    scene.add_body(rg.Cylinder(0.1, 0.02), mass=1.0, position=(0, 0, height), orientation=turn)
    sim = rg.Simulation(scene, rg.Realtime())
    w, state, rows = sim.engine.world, sim.state, sim.engine.world.rolling.table

    def arm_at(attitude):
        found = plain(touch_arm, rows.shape[1], Quat(*attitude), Vec3(0.0, 0.0, -1.0), w.rolling.shapes)
        return np.array([found.x, found.y, found.z])

    spin = np.array([-8.0, 0.0, 2.0])
    state.spin(1, spin)
    state.velocity[1] = -np.cross(spin, arm_at(state.attitude[1]))
    state.refresh()
    before = kinetic_energy(w.model, state) + w.potential_energy(state)
    report = StepReport(0.0)
    step.find_contacts(w, h, report)
    step.build_islands(w, h)
    w.integrator.velocities(h, w.wrenches.now)
    step.solve(w, h)
    tables = w.bodies.table, w.contacts.table, w.islands.table
    assert plain(roll, w.islands.count, h, w.wrenches.now, w.overlaps.lifted, *tables, w.rolling.shapes, rows) == 1
    plain(take_rolled, w.islands.count, w.bodies.table, w.islands.table, rows)
    slip = state.velocity[1] + np.cross(state.angular_velocity[1], arm_at(state.attitude[1]))
    np.testing.assert_allclose(slip, 0.0, atol=1e-9)
    after = kinetic_energy(w.model, state) + w.potential_energy(state)
    assert after == pytest.approx(before, rel=1e-5)
    assert rows.rolls[1] == 0


def rolling_world(plates=1, plate=None, **held):
    """Return a world of disks that roll on their rims at 10 rad/s, each on a plate, with contacts found."""
    scene, turned = rg.Scene(), rg.axis_angle((1, 0, 0), 0.5 * np.pi - 0.3)
    low = 0.1 * np.cos(0.3) + 0.01 * np.sin(0.3)
    for k in range(plates):
        scene.add_body(plate or rg.Box((2, 2, 0.2)), position=(4 * k, 0, -0.1), **held)
        start = {"orientation": turned, "angular_velocity": (0, 10, 0), "velocity": (10 * low, 0, 0)}
        scene.add_body(rg.Cylinder(0.1, 0.02), mass=1.0, position=(4 * k, 0, low), **start)
    world = rg.Simulation(scene, rg.Realtime()).engine.world
    step.find_contacts(world, 1 / 60, StepReport(0.0))
    return world


def test_steps_are_parted_for_what_rolls_on_wider_bodies_that_can_be_moved():
    # The point runs around a disk that leans by 0.3 rad at 10 rad/s: 10/60/0.05 = 3.3 parts.
    assert rolling_world(mass=20.0).rolling.parts(1 / 60) == 4
    assert rolling_world(plate=rg.Cylinder(1.0, 0.2), mass=20.0).rolling.parts(1 / 60) == 4
    assert rolling_world(fixed=True).rolling.parts(1 / 60) == 1  # moved alone
    assert rolling_world(plate=rg.Box((0.3, 0.3, 0.2)), mass=20.0).rolling.parts(1 / 60) == 1  # as in a pile


def test_steps_of_many_bodies_are_not_parted_for_what_rolls():
    assert rolling_world(plates=12, mass=20.0).rolling.parts(1 / 60) == 4
    many = rolling_world(plates=13, mass=20.0)
    assert many.rolling.parts(1 / 60) == 1
    assert not many.rolling.ahead


def test_a_point_that_rolls_is_known_at_the_end_of_a_part_before_its_first_impulse():
    """On a plate as heavy as a rock it is where rolling alone in parts leads."""
    h, arms = 1 / 600, []
    for held in ({"mass": 1e9}, {"fixed": True}):
        world = rolling_world(**held)
        world.rolling.parts(1 / 60)
        step.build_islands(world, h)
        world.integrator.velocities(h, world.wrenches.now)
        if "mass" in held:
            world.rolling.look_ahead(h)
            pair = world.contacts.pairs_and_manifolds()[0]
            m = int(np.flatnonzero((pair["a"] == 1) | (pair["b"] == 1))[0])
            side = "on_a" if pair["a"][m] == 1 else "on_b"
            arms.append(np.array(world.contacts.cache.table.wander[pair["entry"][m]][side].tolist()))
        else:
            step.solve(world, h)
            world.rolling.find(h, world.wrenches.now, world.overlaps.lifted)
            rows, shapes = world.rolling.table, world.rolling.shapes
            first, then = (
                plain(touch_arm, 1, Quat(*attitude), Vec3(0.0, 0.0, -1.0), shapes)
                for attitude in (world.state.attitude[1], rows.attitude[1])
            )
            assert rows.rolls[1] == 1
            arms.append(np.array([then.x - first.x, then.y - first.y, then.z - first.z]))
    way = np.linalg.norm(arms[1])
    assert way > 1e-3 * 0.1
    np.testing.assert_allclose(arms[0], arms[1], atol=1e-3 * way)


def leaning_box(tilt=0.3, rate=2.0, slip=0.0):
    """Return the world of a box that topples about an edge at the origin, and where its center is from there."""
    size, turn = np.array([0.1, 0.2, 0.3]), Rotation.from_rotvec([0.0, tilt, 0.0])
    arm = turn.apply([-0.5 * size[0], 0.0, 0.5 * size[2]])  # of the center, from the middle of the edge
    quat = turn.as_quat()
    world = world_with(rg.Box(tuple(size)), position=tuple(arm), orientation=(quat[3], *quat[:3]))
    state, rows = world.state, world.rolling.table
    spin = np.array([0.0, rate, 0.0])
    state.velocity[1] = np.cross(spin, arm) + np.array([slip, 0.0, 0.0])
    state.angular_velocity[1] = spin
    turned = Rotation.from_quat(np.roll(state.attitude[1], -1)).as_matrix()
    state.angular_momentum[1] = turned @ (world.model.inertia[1] * (turned.T @ spin))
    rows.center[1], rows.attitude[1] = state.center[1], state.attitude[1]
    rows.velocity[1], rows.momentum[1] = state.velocity[1], state.angular_momentum[1]
    ground = rows.ground[1:2]
    ground["up"], ground["friction"], ground["band"] = (0.0, 0.0, 1.0), 2.0, 5e-5
    contacts = contact_table([(0, 1)], points=2)
    contacts.manifold[0, :3], contacts.manifold[0, 3:7] = (0.0, 0.0, 1.0), 0.0
    contacts.manifold[0, 7:13] = 0.0, -0.1, 0.0, 0.0, 0.1, 0.0
    contacts.cache.impulse[0, :2] = 0.05
    return world, contacts, arm


def test_a_box_topples_about_its_edge_as_a_pendulum_does():
    world, contacts, arm = leaning_box()
    rows, h, force, none = world.rolling.table, 0.02, Vec3(0.0, 0.0, -9.81), Vec3(0.0, 0.0, 0.0)
    assert plain(topple, 1, 0, h, force, none, world.bodies.table, contacts, rows)
    # I φ̈ = m g x with x of the center, integrated in small steps.
    reach, inertia = np.linalg.norm(arm), (0.1**2 + 0.3**2) / 3
    angle, rate = np.arctan2(arm[0], arm[2]), 2.0
    for _ in range(2000):
        rate += 0.5e-5 * 9.81 * reach * np.sin(angle) / inertia
        angle += 1e-5 * rate
        rate += 0.5e-5 * 9.81 * reach * np.sin(angle) / inertia
    place = reach * np.array([np.sin(angle), 0.0, np.cos(angle)])
    np.testing.assert_allclose(rows.center[1], place, atol=1e-9)
    np.testing.assert_allclose(rows.velocity[1], rate * np.array([place[2], 0.0, -place[0]]), atol=1e-8)
    # Both ends of the edge carry the same, which with friction is what momentum has got beside the weight's.
    push = rows.velocity[1] - world.state.velocity[1] + (0.0, 0.0, 9.81 * h)
    kept = contacts.cache.impulse[0]
    np.testing.assert_allclose(kept[:2], 0.5 * push[2], rtol=1e-6)
    np.testing.assert_allclose(kept[8:11], (push[0], push[1], 0.0), atol=1e-12)


def test_what_slides_lands_or_needs_more_friction_than_there_is_does_not_topple():
    force, none = Vec3(0.0, 0.0, -9.81), Vec3(0.0, 0.0, 0.0)
    for case in ("slides", "lands", "slips", "presses elsewhere"):
        world, contacts, _ = leaning_box(slip=0.5 if case == "slides" else 0.0)
        rows = world.rolling.table
        if case == "lands":
            contacts.cache.impulse[0, 4] = 0.01
        elif case == "slips":
            rows.ground[1:2]["friction"] = 1e-3
        elif case == "presses elsewhere":
            contacts.cache.impulse[0, 1] = 0.0
        assert not plain(topple, 1, 0, 0.01, force, none, world.bodies.table, contacts, rows)
