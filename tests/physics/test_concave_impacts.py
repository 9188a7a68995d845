"""Hard hits, thin walls and jams of concave bodies: nothing is passed through, nothing is thrown out."""

import numpy as np
import pytest
from concave_cases import ring
from long_form import LONG

import rigida as rg
from rigida.distance_field.surface import triangle_surface
from rigida.math.rotation import matrix_from_quaternion_array

DT = 0.01
THIN = 0.01
UP = (0.5**0.5, 0.5**0.5, 0.0, 0.0)  # y of an outline upwards


#: A floor of 10 mm, 2 m wide, with a rim on two sides; its top is y = 0.
TRAY = rg.extruded_mesh(
    [(-1, -THIN), (1, -THIN), (1, 0.2), (0.99, 0.2), (0.99, 0), (-0.99, 0), (-0.99, 0.2), (-1, 0.2)], 2.0
)


def seen_from(body, point):
    return matrix_from_quaternion_array(body.orientation[None])[0].T @ (point - body.position)


@pytest.mark.parametrize("fixed", [True, False], ids=["fixed", "free"])
@pytest.mark.parametrize(
    "shape",
    [ring(0.3, 0.05, 24, 9), ring(0.3, 0.01, 24, 6), rg.Sphere(0.1), rg.Box((0.3, 0.3, 0.3)), rg.Capsule(0.05, 0.3)],
    ids=["ring", "wire", "sphere", "box", "capsule"],
)
@pytest.mark.parametrize("speed", [20.0, 100.0], ids=["20 m/s", "100 m/s"])
def test_a_wall_of_10_mm_is_not_passed(shape, fixed, speed):
    random = np.random.default_rng(1)
    for _ in range(4):
        scene = rg.Scene(gravity=(0, 0, 0))
        scene.add_body(TRAY, orientation=UP, friction=0.5, name="tray", **({"fixed": True} if fixed else {"mass": 2.0}))
        turn = random.normal(size=4)
        scene.add_body(
            shape,
            mass=1.0,
            position=(*random.uniform(-0.4, 0.4, 2), 0.8 + 0.3 * random.random()),
            orientation=turn / np.linalg.norm(turn),
            velocity=(0, 0, -speed),
            angular_velocity=5 * random.normal(size=3),
            friction=0.5,
            name="it",
        )
        sim = rg.Simulation(scene, rg.Realtime(dt=DT))
        start = sim.energy().total
        for _ in range(3 + round(2.4 / (speed * DT))):
            sim.step()
            x, y, z = seen_from(sim.body("tray"), sim.body("it").position)
            assert y > 0.0 or max(abs(x), abs(z)) > 0.95
        # Nothing is thrown out of an overlap faster than it came.
        assert sim.energy().total < start


def overlap(sim, mesh):
    """The deepest vertex or point of an edge of one of two bodies within the other [m], by exact distances."""
    surface = triangle_surface(*mesh.surface())
    vertices, edge = surface.vertices, surface.topology.edge
    part = np.arange(1, 8)[:, None, None] / 8
    along = (vertices[edge[:, 0]] * (1 - part) + vertices[edge[:, 1]] * part).reshape(-1, 3)
    points = np.concatenate([vertices, along])
    turn, place = matrix_from_quaternion_array(sim.state.orientation), sim.state.position
    deepest = 0.0
    for i, j in ((0, 1), (1, 0)):
        inside = surface.distance((place[j] + points @ turn[j].T - place[i]) @ turn[i])
        deepest = max(deepest, -float(inside.min()))
    return deepest


def test_rings_that_meet_at_13_meters_per_second_hardly_overlap():
    mesh = ring(0.4, 0.12, 24, 9)
    worst = []
    for seed in range(6):
        random = np.random.default_rng(seed)
        turn = random.normal(size=(2, 4))
        turn /= np.linalg.norm(turn, axis=1)[:, None]
        scene = rg.Scene(gravity=(0, 0, 0))
        for k, side in enumerate((-1.0, 1.0)):
            scene.add_body(
                mesh,
                mass=1.0,
                position=(0.85 * side, *random.uniform(-0.15, 0.15, 2)),
                orientation=turn[k],
                velocity=(-6.5 * side, 0, 0),
                angular_velocity=3 * random.normal(size=3),
                friction=0.5,
                name=f"r{k}",
            )
        sim = rg.Simulation(scene, rg.Realtime(dt=DT))
        deepest = 0.0
        for _ in range(25):
            sim.step()
            deepest = max(deepest, overlap(sim, mesh))
        worst.append(deepest)
    # Undivided steps overlap by 8 mm on average here, by 20 mm at worst.
    assert np.mean(worst) < 2.5e-3
    assert max(worst) < 10e-3


@pytest.mark.parametrize("lowest", [0.05, 0.1, 0.15] if LONG else [0.05])
@pytest.mark.parametrize("shape", [ring(0.3, 0.08, 24, 12), rg.Box((0.4, 0.4, 0.16))], ids=["ring", "box"])
def test_what_a_press_squeezes_is_not_thrown_out(shape, lowest):
    """The press comes down at 0.7 m/s at most and overlaps the body by up to 110 mm, then goes up again."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(shape, density=1000.0, position=(0, 0, 0.085), friction=0.5, name="it")
    heights = [0.3, 0.3, lowest, lowest, lowest + 0.75]
    path = rg.Path(times=[0.0, 0.3, 0.8, 1.2, 2.7], positions=[(0, 0, z) for z in heights])
    scene.add_body(rg.Box((2, 2, 0.02)), path=path, friction=0.5, name="press")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    fastest = strongest = 0.0
    for _ in range(270):
        sim.step()
        fastest = max(fastest, np.abs(sim.body("it").velocity).max())
        strongest = max(strongest, sim.contacts()["impulse"].max(initial=0.0))
    assert fastest < 2.0
    assert np.isfinite(strongest)
    assert np.linalg.norm(sim.body("it").position[:2]) < 0.1


def test_a_body_pressed_past_the_middle_of_a_thin_wall_comes_out_where_it_entered():
    """Squeezed by 12 mm between a press and a wall of 10 mm: the nearest way out of the wall leads through it."""
    mesh = ring(0.3, 0.08, 24, 12)
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(TRAY, fixed=True, orientation=UP, friction=0.5)
    scene.add_body(mesh, density=1000.0, position=(0, 0, 0.081), friction=0.5, name="ring")

    def press(time):
        lower = 0.165 - 0.017 * np.sin(np.pi * min(time, 0.5)) ** 2 + 0.3 * max(time - 0.7, 0.0)
        return np.array([0.0, 0.0, lower + 0.01]), np.array([1.0, 0.0, 0.0, 0.0])

    scene.add_body(rg.Box((2, 2, 0.02)), path=rg.PathFunction(press), friction=0.5, name="press")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    lowest = 1.0
    for _ in range(200):
        sim.step()
        lowest = min(lowest, sim.body("ring").position[2])
    assert lowest < 0.08 - 0.6 * THIN
    assert sim.body("ring").position[2] > 0.08 - 1e-3


def test_events_of_all_parts_of_a_step_are_told():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(TRAY, fixed=True, orientation=UP, restitution=0.9, name="tray")
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.35), velocity=(0, 0, -20), restitution=0.9, name="ball")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    told, times = [], []
    for _ in range(4):
        sim.step()
        times.append(sim.time)
        told.extend(event.kind for event in sim.events)
    assert told == ["begin", "end"]
    np.testing.assert_allclose(times, DT * np.arange(1, 5), rtol=1e-15)
    assert sim.body("ball").velocity[2] == pytest.approx(18.0, rel=1e-9)
