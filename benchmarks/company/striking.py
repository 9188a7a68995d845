"""Bodies that strike each other or the floor: Newton's restitution and Coulomb's friction at each point.

    u' = u + W p,   u'_n = −ε u_n,   |p_t| ≤ μ p_n,   p_t opposite to u'_t where it slides

u is the relative velocity at the point, W the inverse of the mass that an impulse p meets there.
"""

import math

import numpy as np
from relatives.trial import Draw
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import rigida as rg
from company.rolling_body import cross, rotation
from company.toppling import angle_of
from company.trial import TICK, Trial, family
from rigida.textbook.case import G

#: Time between an impact and the end of a step [s], in which bodies may touch on.
BEFORE_END = 1e-5


def impulse_at_point(
    inverse: np.ndarray, velocity: np.ndarray, normal: np.ndarray, friction: float, restitution: float
) -> np.ndarray:
    """Return the impulse (3,) that a body of W = `inverse` (3, 3) takes at a point that moves with u = `velocity`."""
    wanted = -velocity - restitution * (velocity @ normal) * normal
    stick = np.linalg.solve(inverse, wanted)
    load = stick @ normal
    if load > 0 and np.linalg.norm(stick - load * normal) <= friction * load:
        return stick
    first = np.cross(normal, (1.0, 0, 0) if abs(normal[0]) < 0.5 else (0, 1.0, 0))
    first /= np.linalg.norm(first)
    second = np.cross(normal, first)

    def sliding(angle: float) -> np.ndarray:
        """Return the impulse whose friction acts against the direction of an angle."""
        way = math.cos(angle) * first + math.sin(angle) * second
        shape = normal - friction * way
        return (1 + restitution) * -(velocity @ normal) / (normal @ inverse @ shape) * shape

    def aside(angle: float) -> float:
        """Return the slip after the impact across that direction."""
        after = velocity + inverse @ sliding(angle)
        return float(after @ (-math.sin(angle) * first + math.cos(angle) * second))

    angles = np.linspace(0, 2 * math.pi, 721)
    values = [aside(a) for a in angles]
    for a, b, low, high in zip(angles, angles[1:], values, values[1:], strict=False):
        if low == 0.0 or low * high < 0.0:
            angle = brentq(aside, a, b, xtol=1e-14)
            p = sliding(angle)
            after = velocity + inverse @ p
            if p @ normal > 0 and after @ (math.cos(angle) * first + math.sin(angle) * second) > 0:
                return p
    raise ArithmeticError("no impulse found")


def inverse_at(mass: float, inertia: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """Return W of a body at an arm from its center."""
    return np.eye(3) / mass - cross(arm) @ np.linalg.solve(inertia, cross(arm))


@family("closed form, one point")
def tilted_box_struck(draw: Draw) -> Trial:
    """A tilted, turning box strikes the floor with a corner: velocity and angular momentum after it."""
    return struck_box(draw)


def struck_box(draw: Draw) -> Trial:
    """Return a box that strikes the floor once within the run, at any time of a step."""
    for _ in range(200):
        size = np.array([draw.log(name, 0.1, 0.6) for name in ("long", "wide", "high")])
        q = draw.rng.normal(size=4)
        q /= np.linalg.norm(q)
        turn = rotation(q)
        velocity = np.array([draw.uniform("x m/s", -3, 3), draw.uniform("y m/s", -3, 3), -draw.uniform("down", 1, 4)])
        spin = draw.rng.normal(size=3) * 3
        friction, restitution = draw.uniform("μ", 0.0, 1.0), draw.uniform("ε", 0.0, 1.0)
        if draw.rng.uniform() < 0.2:
            restitution = draw.keep("ε", 0.0)
        moments = (size @ size - size**2) / 12
        inertia = turn @ (moments[:, None] * turn.T)
        corners = 0.5 * size * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) @ turn.T
        order = np.argsort(corners[:, 2])
        arm = corners[order[0]]
        at_point = velocity + np.cross(spin, arm)
        if at_point[2] > -0.3 or corners[order[1], 2] - arm[2] < 0.05:
            continue
        normal = np.array([0, 0, 1.0])
        p = impulse_at_point(inverse_at(1.0, inertia, arm), at_point, normal, friction, restitution)
        after, momentum = velocity + p, inertia @ spin + np.cross(arm, p)
        # Before and after it the box flies: no corner may come down a second time within two ticks.
        gain = after @ after + momentum @ np.linalg.solve(inertia, momentum)
        if gain > velocity @ velocity + spin @ inertia @ spin:
            continue  # Newton's law may add energy where friction acts; engines do not.
        own = corners @ turn
        lowest = min(
            lowest_corner(own, arm, q, momentum, moments, after, 2.5 * TICK),
            lowest_corner(own, arm, q, inertia @ spin, moments, velocity, -2.5 * TICK),
        )
        if lowest > -1e-9:
            break
    # Without bounce the corner stays on the floor: it touches at the very end of a step.
    into = BEFORE_END if restitution < 0.05 else draw.uniform("before end of step", 0.02, 0.98) * TICK
    time = 2 * TICK - into
    # Backward in flight: gravity moves the center alone; the box turns freely, by small steps.
    place = np.array([0, 0, -arm[2]]) - velocity * time - 0.5 * G * time**2 * normal
    begin = fly(q, inertia @ spin, moments, [-time])[0]
    turn = rotation(begin)
    rate = turn @ ((turn.T @ (inertia @ spin)) / moments)
    first = velocity + G * time * normal
    scene = rg.Scene()
    scene.add_ground(friction=friction, restitution=restitution)
    scene.add_body(
        rg.Box(tuple(size)),
        mass=1.0,
        position=tuple(place),
        orientation=tuple(begin),
        velocity=tuple(first),
        angular_velocity=tuple(rate),
        friction=friction,
        restitution=restitution,
        name="box",
    )
    length = 0.5 * float(np.linalg.norm(size))

    def measured(sim):
        box, turned = sim.body("box"), rotation(np.array(sim.body("box").orientation))
        return [*box.velocity, *(turned @ (moments * (turned.T @ box.angular_velocity)) / length)]

    def expected(t):
        return [*(after - G * (t - time) * normal), *(momentum / length)]

    return Trial(scene, 0.0, measured, expected, scale=float(np.linalg.norm(at_point)), ticks=2)


def fly(q: np.ndarray, momentum: np.ndarray, moments: np.ndarray, times: list[float]) -> np.ndarray:
    """Return the attitudes of a free body at times from now, all later or all earlier (times, 4)."""

    def rates(_, y):
        turn = rotation(y)
        spin = turn @ ((turn.T @ momentum) / moments)
        return np.concatenate([[-0.5 * spin @ y[1:]], 0.5 * (y[0] * spin + np.cross(spin, y[1:]))])

    found = solve_ivp(rates, (0, times[-1]), q, t_eval=times, method="DOP853", rtol=1e-12, atol=1e-13).y.T
    return found / np.linalg.norm(found, axis=1)[:, None]


def lowest_corner(
    own: np.ndarray,
    arm: np.ndarray,
    q: np.ndarray,
    momentum: np.ndarray,
    moments: np.ndarray,
    v: np.ndarray,
    span: float,
) -> float:
    """Return how high above the floor the lowest of the corners `own` (8, 3) stays while a box flies for `span` [s]."""
    times = span * np.linspace(1 / 24, 1, 24)
    attitudes = fly(q, momentum, moments, list(times))
    center = -arm[2] + v[2] * times - 0.5 * G * times**2
    return float(min((own @ rotation(a).T)[:, 2].min() + z for a, z in zip(attitudes, center, strict=True)))


@family("closed form, one point")
def dumbbell_struck(draw: Draw) -> Trial:
    """A ball strikes one ball of a dumbbell in empty space, with friction: velocities and angular momenta after it."""
    radius, apart = draw.log("r", 0.03, 0.2), draw.uniform("apart by r", 3, 8)
    apart *= radius
    masses = draw.log("ball kg", 0.1, 3), draw.log("kg 0", 0.1, 3), draw.log("kg 1", 0.1, 3)
    friction, restitution = draw.uniform("μ", 0.0, 0.8), draw.uniform("ε", 0.1, 1.0)
    speed, aside = draw.uniform("m/s", 0.5, 5), draw.uniform("aside by r", -1.2, 1.2) * radius
    spin = draw.rng.normal(size=3) * speed / radius * 0.5
    scene = rg.Scene(gravity=(0, 0, 0))
    surface = {"friction": friction, "restitution": restitution}
    ends = [
        scene.add_body(rg.Sphere(radius), mass=m, position=(0, 0, z), name=f"end{k}", **surface)
        for k, (m, z) in enumerate(zip(masses[1:], (0, -apart), strict=True))
    ]
    scene.add_joint(rg.Fixed(*ends))
    # It comes along x toward the end ball, aside by y.
    depth = math.sqrt((2 * radius) ** 2 - aside**2)
    time = draw.uniform("s", 1.2, 2.8) * TICK
    scene.add_body(
        rg.Sphere(radius),
        mass=masses[0],
        position=(-depth - speed * time, aside, 0),
        velocity=(speed, 0, 0),
        angular_velocity=tuple(spin),
        name="ball",
        **surface,
    )
    normal = np.array([-depth, aside, 0]) / (2 * radius)
    total = masses[1] + masses[2]
    center = np.array([0, 0, -apart * masses[2] / total])
    # Of the dumbbell about its center: both balls, and each about the line between them.
    across = 0.4 * total * radius**2 + masses[1] * masses[2] / total * apart**2
    inertia = np.diag([across, across, 0.4 * total * radius**2])
    arms = -radius * normal, radius * normal - center
    own = 0.4 * masses[0] * radius**2 * np.eye(3)
    inverse = inverse_at(masses[0], own, arms[0]) + inverse_at(total, inertia, arms[1])
    velocity = np.array([speed, 0, 0]) + np.cross(spin, arms[0])
    p = impulse_at_point(inverse, velocity, normal, friction, restitution)
    ball = np.array([speed, 0, 0]) + p / masses[0]
    turns = spin + np.linalg.solve(own, np.cross(arms[0], p))
    middle = -p / total

    def measured(sim):
        v = [sim.body(f"end{k}").velocity for k in range(2)]
        spin = sim.body("ball").angular_velocity
        return np.concatenate([sim.body("ball").velocity, radius * spin, (masses[1] * v[0] + masses[2] * v[1]) / total])

    def expected(_):
        return np.concatenate([ball, radius * turns, middle])

    return Trial(scene, 4 * TICK, measured, expected, scale=float(np.linalg.norm(velocity)))


@family("closed form, two points")
def pin_struck(draw: Draw) -> Trial:
    """A ball glides into a pin that stands on ice: the ball strikes it, then its edge the floor."""
    ball, radius = draw.log("ball r", 0.05, 0.15), draw.log("r", 0.02, 0.08)
    high = draw.uniform("high by ball", 1.3, 5) * ball
    masses = draw.log("ball kg", 0.2, 5), draw.log("kg", 0.1, 3)
    restitution, speed = draw.uniform("ε", 0.1, 1.0), draw.uniform("m/s", 0.5, 5)
    time = 3 * TICK - BEFORE_END
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    scene.add_body(
        rg.Sphere(ball),
        mass=masses[0],
        position=(-radius - ball - speed * time, 0, ball),
        velocity=(speed, 0, 0),
        name="ball",
        friction=0.0,
        restitution=restitution,
        combine_restitution="product",
    )
    scene.add_body(
        rg.Cylinder(radius, high),
        mass=masses[1],
        position=(0, 0, 0.5 * high),
        name="pin",
        friction=0.0,
        restitution=1.0,
        combine_restitution="product",
    )
    moment = masses[1] * (3 * radius**2 + high**2) / 12
    # Rows: approach of ball and pin, and of the edge that the pin would press into the floor.
    offset = ball - 0.5 * high
    edge = radius if offset > 0 else -radius
    # Pin: v_x, v_z, ω_y. Ball's push p1 along +x at height offset; floor's push p2 along +z at x = edge.
    rows = np.array([[1.0, 0.0, offset], [0.0, 1.0, -edge]])
    inverse = rows @ np.diag([1 / masses[1], 1 / masses[1], 1 / moment]) @ rows.T
    inverse[0, 0] += 1 / masses[0]
    # Pair after pair, the ball first, until nothing approaches any more: what both engines say of several impacts.
    p, approach = np.zeros(2), np.array([-speed, 0.0])
    while (now := approach + inverse @ p).min() < -1e-13 * speed:
        k = int(now.argmin())
        p[k] -= (1 + (restitution if k == 0 else 0.0)) * now[k] / inverse[k, k]
    pin = np.diag([1 / masses[1], 1 / masses[1], 1 / moment]) @ rows.T @ p
    length = 0.5 * high

    def measured(sim):
        body = sim.body("pin")
        return [sim.body("ball").velocity[0], body.velocity[0], body.velocity[2], length * body.angular_velocity[1]]

    def expected(_):
        return [speed - p[0] / masses[0], pin[0], pin[1], length * pin[2]]

    return Trial(scene, 0.0, measured, expected, scale=speed, ticks=3)


@family("closed form, one after another")
def row_of_balls(draw: Draw) -> Trial:
    """A ball strikes a row of elastic balls of different masses, a little apart: each impact after the other."""
    count, radius = draw.integer("balls", 3, 6), draw.log("r", 0.02, 0.2)
    speed = draw.uniform("m/s", 0.5, 4)
    masses = [draw.log(f"kg {k}", 0.1, 3) for k in range(count)]
    places = np.cumsum([2 * radius + draw.uniform(f"gap {k}", 0.02, 0.3) * radius for k in range(count)])
    scene = rg.Scene(gravity=(0, 0, 0))
    for k, mass in enumerate(masses):
        scene.add_body(
            rg.Sphere(radius),
            mass=mass,
            position=(places[k], 0, 0),
            velocity=(speed if k == 0 else 0, 0, 0),
            restitution=1.0,
            name=f"ball{k}",
        )

    def expected(t):
        x, v = places.copy(), np.where(np.arange(count) == 0, speed, 0.0)
        while True:
            closing = np.maximum(v[:-1] - v[1:], 1e-300)
            waits = np.where(v[:-1] - v[1:] > 1e-12 * speed, (x[1:] - x[:-1] - 2 * radius) / closing, math.inf)
            k = int(waits.argmin())
            if waits[k] >= t:
                return x + v * t
            x, t = x + v * waits[k], t - waits[k]
            m, n = masses[k : k + 2]
            v[k], v[k + 1] = (m * v[k] + n * v[k + 1] + np.array([n, -m]) * (v[k + 1] - v[k])) / (m + n)

    def measured(sim):
        return [sim.body(f"ball{k}").position[0] for k in range(count)]

    return Trial(scene, 0.6 * count * radius / speed + 0.1, measured, expected, radius)


@family("precise engine")
def dominoes(draw: Draw) -> Trial:
    """Three dominoes; the first is tipped over and strikes the next."""
    high, thick = draw.log("high", 0.1, 0.6), draw.uniform("thick by high", 0.1, 0.2)
    thick *= high
    gap, frictions = draw.uniform("gap by high", 0.25, 0.5) * high, (0.6, draw.uniform("μ", 0.1, 0.4))
    tip = draw.uniform("tipped by √g/h", 0.6, 1.2) * math.sqrt(G / high)

    def scene_of() -> rg.Scene:
        scene = rg.Scene()
        scene.add_ground(friction=frictions[0] ** 2 / frictions[1])
        for k in range(3):
            motion = {}
            if k == 0:
                v = np.cross([0, tip, 0], [-0.5 * thick, 0, 0.5 * high])
                motion = {"velocity": tuple(v), "angular_velocity": (0, tip, 0)}
            scene.add_body(
                rg.Box((thick, 0.5 * high, high)),
                mass=1.0,
                position=((thick + gap) * k, 0, 0.5 * high),
                friction=frictions[1],
                name=f"domino{k}",
                **motion,
            )
        return scene

    def tilts(sim):
        return [high * angle_of(sim, f"domino{k}") for k in range(3)]

    def expected(t):
        sim = rg.Simulation(scene_of(), rg.Precise(tolerance=1e-9, dt=t) if t else rg.Precise())
        if t:
            sim.step()
        return tilts(sim)

    return Trial(scene_of(), 1.6 * math.sqrt(high / G), tilts, expected, high)
