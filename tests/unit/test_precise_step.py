"""What is added up over the steps of the precise engine is read from the motion of the very same steps."""

import numpy as np

import rigida as rg
from rigida.precise import step


def test_each_account_begins_where_the_motion_that_it_reads_does(monkeypatch):
    scene = rg.Scene()
    scene.add_ground(friction=0.9)
    box = scene.add_body(
        rg.Box((0.4, 0.4, 0.4)),
        mass=2.0,
        position=(0, 0, 0.2),
        velocity=(1, 0, 0),
        angular_velocity=(5, -20, 3),
        friction=0.9,
        spinning_friction=0.3,
    )
    scene.add_force(rg.Torque(box, (0.5, 0.8, 0.3)))
    account, off = step.account, []

    def checked(engine, begin):
        there = engine.integrator.sample(engine.state, begin[0].time).center
        off.append(np.abs(there - begin[0].center).max())
        account(engine, begin)

    monkeypatch.setattr(step, "account", checked)
    sim = rg.Simulation(scene, rg.Precise(dt=1 / 240))
    for number in range(120):
        if number in (20, 40, 60):
            sim.body(box.name).apply_impulse((0.5, -1.0, 0.2))
        sim.step()
    assert len(off) > 100
    assert max(off) < 1e-12
