"""What slides in company: stacks, feathers, plates on ice, table-cloths, turntables."""

import math

import numpy as np
from relatives.trial import Draw
from scipy.integrate import solve_ivp

import rigida as rg
from company.trial import Trial, family
from rigida.textbook.case import G
from rigida.textbook.spinning_box import rest_of_box

#: Points over which the friction of a disk's rim is summed.
_RIM = 64
#: Part of the speed at the start below which the friction of a point of the rim fades: its way turns there at once.
_FADES = 1e-3


def _thrown_spinning(draw: Draw, upper: str) -> Trial:
    """A box that slides and spins with another one on it, which friction holds: a second one, or a feather."""
    long, wide = draw.log("long", 0.1, 0.8), draw.uniform("wide by long", 0.4, 1.0)
    wide *= long
    high, friction = draw.uniform("high by wide", 0.1, 0.3) * wide, draw.uniform("μ", 0.15, 0.5)
    speed, way = draw.uniform("m/s by √gl", 0.3, 1.0) * math.sqrt(G * long), draw.uniform("rad", 0, 2 * math.pi)
    velocity = speed * np.array([math.cos(way), math.sin(way)])
    spin = draw.uniform("rim by speed", 0.2, 1.5) * speed / long
    scene, motion = rg.Scene(), {"velocity": (*velocity, 0), "angular_velocity": (0, 0, spin)}
    scene.add_ground(friction=friction)
    size = np.array([long, wide, high])
    # The friction of a pair is the geometric mean: the upper contact has several times that of the lower one.
    place = (0, 0, 0.5 * high)
    scene.add_body(rg.Box(tuple(size)), mass=1.0, position=place, friction=friction, name="box", **motion)
    if upper == "feather":
        flake = 0.1 * long
        place = (0, 0, high + 0.25 * flake)
        scene.add_body(
            rg.Box((flake, flake, 0.5 * flake)), mass=1e-6, position=place, friction=20 * friction, name="top", **motion
        )
        moved = size
    else:
        place = (0, 0, 1.5 * high)
        scene.add_body(rg.Box(tuple(size)), mass=1.0, position=place, friction=20 * friction, name="top", **motion)
        moved = size * (1, 1, 2)
    # The time at which it rests, and then a little.
    _, _, time = rest_of_box(moved, friction, velocity, spin)
    scale = max(speed**2 / (2 * friction * G), 0.3 * long)

    def expected(t):
        place, angle, _ = rest_of_box(moved, friction, velocity, spin, t)
        return [*place, 0.5 * long * angle]

    def measured(sim):
        w, _, _, z = sim.body("box").orientation
        angle = 2 * math.atan2(z, w)
        turns = round((turn_at(sim.time) - angle) / (2 * math.pi))
        return [*sim.body("box").position[:2], 0.5 * long * (angle + 2 * math.pi * turns)]

    known: dict[float, float] = {}

    def turn_at(t):
        key = round(t, 9)
        if key not in known:
            known[key] = rest_of_box(moved, friction, velocity, spin, t)[1]
        return known[key]

    return Trial(scene, 0.9 * time, measured, expected, long, scale)


@family("Coulomb's law at four corners, integrated")
def pair_sliding_and_spinning(draw: Draw) -> Trial:
    """Two boxes, one on the other and held by friction, slide and spin as one."""
    return _thrown_spinning(draw, "box")


@family("Coulomb's law at four corners, integrated")
def feather_on_spinning_box(draw: Draw) -> Trial:
    """A box that slides and spins with a feather resting on its middle."""
    return _thrown_spinning(draw, "feather")


@family("closed form, two phases")
def disk_spinning_on_free_plate(draw: Draw) -> Trial:
    """A disk that spins on a plate on ice, until both spin alike."""
    radius, friction, spin = draw.log("r", 0.05, 0.4), draw.uniform("μ", 0.1, 0.6), draw.uniform("rad/s", 4, 15)
    masses, side = (draw.log("plate kg", 0.5, 5), draw.log("kg", 0.3, 3)), draw.uniform("side by r", 2.2, 4) * radius
    thick = 0.1 * radius
    moments = masses[0] * side**2 / 6, 0.5 * masses[1] * radius**2
    torque = friction * masses[1] * G * radius
    rates = torque / moments[0], torque / moments[1]
    stop = spin / sum(rates)
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    plate, disk = rg.Box((side, side, thick)), rg.Cylinder(radius, thick)
    scene.add_body(plate, mass=masses[0], position=(0, 0, 0.5 * thick), friction=friction, name="plate")
    spinning = {"angular_velocity": (0, 0, spin), "friction": friction, "name": "disk"}
    scene.add_body(disk, mass=masses[1], position=(0, 0, 1.5 * thick), **spinning)

    def expected(t):
        slip = min(t, stop)
        return [rates[0] * slip, spin - rates[1] * slip]

    def measured(sim):
        return [sim.body("plate").angular_velocity[2], sim.body("disk").angular_velocity[2]]

    return Trial(scene, 1.3 * stop, measured, expected, scale=spin)


@family("Coulomb's law over the rim, integrated")
def disk_sliding_on_free_plate(draw: Draw) -> Trial:
    """A disk that slides and spins on a plate on ice."""
    radius, friction, spin = draw.log("r", 0.05, 0.3), draw.uniform("μ", 0.1, 0.5), draw.uniform("rim by speed", 0.3, 2)
    speed = draw.uniform("m/s by √gr", 0.5, 1.5) * math.sqrt(G * radius)
    spin *= speed / radius
    masses, long = (draw.log("plate kg", 0.5, 5), draw.log("kg", 0.3, 3)), 14 * radius
    wide, thick = 8 * radius, 0.2 * radius
    start = np.array([-4 * radius, draw.uniform("aside by r", -1, 1) * radius])
    moments = masses[0] * (long**2 + wide**2) / 12, 0.5 * masses[1] * radius**2
    angles = 2 * math.pi * (np.arange(_RIM) + 0.5) / _RIM
    rim = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def rates(t, y):
        disk, plate, v, u, w, o = y[0:2], y[2:4], y[4:6], y[6:8], y[8], y[9]
        arms = disk + rim - plate
        slip = v + w * np.stack([-rim[:, 1], rim[:, 0]], axis=1) - u - o * np.stack([-arms[:, 1], arms[:, 0]], axis=1)
        ways = slip / np.sqrt((slip**2).sum(axis=1) + (_FADES * speed) ** 2)[:, None]
        # Σ load · rim balances the moment of friction about the disk's center, half its thickness up.
        lift = 0.5 * friction * thick
        matrix = np.diag([0.5 * radius**2] * 2) - lift * ways.T @ rim / _RIM
        share = (1 + rim @ np.linalg.solve(matrix, lift * ways.mean(axis=0))) / _RIM
        force = -friction * masses[1] * G * share[:, None] * ways
        total = force.sum(axis=0)
        about = (rim[:, 0] * force[:, 1] - rim[:, 1] * force[:, 0]).sum()
        plate_about = -(arms[:, 0] * force[:, 1] - arms[:, 1] * force[:, 0]).sum()
        return [*v, *u, *(total / masses[1]), *(-total / masses[0]), about / moments[1], plate_about / moments[0]]

    first = [*start, 0, 0, speed, 0, 0, 0, spin, 0]

    def stops(t, y):
        arm = np.asarray(y[0:2]) - y[2:4]
        slip = np.asarray(y[4:6]) - y[6:8] - y[9] * np.array([-arm[1], arm[0]])
        return float(np.hypot(*slip) + radius * abs(y[8] - y[9]) - 0.05 * speed)

    stops.terminal = True
    found = solve_ivp(rates, (0, 5), first, rtol=1e-6, events=stops)
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    plate, disk = rg.Box((long, wide, thick)), rg.Cylinder(radius, thick)
    scene.add_body(plate, mass=masses[0], position=(0, 0, 0.5 * thick), friction=friction, name="plate")
    scene.add_body(
        disk,
        mass=masses[1],
        position=(*start, 1.5 * thick),
        velocity=(speed, 0, 0),
        angular_velocity=(0, 0, spin),
        friction=friction,
        name="disk",
    )

    def expected(t):
        return solve_ivp(rates, (0, t), first, rtol=1e-8, atol=1e-10).y[:4, -1] if t else first[:4]

    def measured(sim):
        return [*sim.body("disk").position[:2], *sim.body("plate").position[:2]]

    return Trial(scene, found.t[-1], measured, expected, radius)


@family("closed form, two phases")
def block_on_free_plank(draw: Draw) -> Trial:
    """A block thrown onto a plank on ice slides until both have one speed."""
    side, friction = draw.log("side", 0.05, 0.4), draw.uniform("μ", 0.1, 0.6)
    masses = draw.log("plank kg", 0.3, 5), draw.log("kg", 0.3, 5)
    slow, gain = friction * G, friction * G * masses[1] / masses[0]
    room = 4 * side
    speed = draw.uniform("speed", 0.6, 1.0) * math.sqrt(2 * room * (slow + gain))
    stop = speed / (slow + gain)
    scene = rg.Scene()
    scene.add_ground(friction=0.0)
    thick = 0.4 * side
    plank = rg.Box((7 * side, 2 * side, thick))
    scene.add_body(plank, mass=masses[0], position=(0, 0, 0.5 * thick), friction=friction, name="plank")
    scene.add_body(
        rg.Box((side, side, 0.6 * side)),
        mass=masses[1],
        position=(-2 * side, 0, thick + 0.3 * side),
        velocity=(speed, 0, 0),
        friction=friction,
        name="block",
    )

    def expected(t):
        slip = min(t, stop)
        together = gain * stop * (t - slip)
        return [
            -2 * side + speed * slip - 0.5 * slow * slip**2 + together,
            0.5 * gain * slip**2 + together,
        ]

    def measured(sim):
        return [sim.body("block").position[0], sim.body("plank").position[0]]

    return Trial(scene, 1.4 * stop, measured, expected, side)


@family("closed form")
def tablecloth(draw: Draw) -> Trial:
    """A cloth, a thin plate, is pulled away below three boxes of different heights on a slippery table."""
    side, friction, below = draw.log("side", 0.05, 0.3), draw.uniform("μ", 0.1, 0.4), draw.uniform("μ table", 0.05, 0.3)
    masses, cloth = [draw.log(f"kg {k}", 0.2, 2) for k in range(3)], draw.log("cloth kg", 0.2, 2)
    load = sum(masses)
    hold = friction * load * G + below * (load + cloth) * G
    rate = draw.uniform("rate by μ g", 1.5, 4) * friction * G
    scene = rg.Scene()
    scene.add_ground(friction=below)
    thick = 0.1 * side
    sheet = scene.add_body(
        rg.Box((16 * side, 2 * side, thick)), mass=cloth, position=(0, 0, 0.5 * thick), friction=below, name="cloth"
    )
    for k, mass in enumerate(masses):
        high = (0.4 + 0.2 * k) * side
        scene.add_body(
            rg.Box((side, side, high)),
            mass=mass,
            position=((2 * k - 5) * side, 0, thick + 0.5 * high),
            friction=friction**2 / below,
            name=f"box{k}",
        )
    scene.add_force(rg.ConstantForce(sheet, (hold + cloth * rate, 0, 0), anchor=(0, 0, 0.5 * thick)))

    def measured(sim):
        return [sim.body("cloth").position[0], *(sim.body(f"box{k}").position[0] for k in range(3))]

    def expected(t):
        moved = 0.5 * friction * G * t * t
        return [0.5 * rate * t * t, *((2 * k - 5) * side + moved for k in range(3))]

    return Trial(scene, math.sqrt(2 * 3 * side / (rate - friction * G)), measured, expected, side)


@family("closed form")
def box_riding_turntable(draw: Draw) -> Trial:
    """A box rides on a hinged turntable that a torque spins up, held by friction."""
    arm, friction = draw.log("arm", 0.1, 1.0), draw.uniform("μ", 0.3, 1.0)
    side = draw.uniform("side by arm", 0.1, 0.4) * arm
    mass, table = draw.log("kg", 0.1, 3), draw.log("table kg", 0.5, 10)
    radius, thick, seconds = 1.5 * arm, 0.1 * arm, 0.8
    moment = 0.5 * table * radius**2 + mass * (side**2 / 6 + arm**2)
    # At the end the box needs 0.2 to 0.8 of what friction holds: outward by the square of the rate, and around.
    most = draw.uniform("of friction", 0.2, 0.8) * friction * G / arm
    final = math.sqrt(0.8 * most)
    start = draw.uniform("rate at the start", max(0.0, 1 - 0.6 * most * seconds / final), 1.0) * final
    rate = (final - start) / seconds
    scene = rg.Scene()
    plate = scene.add_body(
        rg.Cylinder(radius, thick),
        mass=table,
        position=(0, 0, -0.5 * thick),
        angular_velocity=(0, 0, start),
        friction=friction,
        name="table",
    )
    scene.add_joint(rg.Revolute(plate, rg.WORLD, anchor=(0, 0, 0), axis=(0, 0, 1)))
    scene.add_body(
        rg.Box((side, side, side)),
        mass=mass,
        position=(arm, 0, 0.5 * side),
        velocity=(0, start * arm, 0),
        angular_velocity=(0, 0, start),
        friction=friction,
        name="box",
    )
    scene.add_force(rg.Torque(plate, (0, 0, rate * moment)))

    def expected(t):
        angle = start * t + 0.5 * rate * t * t
        return [arm * math.cos(angle), arm * math.sin(angle)]

    return Trial(scene, seconds, lambda sim: sim.body("box").position[:2], expected, arm)


@family("closed form")
def feather_on_sliding_box(draw: Draw) -> Trial:
    """A box slides down a slope with a feather resting on it."""
    slope, friction = math.radians(draw.uniform("degrees", 15, 40)), draw.uniform("μ by tan", 0.2, 0.8)
    friction *= math.tan(slope)
    side, flat = draw.log("side", 0.05, 0.5), draw.uniform("flat", 0.3, 0.8)
    up = np.array([math.sin(slope), 0, math.cos(slope)])
    along = np.array([math.cos(slope), 0, -math.sin(slope)])
    turn = rg.axis_angle((0, 1, 0), slope)
    scene = rg.Scene()
    scene.add_ground(friction=friction, normal=tuple(up))
    high, flake = flat * side, 0.2 * side
    scene.add_body(
        rg.Box((side, side, high)),
        mass=1.0,
        position=tuple(0.5 * high * up),
        orientation=turn,
        friction=friction,
        name="box",
    )
    scene.add_body(
        rg.Box((flake, flake, 0.5 * flake)),
        mass=1e-6,
        position=tuple((high + 0.25 * flake) * up),
        orientation=turn,
        friction=20.0,
        name="feather",
    )
    rate = G * (math.sin(slope) - friction * math.cos(slope))
    return Trial(scene, 0.8, lambda sim: sim.body("box").position @ along, lambda t: 0.5 * rate * t * t, side)
