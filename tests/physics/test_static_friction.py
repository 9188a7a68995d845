"""Static friction above kinetic friction, in both engines: what rests starts at the one and slows down by the other."""

import math

import numpy as np
import pytest

import rigida as rg

KINETIC, STATIC, G = 0.3, 0.5, 9.81
BLOCK = rg.Box((0.3, 0.2, 0.1))
ENGINES = [rg.Precise(), rg.Realtime(dt=1 / 120), rg.Realtime(dt=1 / 120, direct_limit=0, direct_limit_in_motion=0)]
NAMES = ["precise", "realtime, direct", "realtime, sub-steps"]
engines = pytest.mark.parametrize("engine", ENGINES, ids=NAMES)


def block_on_plane(angle: float, speed: float = 0.0, **surface: float) -> rg.Scene:
    """Return a block on a level plane, with gravity turned by an angle towards +x."""
    scene = rg.Scene(gravity=(G * math.sin(angle), 0, -G * math.cos(angle)))
    scene.add_ground(**surface)
    scene.add_body(BLOCK, name="block", position=(0, 0, 0.05), velocity=(speed, 0, 0), **surface)
    return scene


def displacement(scene: rg.Scene, engine: object, duration: float) -> float:
    simulation = rg.Simulation(scene, engine)
    simulation.run(duration, fps=10)
    return float(simulation.body("block").position[0])


@engines
def test_a_block_starts_to_slide_at_the_static_angle_with_kinetic_friction(engine):
    angle, surface = math.atan(STATIC), {"friction": KINETIC, "static_friction": STATIC}
    # Realtime bodies share their load unevenly for a step or two after they were placed: 1 % of the limit.
    assert abs(displacement(block_on_plane(0.99 * angle, **surface), engine, 1.0)) < 1e-4
    # Sub-steps apply static friction up to a slip of (μₛ − μₖ) h g = 16 mm/s, which takes 16 ms at 1.2 times the angle;
    # islands solved directly do so up to a hundredth of h μ g = 0.4 mm/s.
    sub_steps = getattr(engine, "direct_limit", None) == 0
    slope = (1.2 if sub_steps else 1.01) * angle
    expected = 0.5 * G * (math.sin(slope) - KINETIC * math.cos(slope))
    assert displacement(block_on_plane(slope, **surface), engine, 1.0) == pytest.approx(expected, rel=0.03)


@engines
def test_a_sliding_block_stops_by_kinetic_friction(engine):
    scene = block_on_plane(0.0, speed=1.0, friction=KINETIC, static_friction=STATIC)
    assert displacement(scene, engine, 1.0) == pytest.approx(1.0 / (2.0 * KINETIC * G), rel=0.02)


@engines
def test_a_block_that_came_to_rest_sticks_on_a_slope_between_both_angles(engine):
    slope = math.atan(0.5 * (KINETIC + STATIC))
    scene = block_on_plane(slope, speed=-1.0, friction=KINETIC, static_friction=STATIC)
    path = 1.0 / (2.0 * G * (math.sin(slope) + KINETIC * math.cos(slope)))
    assert displacement(scene, engine, 1.0) == pytest.approx(-path, rel=0.03)


@pytest.mark.parametrize("engine", ENGINES, ids=NAMES)
def test_equal_coefficients_change_no_bit(engine):
    def state(**more: float) -> bytes:
        simulation = rg.Simulation(block_on_plane(0.3, speed=0.5, friction=KINETIC, **more), engine)
        simulation.run(0.3, fps=10)
        return simulation.state.position.tobytes()

    assert state() == state(static_friction=KINETIC)


def test_live_coefficients_hold_and_release_a_block():
    simulation = rg.Simulation(block_on_plane(math.atan(0.4), friction=KINETIC, static_friction=STATIC), dt=1 / 120)
    simulation.run(0.3, fps=10)
    block = simulation.body("block")
    assert (block.friction, block.static_friction) == (KINETIC, STATIC)
    assert np.linalg.norm(block.velocity) < 1e-4
    block.friction = KINETIC
    assert block.static_friction == KINETIC
    simulation.run(0.3, fps=10)
    assert block.velocity[0] > 0.01
    with pytest.raises(rg.ModelError, match=r"at least 0\.3"):
        block.static_friction = 0.1


def test_static_friction_below_kinetic_friction_is_refused_and_scene_files_keep_it(tmp_path):
    with pytest.raises(rg.ModelError, match=r"static_friction must be at least friction = 0\.5"):
        rg.Material(friction=0.5, static_friction=0.4)
    scene = block_on_plane(0.0, friction=KINETIC, static_friction=STATIC)
    scene.save(tmp_path / "scene.toml")
    read = rg.load(tmp_path / "scene.toml")
    assert [body.material.static for body in read.bodies] == [STATIC, STATIC]
