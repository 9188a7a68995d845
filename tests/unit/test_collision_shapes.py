import numpy as np

import rigida as rg
from rigida.collision.arrays import BodyPoses
from rigida.collision.shapes.convex import distinct
from rigida.collision.shapes.instances import place_shapes, shape_instances
from rigida.dynamics.compile import compile_scene
from rigida.jit.bind import bind
from rigida.math.quaternion import rotate_array

HULL = rg.ConvexHull(np.random.default_rng(3).normal(size=(12, 3)))


def placed():
    scene = rg.Scene()
    scene.add_ground()
    turn = (0.5, -0.3, 0.7, 0.4)
    for shape in (rg.Box((1, 2, 3)), rg.Sphere(0.5), rg.Capsule(0.2, 1), rg.Cylinder(0.4, 1), rg.Cone(0.4, 1), HULL):
        scene.add_body(shape, position=(1, 2, 3), orientation=turn)
    parts = [(rg.Box((1, 1, 1)), (2, 0, 0)), (rg.Cone(0.5, 1.0), (0, 0, 3), (0.6, 0.8, 0, 0))]
    scene.add_body(rg.Compound(parts), position=(-1, 0, 2), orientation=turn)
    scene.add_body(None, mass=1.0)
    model, state = compile_scene(scene)
    shapes = shape_instances(model)
    bodies = BodyPoses(center=state.center, attitude=state.attitude)
    bind(place_shapes, shapes.on_bodies, shapes.placed, shapes.table, bodies)(0, shapes.count)
    return scene, state, shapes


def test_compounds_are_taken_apart_and_bodies_without_shape_have_none():
    scene, _, shapes = placed()
    assert shapes.body[0] == 0  # what nothing moves comes first
    assert sorted(shapes.body.tolist()) == [0, 1, 2, 3, 4, 5, 6, 7, 7]
    assert len(scene.bodies) == 9


def test_boxes_are_the_tightest_around_each_shape():
    scene, state, shapes = placed()
    for i in range(1, 7):
        shape, q, part = scene.bodies[i].shape, state.orientation[i], shapes.body.tolist().index(i)
        for axis in range(3):
            direction = np.eye(3)[axis]
            local = rotate_array(q * [1, -1, -1, -1], direction)
            high = state.position[i] + rotate_array(q, shape.support(local))
            low = state.position[i] + rotate_array(q, shape.support(-local))
            assert abs(shapes.high[part, axis] - high[axis]) < 1e-12
            assert abs(shapes.low[part, axis] - low[axis]) < 1e-12


def test_parts_of_a_compound_lie_where_the_compound_puts_them():
    _, state, shapes = placed()
    box = state.position[7] + rotate_array(state.orientation[7], np.array([2.0, 0, 0]))
    cone = state.position[7] + rotate_array(state.orientation[7], np.array([0.0, 0, 3]))
    np.testing.assert_allclose(shapes.position[shapes.body == 7], [box, cone], atol=1e-12)


def test_half_space_has_an_unbounded_box():
    _, _, shapes = placed()
    assert np.isneginf(shapes.low[0]).all()
    assert np.isposinf(shapes.high[0]).all()


def test_shapes_of_the_same_kind_and_size_are_one_geometry():
    hull = rg.ConvexHull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    shapes = [rg.Box((1, 2, 3)), rg.Box((1, 2, 3)), rg.Box((1, 2, 4)), rg.Sphere(1), rg.Sphere(1.0), hull, hull]
    found, rows = distinct(shapes)
    assert rows == [0, 0, 1, 2, 2, 3, 3]
    assert found == [shapes[0], shapes[2], shapes[3], hull]
