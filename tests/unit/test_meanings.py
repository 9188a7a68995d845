"""Names that are right elsewhere are answered by rigida's own, before any that is only spelt alike."""

import pytest

import rigida as rg
from rigida.registry import nearest


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Slider", "Prismatic"),
        ("Friction", "Material"),
        ("Engine", "Realtime"),
        ("Dashpot", "Spring"),
        ("BallJoint", "Spherical"),
        ("Weld", "Fixed"),
        ("World", "WORLD"),
        ("Cube", "Box"),
        ("Rope", "Distance"),
        ("RigidBody", "Body"),
        ("Shpere", "Sphere"),
    ],
)
def test_missing_name_of_the_package_is_answered_by_the_one_that_is_meant(name, meant):
    with pytest.raises(AttributeError, match=f"Did you mean '{meant}'"):
        getattr(rg, name)


@pytest.mark.parametrize(
    ("kind", "meant"), [("hinge", "revolute"), ("slider", "prismatic"), ("weld", "fixed"), ("ball", "spherical")]
)
def test_kind_of_joint_in_a_file_is_answered_by_the_one_that_is_meant(kind, meant):
    joint = {"kind": kind, "a": "ball"}
    document = {"body": {"ball": {"shape": {"kind": "sphere", "radius": 1.0}, "mass": 1.0}}, "joint": {"j": joint}}
    from rigida.scene.files.load import scene_from_document

    with pytest.raises(rg.SceneError, match=f"Did you mean '{meant}'"):
        scene_from_document(document)


def test_meaning_counts_only_among_the_candidates():
    assert nearest("rotation", ["restitution", "quat_wxyz"]) == " Did you mean 'quat_wxyz'?"
    assert nearest("rotation", ["restitution"]) == " Did you mean 'restitution'?"
    assert nearest("world", ["sphere"]) == ""


@pytest.mark.parametrize(
    "call",
    [
        lambda: rg.trim(3, 50.0),
        lambda: rg.modes("trainer", None),
        lambda: rg.polars(3, [0.0]),
        lambda: rg.mass_properties("box", 1000.0),
        lambda: rg.Renderer(3, None, None),
        lambda: rg.GridField(3),
        lambda: rg.GridField((1, 2, 3)),
        lambda: rg.Flight(rg.Scene().add_body(rg.Sphere(1.0)), 3, program=4),
        lambda: rg.Airplane(3),
        lambda: rg.mass_properties(rg.Sphere(0.1), density="iron"),
        lambda: rg.mass_properties(rg.Sphere(0.1), density=-1.0),
        lambda: rg.sweep(3, vary={"gravity.z": [0.0]}),
        lambda: rg.sweep(rg.Scene(), vary=[1, 2]),
        lambda: rg.fit(3, ["gravity.z"], [], []),
        lambda: rg.fit(rg.Scene(), 3, [], []),
        lambda: rg.fit(rg.Scene(), {}, rg.Scene(), []),
    ],
)
def test_object_of_another_class_is_refused_with_what_was_wanted(call):
    with pytest.raises(rg.RigidaError, match="must be"):
        call()
