"""Slip of resting bodies under loads that grow, in the precise engine, beside closed forms.

Errors are parts of two marks: slip begins within 1e-6 s of the closed form, and the motion after it is within 1e-8 of
it [m or rad]. A load of k t begins to move a body of mass m at t₀ = μ m g / k, and then x = k (t − t₀)³ / (6 m).
"""

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import rigida as rg
from relatives.trial import Draw, relative
from rigida.geometry import Shape
from rigida.textbook.case import G

#: Marks of the instant at which slip begins [s] and of the motion after it [m or rad].
ONSET, MOTION = 1e-6, 1e-8
FLOOR = ("ground", "body")


class Standing(NamedTuple):
    """A body at rest on a rough floor: center of mass at `height`, feet in a circle of `radius`."""

    scene: rg.Scene
    body: rg.Body
    mass: float
    friction: float
    height: float
    radius: float

    @property
    def limit(self) -> float:
        """The force that friction can hold [N]."""
        return self.friction * self.mass * G

    def push(self, force: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return a force with the torque by which it acts level with the floor, so that it tips nothing."""
        return force, np.cross([0.0, 0.0, -self.height], force)


def run_and_watch(
    scene: rg.Scene, engine: rg.Precise, until: float
) -> tuple[rg.Simulation, dict[tuple[str, str], float]]:
    """Run a scene; return it with the time at which a contact of each pair of bodies first slides."""
    sim = rg.Simulation(scene, engine)
    first, resolve, names = dict[tuple[str, str], float](), sim.engine.resolve_contacts, sim.engine.model.names

    def resolve_and_watch() -> None:
        resolve()
        holding = sim.engine.contacts.holding
        for b in [] if holding is None else np.flatnonzero(holding.sliding).tolist():
            normal = int(holding.rows.block_normal[b])
            if normal >= 0 and holding.active[normal]:
                feature = holding.rows.features.features[normal]
                first.setdefault((names[feature.a], names[feature.b]), sim.engine.state.time)

    sim.engine.resolve_contacts = resolve_and_watch
    sim.engine.advance(until)
    return sim, first


def worst(onsets: list[tuple[float | None, float]], found: np.ndarray, expected: np.ndarray) -> float:
    """Return the largest error in parts of its mark: of instants (found, expected) and of positions or angles."""
    late = max(math.inf if time is None else abs(time - due) for time, due in onsets)
    return max(late / ONSET, float(np.abs(np.asarray(found) - expected).max()) / MOTION)


def any_standing(draw: Draw, kind: str | None = None) -> Standing:
    """Return a box, a disk or a tripod of random size, mass and friction."""
    kind = kind or draw.keep("shape", ("box", "disk", "tripod")[int(draw.rng.integers(3))])
    mass, friction, high = draw.log("kg", 0.01, 100.0), draw.uniform("μ", 0.1, 0.6), draw.uniform("high", 0.05, 0.2)
    radius, place, height = draw.uniform("radius", 0.2, 0.6), 0.5 * high, 0.5 * high
    shape: Shape = rg.Cylinder(radius, high)
    if kind == "box":
        angle = draw.uniform("diagonal", 0.3, 1.2)
        shape = rg.Box((2.0 * radius * math.cos(angle), 2.0 * radius * math.sin(angle), high))
    elif kind == "tripod":
        feet = [(radius * math.cos(a), radius * math.sin(a), 0.0) for a in 2.0 * math.pi / 3.0 * np.arange(3)]
        shape, place, height = rg.ConvexHull([*feet, (0.0, 0.0, high)]), 0.0, 0.25 * high
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    body = scene.add_body(shape, mass=mass, position=(0, 0, place), friction=friction, name="body")
    return Standing(scene, body, mass, friction, height, radius)


def any_direction(draw: Draw) -> np.ndarray:
    angle = draw.uniform("direction", 0.0, 2.0 * math.pi)
    return np.array([math.cos(angle), math.sin(angle), 0.0])


def ramp(rate: float, mass: float, time: float) -> float:
    """Return the distance after a time of a mass under a net force that grows from zero [m]."""
    return rate * max(time, 0.0) ** 3 / (6.0 * mass)


def pushed(draw: Draw, engine: rg.Precise, kind: str) -> float:
    standing, along = any_standing(draw, kind), any_direction(draw)
    start, left = draw.uniform("slips", 0.1, 0.8), draw.uniform("slides", 0.1, 0.5)
    rate = standing.limit / start
    standing.scene.add_force(rg.UserForce((standing.body,), lambda t, _: standing.push(rate * t * along)))
    sim, first = run_and_watch(standing.scene, engine, start + left)
    moved = sim.body("body").position - np.array(standing.body.position)
    return worst([(first.get(FLOOR), start)], moved, ramp(rate, standing.mass, left) * along)


@relative("slip", 1.0, "precise")
def box_under_a_growing_force(draw: Draw, engine: rg.Precise) -> float:
    return pushed(draw, engine, "box")


@relative("slip", 1.0, "precise")
def disk_under_a_growing_force(draw: Draw, engine: rg.Precise) -> float:
    return pushed(draw, engine, "disk")


@relative("slip", 1.0, "precise")
def tripod_under_a_growing_force(draw: Draw, engine: rg.Precise) -> float:
    return pushed(draw, engine, "tripod")


@relative("slip", 1.0, "precise")
def body_under_a_growing_torque(draw: Draw, engine: rg.Precise) -> float:
    """Feet in one circle slip together, at μ m g times its radius."""
    standing = any_standing(draw)
    start, left = draw.uniform("slips", 0.1, 0.8), draw.uniform("slides", 0.1, 0.3)
    rate = standing.limit * standing.radius / start
    standing.scene.add_force(rg.UserForce((standing.body,), lambda t, _: ((0, 0, 0), (0, 0, rate * t))))
    sim, first = run_and_watch(standing.scene, engine, start + left)
    w, _, _, z = sim.body("body").orientation
    inertia = float(sim.engine.model.inertia[sim.engine.model.names.index("body"), 2])
    turned = ramp(rate, inertia, left)
    return worst([(first.get(FLOOR), start)], 2.0 * math.atan2(z, w), turned)


@relative("slip", 1.0, "precise")
def interpolated_force(draw: Draw, engine: rg.Precise) -> float:
    """The force grows at one rate below the limit and at another from there on."""
    standing, along = any_standing(draw), any_direction(draw)
    knot, start = draw.uniform("knot", 0.1, 0.4), draw.uniform("slips", 0.5, 0.8)
    below, left = draw.uniform("there", 0.1, 0.9) * standing.limit, draw.uniform("slides", 0.1, 0.4)
    rate = (standing.limit - below) / (start - knot)
    forces = [np.zeros(3), below * along, (below + rate * (1.5 - knot)) * along]
    standing.scene.add_force(
        rg.InterpolatedForce(standing.body, [0.0, knot, 1.5], forces, anchor=(0, 0, 0), interpolation="linear")
    )
    sim, first = run_and_watch(standing.scene, engine, start + left)
    # It acts at a point of the body, level with the floor.
    moved = sim.body("body").position - np.array(standing.body.position)
    return worst([(first.get(FLOOR), start)], moved, ramp(rate, standing.mass, left) * along)


@relative("slip", 1.0, "precise")
def spring_drawn_by_hand(draw: Draw, engine: rg.Precise) -> float:
    """Slip starts at μ m g / (k v); then x = v τ − (v/ω) sin ωτ until the body comes to rest after a period."""
    standing, along = any_standing(draw), any_direction(draw)
    start, omega = draw.uniform("slips", 0.1, 0.8), draw.log("ω", 2.0, 60.0)
    stiffness = standing.mass * omega**2
    speed = standing.limit / (stiffness * start)
    left = min(draw.uniform("part of a period", 0.1, 0.9) * 2.0 * math.pi / omega, 1.0)

    def pull(t: float, motion: Any) -> tuple[np.ndarray, np.ndarray]:
        return standing.push(stiffness * (speed * t - np.asarray(motion.position) @ along) * along)

    standing.scene.add_force(rg.UserForce((standing.body,), pull))
    sim, first = run_and_watch(standing.scene, engine, start + left)
    moved = sim.body("body").position - np.array(standing.body.position)
    expected = speed * left - speed / omega * math.sin(omega * left)
    return worst([(first.get(FLOOR), start)], moved, expected * along)


@relative("slip", 1.0, "precise")
def table_that_tilts(draw: Draw, engine: rg.Precise) -> float:
    """In the frame of a table that turns at a steady rate a box feels gravity, centrifugal and Coriolis force."""
    rate, friction, high = draw.uniform("rad/s", 0.3, 1.5), draw.uniform("μ", 0.1, 0.5), draw.uniform("high", 0.05, 0.2)
    height = 0.5 * high

    def pose(t: float) -> tuple[tuple[float, float, float], tuple[float, float, float, float]]:
        angle = rate * t
        middle = (-0.1 * math.sin(angle), 0.0, -0.1 * math.cos(angle))
        return middle, (math.cos(0.5 * angle), 0.0, math.sin(0.5 * angle), 0.0)

    scene = rg.Scene()
    scene.add_body(rg.Box((4, 4, 0.2)), friction=friction, path=rg.PathFunction(pose), name="ground")
    scene.add_body(
        rg.Box((draw.uniform("long", 0.5, 1.0), 0.6, high)),
        mass=draw.log("kg", 0.01, 100.0),
        position=(0, 0, height),
        velocity=(height * rate, 0, 0),
        angular_velocity=(0, rate, 0),
        friction=friction,
        name="body",
    )

    def along(t: float, y: np.ndarray) -> list[float]:
        """Return rates of position and velocity along the table."""
        load = G * math.cos(rate * t) - 2.0 * y[1] * rate - height * rate**2
        return [y[1], y[0] * rate**2 + G * math.sin(rate * t) - friction * load]

    start = brentq(lambda t: along(t, np.zeros(2))[1], 0.0, 0.5 * math.pi / rate, xtol=1e-14)
    until = start + draw.uniform("slides", 0.1, 0.4)
    x = solve_ivp(along, (start, until), [0.0, 0.0], method="DOP853", rtol=1e-12, atol=1e-14).y[0, -1]
    angle = rate * until
    expected = x * np.array([math.cos(angle), 0, -math.sin(angle)])
    expected += height * np.array([math.sin(angle), 0, math.cos(angle)])
    sim, first = run_and_watch(scene, engine, until)
    return worst([(first.get(FLOOR), start)], sim.body("body").position, expected)


def stack(draw: Draw) -> tuple[rg.Scene, list[rg.Body], list[float], float]:
    """Return two boxes on each other, their masses and the friction of all surfaces."""
    friction, size = draw.uniform("μ", 0.1, 0.5), draw.uniform("size", 0.3, 1.0)
    masses = [draw.log("lower kg", 0.1, 10.0), draw.log("upper kg", 0.1, 10.0)]
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    bodies = [
        scene.add_body(rg.Box((side, side, 0.2 * size)), mass=mass, position=(0, 0, z), friction=friction, name=name)
        for side, mass, z, name in zip(
            (2.0 * size, size), masses, (0.1 * size, 0.3 * size), ("lower", "upper"), strict=True
        )
    ]
    return scene, bodies, masses, friction


@relative("slip", 1.0, "precise")
def stack_pulled_below(draw: Draw, engine: rg.Precise) -> float:
    """First both slip on the floor together, then the upper box stays behind once their acceleration is μ g."""
    scene, bodies, (lower, upper), friction = stack(draw)
    start, left = draw.uniform("slips", 0.1, 0.4), draw.uniform("apart", 0.05, 0.3)
    total = lower + upper
    rate = friction * G * total / start
    scene.add_force(rg.UserForce((bodies[0],), lambda t, _: ((rate * t, 0, 0), (0, 0, 0))))
    sim, first = run_and_watch(scene, engine, 2.0 * start + left)
    speed, distance = rate * start**2 / (2.0 * total), ramp(rate, total, start)
    above = distance + speed * left + 0.5 * friction * G * left**2
    onsets = [(first.get(("ground", "lower")), start), (first.get(("lower", "upper")), 2.0 * start)]
    found = [sim.body(name).position[0] for name in ("lower", "upper")]
    return worst(onsets, found, np.array([above + ramp(rate, lower, left), above]))


@relative("slip", 1.0, "precise")
def carts_coupled_by_joints(draw: Draw, engine: rg.Precise) -> float:
    """A body hinged to two skids slips when the force is the friction limit of all three."""
    friction, start, left = (
        draw.uniform("μ", 0.1, 0.6),
        draw.uniform("slips", 0.1, 0.8),
        draw.uniform("slides", 0.1, 0.4),
    )
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    masses = [draw.log(f"kg {k}", 0.1, 10.0) for k in range(3)]
    body = scene.add_body(rg.Box((1.0, 0.3, 0.1)), mass=masses[0], position=(0, 0, 0.15), name="body")
    for x, mass, name in ((-0.35, masses[1], "back"), (0.35, masses[2], "front")):
        skid = scene.add_body(rg.Box((0.2, 0.3, 0.05)), mass=mass, position=(x, 0, 0.025), friction=friction, name=name)
        scene.add_joint(rg.Revolute(body, skid, anchor=(x, 0, 0.05), axis=(0, 1, 0)))
    total = sum(masses)
    rate = friction * G * total / start
    # Level with the floor, below the body.
    scene.add_force(rg.UserForce((body,), lambda t, _: ((rate * t, 0, 0), (0, -0.15 * rate * t, 0))))
    sim, first = run_and_watch(scene, engine, start + left)
    onsets = [(first.get(("ground", name)), start) for name in ("back", "front")]
    return worst(onsets, sim.body("body").position, np.array([ramp(rate, total, left), 0.0, 0.15]))


@relative("slip", 1.0, "precise")
def force_that_changes_direction(draw: Draw, engine: rg.Precise) -> float:
    """Under A sin ωt a body slips, comes to rest, stays or turns back, by the law on a line, integrated in pieces."""
    standing, along = any_standing(draw), any_direction(draw)
    omega, part = draw.uniform("ω", 2.0, 8.0), draw.uniform("amplitude", 1.1, 3.0)
    hold = standing.friction * G
    start, until = math.asin(1.0 / part) / omega, draw.uniform("periods", 0.5, 2.0) * 2.0 * math.pi / omega

    def force(t: float) -> float:
        return part * hold * math.sin(omega * t)

    standing.scene.add_force(
        rg.UserForce((standing.body,), lambda t, _: standing.push(standing.mass * force(t) * along))
    )
    sim, first = run_and_watch(standing.scene, engine, until)
    moved = sim.body("body").position - np.array(standing.body.position)
    return worst([(first.get(FLOOR), start)], moved, swung(part * hold, omega, hold, until) * along)


def swung(amplitude: float, omega: float, hold: float, until: float) -> float:
    """Return the place of a unit mass under amplitude · sin ωt and dry friction `hold`, at `until`."""
    time, x = 0.0, 0.0
    while True:
        # At rest until the force exceeds the limit, now or in the next half period.
        now = amplitude * math.sin(omega * time)
        sign = math.copysign(1.0, now)
        if abs(now) < hold:
            phase, ends = (omega * time) % math.pi, math.asin(hold / amplitude)
            wait = ends - phase if phase < ends else math.pi + ends - phase
            time += wait / omega
            sign = math.copysign(1.0, amplitude * math.sin(omega * time))
        if time >= until:
            return x

        def speed(t: float, begin: float = time, sign: float = sign) -> float:
            swing = amplitude / omega * (math.cos(omega * begin) - math.cos(omega * t))
            return sign * (swing - sign * hold * (t - begin))

        # It gains speed until the force is below the limit again, and rests before the force has turned for long.
        fast = time + (math.pi - 2.0 * math.asin(hold / amplitude)) / omega * 0.5
        times = np.linspace(fast, fast + 2.0 * math.pi / omega, 400)
        slow = next(t for t in times if speed(t) < 0.0)
        rest = min(brentq(speed, fast, slow, xtol=1e-15), until)
        left = rest - time
        x += (
            amplitude
            / omega
            * (math.cos(omega * time) * left - (math.sin(omega * rest) - math.sin(omega * time)) / omega)
        )
        x -= 0.5 * sign * hold * left**2
        time = rest
        if time >= until:
            return x
