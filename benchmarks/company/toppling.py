"""What topples, tips and rocks: on the floor, on carts, planks, tables, logs and seesaws."""

import math

import numpy as np
from relatives.trial import Draw

import rigida as rg
from company.planar import Motion, Planar, footing, grip, turned
from company.trial import Trial, family
from rigida.orientations import axis_angle
from rigida.textbook.case import G

#: About +x by a quarter: axes of cylinders lie along y.
LYING = axis_angle((1, 0, 0), math.pi / 2)
#: The share of friction that the ideal motion may need: beyond it the oracle's sticking contacts would slip.
SHARE = 0.9


def angle_of(sim: rg.Simulation, name: str) -> float:
    """Return by how much a body is turned about +y [rad]."""
    w, _, y, _ = sim.body(name).orientation
    return 2.0 * math.atan2(y, w)


def plane(sim: rg.Simulation, name: str) -> list[float]:
    """Return x and z of a body."""
    place = sim.body(name).position
    return [float(place[0]), float(place[2])]


def moment_of_box(mass: float, width: float, height: float) -> float:
    """Return the moment of inertia of a box about y [kg m²]."""
    return mass * (width**2 + height**2) / 12


@family("ODE, one angle")
def stack_toppling(draw: Draw) -> Trial:
    """Two blocks that topple as one, pushed at the top of the lower."""
    width, high = draw.log("width", 0.05, 0.4), draw.uniform("high by width", 2, 4)
    tall, low = high * width, draw.uniform("upper by width", 0.3, 0.6) * width
    masses = draw.log("kg", 0.2, 10), draw.log("upper kg", 0.05, 2)
    push = draw.uniform("push", 1.1, 1.6) * sum(masses) * G * 0.5 * width / tall
    friction = 0.9
    inertias = [moment_of_box(m, width, h) for m, h in zip(masses, (tall, low), strict=True)]

    def poses(q):
        lower, upper = (turned(q[0], -0.5 * width, z) for z in (0.5 * tall, tall + 0.5 * low))
        return np.array([[0.5 * width + x, z, q[0]] for x, z in (lower, upper)])

    def forces(t, p, v):
        arm = turned(p[0, 2], 0.0, 0.5 * tall)
        return np.array([[push, 0, arm[1] * push], [0, 0, 0]])

    system = Planar(masses, inertias, poses, forces)

    def holds(t, q, v):
        reaction = system.reactions(t, q, v)
        ground = grip(reaction.sum(axis=0), 0.0, SHARE * friction)
        return min(ground, grip(reaction[1], q[0], SHARE * friction), footing(reaction[1], q[0], low, 0.98 * width))

    motion = Motion(system, [0.0], [0.0], 0.6 * math.sqrt(tall / 0.3), holds)
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    depth = 0.7 * width
    a = scene.add_body(
        rg.Box((width, depth, tall)), mass=masses[0], position=(0, 0, 0.5 * tall), friction=friction, name="a"
    )
    upper = rg.Box((width, depth, low))
    scene.add_body(upper, mass=masses[1], position=(0, 0, tall + 0.5 * low), friction=friction, name="b")
    scene.add_force(rg.ConstantForce(a, (push, 0, 0), anchor=(0, 0, tall)))

    def expected(t):
        p = motion.poses(t)
        return [tall * p[0, 2], p[1, 0], p[1, 1]]

    return Trial(scene, motion.seconds, lambda sim: [tall * angle_of(sim, "a"), *plane(sim, "b")], expected, tall)


@family("ODE, one angle")
def feather_on_toppling_block(draw: Draw) -> Trial:
    """A block pushed over, with a feather that rests on it."""
    width, tall = draw.log("width", 0.05, 0.5), draw.uniform("high by width", 2, 4)
    tall *= width
    mass = draw.log("kg", 0.2, 10)
    push = draw.uniform("push", 1.05, 1.5) * mass * G * 0.5 * width / tall
    inertia = moment_of_box(mass, width, tall)

    def poses(q):
        x, z = turned(q[0], -0.5 * width, 0.5 * tall)
        return np.array([[0.5 * width + x, z, q[0]]])

    def forces(t, p, v):
        return np.array([[push, 0, turned(p[0, 2], 0.0, 0.5 * tall)[1] * push]])

    system = Planar([mass], [inertia], poses, forces)
    friction = 0.9
    motion = Motion(
        system,
        [0.0],
        [0.0],
        0.6 * math.sqrt(tall / 0.3),
        lambda t, q, v: min(grip(system.reactions(t, q, v)[0], 0.0, SHARE * friction), 0.6 - q[0]),
    )
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    block = scene.add_body(
        rg.Box((width, width, tall)), mass=mass, position=(0, 0, 0.5 * tall), friction=friction, name="a"
    )
    flake = 0.2 * width
    scene.add_body(
        rg.Box((flake, flake, 0.5 * flake)),
        mass=1e-6 * mass,
        position=(0, 0, tall + 0.25 * flake),
        friction=5.0,
        name="feather",
    )
    scene.add_force(rg.ConstantForce(block, (push, 0, 0), anchor=(0, 0, tall)))
    return Trial(
        scene, motion.seconds, lambda sim: tall * angle_of(sim, "a"), lambda t: tall * motion.poses(t)[0, 2], tall
    )


@family("ODE, two coordinates")
def block_toppling_on_cart(draw: Draw) -> Trial:
    """A block that topples backward on a cart pulled away on ice."""
    width, tall = draw.log("width", 0.05, 0.4), draw.uniform("high by width", 2.5, 5)
    tall *= width
    mass, cart = draw.log("kg", 0.2, 5), draw.log("cart kg", 0.5, 10)
    pull, friction = draw.uniform("pull", 1.1, 1.6) * (mass + cart) * G * width / tall, 2.0
    inertia = moment_of_box(mass, width, tall)

    def poses(q):
        # Backward, about the rear edge: by −q[1] about +y.
        x, z = turned(-q[1], 0.5 * width, 0.5 * tall)
        return np.array([[q[0], 0 * q[0], 0 * q[0]], [q[0] - 0.5 * width + x, z, -q[1]]])

    system = Planar([cart, mass], [1.0, inertia], poses, lambda t, p, v: np.array([[pull, 0, 0], [0, 0, 0]]))
    motion = Motion(
        system,
        [0.0, 0.0],
        [0.0, 0.0],
        0.6 * math.sqrt(tall / 0.3),
        lambda t, q, v: min(grip(system.reactions(t, q, v)[1], 0.0, SHARE * friction), 1.0 - q[1]),
    )
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    deck = 0.5 * width
    base = scene.add_body(
        rg.Box((12 * width, 4 * width, deck)), mass=cart, position=(0, 0, 0.5 * deck), friction=friction, name="cart"
    )
    place = (0, 0, deck + 0.5 * tall)
    scene.add_body(rg.Box((width, width, tall)), mass=mass, position=place, friction=friction, name="block")
    scene.add_force(rg.ConstantForce(base, (pull, 0, 0)))

    def expected(t):
        q = motion.at(t)[0]
        return [q[0], -tall * q[1]]

    def measured(sim):
        return [sim.body("cart").position[0], tall * angle_of(sim, "block")]

    return Trial(scene, motion.seconds, measured, expected, tall)


@family("ODE, two coordinates")
def rod_tipping_on_free_plank(draw: Draw) -> Trial:
    """A leaning rod that falls over, its foot held by friction, on a plank that glides on ice."""
    length, lean = draw.log("length", 0.3, 2), math.radians(draw.uniform("degrees", 5, 20))
    thick = draw.uniform("thick by length", 0.02, 0.06) * length
    mass, plank = draw.log("kg", 0.2, 5), draw.log("plank kg", 0.5, 10)
    friction, inertia = draw.uniform("μ", 0.6, 1.2), moment_of_box(mass, thick, length)

    def poses(q):
        # The lower edge on the side of the lean stays where it is on the plank.
        x, z = turned(q[1], -0.5 * thick, 0.5 * length)
        return np.array([[q[0], 0 * q[0], 0 * q[0]], [q[0] + x, z, q[1]]])

    system = Planar([plank, mass], [1.0, inertia], poses)
    motion = Motion(
        system,
        [0.0, lean],
        [0.0, 0.0],
        1.2 * math.sqrt(length),
        lambda t, q, v: min(grip(system.reactions(t, q, v)[1], 0.0, SHARE * friction), 1.4 - q[1]),
    )
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    deck = 0.05 * length
    scene.add_body(
        rg.Box((2 * length, 0.5 * length, deck)),
        mass=plank,
        position=(0, 0, 0.5 * deck),
        friction=friction,
        name="plank",
    )
    x, z = turned(lean, -0.5 * thick, 0.5 * length)
    scene.add_body(
        rg.Box((thick, thick, length)),
        mass=mass,
        position=(x, 0, deck + z),
        orientation=axis_angle((0, 1, 0), lean),
        friction=friction,
        name="rod",
    )

    def expected(t):
        p = motion.poses(t)
        return [p[0, 0], p[1, 0], deck + p[1, 1], 0.5 * length * p[1, 2]]

    def measured(sim):
        return [sim.body("plank").position[0], *plane(sim, "rod"), 0.5 * length * angle_of(sim, "rod")]

    return Trial(scene, motion.seconds, measured, expected, length)


@family("ODE, one angle")
def box_tipping_off_table(draw: Draw) -> Trial:
    """A box whose center of mass is beyond the edge of a table tips about the edge until it would slip."""
    width = draw.log("width", 0.1, 1.0)
    high = draw.uniform("high by width", 0.2, 1.0) * width
    beyond = draw.uniform("beyond by width", 0.05, 0.3) * width
    mass, friction = draw.log("kg", 0.2, 10), draw.uniform("μ", 1.5, 3)
    inertia = moment_of_box(mass, width, high)

    def poses(q):
        x, z = turned(q[0], beyond, 0.5 * high)
        return np.array([[x, z, q[0]]])

    system = Planar([mass], [inertia], poses)

    def holds(t, q, v):
        return grip(system.reactions(t, q, v)[0], q[0], SHARE * friction)

    motion = Motion(system, [0.0], [0.0], 2.0, holds)
    scene = rg.Scene()
    table = (2.0, 2.0, 0.5)
    scene.add_body(rg.Box(table), fixed=True, position=(-1.0, 0, -0.25), friction=friction, name="table")
    place = (beyond, 0, 0.5 * high)
    scene.add_body(rg.Box((width, 0.8 * width, high)), mass=mass, position=place, friction=friction, name="box")

    def measured(sim):
        return [*plane(sim, "box"), 0.5 * width * angle_of(sim, "box")]

    return Trial(scene, motion.seconds, measured, lambda t: motion.poses(t)[0] * (1, 1, 0.5 * width), width)


@family("ODE, one angle")
def plank_rocking_on_log(draw: Draw) -> Trial:
    """A plank that rocks without slip on a log that is fixed."""
    radius, half = draw.log("log", 0.1, 0.5), draw.uniform("half thick by log", 0.05, 0.3)
    half *= radius
    length, mass = draw.uniform("long by log", 4, 8) * radius, draw.log("kg", 0.2, 10)
    lean, friction = draw.uniform("rad", 0.1, 0.35), 1.0
    inertia = moment_of_box(mass, length, 2 * half)

    def poses(q):
        up, aside = turned(q[0], 0.0, radius + half), turned(q[0], -radius * q[0], 0.0)
        return np.array([[up[0] + aside[0], up[1] + aside[1], q[0]]])

    system = Planar([mass], [inertia], poses)
    motion = Motion(
        system,
        [lean],
        [0.0],
        1.5,
        lambda t, q, v: grip(system.reactions(t, q, v)[0], q[0], SHARE * friction),
    )
    scene = rg.Scene()
    scene.add_body(
        rg.Cylinder(radius, 4 * radius),
        fixed=True,
        position=(0, 0, 0),
        orientation=LYING,
        friction=friction,
        name="log",
    )
    x, z, _ = poses(np.array([lean]))[0]
    scene.add_body(
        rg.Box((length, radius, 2 * half)),
        mass=mass,
        position=(x, 0, z),
        orientation=axis_angle((0, 1, 0), lean),
        friction=friction,
        name="plank",
    )
    reach = 0.5 * length

    def measured(sim):
        return [*plane(sim, "plank"), reach * angle_of(sim, "plank")]

    return Trial(scene, motion.seconds, measured, lambda t: motion.poses(t)[0] * (1, 1, reach), reach)


@family("ODE, two coordinates")
def plank_rocking_on_free_log(draw: Draw) -> Trial:
    """A plank that rocks on a log which itself rolls on the floor."""
    radius, half = draw.log("log", 0.1, 0.5), draw.uniform("half thick by log", 0.05, 0.3)
    half *= radius
    length, lean = draw.uniform("long by log", 4, 8) * radius, draw.uniform("rad", 0.05, 0.3)
    masses, friction = (draw.log("log kg", 0.5, 10), draw.log("kg", 0.2, 10)), 1.0
    inertias = [0.5 * masses[0] * radius**2, moment_of_box(masses[1], length, 2 * half)]

    def poses(q):
        roll, angle = q
        up, aside = turned(angle, 0.0, radius + half), turned(angle, -radius * (angle - roll), 0.0)
        log = [radius * roll, 0 * roll + radius, roll]
        return np.array([log, [log[0] + up[0] + aside[0], radius + up[1] + aside[1], angle]])

    system = Planar(masses, inertias, poses)

    def holds(t, q, v):
        reaction = system.reactions(t, q, v)
        edge = 0.45 * length - radius * abs(q[1] - q[0])
        floor = 0.9 * (radius + 0.5 * half) - 0.5 * length * abs(math.sin(q[1]))
        plank = grip(reaction[1], q[1], SHARE * friction)
        return min(plank, grip(reaction.sum(axis=0), 0.0, SHARE * friction), edge, floor)

    motion = Motion(system, [0.0, lean], [0.0, 0.0], 1.2, holds)
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    scene.add_body(
        rg.Cylinder(radius, 2 * radius),
        mass=masses[0],
        position=(0, 0, radius),
        orientation=LYING,
        friction=friction,
        name="log",
    )
    x, z, _ = poses(np.array([0.0, lean]))[1]
    scene.add_body(
        rg.Box((length, radius, 2 * half)),
        mass=masses[1],
        position=(x, 0, z),
        orientation=axis_angle((0, 1, 0), lean),
        friction=friction,
        name="plank",
    )
    reach = 0.5 * length

    def measured(sim):
        return [sim.body("log").position[0], *plane(sim, "plank"), reach * angle_of(sim, "plank")]

    def expected(t):
        log, top = motion.poses(t)
        return [log[0], top[0], top[1], reach * top[2]]

    return Trial(scene, motion.seconds, measured, expected, reach)


@family("ODE, one angle")
def seesaw_with_two_boxes(draw: Draw) -> Trial:
    """A hinged plank with a box on either arm, which friction holds."""
    arm = draw.log("arm", 0.5, 2)
    thick, side = 0.05 * arm, draw.uniform("box by arm", 0.1, 0.25) * arm
    places = -draw.uniform("left", 0.5, 0.85) * arm, draw.uniform("right", 0.5, 0.85) * arm
    masses = draw.log("plank kg", 0.5, 5), draw.log("left kg", 0.2, 5), draw.log("right kg", 0.2, 5)
    friction = draw.uniform("μ", 0.5, 1.0)
    inertias = [moment_of_box(masses[0], 2 * arm, thick), *(moment_of_box(m, side, side) for m in masses[1:])]

    def poses(q):
        boxes = [turned(q[0], x, 0.5 * (thick + side)) for x in places]
        return np.array([[0 * q[0], 0 * q[0], q[0]], *([x, z, q[0]] for x, z in boxes)])

    system = Planar(masses, inertias, poses)

    def holds(t, q, v):
        left, right = system.reactions(t, q, v)[1:]
        grips = [grip(r, q[0], SHARE * friction) for r in (left, right)]
        return min(*grips, *(footing(r, q[0], side, 0.98 * side) for r in (left, right)))

    motion = Motion(system, [0.0], [0.0], 1.0, holds)
    scene = rg.Scene()
    plank = scene.add_body(rg.Box((2 * arm, side, thick)), mass=masses[0], friction=friction, name="plank")
    scene.add_joint(rg.Revolute(plank, rg.WORLD, anchor=(0, 0, 0), axis=(0, 1, 0)))
    for name, x, mass in zip(("left", "right"), places, masses[1:], strict=True):
        place = (x, 0, 0.5 * (thick + side))
        scene.add_body(rg.Box((side,) * 3), mass=mass, position=place, friction=friction, name=name)

    def measured(sim):
        return [arm * angle_of(sim, "plank"), *plane(sim, "left"), *plane(sim, "right")]

    def expected(t):
        p = motion.poses(t)
        return [arm * p[0, 2], *p[1, :2], *p[2, :2]]

    return Trial(scene, motion.seconds, measured, expected, arm)


def _ladder(draw: Draw, friction: float) -> Trial:
    length, slope = draw.log("long", 0.5, 4), math.radians(draw.uniform("degrees", 45, 65))
    thick, mass = 0.01 * length, draw.log("kg", 0.5, 20)
    corners = np.array([(x, z) for x in (-0.5 * length, 0.5 * length) for z in (-0.5 * thick, 0.5 * thick)])
    start = [turned(math.pi + slope, x, z) for x, z in corners]
    foot, head = corners[int(np.argmin([z for _, z in start]))], corners[int(np.argmin([x for x, _ in start]))]

    def poses(q):
        return np.array([[q[0], q[1], q[2]]])

    def gaps(q):
        return np.array([q[1] + turned(q[2], *foot)[1], q[0] + turned(q[2], *head)[0]])

    def wrenches(q, v):
        # The foot slides away from the wall, the head down.
        columns = []
        for point, force in ((foot, (-friction, 1.0)), (head, (1.0, friction))):
            x, z = turned(q[2], *point)
            columns.append([*force, z * force[0] - x * force[1]])
        return np.array(columns).T

    system = Planar([mass], [moment_of_box(mass, length, thick)], poses, gaps=gaps, wrenches=wrenches)

    def holds(t, q, v):
        foot_rate = v[0] + turned(q[2], *foot)[1] * v[2]
        slides = 1.0 if t < 0.02 or friction == 0.0 else foot_rate
        return min(*system.accelerations(t, q, v)[1], slides)

    turn = math.pi + slope
    place = -turned(turn, *head)[0], -turned(turn, *foot)[1]
    motion = Motion(system, [*place, turn], [0, 0, 0], 0.5 * math.sqrt(length), holds)
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    scene.add_ground(friction=friction, normal=(1, 0, 0), name="wall")
    scene.add_body(
        rg.Box((length, 0.2 * length, thick)),
        mass=mass,
        position=(place[0], 0, place[1]),
        orientation=axis_angle((0, 1, 0), turn),
        friction=friction,
        name="ladder",
    )
    return Trial(
        scene, motion.seconds, lambda sim: plane(sim, "ladder"), lambda t: motion.poses(t)[0, :2], 0.5 * length
    )


@family("ODE, two normal forces")
def ladder_on_ice(draw: Draw) -> Trial:
    """A ladder that slides down a wall without friction until it would leave the wall."""
    return _ladder(draw, 0.0)


@family("ODE, two normal forces")
def ladder_with_friction(draw: Draw) -> Trial:
    """The same with friction at floor and wall."""
    return _ladder(draw, draw.uniform("μ", 0.05, 0.2))
