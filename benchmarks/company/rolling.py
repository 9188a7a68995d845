"""What rolls in company: with pendulums, on carts, wedges, planks and turntables, in pairs and on springs."""

import math

import numpy as np
from relatives.trial import Draw
from scipy.integrate import solve_ivp

import rigida as rg
from company.planar import RTOL, Motion, Planar, grip, turned
from company.rolling_body import RollingBody, ellipsoid_arm
from company.toppling import LYING, SHARE, plane
from company.trial import Trial, family
from rigida.orientations import axis_angle
from rigida.textbook.case import G


def add_roller(scene: rg.Scene, name: str, radius: float, mass: float, place, friction: float, **more) -> rg.Body:
    """Add a lying cylinder."""
    shape = rg.Cylinder(radius, 2.5 * radius)
    return scene.add_body(shape, mass=mass, position=place, orientation=LYING, friction=friction, name=name, **more)


def _pendulum(draw: Draw, seconds: float, torque=None) -> Trial:
    """A roller with a rod hinged to its axis; torque(t) acts between both."""
    radius, masses = draw.log("r", 0.05, 0.3), (draw.log("kg", 0.3, 5), draw.log("rod kg", 0.1, 3))
    length, swing = draw.uniform("rod by r", 2, 6) * radius, draw.uniform("rad", 0.3, 1.3)
    inertias = [0.5 * masses[0] * radius**2, masses[1] * length**2 / 12]
    friction = 2.0

    def poses(q):
        x, z = turned(q[1], 0.0, -0.5 * length)
        return np.array([[radius * q[0], radius + 0 * q[0], q[0]], [radius * q[0] + x, radius + z, q[1]]])

    forces = None
    if torque is not None:
        size = draw.uniform("torque", 0.1, 0.4) * masses[1] * G * length
        rate = draw.uniform("pumped by swing", 0.5, 1.2) * math.sqrt(1.5 * G / length)

        def forces(t, p, v):
            now = size * math.sin(rate * t)
            return np.array([[0, 0, -now], [0, 0, now]])

    system = Planar(masses, inertias, poses, forces)
    time = math.sqrt(length / 0.5)
    motion = Motion(
        system,
        [0.0, -swing],
        [0.0, 0.0],
        seconds * time,
        lambda t, q, v: grip(system.reactions(t, q, v).sum(axis=0), 0.0, SHARE * friction),
    )
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    roller = add_roller(scene, "roller", radius, masses[0], (0, 0, radius), friction)
    x, z = turned(-swing, 0.0, -0.5 * length)
    rod = scene.add_body(
        None,
        mass=masses[1],
        inertia=(inertias[1], inertias[1], 0.01 * inertias[1]),
        position=(x, 0, radius + z),
        orientation=axis_angle((0, 1, 0), -swing),
        name="rod",
    )
    scene.add_joint(rg.Revolute(roller, rod, anchor=(0, 0, radius), axis=(0, 1, 0)))
    if torque is not None:

        def pump(t, *_):
            now = size * math.sin(rate * t)
            return ((0, 0, 0), (0, -now, 0)), ((0, 0, 0), (0, now, 0))

        scene.add_force(rg.UserForce((roller, rod), pump))

    def expected(t):
        p = motion.poses(t)
        return [p[0, 0], p[1, 0], p[1, 1]]

    return Trial(
        scene, motion.seconds, lambda sim: [sim.body("roller").position[0], *plane(sim, "rod")], expected, length
    )


@family("ODE, two angles")
def roller_with_pendulum(draw: Draw) -> Trial:
    """A roller with a pendulum on its axis."""
    return _pendulum(draw, 1.0)


@family("ODE, two angles")
def pumped_rolling_pendulum(draw: Draw) -> Trial:
    """The same with an alternating torque between both, by a user's force."""
    return _pendulum(draw, 1.5, torque=True)


@family("ODE, one angle")
def roller_with_eccentric_mass(draw: Draw) -> Trial:
    """A roller with a ball fixed inside, beside its axis."""
    radius, masses = draw.log("r", 0.05, 0.3), (draw.log("kg", 0.3, 5), draw.log("ball kg", 0.1, 2))
    arm, start = draw.uniform("arm by r", 0.3, 0.8) * radius, draw.uniform("rad", 0.5, 2.5)
    ball, friction = 0.1 * radius, 2.0
    inertias = [0.5 * masses[0] * radius**2, 0.4 * masses[1] * ball**2]

    def poses(q):
        x, z = turned(q[0], 0.0, -arm)
        return np.array([[radius * q[0], radius + 0 * q[0], q[0]], [radius * q[0] + x, radius + z, q[0]]])

    system = Planar(masses, inertias, poses)
    motion = Motion(
        system,
        [start],
        [0.0],
        1.2 * math.sqrt(radius / 0.1),
        lambda t, q, v: grip(system.reactions(t, q, v).sum(axis=0), 0.0, SHARE * friction),
    )
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    roller = add_roller(scene, "roller", radius, masses[0], (radius * start, 0, radius), friction)
    x, z = turned(start, 0.0, -arm)
    place = (radius * start + x, 0, radius + z)
    inner = scene.add_body(rg.Sphere(ball), mass=masses[1], position=place, name="ball")
    scene.add_joint(rg.Fixed(roller, inner))

    def expected(t):
        p = motion.poses(t)
        return [p[0, 0], *p[1, :2]]

    return Trial(
        scene, motion.seconds, lambda sim: [sim.body("roller").position[0], *plane(sim, "ball")], expected, radius
    )


@family("closed form, circle")
def axle_of_two_wheels(draw: Draw) -> Trial:
    """Two balls on an axle roll in a circle."""
    radius, half = draw.log("r", 0.05, 0.3), draw.uniform("half axle by r", 1.5, 4)
    half *= radius
    speed, masses = draw.uniform("m/s by √gr", 0.5, 2) * math.sqrt(G * radius), draw.log("kg", 0.2, 3)
    axle_mass, friction = draw.log("axle kg", 0.05, 2), 1.5
    # Sideways at most 0.3 g, so that the inner wheel stays down.
    yaw = draw.uniform("turn", 0.3, 1.0) * min(0.3 * G / speed, 0.8 * speed / half)
    scene = rg.Scene()
    scene.add_ground(friction=friction)
    axle = scene.add_body(
        rg.Cylinder(0.1 * radius, 1.6 * half),
        mass=axle_mass,
        position=(0, 0, radius),
        orientation=LYING,
        velocity=(speed, 0, 0),
        angular_velocity=(0, 0, yaw),
        name="axle",
    )
    for name, y in (("right", -half), ("left", half)):
        v = speed - yaw * y
        wheel = scene.add_body(
            rg.Sphere(radius),
            mass=masses,
            position=(0, y, radius),
            velocity=(v, 0, 0),
            angular_velocity=(0, v / radius, yaw),
            friction=friction,
            name=name,
        )
        scene.add_joint(rg.Revolute(axle, wheel, anchor=(0, y, radius), axis=(0, 1, 0)))

    def expected(t):
        angle, circle = yaw * t, speed / yaw
        middle = np.array([circle * math.sin(angle), circle * (1 - math.cos(angle))])
        aside = half * np.array([-math.sin(angle), math.cos(angle)])
        return [*middle, *(middle + aside)]

    def measured(sim):
        return [*sim.body("axle").position[:2], *sim.body("left").position[:2]]

    return Trial(scene, min(1.5, 2.0 / yaw), measured, expected, radius)


def _trolley(
    draw: Draw, slope: float, friction: float = 0.5
) -> tuple[rg.Scene, float, float, float, np.ndarray, np.ndarray]:
    """Return a scene with a trolley on four rollers, its mass, that of its wheels, their radius, and axes."""
    radius, cart, wheel = draw.log("r", 0.03, 0.15), draw.log("cart kg", 0.5, 5), draw.log("wheel kg", 0.05, 0.5)
    up = np.array([math.sin(slope), 0, math.cos(slope)])
    along = np.array([math.cos(slope), 0, -math.sin(slope)])
    scene = rg.Scene()
    scene.add_ground(friction=1.5, normal=tuple(up))
    turn = axis_angle((0, 1, 0), slope)
    size = (10 * radius, 3 * radius, radius)
    body = scene.add_body(
        rg.Box(size), mass=cart, position=tuple(1.8 * radius * up), orientation=turn, friction=friction, name="cart"
    )
    for i in (-1, 1):
        for j in (-1, 1):
            place = radius * up + 3 * radius * i * along + 2 * radius * j * np.array([0, 1, 0])
            roller = scene.add_body(
                rg.Cylinder(radius, 0.5 * radius),
                mass=wheel,
                position=tuple(place),
                orientation=LYING,
                friction=1.5,
                name=f"wheel{i}{j}",
            )
            scene.add_joint(rg.Revolute(roller, body, anchor=tuple(place), axis=(0, 1, 0)))
    return scene, cart, wheel, radius, up, along


@family("closed form")
def trolley_on_four_rollers(draw: Draw) -> Trial:
    """A trolley on four hinged rollers runs down a slope."""
    slope = math.radians(draw.uniform("degrees", 5, 30))
    scene, cart, wheel, radius, _, along = _trolley(draw, slope)
    rate = (cart + 4 * wheel) * G * math.sin(slope) / (cart + 6 * wheel)
    start = np.array(scene.body("cart").position) @ along
    return Trial(
        scene,
        0.8,
        lambda sim: sim.body("cart").position @ along - start,
        lambda t: 0.5 * rate * t * t,
        5 * radius,
    )


@family("closed form, two phases")
def box_slipping_on_trolley(draw: Draw) -> Trial:
    """A box thrown onto a trolley slips until both have one speed."""
    friction = draw.uniform("μ", 0.2, 0.5)
    scene, cart, wheel, radius, _, _ = _trolley(draw, 0.0, friction)
    side, mass = 1.5 * radius, draw.log("kg", 0.1, 3)
    effective = cart + 6 * wheel
    slow = friction * G
    gain = friction * mass * G / effective
    room = 5 * radius
    speed = draw.uniform("speed", 0.5, 1.0) * math.sqrt(2 * room * (slow + gain))
    z = 2.3 * radius + 0.5 * side
    scene.add_body(
        rg.Box((side, side, side)),
        mass=mass,
        position=(-0.5 * room, 0, z),
        velocity=(speed, 0, 0),
        friction=friction,
        name="box",
    )
    stop = speed / (slow + gain)

    def expected(t):
        slip = min(t, stop)
        together = gain * stop * (t - slip)
        return [
            -0.5 * room + speed * slip - 0.5 * slow * slip**2 + together,
            0.5 * gain * slip**2 + together,
        ]

    return Trial(
        scene,
        1.5 * stop,
        lambda sim: [sim.body("box").position[0], sim.body("cart").position[0]],
        expected,
        5 * radius,
    )


@family("closed form")
def cylinder_on_free_wedge(draw: Draw) -> Trial:
    """A cylinder rolls down a wedge that glides on ice."""
    slope, radius = math.radians(draw.uniform("degrees", 15, 40)), draw.log("r", 0.03, 0.2)
    masses = draw.log("wedge kg", 0.5, 5), draw.log("kg", 0.2, 3)
    length = 12 * radius
    high = length * math.tan(slope)
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    corners = [(x, y, z) for x, z in ((0, 0), (length, 0), (0, high)) for y in (-2 * radius, 2 * radius)]
    scene.add_body(rg.ConvexHull(np.array(corners)), mass=masses[0], friction=1.5, name="wedge")
    normal = np.array([math.sin(slope), 0, math.cos(slope)])
    place = np.array([0.3 * length, 0, 0.7 * high]) + radius * normal
    add_roller(scene, "roller", radius, masses[1], tuple(place), 1.5)
    # Down the slope with a against the wedge, which goes back with b: momentum along x, and rolling.
    total, c, s = sum(masses), math.cos(slope), math.sin(slope)
    back = masses[1] * G * s * c / (1.5 * total - masses[1] * c * c)
    down = total * back / (masses[1] * c)
    start = scene.body("wedge").position[0]
    seconds = min(0.6, math.sqrt(2 * 0.6 * length / down))

    def expected(t):
        return [-0.5 * back * t * t, place[0] + 0.5 * (down * c - back) * t * t, place[2] - 0.5 * down * s * t * t]

    def measured(sim):
        return [sim.body("wedge").position[0] - start, *plane(sim, "roller")]

    return Trial(scene, seconds, measured, expected, radius)


@family("closed form")
def ball_on_pulled_plank(draw: Draw) -> Trial:
    """A ball rolls on a plank that is pulled over ice."""
    masses, radius = (draw.log("plank kg", 0.5, 5), draw.log("kg", 0.2, 3)), draw.log("r", 0.05, 0.3)
    force = draw.uniform("pull by weight", 0.1, 0.6) * sum(masses) * G
    rate = force / (masses[0] + 2 / 7 * masses[1])
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    thick = 0.5 * radius
    plank = scene.add_body(
        rg.Box((40 * radius, 4 * radius, thick)), mass=masses[0], position=(0, 0, 0.5 * thick), friction=1.5, name="p"
    )
    scene.add_body(rg.Sphere(radius), mass=masses[1], position=(0, 0, thick + radius), friction=1.5, name="ball")
    scene.add_force(rg.ConstantForce(plank, (force, 0, 0)))
    return Trial(
        scene,
        min(0.8, math.sqrt(2 * 12 * radius / rate)),
        lambda sim: [sim.body("p").position[0], sim.body("ball").position[0]],
        lambda t: [0.5 * rate * t * t, rate * t * t / 7],
        radius,
    )


@family("ODE, one angle, then free fall")
def three_rollers_part(draw: Draw) -> Trial:
    """Two rollers on ice are driven apart by a third between them, until it leaves them."""
    radius, upper, lower = draw.log("r", 0.05, 0.3), draw.log("upper kg", 0.3, 3), draw.log("lower kg", 0.3, 3)
    first = math.pi / 6

    def poses(q):
        x, z = 2 * radius * np.sin(q[0]), 2 * radius * np.cos(q[0])
        return np.array([[-x, 0 * x, 0 * x], [x, 0 * x, 0 * x], [0 * x, z, 0 * x]])

    # Weight acts on the upper one alone: the floor carries the lower ones.
    system = Planar(
        [lower, lower, upper],
        [1.0] * 3,
        poses,
        lambda t, p, v: np.array([[0, lower * G, 0], [0, lower * G, 0], [0, 0, 0]]),
    )

    def parting(t, y):
        return float(system.reactions(t, *np.split(np.asarray(y), 2))[2, 1])

    parting.terminal = True
    found = solve_ivp(
        system.rates, (0, 5), [first, 0.0], method="DOP853", rtol=RTOL, atol=1e-13, events=parting, dense_output=True
    )
    part, q, v = float(found.t[-1]), found.y[0, -1], found.y[1, -1]
    x, z = 2 * radius * math.sin(q), radius + 2 * radius * math.cos(q)
    vx, vz = 2 * radius * math.cos(q) * v, -2 * radius * math.sin(q) * v

    def expected(t):
        if t < part:
            q = found.sol(t)[0]
            return [2 * radius * math.sin(q), radius + 2 * radius * math.cos(q)]
        rest = t - part
        return [x + vx * rest, z + vz * rest - 0.5 * G * rest**2]

    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    start = 2 * radius * math.sin(first)
    add_roller(scene, "left", radius, lower, (-start, 0, radius), 0.0)
    add_roller(scene, "right", radius, lower, (start, 0, radius), 0.0)
    add_roller(scene, "upper", radius, upper, (0, 0, radius + 2 * radius * math.cos(first)), 0.0)
    return Trial(
        scene,
        min(1.15 * part, part + (vz + math.sqrt(vz**2 + 2 * G * (z - 1.05 * radius))) / G),
        lambda sim: [sim.body("right").position[0], sim.body("upper").position[2]],
        expected,
        radius,
    )


@family("ODE, rolling on a plane that turns")
def ball_on_turntable(draw: Draw) -> Trial:
    """A ball rolls in circles on a turntable that keeps its rate, hinged and far heavier."""
    radius, rate = draw.log("r", 0.03, 0.2), draw.uniform("rad/s", 1, 6)
    place = np.array([draw.uniform("x by r", 3, 8) * radius, 0, radius])
    speed = np.array([draw.uniform("u", -1, 1), draw.uniform("v", -1, 1), 0]) * rate * radius
    slip = speed - rate * np.array([0, place[0], 0])
    # v = u − ω × r with r = −radius ẑ: ω × ẑ radius = v − u.
    spin = np.array([-slip[1], slip[0], 0]) / radius
    body = RollingBody(1.0, np.full(3, 0.4 * radius**2), ellipsoid_arm(np.full(3, radius)), rate)
    scene = rg.Scene()
    table = rg.PathFunction(
        lambda t: ((0, 0, -0.5 * radius), (math.cos(0.5 * rate * t), 0, 0, math.sin(0.5 * rate * t)))
    )
    scene.add_body(rg.Cylinder(60 * radius, radius), path=table, friction=1.5, name="table")
    scene.add_body(
        rg.Sphere(radius),
        mass=1.0,
        position=place,
        velocity=speed,
        angular_velocity=spin,
        friction=1.5,
        name="ball",
    )
    return Trial(
        scene,
        1.0,
        lambda sim: sim.body("ball").position[:2],
        lambda t: body.at(t, place, (1, 0, 0, 0), spin)[:2],
        radius,
    )


def _oscillator(draw: Draw, inertia_part: float, name: str) -> Trial:
    """What is tied to the wall by a spring, and slides on ice or rolls: inertia_part of its mass turns with it."""
    mass, size = draw.log("kg", 0.2, 5), draw.log("size", 0.05, 0.4)
    turns = draw.log("ω by 1/60 s", 0.02, 0.2)
    stiffness = mass * (1 + inertia_part) * (turns * 60) ** 2
    amplitude = draw.uniform("amplitude by size", 0.2, 1.0) * size
    if inertia_part:
        # Friction holds what rolls.
        amplitude = min(amplitude, 0.5 * G * (1 + inertia_part) / (inertia_part * (turns * 60) ** 2))
    rate = turns * 60
    scene = rg.Scene()
    friction = 1.5 if inertia_part else 0.0
    scene.add_ground(friction=friction)
    high, turn = 0.5 * size, (1, 0, 0, 0)
    shape = rg.Box((size,) * 3)
    if name == "ball":
        shape = rg.Sphere(high)
    elif name == "cylinder":
        shape, turn = rg.Cylinder(high, 1.5 * size), LYING
    body = scene.add_body(
        shape, mass=mass, position=(amplitude, 0, high), orientation=turn, friction=friction, name="body"
    )
    far = 4 * size + 2 * amplitude
    anchor, other = (amplitude, 0, high), (-far, 0, high)
    scene.add_force(rg.Spring(body, stiffness=stiffness, rest_length=far, anchor_a=anchor, anchor_b=other))
    return Trial(
        scene,
        min(2.0, 6 * math.pi / rate),
        lambda sim: sim.body("body").position[0],
        lambda t: amplitude * math.cos(rate * t),
        scale=amplitude,
    )


@family("closed form")
def spring_tied_box_on_ice(draw: Draw) -> Trial:
    """A box on ice, tied by a spring, for three periods or two seconds."""
    return _oscillator(draw, 0.0, "box")


@family("closed form")
def spring_tied_ball(draw: Draw) -> Trial:
    """A rolling ball tied by a spring."""
    return _oscillator(draw, 0.4, "ball")


@family("closed form")
def spring_tied_cylinder(draw: Draw) -> Trial:
    """A rolling cylinder tied by a spring."""
    return _oscillator(draw, 0.5, "cylinder")
