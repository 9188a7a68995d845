"""Dry friction along a coordinate: it holds below its effort and takes that effort away above it, in both engines."""

import numpy as np
import pytest

import rigida as rg

ENGINES = {"precise": rg.Precise(tolerance=1e-9), "realtime": rg.Realtime(dt=1 / 240)}
FRICTION, MASS = 3.0, 2.0


def pushed(engine, effort, speed=0.0):
    scene = rg.Scene(gravity=(0, 0, 0))
    body = scene.add_body(rg.Box((0.1, 0.1, 0.1)), mass=MASS, velocity=(speed, 0, 0), name="weight")
    keys = {"motor": "effort", "motor_target": effort, "dry_friction": FRICTION}
    scene.add_joint(rg.Prismatic(body, rg.WORLD, axis=(1, 0, 0), name="rail", **keys))
    return rg.Simulation(scene, ENGINES[engine])


@pytest.mark.parametrize("engine", ENGINES)
def test_less_than_the_friction_moves_nothing(engine):
    sim = pushed(engine, 0.9 * FRICTION)
    sim.run(1.0)
    # The realtime engine lets it creep by less than 1 mm/s.
    assert abs(sim.joint("rail").position) < 1e-3


@pytest.mark.parametrize("engine", ENGINES)
def test_more_than_the_friction_accelerates_by_the_rest(engine):
    sim = pushed(engine, 3.0 * FRICTION)
    sim.run(1.0)
    speed = 2.0 * FRICTION / MASS
    # The first step of the realtime engine only gets up to the speed at which friction is at its bound.
    lost = 2.0 * speed / 240 if engine == "realtime" else 1e-6
    assert speed - lost <= sim.joint("rail").velocity <= speed + 1e-6


def test_friction_never_exceeds_its_bound_however_fast_a_blow_makes_the_joint():
    sim = pushed("realtime", 0.0)
    sim.step()
    sim.body("weight").velocity = (5.0, 0.0, 0.0)
    sim.step()
    lost = MASS * (5.0 - sim.joint("rail").velocity)
    assert 0.0 < lost <= FRICTION / 240 * (1.0 + 1e-9)


@pytest.mark.parametrize("engine", ENGINES)
def test_sliding_ends_after_half_m_v_squared_over_the_friction(engine):
    sim = pushed(engine, 0.0, speed=1.5)
    sim.run(2.0)
    assert abs(sim.joint("rail").velocity) < 1e-6
    assert sim.joint("rail").position == pytest.approx(0.5 * MASS * 1.5**2 / FRICTION, rel=0.03)


def test_servos_with_dry_friction_and_rotors_hold_a_leg_on_the_ground():
    """A light foot at the end of a geared chain that stands with a servo and dry friction in every joint."""
    scene = rg.Scene()
    scene.add_ground(friction=0.8)
    above, held = None, []
    for i, (mass, size) in enumerate([(5.0, 0.3), (1.0, 0.3), (0.8, 0.3), (0.05, 0.06), (0.1, 0.06)]):
        z = 1.02 - sum((0.3, 0.3, 0.3, 0.06, 0.06)[:i]) - size / 2
        shape = rg.Box((0.3, 0.3, size)) if i in (0, 4) else rg.Box((0.06, 0.06, size))
        link = scene.add_body(shape, mass=mass, position=(0, 0, z), friction=0.8)
        if above is not None:
            axis = (0, 1, 0) if i % 2 else (1, 0, 0)
            keys = {"motor": "position", "motor_stiffness": 60.0, "motor_damping": 1.0, "motor_max": 40.0}
            keys |= {"armature": 0.01, "dry_friction": 0.5, "damping": 1.0, "lower": -0.5, "upper": 0.5}
            scene.add_joint(rg.Revolute(link, above, anchor=(0, 0, z + size / 2), axis=axis, **keys))
            held.append(scene.joints[-1].name)
        above = link
    sim = rg.Simulation(scene, rg.Realtime(dt=1 / 60))
    fastest = 0.0
    for _ in range(90):
        sim.step()
        fastest = max(fastest, float(np.abs(sim.joints.velocity).max()))
    assert fastest < 20.0
    assert np.abs(sim.joints.position).max() < 0.6
