"""Joints in the realtime engine: closed, keeping energy, bearing contacts; motors, springs, stops, breaking."""

import numpy as np
import pytest

import rigida as rg
from rigida import scenes

G = 9.81


#: Islands solved directly, or in sub-steps alone.
SOLVERS = pytest.mark.parametrize("solver", [{}, {"direct_limit": 0}], ids=["direct", "sub_steps"])


def realtime(scene: rg.Scene, **settings) -> rg.Simulation:
    return rg.Simulation(scene, rg.Realtime(**{"dt": 1 / 60, **settings}))


def gap(sim: rg.Simulation) -> float:
    joints = sim.engine.joints
    joints.evaluate(sim.time, sim.state)
    return float(np.abs(joints.parts.error).max())


def chain(links: int, **fields) -> rg.Scene:
    """Return a chain of rods of 0.5 m, held out horizontally."""
    scene, before = rg.Scene(), rg.WORLD
    for i in range(links):
        rod = scene.add_body(rg.Box((0.4, 0.1, 0.1)), mass=1.0, position=(0.25 + 0.5 * i, 0, 0), collision_mask=0)
        scene.add_joint(rg.Spherical(rod, before, anchor=(0.5 * i, 0, 0), name=f"joint{i}", **fields))
        before = rod
    return scene


def hinged_rod(**fields) -> rg.Scene:
    """Return a 2 kg rod of 1 m along x, hinged at the origin about y."""
    scene = rg.Scene()
    rod = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=2.0, position=(0.5, 0, 0), name="rod")
    scene.add_joint(rg.Revolute(rod, anchor=(0, 0, 0), axis=(0, 1, 0), name="hinge", **fields))
    return scene


MOMENT = 2.0 / 12.0 * (1 + 0.1**2) + 2.0 * 0.25


def test_a_falling_chain_stays_closed_and_keeps_its_energy():
    sim = realtime(chain(20))
    start, opened, off = sim.energy().total, 0.0, 0.0
    for _ in range(600):
        sim.step()
        opened, off = max(opened, gap(sim)), max(off, abs(sim.energy().total - start))
    assert opened < 5e-5
    assert off < 0.01 * G * sum(0.25 + 0.5 * i for i in range(20))


@pytest.mark.parametrize("name", ["four_bar", "double_four_bar"])
def test_mechanisms_with_redundant_equations_keep_their_energy(name):
    scene = rg.load(scenes.path(name))
    for body in scene.bodies:
        body.collision_mask = 0
    sim = realtime(scene)
    start, opened, off = sim.energy().total, 0.0, 0.0
    for _ in range(600):
        sim.step()
        opened, off = max(opened, gap(sim)), max(off, abs(sim.energy().total - start))
    assert opened < 1e-6
    assert off < 0.01 * G


def test_a_pendulum_swings_as_the_precise_engine_says():
    place = []
    for engine in ("precise", "realtime"):
        sim = rg.Simulation(hinged_rod(), engine, dt=1 / 60)
        sim.run(1.0)
        place.append(sim.body("rod").position)
    np.testing.assert_allclose(place[1], place[0], atol=2e-3)


def test_reaction_of_a_hanging_rod_is_its_weight():
    scene = rg.Scene()
    rod = scene.add_body(rg.Box((0.1, 0.1, 1)), mass=2.0, position=(0, 0, -0.5))
    scene.add_joint(rg.Spherical(rod, anchor=(0, 0, 0), name="ball"))
    sim = realtime(scene)
    sim.run(0.5)
    np.testing.assert_allclose(sim.joint("ball").force, [0, 0, 2.0 * G], atol=1e-6)


@pytest.mark.parametrize("masses", [(1.0,) * 5, (0.01, 1.0, 1.0, 1.0, 100.0)])
def test_a_chain_dropped_on_the_ground_comes_to_rest_and_weighs_what_it_weighs(masses):
    scene, before = rg.Scene(), None
    scene.add_ground(friction=0.5)
    for i, mass in enumerate(masses):
        link = scene.add_body(
            rg.Capsule(0.05, 0.3), mass=mass, position=(0.4 * i, 0, 1), orientation=(0.5**0.5, 0, 0.5**0.5, 0)
        )
        if before is not None:
            scene.add_joint(rg.Spherical(link, before, anchor=(0.4 * i - 0.2, 0, 1)))
        before = link
    sim = realtime(scene)
    opened = 0.0
    for _ in range(240):
        sim.step()
        opened = max(opened, gap(sim))
    assert opened < 1e-6
    assert sim.energy().kinetic < 1e-9
    np.testing.assert_allclose(sim.state.position[1:, 2], 0.05, atol=1e-3)
    assert sim.contacts()["impulse"].sum() * 60 == pytest.approx(sum(masses) * G, rel=1e-6)


@SOLVERS
def test_a_joint_stops_on_its_limit_and_not_beyond_it(solver):
    scene = rg.Scene(gravity=(0, 0, 0))
    wheel = scene.add_body(rg.Cylinder(0.2, 0.1), mass=1.0, name="wheel", angular_velocity=(0, 0, 3.0))
    scene.add_joint(rg.Revolute(wheel, axis=(0, 0, 1), upper=0.5, name="axle"))
    scene.add_force(rg.Torque(wheel, (0, 0, 0.02)))
    sim = realtime(scene, **solver)
    furthest = 0.0
    for _ in range(60):
        sim.step()
        furthest = max(furthest, sim.joint("axle").position)
    assert furthest < 0.5 + 1e-5
    assert sim.joint("axle").position == pytest.approx(0.5, abs=1e-5)


@SOLVERS
def test_stops_end_the_swing_and_give_back_what_they_should(solver):
    sim = realtime(hinged_rod(upper=0.5), **solver)
    sim.run(3.0)
    assert sim.joint("hinge").position == pytest.approx(0.5, abs=2e-3)
    assert abs(sim.joint("hinge").velocity) < 1e-5
    sim = realtime(hinged_rod(upper=0.5, limit_restitution=1.0), dt=1 / 600, **solver)
    start = sim.energy().total
    sim.run(2.0)
    assert sim.energy().total == pytest.approx(start, abs=0.05 * G)
    assert sim.joint("hinge").position < 0.52


@SOLVERS
def test_a_speed_motor_reaches_its_speed_with_no_more_than_its_effort(solver):
    scene = hinged_rod(motor="speed", motor_target=2.0, motor_max=3.0)
    scene.gravity = (0, 0, 0)
    sim = realtime(scene, **solver)
    sim.step()
    assert sim.joint("hinge").velocity == pytest.approx(3.0 / MOMENT / 60, rel=1e-3)
    sim.run(1.0)
    assert sim.joint("hinge").velocity == pytest.approx(2.0, rel=1e-3)
    sim.joint("hinge").motor_target = -1.0
    sim.run(2.0)
    assert sim.joint("hinge").velocity == pytest.approx(-1.0, rel=1e-3)


@SOLVERS
def test_a_motor_drives_a_wheel_along_the_ground(solver):
    scene = rg.Scene()
    scene.add_ground(friction=0.8)
    cart = scene.add_body(rg.Box((1.2, 0.4, 0.2)), mass=4.0, position=(0, 0, 0.25), name="cart")
    for k, (x, y) in enumerate([(-0.4, -0.3), (-0.4, 0.3), (0.4, -0.3), (0.4, 0.3)]):
        wheel = scene.add_body(rg.Sphere(0.15), mass=0.5, position=(x, y, 0.15), name=f"wheel{k}")
        drive = {"motor": "speed", "motor_target": 4.0, "motor_max": 5.0} if x < 0 else {}
        scene.add_joint(rg.Revolute(wheel, cart, anchor=(x, y, 0.15), axis=(0, 1, 0), name=f"axle{k}", **drive))
    sim = realtime(scene, **solver)
    sim.run(4.0)
    height = float(sim.body("wheel0").position[2])
    assert height == pytest.approx(0.15, abs=1e-3)
    rolled = 0.5 * (height + 0.15)  # contact points lie halfway between the surfaces
    assert sim.body("cart").velocity[0] == pytest.approx(4.0 * rolled, rel=1e-4)
    assert gap(sim) < 1e-6


@SOLVERS
def test_stiff_springs_and_servos_do_not_blow_up(solver):
    sim = realtime(hinged_rod(stiffness=1e6, damping=1e3), **solver)
    sim.run(2.0)
    assert sim.joint("hinge").position == pytest.approx(2.0 * G * 0.5 / 1e6, rel=5e-3)
    servo = {"motor": "position", "motor_target": 0.3, "motor_stiffness": 1e5, "motor_damping": 1e4, "motor_max": 1e5}
    sim = realtime(hinged_rod(**servo), **solver)
    sim.run(2.0)
    assert sim.joint("hinge").position == pytest.approx(0.3, abs=1e-3)


def test_a_soft_spring_swings_with_its_period():
    scene = hinged_rod(stiffness=20.0)
    scene.gravity = (0, 0, 0)
    sim = realtime(scene)
    sim.body("rod").angular_velocity = (0, 1, 0)
    sim.body("rod").velocity = (0, 0, -0.5)
    start = sim.energy().total
    period = 2 * np.pi * (MOMENT / 20.0) ** 0.5
    sim.run(10 * period)
    assert sim.energy().total == pytest.approx(start, rel=0.02)


def test_overloaded_joints_break_and_say_so():
    sim = realtime(chain(5, break_force=60.0))
    notes = [note for _ in range(120) for note in sim.step().notes]
    assert any("broke at t" in note and "break_force = 60 N" in note for note in notes)
    assert any(sim.joint(f"joint{k}").broken for k in range(5))
    assert np.isfinite(sim.state.position).all()
    assert gap(sim) < 1e-6


def test_a_path_carries_what_hangs_on_it():
    scene = rg.Scene()
    hook = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0), collision_mask=0)
    bob = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, -1), collision_mask=0)
    path = rg.PathFunction(lambda t: (0.2 * np.sin(3.0 * t) ** 2, 0, 0))
    scene.add_joint(rg.PointOnPath(hook, path=path))
    scene.add_joint(rg.Spherical(bob, hook, anchor=(0, 0, 0)))
    sim = realtime(scene)
    opened, swung = 0.0, []
    for _ in range(120):
        sim.step()
        opened = max(opened, gap(sim))
        swung.append(sim.state.position[1, 0])
    assert opened < 1e-6
    assert np.ptp(swung) > 0.05  # the bob was dragged along


def test_a_snapshot_goes_on_to_the_bit():
    scene, before = rg.Scene(), None
    scene.add_ground()
    for i in range(4):
        link = scene.add_body(rg.Box((0.3, 0.1, 0.1)), mass=1.0, position=(0.4 * i, 0, 0.5))
        if before is not None:
            scene.add_joint(
                rg.Revolute(link, before, anchor=(0.4 * i - 0.2, 0, 0.5), axis=(0, 1, 0), upper=1.0, stiffness=2.0)
            )
        before = link
    sim = realtime(scene)
    sim.run(0.3)
    kept = sim.snapshot()
    sim.run(0.5)
    first = sim.state_hash()
    sim.restore(kept)
    sim.run(0.5)
    assert sim.state_hash() == first


def deepest_of_piled_rings(shift):
    """Let four rings, each shifted against the one below [m], fall into a pile; return the deepest overlap [m]."""
    scene, length = rg.Scene(), 0.55
    scene.add_ground(friction=0.5)
    for level in range(4):
        links, middle = [], np.array([shift * level, 0, 0.3 + 0.4 * level])
        for k in range(6):
            turn = k * np.pi / 3
            place = length * 0.75**0.5 * np.array([np.cos(turn), np.sin(turn), 0]) + middle
            lying = (np.cos(turn / 2), 0, 0, np.sin(turn / 2))
            links.append(scene.add_body(rg.Box((0.15, 0.4, 0.15)), mass=1.0, position=place, orientation=lying))
        for k in range(6):
            turn = (k + 0.5) * np.pi / 3
            corner = length * np.array([np.cos(turn), np.sin(turn), 0]) + middle
            scene.add_joint(rg.Spherical(links[k], links[(k + 1) % 6], anchor=corner))
    sim = realtime(scene, dt=0.01)
    start, opened, deepest, large = sim.energy().total, 0.0, 0.0, False
    for _ in range(300):
        sim.step()
        islands = sim.engine.world.islands
        large |= bool((islands.method[: islands.count] == 0).any())
        opened, deepest = max(opened, gap(sim)), min(deepest, sim.engine.world.contacts.deepest)
        assert sim.energy().total < start + 1e-6
    assert large  # solved in sub-steps while it falls
    assert opened < 1e-6
    assert sim.energy().kinetic < 1e-4
    assert sim.engine.world.contacts.deepest > -1e-3
    return deepest


def test_rings_of_links_that_pile_up_stay_closed_and_come_to_rest():
    # Piles differ from start to start: a ring that drives the one below into the next may overlap for a step.
    deepest = [deepest_of_piled_rings(shift) for shift in (0.02, 0.025, 0.03, 0.035, 0.04)]
    assert np.median(deepest) > -0.005
    assert min(deepest) > -0.015


@pytest.mark.parametrize("count", [1, 4])
def test_jointed_balls_rebound_to_the_square_of_restitution(count):
    scene = rg.Scene()
    scene.add_ground(restitution=0.8, friction=0.0)
    for k in range(count):
        pair = [
            scene.add_body(rg.Sphere(0.1), mass=1.0, position=(3 * k + x, 0, 0.6), restitution=0.8, friction=0.0)
            for x in (0.0, 0.3)
        ]
        scene.add_joint(rg.Spherical(*pair, anchor=(3 * k + 0.15, 0, 0.6)))
    sim = rg.Simulation(scene, rg.Realtime(dt=0.01))
    height = []
    for _ in range(65):  # it lands after 0.32 s and is highest after 0.58 s
        sim.step()
        height.append(sim.state.center[-1, 2])
    # The blow comes up to a step before the balls touch, at a velocity that is smaller by up to g dt.
    assert min(height) == pytest.approx(0.1, abs=0.04)
    assert max(height[35:]) == pytest.approx(0.1 + 0.64 * 0.5, abs=0.04)


@pytest.mark.parametrize("turned", [0.1, 0.3, 0.7])
def test_whole_steps_keep_the_energy_of_a_joint_spring(turned):
    """Whole steps in which an oscillation turns by up to 0.7 rad keep its amplitude; its frequency is Newmark's."""
    dt, mass = 0.01, 2.0
    scene = rg.Scene(gravity=(0, 0, 0))
    block = scene.add_body(rg.Box((1, 1, 1)), mass=mass)
    scene.add_joint(rg.Prismatic(block, axis=(1, 0, 0), stiffness=mass * (turned / dt) ** 2, name="rail"))
    scene.take_pose(rg.Pose(joints={"rail": 0.1}))
    sim = rg.Simulation(scene, rg.Realtime(dt=dt, accuracy=0.0))
    places = np.zeros(2000)
    for step in range(len(places)):
        sim.step()
        places[step] = sim.joint("rail").position
    assert np.abs(places[1000:]).max() == pytest.approx(np.abs(places[:1000]).max(), rel=2e-3)
    # tan(ω h / 2) = √z / 2 with z = h² k / m; where the spring is a force, sin(ω h / 2).
    half = np.arcsin(0.5 * turned) if turned**2 < 0.05 else np.arctan(0.5 * turned)
    crossings = np.flatnonzero(np.diff(np.sign(places)))
    assert np.pi / np.diff(crossings).mean() == pytest.approx(2.0 * half, rel=2e-3)


@pytest.mark.parametrize("joint", [rg.Revolute, rg.Prismatic], ids=["hinge", "slide"])
@pytest.mark.parametrize("turned", [0.25, 0.5, 0.7])
def test_error_controlled_steps_keep_the_energy_of_a_joint_spring(joint, turned):
    """Where errors are controlled bodies move by the mean velocity of a step: so does the law of a spring."""
    dt, mass = 0.01, 2.0
    scene = rg.Scene(gravity=(0, 0, 0))
    ball = scene.add_body(rg.Sphere(0.1), mass=mass)
    inertia = 0.4 * mass * 0.1**2 if joint is rg.Revolute else mass
    scene.add_joint(joint(ball, axis=(1, 0, 0), stiffness=inertia * (turned / dt) ** 2, name="spring"))
    scene.take_pose(rg.Pose(rates={"spring": 1.0}))
    sim = rg.Simulation(scene, rg.Realtime(dt=dt))
    start = sim.energy().total
    for _ in range(400):
        sim.step()
        assert sim.energy().total == pytest.approx(start, rel=1e-6)


def test_whole_steps_damp_a_joint_exactly():
    scene = rg.Scene(gravity=(0, 0, 0))
    block = scene.add_body(rg.Box((1, 1, 1)), mass=2.0)
    scene.add_joint(rg.Prismatic(block, axis=(1, 0, 0), damping=100.0, name="rail"))
    scene.take_pose(rg.Pose(rates={"rail": 1.0}))
    sim = rg.Simulation(scene, rg.Realtime(dt=0.02, accuracy=0.0))
    for step in range(1, 6):
        sim.step()
        assert sim.joint("rail").velocity == pytest.approx(np.exp(-50.0 * 0.02 * step), rel=1e-4)


@SOLVERS
@pytest.mark.parametrize("up", [-1.0, 1.0])
def test_a_slide_falls_no_faster_than_its_speed_limit(solver, up):
    scene = rg.Scene()
    block = scene.add_body(rg.Box((1, 1, 1)), mass=2.0)
    scene.add_joint(rg.Prismatic(block, axis=(0, 0, up), speed_limit=1.5, name="rail"))
    sim = realtime(scene, **solver)
    for step in range(1, 31):
        sim.step()
        expected = -up * min(G * step / 60, 1.5)
        assert sim.joint("rail").velocity == pytest.approx(expected, abs=1e-5 * G / 60)  # what solves leave of a step


def test_a_servo_turns_its_joint_no_faster_than_the_speed_limit():
    servo = {"motor": "position", "motor_target": -2.0, "motor_stiffness": 400.0, "motor_damping": 1.0}
    sim = realtime(hinged_rod(speed_limit=2.0, **servo))
    rates = []
    for _ in range(90):
        sim.step()
        rates.append(abs(sim.joint("hinge").velocity))
    # At full torque from rest it is faster than its limit once, before that is looked for.
    assert max(rates[1:30]) < 2.0 + 1e-6
    assert sim.joint("hinge").position == pytest.approx(-2.0, abs=0.1)
