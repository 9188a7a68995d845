"""Snapshots that do not fit, or are damaged, are refused in words, and the simulation stays where it is."""

import pickle

import pytest
from trial_snapshots import damaged_snapshot, resting_world

import rigida as rg


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_a_damaged_snapshot_is_taken_or_refused_and_then_changes_nothing(engine):
    sim = resting_world(engine).simulation
    good, refused = sim.snapshot(), 0
    sim.step()
    after = sim.state_hash()
    for seed in range(150):
        sim.restore(good)
        before = sim.state_hash()
        snapshot = damaged_snapshot(sim, seed)
        try:
            sim.restore(snapshot)
        except rg.UsageError as error:
            refused += 1
            assert "snapshot is damaged" in str(error)
            assert sim.state_hash() == before
    assert refused > 40
    sim.restore(good)
    sim.step()
    assert sim.state_hash() == after


def jointed(joint=rg.Revolute, force=False, **given):
    scene = rg.Scene()
    arm = scene.add_body(rg.Box((0.2, 0.1, 0.1)), name="arm", position=(1, 0, 1))
    scene.add_joint(joint(arm, anchor=(0.9, 0, 1), **given))
    if force:
        scene.add_force(rg.Drag(arm, linear=1.0))
    return scene


@pytest.mark.parametrize("engine", ["realtime", "precise"])
@pytest.mark.parametrize("other", [jointed(rg.Spherical), jointed(force=True)])
def test_a_snapshot_of_other_joints_or_forces_is_refused(engine, other):
    sim = rg.Simulation(jointed(), engine)
    before = sim.state_hash()
    with pytest.raises(rg.UsageError, match="another scene"):
        sim.restore(rg.Simulation(other, engine).snapshot())
    assert sim.state_hash() == before


def test_a_snapshot_of_another_integrator_is_refused():
    sim = rg.Simulation(jointed(), rg.Precise())
    with pytest.raises(rg.UsageError, match="engine"):
        sim.restore(rg.Simulation(jointed(), rg.Precise(integrator="rk4")).snapshot())


@pytest.mark.parametrize("engine", ["realtime", "precise"])
@pytest.mark.filterwarnings("ignore:Contact chattering")
def test_held_motors_and_contacts_go_on_to_the_bit_in_another_simulation(engine):
    def scene():
        made = jointed(motor="speed", motor_target=1.0, motor_max=500.0)
        made.add_ground()
        made.add_body(rg.Box((0.2, 0.2, 0.2)), name="box", position=(0, 0, 0.1), velocity=(1, 0, 0))
        return made

    first, other = (rg.Simulation(scene(), engine) for _ in range(2))
    for _ in range(5):
        first.step()
    kept = pickle.dumps(first.snapshot())
    other.restore(first.snapshot())
    third = rg.Simulation(scene(), engine)
    third.restore(pickle.loads(kept))
    for _ in range(10):
        hashes = {sim.step() and sim.state_hash() for sim in (first, other, third)}
        assert len(hashes) == 1
