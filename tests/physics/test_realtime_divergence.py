"""A run of the realtime engine that blows up says so; one that does not keeps what nature keeps."""

import numpy as np
import pytest

import rigida as rg


def stiff_by_hand(gain):
    """A ball on a spring that is a Python function, which no engine can take at the end of the step."""
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0.1, 0, 0), name="ball")
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 5, 0), velocity=(0, 1, 0), name="bystander")
    scene.add_force(rg.UserForce((ball,), lambda time, motion: (-gain * motion.position, (0, 0, 0))))
    return scene


def test_gain_beyond_the_step_is_told_with_body_cause_and_remedy_before_the_picture_is_nonsense():
    sim = rg.Simulation(stiff_by_hand(6.0 * 3600), rg.Realtime(accuracy=0))
    with pytest.raises(
        rg.DivergedError, match=r"'ball' (oscillates|has gained energy) .* at t = .*smaller dt"
    ) as caught:
        sim.run(2.0)
    assert "quarantine" in str(caught.value)
    assert np.abs(sim.body("ball").position).max() < 1e5


def test_quarantine_stops_what_swings_and_the_rest_goes_on():
    sim = rg.Simulation(stiff_by_hand(6.0 * 3600), rg.Realtime(accuracy=0, on_divergence="quarantine"))
    notes = [note for _ in range(60) for note in sim.step().notes]
    assert sim.engine.quarantined == ["ball"]
    assert len(notes) == 1
    assert "It was stopped where it was" in notes[0]
    np.testing.assert_allclose(sim.body("bystander").position, [0, 6, 0], atol=1e-9)
    np.testing.assert_allclose(sim.body("ball").velocity, 0.0)


def test_after_a_restore_quarantine_stops_bodies_where_they_are_then():
    scene, bad = rg.Scene(gravity=(0, 0, 0)), []
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, velocity=(1, 0, 0), name="ball")
    scene.add_force(rg.UserForce((ball,), lambda time, motion: ((1e9 if bad else 0.0, 0, 0), (0, 0, 0))))
    sim = rg.Simulation(scene, rg.Realtime(on_divergence="quarantine"))
    kept = sim.snapshot()
    for _ in range(60):
        sim.step()
    sim.restore(kept)
    bad.append(True)
    sim.step()
    assert sim.engine.quarantined == ["ball"]
    np.testing.assert_allclose(sim.body("ball").position, 0.0, atol=1e-12)


def test_gain_within_the_step_is_not_worth_a_word():
    sim = rg.Simulation(stiff_by_hand(2.0 * 3600), rg.Realtime())
    assert [note for _ in range(300) for note in sim.step().notes] == []


def test_energy_from_nowhere_is_told():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Sphere(0.1), mass=1.0, velocity=(1, 0, 0), name="ball")
    sim = rg.Simulation(scene, rg.Realtime())
    sim.step()
    sim.engine.state.velocity[0] *= 10.0  # what an engine does wrong, not a user, who tells it by `restart`
    with pytest.raises(rg.DivergedError, match=r"'ball' has gained energy that nothing put in"):
        sim.step()


def test_user_may_change_velocities_at_will():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Sphere(0.1), mass=1.0, velocity=(1, 0, 0), name="ball")
    sim = rg.Simulation(scene, rg.Realtime())
    for speed in (1.0, 100.0, 1e4):
        sim.step()
        sim.body("ball").velocity = (speed, 0, 0)
        sim.step()
    assert sim.body("ball").velocity[0] == 1e4


SHAPES = [rg.Sphere(0.2), rg.Box((0.4, 0.3, 0.5)), rg.Capsule(0.15, 0.4), rg.Cylinder(0.2, 0.3)]


def random_scene(seed):
    """Bodies of all kinds, thrown at each other and the ground with surfaces of all kinds, some on springs."""
    random = np.random.default_rng(seed)
    scene = rg.Scene()
    scene.add_ground(friction=random.uniform(0, 1), restitution=random.choice([0.0, 0.5, 1.0]))
    bodies = []
    for k in range(random.integers(2, 7)):
        surface = {"friction": random.uniform(0, 1), "restitution": random.choice([0.0, 0.3, 0.7, 1.0])}
        motion = {"velocity": random.normal(0, 3, 3), "angular_velocity": random.normal(0, 5, 3)}
        place = (1.1 * (k % 3), 1.1 * (k // 3), random.uniform(0.8, 2.5))
        shape = SHAPES[random.integers(len(SHAPES))]
        bodies.append(scene.add_body(shape, mass=random.uniform(0.2, 5), position=place, **surface, **motion))
    if random.random() < 0.5:
        scene.add_force(rg.Spring(*bodies[:2], stiffness=10 ** random.uniform(1, 3), damping=1.0))
    return scene


@pytest.mark.parametrize("seed", range(30))
def test_energy_of_random_scenes_never_rises(seed):
    sim = rg.Simulation(random_scene(seed), rg.Realtime())
    energy = [sim.energy().total]
    for _ in range(120):
        sim.step()
        energy.append(sim.energy().total)
    energy = np.array(energy)
    # What parting overlaps lifts and a step of a soft spring misses, as a part of what there was to lose.
    assert (energy - np.minimum.accumulate(energy)).max() < 0.01 * (energy[0] - energy.min() + energy[0])


@pytest.mark.parametrize("seed", range(10))
def test_isolated_collisions_keep_momentum(seed):
    random = np.random.default_rng(seed)
    scene = rg.Scene(gravity=(0, 0, 0))
    for side in (-1, 1):
        surface = {"friction": random.uniform(0, 1), "restitution": random.uniform(0, 1)}
        motion = {"velocity": (-3 * side, 0, 0.2 * side), "angular_velocity": random.normal(0, 5, 3)}
        shape = SHAPES[random.integers(len(SHAPES))]
        place = (0.8 * side, 0.1 * side, 0)
        scene.add_body(shape, mass=random.uniform(0.5, 5), position=place, **surface, **motion)
    sim = rg.Simulation(scene, rg.Realtime())
    before = sim.momentum()
    speed, touched = sim.state.velocity.copy(), False
    for _ in range(60):
        sim.step()
        touched |= bool(np.abs(sim.state.velocity - speed).max() > 0.1)
    assert touched
    np.testing.assert_allclose(sim.momentum().linear, before.linear, atol=1e-9 * 15)


def test_quarantine_stops_all_links_of_a_chain_that_tears_itself_apart():
    scene, links = rg.Scene(), []
    for k in range(6):
        mass = 0.001 if k < 5 else 1e5
        links.append(scene.add_body(rg.Box((0.1, 0.1, 0.1)), mass=mass, position=(0.1 * k + 0.05, 0, 3)))
        scene.add_joint(rg.Spherical(links[k], links[k - 1] if k else rg.WORLD, anchor=(0.1 * k, 0, 3)))
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(5, 0, 3), name="ball")
    sim = rg.Simulation(scene, rg.Realtime(on_divergence="quarantine"))
    for _ in range(60):
        sim.step()
    assert sorted(sim.engine.quarantined) == sorted(link.name for link in links)
    assert np.abs(sim.state.velocity[:6]).max() == 0.0
    np.testing.assert_allclose(sim.body("ball").position[2], 3 - 0.5 * 9.81, rtol=1e-9)


def test_energy_from_nowhere_is_told_however_fast_something_was_before():
    scene = rg.Scene()
    scene.add_ground(restitution=0.0, friction=0.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 20), name="ball")
    sim = rg.Simulation(scene, rg.Realtime(sleeping=False))
    sim.run(4.0)  # it has fallen at 20 m/s, and lies
    with pytest.raises(rg.DivergedError, match="'ball' has gained energy that nothing put in"):  # noqa: PT012
        for _ in range(100):
            sim.state.velocity[1, 0] += 0.1  # each less than what was seen before
            sim.step()


@pytest.mark.parametrize("declared", [False, True])
def test_work_of_forces_is_no_divergence_and_energy_beyond_it_is(declared):
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, name="ball")
    # Declared as the force of a potential that does not change, its work comes from nowhere.
    potential = (lambda time, motion: 0.0) if declared else None
    scene.add_force(rg.UserForce((ball,), lambda time, motion: ((40.0, 0, 0), (0, 0, 0)), potential=potential))
    sim = rg.Simulation(scene, rg.Realtime())
    if declared:
        with pytest.raises(rg.DivergedError, match="'ball' has gained energy that nothing put in"):
            sim.run(2.0)
    else:
        sim.run(2.0)
        assert sim.body("ball").velocity[0] == pytest.approx(80.0)
