"""Contacts of the precise engine against closed formulas: bounces, sliding, rolling, cradles, stops, motors."""

import math

import numpy as np
import pytest

import rigida as rg
from rigida import scenes
from rigida.dynamics.energy import kinetic_energy, momentum
from rigida.precise.contact.impact import apply_impacts

G = 9.81


def simulate(scene: rg.Scene, until: float, **settings: object) -> rg.Simulation:
    sim = rg.Simulation(scene, rg.Precise(**{"tolerance": 1e-10, **settings}))  # type: ignore[arg-type]
    sim.engine.advance(until)
    return sim


def ball_scene(height: float, restitution: float) -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground(friction=0.0, restitution=restitution)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.1 + height), friction=0.0, name="ball")
    return scene


@pytest.mark.parametrize(("height", "restitution"), [(1.0, 0.8), (1.0, 0.5), (5.0, 0.9)])
def test_a_bouncing_ball_comes_to_rest_when_the_series_of_its_bounces_ends(height: float, restitution: float) -> None:
    total = math.sqrt(2.0 * height / G) * (1.0 + restitution) / (1.0 - restitution)
    sim = simulate(ball_scene(height, restitution), 1.01 * total)
    last = sim.engine.recorded_events()[-1]
    assert last.kind == "rest"
    assert last.time == pytest.approx(total, rel=1e-6)
    assert sim.body("ball").position[2] == pytest.approx(0.1, abs=1e-9)
    assert np.linalg.norm(sim.body("ball").velocity) == 0.0


def test_a_bouncing_ball_travels_the_sum_of_its_bounces() -> None:
    height, restitution = 1.0, 0.8
    sim = simulate(ball_scene(height, restitution), 4.2)
    times = np.array([event.time for event in sim.engine.recorded_events()[:-1]])
    flights = np.diff(times)
    path = height + np.sum(2.0 * 0.5 * G * (0.5 * flights) ** 2)
    assert path == pytest.approx(height * (1.0 + restitution**2) / (1.0 - restitution**2), rel=1e-6)


def test_an_elastic_ball_keeps_its_energy() -> None:
    sim = simulate(ball_scene(1.0, 1.0), 8.0)
    assert len(sim.engine.recorded_events()) == 9
    assert sim.energy().total == pytest.approx(1.1 * G, rel=1e-12)


def test_a_sliding_block_stops_after_v_squared_over_two_mu_g() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Box((1, 1, 0.2)), mass=1.0, position=(0, 0, 0.1), velocity=(5, 0, 0), friction=0.5, name="block")
    sim = simulate(scene, 1.5)
    assert sim.body("block").position[0] == pytest.approx(25.0 / (2.0 * 0.5 * G), rel=1e-6)
    assert np.abs(sim.body("block").velocity).max() < 1e-12


@pytest.mark.parametrize("friction", [0.49, 0.51])
def test_a_block_on_an_incline_slides_or_stays(friction: float) -> None:
    angle = math.atan(0.5)
    normal = np.array([-math.sin(angle), 0.0, math.cos(angle)])
    scene = rg.Scene()
    scene.add_ground(friction=friction, normal=normal)
    turn = (math.cos(angle / 2), 0, -math.sin(angle / 2), 0)
    scene.add_body(
        rg.Box((1, 1, 0.2)), mass=1.0, position=0.1 * normal, orientation=turn, friction=friction, name="block"
    )
    sim = simulate(scene, 5.0)
    way = np.linalg.norm(sim.body("block").position - 0.1 * normal)
    expected = 0.5 * G * (math.sin(angle) - friction * math.cos(angle)) * 25.0 if friction < 0.5 else 0.0
    assert way == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_a_bowling_ball_slides_until_it_rolls() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.2)
    scene.add_body(rg.Sphere(0.11), mass=5.0, position=(0, 0, 0.11), velocity=(7, 0, 0), friction=0.2, name="ball")
    sim = simulate(scene, 2.0 * 7.0 / (7.0 * 0.2 * G) * 0.99)
    assert sim.body("ball").velocity[0] > 5.0
    sim.engine.advance(1.5)
    assert sim.body("ball").velocity[0] == pytest.approx(5.0, rel=1e-6)
    assert sim.body("ball").angular_velocity[1] * 0.11 == pytest.approx(5.0, rel=1e-6)


def test_rolling_friction_stops_a_rolling_ball() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(
        rg.Sphere(0.1),
        mass=1.0,
        position=(0, 0, 0.1),
        velocity=(1, 0, 0),
        angular_velocity=(0, 10, 0),
        friction=0.5,
        rolling_friction=0.01,
        name="ball",
    )
    sim = simulate(scene, 2.0)
    # Rolling without slip: (m r² + I) α = arm · weight, with I = 2/5 m r².
    slowing = 5.0 / 7.0 * G * 0.01 / 0.1
    assert sim.body("ball").position[0] == pytest.approx(1.0 / (2.0 * slowing), rel=1e-6)


def test_spinning_friction_stops_a_spinning_ball() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(
        rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.1), angular_velocity=(0, 0, 5), spinning_friction=0.002, name="ball"
    )
    stop = 5.0 * 0.4 * 0.1**2 / (0.002 * G)
    sim = simulate(scene, 0.5 * stop)
    assert sim.body("ball").angular_velocity[2] == pytest.approx(2.5, rel=1e-6)
    sim.engine.advance(1.1 * stop)
    assert np.abs(sim.body("ball").angular_velocity).max() < 1e-12


def test_newtons_cradle_passes_the_impulse_to_the_last_ball() -> None:
    scene = rg.Scene()
    for i in range(5):
        place = (0.1 * i, 0, 0) if i else (-math.sin(0.5), 0, 1.0 - math.cos(0.5))
        ball = scene.add_body(rg.Sphere(0.05), mass=1.0, position=place, restitution=1.0, friction=0.0)
        scene.add_joint(rg.Distance(ball, rg.WORLD, anchor_b=(0.1 * i, 0, 1)))
    sim = simulate(scene, 0.7)
    kinds = [event.kind for event in sim.engine.recorded_events()]
    assert kinds.count("impact") == 1
    assert set(kinds) <= {"begin", "impact"}  # four touch at the start, up to rounding
    assert np.abs(sim.state.velocity[:4]).max() < 1e-9
    assert np.linalg.norm(sim.state.velocity[4]) > 0.5
    assert sim.energy().total == pytest.approx(G * (1.0 - math.cos(0.5)), rel=1e-9)


def test_a_tumbling_box_ends_at_rest_and_the_audit_accounts_for_its_energy() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.4, restitution=0.5)
    scene.add_body(
        rg.Box((1, 1, 1)),
        mass=2.0,
        position=(0, 0, 1.5),
        velocity=(2, 0, 0),
        angular_velocity=(1, 2, 0.3),
        friction=0.4,
        name="box",
    )
    sim = simulate(scene, 2.0, tolerance=1e-9, audit=True)
    assert sim.energy().kinetic < 1e-20
    assert sim.body("box").position[2] == pytest.approx(0.5, abs=1e-9)
    audit = sim.audit()
    assert audit.impacts < 0.0
    assert audit.contacts < 0.0
    assert abs(audit.residual) < 1e-7 * audit.forces
    contacts = sim.contacts()
    assert len(contacts) == 4
    assert contacts["impulse"].sum() / sim.settings.dt == pytest.approx(2.0 * G, rel=1e-9)


def test_a_stack_stands() -> None:
    scene = rg.Scene()
    scene.add_ground()
    for i in range(3):
        scene.add_body(rg.Box((1, 1, 1)), mass=1.0, position=(0, 0, 0.5 + i))
    sim = simulate(scene, 1.0)
    assert np.abs(sim.state.position[1:, 2] - [0.5, 1.5, 2.5]).max() < 1e-9


def test_a_stop_bounces_and_then_holds() -> None:
    scene = rg.Scene()
    bar = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(0.5, 0, 0))
    scene.add_joint(
        rg.Revolute(
            bar, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), lower=-2.0, upper=0.5, limit_restitution=0.5, name="hinge"
        )
    )
    sim = simulate(scene, 3.0)
    angle = math.atan2(-sim.state.position[0, 2], sim.state.position[0, 0])
    assert angle == pytest.approx(0.5, abs=1e-9)
    assert np.abs(sim.state.angular_velocity).max() < 1e-12


def test_a_speed_motor_pulls_with_all_it_has_and_then_keeps_the_speed() -> None:
    scene = rg.Scene(gravity=(0, 0, 0))
    bar = scene.add_body(rg.Box((1, 0.1, 0.1)), mass=1.0, position=(0.5, 0, 0))
    scene.add_joint(
        rg.Revolute(bar, rg.WORLD, anchor=(0, 0, 0), motor="speed", motor_target=3.0, motor_max=0.5, name="hinge")
    )
    inertia = (1.0 + 0.01) / 12.0 + 0.25
    sim = simulate(scene, 0.5 * 3.0 * inertia / 0.5)
    assert sim.state.angular_velocity[0, 2] == pytest.approx(1.5, rel=1e-9)
    sim.engine.advance(3.0 * 3.0 * inertia / 0.5)
    assert sim.state.angular_velocity[0, 2] == pytest.approx(3.0, rel=1e-9)


def random_pair(seed: int) -> rg.Scene:
    """Return two bodies of random shape that meet head-on."""
    random = np.random.default_rng(seed)
    shapes = [
        rg.Box(random.uniform(0.3, 1.0, 3)),
        rg.Sphere(0.4),
        rg.Capsule(0.2, 0.6),
        rg.ConvexHull(random.normal(size=(12, 3)) * 0.4),
    ]
    restitution, friction = random.uniform(0, 1, 2)
    scene = rg.Scene(gravity=(0, 0, 0))
    for side in (-1.0, 1.0):
        scene.add_body(
            shapes[random.integers(4)],
            mass=random.uniform(0.5, 3.0),
            position=(2.0 * side, *random.uniform(-0.1, 0.1, 2)),
            orientation=random.normal(size=4),
            velocity=(-2.5 * side, *random.uniform(-0.1, 0.1, 2)),
            angular_velocity=random.normal(size=3),
            restitution=restitution,
            friction=friction,
        )
    return scene


@pytest.mark.parametrize("seed", range(8))
def test_impacts_of_free_bodies_keep_momentum_and_add_no_energy(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0

    def checked(state, joints, one, rest_speed):  # type: ignore[no-untyped-def]
        nonlocal seen
        seen += 1
        before, energy = momentum(state.model, state), kinetic_energy(state.model, state)
        result = apply_impacts(state, joints, one, rest_speed)
        after = momentum(state.model, state)
        assert np.abs(after.linear - before.linear).max() <= 1e-12
        assert np.abs(after.angular - before.angular).max() <= 1e-12
        assert kinetic_energy(state.model, state) <= energy * (1.0 + 1e-12)
        return result

    monkeypatch.setattr("rigida.precise.contact.contacts.apply_impacts", checked)
    simulate(random_pair(seed), 1.2, tolerance=1e-8)
    assert seen > 0


def test_snapshots_of_resting_contacts_resume_to_the_bit() -> None:
    scene = rg.Scene()
    scene.add_ground(friction=0.5)
    scene.add_body(rg.Box((1, 1, 0.2)), mass=1.0, position=(0, 0, 0.1), velocity=(5, 0, 1), friction=0.5)
    sim = simulate(scene, 0.5)
    snapshot = sim.snapshot()
    sim.engine.advance(0.9)
    expected = sim.state_hash()
    sim.restore(snapshot)
    sim.engine.advance(0.9)
    assert sim.state_hash() == expected


def test_penalty_springs_let_a_ball_sink_by_weight_over_stiffness() -> None:
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.1), name="ball")
    sim = simulate(scene, 1.0, contact="penalty", penalty_stiffness=1e4, tolerance=1e-8)
    assert sim.body("ball").position[2] == pytest.approx(0.1 - G / 1e4, abs=1e-5)


INVERSE = {"contact": "penalty", "penalty_law": "inverse", "penalty_range": 0.02, "tolerance": 1e-9}


def test_inverse_penalty_spring_carries_a_ball_above_the_ground() -> None:
    """m g = k/d − k/range at rest."""
    scene = rg.Scene()
    scene.add_ground(restitution=0.0)
    scene.add_body(rg.Sphere(0.1), mass=1.0, position=(0, 0, 0.115), restitution=0.0, name="ball")
    sim = simulate(scene, 6.0, penalty_stiffness=0.05, **INVERSE)
    assert sim.body("ball").position[2] == pytest.approx(0.1 + 0.05 / (G + 0.05 / 0.02), abs=1e-5)


def test_inverse_penalty_springs_turn_an_elastic_ball_back_before_it_touches() -> None:
    """Its energy m v²/2 goes into k (ln(range/d) + d/range − 1), which has no bound."""
    scene = rg.Scene(gravity=(0, 0, 0))
    scene.add_ground(restitution=1.0)
    scene.add_body(
        rg.Sphere(0.1), mass=2.0, position=(0, 0, 0.2), velocity=(0, 0, -1), restitution=1.0, friction=0.0, name="ball"
    )
    run = rg.Simulation(scene, rg.Precise(penalty_stiffness=0.5, **INVERSE)).run(0.3, fps=2000)
    gap = run.body("ball").position[:, 2].min() - 0.1
    assert 0.5 * (np.log(0.02 / gap) + gap / 0.02 - 1.0) == pytest.approx(1.0, rel=1e-3)
    np.testing.assert_allclose(run.body("ball").velocity[-1], (0, 0, 1), atol=1e-6)


def test_bodies_that_overlap_at_the_start_are_refused_by_name() -> None:
    scene = rg.Scene()
    scene.add_body(rg.Sphere(0.5), position=(0, 0, 0), name="left")
    scene.add_body(rg.Sphere(0.5), position=(0.5, 0, 0), name="right")
    with pytest.raises(rg.SceneError, match=r"'left' and 'right' overlap by 0\.5 m"):
        rg.Simulation(scene, "precise")


@pytest.mark.parametrize("number", [2, 3])
def test_bricks_that_meet_with_friction_get_past_each_other(number: int) -> None:
    described = rg.load(scenes.path(f"two_bricks_{number}"))
    scene = rg.Scene(gravity=described.gravity)
    for body in described.bodies:
        scene.add_body(
            body.shape,
            mass=body.mass,
            position=body.position,
            orientation=body.orientation,
            velocity=body.velocity,
            name=body.name,
        )
    sim = simulate(scene, 4.0, tolerance=1e-9)
    assert sim.time == pytest.approx(4.0)
    apart = rg.distance(
        described.bodies[0].shape,
        (sim.state.position[0], sim.state.orientation[0]),
        described.bodies[1].shape,
        (sim.state.position[1], sim.state.orientation[1]),
    )
    # A thousandth of a brick: what may pass before the features that take over are found.
    assert apart.separation > -0.1


def test_a_slide_that_turns_while_it_slows_down_comes_to_rest_in_few_steps() -> None:
    scene = rg.Scene()
    scene.add_ground()
    for k in range(3):
        spin = (1, 2 + k, 3)
        scene.add_body(rg.Box((0.4, 0.3, 0.2)), position=(k, 0.2, 2), velocity=(0.3, 0, 2), angular_velocity=spin)
    scene.add_body(rg.Cone(0.3, 0.6), position=(4, 0, 2), angular_velocity=(0, 9, 1))
    sim = rg.Simulation(scene, "precise")
    assert sim.engine.advance(1.0).steps < 300


@pytest.mark.parametrize("shape", [rg.Cone(0.4, 0.9), rg.Cylinder(0.3, 0.2)])
def test_a_rim_touches_at_its_lowest_point_whichever_way_it_leans(shape: rg.Cone | rg.Cylinder) -> None:
    scene = rg.Scene()
    scene.add_ground()
    lean, center = 0.05, 0.5
    scene.add_body(shape, position=(0, 0, center), name="disk")
    sim = rg.Simulation(scene, "precise")
    detection = sim.engine.contacts.detection
    base = shape.radius * math.sin(lean) + shape.height * math.cos(lean) * (0.25 if isinstance(shape, rg.Cone) else 0.5)
    for way in np.linspace(0.0, 1.6, 50):  # past two of the points that a manifold has on a rim
        across = math.sin(lean / 2) * np.array([math.cos(way), math.sin(way), 0.0])
        sim.body("disk").orientation = (math.cos(lean / 2), *across)
        height = float(sim.state.center[1, 2])
        detection.place(sim.state.center, sim.state.attitude)
        found = detection.points(np.array([[0, 1]], dtype=np.int32))
        lowest = int(np.argmin(found.gap))
        assert found.gap[lowest] == pytest.approx(height - base, abs=1e-9)
        # It leans across the axis about which it was turned. Within 1e-9 m of height another point stands for it.
        aside = found.point[lowest, :2] - sim.state.center[1, :2]
        downhill = np.array([math.sin(way), -math.cos(way)])
        assert aside @ downhill / np.linalg.norm(aside) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("spin", [0.0, 5.0])
def test_a_thick_disk_that_tips_past_upright_lands_on_its_other_rim(spin):
    """Its lower edge stays on the ground, and no energy comes from nowhere; it used to sink in by a quarter of it."""
    radius, half, lean = 0.1, 0.04, 0.3
    scene = rg.Scene()
    scene.add_ground(friction=0.6)
    height = radius * math.cos(lean) + half * math.sin(lean)
    turn = rg.axis_angle((1, 0, 0), 0.5 * math.pi + lean)
    start = {"velocity": (spin * height, -2.0 * height, 0), "angular_velocity": (2.0, spin, 0)}
    shape = rg.Cylinder(radius, 2 * half)
    scene.add_body(shape, mass=1.0, position=(0, 0, height), orientation=turn, friction=0.6, name="disk", **start)
    sim = rg.Simulation(scene, rg.Precise())
    energy, lowest = [sim.energy().total], 0.0
    for _ in range(30):
        sim.run(1 / 60)
        _, x, y, _ = sim.body("disk").orientation
        along = 1.0 - 2.0 * (x * x + y * y)  # of its axis, upwards
        edge = sim.body("disk").position[2] - radius * math.sqrt(1.0 - along**2) - half * abs(along)
        lowest = min(lowest, edge)
        energy.append(sim.energy().total)
    assert lowest > -1e-6
    assert np.diff(energy).max() < 1e-6
