"""What contacts are: features of both bodies, and rest, sliding, rolling or impact."""

import numpy as np
import pytest

import rigida as rg
from rigida import ContactKind, Feature

both = pytest.mark.parametrize("engine", ["realtime", "precise"])
UPRIGHT = (1, 0, 0, 0)


def on_ground(shape, engine, **body):
    scene = rg.Scene()
    scene.add_ground(friction=0.4)
    scene.add_body(shape, name="body", friction=0.4, **body)
    return rg.Simulation(scene, engine, dt=1 / 120)


@both
def test_box_rests_with_its_four_lower_vertices_on_a_face(engine):
    box = rg.Box((1, 1, 1))
    sim = on_ground(box, engine, position=(0, 0, 0.5))
    sim.run(0.2)
    found = sim.contacts()
    assert set(found["kind"]) == {ContactKind.REST}
    side, ground = ("a", "b") if sim.model.names[found["body_a"][0]] == "body" else ("b", "a")
    assert set(found[f"feature_{side}"]) == {Feature.VERTEX}
    assert set(found[f"feature_{ground}"]) == {Feature.FACE}
    corners = rg.surface_features(box).vertices[found[f"index_{side}"]]
    assert len({tuple(c) for c in corners}) == len(found) >= 3
    np.testing.assert_allclose(corners[:, 2], -0.5)


@both
def test_sliding_box_and_rolling_ball_are_told_apart(engine):
    slides = on_ground(rg.Box((1, 1, 0.2)), engine, position=(0, 0, 0.1), velocity=(2, 0, 0))
    slides.run(0.2)
    assert set(slides.contacts()["kind"]) == {ContactKind.SLIDING}
    rolls = on_ground(rg.Sphere(0.5), engine, position=(0, 0, 0.5), velocity=(1, 0, 0), angular_velocity=(0, 2, 0))
    rolls.run(0.2)
    found = rolls.contacts()
    assert set(found["kind"]) == {ContactKind.ROLLING}
    assert {int(found["feature_a"][0]), int(found["feature_b"][0])} == {Feature.FACE, Feature.SURFACE}


def test_bounce_is_an_impact_in_the_step_in_which_it_happens():
    scene = rg.Scene()
    scene.add_ground(restitution=0.5)
    scene.add_body(rg.Sphere(0.5), position=(0, 0, 1.0), restitution=0.5)
    sim = rg.Simulation(scene, dt=1 / 120)
    kinds = set()
    for _ in range(60):
        sim.step()
        kinds |= {int(kind) for kind in sim.contacts()["kind"] if sim.contacts()["impulse"].any()}
    assert ContactKind.IMPACT in kinds


def test_recorded_contacts_keep_features_and_kinds(tmp_path):
    sim = on_ground(rg.Box((1, 1, 1)), "realtime", position=(0, 0, 0.5))
    run = sim.run(0.2, contacts=True)
    run.save(tmp_path / "run.npz")
    again = rg.Recording.load(tmp_path / "run.npz").contacts.contact
    assert set(again["feature_a"]) | set(again["feature_b"]) == {Feature.VERTEX, Feature.FACE}
    np.testing.assert_array_equal(again["kind"], run.contacts.contact["kind"])


@pytest.mark.parametrize(
    ("place", "feature"),
    [((2, 0, 0), Feature.FACE), ((2, 2, 0), Feature.EDGE), ((2, 2, 2), Feature.VERTEX)],
)
def test_distance_names_the_features_of_both_shapes(place, feature):
    box = rg.Box((2, 2, 2))
    found = rg.distance(box, ((0, 0, 0), UPRIGHT), rg.Sphere(0.5), (place, UPRIGHT))
    kind, index = found.feature_a
    assert kind == feature
    assert found.feature_b == (Feature.SURFACE, -1)
    features = rg.surface_features(box)
    if feature == Feature.VERTEX:
        np.testing.assert_allclose(features.vertices[index], (1, 1, 1))
    elif feature == Feature.EDGE:
        np.testing.assert_allclose(features.vertices[features.edges[index]].mean(axis=0), (1, 1, 0))
    else:
        corners = features.vertices[features.triangles[features.face == index]]
        np.testing.assert_allclose(corners[..., 0], 1.0)


def test_faces_and_edges_of_a_cube_are_six_and_twelve():
    found = rg.surface_features(rg.Box((1, 2, 3)))
    assert (len(found.vertices), len(found.edges), found.face.max() + 1) == (8, 12, 6)
    assert rg.surface_features(rg.Sphere(1.0)) is None


def test_distance_of_a_point_to_a_concave_mesh_is_that_of_its_field():
    from concave_cases import ring

    mesh = ring()
    rng = np.random.default_rng(0)
    low, high = mesh.bounds()
    points = low + (high - low) * (1.2 * rng.random((20, 3)) - 0.1)
    from rigida.distance_field.field import distance_field

    exact = distance_field(mesh.surface()).distance(points)
    pose = ((0, 0, 0), UPRIGHT)
    for point, expected in zip(points, exact, strict=True):
        found = rg.distance(mesh, pose, point[np.newaxis], pose)
        assert found.separation == pytest.approx(expected, abs=1e-12)
        np.testing.assert_array_equal(found.point_b, point)
        assert found.feature_b == (Feature.VERTEX, 0)
        swapped = rg.distance(point[np.newaxis], pose, mesh, pose)
        np.testing.assert_allclose(swapped.normal, -found.normal)
