"""Bodies that overlap where a run starts are parted gently, told of, and cost no more than a heap does."""

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
