"""What contacts must do: stand, slide, rebound, roll, carry, and keep what nature keeps."""

import math

import numpy as np
import pytest
from long_form import cases

import rigida as rg

UNIT = rg.Box((1, 1, 1))


def simulate(scene, seconds, **settings):
    simulation = rg.Simulation(scene, rg.Realtime(**settings))
    for _ in range(round(seconds / simulation.settings.dt)):
        simulation.step()
    return simulation


def tower(count, gap=0.0):
    scene = rg.Scene()
    scene.add_body(rg.Box((20, 20, 2)), fixed=True, position=(0, 0, -1), name="floor")
    for i in range(count):
        scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.5 + i * (1 + gap)), name=f"box{i}")
    return scene


def incline(friction, restitution=0.0):
    angle = math.atan(0.5)
    turn = (math.cos(angle / 2), 0, math.sin(angle / 2), 0)
    up = np.array([math.sin(angle), 0, math.cos(angle)])
    scene = rg.Scene()
    scene.add_body(
        rg.Box((100, 100, 2)),
        fixed=True,
        position=tuple(-up),
        orientation=turn,
        friction=friction,
        restitution=restitution,
    )
    scene.add_body(
        UNIT,
        mass=1.0,
        position=tuple(0.5 * up),
        orientation=turn,
        friction=friction,
        restitution=restitution,
        name="box",
    )
    return scene, np.array([math.cos(angle), 0, -math.sin(angle)])


@pytest.mark.parametrize("count", [10, 50])
def test_tower_of_cubes_stands_within_a_millimeter(count):
    scene = tower(count)
    start = rg.Simulation(scene, rg.Realtime()).state.position
    end = simulate(scene, 10.0).state.position
    assert np.abs(end - start).max() < 1e-3


def test_floor_carries_the_weight_of_all_that_stands_on_it():
    simulation = simulate(tower(5), 2.0)
    contacts = simulation.contacts()
    on_floor = contacts[contacts["body_a"] == 0]
    force = on_floor["impulse"].sum() / simulation.settings.dt
    assert force == pytest.approx(5 * 9.81, rel=1e-4)
    np.testing.assert_allclose(on_floor["normal"], [(0, 0, 1)] * len(on_floor), atol=1e-9)


def test_heavy_cube_does_not_sink_into_a_light_one():
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.5))
    scene.add_body(UNIT, mass=1000.0, position=(0, 0, 1.5))
    assert np.abs(simulate(scene, 5.0).state.position[1:, 2] - [0.5, 1.5]).max() < 1e-3


def test_friction_above_the_slope_holds():
    scene, down = incline(0.51)
    start = np.array(scene.bodies[1].position)
    assert abs((simulate(scene, 10.0).body("box").position - start) @ down) < 1e-6


def test_friction_below_the_slope_slides_as_the_closed_form():
    scene, down = incline(0.49)
    start = np.array(scene.bodies[1].position)
    angle = math.atan(0.5)
    way = 0.5 * 9.81 * (math.sin(angle) - 0.49 * math.cos(angle)) * 5.0**2
    assert (simulate(scene, 5.0).body("box").position - start) @ down == pytest.approx(way, rel=5e-3)


def test_elastic_cube_on_an_incline_rests_and_does_not_hop():
    """Popovski 2008, figure 27: no velocity threshold is needed to tell rest from collision."""
    scene, down = incline(0.6, restitution=1.0)
    start = np.array(scene.bodies[1].position)
    assert np.abs(simulate(scene, 3.0).body("box").position - start).max() < 1e-5
    assert abs(down @ down - 1.0) < 1e-12


def test_elastic_ball_keeps_its_height():
    scene = rg.Scene()
    scene.add_ground(restitution=1.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 1.1), restitution=1.0, name="ball")
    simulation = rg.Simulation(scene, rg.Realtime())
    heights = []
    for _ in range(600):
        simulation.step()
        heights.append(simulation.body("ball").position[2])
    assert max(heights[480:]) == pytest.approx(1.1, rel=0.01)


def test_blow_runs_through_a_row_of_balls():
    """Popovski 2008, figure 30: the last ball leaves with the speed of the first, the others stay."""
    scene = rg.Scene(gravity=(0, 0, 0))
    for k in range(5):
        x = 0.2 * k - (0.5 if k == 0 else 0.0)
        speed = (1, 0, 0) if k == 0 else (0, 0, 0)
        scene.add_body(rg.Sphere(0.1), mass=1.0, position=(x, 0, 0), velocity=speed, restitution=1.0, friction=0.0)
    velocity = simulate(scene, 1.0).state.velocity[:, 0]
    np.testing.assert_allclose(velocity, [0, 0, 0, 0, 1], atol=1e-6)


def test_rolling_ball_reaches_five_sevenths():
    scene = rg.Scene()
    scene.add_ground(friction=0.3)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.1), velocity=(1, 0, 0), friction=0.3, name="ball")
    ball = simulate(scene, 2.0).body("ball")
    assert ball.velocity[0] == pytest.approx(5 / 7, rel=2e-3)
    assert ball.angular_velocity[1] == pytest.approx(5 / 7 / 0.1, rel=2e-3)


def test_rolling_friction_stops_a_ball_as_the_closed_form():
    """Deceleration of a rolling ball: a = (5/7) g ρ/r for an arm ρ of the rolling friction."""
    arm, radius, speed = 0.002, 0.1, 0.5
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(
        rg.Sphere(radius),
        mass=1.0,
        position=(0, 0, radius),
        velocity=(speed, 0, 0),
        angular_velocity=(0, speed / radius, 0),
        rolling_friction=arm,
        name="ball",
    )
    way = speed**2 / (2 * 5 / 7 * 9.81 * arm / radius)
    ball = simulate(scene, 6.0).body("ball")
    assert ball.position[0] == pytest.approx(way, rel=0.02)
    assert abs(ball.velocity[0]) < 1e-6


def test_spinning_friction_stops_a_spinning_ball():
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(
        rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.1), angular_velocity=(0, 0, 5), spinning_friction=0.01, name="ball"
    )
    # Torque 0.01 m · m g on I = 0.4 m r²: 24.5 rad/s², so 5 rad/s last 0.2 s.
    assert abs(simulate(scene, 0.1).body("ball").angular_velocity[2] - (5 - 2.4525)) < 0.05
    assert abs(simulate(scene, 0.4).body("ball").angular_velocity[2]) < 1e-6


def test_belt_carries_what_stands_on_it():
    scene = rg.Scene()
    path = rg.Path(times=np.array([0.0, 10.0]), positions=np.array([(0, 0, -0.5), (2, 0, -0.5)]))
    scene.add_body(rg.Box((10, 10, 1)), path=path, friction=0.8, name="belt")
    scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.5), friction=0.8, name="box")
    simulation = simulate(scene, 5.0)
    box, belt = simulation.body("box"), simulation.body("belt")
    assert belt.velocity[0] > 0.1
    assert box.velocity[0] == pytest.approx(belt.velocity[0], rel=1e-3)
    # The belt's speed is the one at the end of a step, the box's that of the step: half a step of it at most.
    assert box.position[0] == pytest.approx(belt.position[0], abs=0.005)


@pytest.mark.parametrize("settings", [{}, {"direct_limit": 0}], ids=["directly", "in sub-steps"])
def test_impacts_keep_momentum_and_lose_energy(settings):
    scene = rg.Scene(gravity=(0, 0, 0))
    rng = np.random.default_rng(3)
    for k in range(12):
        place = np.array([k % 3, (k // 3) % 2, k // 6]) * 1.2
        scene.add_body(
            UNIT,
            mass=1.0 + k,
            position=tuple(place),
            velocity=tuple(-(place - (1.2, 0.6, 0.6)) + rng.normal(size=3) * 0.3),
        )
    simulation = rg.Simulation(scene, rg.Realtime(**settings))
    before, energy = simulation.momentum(), simulation.energy().total
    for _ in range(120):
        simulation.step()
    after = simulation.momentum()
    # Rows of eight lanes work in single precision: 1e-7 of 78 kg · m/s for each of some hundred impulses.
    np.testing.assert_allclose(after.linear, before.linear, atol=1e-3)
    # Pushing bodies out of overlap moves them without changing momenta, so x × p changes a little.
    np.testing.assert_allclose(after.angular, before.angular, atol=0.02 * np.linalg.norm(before.angular))
    assert simulation.energy().total < energy


def test_free_top_keeps_its_energy():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1, 0.6, 0.2)), mass=10.0, angular_velocity=(0.02, 4, 0.02))
    start = rg.Simulation(scene, rg.Realtime()).energy().total
    assert simulate(scene, 100.0, dt=0.01).energy().total == pytest.approx(start, rel=1e-12)


def test_thin_plate_stops_a_fast_ball():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((2, 2, 0.01)), fixed=True)
    scene.add_body(rg.Sphere(0.05), mass=1.0, position=(0, 0, 3.0), velocity=(0, 0, -60.0), name="ball")
    assert simulate(scene, 0.5).body("ball").position[2] > 0.0


def test_spring_keeps_its_energy():
    scene = rg.Scene(gravity=(0, 0, 0))
    bob = scene.add_body(None, mass=1.0, position=(1.5, 0, 0))
    scene.add_force(rg.Spring(bob, rg.WORLD, stiffness=40.0, rest_length=1.0))
    start = rg.Simulation(scene, rg.Realtime()).energy().total
    # Velocity Verlet: the energy swings by (ω dt)²/4 = 0.3 % and does not drift.
    assert simulate(scene, 60.0).energy().total == pytest.approx(start, rel=0.01)


def test_a_rebound_tells_its_impulse_and_that_it_touched():
    scene = rg.Scene()
    scene.add_ground(restitution=0.5)
    scene.add_body(rg.Sphere(0.1), mass=2.0, position=(0, 0, 1), restitution=0.5)
    sim = rg.Simulation(scene, "realtime", dt=1 / 600)
    told, began, speed = 0.0, 0, 0.0
    for _ in range(300):
        before = sim.state.velocity[1, 2]
        sim.step()
        if len(sim.contacts()):
            impulse = float(sim.contacts()["impulse"].sum())
            if impulse > told:
                told, speed = impulse, -before
        began += sum(event.kind == "begin" for event in sim.events)
        if sim.time > 0.6:
            break
    assert began == 1
    assert told == pytest.approx(2.0 * 1.5 * speed, rel=0.02)


def test_landing_in_sub_steps_tells_all_of_its_impulse():
    # Two boxes fall 0.2 m side by side: what the floor tells over all steps stops their fall and carries them.
    scene = rg.Scene()
    scene.add_body(rg.Box((20, 20, 2)), fixed=True, position=(0, 0, -1))
    for x in (-0.5, 0.5):
        scene.add_body(UNIT, mass=1.0, position=(x, 0, 0.7))
    simulation = rg.Simulation(scene, rg.Realtime(direct_limit=0, direct_limit_in_motion=0))
    told = 0.0
    for _ in range(60):
        simulation.step()
        contacts = simulation.contacts()
        told += contacts["impulse"][contacts["body_a"] == 0].sum()
    momentum = 2.0 * simulation.state.velocity[1:, 2].mean()
    assert told == pytest.approx(2.0 * 9.80665 * 1.0 + momentum, rel=1e-3)


def test_columns_that_were_dropped_box_by_box_come_to_rest():
    rng = np.random.default_rng(3)
    scene = rg.Scene()
    scene.add_body(rg.Box((20, 20, 2)), fixed=True, position=(0, 0, -1), friction=0.5)
    for column in range(9):
        for layer in range(8):
            x, y = divmod(column, 3)
            place = (x + rng.uniform(-0.08, 0.08), y + rng.uniform(-0.08, 0.08), 0.6 + 0.65 * layer)
            yaw = rng.uniform(0, math.pi)
            turn = (math.cos(yaw), rng.uniform(-0.03, 0.03), rng.uniform(-0.03, 0.03), math.sin(yaw))
            box = rg.Box((0.5, 0.5, 0.5))
            scene.add_body(box, mass=1.0, position=place, orientation=tuple(turn / np.linalg.norm(turn)), friction=0.5)
    simulation = simulate(scene, 8.0)
    # Single boxes still rock by some mm/s between solutions of the pile: 1.8e-5 J at most from 2 s on, with four seeds.
    assert simulation.energy().kinetic / 72 < 5e-5
    assert simulation.contacts()["separation"].min() > -5e-3


def test_hulls_that_tumble_to_the_ground_hardly_sink_into_it():
    """They land at 4.4 m/s, turn by up to 0.3 rad in a step, and their next corner must be seen in advance.

    A turn of 0.1 rad within a step leaves its arc by ½ 0.1² of the reach. Of 100 hulls 81 stay within that; the deepest
    goes in by 2.9 % of its reach.
    """
    deep, seeds, reach = [], cases(12, 100), 0.15
    for seed in seeds:
        rng, scene = np.random.default_rng(seed), rg.Scene()
        scene.add_ground()
        around = rng.normal(size=(12, 3))
        hull = rg.ConvexHull(reach * around / np.linalg.norm(around, axis=1)[:, None])
        scene.add_body(hull, density=500, position=(0, 0, 1.0), orientation=rng.normal(size=4))
        sim, lowest = rg.Simulation(scene, rg.Realtime()), 0.0
        for _ in range(120):
            sim.step()
            lowest = min(lowest, sim.contacts()["separation"].min(initial=0.0))
        deep.append(-lowest / reach)
        assert deep[-1] < 0.05, seed
    assert sum(depth > 0.005 for depth in deep) <= 0.3 * len(seeds)
