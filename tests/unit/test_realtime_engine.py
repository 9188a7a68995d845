"""Bookkeeping of the realtime engine: events, sleep, snapshots, guards."""

import numpy as np
import pytest

import rigida as rg
from rigida.realtime.contacts import contact_set

UNIT = rg.Box((1, 1, 1))


def falling_stack(count=3):
    scene = rg.Scene()
    scene.add_ground(name="ground")
    for k in range(count):
        scene.add_body(UNIT, mass=1.0, position=(0.02 * k, 0, 0.6 + 1.1 * k), name=f"box{k}")
    return scene


def steps(simulation, count):
    for _ in range(count):
        simulation.step()
    return simulation


@pytest.mark.parametrize("settings", [{}, {"direct_limit": 0}, {"sleeping": True}], ids=["direct", "lanes", "sleep"])
def test_snapshot_resumes_to_the_bit(settings):
    simulation = steps(rg.Simulation(falling_stack(), rg.Realtime(**settings)), 25)
    snapshot = simulation.snapshot()
    expected = steps(simulation, 90).state_hash()
    simulation.restore(snapshot)
    assert steps(simulation, 90).state_hash() == expected


def test_same_scene_gives_the_same_bits():
    a, b = (steps(rg.Simulation(falling_stack(), rg.Realtime()), 60).state_hash() for _ in range(2))
    assert a == b


def test_events_tell_what_began_and_ceased_to_touch():
    simulation = rg.Simulation(falling_stack(1), rg.Realtime())
    told = [event for _ in range(30) for event in steps(simulation, 1).events]
    assert ("begin", (("ground", "box0"),)) in [(event.kind, event.bodies) for event in told]
    simulation.body("box0").position = (0, 0, 5)
    steps(simulation, 1)
    assert [(event.kind, event.bodies) for event in simulation.events] == [("end", (("ground", "box0"),))]


def test_a_recorded_run_keeps_its_events_and_steps_keep_none():
    simulation = rg.Simulation(falling_stack(1), rg.Realtime())
    told = []
    while simulation.time < 0.5:
        steps(simulation, 1)
        told += [event.as_dict() for event in simulation.events]
    assert told
    assert not simulation.engine.recorded_events()
    run = rg.Simulation(falling_stack(1), rg.Realtime()).run(0.5, fps=7)
    assert run.events == told[: len(run.events)]
    assert all(event["time"] > run.times[-1] - 1e-9 for event in told[len(run.events) :])


def test_stack_falls_asleep_and_wakes_when_hit():
    scene = falling_stack(2)
    scene.add_body(UNIT, mass=1.0, position=(0, 0, 30), name="late")
    simulation = steps(rg.Simulation(scene, rg.Realtime(sleeping=True)), 120)
    assert simulation.engine.world.bodies.active.tolist() == [0, 0, 0, 1]
    steps(simulation, 30)
    assert simulation.engine.world.bodies.active.tolist() == [0, 1, 1, 1]


def test_sleep_does_not_change_where_a_stack_stands():
    awake = steps(rg.Simulation(falling_stack(), rg.Realtime()), 300).state.position
    asleep = steps(rg.Simulation(falling_stack(), rg.Realtime(sleeping=True)), 300).state.position
    np.testing.assert_allclose(asleep, awake, atol=1e-4)


def test_body_with_a_force_that_is_not_finite_is_named():
    with pytest.raises(rg.DivergedError, match="box1"):
        steps(rg.Simulation(nan_force_scene(), rg.Realtime()), 60)


def test_bad_body_is_quarantined_and_the_rest_goes_on():
    simulation = rg.Simulation(nan_force_scene(), rg.Realtime(on_divergence="quarantine"))
    notes = [note for _ in range(60) for note in simulation.step().notes]
    assert any("box1" in note for note in notes)
    assert simulation.engine.quarantined == ["box1"]
    assert np.isfinite(simulation.state.position).all()
    assert simulation.body("box0").position[2] == pytest.approx(0.5, abs=2e-3)


def nan_force_scene():
    scene = rg.Scene()
    scene.add_ground(name="ground")
    scene.add_body(UNIT, mass=1.0, position=(0, 0, 0.6), name="box0")
    # The force is finite, the acceleration is not.
    light = scene.add_body(UNIT, mass=1e-3, position=(5.0, 0, 0.6), name="box1")
    scene.add_force(rg.UserForce(light, lambda time, motion: ((1e308, 0, 0), (0, 0, 0))))
    return scene


def test_frames_between_steps_are_interpolated():
    recording = rg.Simulation(falling_stack(), rg.Realtime(dt=1 / 50)).run(0.5, fps=60)
    assert np.diff(recording.times) == pytest.approx(1 / 60)
    assert np.isfinite(recording.position).all()


def rain(monkeypatch, scattered):
    """Return a rain of small boxes, and how often its slots were put into order."""
    scene = rg.Scene()
    scene.add_ground()
    for k in range(60):
        scene.add_body(rg.Box((0.5, 0.5, 0.5)), mass=1.0, position=(0.3 * (k % 3), 0.3 * (k % 5), 0.4 + 0.6 * k))
    monkeypatch.setattr(contact_set, "_SCATTERED", scattered)
    simulation = rg.Simulation(scene, rg.Realtime())
    ordered, line_up = [], simulation.engine.world.contacts.cache.line_up
    monkeypatch.setattr(simulation.engine.world.contacts.cache, "line_up", lambda slot: ordered.append(line_up(slot)))
    return simulation, ordered


def test_the_order_of_slots_does_not_change_the_motion(monkeypatch):
    plain, never = rain(monkeypatch, 10**9)
    expected = steps(plain, 150).state_hash()
    simulation, ordered = rain(monkeypatch, 5)
    steps(simulation, 60)
    snapshot = simulation.snapshot()
    assert steps(simulation, 90).state_hash() == expected
    assert len(never) == 0
    assert len(ordered) > 3
    simulation.restore(snapshot)
    assert steps(simulation, 90).state_hash() == expected


def test_arrays_of_the_state_that_are_set_are_seen():
    simulation = rg.Simulation(falling_stack(2), rg.Realtime())
    steps(simulation, 3)
    simulation.state.velocity = np.full((3, 3), [0.0, 2.0, 0.0])
    steps(simulation, 1)
    np.testing.assert_allclose(simulation.state.velocity[1:, 1], 2.0)
