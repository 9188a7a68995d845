"""Concave bodies do what solids with hollows do: bowls hold, links hang, floors are smooth, engines agree."""

import numpy as np
import pytest
from concave_cases import assert_slides_without_a_bump, ring, sliding

import rigida as rg
from rigida import scenes

DT = 0.01
#: The engine leaves gaps and overlaps of half a millimeter alone.
BAND = 5e-4
L_SHAPE = [(0, 0), (1, 0), (1, 0.3), (0.3, 0.3), (0.3, 1), (0, 1)]


def floor_with_kerb(cells=12, size=6.0):
    """A flat floor z = 0 of many triangles, with a kerb along one side that makes the mesh concave."""
    x = np.linspace(-0.5 * size, 0.5 * size, cells + 1)
    outline = [(-0.5 * size, -0.5), (0.5 * size, -0.5), (0.5 * size, 0.3), (x[-2], 0.3), *((u, 0.0) for u in x[-2::-1])]
    mesh = rg.extruded_mesh(outline, size)
    return mesh


FLAT_TURN = (0.5**0.5, 0.5**0.5, 0.0, 0.0)  # y of an outline upwards


@sliding
def test_nothing_bumps_on_inner_edges_of_a_flat_floor(shape, height):
    assert_slides_without_a_bump(floor_with_kerb(), FLAT_TURN, shape, height)


BOX = rg.Box((1, 1, 1))
#: The same as twelve triangles that are not taken for their hull.
CUBE = rg.Mesh(*BOX.surface(), as_hull=False)


def turned(axis, angle):
    axis = np.array(axis) / np.linalg.norm(axis)
    return (np.cos(0.5 * angle), *(np.sin(0.5 * angle) * axis))


def on_another(shape, position, orientation, duration, dt=DT):
    """Drop a cube on another one; return the places of both and the impulses between them, step by step."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(shape, density=500.0, position=(0, 0, 0.5), friction=0.5, name="lower")
    scene.add_body(shape, density=500.0, position=position, orientation=orientation, friction=0.5, name="upper")
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    pushes = []
    for _ in range(round(duration / dt)):
        sim.step()
        contacts = sim.contacts()
        between = (contacts["body_a"] > 0) & (contacts["body_b"] > 0)
        pushes.append(contacts["impulse"][between].sum())
    return sim.state.position[1:].copy(), np.array(pushes)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ((0.2, 0.1, 1.51), (1, 0, 0, 0)),
        ((0.2, 0.1, 2.0), (1, 0, 0, 0)),
        ((0.0, 0.0, 1.8), (1, 0, 0, 0)),
        ((0.1, 0.05, 1.6), turned((0, 0, 1), 0.6)),
        ((0.45, 0.0, 1.507), (1, 0, 0, 0)),
    ],
    ids=["laid down", "dropped", "dropped in line", "dropped askew", "over the edge"],
)
def test_cubes_of_twelve_triangles_rest_and_push_like_boxes(position, turn):
    assert CUBE.solid is CUBE
    assert len(CUBE.surface()[1]) == 12
    places, pushes = on_another(BOX, position, turn, 1.5)
    mesh_places, mesh_pushes = on_another(CUBE, position, turn, 1.5)
    np.testing.assert_allclose(mesh_places, places, atol=1e-3)
    assert mesh_pushes.sum() == pytest.approx(pushes.sum(), rel=1e-2)
    assert mesh_pushes.max() == pytest.approx(pushes.max(), rel=1e-2)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ((0.1, 0.0, 2.0), turned((1, 0, 0), 0.5)),
        ((0.2, 0.1, 2.2), turned((1, 0, 0), np.pi / 4)),
        ((0.1, 0.1, 2.2), turned((1, 0.3, 0), 0.6)),
    ],
    ids=["an edge", "an edge upright", "a corner"],
)
def test_a_cube_of_twelve_triangles_hits_with_an_edge_like_a_box(position, turn):
    """Only the step of the hit is compared, in which the cube begins to turn; meshes do so to first order."""
    drops = [on_another(shape, position, turn, 0.6, DT / 2) for shape in (BOX, CUBE)]
    first = [pushes[pushes > 0][0] for _, pushes in drops]
    assert first[1] == pytest.approx(first[0], rel=1e-2)


def test_marbles_stay_in_a_bowl_and_come_to_rest():
    angle = np.linspace(0.03, 0.5 * np.pi, 10)
    outer = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    bowl = rg.revolved_mesh(np.concatenate([outer, 0.9 * outer[::-1]]), 32)
    scene = rg.Scene()
    scene.add_body(bowl, fixed=True, friction=0.3, name="bowl")
    places = [(x, y, z) for z in (-0.2, 0.1, 0.4) for x in (-0.3, 0.0, 0.3) for y in (-0.3, 0.0, 0.3)]
    for k, place in enumerate(places):
        scene.add_body(rg.Sphere(0.1), density=2500, position=place, friction=0.3, rolling_friction=2e-3, name=f"m{k}")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    sim.run(6.0)  # those on top roll down one after another
    place = sim.state.position[1:]
    # A marble may sink a little into the hole on the axis, of 0.9 sin(0.03) radius.
    sunk = 0.1 - np.sqrt(0.1**2 - (0.9 * np.sin(0.03)) ** 2)
    assert (np.linalg.norm(place, axis=1) < 0.8 + sunk + 2 * BAND).all()
    assert np.abs(sim.state.velocity).max() < 5e-3


def test_interlocked_rings_hold_each_other():
    mesh = ring(0.2, 0.04, 24, 12)
    scene = rg.Scene()
    for k in range(4):
        turn = (0.5**0.5, 0.5**0.5, 0.0, 0.0) if k % 2 == 0 else (0.5, 0.5, 0.5, 0.5)
        scene.add_body(mesh, density=1000.0, fixed=k == 0, position=(0, 0, -0.318 * k), orientation=turn, name=f"r{k}")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    before = sim.energy().total
    sim.run(3.0)
    # Inner radius 0.16: links hang 0.32 apart, and nothing gives energy back.
    drop = -np.diff(sim.state.position[:, 2])
    assert (np.abs(drop - 0.32) < 4e-3).all()
    assert sim.energy().total < before


def test_a_chain_of_twenty_links_comes_to_rest_and_gains_no_energy():
    world = rg.load(scenes.path("link_chain"))
    world.set_members(world.bodies, world.joints, ())  # without the push that comes after a second
    sim = rg.Simulation(world)
    start, energies = sim.energy().total, []
    for _ in range(1000):
        sim.step()
        energies.append(sim.energy().total)
    assert max(energies) <= start + 1e-12 * abs(start)  # rounding
    # Landing costs 41 J. After that, overlaps that were left by it are pushed out: 0.1 J of 3,554 J.
    assert max(energies[400:]) - energies[400] < 0.2
    assert sim.energy().kinetic < 5e-3
    # 20 links with an inner radius of 0.16 hang 0.32 apart, but for the facets of their tubes.
    drop = -np.diff(sim.state.position[:, 2])
    assert (np.abs(drop - 0.32) < 4e-3).all()


def test_a_ring_falls_over_a_pole_and_stays_around_it():
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Cylinder(0.2, 2.0), fixed=True, position=(0, 0, 1), friction=0.5)
    scene.add_body(ring(0.5, 0.15, 12, 9), mass=1.0, position=(0.1, 0.05, 2.3), friction=0.5, name="ring")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    sim.run(2.5)
    x, y, z = sim.body("ring").position
    assert np.hypot(x, y) < 0.2
    assert 0.1 < z < 0.2


def test_both_engines_lay_an_angle_down_at_the_same_place():
    mesh = rg.extruded_mesh(L_SHAPE, 0.4)
    lowest = {}
    for engine in (rg.Precise(), rg.Realtime(dt=DT)):
        scene = rg.Scene()
        scene.add_ground(friction=0.5)
        scene.add_body(mesh, density=500.0, position=(0, 0, 0.05), orientation=FLAT_TURN, friction=0.5, name="angle")
        sim = rg.Simulation(scene, engine)
        sim.run(0.5)
        lowest[engine.kind] = sim.body("angle").position[2]
    assert lowest["precise"] == pytest.approx(0.0, abs=1e-9)
    assert lowest["realtime"] == pytest.approx(0.0, abs=2 * BAND)


def heap():
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    mesh = ring(0.3, 0.1, 12, 8)
    for k in range(4):
        scene.add_body(mesh, mass=1.0, position=(0.1 * k, 0.05 * k, 0.3 + 0.25 * k), friction=0.5, name=f"r{k}")
    return rg.Simulation(scene, rg.Realtime(dt=DT))


def test_a_heap_of_rings_repeats_to_the_bit_and_resumes_from_a_snapshot():
    first, second = heap(), heap()
    first.run(0.4)
    snapshot = first.snapshot()
    first.run(0.4)
    second.run(0.8)
    assert first.state_hash() == second.state_hash()
    first.restore(snapshot)
    first.run(0.4)
    assert first.state_hash() == second.state_hash()


def test_a_pair_with_many_points_begins_to_touch_once():
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(ring(0.3, 0.1, 12, 8), mass=1.0, position=(0, 0, 0.2), name="ring")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    told = []
    for _ in range(40):
        sim.step()
        told.extend((event.kind, set(event.bodies[0])) for event in sim.events)
    assert told == [("begin", {"ground", "ring"})]
    assert len(sim.contacts()) >= 4


def test_the_documents_grid_holds_bodies_up_to_its_own_error():
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    mesh = ring(0.3, 0.1, 12, 8)
    for k in range(2):
        scene.add_body(mesh, mass=1.0, position=(0, 0, 0.12 + 0.25 * k), friction=0.5, name=f"r{k}")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT, field="grid"))
    sim.run(1.0)
    gap = sim.body("r1").position[2] - sim.body("r0").position[2]
    # Faces lie on faces; a cell is a 48th of 0.8 m.
    assert gap == pytest.approx(0.2 * np.cos(np.pi / 8), abs=0.8 / 48) or gap == pytest.approx(0.2, abs=0.8 / 48)


def test_a_gear_drives_another_by_its_teeth():
    sim = rg.Simulation(rg.load(scenes.path("gear_pair")))
    turned, dt = 0.0, sim.engine.settings.dt
    for _ in range(400):
        sim.step()
        turned -= sim.body("driven").angular_velocity[2] * dt
    # Twelve teeth each: the same angle, less the play between the teeth (a third of a pitch).
    assert 0.6 * sim.time - turned == pytest.approx(np.pi / 18, abs=np.pi / 18)
    # The shaft of 0.1 m stays in the bush of 0.105 m.
    assert np.linalg.norm(sim.body("driven").position[:2] - [0.95, 0.0]) < 0.006
