"""Pendulums with what joints may carry: many links, rotor inertia, dry friction, motors, limits."""

import math

import numpy as np
from relatives.trial import Draw
from scipy.integrate import solve_ivp

import rigida as rg
from company.planar import ATOL, RTOL, Motion, Planar, turned
from company.toppling import angle_of, plane
from company.trial import Trial, family
from rigida.orientations import axis_angle
from rigida.textbook.case import G


@family("ODE, one angle per link")
def rope_pendulum(draw: Draw) -> Trial:
    """A rope of four to six links lets go from a straight, slanted start."""
    count, total, start = draw.integer("links", 4, 6), draw.log("length", 0.3, 2), draw.uniform("rad", 0.2, 0.9)
    link, mass = total / count, draw.log("kg", 0.02, 1)
    thick = 0.05 * link
    shape = rg.Capsule(thick, link - 2 * thick)
    scene, inertia = rg.Scene(), None
    before: rg.Body | rg.World = rg.WORLD
    for k in range(count):
        x, z = turned(-start, 0.0, -(k + 0.5) * link)
        body = scene.add_body(
            shape,
            mass=mass,
            position=(x, 0, z),
            orientation=axis_angle((0, 1, 0), -start),
            name=f"link{k}",
            collision_mask=0,
        )
        x, z = turned(-start, 0.0, -k * link)
        scene.add_joint(rg.Spherical(body, before, anchor=(x, 0, z)))
        before, inertia = body, body.mass_properties().inertia[1][1]

    def poses(q):
        x, z, found = 0.0, 0.0, []
        for angle in q:
            dx, dz = turned(angle, 0.0, -0.5 * link)
            found.append([x + dx, z + dz, angle])
            x, z = x + 2 * dx, z + 2 * dz
        return np.array(found)

    motion = Motion(Planar([mass] * count, [float(inertia)] * count, poses), [-start] * count, [0.0] * count, 1.2)

    def expected(t):
        p = motion.poses(t)
        return [*p[0, :2], *p[-1, :2]]

    def measured(sim):
        return [*plane(sim, "link0"), *plane(sim, f"link{count - 1}")]

    return Trial(scene, motion.seconds, measured, expected, total)


class Swing:
    """Phases of one angle, one after another: each has its acceleration, and ends where an event falls to zero."""

    def __init__(self, start: float, rate: float, phase) -> None:
        self.start, self.rate, self.phase = start, rate, phase

    def at(self, t: float) -> np.ndarray:
        """Return angle and rate at a time; phase(number, angle, rate) returns acceleration and end, or None to stop."""
        time, y, number = 0.0, np.array([self.start, self.rate]), 0
        while time < t:
            phase = self.phase(number, *y)
            if phase is None:
                return np.array([y[0] + y[1] * (t - time), y[1]])
            acceleration, end = phase

            def ends(_, y, end=end):
                return 1.0 if end is None else end(*y)

            ends.terminal, ends.direction = True, -1
            found = solve_ivp(
                lambda _, y, a=acceleration: [y[1], a(*y)],
                (time, t),
                y,
                method="DOP853",
                rtol=RTOL,
                atol=ATOL,
                events=ends,
                max_step=0.05,
            )
            time, y, number = float(found.t[-1]), found.y[:, -1], number + 1
        return y


def _hinged_rod(draw: Draw, start: float, **joint) -> tuple[rg.Scene, float, float, float]:
    """Return a rod hinged at its upper end to the world, its length, moment about the hinge and weight's torque."""
    length, mass = draw.log("length", 0.1, 2), draw.log("kg", 0.1, 10)
    moment, torque = mass * length**2 / 3, 0.5 * mass * G * length
    scene = rg.Scene()
    x, z = turned(start, 0.0, -0.5 * length)
    wide = 0.05 * length
    inertia = moment - mass * length**2 / 4
    rod = scene.add_body(
        rg.Box((wide, wide, length)),
        mass=mass,
        inertia=(inertia, inertia, 0.01 * inertia),
        position=(x, 0, z),
        orientation=axis_angle((0, 1, 0), start),
        name="rod",
    )
    effects = {key: value(moment, torque) for key, value in joint.items()}
    scene.add_joint(rg.Revolute(rod, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), **effects))
    return scene, length, moment, torque


def _swing(scene: rg.Scene, length: float, motion: Swing, seconds: float) -> Trial:
    return Trial(
        scene,
        seconds * math.sqrt(length),
        lambda sim: plane(sim, "rod"),
        lambda t: turned(motion.at(t)[0], 0.0, -0.5 * length),
        0.5 * length,
    )


@family("ODE, one angle")
def pendulum_with_armature(draw: Draw) -> Trial:
    """A pendulum whose hinge has a rotor's inertia."""
    start, part = draw.uniform("rad", 0.1, 1.5), draw.log("armature", 0.05, 3)
    scene, length, moment, torque = _hinged_rod(draw, start, armature=lambda moment, _: part * moment)
    rate = torque / (moment * (1 + part))
    motion = Swing(start, 0.0, lambda *_: (lambda angle, _: -rate * math.sin(angle), None))
    return _swing(scene, length, motion, 3.0)


@family("ODE, one angle, phases")
def pendulum_with_dry_friction(draw: Draw) -> Trial:
    """A pendulum with dry friction in its hinge swings until it sticks."""
    start, part = draw.uniform("rad", 0.5, 1.5), draw.uniform("dry", 0.02, 0.25)
    scene, length, moment, torque = _hinged_rod(draw, start, dry_friction=lambda _, torque: part * torque)
    rate = torque / moment

    def phase(number, angle, speed):
        if abs(math.sin(angle)) <= part:
            return None
        way = -math.copysign(1.0, math.sin(angle))
        return (lambda a, _: -rate * (math.sin(a) + way * part)), (lambda _, v: v * way)

    def stuck(number, angle, speed):
        return phase(number, angle, 0.0) if abs(speed) < 1e-6 else None

    motion = Swing(start, 0.0, stuck)
    return _swing(scene, length, motion, 3.0)


@family("ODE, one angle, phases")
def pendulum_with_speed_motor(draw: Draw) -> Trial:
    """A motor of limited torque brings a pendulum to a speed and keeps it."""
    start, part = draw.uniform("rad", -1.0, 1.0), draw.uniform("torque", 1.2, 3.0)
    by = draw.uniform("rad/s by swing", 0.3, 1.5)
    length, mass = draw.log("length", 0.1, 2), draw.log("kg", 0.1, 10)
    moment, torque = mass * length**2 / 3, 0.5 * mass * G * length
    rate = torque / moment
    target = by * math.sqrt(rate)
    scene = rg.Scene()
    x, z = turned(start, 0.0, -0.5 * length)
    inertia, wide = mass * length**2 / 12, 0.05 * length
    rod = scene.add_body(
        rg.Box((wide, wide, length)),
        mass=mass,
        inertia=(inertia, inertia, 0.01 * inertia),
        position=(x, 0, z),
        orientation=axis_angle((0, 1, 0), start),
        name="rod",
    )
    motor = {"motor": "speed", "motor_target": target, "motor_max": part * torque}
    scene.add_joint(rg.Revolute(rod, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0), **motor))

    def phase(number, angle, speed):
        return ((lambda a, _: rate * (part - math.sin(a))), (lambda _, v: target - v)) if number == 0 else None

    return _swing(scene, length, Swing(start, 0.0, phase), 2.0)


@family("ODE, one angle")
def pendulum_on_slider_at_limit(draw: Draw) -> Trial:
    """A pendulum hangs from a slider that its own weight keeps on its lower limit."""
    length, start = draw.log("length", 0.1, 1.5), draw.uniform("rad", 0.2, 1.3)
    masses = draw.log("slider kg", 0.1, 5), draw.log("kg", 0.1, 5)
    inertia = masses[1] * length**2 / 12
    scene, wide = rg.Scene(), 0.05 * length
    slider = scene.add_body(rg.Box((wide,) * 3), mass=masses[0], name="slider", collision_mask=0)
    x, z = turned(start, 0.0, -0.5 * length)
    rod = scene.add_body(
        rg.Box((wide, wide, length)),
        mass=masses[1],
        inertia=(inertia, inertia, 0.01 * inertia),
        position=(x, 0, z),
        orientation=axis_angle((0, 1, 0), start),
        name="rod",
        collision_mask=0,
    )
    scene.add_joint(rg.Prismatic(slider, rg.WORLD, axis=(0, 0, 1), lower=0.0))
    scene.add_joint(rg.Revolute(rod, slider, anchor=(0, 0, 0), axis=(0, 1, 0)))
    motion = Swing(start, 0.0, lambda *_: (lambda angle, _: -1.5 * G / length * math.sin(angle), None))

    def expected(t):
        return [0.0, *turned(motion.at(t)[0], 0.0, -0.5 * length)]

    return Trial(
        scene,
        3.0 * math.sqrt(length),
        lambda sim: [sim.body("slider").position[2], *plane(sim, "rod")],
        expected,
        0.5 * length,
    )


@family("ODE, two angles")
def pair_of_pendulums(draw: Draw) -> Trial:
    """Two rods hinged to each other swing from a hinge."""
    lengths = draw.log("length", 0.1, 1.5), draw.log("second length", 0.1, 1.5)
    masses, starts = (
        (draw.log("kg", 0.1, 5), draw.log("second kg", 0.1, 5)),
        (
            draw.uniform("rad", -0.6, 0.6),
            draw.uniform("second rad", -0.6, 0.6),
        ),
    )
    inertias = [m * length**2 / 12 for m, length in zip(masses, lengths, strict=True)]

    def poses(q):
        first, second = turned(q[0], 0.0, -0.5 * lengths[0]), turned(q[1], 0.0, -0.5 * lengths[1])
        return np.array([[*first, q[0]], [2 * first[0] + second[0], 2 * first[1] + second[1], q[1]]])

    scene, before, anchor = rg.Scene(), rg.WORLD, (0.0, 0.0)
    for k, (x, z, angle) in enumerate(poses(np.array(starts))):
        wide = 0.05 * lengths[k]
        rod = scene.add_body(
            rg.Box((wide, wide, lengths[k])),
            mass=masses[k],
            inertia=(inertias[k], inertias[k], 0.01 * inertias[k]),
            position=(x, 0, z),
            orientation=axis_angle((0, 1, 0), angle),
            name=f"rod{k}",
            collision_mask=0,
        )
        scene.add_joint(rg.Revolute(rod, before, anchor=(anchor[0], 0, anchor[1]), axis=(0, 1, 0)))
        before, anchor = rod, (2 * x - anchor[0], 2 * z - anchor[1])
    motion = Motion(Planar(masses, inertias, poses), starts, (0.0, 0.0), 2.0 * math.sqrt(sum(lengths)))
    reach = 0.5 * lengths[1]

    def measured(sim):
        return [*plane(sim, "rod0"), *plane(sim, "rod1"), reach * angle_of(sim, "rod1")]

    def expected(t):
        p = motion.poses(t)
        return [*p[0, :2], *p[1, :2], reach * p[1, 2]]

    return Trial(scene, motion.seconds, measured, expected, sum(lengths))
