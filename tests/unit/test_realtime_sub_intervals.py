"""How a step is divided for what turns fast."""

import pytest

import rigida as rg
from rigida.realtime.sub_intervals import interval_count

#: Parts of a step of 0.01 s in which 1,000 rad/s are a radian each.
PARTS = 10


@pytest.mark.parametrize(("jointed", "near", "parts"), [(True, True, PARTS), (True, False, 1), (False, True, 1)])
def test_only_jointed_bodies_near_others_divide_a_step(jointed, near, parts):
    scene = rg.Scene(gravity=(0, 0, 0))
    rotor = scene.add_body(rg.Box((0.4, 0.1, 0.1)), mass=1.0, name="rotor", angular_velocity=(0, 0, 1000.0))
    scene.add_body(rg.Box((0.1, 0.1, 0.1)), mass=1.0, position=(0, 0.101 if near else 5.0, 0))
    if jointed:
        scene.add_joint(rg.Revolute(rotor, axis=(0, 0, 1)))
    sim = rg.Simulation(scene, rg.Realtime(dt=0.01))
    sim.step()
    sim.body("rotor").angular_velocity = (0, 0, 1000.0)
    world = sim.engine.world
    world.bodies.refresh()
    world.contacts.find(0.01)
    assert interval_count(world, 0.01) == parts
