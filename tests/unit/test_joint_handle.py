"""Reading and driving joints while they run: reactions, coordinates, motors, breaking, snapshots, recordings."""

import numpy as np
import pytest

import rigida as rg

G = 9.81


def arm(**fields):
    """Return a simulation of a 2 kg rod of 1 m along x, hinged at the origin about y."""
    scene = rg.Scene(gravity=(0, 0, -G))
    rod = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 0, 0), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge", **fields))
    return rg.Simulation(scene, rg.Precise(tolerance=1e-10))


def moment():
    """Moment of inertia of the rod about its hinge [kg m²]."""
    return 2.0 / 12.0 * (1 + 0.1**2) + 2.0 * 0.25


def test_reaction_of_a_rod_let_go():
    sim = arm()
    alpha = 2.0 * G * 0.5 / moment()
    np.testing.assert_allclose(sim.joint("hinge").force, [0, 0, 2.0 * (G - 0.5 * alpha)], atol=1e-12)
    np.testing.assert_allclose(sim.joint("hinge").torque, 0.0, atol=1e-12)


def test_welded_rod_bears_its_weight_and_moment():
    scene = rg.Scene(gravity=(0, 0, -G))
    rod = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 0, 0))
    scene.add_joint(rg.Fixed(rod, anchor=(0, 0, 0), name="weld"))
    weld = rg.Simulation(scene, "precise").joint("weld")
    np.testing.assert_allclose(weld.force, [0, 0, 2 * G], atol=1e-12)
    np.testing.assert_allclose(weld.torque, [0, -2 * G * 0.5, 0], atol=1e-12)


def test_redundant_hinges_share_the_load_equally():
    scene = rg.Scene(gravity=(0, 0, -G))
    door = scene.add_body(rg.Box((1, 0.1, 2)), mass=20.0, position=(0.5, 0, 0))
    for name, z in (("low", -0.5), ("high", 0.5)):
        scene.add_joint(rg.Revolute(door, anchor=(0, 0, z), axis=(0, 0, 1), name=name))
    sim = rg.Simulation(scene, "precise")
    low, high = sim.joint("low"), sim.joint("high")
    np.testing.assert_allclose(low.force[2], 10 * G, rtol=1e-9)
    np.testing.assert_allclose(high.force[2], 10 * G, rtol=1e-9)
    np.testing.assert_allclose(low.force + high.force, [0, 0, 20 * G], atol=1e-9)


def test_coordinate_counts_whole_turns():
    sim = arm(damping=0.0)
    sim.body("rod").angular_velocity = (0, 20, 0)
    sim.body("rod").velocity = (0, 0, -10)
    hinge = sim.joint("hinge")
    turned, before = 0.0, 0.0
    for _ in range(60):
        sim.step()
        after = hinge.position
        assert 0.0 < after - before < 0.6
        turned, before = after, after
    assert turned > 4 * np.pi
    # Energy gives the speed at that angle.
    fallen = 0.5 * np.sin(turned)
    speed = np.sqrt(400 + 2 * 2.0 * G * fallen / moment())
    assert hinge.velocity == pytest.approx(speed, rel=1e-8)


def test_joint_with_two_freedoms_gives_arrays_and_one_without_says_so():
    scene = rg.Scene(gravity=(0, 0, -G))
    nut = scene.add_body(rg.Cylinder(0.2, 0.1), mass=1.0, angular_velocity=(0, 0, 3), name="nut")
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(3, 0, 0))
    scene.add_joint(rg.Cylindrical(nut, name="rod"))
    scene.add_joint(rg.Spherical(ball, anchor=(3, 0, 1), name="socket"))
    sim = rg.Simulation(scene, "precise")
    sim.run(0.5)
    np.testing.assert_allclose(sim.joint("rod").position, [-G / 8, 1.5], atol=1e-9)
    np.testing.assert_allclose(sim.joint("rod").velocity, [-G / 2, 3.0], atol=1e-9)
    with pytest.raises(rg.UsageError, match="Spherical 'socket': it has no coordinate"):
        _ = sim.joint("socket").position
    with pytest.raises(rg.UsageError, match="has no motor"):
        _ = sim.joint("rod").motor_target
    with pytest.raises(rg.UsageError, match=r"no joint 'rods'\. Did you mean 'rod'"):
        sim.joint("rods")


def test_spring_in_the_joint_conserves_energy_and_swings_at_its_period():
    sim = arm(stiffness=200.0)
    run = sim.run(2.0, fps=100)
    assert run.energy_drift < 1e-9
    assert run.potential.min() < -0.1  # the potential holds gravity and spring


def test_a_speed_motor_takes_up_a_target_that_is_changed_while_it_is_held():
    sim = arm(motor="speed", motor_target=1.0, motor_max=1e4)
    hinge = sim.joint("hinge")
    sim.run(0.1)
    assert hinge.velocity == pytest.approx(1.0, abs=1e-9)
    hinge.motor_target = -2.0
    sim.run(0.1)
    assert hinge.velocity == pytest.approx(-2.0, abs=1e-9)


def test_servo_reaches_a_target_that_is_changed_while_running():
    sim = arm(motor="position", motor_stiffness=400.0, motor_damping=40.0)
    hinge = sim.joint("hinge")
    hinge.motor_target = -0.7
    assert hinge.motor_target == -0.7
    sim.run(5.0, fps=10)
    # At rest the servo's pull balances the weight: k (θ_t − θ) = −m g ½ cos θ.
    theta = hinge.position
    assert 400 * (-0.7 - theta) == pytest.approx(-2.0 * G * 0.5 * np.cos(theta), abs=1e-6)


def test_effort_motor_is_bounded():
    sim = arm(motor="effort", motor_target=-50.0, motor_max=2.0 * G * 0.5)
    sim.run(0.2)
    assert sim.joint("hinge").position == pytest.approx(0.0, abs=1e-9)  # the bound just bears the weight


def test_trajectory_prescribes_the_angle_and_its_torque_is_read_from_the_joint():
    sim = arm(trajectory=rg.JointTrajectory([0, 1, 2], [0, -0.5, -1.0]))
    sim.run(2.0, fps=10)
    sim.run(0.5, fps=10)
    hinge = sim.joint("hinge")
    assert hinge.position == pytest.approx(-1.0, abs=1e-10)
    np.testing.assert_allclose(hinge.torque, [0, -2.0 * G * 0.5 * np.cos(1.0), 0], atol=1e-6)


def test_overloaded_joint_breaks_and_the_body_falls():
    scene = rg.Scene(gravity=(0, 0, -G))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(1, 0, 0), name="ball")
    scene.add_joint(rg.Spherical(ball, anchor=(0, 0, 0), break_force=2 * G, name="thread"))
    other = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 5, 0), name="other")
    scene.add_joint(rg.Revolute(other, anchor=(0, 5, 0), axis=(0, 1, 0), name="hinge"))
    sim = rg.Simulation(scene, rg.Precise(tolerance=1e-10))
    notes = []
    while not sim.joint("thread").broken:
        notes += sim.step().notes
    assert "Spherical 'thread' broke at t" in notes[0]
    assert "break_force = 19.62 N" in notes[0]
    # For a pendulum from the horizontal (point mass) tension reaches 2 m g at sin θ = 2/3.
    x, _, z = sim.body("ball").position
    assert 2 / 3 < -z / np.hypot(x, z) < 0.75
    np.testing.assert_array_equal(sim.joint("thread").force, 0.0)
    before = sim.body("ball").velocity
    sim.run(0.25)
    np.testing.assert_allclose(sim.body("ball").velocity, before + np.array([0, 0, -G * 0.25]), atol=1e-9)
    assert sim.joint("hinge").error < 1e-10
    assert not sim.joint("hinge").broken


def test_snapshot_keeps_broken_joints_targets_and_turns_to_the_bit():
    scene = rg.Scene(gravity=(0, 0, -G))
    ball = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(1, 0, 0), name="ball")
    scene.add_joint(rg.Spherical(ball, anchor=(0, 0, 0), break_force=2 * G, name="thread"))
    wheel = scene.add_body(rg.Sphere(0.3), mass=2.0, position=(0, 5, 0), angular_velocity=(0, 30, 0))
    scene.add_joint(rg.Revolute(wheel, axis=(0, 1, 0), motor="effort", motor_target=1.0, stiffness=0.1, name="axle"))
    sim = rg.Simulation(scene)
    sim.joint("axle").motor_target = 2.0
    sim.run(0.2)
    early = sim.snapshot()
    sim.run(0.8)
    assert sim.joint("thread").broken
    late, ends = sim.snapshot(), []
    for snapshot, duration in ((early, 1.0), (late, 0.2), (early, 1.0)):
        sim.restore(snapshot)
        sim.run(duration)
        ends.append((sim.state_hash(), sim.joint("axle").position, sim.joint("thread").broken))
    assert ends[0] == ends[1] == ends[2]
    sim.joint("axle").motor_target = -5.0
    sim.restore(late)
    assert sim.joint("axle").motor_target == 2.0


def test_blow_on_one_link_reaches_the_joined_bodies():
    scene = rg.Scene(gravity=(0, 0, 0))
    a = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(0.5, 0, 0), name="a")
    b = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(1.5, 0, 0), name="b")
    scene.add_joint(rg.Spherical(a, b, anchor=(1, 0, 0), name="elbow"))
    scene.add_force(rg.Impulse(a, (0, 0, 1), anchor=(0, 0, 0), time=0.1))
    sim = rg.Simulation(scene, "precise")
    sim.run(0.3)
    assert sim.joint("elbow").error < 1e-11
    assert np.linalg.norm(sim.body("b").velocity) > 0.1
    np.testing.assert_allclose(sim.momentum().linear, [0, 0, 1], atol=1e-11)
    np.testing.assert_allclose(sim.momentum().angular, [0, 0, 0], atol=1e-11)


def test_recording_keeps_reactions_and_reads_them_back(tmp_path):
    run = arm().run(0.5, fps=20)
    assert run.joint_force.shape == (11, 1, 3)
    again = rg.Recording.load(run.save(tmp_path / "run.npz"))
    assert again.joint_names == ["hinge"]
    np.testing.assert_array_equal(again.joint_force, run.joint_force)
    np.testing.assert_array_equal(again.joint("hinge").torque, run.joint_torque[:, 0])
    with pytest.raises(rg.UsageError, match=r"no joint 'hing'\. Did you mean 'hinge'"):
        again.joint("hing")


@pytest.mark.parametrize("engine", ["realtime", "precise"])
def test_limit_that_is_moved_stops_the_joint_there(engine):
    scene = rg.Scene(gravity=(0, 0, 0))
    cart = scene.add_body(rg.Box((0.2, 0.2, 0.2)), mass=1.0, velocity=(1.0, 0, 0), name="cart")
    scene.add_joint(rg.Prismatic(cart, axis=(1, 0, 0), lower=-2.0, upper=0.2, name="rail"))
    scene.add_joint(rg.Distance(scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 3, 0)), name="rope"))
    sim = rg.Simulation(scene, engine)
    rail = sim.joint("rail")
    assert (rail.lower, rail.upper) == (-2.0, 0.2)
    rail.upper = 0.5
    start = sim.snapshot()
    sim.gravity = (0, 0, -1.0)  # other constants keep it
    sim.run(1.0)
    assert rail.upper == 0.5
    assert rail.position == pytest.approx(0.5, abs=1e-4)
    with pytest.raises(rg.UsageError, match=r"Prismatic 'rail': upper = 0.3 .* at 0.5, outside its limits"):
        rail.upper = 0.3
    rail.upper = 0.7
    sim.restore(start)
    assert rail.upper == 0.5
    with pytest.raises(rg.UsageError, match="no lower limit to move"):
        sim.joint("rope").lower = 0.1


def test_spring_that_was_changed_is_kept_by_snapshots_and_other_changes():
    sim = arm()
    sim.joint("hinge").stiffness = 7.0
    start = sim.snapshot()
    sim.gravity = (0, 0, -1.0)
    assert sim.joint("hinge").stiffness == 7.0
    sim.joint("hinge").stiffness = 8.0
    sim.restore(start)
    assert sim.joint("hinge").stiffness == 7.0
