"""Every scene that comes with the package loads, runs and does what its description says."""

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.scenes.subjects import SUBJECTS


def run(name, duration=None):
    scene = rg.load(scenes.path(name))
    return rg.Simulation(scene).run(duration or scene.plan.duration, scene.plan.fps)


@pytest.mark.parametrize("name", scenes.names())
def test_scene_is_valid_titled_and_runs(name):
    assert rg.validate_scene(scenes.path(name)) == []
    scene = rg.load(scenes.path(name))
    assert scene.title
    assert scene.description
    recording = run(name, duration=0.2)
    assert np.isfinite(recording.position).all()


def test_unknown_scene_offers_the_nearest():
    with pytest.raises(rg.UsageError, match="Did you mean 'dzhanibekov'"):
        scenes.path("dzhanibekof")


def test_wing_nut_flips_every_6_17_seconds():
    recording = run("dzhanibekov")
    from rigida.math.quaternion import conjugate_array, rotate_array

    body_rate = rotate_array(conjugate_array(recording.orientation[:, 0]), recording.angular_velocity[:, 0])[:, 1]
    flips = recording.times[1:][np.diff(np.sign(body_rate)) != 0]
    assert len(flips) == 4
    np.testing.assert_allclose(np.diff(flips), 6.167472904669551, atol=2 / 60)
    assert recording.energy_drift < 1e-12


def test_thrown_brick_keeps_the_momentum_of_its_two_blows():
    recording = run("thrown_brick")
    mass = 0.1 * 0.18 * 0.02 * 1000
    np.testing.assert_allclose(
        recording.velocity[-1, 0],
        [(-5.555555555555555 + 0.0275) / mass, -4.444444444444445 / mass - 9.8 * 12, 0],
        rtol=1e-12,
    )
    spin = -0.09 * 0.0275 / (mass / 12 * (0.1**2 + 0.18**2))
    np.testing.assert_allclose(recording.angular_velocity[-1, 0], [0, 0, spin], rtol=1e-10, atol=1e-12)


def test_rocket_climbs_then_turns_over():
    recording = run("rocket")
    assert recording.velocity[30, 0, 2] > 0.0
    from rigida.math.quaternion import rotate_array

    nose = rotate_array(recording.orientation[:, 0], np.array([0.0, 0.0, 1.0]))[:, 2]
    assert nose[30] > 0.99
    assert nose.min() < 0.0


def test_cubes_joined_at_corners_stay_joined_and_keep_their_energy():
    scene = rg.load(scenes.path("pendulum_of_cubes"))
    simulation = rg.Simulation(scene)
    start, low = simulation.energy().total, np.inf
    for _ in range(300):
        simulation.step()
        low = min(low, simulation.energy().potential)
    assert max(simulation.joint(joint.name).error for joint in scene.joints) < 1e-6
    assert abs(simulation.energy().total - start) < 0.01 * (start - low)


def test_locked_cubes_swing_as_one_rod():
    recording = run("locked_cubes", 2.0)
    ends = np.linalg.norm(recording.position[:, -1] - recording.position[:, 0], axis=1)
    np.testing.assert_allclose(ends, 2.4, atol=1e-6)
    assert recording.position[:, -1, 2].min() < 2.0


def test_hinge_leaves_one_rotation_and_slider_one_translation():
    scene = rg.load(scenes.path("hinge_and_slider"))
    simulation = rg.Simulation(scene)
    turn, fall = [], []
    for _ in range(480):
        simulation.step()
        turn.append(simulation.body("hinge_cube").angular_velocity)
        fall.append(simulation.body("slider_cube").position)
    np.testing.assert_allclose(np.array(turn)[:, [0, 2]], 0.0, atol=1e-8)
    assert np.ptp(np.array(turn)[:, 1]) > 5.0
    np.testing.assert_allclose(np.array(fall)[:, :2] - (1.0, 0.0), 0.0, atol=1e-8)
    assert fall[-1][2] == pytest.approx(2.0 - 1.2, abs=1e-3)


def test_marbles_end_in_the_tray():
    recording = run("marble_run")
    marbles = [i for i, name in enumerate(recording.names) if name.startswith("marble")]
    x, y, z = recording.position[-1, marbles].T
    assert ((x > 1.84) & (x < 4.16) & (abs(y) < 0.56) & (z < 0.5)).all()


def test_packaged_scene_is_found_beside_a_folder_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seesaw").mkdir()
    assert rg.load("seesaw").bodies


@pytest.mark.parametrize(("method", "hop"), [("islands", 2e-3), ("document", 0.1)])
def test_elastic_cube_slides_down_the_incline_and_hops_with_the_old_step_only(method, hop):
    """In islands all corners rebound at once, by what a step of gravity adds: hops stay flat."""
    scene = rg.load(scenes.path("elastic_incline"))
    slope = np.arctan(0.5)
    normal, down = np.array([np.sin(slope), 0, np.cos(slope)]), np.array([np.cos(slope), 0, -np.sin(slope)])
    moved = {}
    for step in ("before_forces", "after_forces"):
        place = (
            rg.Simulation(scene, engine=rg.Realtime(method=method, restitution=step)).run(2.0, 60).body("cube").position
        )
        moved[step] = place - place[0]
    way = 0.5 * 9.81 * (np.sin(slope) - 0.3 * np.cos(slope)) * 2.0**2
    assert moved["before_forces"][-1] @ down == pytest.approx(way, rel=0.01)
    assert np.abs(moved["before_forces"] @ normal).max() < 1e-3
    assert (moved["after_forces"] @ normal).max() > hop


def test_plank_tips_is_stopped_by_small_cubes_and_toppled_by_a_big_one():
    recording = rg.Simulation(rg.load(scenes.path("plank_stack"))).run(6.0, 30)
    times, turn = recording.times, recording.body("plank").orientation
    tilt = np.degrees(2.0 * np.arctan2(turn[:, 2], turn[:, 0]))
    small = recording.position[:, [i for i, name in enumerate(recording.names) if name.startswith("small")]]
    # it begins to tip to the right, before anything has touched it
    first = times < 0.6
    assert 0.5 < tilt[first].max() < 5.0
    # the cubes lie on it and neither end touches the ground, which it would at 15°
    second = (times > 1.5) & (times < 3.0)
    assert np.abs(tilt[second]).max() < 12.0
    assert (small[second][..., 2] > 0.9).all()
    # the big cube presses its end down to the ground for good
    assert tilt[times > 4.5].min() > 14.0
    assert recording.body("big").position[-1][2] < 1.2


def test_every_scene_has_one_subject_in_the_gallery():
    listed = [name for _, names in SUBJECTS.values() for name in names]
    assert sorted(listed) == scenes.names()
