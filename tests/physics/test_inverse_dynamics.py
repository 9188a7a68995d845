"""Inverse dynamics and kinematics against the closed forms of a two-link arm and a slider-crank."""

import numpy as np
import pytest

import rigida as rg
from rigida import scenes

G, M1, M2, L1, L2 = 9.81, 2.0, 1.5, 1.0, 0.8


def rod(scene, name, mass, length, start, angle, **motion):
    """Add a thin rod from `start` in the x–z plane, turned by `angle` from +x towards +z."""
    along = np.array([np.cos(angle), 0, np.sin(angle)])
    turn = (np.cos(angle / 2), 0, -np.sin(angle / 2), 0)
    inertia = (1e-4, mass * length**2 / 12, mass * length**2 / 12)
    position = np.array(start) + 0.5 * length * along
    body = scene.add_body(None, mass=mass, inertia=inertia, position=position, orientation=turn, name=name, **motion)
    return body, np.array(start) + length * along


def arm(q1=0.3, q2=0.7, w1=0.0, w2=0.0, **elbow):
    """A two-link arm; angles from +x towards +z, the second relative to the first."""
    scene = rg.Scene(gravity=(0, 0, -G))
    omega1, omega2 = np.array([0, -w1, 0]), np.array([0, -w1 - w2, 0])
    r1 = L1 * np.array([np.cos(q1), 0, np.sin(q1)])
    r2 = L2 * np.array([np.cos(q1 + q2), 0, np.sin(q1 + q2)])
    v1 = np.cross(omega1, 0.5 * r1)
    v2 = np.cross(omega1, r1) + np.cross(omega2, 0.5 * r2)
    upper, joint = rod(scene, "upper", M1, L1, (0, 0, 0), q1, velocity=v1, angular_velocity=omega1)
    lower, _ = rod(scene, "lower", M2, L2, joint, q1 + q2, velocity=v2, angular_velocity=omega2)
    scene.add_joint(rg.Revolute(upper, anchor=(0, 0, 0), axis=(0, -1, 0), name="shoulder"))
    scene.add_joint(rg.Revolute(lower, upper, anchor=joint, axis=(0, -1, 0), name="elbow", **elbow))
    return rg.Simulation(scene, "precise")


def arm_torques(q1, q2, w1, w2, a1, a2):
    """Closed form (e.g. Craig 2005, 6.7 with uniform rods)."""
    i1, i2, h1, h2 = M1 * L1**2 / 12, M2 * L2**2 / 12, L1 / 2, L2 / 2
    c = M2 * L1 * h2 * np.cos(q2)
    s = M2 * L1 * h2 * np.sin(q2)
    m22 = i2 + M2 * h2**2
    m11 = i1 + M1 * h1**2 + M2 * L1**2 + m22 + 2 * c
    m12 = m22 + c
    g2 = M2 * G * h2 * np.cos(q1 + q2)
    g1 = (M1 * h1 + M2 * L1) * G * np.cos(q1) + g2
    return m11 * a1 + m12 * a2 - s * (2 * w1 * w2 + w2 * w2) + g1, m12 * a1 + m22 * a2 + s * w1 * w1 + g2


@pytest.mark.parametrize("motion", [(0.3, 0.7, 0, 0, 0, 0), (0.3, 0.7, 1.1, -2.0, 3.0, 4.0), (2.0, -1.0, -3, 1, 0, -5)])
def test_efforts_of_a_two_link_arm(motion):
    q1, q2, w1, w2, a1, a2 = motion
    result = arm(q1, q2, w1, w2).inverse_dynamics(joints={"shoulder": a1, "elbow": a2})
    expected = arm_torques(*motion)
    np.testing.assert_allclose([result.effort["shoulder"], result.effort["elbow"]], expected, rtol=1e-10)


def test_effort_applied_as_a_motor_produces_the_acceleration():
    wanted = 2.5
    effort = arm().inverse_dynamics(joints={"elbow": wanted}).effort["elbow"]
    sim = arm(motor="effort", motor_target=effort)
    sim.engine.advance(1e-4)
    assert sim.joint("elbow").velocity / 1e-4 == pytest.approx(wanted, rel=1e-3)


def test_force_that_holds_the_hand_still():
    sim = arm()
    result = sim.inverse_dynamics(bodies={"lower": (0, 0, 0)})
    np.testing.assert_allclose(result.acceleration, 0.0, atol=1e-9)
    # Statics: the elbow's reaction lies along the lower rod and bears the upper one's moment about the shoulder.
    along = np.array([np.cos(1.0), 0, np.sin(1.0)])
    pull = M1 * G * 0.5 * np.cos(0.3) / np.sin(0.7)
    np.testing.assert_allclose(result.force["lower"], pull * along + np.array([0, 0, M2 * G]), atol=1e-8)


def test_free_body_needs_newton_and_euler():
    scene = rg.Scene(gravity=(0, 0, -G))
    scene.add_body(None, mass=2.0, inertia=(1, 2, 3), angular_velocity=(1, 2, 3), name="body")
    result = rg.Simulation(scene).inverse_dynamics(bodies={"body": (1, 2, 3, 0.1, 0.2, 0.3)})
    np.testing.assert_allclose(result.force["body"], [2, 4, 6 + 2 * G], atol=1e-12)
    gyroscopic = np.cross([1, 2, 3], [1, 4, 9])
    np.testing.assert_allclose(result.torque["body"], gyroscopic + np.array([0.1, 0.4, 0.9]), atol=1e-12)


def test_slider_crank_driven_by_its_crank_and_by_its_slider_take_the_same_power():
    sim = rg.Simulation(rg.load(scenes.path("slider_crank")))
    sim.run(0.13)
    crank, rail = sim.joint("pivot").velocity, sim.joint("rail").velocity
    by_crank = sim.inverse_dynamics(joints={"pivot": 5.0})
    slider = by_crank.acceleration[sim.model.index("slider"), 0]
    by_rail = sim.inverse_dynamics(joints={"rail": slider})
    assert by_crank.effort["pivot"] * crank == pytest.approx(by_rail.effort["rail"] * rail, rel=1e-8)
    np.testing.assert_allclose(by_crank.acceleration, by_rail.acceleration, atol=1e-8)


def test_wishes_that_joints_forbid_are_refused():
    sim = rg.Simulation(rg.load(scenes.path("slider_crank")))
    sim.run(0.13)
    with pytest.raises(rg.UsageError, match="no efforts produce these accelerations"):
        sim.inverse_dynamics(joints={"pivot": 5.0, "rail": 100.0})
    with pytest.raises(rg.UsageError, match="no joint 'rails'"):
        sim.inverse_dynamics(joints={"rails": 1.0})
    with pytest.raises(rg.ModelError, match="joint 'rail': acceleration"):
        sim.inverse_dynamics(joints={"rail": (1.0, 2.0)})


def hand(sim):
    lower = sim.body("lower")
    w, _, y, _ = lower.orientation
    angle = -2 * np.arctan2(y, w)
    return lower.position + 0.5 * L2 * np.array([np.cos(angle), 0, np.sin(angle)])


@pytest.mark.parametrize("target", [(1.2, 0, 0.6), (-0.5, 0, 1.0), (0.3, 0, -0.9)])
def test_two_link_arm_reaches_with_the_angle_of_the_cosine_law(target):
    sim = arm()
    solution = sim.solve_pose(rg.Reach("lower", position=target, point=(0.5 * L2, 0, 0)), tolerance=1e-10)
    assert solution.converged
    np.testing.assert_allclose(hand(sim), target, atol=1e-9)
    distance = np.linalg.norm(target)
    cosine = (distance**2 - L1**2 - L2**2) / (2 * L1 * L2)
    assert np.cos(0.7 + sim.joint("elbow").position) == pytest.approx(cosine, abs=1e-9)
    assert max(sim.joint(name).error for name in ("shoulder", "elbow")) < 1e-11
    np.testing.assert_array_equal(sim.state.velocity, 0.0)
    sim.step()


def test_target_out_of_reach_ends_stretched_towards_it_and_says_so():
    sim = arm()
    solution = sim.solve_pose(rg.Reach("lower", position=(3, 0, 3), point=(0.5 * L2, 0, 0)))
    assert not solution.converged
    towards = np.array([1, 0, 1]) / np.sqrt(2)
    np.testing.assert_allclose(hand(sim), (L1 + L2) * towards, atol=1e-3)
    assert solution.residual == pytest.approx(3 - (L1 + L2) / np.sqrt(2), abs=1e-3)


def test_stops_are_kept_where_the_target_can_be_reached_otherwise():
    target = rg.Reach("lower", position=(0.9, 0, -0.6), point=(0.5 * L2, 0, 0))
    free, stopped = arm(), arm(lower=-0.6, upper=2.0)
    for sim in (free, stopped):
        assert sim.solve_pose(target, tolerance=1e-8).converged
    assert -0.6 - 1e-7 <= stopped.joint("elbow").position <= 2.0 + 1e-7


def test_slider_crank_is_brought_to_a_crank_angle_by_orientation():
    sim = rg.Simulation(rg.load(scenes.path("slider_crank")))
    angle = 1.0
    turn = (np.cos(angle / 2), 0, np.sin(angle / 2), 0)
    assert sim.solve_pose(rg.Reach("crank", orientation=turn), tolerance=1e-11).converged
    x, z = 0.5 * np.sin(angle), 0.5 * np.cos(angle)
    np.testing.assert_allclose(sim.body("slider").position, [x + np.sqrt(1.5**2 - z**2), 0, 0], atol=1e-9)


def test_wrong_targets_are_refused():
    sim = arm()
    with pytest.raises(rg.UsageError, match="give a position, an orientation"):
        rg.Reach("lower")
    with pytest.raises(rg.UsageError, match="no body 'hand'"):
        sim.solve_pose(rg.Reach("hand", position=(0, 0, 0)))
    with pytest.raises(rg.UsageError, match="at least one"):
        sim.solve_pose([])


def test_body_without_joints_and_wishes_falls_freely():
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.1), name="ball")
    found = rg.Simulation(scene).inverse_dynamics()
    np.testing.assert_allclose(found.acceleration, [[0, 0, -9.81, 0, 0, 0]])
    assert found.effort == found.force == {}
