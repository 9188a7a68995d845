"""Bodies that touch only each other keep their momentum, and contacts never add energy to speak of."""

import numpy as np
import pytest

import rigida as rg


def swarm(seed, count, gravity, restitution=0.0):
    """Bodies of all convex kinds that fly at each other, turning."""
    rng, scene = np.random.default_rng(seed), rg.Scene(gravity=gravity)
    for k in range(count):
        a, b, c = (float(x) for x in rng.uniform(0.1, 0.3, 3))
        shapes = [
            rg.Box((a, b, c)),
            rg.Sphere(0.5 * a),
            rg.Cylinder(0.5 * a, b),
            rg.Capsule(0.3 * a, b),
            rg.Ellipsoid((0.5 * a, 0.5 * b, 0.5 * c)),
            rg.Cone(0.5 * a, b),
        ]
        place = 0.5 * np.array([k % 3, k // 3 % 3, k // 9])
        scene.add_body(
            shapes[(seed + k) % len(shapes)],
            density=500,
            position=place + np.array([0.0, 0.0, 3.0]),
            orientation=rng.normal(size=4),
            velocity=(np.array([0.5, 0.5, 0.0]) - place) * rng.uniform(1, 3) + 0.3 * rng.normal(size=3),
            angular_velocity=3.0 * rng.normal(size=3),
            friction=0.4,
            restitution=restitution,
        )
    return scene


# Sub-steps are in single precision; their impulses act at the arms of the start of a step.
@pytest.mark.parametrize(
    ("settings", "of_linear", "of_angular"),
    [({}, 1e-12, 1e-12), ({"direct_limit": 0}, 2e-6, 5e-3)],
    ids=["direct", "sub_steps"],
)
@pytest.mark.parametrize("restitution", [0.0, 0.6])
@pytest.mark.parametrize("count", [4, 7])
def test_collisions_of_bodies_alone_keep_both_momenta(count, restitution, settings, of_linear, of_angular):
    for seed in range(3):
        sim = rg.Simulation(swarm(seed, count, (0, 0, 0), restitution), rg.Realtime(**settings))
        linear, angular, energy = sim.momentum().linear, sim.momentum().angular, sim.energy().kinetic
        most = np.linalg.norm(sim.model.mass[:, None] * sim.state.velocity, axis=1).sum()
        sim.run(1.5)
        assert sim.energy().kinetic < 0.95 * energy  # they have met
        np.testing.assert_allclose(sim.momentum().linear, linear, atol=of_linear * most)
        np.testing.assert_allclose(sim.momentum().angular, angular, atol=of_angular * most)  # arms of 1 m


def test_bodies_that_meet_while_they_fall_follow_the_parabola_of_their_center():
    sim = rg.Simulation(swarm(4, 7, (0, 0, -9.81)), rg.Realtime())
    mass = sim.model.mass / sim.model.mass.sum()
    place, velocity = mass @ sim.state.center, mass @ sim.state.velocity
    sim.run(0.7)
    np.testing.assert_allclose(mass @ sim.state.center, place + 0.7 * velocity - (0, 0, 0.5 * 9.81 * 0.49), atol=1e-9)
    np.testing.assert_allclose(mass @ sim.state.velocity, velocity - (0, 0, 9.81 * 0.7), atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_attraction_keeps_the_momentum_of_bodies_of_which_some_touch(seed):
    # What flies is corrected by forces at the end of a step, what touches is not: both sides of a force or none.
    rng = np.random.default_rng(seed)
    scene = rg.Scene(gravity=(0, 0, 0))
    bodies = [
        scene.add_body(
            rg.Sphere(0.3), mass=float(rng.uniform(0.5, 3.0)), position=(0.8 * k, *rng.uniform(-0.1, 0.1, 2))
        )
        for k in range(4)
    ]
    scene.add_force(rg.Attraction(tuple(bodies), constant=5.0))
    sim = rg.Simulation(scene)
    touched, scale = 0, 0.0
    for _ in range(120):
        sim.step()
        touched += len(sim.contacts()) > 0
        scale = max(scale, sum(sim.body(b.name).mass * np.linalg.norm(sim.body(b.name).velocity) for b in bodies))
    assert touched > 0
    assert np.linalg.norm(sim.momentum().linear) < 1e-12 * scale + 1e-15


def test_repulsion_from_a_body_on_limited_joints_keeps_the_energy():
    scene = rg.Scene(gravity=(0, 0, 0))
    held = scene.add_body(rg.Sphere(0.1), mass=1.0, name="held")
    scene.add_joint(rg.Prismatic(held, axis=(0, 0, 1), lower=0.0, upper=0.0))
    thrown = scene.add_body(rg.Sphere(0.1), mass=1.0, name="thrown", position=(0.5, 0, 0))
    scene.add_force(rg.Attraction((held, thrown), constant=-1.5))
    sim = rg.Simulation(scene, rg.Realtime(dt=1 / 30))
    start = sim.energy().total
    sim.run(1.0)
    assert sim.energy().kinetic > 0.5 * start
    assert sim.energy().total == pytest.approx(start, rel=5e-3)
