import warnings

import pytest

import rigida as rg


def _arm(scene: rg.Scene, name: str = "arm", x: float = 2.0) -> rg.Body:
    return scene.add_body(rg.Box((0.1, 0.1, 0.5)), position=(x, 0, 1), name=name)


def test_an_anchor_given_in_the_body_frame_names_the_world_point_meant():
    scene = rg.Scene()
    arm = scene.add_body(rg.Box((0.1, 0.1, 0.5)), position=(2, 0, 1), orientation=(0, 1, 0, 0), name="arm")
    with pytest.warns(rg.RigidaWarning, match=r"'shoulder'.*world coordinates.*'arm' is \(2, 0, 1\.25\)"):
        scene.add_joint(rg.Revolute(arm, anchor=(0, 0, -0.25), name="shoulder"))


def test_an_anchor_far_from_both_bodies_gives_a_warning_and_one_near_either_none():
    scene = rg.Scene()
    a, b = _arm(scene, "a"), _arm(scene, "b", 3.0)
    with pytest.warns(rg.RigidaWarning, match="'a' and 'b', 0.52 m in size"):
        scene.add_joint(rg.Spherical(a, b, anchor=(2.5, 0, 4)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene.add_joint(rg.Spherical(a, b, anchor=(4.4, 0, 1)))


@pytest.mark.parametrize("anchor", [(0, 0, 5), (0, 0, 0), None, (2, 0, 1.25)])
def test_pendulums_and_joints_at_their_bodies_give_no_warning(anchor):
    scene = rg.Scene()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene.add_joint(rg.Spherical(_arm(scene), anchor=anchor))
        scene.add_joint(rg.Spherical(scene.add_body(mass=1.0, position=(9, 9, 9)), anchor=anchor))
