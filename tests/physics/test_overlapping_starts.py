"""Bodies that overlap where a run starts are parted gently, told of, and cost no more than a heap does."""

import warnings

import numpy as np
import pytest

import rigida as rg


def stack(count, size, overlap):
    """Cubes of half the density of water on each other, each set into the one below by a part of its size."""
    scene = rg.Scene()
    scene.add_ground(name="ground")
    for k in range(count):
        place = (0, 0, (0.5 + (1.0 - overlap) * k) * size)
        scene.add_body(rg.Box((size, size, size)), density=500, position=place, name=f"box{k}")
    return scene


@pytest.mark.parametrize("settings", [{}, {"direct_limit": 0}], ids=["direct", "sub_steps"])
@pytest.mark.parametrize("size", [1.0, 0.05])
def test_a_stack_set_into_itself_is_parted_at_a_bounded_speed(size, settings):
    sim = rg.Simulation(stack(5, size, 0.5), rg.Realtime(**settings))
    fastest, seconds = 0.0, 6.0 * np.sqrt(size)
    with pytest.warns(rg.RigidaWarning, match=r"'box\d' and 'box\d' overlap by .* and 3 other pairs"):
        sim.step()
    for _ in range(int(60 * seconds)):
        assert sim.step().notes == []
        fastest = max(fastest, np.linalg.norm(sim.state.velocity, axis=1).max())
    # √(0.3 m/s² · reach), and what falls a tenth of the size has.
    assert fastest < np.sqrt(0.3 * 0.87 * size) + np.sqrt(0.2 * 9.81 * size)
    height = sim.state.position[1:, 2]
    np.testing.assert_allclose(np.diff(height), size, atol=0.02 * size)
    assert np.abs(sim.state.position[1:, :2]).max() < 0.3 * size  # it sways, but stands


def test_shallow_overlaps_are_parted_without_a_word():
    sim = rg.Simulation(stack(3, 1.0, 0.02), rg.Realtime())
    sim.run(1.0)
    np.testing.assert_allclose(np.diff(sim.state.position[1:, 2]), 1.0, atol=2e-3)


def test_a_body_put_into_another_by_hand_is_told_of_too():
    sim = rg.Simulation(stack(2, 1.0, -0.1), rg.Realtime())
    sim.step()
    sim.body("box1").position = (0, 0, 0.9)
    with pytest.warns(rg.RigidaWarning, match="'box0' and 'box1' overlap by 0.6 m at t = 0.0166667 s"):
        sim.step()


def test_many_bodies_in_one_place_come_to_rest_with_few_contacts():
    scene, count = rg.Scene(), 150
    scene.add_ground()
    for k in range(count):
        scene.add_body(rg.Box((0.1, 0.1, 0.1)), density=500, position=(0, 0, 0.5), name=f"box{k}")
    sim, fastest, most = rg.Simulation(scene, rg.Realtime()), 0.0, 0
    with pytest.warns(rg.RigidaWarning) as told:
        sim.step()
    assert sorted("149 others lie in one place" in str(one.message) for one in told) == [False, True]
    for _ in range(240):
        sim.step()
        fastest, most = max(fastest, np.abs(sim.state.velocity).max()), max(most, len(sim.contacts()))
    # Of 11,175 pairs that would have 44,700 points.
    assert most < 15_000
    assert fastest < np.sqrt(2 * 9.81 * 1.0)  # what falls from twice the height
    assert np.abs(sim.state.position[1:, :2]).max() < 3.0
    # A box may still tumble down the heap that the others lie in.
    assert np.mean(np.linalg.norm(sim.state.velocity, axis=1) < 0.1) > 0.9


def test_snapshots_go_on_parting_to_the_bit():
    sim = rg.Simulation(stack(3, 1.0, 0.4), rg.Realtime())
    with pytest.warns(rg.RigidaWarning):
        sim.step()
    sim.run(0.3)
    kept = sim.snapshot()
    sim.run(0.2)
    end = sim.state_hash()
    sim.restore(kept)
    sim.run(0.2)
    assert sim.state_hash() == end


@pytest.mark.parametrize("size", [0.05, 1.0])
@pytest.mark.parametrize("top", [0.0, 5.0])
@pytest.mark.parametrize("narrow", [1e-3, 5e-2])
def test_a_box_between_walls_too_narrow_for_it_slides_down_as_if_they_did_not_press(narrow, top, size):
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    for side in (-1, 1):
        at = side * (0.6 - 0.5 * narrow) * size
        scene.add_body(rg.Box((0.2 * size, 3 * size, 3 * size)), position=(at, 0, 1.5 * size), fixed=True, friction=0.5)
    scene.add_body(rg.Box((size, size, size)), position=(0, 0, size), mass=1.0, friction=0.5, name="box")
    if top:
        small = rg.Box((0.5 * size, 0.5 * size, 0.5 * size))
        scene.add_body(small, position=(0, 0, 1.75 * size), mass=top, friction=0.5)
    dt = np.sqrt(size) / 60
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rg.RigidaWarning)  # deep overlaps are told of
        for _ in range(18):
            sim.step()
        fallen = 0.5 * 9.81 * sim.time**2
        assert sim.body("box").position[2] == pytest.approx(size - fallen, abs=1e-3 * size)
        for _ in range(100):
            sim.step()
    assert sim.body("box").position[2] == pytest.approx(0.5 * size, abs=2e-3 * size)
    assert np.abs(sim.state.velocity).max() < 1e-5 * np.sqrt(size)


def tube():
    """A tube of 1 m with a wall of 10 cm."""
    return rg.revolved_mesh(np.array([[0.2, -0.5], [0.3, -0.5], [0.3, 0.5], [0.2, 0.5]]), segments=24)


def ring():
    """A torus that reaches 0.65 m, 0.3 m thick."""
    angle = np.arange(9) * (2 * np.pi / 9)
    return rg.revolved_mesh(np.stack([0.5 + 0.15 * np.cos(angle), 0.15 * np.sin(angle)], axis=1), segments=12)


def two_tubes(place, turn):
    """A tube along x and one of the same mesh elsewhere, without weight: all that moves is pushed."""
    scene, mesh = rg.Scene(gravity=(0, 0, 0)), tube()
    scene.add_body(mesh, density=500, orientation=rg.axis_angle((0, 1, 0), np.pi / 2), name="first")
    scene.add_body(mesh, density=500, position=place, orientation=rg.axis_angle(turn, np.pi / 2), name="second")
    return scene


def separation(sim, i, j):
    """Return the exact separation of two bodies [m]."""
    poses = [(sim.state.position[k], sim.state.orientation[k]) for k in (i, j)]
    shapes = [sim.scene.bodies[k].shape for k in (i, j)]
    return rg.distance(shapes[0], poses[0], shapes[1], poses[1]).separation


@pytest.mark.parametrize(
    ("place", "turn"),
    [
        ((0, 0, 0.3), (1, 0, 0)),  # crosswise, through each other's walls
        ((0, 0, 0), (1, 0, 0)),  # with their middles in one place: every direction is as good as its opposite
        ((0.5, 0, 0), (0, 1, 0)),  # lengthwise: the walls of one lie in those of the other
        ((0, 0.3, 0), (0, 1, 0)),  # side by side
    ],
)
def test_tubes_set_into_each_other_are_told_of_and_parted_without_keeping_speed(place, turn):
    sim = rg.Simulation(two_tubes(place, turn), rg.Realtime())
    with pytest.warns(rg.RigidaWarning, match="'first' and 'second' overlap by 0.0[45].* m at t = 0 s"):
        sim.step()
    reach, before, furthest = np.hypot(0.5, 0.3), sim.state.position.copy(), 0.0
    for _ in range(360):
        sim.step()
        furthest = max(furthest, np.linalg.norm(sim.state.position - before, axis=1).max())
        before = sim.state.position.copy()
        # Contacts take what they push from no motion, and give none.
        assert np.abs(sim.state.velocity).max() < 1e-9
    assert furthest < np.sqrt(0.3 * reach) / 60
    # Patches leave 0.5 mm alone; their points are halfway between samples of edges.
    assert separation(sim, 0, 1) > -1e-3


def test_rings_in_one_place_come_apart():
    scene, rng = rg.Scene(), np.random.default_rng(1)
    scene.add_ground(friction=0.5)
    for k in range(6):
        turn = rng.normal(size=4)
        turn = tuple(turn / np.linalg.norm(turn))
        scene.add_body(ring(), density=500, position=(0, 0, 1), orientation=turn, friction=0.5, name=f"ring{k}")
    sim, fastest = rg.Simulation(scene, rg.Realtime()), 0.0
    with pytest.warns(rg.RigidaWarning, match=r"'ring\d' and 'ring\d' overlap by .* and 14 other pairs do"):
        sim.step()
    for _ in range(480):
        sim.step()
        fastest = max(fastest, np.linalg.norm(sim.state.velocity, axis=1).max())
    # √(0.3 m/s² · reach), and what falls from where the heap is at most has.
    assert fastest < np.sqrt(0.3 * 0.65) + np.sqrt(2 * 9.81 * 1.0)
    assert min(separation(sim, i, j) for i in range(2, 7) for j in range(1, i)) > -2e-3


@pytest.mark.parametrize("shape", [rg.Box((0.1, 0.1, 0.1)), rg.Sphere(0.05), rg.Capsule(0.03, 0.1)])
def test_a_body_wholly_inside_a_mesh_leaves_it(shape):
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(ring(), density=500, name="ring")
    scene.add_body(shape, density=500, position=(0.5, 0.02, 0.03), name="inside")
    sim = rg.Simulation(scene, rg.Realtime())
    with pytest.warns(rg.RigidaWarning, match="overlap by"):
        sim.step()
    for _ in range(180):
        sim.step()
    assert separation(sim, 0, 1) > -1e-3
    assert np.abs(sim.state.velocity).max() < 1e-9


def test_bodies_that_stick_in_open_ground_rise():
    line = np.linspace(-3, 3, 13)
    x, y = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
    n = np.arange(169).reshape(13, 13)
    a, b, c, d = (part.ravel() for part in (n[:-1, :-1], n[1:, :-1], n[1:, 1:], n[:-1, 1:]))
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    ground = rg.Mesh(np.stack([x, y, 0.0 * x], axis=1), triangles, open=True)
    scene = rg.Scene()
    scene.add_body(ground, fixed=True, friction=0.6, name="ground")
    # Deeper than the hundredth of its extent up to which a sheet is felt from below.
    scene.add_body(rg.Box((1, 1, 1)), density=500, position=(-1.5, 0.1, -0.3), friction=0.6, name="box")
    scene.add_body(ring(), density=500, position=(1.5, 0.1, -0.05), friction=0.6, name="ring")
    sim = rg.Simulation(scene, rg.Realtime())
    with pytest.warns(rg.RigidaWarning, match="'box' and 'ground' overlap by 0.[78].* and 1 other pair"):
        sim.step()
    sim.run(5.0)
    # A ring of nine sides across lies on the lowest of its corners, 0.15 m · cos 10° below its middle at least.
    np.testing.assert_allclose(sim.state.position[1:, 2], [0.5, 0.148], atol=2e-3)


def test_a_smooth_body_or_a_corner_below_the_ground_rises():
    scene = rg.Scene()
    scene.add_ground(name="ground")
    turned = {"orientation": rg.axis_angle((1, 0.3, 0.2), 0.6), "density": 500}
    scene.add_body(rg.Ellipsoid((0.002, 0.0015, 0.0022)), position=(0, 0, -0.004), velocity=(0.03, 0, 0), **turned)
    scene.add_body(rg.Box((0.02, 0.018, 0.025)), position=(0.1, 0, -0.002), **turned)
    sim = rg.Simulation(scene, rg.Realtime())
    with pytest.warns(rg.RigidaWarning, match="overlap by"):
        sim.step()
    sim.run(2.0)
    assert (sim.state.position[1:, 2] > (0.0014, 0.0085)).all()
