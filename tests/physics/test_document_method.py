"""The document's own scheme, as far as its figures say."""

import math

import numpy as np
import pytest
from long_form import LONG

import rigida as rg
from rigida import scenes


def settled(scene, seconds, **settings):
    simulation = rg.Simulation(scene, rg.Realtime(method="document", **settings))
    for _ in range(round(60 * seconds)):
        simulation.step()
    return simulation.state.position


def elastic_cube():
    angle = math.atan(0.5)
    turn = (math.cos(angle / 2), 0, math.sin(angle / 2), 0)
    up = np.array([math.sin(angle), 0, math.cos(angle)])
    surface = {"orientation": turn, "friction": 0.6, "restitution": 1.0}
    scene = rg.Scene()
    scene.add_body(rg.Box((50, 50, 2)), fixed=True, position=tuple(-up), **surface)
    scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=tuple(0.5 * up), **surface)
    return scene, up


def test_shock_propagation_keeps_a_stack_from_sinking():
    """Popovski 2008, 8.4: ten iterations alone do not carry the weight of the cubes above."""
    scene = rg.Scene()
    scene.add_ground()
    for k in range(4):
        scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=(0, 0, 0.5 + k))
    with_shocks = settled(scene, 2.0)[1:, 2]
    np.testing.assert_allclose(with_shocks, [0.5, 1.5, 2.5, 3.5], atol=5e-3)
    assert settled(scene, 2.0, shock_propagation=False)[4, 2] < with_shocks[3] - 0.05


def ball(**surface):
    """Return a scene of a ball of a meter that rolls at 2 m/s and spins."""
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Sphere(0.5), name="ball", mass=2.0, position=(0, 0, 0.5), friction=0.5, **surface)
    return scene


@pytest.mark.parametrize("iterations", [4, 10])
def test_rolling_friction_stops_a_ball_where_the_closed_form_says(iterations):
    """Popovski 2008, 7.2: the torque μ_roll N slows a ball that does not slip by g (μ_roll/r)/(1 + 2/5)."""
    scene = ball(velocity=(2, 0, 0), angular_velocity=(0, 4, 0), rolling_friction=0.08)
    rolled = settled(scene, 3.0, contact_iterations=iterations)[1, 0]
    assert rolled == pytest.approx(2.0**2 / (2 * 9.81 * (0.08 / 0.5) / 1.4), rel=0.01)


@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 240])
def test_what_friction_stops_goes_as_far_with_any_dt(dt):
    """v²/(2 a): the new velocities alone would shorten the way by v dt/2, 1.9 % of a ball's at dt = 1/30."""
    rolling = ball(velocity=(2, 0, 0), angular_velocity=(0, 4, 0), rolling_friction=0.08)
    x = moved(rolling, 3.0, dt=dt, method="document").state.position[1, 0]
    assert x == pytest.approx(2.0**2 / (2 * 9.81 * (0.08 / 0.5) / 1.4), rel=5e-4)
    sliding = rg.Scene()
    sliding.add_ground(friction=0.3)
    sliding.add_body(rg.Box((1, 1, 0.2)), position=(0, 0, 0.1), velocity=(3, 0, 0), friction=0.3)
    x = moved(sliding, 2.0, dt=dt, method="document").state.position[1, 0]
    assert x == pytest.approx(3.0**2 / (2 * 9.81 * 0.3), rel=2e-3)


def test_spinning_friction_slows_a_ball_by_its_lever():
    """Popovski 2008, 7.2: the torque μ_spin N about the normal."""
    sim = rg.Simulation(ball(angular_velocity=(0, 0, 8.0), spinning_friction=0.02), rg.Realtime(method="document"))
    sim.run(1.0)
    assert sim.body("ball").angular_velocity[2] == pytest.approx(8.0 - 9.81 * 0.02 / (0.4 * 0.25), rel=0.01)


def test_impulse_runs_through_a_row_of_balls_in_five_collision_passes_but_not_in_four():
    """Popovski 2008, figures 30 and 31."""
    last = []
    for passes in (5, 4):
        sim = rg.Simulation(rg.load("billiard_row"), rg.Realtime(method="document", collision_passes=passes))
        sim.run(1.0)
        last.append([-float(sim.body(f"ball{k}").velocity[0]) for k in (4, 5)])
    assert last[0][1] > 5.0 * last[0][0]
    assert last[1][1] == pytest.approx(last[1][0], rel=0.01)


def moved(scene, seconds, **settings):
    sim = rg.Simulation(scene, rg.Realtime(**settings))
    sim.run(seconds)
    return sim


#: Packaged scenes with joints: linkages, also through positions where they could fold, chains with a heavy end, limits
#: from which a slider rebounds, and rings of skulls.
JOINTED = (
    *("chain", "double_four_bar", "double_pendulum", "falling_bars", "four_bar", "gyroscope", "hinge_and_slider"),
    *("locked_cubes", "newtons_cradle", "pendulum", "pendulum_of_cubes", "skull_rings", "slider_crank", "two_bars"),
    "wrecking_ball",
)


def test_every_packaged_scene_with_joints_is_compared():
    found = [name for name in scenes.names() if "[joint." in scenes.path(name).read_text(encoding="utf-8")]
    assert {name for name in found if rg.load(scenes.path(name)).joints} == set(JOINTED)


def jointed(sim):
    """Return the positions (k, 3) of the bodies that joints hold."""
    rows = {row for joint in sim.model.joint_rows for row in joint.rows if row >= 0}
    return sim.state.position[sorted(rows)]


@pytest.mark.parametrize("name", JOINTED)
def test_joints_move_as_in_the_default_method(name):
    """Ten iterations, the document's number, leave joints open; what differs is of that size."""
    dt = 1 / 120 if name == "wrecking_ball" else 1 / 60
    default = jointed(moved(rg.load(scenes.path(name)), 1.0, dt=dt))
    size = np.linalg.norm(np.ptp(default, axis=0)) + 1.0
    for iterations, off in ((10, 0.015), (100, 0.006))[: 2 if LONG else 1]:
        sim = moved(rg.load(scenes.path(name)), 1.0, dt=dt, method="document", joint_iterations=iterations)
        assert np.abs(jointed(sim) - default).max() < off * size


def test_light_links_carry_a_heavy_ball_with_any_number_of_joint_iterations():
    """The forces of their joints turn links back at 200 rad/s: one step of 1/120 s would diverge."""
    for iterations in (10, 30, 100):
        sim = moved(rg.load("wrecking_ball"), 0.8, dt=1 / 120, method="document", joint_iterations=iterations)
        assert np.abs(sim.state.angular_velocity).max() < 10.0


def bend(iterations):
    """Return how far the rod of locked cubes bends while it swings [rad]."""
    sim = rg.Simulation(rg.load("locked_cubes"), rg.Realtime(method="document", joint_iterations=iterations))
    most = 0.0
    for _ in range(60):
        sim.step()
        last, first = sim.state.attitude[-1], sim.state.attitude[0]
        most = max(most, 2.0 * math.acos(min(abs(float(last @ first)), 1.0)))
    return most


def test_one_iteration_bends_a_rod_of_locked_cubes_that_ten_keep_straight():
    """Popovski 2008, figure 35."""
    assert bend(10) < 0.04
    assert bend(1) > 0.2


def arm(**joint):
    """Return a bar of 2 kg that is hinged at its end, and lies level."""
    scene = rg.Scene()
    bar = scene.add_body(rg.Box((1, 0.1, 0.1)), name="bar", mass=2.0, position=(0.5, 0, 0))
    scene.add_joint(rg.Revolute(bar, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge", **joint))
    return scene


def hung_by_a_rope():
    scene = rg.Scene()
    bob = scene.add_body(rg.Sphere(0.1), name="bob", mass=1.0, position=(0.6, 0, -0.4))
    ends = {"anchor_a": (0.6, 0, -0.4), "anchor_b": (0, 0, 0)}
    scene.add_joint(rg.Distance(bob, rg.WORLD, **ends, lower=0.0, upper=1.0, name="rope"))
    return scene


DRIVEN = {
    "speed motor": (arm(motor="speed", motor_target=2.0, motor_max=100.0), 0.02),
    "servo": (arm(motor="position", motor_target=0.5, motor_stiffness=500.0, motor_damping=30.0), 0.005),
    "stiff servo": (arm(motor="position", motor_target=0.5, motor_stiffness=5e4, motor_damping=3e3), 0.005),
    "spring": (arm(stiffness=30.0, damping=1.0), 0.005),
    "stiff spring": (arm(stiffness=2e3), 0.02),
    "limit": (arm(lower=-0.3, upper=0.3), 0.002),
    "limit with rebound": (arm(upper=0.3, limit_restitution=0.5), 0.005),
    "rope": (hung_by_a_rope(), 0.02),
}


@pytest.mark.parametrize("name", DRIVEN)
def test_motors_servos_springs_limits_and_ropes_act_as_in_the_default_method(name):
    scene, off = DRIVEN[name]
    fine = moved(scene, 1.0, dt=1 / 1000).state.position
    np.testing.assert_allclose(moved(scene, 1.0, method="document").state.position, fine, atol=off)


def test_stiff_joint_spring_keeps_its_amplitude():
    """An oscillation of 0.7 rad a step keeps its amplitude, as with the default method."""
    scene = rg.Scene(gravity=(0, 0, 0))
    block = scene.add_body(rg.Box((1, 1, 1)), mass=2.0)
    scene.add_joint(rg.Prismatic(block, axis=(1, 0, 0), stiffness=2.0 * (0.7 / 0.01) ** 2, name="rail"))
    scene.take_pose(rg.Pose(joints={"rail": 0.1}))
    sim = rg.Simulation(scene, rg.Realtime(dt=0.01, method="document"))
    places = []
    for _ in range(600):
        sim.step()
        places.append(abs(sim.joint("rail").position))
    assert max(places[300:]) == pytest.approx(max(places[:300]), rel=2e-3)


def test_driven_wheel_rolls_and_does_not_sink():
    """Contacts and joints of one level: a joint does not push a wheel into the ground."""
    scene = rg.Scene()
    scene.add_ground(friction=0.8)
    cart = scene.add_body(rg.Box((1.2, 0.4, 0.2)), mass=4.0, position=(0, 0, 0.25), name="cart")
    for k, (x, y) in enumerate([(-0.4, -0.3), (-0.4, 0.3), (0.4, -0.3), (0.4, 0.3)]):
        wheel = scene.add_body(rg.Sphere(0.15), mass=0.5, position=(x, y, 0.15), name=f"wheel{k}")
        drive = {"motor": "speed", "motor_target": 4.0, "motor_max": 5.0} if x < 0 else {}
        scene.add_joint(rg.Revolute(wheel, cart, anchor=(x, y, 0.15), axis=(0, 1, 0), name=f"axle{k}", **drive))
    sim = moved(scene, 3.0, method="document")
    assert sim.body("wheel0").position[2] == pytest.approx(0.15, abs=1e-3)
    assert sim.body("cart").velocity[0] == pytest.approx(4.0 * 0.15, rel=5e-3)
    assert sim.contacts()["impulse"].sum() == pytest.approx(6.0 * 9.81 / 60, rel=0.01)


def test_snapshot_goes_on_to_the_bit():
    sim = rg.Simulation(rg.load("locked_cubes"), rg.Realtime(method="document"))
    sim.run(0.3)
    kept = sim.snapshot()
    sim.run(0.3)
    first = sim.state.position.copy()
    sim.restore(kept)
    sim.run(0.3)
    np.testing.assert_array_equal(sim.state.position, first)


def test_joints_left_open_name_the_setting_that_closes_them():
    sim, told = rg.Simulation(rg.load("locked_cubes"), rg.Realtime(method="document", joint_iterations=1)), []
    for _ in range(60):
        told += sim.step().notes
    assert any("`joint_iterations` above 1" in note for note in told)


def test_elastic_cube_rests_with_restitution_before_forces_and_hops_with_it_after():
    """Popovski 2008, figure 27."""
    scene, up = elastic_cube()
    before, after = (
        abs(settled(scene, 1.0, restitution=kind)[1] @ up - 0.5) for kind in ("before_forces", "after_forces")
    )
    assert before < 2e-3
    assert after > 2 * before


@pytest.mark.parametrize("method", ["islands", "document"])
def test_seesaw_tips_to_the_heavy_cube_and_back_once_it_has_slid_off(method):
    """Popovski 2008, figure 28."""
    sim = rg.Simulation(rg.load("seesaw"), rg.Realtime(method=method))

    def angle():
        w, _, y, _ = sim.body("plank").orientation
        return math.degrees(2.0 * math.atan2(y, w))

    sim.run(1.0)
    assert angle() > 15.0
    assert sim.body("light").position[2] > 1.6
    sim.run(4.0)  # its end strikes the ground and comes up once
    assert angle() < -15.0
    assert sim.body("heavy").position[0] > 3.0 + 0.4
    assert sim.body("light").position[2] < 1.1
