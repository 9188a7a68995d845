"""Constraints written by the user, against closed forms."""

from typing import NamedTuple

import numpy as np
import pytest

import rigida as rg
from rigida.constraints.user_rows import UserRows, first_derivative, second_derivative
from rigida.dynamics.body_motion import BodyFrame, displaced
from rigida.math.quaternion import normalize_array

G = 9.81
#: Tolerance of the integration, and what closed forms are met to: positions over seconds collect a hundred steps of it.
EXACT, CLOSE = rg.Precise(tolerance=1e-12), 1e-9


class Bound(NamedTuple):
    """How an engine is compared: `lag` [s], as the realtime engine reports means over its last step.

    They are along the directions at its end.
    """

    engine: rg.Precise | rg.Realtime
    tolerance: float
    lag: float

    def holds(self, value, exact, scale=None):
        """Compare with a closed form, up to the tolerance as a part of its size (or of `scale`)."""
        size = np.linalg.norm(exact) if scale is None else scale
        np.testing.assert_allclose(value, exact, rtol=0.0, atol=self.tolerance * max(size, 1e-12))


PRECISE = Bound(EXACT, 5e-9, 0.0)
REALTIME = Bound(rg.Realtime(), 5e-3, 0.5 / 60)
both_engines = pytest.mark.parametrize("bound", [PRECISE, REALTIME], ids=["precise", "realtime"])


def particle(scene, **settings):
    return scene.add_body(rg.Sphere(0.01), mass=2.0, name="particle", **settings)


def side_slip(time, skate):
    return skate.velocity @ skate.direction((0, 1, 0))


@both_engines
@pytest.mark.parametrize("derived", [False, True])
def test_skate_on_a_slope_draws_a_cycloid(derived, bound):
    """A knife edge that turns with ω never gains height on average: x = g/2ω² sin²ωt, y = g/2ω² (ωt − ½ sin 2ωt)."""
    slope, omega, mass, t = 2.0, 1.3, 3.0, 0.8
    scene = rg.Scene(gravity=(slope, 0, 0))
    skate = scene.add_body(rg.Box((1, 0.2, 0.1)), mass=mass, name="skate", angular_velocity=(0, 0, omega))
    own = {
        "jacobian": lambda time, a: (*a.direction((0, 1, 0)), 0, 0, 0),
        "bias": lambda time, a: a.velocity @ np.cross(a.angular_velocity, a.direction((0, 1, 0))),
    }
    scene.add_joint(rg.Constraint(skate, function=side_slip, name="blade", **(own if derived else {})))
    sim = rg.Simulation(scene, engine=bound.engine)
    sim.run(t, fps=5)
    scale, angle = slope / (2.0 * omega**2), omega * t
    exact = scale * np.sin(angle) ** 2, scale * (angle - 0.5 * np.sin(2.0 * angle)), 0.0
    bound.holds(sim.body("skate").position, exact)
    # The blade turns the path (m v ω) and carries the weight across (m g sin ωt), which are equal here.
    angle -= omega * bound.lag
    across = np.array([-np.sin(angle), np.cos(angle), 0.0])
    bound.holds(sim.joint("blade").force, 2.0 * mass * slope * np.sin(angle) * across)
    np.testing.assert_allclose(sim.joint("blade").torque, 0.0, atol=CLOSE)


def rolls(radius, ground=lambda time, place: np.zeros(3)):
    """Return three equations: the lowest point of a ball has the velocity of the ground there."""

    def slip(time, ball):
        lowest = ball.position - (0, 0, radius)
        return ball.velocity_at(lowest) - ground(time, lowest)

    return slip


@both_engines
def test_wheel_that_rolls_down_a_slope_takes_five_sevenths(bound):
    radius, mass, down, normal, t = 0.3, 2.0, 3.0, 9.0, 0.5
    scene = rg.Scene(gravity=(down, 0, -normal))
    ball = scene.add_body(rg.Sphere(radius), mass=mass, position=(0, 0, radius), name="wheel")
    scene.add_joint(rg.Constraint(ball, function=rolls(radius), name="rolls"))
    sim = rg.Simulation(scene, engine=bound.engine)
    sim.run(t, fps=5)
    bound.holds(sim.body("wheel").position, (0.5 * 5 / 7 * down * t**2, 0, radius))
    bound.holds(sim.joint("rolls").force, (-2 / 7 * mass * down, 0, mass * normal))
    # about the center of the ball the force acts at its lowest point
    bound.holds(sim.joint("rolls").torque, (0, 2 / 7 * mass * down * radius, 0))


@both_engines
def test_ball_on_a_turntable_goes_in_circles_at_two_sevenths(bound):
    radius, spin, t = 0.1, 3.0, 0.8
    scene = rg.Scene(gravity=(0, 0, -G))
    start = np.array([1.0, 0.0, radius])
    velocity = np.array([0.0, 0.4, 0.0])
    table = np.array([0.0, 0.0, spin])
    # v + ω × (−r e_z) = Ω × x fixes the horizontal part of ω
    roll = np.cross((0, 0, 1), velocity - np.cross(table, start)) / radius
    ball = scene.add_body(
        rg.Sphere(radius), mass=1.0, position=start, velocity=velocity, angular_velocity=roll, name="ball"
    )
    turning = rolls(radius, lambda time, place: np.cross(table, (*place[:2], 0.0)))
    scene.add_joint(rg.Constraint(ball, function=turning))
    sim = rg.Simulation(scene, engine=bound.engine)
    sim.run(t, fps=5)
    rate = 2.0 / 7.0 * spin
    center = start + np.array([-velocity[1], velocity[0], 0.0]) / rate
    arm, c, s = start - center, np.cos(rate * t), np.sin(rate * t)
    exact = center + np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1], 0.0])
    bound.holds(sim.body("ball").position, exact)


@both_engines
def test_point_on_a_paraboloid_circles_with_one_period_at_every_height(bound):
    """On z = (x² + y²)/2l horizontal circles have ω² = g/l."""
    length, at, t = 0.7, 0.5, 0.8
    omega = np.sqrt(G / length)
    scene = rg.Scene(gravity=(0, 0, -G))
    body = particle(scene, position=(at, 0, at**2 / (2 * length)), velocity=(0, omega * at, 0))
    surface = lambda time, a: a.position[2] - (a.position[0] ** 2 + a.position[1] ** 2) / (2 * length)  # noqa: E731
    scene.add_joint(rg.Constraint(body, function=surface, name="surface"))
    sim = rg.Simulation(scene, engine=bound.engine)
    sim.run(t, fps=5)
    bound.holds(sim.body("particle").position, (at * np.cos(omega * t), at * np.sin(omega * t), at**2 / (2 * length)))
    angle = omega * (t - bound.lag)
    force = 2.0 * np.array([-(omega**2) * at * np.cos(angle), -(omega**2) * at * np.sin(angle), G])
    bound.holds(sim.joint("surface").force, force)


def test_distance_as_a_function_moves_two_bodies_as_the_joint_does():
    def two(joint):
        scene = rg.Scene(gravity=(0, 0, -G))
        a = scene.add_body(rg.Box((0.4, 0.3, 0.2)), mass=1.0, name="a", angular_velocity=(1, 2, 0.5))
        b = scene.add_body(rg.Cone(0.2, 0.5), mass=2.0, position=(1, 0.5, 0), name="b", velocity=(0, 0, 1.0))
        scene.add_joint(joint(a, b))
        with pytest.warns(rg.RigidaWarning, match="put right"):
            sim = rg.Simulation(scene, engine=rg.Precise(tolerance=1e-12, start_tolerance=2.0))
        sim.run(0.3, fps=5)
        return np.hstack([sim.body("b").position, sim.body("a").orientation, sim.joint("rod").force])

    tip = np.array([0.2, 0.15, 0.1])
    length = float(np.linalg.norm(tip - (1, 0.5, 0)))
    own = two(lambda a, b: rg.Distance(a, b, anchor_a=tuple(tip), length=length, name="rod"))
    given = two(
        lambda a, b: rg.Constraint(
            a, b, function=lambda t, a, b: np.linalg.norm(a.point(tip) - b.position) - length, name="rod"
        )
    )
    np.testing.assert_allclose(given[:7], own[:7], atol=CLOSE)
    np.testing.assert_allclose(given[7:], own[7:], atol=1e-8)


@both_engines
def test_prescribed_function_of_time_needs_its_force(bound):
    amplitude, rate, t = 0.3, 4.0, 1.0
    scene = rg.Scene(gravity=(0, 0, 0))
    body = particle(scene, velocity=(amplitude * rate, 0, 0))
    scene.add_joint(
        rg.Constraint(body, function=lambda t, a: a.position[0] - amplitude * np.sin(rate * t), name="shaker")
    )
    sim = rg.Simulation(scene, engine=bound.engine)
    sim.run(t, fps=5)
    bound.holds(sim.body("particle").position[0], amplitude * np.sin(rate * t))
    bound.holds(sim.joint("shaker").force[0], -2.0 * amplitude * rate**2 * np.sin(rate * (t - bound.lag)))


def push_at(sim):
    """Return what a unit sphere must push with: the weight along its normal less what bends the path at 0.5 m/s [N]."""
    place = sim.body("particle").position
    return 2.0 * (G * place[2] / np.linalg.norm(place) - 0.25 - 2.0 * G * (1.0 - place[2]))


@both_engines
def test_particle_leaves_a_sphere_at_two_thirds_of_its_height(bound):
    """C = 0 as long as the sphere pushes: with v0 at the top it leaves where cos θ = (2 + v0²/gR)/3."""
    radius, speed = 1.0, 0.5
    scene = rg.Scene(gravity=(0, 0, -G))
    body = particle(scene, position=(0, 0, radius), velocity=(speed, 0, 0))
    outside = lambda time, a: np.linalg.norm(a.position) - radius  # noqa: E731
    scene.add_joint(rg.Constraint(body, function=outside, one_sided=True, name="sphere"))
    sim = rg.Simulation(scene, engine=bound.engine)
    before, bent = push_at(sim), False
    while np.linalg.norm(sim.body("particle").position) < radius + 1e-7:
        now = push_at(sim)
        if now > 0.0 and sim.time > 0.0:
            mean = 0.5 * (before + now) if bound.lag else now
            bound.holds(np.linalg.norm(sim.joint("sphere").force), mean, 2.0 * G)
            bent = True
        before = now
        sim.run(1 / 60, fps=60)
    assert bent
    # afterwards a parabola, whose horizontal speed is that of the place where it left
    cos = (2.0 + speed**2 / (G * radius)) / 3.0
    leaving = np.sqrt(G * radius * cos)
    bound.holds(sim.body("particle").velocity[0], leaving * cos)


@both_engines
def test_ball_in_a_hollow_sphere_bounces_as_given(bound):
    radius, e = 1.0, 0.6
    scene = rg.Scene(gravity=(0, 0, -G))
    body = particle(scene)
    inside = lambda time, a: radius**2 - a.position @ a.position  # noqa: E731
    own = {
        "jacobian": lambda time, a: (*(-2.0 * a.position), 0, 0, 0),
        "bias": lambda time, a: -2.0 * a.velocity @ a.velocity,
    }
    scene.add_joint(rg.Constraint(body, function=inside, one_sided=True, restitution=e, name="shell", **own))
    sim = rg.Simulation(scene, engine=bound.engine)
    fall, speed = np.sqrt(2 * radius / G), np.sqrt(2 * G * radius)
    sim.run(fall + 0.2, fps=5)
    since = sim.time - fall
    bound.holds(sim.body("particle").position[2], -radius + e * speed * since - 0.5 * G * since**2, radius)
    sim.run(4.0 * fall, fps=5)  # at rest at the bottom, which carries it
    np.testing.assert_allclose(sim.joint("shell").force, (0, 0, 2.0 * G), atol=max(1e-6, 0.1 * bound.tolerance))


@both_engines
def test_rising_floor_throws_a_particle_up(bound):
    rise, e, t = 1.5, 0.5, 0.7
    scene = rg.Scene(gravity=(0, 0, -G))
    body = particle(scene, position=(0, 0, 1))
    scene.add_joint(rg.Constraint(body, function=lambda t, a: a.position[2] - rise * t, one_sided=True, restitution=e))
    sim = rg.Simulation(scene, engine=bound.engine)
    sim.run(t, fps=5)
    meet = (-rise + np.sqrt(rise**2 + 2 * G)) / G
    up = rise + e * (rise + G * meet)
    assert meet < t
    exact = rise * meet + up * (t - meet) - 0.5 * G * (t - meet) ** 2
    bound.holds(sim.body("particle").position[2], exact)


@pytest.mark.parametrize("engine", [rg.Precise(), rg.Realtime()], ids=["precise", "realtime"])
def test_snapshots_and_repetitions_give_the_same_bits(engine):
    scene = rg.Scene(gravity=(2, 0, 0))
    skate = scene.add_body(rg.Box((1, 0.2, 0.1)), mass=1.0, name="skate", angular_velocity=(0, 0, 1))
    scene.add_joint(rg.Constraint(skate, function=side_slip))
    sim = rg.Simulation(scene, engine=engine)
    sim.run(0.1)
    kept = sim.snapshot()
    sim.run(0.1)
    first = sim.body("skate").position.copy()
    sim.restore(kept)
    sim.run(0.1)
    assert (sim.body("skate").position == first).all()


def test_derivatives_of_rows_are_those_of_the_function_along_any_motion():
    rng = np.random.default_rng(3)
    frame = BodyFrame(rng.uniform(-0.3, 0.3, size=3), normalize_array(rng.normal(size=4)))
    function = lambda t, a: np.sin(a.position @ (1, 2, 3) + t) + a.direction((1, 0, 0)) @ (0.3, 1, 0)  # noqa: E731
    rows = UserRows("f", function, None, None, (0,), (frame,), 5e-3)
    pose, twist = np.array([[0.1, 0.2, 0.3, 1.0, 0, 0, 0]]), rng.normal(size=(1, 6))
    values = rows.evaluate(0.4, pose, twist)
    along = lambda s: _at(rows, 0.4 + s, pose, s * twist, twist)  # noqa: E731
    rate = values.jacobian[0, 0] @ twist[0] + values.offset[0]
    assert rate == pytest.approx(float(first_derivative(along, 2e-3)[0]), abs=1e-10)
    middle = along(0.0)
    assert values.bias[0] == pytest.approx(float(second_derivative(along, middle, 3e-3)[0]), abs=1e-8)


def _at(rows, time, pose, way, twist):
    return np.atleast_1d(rows.function(time, *rows.motions([displaced(pose[0], way[0])], twist)))


def scene_with(**settings):
    scene = rg.Scene()
    body = particle(scene)
    scene.add_joint(rg.Constraint(body, name="mine", **settings))
    return scene


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"function": 3}, "'mine': function must be a Python function, got 3"),
        ({"function": lambda t, a: np.zeros(7)}, "function must return one to 6 numbers"),
        ({"function": lambda t, a: (1.0, 2.0), "one_sided": True}, "one number, as it is one-sided"),
        ({"function": lambda t, a: a.velocity[0], "one_sided": True}, "must be a function of positions and time"),
        (
            {"function": lambda t, a: a.position[0], "jacobian": lambda t, a: (1, 0)},
            "jacobian must return 6 numbers, got 2",
        ),
        ({"function": lambda t, a: a.position[0] - 1.0}, "is open by 1"),
        ({"function": lambda t, a: a.position[0], "step": 0.0}, "step"),
    ],
)
def test_what_cannot_be_held_is_refused(settings, said):
    with pytest.raises(rg.RigidaError, match=said):
        rg.Simulation(scene_with(**settings), engine=rg.Precise())


def energy(body, mass):
    return 0.5 * mass * body.velocity @ body.velocity + mass * G * body.position[2]


@pytest.mark.parametrize("rope", [False, True])
def test_rope_and_bowl_keep_energy_and_length_in_the_realtime_engine(rope):
    """A rope pendulum from the horizontal; a particle that slides round in a hollow sphere with 3 m/s."""
    start, speed = ((1.0, 0.0, 0.0), 0.0) if rope else ((0.0, 0.0, -1.0), 3.0)
    scene = rg.Scene(gravity=(0, 0, -G))
    body = scene.add_body(rg.Sphere(0.05), mass=1.0, position=start, velocity=(speed, 0, 0), name="body")
    scene.add_joint(rg.Distance(body, anchor_a=start, anchor_b=(0, 0, 0), upper=1.0, name="rope"))
    sim = rg.Simulation(scene, engine=rg.Realtime())
    before = energy(sim.body("body"), 1.0)
    for _ in range(600):
        sim.run(1 / 60, fps=60)
        assert energy(sim.body("body"), 1.0) == pytest.approx(before, abs=5e-3 * G)
        assert np.linalg.norm(sim.body("body").position) < 1.0 + 5e-3


def test_pendulum_by_a_function_among_many_bodies_moves_as_one_by_a_joint():
    """Contacts of the heap around it are solved in sub-steps, and so are its rows."""

    def heap(joint):
        scene = rg.Scene(gravity=(0, 0, -G))
        scene.add_body(rg.HalfSpace(), fixed=True, name="ground")
        for k in range(12):
            scene.add_body(rg.Box((0.3, 0.3, 0.3)), mass=1.0, position=(0.32 * (k % 4), 0.0, 0.16 + 0.31 * (k // 4)))
        arm = scene.add_body(rg.Box((0.8, 0.1, 0.1)), mass=4.0, position=(-0.6, 0, 1.2), name="arm")
        scene.add_joint(joint(arm))
        sim = rg.Simulation(scene, engine=rg.Realtime(direct_limit=0))
        sim.run(0.5, fps=60)
        return sim.body("arm").position

    by_function = heap(lambda arm: rg.Constraint(arm, function=lambda t, a: a.point((-0.4, 0, 0)) - (-1.0, 0, 1.2)))
    by_joint = heap(lambda arm: rg.Spherical(arm, anchor=(-1.0, 0, 1.2)))
    assert np.linalg.norm(by_function - (-1.0, 0, 1.2)) == pytest.approx(0.4, abs=1e-5)
    np.testing.assert_allclose(by_function, by_joint, atol=0.02)


def test_body_on_a_moving_function_of_time_stays_awake():
    scene = rg.Scene(gravity=(0, 0, 0))
    body = particle(scene)
    scene.add_joint(rg.Constraint(body, function=lambda t, a: a.position[0] - max(t - 2.0, 0.0) ** 3))
    sim = rg.Simulation(scene, engine=rg.Realtime(sleeping=True))
    sim.run(3.0, fps=10)
    assert sim.body("particle").position[0] == pytest.approx(1.0, abs=1e-6)
