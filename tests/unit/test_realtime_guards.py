"""Notes of a step name what went badly and the setting to change."""

import contextlib
import math

import pytest

import rigida as rg


def notes(scene, count, **settings):
    """What the steps of a run tell, up to where it blows up."""
    simulation, told = rg.Simulation(scene, rg.Realtime(**settings)), []
    with contextlib.suppress(rg.DivergedError):
        for _ in range(count):
            told += simulation.step().notes
    return told


def loaded_tower(ratio, count):
    """Cubes on each other, each heavier than the one below by `ratio`."""
    scene = rg.Scene()
    scene.add_ground(name="ground")
    for k in range(count):
        scene.add_body(rg.Box((1, 1, 1)), mass=ratio**k, position=(0, 0, 0.5 + k), name=f"box{k}")
    return scene


def test_tower_that_sub_steps_cannot_hold_names_bodies_and_settings():
    told = notes(loaded_tower(4.0, 8), 60, direct_limit=0, substeps=1)
    assert any("Bodies 'ground' and 'box" in note and "`substeps` above 1" in note for note in told)
    assert any("`direct_limit` above 0" in note for note in told)


def test_same_tower_solved_directly_is_not_worth_a_note():
    assert notes(loaded_tower(4.0, 4), 60) == []


def test_masses_beyond_every_solver_are_told_with_the_setting_that_helps():
    told = notes(loaded_tower(4.0, 12), 60)
    assert any("ower `dt`" in note and "`direct_limit`" in note for note in told)


def test_heavy_cubes_on_light_ones_are_left_to_the_direct_solver():
    assert notes(loaded_tower(4.0, 8), 60) == []


def test_overlap_that_the_document_leaves_names_its_iterations():
    settings = {"method": "document", "contact_iterations": 1, "shock_propagation": False}
    told = notes(loaded_tower(4.0, 8), 60, **settings)
    assert any("`contact_iterations` above 1" in note for note in told)


def cradle(count):
    scene = rg.Scene(gravity=(0, 0, 0))
    for k in range(count):
        place = -1.0 * k - (0.1 if k == count - 1 else 0.0)
        speed = 5.0 if k == count - 1 else 0.0
        scene.add_body(rg.Sphere(0.5), mass=1.0, position=(place, 0, 0), velocity=(speed, 0, 0), restitution=1.0)
    return scene


def squeezed():
    """A light ball between a wall and a heavy one: it hands the blow to and fro some two hundred times."""
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1, 1, 1)), fixed=True, position=(-1.0, 0, 0), restitution=1.0)
    scene.add_body(rg.Sphere(0.5), mass=1.0, position=(0, 0, 0), restitution=1.0)
    scene.add_body(rg.Sphere(0.5), mass=20_000.0, position=(1.1, 0, 0), velocity=(-5, 0, 0), restitution=1.0)
    return scene


def test_blow_runs_through_a_long_row_in_one_pass():
    assert notes(cradle(30), 10, collision_passes=1) == []


def test_blow_handed_to_and_fro_asks_for_more_passes():
    told = notes(squeezed(), 10, collision_passes=1)
    assert any("Impact propagation" in note and "`collision_passes` above 1" in note for note in told)
    assert notes(squeezed(), 10, collision_passes=40) == []


@pytest.mark.parametrize("dt", [4.0, 1 / 60], ids=["long", "short"])
def test_joints_that_do_not_close_ask_for_a_shorter_step(dt):
    """The torque on a spinning body has a step taken in up to eight parts, here of half a second."""
    scene = rg.Scene()
    before = rg.WORLD
    for k in range(4):
        body = scene.add_body(rg.Box((0.4, 0.1, 0.1)), mass=1.0, position=(0.5 * k + 0.25, 0, 0))
        scene.add_joint(rg.Spherical(body, before, anchor=(0.5 * k, 0, 0)))
        before = body
    scene.add_force(rg.Torque(before, (0, 0, 100.0)))
    told = notes(scene, 10, dt=dt)
    assert any("Joints did not close" in note for note in told) == (dt == 4.0)


def spinning_bar(spin):
    """A bar so thin that its momentum about it would make it turn 20,000 times as fast about its length."""
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((2, 0.01, 0.01)), name="bar", angular_velocity=(0, 0, spin))
    return scene


def test_a_thin_bar_turns_by_what_it_spins_and_keeps_its_energy():
    simulation = rg.Simulation(spinning_bar(1e4), rg.Realtime(dt=0.01))
    energy = simulation.energy().kinetic
    assert simulation.step().notes == []
    w, _, _, z = simulation.body("bar").orientation
    # 200 parts of half a radian, each off by the map's sixth order
    assert math.remainder(2.0 * math.atan2(z, w) - 100.0, 2.0 * math.pi) == pytest.approx(0.0, abs=1e-3)
    assert simulation.energy().kinetic == pytest.approx(energy, rel=1e-12)


def test_a_bar_that_spins_beside_a_ball_is_told():
    scene = spinning_bar(1e4)
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0.5, 0.5, 0))
    told = notes(scene, 1)
    assert any("Body 'bar' turns by" in note and "not detected" in note and "`dt`" in note for note in told)


def test_a_spin_beyond_all_following_costs_a_bounded_time_and_is_told():
    told = notes(spinning_bar(1e9), 1)
    assert any("Body 'bar' turns by" in note and "50000 rad" in note for note in told)


def test_a_hinge_without_inertia_is_told():
    scene = rg.Scene()
    wheel = scene.add_body(None, name="wheel", mass=1.0, inertia=(1e-12, 1e-12, 1e-12))
    scene.add_joint(rg.Revolute(wheel, anchor=(0, 0, 0), axis=(0, 1, 0)))
    scene.add_force(rg.Torque(wheel, torque=(0, 1e-6, 0)))
    assert any("Body 'wheel' turns by" in note and "sub-steps" in note for note in notes(scene, 1))
