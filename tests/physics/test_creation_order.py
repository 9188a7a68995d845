"""The same world described in another order moves alike, to the bit but for sums over several joints."""

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


def motion(scene: rg.Scene, duration: float) -> np.ndarray:
    run = rg.Simulation(scene, "realtime").run(duration, fps=20)
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


@pytest.mark.parametrize("name", ["block_on_incline", "pyramid", "gear_pair"])
def test_bodies_and_joints_in_reverse_move_alike_to_the_bit(name):
    scene = rg.load(scenes.path(name))
    assert np.array_equal(motion(scene, 1.0), motion(reverse(scene), 1.0))


def test_a_mechanism_described_in_reverse_moves_alike_to_rounding():
    scene = rg.load(scenes.path("four_bar"))
    assert np.abs(motion(scene, 1.0) - motion(reverse(scene), 1.0)).max() < 1e-9
