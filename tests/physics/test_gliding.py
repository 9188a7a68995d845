"""Bodies that glide flat over planes, slide and spin at once, are carried by belts and lifted by plates."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida.textbook.case import G
from rigida.textbook.spinning_box import rest_of_box


def box_scene(size, friction, velocity, spin, yaw):
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    scene.add_body(
        rg.Box(size),
        mass=1.0,
        position=(0, 0, 0.5 * size[2]),
        orientation=rg.axis_angle((0, 0, 1), yaw),
        velocity=(*velocity, 0),
        angular_velocity=(0, 0, spin),
        friction=friction,
        name="box",
    )
    return scene


def place_after(scene, seconds, engine=None):
    sim = rg.Simulation(scene, engine or rg.Realtime())
    sim.run(seconds, fps=1 / seconds)
    return sim.body("box").position[:2]


@pytest.mark.parametrize(
    ("size", "friction", "velocity", "spin", "yaw"),
    [
        ((0.764, 0.318, 0.086), 0.356, (1.77, 2.26), 13.7, 0.3),
        ((0.358, 0.101, 0.018), 0.180, (0.1, 0.49), 7.9, 1.2),
        ((0.3, 0.3, 0.15), 0.72, (1.1, -0.4), 7.0, 0.0),
        ((0.05, 0.18, 0.02), 0.48, (-2.1, 0.2), -51.0, 0.7),
        ((0.437, 0.362, 0.3), 0.5, (0.6, 0.02), 6.1, 0.0),
    ],
)
def test_a_box_that_slides_and_spins_goes_where_its_corners_rub_it_to(size, friction, velocity, spin, yaw):
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    place, _, time = rest_of_box(np.array(size), friction, turn.T @ velocity, spin)
    expected = turn @ place
    found = place_after(box_scene(size, friction, velocity, spin, yaw), time + 0.1)
    assert np.linalg.norm(found - expected) < 0.01 * max(np.linalg.norm(expected), *size)


def test_a_slanted_plate_glides_as_the_precise_engine_says():
    # Its normal is no principal axis: to spin it takes moments about the tangents too.
    def plate():
        points = [(x, y, z + 0.3 * x) for x in (-0.2, 0.2) for y in (-0.15, 0.15) for z in (0.0, 0.1)]
        points = [(x, y, 0.0 if z < 0.07 else z) for x, y, z in points]
        scene = rg.Scene()
        scene.add_ground(friction=0.3)
        scene.add_body(
            rg.ConvexHull(points),
            mass=1.0,
            velocity=(1.0, 0.3, 0),
            angular_velocity=(0, 0, 6),
            friction=0.3,
            name="box",
        )
        return scene

    exact = place_after(plate(), 0.6, rg.Precise())
    assert np.linalg.norm(place_after(plate(), 0.6) - exact) < 0.01 * np.linalg.norm(exact)


def belt(motion, friction, size=0.2):
    scene = rg.Scene()
    scene.add_body(rg.Box((20, 1, 0.2)), path=rg.PathFunction(lambda t: (motion(t), 0.0, -0.1)), friction=friction)
    scene.add_body(rg.Box((size,) * 3), mass=1.0, position=(0, 0, 0.5 * size), friction=friction, name="box")
    return scene


@pytest.mark.parametrize(
    ("speed", "friction", "steps"), [(0.06, 0.7, 1), (0.2, 0.5, 6), (0.05, 0.3, 3), (1.5, 0.35, 40)]
)
def test_a_box_on_a_belt_ceases_to_slide_when_it_is_as_fast_even_within_a_step(speed, friction, steps):
    slides, seconds = speed / (friction * G), steps / 60
    expected = 0.5 * friction * G * seconds**2 if seconds < slides else speed * (seconds - 0.5 * slides)
    found = place_after(belt(lambda t: speed * t, friction), seconds)[0]
    # In the step in which it ceases to slide at t, the mean of both ends' velocities is less by ½ µ g t (1 − t/h).
    assert found == pytest.approx(expected, abs=1.001 * friction * G / 60**2 / 8)


@pytest.mark.parametrize(("gain", "friction"), [(3.0, 0.5), (10.0, 0.5), (1.0, 0.3)])
def test_a_belt_that_moves_off_takes_a_box_along_as_far_as_friction_can(gain, friction):
    found = place_after(belt(lambda t: 0.5 * gain * t * t, friction), 0.5)[0]
    assert found == pytest.approx(0.5 * min(gain, friction * G) * 0.25, rel=1e-4)


@pytest.mark.parametrize("start", [0.047, 0.011, 0.12])
def test_a_belt_may_reach_its_speed_within_a_step(start):
    speed, friction, seconds = 0.5, 0.6, 0.2

    def motion(t):
        return 0.5 * speed / start * max(t, 0.0) ** 2 if t < start else speed * (t - 0.5 * start)

    gained = max(start, speed / (friction * G))
    found = place_after(belt(motion, friction), seconds)[0]
    # The bend is somewhere in an eighth of a step, in which the belt goes on by its mean velocity.
    assert found == pytest.approx(speed * (seconds - 0.5 * gained), abs=speed / 60 / 8 / 4)


@pytest.mark.parametrize("shape", [rg.Box((0.2, 0.2, 0.2)), rg.Sphere(0.1)])
def test_what_lies_on_a_plate_that_goes_up_and_down_has_its_velocity(shape):
    amplitude, rate = 0.02, 12.0
    scene = rg.Scene()
    path = rg.PathFunction(lambda t: (0, 0, -0.1 + amplitude * (1 - math.cos(rate * t))))
    scene.add_body(rg.Box((2, 2, 0.2)), path=path)
    scene.add_body(shape, mass=1.0, position=(0, 0, 0.1), name="box")
    sim = rg.Simulation(scene, "realtime")
    for _ in range(120):
        sim.step()
        body, angle = sim.body("box"), rate * sim.time
        assert body.velocity[2] == pytest.approx(amplitude * rate * math.sin(angle), abs=3e-3)
        # Beside the band of 0.05 mm: jerk errs by h³/12, of which a fifth is made good in each step.
        assert body.position[2] - 0.1 == pytest.approx(amplitude * (1 - math.cos(angle)), abs=1.5e-4)
