"""Open sheets of triangles as ground: they carry, are smooth where flat, end at their border, and do not move."""

import numpy as np
import pytest
from concave_cases import assert_slides_without_a_bump, ring, sliding

import rigida as rg
from rigida.errors import ModelError

DT = 0.01
#: The engine leaves gaps and overlaps of half a millimeter alone.
BAND = 5e-4


def sheet(height, cells=12, size=6.0):
    """A square sheet of 2 · cells² triangles with z = height(x, y), facing up."""
    line = np.linspace(-0.5 * size, 0.5 * size, cells + 1)
    x, y = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
    corner = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = (part.ravel() for part in (corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]))
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return rg.Mesh(np.stack([x, y, height(x, y)], axis=1), triangles, open=True)


def flat(x, y):
    return 0.0 * x


def hills(x, y):
    return 0.15 * np.sin(2.0 * x) * np.cos(1.5 * y)


@sliding
def test_bodies_slide_over_a_flat_sheet_without_a_bump(shape, height):
    assert_slides_without_a_bump(sheet(flat), (1, 0, 0, 0), shape, height)


def test_bodies_of_all_shapes_come_to_rest_on_hills():
    scene = rg.Scene()
    scene.add_body(sheet(hills, cells=40), fixed=True, friction=0.7)
    shapes = [rg.Sphere(0.15), rg.Box((0.3, 0.3, 0.3)), rg.Cylinder(0.1, 0.3), rg.Capsule(0.1, 0.3), rg.Cone(0.15, 0.3)]
    shapes += [ring(0.2, 0.06, 12, 8), rg.ConvexHull(0.2 * np.random.default_rng(0).normal(size=(12, 3)))]
    places = [(x, y) for x in (-1.5, 0.0, 1.5) for y in (-1.5, 0.0, 1.5)]
    for k, (x, y) in enumerate(places[: len(shapes)]):
        scene.add_body(
            shapes[k], mass=1.0, position=(x, y, 0.8), friction=0.7, rolling_friction=0.02, spinning_friction=0.02
        )
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    sim.run(4.0)
    place = sim.state.position[1:]
    assert (place[:, 2] > hills(place[:, 0], place[:, 1]) - 0.02).all()
    assert np.abs(sim.state.velocity).max() < 0.05


def test_beyond_the_border_there_is_nothing():
    scene = rg.Scene()
    scene.add_body(sheet(flat), fixed=True)
    scene.add_body(rg.Box((0.4, 0.4, 0.4)), mass=1.0, position=(3.25, 0, 0.5), name="beside")
    scene.add_body(rg.Box((0.4, 0.4, 0.4)), mass=1.0, position=(2.7, 2, 0.5), name="on it")
    scene.add_body(ring(0.2, 0.06, 12, 8), mass=1.0, position=(3.3, -2, 0.5), name="ring beside")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    sim.run(0.8)
    fallen = 0.5 - 0.5 * 9.81 * 0.8**2
    assert sim.body("beside").position[2] == pytest.approx(fallen, abs=1e-9)
    assert sim.body("ring beside").position[2] == pytest.approx(fallen, abs=1e-9)
    assert sim.body("on it").position[2] == pytest.approx(0.2, abs=2 * BAND)


def test_a_sheet_is_touched_from_the_side_it_faces_and_not_passed_at_speed():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(sheet(flat), fixed=True)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 1.03), velocity=(0, 0, -20), restitution=0.0, name="ball")
    scene.add_body(ring(0.2, 0.06, 12, 8), mass=1.0, position=(2, 0, 1.0), velocity=(0, 0, -20), name="ring")
    sim = rg.Simulation(scene, rg.Realtime(dt=DT))
    sim.run(0.3)
    assert sim.body("ball").position[2] == pytest.approx(0.1, abs=2 * BAND)
    assert sim.body("ring").position[2] > 0.05


def test_the_precise_engine_rests_a_box_on_a_sheet():
    scene = rg.Scene()
    scene.add_body(sheet(flat, cells=3), fixed=True, friction=0.5)
    scene.add_body(rg.Box((0.4, 0.4, 0.4)), mass=1.0, position=(0.1, 0.2, 0.25), friction=0.5, name="box")
    sim = rg.Simulation(scene, rg.Precise())
    sim.run(0.4)
    assert sim.body("box").position[2] == pytest.approx(0.2, abs=1e-9)


def test_a_sheet_that_should_move_is_told_why_it_cannot():
    scene = rg.Scene()
    with pytest.raises(ModelError, match=r"Body 'kite': its Mesh is open: it encloses no solid and cannot move.*fixed"):
        scene.add_body(sheet(flat), mass=1.0, name="kite")
    with pytest.raises(ModelError, match=r"the mesh has a hole.*rigida repair.*open=True"):
        rg.Mesh(*sheet(flat).surface())
    with pytest.raises(ModelError, match=r"parts\[0\] is a Mesh, which is open"):
        rg.Compound([sheet(flat)])
    assert rg.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], open=True).surface()[1].shape == (1, 3)


def test_a_sheet_saved_and_loaded_is_the_same(tmp_path):
    scene = rg.Scene()
    scene.add_body(sheet(hills, cells=2), fixed=True, name="ground")
    scene.save(tmp_path / "ground.toml")
    again = rg.load(tmp_path / "ground.toml")
    assert again.body("ground").shape.open
    np.testing.assert_array_equal(again.body("ground").shape.surface()[0], sheet(hills, cells=2).surface()[0])
