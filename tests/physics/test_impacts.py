"""Impacts of the realtime engine at its default step, beside the closed forms of rigid impact."""

import math

import numpy as np
import pytest

import rigida as rg

G = 9.81
#: A billiard ball.
R, M = 0.0286, 0.17
#: What is allowed of speeds and ways, as a part: where bodies lie at rest, and so touch, a hair above each other.
CLOSE = 0.02


def simulate(scene, seconds, dt=1 / 60):
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    while sim.time < seconds - 0.5 * dt:
        sim.step()
    return sim


@pytest.mark.parametrize("dt", [1 / 60, 1e-3])
@pytest.mark.parametrize(("degrees", "speed"), [(0, 2.0), (15, 3.7), (30, 2.0), (45, 3.7), (60, 2.0), (70, 3.7)])
def test_cut_shot_sends_the_ball_along_the_line_of_centers(dt, degrees, speed):
    cut = math.radians(degrees)
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = {"mass": M, "friction": 0.0, "restitution": 1.0}
    scene.add_body(rg.Sphere(R), position=(0, 0, 0), name="object", **ball)
    start = (-0.3, 2 * R * math.sin(cut), 0)
    scene.add_body(rg.Sphere(R), position=start, velocity=(speed, 0, 0), name="cue", **ball)
    sim = simulate(scene, 0.25, dt)
    line = np.array([math.cos(cut), -math.sin(cut), 0])
    along = speed * math.cos(cut) * line
    np.testing.assert_allclose(sim.body("object").velocity, along, atol=CLOSE * speed)
    np.testing.assert_allclose(sim.body("cue").velocity, np.array([speed, 0, 0]) - along, atol=CLOSE * speed)
    np.testing.assert_allclose(sim.momentum().linear, [M * speed, 0, 0], atol=1e-9 * M * speed)
    assert sim.energy().total == pytest.approx(0.5 * M * speed**2, rel=1e-9)


@pytest.mark.parametrize("dt", [1 / 60, 1e-3])
@pytest.mark.parametrize("restitution", [0.95, 0.6])
def test_stun_shot_shares_the_speed_by_restitution(dt, restitution):
    scene = rg.Scene()
    scene.add_ground(friction=0.2)
    ball = {"mass": M, "friction": 0.0, "restitution": restitution}
    scene.add_body(rg.Sphere(R), position=(0, 0, R), name="object", **ball)
    scene.add_body(rg.Sphere(R), position=(-0.1, 0, R), velocity=(2, 0, 0), name="cue", **ball)
    sim = simulate(scene, 0.1, dt)
    assert sim.body("object").velocity[0] == pytest.approx(1 + restitution, rel=1e-6)
    assert sim.body("cue").velocity[0] == pytest.approx(1 - restitution, abs=1e-6)


BOUNCES = [(1, 0, 0.3, 0.8), (1, 50, 0.3, 0.8), (3, -60, 0.2, 0.7), (0.2, 0, 0.5, 0.9), (2, 30, 0.1, 1.0)]


@pytest.mark.parametrize(("speed", "spin", "friction", "restitution"), BOUNCES)
def test_ball_bouncing_with_spin_slides_or_sticks(speed, spin, friction, restitution):
    radius, height, down = 0.1, 0.3, 3.0
    scene = rg.Scene()
    scene.add_ground(friction=friction, restitution=restitution)
    ball = {"mass": 1.0, "friction": friction, "restitution": restitution, "name": "ball"}
    start = {"position": (0, 0, radius + height), "velocity": (speed, 0, -down), "angular_velocity": (0, spin, 0)}
    scene.add_body(rg.Sphere(radius), **ball, **start)
    hit = math.sqrt(down**2 + 2 * G * height)
    time = (hit - down) / G
    # Friction changes the sliding speed by (1 + m r²/I) = 7/2 of what it gives the ball.
    slide = speed - spin * radius
    push = -math.copysign(min(friction * (1 + restitution) * hit, abs(slide) / 3.5), slide)
    sim = simulate(scene, time + 0.1)
    rise = restitution * hit - G * (sim.time - time)
    np.testing.assert_allclose(sim.body("ball").velocity, [speed + push, 0, rise], atol=0.003 * hit)
    assert sim.body("ball").angular_velocity[1] * radius == pytest.approx(spin * radius - 2.5 * push, abs=0.003 * hit)


@pytest.mark.parametrize(("restitution", "height"), [(0.5, 1.0), (0.5, 0.7), (0.8, 1.0)])
def test_apexes_fall_with_the_square_of_restitution(restitution, height):
    scene = rg.Scene()
    scene.add_ground(restitution=restitution)
    start = (0, 0, 0.1 + height)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=start, restitution=restitution, name="ball")
    sim, apexes, before = rg.Simulation(scene, rg.Realtime()), [], 0.0
    ball = sim.body("ball")
    while len(apexes) < 2:
        sim.step()
        speed = ball.velocity[2]
        if before > 0.0 >= speed:
            apexes.append(ball.position[2] - 0.1 + speed**2 / (2 * G))
        before = speed
    np.testing.assert_allclose(apexes, height * restitution ** np.array([2, 4]), rtol=CLOSE)


@pytest.mark.parametrize("size", [(0.028, 0.023, 0.285), (0.02, 0.02, 1.0), (0.4, 0.036, 0.35), (0.3, 0.3, 0.02)])
def test_box_dropped_flat_rebounds_without_turning(size):
    scene, height, restitution = rg.Scene(), 1.0, 0.7
    scene.add_ground(restitution=restitution)
    start = (0, 0, 0.5 * size[2] + height)
    scene.add_body(rg.Box(size), mass=1.0, position=start, restitution=restitution, name="box")
    fall = math.sqrt(2 * height / G)
    sim = simulate(scene, fall + 0.1)
    rise = restitution * G * fall - G * (sim.time - fall)
    assert sim.body("box").velocity[2] == pytest.approx(rise, abs=1e-3 * G * fall)
    # Impulses of points are found to 1e-10: with 0.01 m as lever and an inertia of m (0.3 m)²/12, 1e-8 rad/s at most.
    np.testing.assert_allclose(sim.body("box").angular_velocity, 0.0, atol=1e-8)


@pytest.mark.parametrize("spin", [(1, 2, 0.5), (0.3, 0, 0.1), (0, 0, 0), (5, 3, 1)])
def test_elastic_box_keeps_its_energy_for_a_minute(spin):
    scene = rg.Scene()
    scene.add_ground(friction=0.0, restitution=1.0)
    surface = {"friction": 0.0, "restitution": 1.0}
    shape = rg.Box((0.4, 0.6, 0.8))
    scene.add_body(shape, mass=1.0, position=(0, 0, 1.5), angular_velocity=spin, name="box", **surface)
    sim = rg.Simulation(scene, rg.Realtime())
    start = sim.energy().total
    energy = []
    for _ in range(3600):
        sim.step()
        energy.append(sim.energy().total / start)
    assert max(energy) < 1.001
    assert min(energy) > 0.98


@pytest.mark.parametrize(
    ("count", "lifted", "degrees"), [(5, 1, 30), (5, 2, 30), (3, 1, 30), (7, 1, 30), (5, 3, 45), (7, 3, 20)]
)
@pytest.mark.parametrize("hinge", [rg.Spherical, rg.Revolute])
def test_hanging_cradle_swings_at_its_ends_alone(count, lifted, degrees, hinge):
    scene, radius, length, lift = rg.Scene(), 0.05, 0.5, math.radians(degrees)
    axis = {"axis": (0, 1, 0)} if hinge is rg.Revolute else {}
    for i in range(count):
        x, angle = 2 * radius * i, lift if i < lifted else 0.0
        place = (x - length * math.sin(angle), 0, -length * math.cos(angle))
        surface = {"friction": 0.0, "restitution": 1.0}
        ball = scene.add_body(rg.Sphere(radius), mass=1.0, position=place, name=f"ball{i}", **surface)
        scene.add_joint(hinge(ball, rg.WORLD, anchor=(x, 0, 0), **axis))
    sim = rg.Simulation(scene, rg.Realtime())
    hanging = -count * G * length
    start, energy, ways = sim.energy().total - hanging, [], []
    for _ in range(180):
        sim.step()
        energy.append((sim.energy().total - hanging) / start)
        ways.append([sim.body(f"ball{i}").position[0] - 2 * radius * i for i in range(count)])
    ways = np.array(ways)
    assert max(energy) < 1.001
    assert min(energy) > 0.99
    assert np.abs(ways[:, lifted : count - lifted]).max(initial=0.0) < 5e-3
    assert -ways[:, 0].min() == pytest.approx(length * math.sin(lift), rel=CLOSE)
    assert ways[:, -1].max() == pytest.approx(length * math.sin(lift), rel=CLOSE)


def test_bounce_is_told_as_an_event_and_its_impulse_is_read():
    scene = rg.Scene()
    scene.add_ground(restitution=1.0)
    scene.add_body(rg.Sphere(0.1), mass=2.0, position=(0, 0, 0.6), restitution=1.0, name="ball")
    sim = rg.Simulation(scene, rg.Realtime())
    began, pushed = [], 0.0
    for _ in range(30):
        sim.step()
        began += [event for event in sim.engine.events if event.kind == "begin"]
        pushed += sim.contacts()["impulse"].sum()
    assert len(began) == 1
    assert pushed == pytest.approx(2.0 * 2 * math.sqrt(2 * G * 0.5), rel=1e-3)
