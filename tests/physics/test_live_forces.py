"""Forces, impulses and constants of a simulation that runs, in both engines."""

import math
from itertools import pairwise

import numpy as np
import pytest

import rigida as rg

ENGINES = [rg.Realtime(dt=1 / 60), rg.Precise(), rg.Precise(integrator="rk4", dt=0.01)]
engines = pytest.mark.parametrize("engine", ENGINES, ids=["realtime", "precise", "rk4"])
both = pytest.mark.parametrize("engine", ENGINES[:2], ids=["realtime", "precise"])
MASS = 2.0


def flying(engine, **body):
    """Return a simulation of a box that no gravity pulls."""
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1, 2, 3)), name="box", mass=MASS, **body)
    return rg.Simulation(scene, engine)


def dropped(engine, **body):
    """Return a simulation of a ball that lies on the ground."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Sphere(0.5), name="ball", mass=MASS, position=(0, 0, 0.5), **body)
    return rg.Simulation(scene, engine)


@engines
def test_impulse_changes_the_velocity_by_itself_over_the_mass(engine):
    sim = flying(engine, velocity=(0.3, 0, 0))
    sim.run(0.5)
    sim.body("box").apply_impulse((1.0, -2.0, 0.5))
    np.testing.assert_allclose(sim.body("box").velocity, (0.8, -1.0, 0.25), rtol=1e-15)
    sim.run(0.5)
    np.testing.assert_allclose(sim.body("box").velocity, (0.8, -1.0, 0.25), rtol=1e-12)


@engines
def test_impulse_at_a_point_turns_by_its_arm(engine):
    sim = flying(engine)
    box = sim.body("box")
    box.apply_impulse((0, 0, 3.0), at=(0.5, 0, 0), angular_impulse=(0, 0, 1.0))
    np.testing.assert_allclose(sim.momentum().angular, (0.0, -1.5, 1.0), atol=1e-15)
    np.testing.assert_allclose(sim.momentum().linear, (0.0, 0.0, 3.0), atol=1e-15)


@engines
@pytest.mark.parametrize("duration", [None, 0.1234, 0.005])
def test_force_for_a_duration_adds_force_by_time_over_mass(engine, duration):
    sim = flying(engine)
    sim.run(0.1)
    sim.body("box").apply_force((5.0, 0, -1.0), duration=duration)
    sim.run(0.3)
    time = sim.settings.dt if duration is None else duration
    np.testing.assert_allclose(sim.body("box").velocity, np.array([5.0, 0, -1.0]) * time / MASS, rtol=1e-12)


@engines
def test_torque_for_a_duration_adds_torque_by_time(engine):
    sim = flying(engine)
    sim.body("box").apply_torque((0, 0, 0.7), duration=0.25)
    sim.run(0.5)
    np.testing.assert_allclose(sim.momentum().angular, (0, 0, 0.175), atol=1e-13)


@engines
def test_force_off_the_center_adds_its_moment(engine):
    sim = flying(engine, fixed=False)
    sim.body("box").apply_force((0, 0, 4.0), at=(0, 1.0, 0))
    sim.step()
    dt = sim.settings.dt
    assert sim.momentum().linear[2] == pytest.approx(4.0 * dt, rel=1e-12)
    assert sim.momentum().angular[0] == pytest.approx(4.0 * dt, rel=1e-3)  # the point turns with the body


@both
def test_push_moves_a_body_that_friction_holds_only_beyond_its_cone(engine):
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Box((1, 1, 1)), name="box", mass=MASS, position=(0, 0, 0.5), friction=0.5)
    sim = rg.Simulation(scene, engine)
    sim.run(1.5)  # asleep by then, in the realtime engine
    sim.body("box").apply_force((0.4 * MASS * 9.81, 0, 0), duration=0.5)
    sim.run(0.6)
    assert abs(sim.body("box").position[0]) < 1e-4
    sim.body("box").apply_force((0.9 * MASS * 9.81, 0, 0), at=(0, 0, 0.0), duration=0.5)
    sim.run(0.5)
    assert sim.body("box").velocity[0] == pytest.approx(0.4 * 9.81 * 0.5, rel=0.02)


@engines
def test_added_force_acts_until_it_is_removed(engine):
    sim = flying(engine)
    box = sim.scene.bodies[0]
    sim.run(0.5)
    wind = sim.add_force(rg.ConstantForce(box, (3.0, 0, 0), name="wind"))
    sim.run(1.0)
    sim.remove(wind)
    sim.run(1.0)
    assert sim.body("box").velocity[0] == pytest.approx(3.0 / MASS, rel=1e-9)
    assert sim.scene.forces == []


@both
def test_spring_added_in_flight_swings_about_its_anchor(engine):
    sim = flying(engine, position=(1.0, 0, 0))
    spring = rg.Spring(sim.scene.bodies[0], rg.WORLD, stiffness=8.0, rest_length=0.0, anchor_b=(0, 0, 0))
    sim.run(0.3)
    sim.add_force(spring)
    before = sim.energy().total
    sim.run(math.pi)  # half a period of √(m/k) 2π = π
    np.testing.assert_allclose(sim.body("box").position, (1.0, 0, 0), atol=2e-3)
    assert sim.energy().total == pytest.approx(before, rel=1e-3)


@both
def test_impulse_element_added_in_flight_acts_at_its_time(engine):
    sim = flying(engine)
    sim.run(0.5)
    sim.add_force(rg.Impulse(sim.scene.bodies[0], impulse=(1.0, 0, 0), time=1.0))
    sim.add_force(rg.Impulse(sim.scene.bodies[0], impulse=(1.0, 0, 0), time=2.0))
    sim.run(1.0)
    assert sim.body("box").velocity[0] == pytest.approx(0.5, rel=1e-12)
    late = rg.Impulse(sim.scene.bodies[0], impulse=(1.0, 0, 0), time=0.2)
    with pytest.raises(rg.UsageError, match=r"acts at 0.2 s, and it is 1.5 s now"):
        sim.add_force(late)
    sim.add_force(rg.Drag(sim.scene.bodies[0], linear=0.0))  # what was given is not given again
    sim.run(1.0)
    assert sim.body("box").velocity[0] == pytest.approx(1.0, rel=1e-12)


@both
def test_gravity_changes_from_now_on(engine):
    sim = flying(engine)
    sim.gravity = (0, 0, -2.0)
    sim.run(1.0)
    sim.gravity = (1.0, 0, 0)
    sim.run(1.0)
    np.testing.assert_allclose(sim.body("box").velocity, (1.0, 0, -2.0), atol=1e-9)
    np.testing.assert_allclose(sim.gravity, (1.0, 0, 0))
    assert sim.scene.gravity == (1.0, 0.0, 0.0)


@both
def test_mass_and_inertia_scale_what_a_push_does(engine):
    sim = flying(engine)
    box = sim.body("box")
    box.mass = 8.0
    box.inertia = (1.0, 1.5, 2.0)
    box.apply_impulse((8.0, 0, 0), angular_impulse=(0, 3.0, 0))
    np.testing.assert_allclose(box.velocity, (1.0, 0, 0), rtol=1e-14)
    np.testing.assert_allclose(box.angular_velocity, (0, 2.0, 0), rtol=1e-14)
    np.testing.assert_allclose(box.inertia, np.diag([1.0, 1.5, 2.0]), atol=1e-14)


@both
def test_center_of_mass_moves_within_the_body_that_flies_on(engine):
    sim = flying(engine, angular_velocity=(0, 0, 2.0))
    box = sim.body("box")
    box.center_of_mass = (0.5, 0, 0)
    np.testing.assert_allclose(box.position, (0, 0, 0), atol=1e-15)
    np.testing.assert_allclose(box.center, (0.5, 0, 0), atol=1e-15)
    np.testing.assert_allclose(box.velocity, (0, 1.0, 0), atol=1e-15)
    sim.run(1.0)
    np.testing.assert_allclose(box.center, (0.5, 1.0, 0), atol=1e-9)
    np.testing.assert_allclose(box.angular_velocity, (0, 0, 2.0), atol=1e-9)


@both
def test_inertia_with_other_axes_keeps_the_motion(engine):
    sim = flying(engine, angular_velocity=(0.1, 0.2, 0.3))
    box = sim.body("box")
    box.inertia = [[2.0, 0.3, 0.0], [0.3, 1.5, 0.1], [0.0, 0.1, 1.0]]
    np.testing.assert_allclose(box.inertia, [[2.0, 0.3, 0.0], [0.3, 1.5, 0.1], [0.0, 0.1, 1.0]], atol=1e-14)
    np.testing.assert_allclose(box.angular_velocity, (0.1, 0.2, 0.3), atol=1e-15)
    np.testing.assert_allclose(box.orientation, (1, 0, 0, 0), atol=1e-12)


@both
def test_center_of_mass_of_a_jointed_body_is_refused(engine):
    scene = rg.Scene()
    rod = scene.add_body(rg.Box((0.1, 0.1, 1)), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0.5), axis=(0, 1, 0)))
    sim = rg.Simulation(scene, engine)
    with pytest.raises(rg.UsageError, match="'rod': joints or forces are fastened to it, and its center_of_mass"):
        sim.body("rod").center_of_mass = (0, 0, 0.1)
    sim.body("rod").inertia = 2.0 * sim.body("rod").inertia  # the same axes: allowed
    sim.step()


@both
def test_restitution_set_on_a_live_body_lets_it_bounce(engine):
    sim = dropped(engine)
    sim.run(0.2)
    sim.body("ball").restitution = 1.0
    sim.body("ball").apply_impulse((0, 0, MASS * 2.0))
    run = sim.run(1.5)
    height = run.body("ball").position[:, 2] - 0.5
    assert height.max() == pytest.approx(2.0**2 / (2 * 9.81), rel=0.02)
    assert height[run.times > run.times[0] + 0.5].max() > 0.9 * height.max()  # and up again
    assert sim.body("ball").restitution == 1.0


@both
def test_rolling_friction_set_on_a_live_body_stops_it(engine):
    sim = dropped(engine)
    ball = sim.body("ball")
    ball.apply_impulse((MASS * 2.0, 0, 0))
    sim.run(1.0)
    rolling = float(ball.velocity[0])
    assert rolling == pytest.approx(2.0 * 5 / 7, rel=1e-3)
    ball.rolling_friction = 0.02
    sim.run(0.5)
    # a = g (μ_r/r) / (1 + 2/5): the force of rolling resistance on a ball that does not slip.
    assert ball.velocity[0] == pytest.approx(rolling - 0.5 * 9.81 * (0.02 / 0.5) / 1.4, rel=5e-3)
    ball.spinning_friction = 0.01
    assert (ball.rolling_friction, ball.spinning_friction) == (0.02, 0.01)


@both
def test_run_from_a_snapshot_repeats_with_its_forces_gravity_and_constants(engine):
    sim = dropped(engine)
    ball = sim.body("ball")
    ball.apply_force((3.0, 0, 0), duration=0.4)
    wind = sim.add_force(rg.ConstantForce(sim.scene.bodies[1], (0, 1.0, 0)))
    sim.gravity = (0, 0, -5.0)
    sim.run(0.2)
    kept = sim.snapshot()
    sim.run(0.5)
    first = sim.state_hash()
    sim.remove(wind)
    sim.gravity = (0, 0, -1.0)
    ball = sim.body("ball")
    ball.mass, ball.friction, ball.restitution = 5.0, 0.1, 0.7
    sim.run(0.3)
    sim.restore(kept)
    assert tuple(sim.gravity) == (0, 0, -5.0)
    assert [force.name for force in sim.scene.forces] == [wind.name]
    assert sim.body("ball").mass == MASS
    sim.run(0.5)
    assert sim.state_hash() == first


@both
def test_recording_keeps_the_motion_under_live_forces(engine, tmp_path):
    sim = flying(engine)
    sim.run(0.1)
    run = sim.run(0.5, control=lambda s: s.body("box").apply_force((2.0, 0, 0)))
    assert run.body("box").velocity[-1, 0] == pytest.approx(2.0 * 0.5 / MASS, rel=0.05)
    run.save(tmp_path / "run.npz")
    again = rg.Recording.load(tmp_path / "run.npz")
    np.testing.assert_array_equal(again.position, run.position)


def test_impulse_in_a_chain_keeps_joints_closed_and_the_momentum_given():
    scene = rg.Scene(gravity=(0, 0, 0))
    links = [scene.add_body(rg.Box((1, 0.1, 0.1)), name=f"link{i}", mass=1.0, position=(i, 0, 0)) for i in range(3)]
    for a, b in pairwise(links):
        scene.add_joint(rg.Spherical(a, b, anchor=(0.5 * (a.position[0] + b.position[0]), 0, 0)))
    sim = rg.Simulation(scene, "precise")
    sim.body("link0").apply_impulse((0, 1.0, 0), at=(-0.5, 0, 0))
    np.testing.assert_allclose(sim.momentum().linear, (0, 1.0, 0), atol=1e-12)
    sim.run(0.5)
    np.testing.assert_allclose(sim.momentum().linear, (0, 1.0, 0), atol=1e-9)
    assert max(np.abs(sim.joint(j.name).error).max() for j in scene.joints) < 1e-9


def test_work_of_live_forces_is_in_the_audit():
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_body(rg.Box((1, 1, 1)), name="box", mass=MASS)
    sim = rg.Simulation(scene, rg.Precise(audit=True))
    sim.body("box").apply_impulse((4.0, 0, 0))
    sim.body("box").apply_force((2.0, 0, 0), duration=0.5)
    sim.run(1.0)
    audit = sim.audit()
    assert audit.forces == pytest.approx(0.5 * MASS * 2.5**2, rel=1e-12)
    assert abs(audit.residual) < 1e-12


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: setattr(s.body("box"), "damping", 1.0), r"sim.add_force\(rg.Drag\(body, linear"),
        (lambda s: setattr(s, "dt", 0.1), "there is no 'dt' that could be set"),
        (lambda s: setattr(s, "gravty", (0, 0, 0)), "Did you mean 'gravity'"),
        (lambda s: setattr(s, "gravity", (0, 0)), "gravity"),
        (lambda s: setattr(s.scene, "gravty", (0, 0, 0)), "Did you mean 'gravity'"),
        (lambda s: setattr(s.scene, "gravity", "down"), "gravity"),
        (lambda s: setattr(s.body("box"), "restituton", 0.5), "Did you mean 'restitution'"),
        (lambda s: setattr(s.body("box"), "restitution", 1.5), "restitution must be"),
        (lambda s: setattr(s.body("box"), "inertia", (1, 1, 5)), "no body has the principal moments"),
        (lambda s: s.body("box").apply_force((1, 0)), "force must be"),
        (lambda s: s.body("box").apply_force((1, 0, 0), duration=0.0), "duration must be"),
        (lambda s: s.body("box").apply_impulse((1, 0, math.nan)), r"impulse\[2\] must be"),
        (lambda s: s.body("wall").apply_impulse((1, 0, 0)), "forces do not move it"),
        (lambda s: s.add_force("wind"), "add_force expects a rigida force"),
        (lambda s: s.remove("wind"), "no body, joint or force 'wind'"),
        (lambda s: s.remove("box"), "acts on body 'box'. Remove it too"),
    ],
)
def test_what_does_not_exist_or_fit_is_refused(change, message):
    scene = rg.Scene()
    scene.add_body(rg.Box((1, 1, 1)), name="wall", fixed=True, position=(5, 0, 0))
    box = scene.add_body(rg.Box((1, 1, 1)), name="box")
    scene.add_force(rg.Torque(box, (0, 0, 1), name="twist"))
    sim = rg.Simulation(scene)
    with pytest.raises(rg.RigidaError, match=message):
        change(sim)


def test_gravity_of_the_scene_set_after_the_start_is_warned_of():
    sim = flying("realtime")
    sim.scene.gravity = (0, 0, -9.81)
    with pytest.warns(rg.RigidaWarning, match=r"Set sim\.gravity"):
        sim.step()
