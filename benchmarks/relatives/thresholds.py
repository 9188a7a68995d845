"""Thresholds, 5 % to either side: what must hold creeps by a thousandth of its size at most, what must go does go.

Where a closed form says how far it goes, the way is compared with it; friction is then the small difference of two
forces, so that an error of it shows twenty times as large.
"""

import math

import rigida as rg
from relatives.arch_limit import least_thickness
from relatives.friction import any_size
from relatives.trial import Draw, relative, whole
from rigida.forces import ConstantForce
from rigida.geometry import Box
from rigida.textbook.case import G, after
from rigida.textbook.sliding import slope
from rigida.textbook.standing import arch_sag, driven_out, ladder_distance, pushed_block, toppling_tilt, wedge_distance

#: Creep of what holds, by its size; error of the way of what goes; and where going is all that is known.
HOLDS, GOES, DOES = 1e-3, 0.01, 0.5
BELOW, ABOVE = 0.95, 1.05
#: Height of the boxes of a stack by their length.
HIGH = 0.3


def way_down(draw: Draw, engine: rg.Realtime, part: float) -> tuple[float, float]:
    """Return the way of a box in 1 s by its length, and by what is expected; part: of the steepest slope that holds."""
    friction = draw.uniform("μ", 0.1, 0.9)
    angle, size = part * math.atan(friction), any_size(draw, friction)
    scene, _, down = slope(angle, friction, Box(size), 0.5 * size[2])
    way = float(after(scene, engine, whole(engine, 1.0)).body("body").position @ down)
    expected = 0.5 * G * (math.sin(angle) - friction * math.cos(angle)) * whole(engine, 1.0) ** 2
    return way / size[0], way / expected


@relative("thresholds", HOLDS)
def box_held_on_a_slope(draw: Draw, engine: rg.Realtime) -> float:
    return abs(way_down(draw, engine, BELOW)[0])


@relative("thresholds", GOES)
def box_let_go_on_a_slope(draw: Draw, engine: rg.Realtime) -> float:
    return abs(way_down(draw, engine, ABOVE)[1] - 1)


def wedge(draw: Draw) -> tuple[float, float, float]:
    """Return friction, mass of a wedge and the angle from which on the weight of 10 kg drives it out."""
    friction, mass = draw.uniform("μ", 0.08, 0.5), draw.log("kg", 0.1, 10)
    return friction, mass, math.atan(friction) + math.atan(friction * (1 + mass / 10))


@relative("thresholds", HOLDS)
def wedge_that_locks(draw: Draw, engine: rg.Realtime) -> float:
    friction, mass, limit = wedge(draw)
    return abs(wedge_distance(engine, friction, BELOW * limit, 0.5, mass)) / 0.5


@relative("thresholds", GOES)
def wedge_driven_out(draw: Draw, engine: rg.Realtime) -> float:
    friction, mass, limit = wedge(draw)
    acceleration = driven_out(friction, ABOVE * limit, mass)
    seconds = whole(engine, min(0.5, math.sqrt(2 * 0.12 / acceleration)))
    return abs(-wedge_distance(engine, friction, ABOVE * limit, seconds, mass) / (0.5 * acceleration * seconds**2) - 1)


def block(draw: Draw, engine: rg.Realtime) -> tuple[float, float, float, float]:
    """Return width, height and mass of a block, and how long to watch it: two times of fall from its top."""
    height = draw.log("high", 0.1, 2.0)
    width, mass = draw.uniform("wide by high", 0.1, 0.9) * height, draw.log("kg", 0.1, 100)
    return width, height, mass, whole(engine, 2 * math.sqrt(2 * height / G))


@relative("thresholds", HOLDS)
def block_pushed_too_little(draw: Draw, engine: rg.Realtime) -> float:
    width, height, mass, seconds = block(draw, engine)
    return abs(pushed_block(engine, BELOW, width, height, mass=mass, seconds=seconds))


@relative("thresholds", GOES)
def block_pushed_over(draw: Draw, engine: rg.Realtime) -> float:
    width, height, mass, seconds = block(draw, engine)
    expected = toppling_tilt(ABOVE, width, height, seconds)
    while expected > 0.5:  # it is on its way, and may slip or lie on the ground later
        seconds -= engine.dt
        expected = toppling_tilt(ABOVE, width, height, seconds)
    return abs(pushed_block(engine, ABOVE, width, height, mass=mass, seconds=draw.keep("s", seconds)) / expected - 1)


def tilt_on_slope(draw: Draw, engine: rg.Realtime, part: float) -> tuple[float, float]:
    """Return by how much a block has turned on a part of the slope that it topples on, and how much it should."""
    width, height, _, seconds = block(draw, engine)
    angle = part * math.atan(width / height)
    expected = tilt_about_edge(angle, width, height, seconds)
    while expected > 0.5:
        seconds -= engine.dt
        expected = tilt_about_edge(angle, width, height, seconds)
    # It does not slide, neither before nor after it begins to turn: friction twice as large as the slope.
    scene, _, _ = slope(angle, 2.0 * math.tan(angle), Box((width, width, height)), 0.5 * height)
    w, _, y, _ = after(scene, engine, draw.keep("s", seconds)).body("body").orientation
    return 2 * math.atan2(y, w) - angle, expected


def tilt_about_edge(slope: float, width: float, height: float, seconds: float) -> float:
    """Return by how much a block turns about its lower edge on a slope, by midpoint steps [rad]."""
    reach, lean = math.hypot(width, height), math.atan(width / height)
    tilt, rate, dt = 0.0, 0.0, seconds / 4000

    def acceleration(tilt: float) -> float:
        return 1.5 * G / reach * math.sin(slope + tilt - lean)

    for _ in range(4000):
        middle = rate + 0.5 * dt * acceleration(tilt)
        rate += dt * acceleration(tilt + 0.5 * dt * rate)
        tilt += dt * middle
    return tilt


@relative("thresholds", HOLDS)
def block_standing_on_a_slope(draw: Draw, engine: rg.Realtime) -> float:
    return abs(tilt_on_slope(draw, engine, BELOW)[0])


@relative("thresholds", GOES)
def block_toppling_on_a_slope(draw: Draw, engine: rg.Realtime) -> float:
    tilt, expected = tilt_on_slope(draw, engine, ABOVE)
    return abs(tilt / expected - 1)


def ladder(draw: Draw) -> dict[str, float]:
    return {
        "friction": draw.uniform("μ", 0.15, 0.9),
        "length": draw.log("long", 0.3, 8.0),
        "mass": draw.log("kg", 0.2, 50),
    }


@relative("thresholds", HOLDS)
def leaning_ladder(draw: Draw, engine: rg.Realtime) -> float:
    numbers = ladder(draw)
    return abs(ladder_distance(engine, ABOVE, **numbers)) / numbers["length"]


@relative("thresholds", DOES)
def ladder_that_slides(draw: Draw, engine: rg.Realtime) -> float:
    """In half a second it moves by more than 2 mm, or that part of its length if it is short."""
    numbers = ladder(draw)
    return float(ladder_distance(engine, BELOW, **numbers) < 2e-3 * min(1.0, numbers["length"]))


def arch(draw: Draw, engine: rg.Realtime, part: float) -> float:
    """Return how far an arch of a part of the least thickness sinks, by its radius, in two times of fall from it."""
    count, radius = draw.integer("stones", 5, 21), draw.log("radius", 0.15, 5.0)
    thickness = part * least_thickness(count, 0.7) * radius
    seconds = whole(engine, 2 * math.sqrt(2 * radius / G))
    return arch_sag(engine, thickness, seconds, count=count, radius=radius) / radius


@relative("thresholds", HOLDS)
def stone_arch(draw: Draw, engine: rg.Realtime) -> float:
    return abs(arch(draw, engine, ABOVE))


@relative("thresholds", DOES)
def arch_that_falls(draw: Draw, engine: rg.Realtime) -> float:
    return float(arch(draw, engine, BELOW) < 0.01)


def stack(draw: Draw, least: int) -> tuple[rg.Scene, list[float], float, float]:
    """Return boxes on each other, their masses, friction and length; a third one holds better on the second."""
    count, friction, size = draw.integer("boxes", least, 3), draw.uniform("μ", 0.1, 0.6), draw.log("size", 0.1, 1.0)
    masses = [draw.log(f"kg {k}", 0.3, 10) for k in range(count)]
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    for k, mass in enumerate(masses):
        place, surface = (0, 0, (k + 0.5) * HIGH * size), friction * (1.0, 1.0, 1.5)[k]
        scene.add_body(Box((size, size, HIGH * size)), mass=mass, position=place, friction=surface, name=f"box{k}")
    return scene, masses, friction, size


def pushed_stack(draw: Draw, engine: rg.Realtime, part: float) -> tuple[float, float]:
    """Push one of the lower two boxes of a stack; return its way in 0.5 s, by its length and as expected."""
    scene, masses, friction, size = stack(draw, 1)
    pushed = draw.integer("pushed", 0, min(len(masses), 2) - 1)
    force, seconds = part * friction * sum(masses[pushed:]) * G, whole(engine, 0.5)
    # Low down, so that it tips nothing.
    anchor = (0, 0, (pushed + 0.05) * HIGH * size)
    scene.add_force(ConstantForce(scene.body(f"box{pushed}"), (force, 0, 0), anchor=anchor))
    way = float(after(scene, engine, seconds).body(f"box{pushed}").position[0])
    return way / size, way / (0.5 * (part - 1) * friction * G * seconds**2)


@relative("thresholds", HOLDS)
def stack_pushed_too_little(draw: Draw, engine: rg.Realtime) -> float:
    return abs(pushed_stack(draw, engine, BELOW)[0])


@relative("thresholds", GOES)
def stack_pushed_apart(draw: Draw, engine: rg.Realtime) -> float:
    return abs(pushed_stack(draw, engine, ABOVE)[1] - 1)


def pulled_stack(draw: Draw, engine: rg.Realtime, part: float) -> tuple[float, float]:
    """Pull the lowest of two or three boxes; return how far the next one stays behind, and by its own acceleration."""
    scene, masses, friction, size = stack(draw, 2)
    # All of them gain speed with μ g where friction is just enough to take them along.
    total, lowest = sum(masses), masses[0]
    force = friction * G * total * (1 + part)
    left = (force - friction * G * (total + total - lowest)) / lowest - friction * G
    seconds = whole(engine, min(0.5, math.sqrt(2 * 0.2 * size / abs(left))))
    scene.add_force(ConstantForce(scene.body("box0"), (force, 0, 0)))
    end = after(scene, engine, draw.keep("s", seconds))
    behind = float(end.body("box0").position[0] - end.body("box1").position[0])
    return behind / size, behind / (0.5 * left * seconds**2)


@relative("thresholds", HOLDS)
def stack_pulled_along(draw: Draw, engine: rg.Realtime) -> float:
    return abs(pulled_stack(draw, engine, BELOW)[0])


@relative("thresholds", GOES)
def stack_pulled_away(draw: Draw, engine: rg.Realtime) -> float:
    return abs(pulled_stack(draw, engine, ABOVE)[1] - 1)
