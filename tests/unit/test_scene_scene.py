import numpy as np
import pytest

import rigida as rg


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"mass": -1.0}, "mass must be above 0 [kg], got -1"),
        ({"mass": float("nan")}, "finite"),
        ({"mass": 0}, "above 0"),
        ({"mass": 1.0, "density": 1.0}, "either mass or density"),
        ({}, "needs mass"),
        ({"density": 5.0}, "density needs a shape|needs mass"),
        ({"mass": 1.0, "orientation": (0, 0, 0, 0)}, "non-zero quaternion"),
        ({"mass": 1.0, "orientation": (1, 0, 0)}, "4 numbers"),
        ({"mass": 1.0, "position": (0, 0)}, "3 numbers"),
        ({"mass": 1.0, "position": (0, 0, float("inf"))}, "finite"),
        ({"mass": 1.0, "inertia": (1, 1, 3)}, "largest exceeds the sum"),
        ({"mass": 1.0, "inertia": (1, -1, 1)}, "negative principal moment"),
        ({"mass": 1.0, "inertia": [[1, 2, 0], [0, 1, 0], [0, 0, 1]]}, "symmetric"),
        ({"mass": 1.0, "inertia": (1, 1)}, "3 numbers"),
        ({"inertia": (1, 1, 1)}, "needs mass"),
        ({"mass": 1.0, "friction": -0.1}, "friction must be at least 0"),
        ({"mass": 1.0, "restitution": 1.5}, "at most 1"),
        ({"mass": 1.0, "fixed": True, "velocity": (1, 0, 0)}, "cannot be given a velocity"),
        ({"mass": 1.0, "fixed": True, "path": rg.Path([0, 1], [(0, 0, 0)] * 2)}, "cannot follow a path"),
        ({"shape": rg.HalfSpace()}, "unbounded"),
        ({"shape": "box", "mass": 1.0}, "rigida shape"),
        ({"mass": 1.0, "collision_group": 32}, "at most 31"),
    ],
)
def test_senseless_body_is_refused_by_name_and_changes_nothing(arguments, words):
    scene = rg.Scene()
    with pytest.raises(rg.ModelError) as caught:
        scene.add_body(name="b", **arguments)
    assert any(word in str(caught.value) for word in words.split("|"))
    assert "'b'" in str(caught.value) or "Material" in str(caught.value)
    assert scene.bodies == []


def test_two_bodies_of_one_name_are_refused():
    scene = rg.Scene()
    scene.add_body(None, mass=1.0, name="twin")
    with pytest.raises(rg.SceneError, match="already has a body called 'twin'"):
        scene.add_body(None, mass=1.0, name="twin")


@pytest.mark.parametrize("name", ["", "  ", "world", 5])
def test_bad_names_are_refused(name):
    with pytest.raises(rg.SceneError):
        rg.Scene().add_body(None, mass=1.0, name=name)


def test_bodies_without_a_name_get_one_from_their_shape():
    scene = rg.Scene()
    names = [scene.add_body(rg.Box((1, 1, 1))).name for _ in range(3)]
    assert names == ["box1", "box2", "box3"]


def test_force_on_a_body_of_another_scene_is_refused():
    stranger = rg.Scene().add_body(None, mass=1.0, name="stranger")
    scene = rg.Scene()
    scene.add_body(None, mass=1.0, name="stranger")
    with pytest.raises(rg.SceneError, match="'stranger' is not a body of this scene"):
        scene.add_force(rg.Torque(stranger, (0, 0, 1)))


def test_add_force_wants_a_force():
    with pytest.raises(rg.UsageError, match="add_force expects"):
        rg.Scene().add_force("gravity")


def test_gravity_must_be_three_finite_numbers():
    with pytest.raises(rg.ModelError, match="gravity"):
        rg.Scene(gravity=(0, 0, float("nan")))


def test_given_mass_is_kept_to_the_bit():
    body = rg.Scene().add_body(rg.Sphere(0.3), mass=2.0)
    assert body.mass_properties().mass == 2.0


def test_mass_density_and_default_density_agree():
    scene = rg.Scene()
    by_mass = scene.add_body(rg.Box((1, 2, 3)), mass=6000.0).mass_properties()
    by_density = scene.add_body(rg.Box((1, 2, 3)), density=1000.0).mass_properties()
    by_default = scene.add_body(rg.Box((1, 2, 3))).mass_properties()
    np.testing.assert_allclose(by_mass.inertia, by_density.inertia, rtol=1e-15)
    np.testing.assert_array_equal(by_density.inertia, by_default.inertia)


def test_single_values_override_the_material():
    body = rg.Scene().add_body(None, mass=1.0, material=rg.Material(friction=0.9, restitution=0.1), restitution=0.7)
    assert body.material == rg.Material(friction=0.9, restitution=0.7)
