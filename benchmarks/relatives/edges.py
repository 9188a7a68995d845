"""Contacts that end where faces end, in the precise engine, beside integrations in the plane (`planar_edge`).

Errors are in parts of the mark of 1e-6 [m, rad, m/s, rad/s], or 1e-6 of the energy where that is what is known.
"""

import math

import numpy as np
from scipy.integrate import solve_ivp

import rigida as rg
from relatives.planar_edge import FlatBody, slide_over_edge
from relatives.trial import Draw, relative
from rigida.orientations import axis_angle
from rigida.textbook.case import G

MARK = 1e-6
#: The table ends here [m]; runs end so long after the contact has [s].
EDGE, FALLS = 1.0, 0.05
#: The longest run [s].
LONGEST = 1.5


def table(friction: float) -> rg.Scene:
    scene = rg.Scene()
    scene.add_body(rg.Box((2.0 * EDGE, 4.0, 1.0)), fixed=True, position=(0, 0, -0.5), friction=friction, name="table")
    return scene


def compare(scene: rg.Scene, engine: rg.Precise, name: str, until: float, expected: np.ndarray) -> float:
    """Return the error of x, z, the angle about y, their rates, and of all that must stay zero."""
    sim = rg.Simulation(scene, engine)
    across = sim.body(name).position[1]
    sim.engine.advance(until)
    body = sim.body(name)
    w, qx, qy, qz = body.orientation
    found = np.array([*body.position[::2], 2.0 * math.atan2(qy, w), *body.velocity[::2], body.angular_velocity[1]])
    turn = found[2] - expected[2]
    found[2] = expected[2] + math.remainder(turn, 2.0 * math.pi)
    aside = [body.position[1] - across, qx, qz, body.velocity[1], *body.angular_velocity[::2]]
    return max(float(np.abs(found - expected).max()), float(np.abs(aside).max())) / MARK


def slide_flat(body: FlatBody, height: float, start: float, speed: float) -> tuple[np.ndarray, float]:
    """Return state and time at which a body that slides flat has its load at the edge."""
    # Friction below the center of mass shifts the load forward.
    tips = EDGE - body.friction * height
    gain, distance = body.pull - body.friction * G, tips - start
    fast = math.sqrt(speed**2 + 2.0 * gain * distance)
    time = 2.0 * distance / (speed + fast)
    return np.array([tips, height, 0.0, fast, 0.0, 0.0]), time


def slide_off(draw: Draw, engine: rg.Precise, kind: str) -> float:
    """Slide a box, two boxes fixed to each other or a disk off the table; pushed from rest, or with a speed."""
    length, high, friction = (
        draw.uniform("long", 0.3, 0.6),
        draw.uniform("high", 0.1, 0.25),
        draw.uniform("μ", 0.0, 0.4),
    )
    start, speed = EDGE - draw.uniform("way", 0.35, 0.6), draw.uniform("speed", 2.2, 4.0)
    mass, pull = draw.log("kg", 0.1, 10.0), 0.0
    if kind == "pushed":
        speed, pull = 0.0, friction * G + draw.uniform("push", 3.0, 10.0)
    inertia = ((0.75 if kind == "disk" else 1.0) * length**2 + high**2) / 12.0
    scene, motion = table(friction), {"velocity": (speed, 0, 0), "friction": friction}
    shape = rg.Cylinder(0.5 * length, high) if kind == "disk" else rg.Box((length, 0.3, high))
    box = scene.add_body(shape, mass=mass, position=(start, 0, 0.5 * high), name="body", **motion)
    if kind == "pair":
        other = draw.log("other kg", 0.1, 10.0)
        place = (start, 0.4, 0.5 * high)
        second = scene.add_body(shape, mass=other, position=place, name="second", **motion)
        scene.add_joint(rg.Fixed(box, second))
    if pull:
        scene.add_force(rg.ConstantForce(box, (mass * pull, 0, 0)))
    flat = FlatBody(inertia, length, friction, EDGE, pull)
    y, time = slide_flat(flat, 0.5 * high, start, speed)
    _, leaves = slide_over_edge(flat, y, time, LONGEST)
    until = min(leaves + FALLS, LONGEST)
    return compare(scene, engine, "body", until, slide_over_edge(flat, y, time, until)[0])


@relative("edges", 1.0, "precise")
def box_that_slides_off_a_table(draw: Draw, engine: rg.Precise) -> float:
    return slide_off(draw, engine, "box")


@relative("edges", 1.0, "precise")
def pair_of_boxes_that_slides_off(draw: Draw, engine: rg.Precise) -> float:
    return slide_off(draw, engine, "pair")


@relative("edges", 1.0, "precise")
def disk_that_slides_off(draw: Draw, engine: rg.Precise) -> float:
    return slide_off(draw, engine, "disk")


@relative("edges", 1.0, "precise")
def box_pushed_over_a_step(draw: Draw, engine: rg.Precise) -> float:
    return slide_off(draw, engine, "pushed")


def let_go(draw: Draw, engine: rg.Precise, length: float, high: float, angle: float) -> float:
    """Let a box go from rest with its underside on the edge, its center of mass beyond."""
    friction, beyond = draw.uniform("μ", 0.05, 1.0), draw.uniform("beyond", 0.02, 0.4) * length
    normal, along = np.array([math.sin(angle), math.cos(angle)]), np.array([math.cos(angle), -math.sin(angle)])
    x, z = np.array([EDGE, 0.0]) + beyond * along + 0.5 * high * normal
    scene = table(friction)
    scene.add_body(
        rg.Box((length, 0.2, high)),
        mass=draw.log("kg", 0.1, 10.0),
        position=(x, 0, z),
        orientation=axis_angle((0, 1, 0), angle),
        friction=friction,
        name="body",
    )
    flat = FlatBody((length**2 + high**2) / 12.0, length, friction, EDGE)
    y = np.array([x, z, angle, 0.0, 0.0, 0.0])
    _, leaves = slide_over_edge(flat, y, 0.0, LONGEST)
    until = min(leaves + FALLS, LONGEST)
    return compare(scene, engine, "body", until, slide_over_edge(flat, y, 0.0, until)[0])


@relative("edges", 1.0, "precise")
def box_that_tips_over_the_edge(draw: Draw, engine: rg.Precise) -> float:
    return let_go(draw, engine, draw.uniform("long", 0.3, 0.6), draw.uniform("high", 0.05, 0.2), 0.0)


@relative("edges", 1.0, "precise")
def rod_over_a_corner(draw: Draw, engine: rg.Precise) -> float:
    return let_go(
        draw,
        engine,
        draw.uniform("long", 0.5, 1.5),
        draw.uniform("thick", 0.01, 0.03),
        draw.uniform("angle", 0.05, 0.8),
    )


@relative("edges", 1.0, "precise")
def box_that_spins_off_a_smooth_table(draw: Draw, engine: rg.Precise) -> float:
    """Without friction energy stays, and the straight edge pushes nothing along itself."""
    size = [
        draw.uniform(name, *span) for name, span in (("long", (0.3, 0.6)), ("wide", (0.2, 0.4)), ("high", (0.1, 0.25)))
    ]
    scene, aside = table(0.0), draw.uniform("aside", -0.5, 0.5)
    scene.add_body(
        rg.Box(tuple(size)),
        mass=draw.log("kg", 0.1, 10.0),
        position=(EDGE - 0.5, 0, 0.5 * size[2]),
        velocity=(draw.uniform("speed", 2.0, 4.0), aside, 0),
        angular_velocity=(0, 0, draw.uniform("spin", -4.0, 4.0)),
        friction=0.0,
        name="body",
    )
    sim = rg.Simulation(scene, engine)
    before = sim.energy().total
    sim.engine.advance(0.8)
    body = sim.body("body")
    errors = [sim.energy().total / before - 1.0, body.velocity[1] - aside, body.position[1] - 0.8 * aside]
    return max(float(np.abs(errors).max()) / MARK, math.inf if body.position[2] > -0.3 else 0.0)


@relative("edges", 1.0, "precise")
def cylinder_that_rolls_off(draw: Draw, engine: rg.Precise) -> float:
    """It turns about the edge, which holds it by friction, then slips on it, then falls."""
    radius, friction = draw.uniform("radius", 0.1, 0.3), draw.uniform("μ", 0.1, 1.0)
    part, start = draw.uniform("speed by that of leaving", 0.3, 1.3), EDGE - draw.uniform("way", 0.1, 0.3)
    speed = part * math.sqrt(radius * G)
    scene = table(friction)
    scene.add_body(
        rg.Cylinder(radius, 0.5),
        mass=draw.log("kg", 0.1, 10.0),
        position=(start, 0, radius),
        orientation=axis_angle((1, 0, 0), 0.5 * math.pi),
        velocity=(speed, 0, 0),
        angular_velocity=(0, speed / radius, 0),
        friction=friction,
        name="body",
    )
    sim = rg.Simulation(scene, engine)
    _, leaves = roll_over_edge(radius, friction, (EDGE - start) / speed, speed, LONGEST)
    until = min(leaves + FALLS, LONGEST)
    y, _ = roll_over_edge(radius, friction, (EDGE - start) / speed, speed, until)
    sim.engine.advance(until)
    body = sim.body("body")
    found = np.array([*body.position[::2], *body.velocity[::2], body.angular_velocity[1]])
    return float(np.abs(found - y).max()) / MARK


def roll_over_edge(radius: float, friction: float, time: float, speed: float, until: float) -> tuple[np.ndarray, float]:
    """Return x, z, their rates and the spin of a solid cylinder at `until`, and when it leaves the edge."""
    angle, turning, spin, slips = 0.0, speed / radius, speed / radius, False

    def load(y: np.ndarray) -> float:
        return G * math.cos(y[0]) - radius * y[1] ** 2

    def holding(_: float, y: np.ndarray) -> float:
        return friction * load(y) - G * math.sin(y[0]) / 3.0

    def rates(_: float, y: np.ndarray) -> list[float]:
        hold = friction * load(y) if slips else G * math.sin(y[0]) / 3.0
        # It holds the cylinder back, and turns it on.
        return [y[1], (G * math.sin(y[0]) - hold) / radius, 2.0 * hold / radius]

    def opens(_: float, y: np.ndarray) -> float:
        return load(y)

    y = np.array([angle, turning, spin])
    while time < until and load(y) > 0.0:
        ends = [opens] if slips else [opens, holding]
        for end in ends:
            end.terminal, end.direction = True, -1.0
        piece = solve_ivp(rates, (time, until), y, method="DOP853", rtol=1e-12, atol=1e-14, events=ends)
        y, time = piece.y[:, -1], float(piece.t[-1])
        if slips or len(piece.t_events[0]):
            break
        slips = True
    angle, turning, spin = y
    place = np.array([EDGE + radius * math.sin(angle), radius * math.cos(angle)])
    velocity = radius * turning * np.array([math.cos(angle), -math.sin(angle)])
    left, fall = until - time, np.array([0.0, -G])
    return np.concatenate([place + velocity * left + 0.5 * fall * left**2, velocity + fall * left, [spin]]), time
