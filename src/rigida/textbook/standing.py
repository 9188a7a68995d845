"""Thresholds of slipping and toppling: cases 5 % on either side of the static limit."""

import math

import numpy as np

from rigida.constraints.joints import Prismatic
from rigida.forces.constant import ConstantForce
from rigida.geometry import Box, ConvexHull
from rigida.orientations import axis_angle
from rigida.scene.body import WORLD
from rigida.scene.engine import EngineSettings
from rigida.scene.scene import Scene
from rigida.textbook.case import G, Outcome, after, outcome, textbook

_DEPTH = 0.2


def _prism(corners: list[tuple[float, float]]) -> ConvexHull:
    """Return the hull of a polygon (x, z) drawn out along y."""
    return ConvexHull(np.array([(x, y, z) for x, z in corners for y in (-0.5 * _DEPTH, 0.5 * _DEPTH)]))


def wedge_distance(engine: EngineSettings, friction: float, angle: float, seconds: float, mass: float = 1.0) -> float:
    """Return how far a guided weight of 10 kg drives out the wedge under it, both with friction [m].

    mass: of the wedge [kg].
    """
    scene, length = Scene(), 0.5
    rise = length * math.tan(angle)
    scene.add_ground(friction=friction)
    wedge = _prism([(0, 0), (length, 0), (0, rise)])
    scene.add_body(wedge, mass=mass, friction=friction, name="wedge")
    low, high = 0.6 * rise, 0.4 * rise
    weight = _prism([(0.2, low), (0.3, high), (0.2, low + 0.3), (0.3, low + 0.3)])
    guided = scene.add_body(weight, mass=10.0, friction=friction, name="weight")
    scene.add_joint(Prismatic(guided, WORLD, axis=(0, 0, 1), collide=True))
    start = scene.body("wedge").position[0]
    return float(after(scene, engine, seconds).body("wedge").position[0] - start)


def driven_out(friction: float, angle: float, mass: float = 1.0) -> float:
    """Return the acceleration of a wedge that slides out under that weight [m/s²]."""
    # On the weight: M g − N (c + μ s) = M a tan α; on the wedge: N (s − μ c) − μ (m g + N (c + μ s)) = m a.
    s, c = math.sin(angle), math.cos(angle)
    push, load = s - friction * c - friction * (c + friction * s), c + friction * s
    matrix = np.array([[load, 10.0 * math.tan(angle)], [push, -mass]])
    _, acceleration = np.linalg.solve(matrix, [10.0 * G, friction * mass * G])
    return float(acceleration)


@textbook("distance in 1 s, by the wedge's length", "m", "self-locking below 2 atan μ")
def wedge_that_locks(engine: EngineSettings) -> Outcome:
    """Measure how far a wedge at 93 % of the self-locking angle creeps under a guided weight."""
    return outcome(0.0, wedge_distance(engine, 0.2, 0.93 * 2 * math.atan(0.2), 1.0), 0.5)


@textbook("distance in 0.3 s, by the wedge's length", "m", "self-locking below 2 atan μ", 1e-4)
def light_wedge_that_locks(engine: EngineSettings) -> Outcome:
    """Measure how far a steep, light wedge slips before it holds, at 95 % of the self-locking angle."""
    return outcome(0.0, wedge_distance(engine, 0.5, 0.95 * 2 * math.atan(0.5), 0.3, mass=0.2), 0.5)


@textbook("distance in 0.2 s", "m", "Coulomb's law on both faces")
def wedge_driven_out(engine: EngineSettings) -> Outcome:
    """Measure how far a wedge of 35°, too steep to lock, is driven out by the weight."""
    friction, angle = 0.2, math.radians(35)
    return outcome(-0.5 * driven_out(friction, angle) * 0.2**2, wedge_distance(engine, friction, angle, 0.2))


def pushed_block(
    engine: EngineSettings,
    part: float,
    width: float = 0.2,
    height: float = 0.6,
    *,
    mass: float = 2.0,
    seconds: float = 0.5,
) -> float:
    """Return the tilt of a block that was pushed at its top with a part of what topples it [rad]."""
    scene = Scene()
    scene.add_ground(friction=0.9)
    size, middle = Box((width, width, height)), (0, 0, 0.5 * height)
    block = scene.add_body(size, mass=mass, position=middle, friction=0.9, name="b")
    force = part * mass * G * 0.5 * width / height
    scene.add_force(ConstantForce(block, (force, 0, 0), anchor=(0, 0, height)))
    w, _, y, _ = after(scene, engine, seconds).body("b").orientation
    return 2.0 * math.atan2(y, w)


@textbook("tilt in 0.5 s", "rad", "moments about the edge")
def block_pushed_too_little(engine: EngineSettings) -> Outcome:
    """Measure how far a block tilts that is pushed with 95 % of what would topple it."""
    return outcome(0.0, pushed_block(engine, 0.95), 1.0)


@textbook("toppling begins", "1 = yes", "moments about the edge")
def block_pushed_over(engine: EngineSettings) -> Outcome:
    """Return whether a block topples under 105 % of the force required."""
    return outcome(1.0, float(pushed_block(engine, 1.05) > 0.01))


def toppling_tilt(part: float, width: float, height: float, seconds: float) -> float:
    """Return the tilt of a block pushed at its top with a part of what topples it, by midpoint steps about its edge."""
    tilt, rate, dt, push = 0.0, 0.0, seconds / 4000, part * 0.5 * width / height

    def acceleration(tilt: float) -> float:
        s, c = math.sin(tilt), math.cos(tilt)
        moment = push * (0.5 * width * s + height * c) - 0.5 * (width * c - height * s)
        return 3.0 * G * moment / (width**2 + height**2)

    for _ in range(4000):
        middle = rate + 0.5 * dt * acceleration(tilt)
        rate += dt * acceleration(tilt + 0.5 * dt * rate)
        tilt += dt * middle
    return tilt


@textbook("tilt in 0.5 s", "rad", "moments about the edge, integrated")
def block_toppling(engine: EngineSettings) -> Outcome:
    """Measure how far a block has tilted that is pushed with 105 % of what topples it."""
    return outcome(toppling_tilt(1.05, 0.2, 0.6, 0.5), pushed_block(engine, 1.05))


def ladder_distance(
    engine: EngineSettings, part: float, *, friction: float = 0.4, length: float = 2.0, mass: float = 5.0
) -> float:
    """Return how far a ladder slides in 0.5 s [m]; part: its slope by the one at which it begins to slide."""
    thickness = 0.01 * length
    # The corners that touch lie on its lower face: its weight is half a thickness nearer to the wall.
    slope = math.atan(part / (2.0 * friction + thickness / length))
    scene = Scene()
    scene.add_ground(friction=friction)
    scene.add_ground(friction=0.0, normal=(1, 0, 0), name="wall")
    s, c = math.sin(slope), math.cos(slope)
    # Its lower and upper corners touch ground and wall.
    middle = (0.5 * (length * c + thickness * s), 0.0, 0.5 * (length * s + thickness * c))
    orientation = axis_angle((0, 1, 0), math.pi + slope)
    rails = Box((length, 0.4, thickness))
    scene.add_body(rails, mass=mass, position=middle, orientation=orientation, friction=friction, name="ladder")
    return float(after(scene, engine, 0.5).body("ladder").position[0] - middle[0])


@textbook("distance in 0.5 s, by its length", "m", "holds above tan θ = 1/2μ")
def leaning_ladder(engine: EngineSettings) -> Outcome:
    """Measure how far a ladder slides that is 5 % steeper than it need be."""
    return outcome(0.0, ladder_distance(engine, 1.05), 2.0)


@textbook("sliding begins", "1 = yes", "slides below tan θ = 1/2μ")
def ladder_that_slides(engine: EngineSettings) -> Outcome:
    """Return whether a ladder slides that is 5 % flatter than it may be."""
    return outcome(1.0, float(ladder_distance(engine, 0.95) > 0.002))


def arch_sag(engine: EngineSettings, thickness: float, seconds: float, *, count: int = 7, radius: float = 1.0) -> float:
    """Return how far the crown of a half-circle arch sinks [m]; thickness and mean radius in meters."""
    scene, friction, crown = Scene(), 0.7, f"stone{count // 2}"
    scene.add_ground(friction=friction)
    for k in range(count):
        a, b = math.pi * k / count, math.pi * (k + 1) / count
        radii = (radius - 0.5 * thickness, radius + 0.5 * thickness)
        stone = _prism([(r * math.cos(t), r * math.sin(t)) for r in radii for t in (a, b)])
        scene.add_body(stone, friction=friction, name=f"stone{k}")
    start = scene.body(crown).mass_properties().center[2]
    return float(start - after(scene, engine, seconds).body(crown).center[2])


@textbook("sag of the crown in 0.5 s, by the radius", "m", "stands above t/R = 0.1075, Milankovitch 1907")
def stone_arch(engine: EngineSettings) -> Outcome:
    """Measure how far a half-circle arch sinks that is 15 % thicker than it must be."""
    return outcome(0.0, arch_sag(engine, 0.124, 0.5), 1.0)
