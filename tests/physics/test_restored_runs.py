"""A snapshot holds everything that decides how a run goes on: nothing that it leaves out matters, NaN or not."""

import contextlib
import dataclasses

import pytest
from long_form import cases
from trial_poison import differs_after_poison
from trial_scenes import random_scene

import rigida as rg
from rigida.scenes import path

#: Restitution, joints with motors and limits, paths, rolling, sleep, couplings, concave bodies, an aircraft, robots.
PACKAGED = (
    "bouncing_ball",
    "newtons_cradle",
    "double_pendulum",
    "slider_crank",
    "gear_pair",
    "marble_run",
    "sphere_on_sphere",
    "pyramid",
    "link_chain",
    "glider_phugoid",
    "robots/gripper",
)


@pytest.mark.parametrize("name", PACKAGED)
def test_packaged_scene_goes_on_alike_after_a_poisoned_restore(name):
    assert differs_after_poison(rg.load(path(name)), "realtime") == ""


@pytest.mark.parametrize("number", cases(16, 200))
def test_random_scene_goes_on_alike_after_a_poisoned_restore(number):
    scene, dt, _ = random_scene(number)
    assert differs_after_poison(scene, rg.Realtime(dt=dt, start_tolerance=1e9)) == ""


@pytest.mark.parametrize("number", cases(4, 200))
def test_random_scene_of_the_precise_engine_goes_on_alike_after_a_poisoned_restore(number):
    scene, dt, _ = random_scene(number)
    with contextlib.suppress(rg.SceneError, rg.ModelError):  # overlapping starts, joints that contradict each other
        assert differs_after_poison(scene, rg.Precise(dt=dt, start_tolerance=1e9, budget=500), 5, 5) == ""


@pytest.mark.parametrize("name", ["bouncing_ball", "double_pendulum", "slider_crank", "glider_phugoid"])
def test_packaged_scene_of_the_precise_engine_goes_on_alike_after_a_poisoned_restore(name):
    scene = rg.load(path(name))
    own = scene.engine if isinstance(scene.engine, rg.Precise) else rg.Precise()
    assert differs_after_poison(scene, dataclasses.replace(own)) == ""
