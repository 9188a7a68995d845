"""The same world described in another order moves alike, to the bit."""

from copy import copy

import numpy as np
import pytest

import rigida as rg
from rigida import scenes


def tower(order: range) -> rg.Scene:
    scene = rg.Scene()
    for k in order:
        if k < 0:
            scene.add_ground()
        else:
            scene.add_body(rg.Box((0.2, 0.2, 0.1)), name=f"brick{k}", position=(0.002 * (k % 3), 0, 0.05 + 0.1 * k))
    return scene


def motion(scene: rg.Scene, duration: float, engine: str = "realtime") -> np.ndarray:
    run = rg.Simulation(scene, engine).run(duration, fps=20)
    rows = np.argsort(run.names)
    return np.concatenate([run.position[:, rows], run.orientation[:, rows]], axis=2)


def reverse(scene: rg.Scene) -> rg.Scene:
    other = copy(scene)
    other.set_members(scene.bodies[::-1], scene.joints[::-1])
    return other


def test_a_tower_described_from_above_stands_as_one_described_from_below():
    up, down = tower(range(-1, 30)), tower(range(29, -2, -1))
    there = motion(down, 2.0)
    assert np.array_equal(there, motion(up, 2.0))
    assert np.abs(there[-1] - there[0]).max() < 1e-3


@pytest.mark.parametrize("name", ["block_on_incline", "pyramid", "gear_pair", "double_four_bar", "chain"])
def test_bodies_and_joints_in_reverse_move_alike_to_the_bit(name):
    scene = rg.load(scenes.path(name))
    assert np.array_equal(motion(scene, 1.0), motion(reverse(scene), 1.0))


def test_a_mechanism_described_in_reverse_moves_alike_in_the_precise_engine_too():
    scene = rg.load(scenes.path("double_four_bar"))
    assert np.array_equal(motion(scene, 0.5, "precise"), motion(reverse(scene), 0.5, "precise"))


def test_arrays_of_joints_keep_the_order_of_the_scene():
    scene = rg.Scene()
    for k in (1, 0):  # described from above, and solved from below
        rod = scene.add_body(rg.Box((0.4, 0.1, 0.1)), name=f"rod{k}", position=(0.2, 0, 1.0 + k))
        scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 1.0 + k), axis=(0, 1, 0), name=f"hinge{k}"))
        tip = scene.add_body(rg.Sphere(0.1), name=f"tip{k}", position=(0.4, 0, 1.0 + k), angular_velocity=(0, k, 0))
        scene.add_joint(rg.Revolute(tip, rod, anchor=(0.4, 0, 1.0 + k), axis=(0, 1, 0), name=f"wrist{k}"))
    sim = rg.Simulation(scene, "realtime")
    assert sim.model.joint_sequence != [0, 1, 2, 3]
    assert sim.joints.names == ("hinge1", "wrist1", "hinge0", "wrist0")
    assert sim.joints.velocity == pytest.approx([sim.joint(name).velocity for name in sim.joints.names], abs=1e-15)
    assert sim.joints.velocity[1] != 0.0 == sim.joints.velocity[3]
    above, below = sim.joints.mass_matrix()[:2, :2], sim.joints.mass_matrix()[2:, 2:]
    assert above == pytest.approx(below)
