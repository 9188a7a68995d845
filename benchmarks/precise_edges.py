"""Bodies that slide, roll, tip and fall over the edge of a table in the precise engine, against integrations.

python benchmarks/precise_edges.py [--trials 10] [--seed 0] [--family NAME] [--trial K]

Each family draws sizes, friction, places and speeds at random. The oracles hold the edge as a constraint, in the plane
or with spin, up to the end or until the body meets the edge again, and share no code with the engine. "error" is the
largest difference of positions, velocities and angular velocities at the end [m, m/s, rad/s]; a trial is wrong where it
exceeds 1e-6.
"""

import argparse
import math
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

import rigida as rg
from rigida.orientations import axis_angle

G, EDGE, MARK = 9.81, 1.0, 1e-6
Draw = np.random.Generator
#: A scene, its end, and position, velocity and angular velocity (9,) of bodies by name.
Case = tuple[rg.Scene, float, dict[str, np.ndarray]]
_PRECISE = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13}


@dataclass
class Slider:
    """A body with a flat bottom over an edge, in the plane, per unit of mass.

    It reaches `half` to both sides and `low` below its center of mass; inertia [m²]; pull: horizontal acceleration.
    """

    half: float
    low: float
    inertia: float
    friction: float
    pull: float = 0.0

    def contact(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return normal, direction along the bottom, arm to the edge and velocity there; y: x, z, angle, rates."""
        x, z, angle, vx, vz, w = y
        normal, along = np.array([math.sin(angle), math.cos(angle)]), np.array([math.cos(angle), -math.sin(angle)])
        arm = np.array([EDGE - x, -z])
        return normal, along, arm, np.array([vx + w * arm[1], vz - w * arm[0]])

    def accelerations(self, y: np.ndarray, sense: float) -> tuple[np.ndarray, np.ndarray]:
        """Return load and friction at the edge (2,) and the accelerations (3,); sense of sliding, 0 where it sticks."""
        normal, along, arm, at_edge = self.contact(y)
        w = y[5]

        def parting(force: np.ndarray) -> np.ndarray:
            """Return acceleration across and along the bottom of the point at the edge."""
            a = np.array([self.pull, -G]) + force
            alpha = (arm[1] * force[0] - arm[0] * force[1]) / self.inertia
            moving = a + np.array([alpha * arm[1] - w * w * arm[0], -alpha * arm[0] - w * w * arm[1]])
            return np.array([normal @ moving, along @ moving])

        # The bottom turns away from the point of the body that is at the edge while this slides along it.
        rest = parting(np.zeros(2)) + np.array([2.0 * w * (along @ at_edge), 0.0])
        if sense == 0.0:
            matrix = np.column_stack([parting(normal), parting(along)]) - parting(np.zeros(2))[:, None]
            load = np.linalg.solve(matrix, -rest)
        else:
            push = normal - self.friction * sense * along
            per_load = (parting(push) - parting(np.zeros(2)))[0]
            load = -rest[0] / per_load * np.array([1.0, -self.friction * sense])
        force = load[0] * normal + load[1] * along
        turn = (arm[1] * force[0] - arm[0] * force[1]) / self.inertia
        return load, np.array([self.pull + force[0], force[1] - G, turn])

    def fly(self, y: np.ndarray, left: float) -> np.ndarray:
        """Return the state after a free fall of a time."""
        x, z, angle, vx, vz, w = y
        end = [x + vx * left + 0.5 * self.pull * left**2, z + vz * left - 0.5 * G * left**2, angle + w * left]
        return np.array([*end, vx + self.pull * left, vz - G * left, w])

    def follow(self, y: np.ndarray, start: float, until: float, sense: float) -> tuple[np.ndarray, float, float]:
        """Return the state at the end, when it left the edge, and the end: `until`, or before it meets that again."""
        stages = [start]
        while True:

            def rates(_: float, y: np.ndarray, sense: float = sense) -> np.ndarray:
                return np.concatenate([y[3:], self.accelerations(y, sense)[1]])

            def opens(_: float, y: np.ndarray, sense: float = sense) -> float:
                return float(self.accelerations(y, sense)[0][0])

            def passes(_: float, y: np.ndarray) -> float:
                return float(self.contact(y)[2] @ self.contact(y)[1]) + self.half

            def changes(_: float, y: np.ndarray, sense: float = sense) -> float:
                load = self.accelerations(y, sense)[0]
                if sense == 0.0:
                    return float(self.friction * load[0] - abs(load[1]))
                return float(sense * (self.contact(y)[1] @ self.contact(y)[3])) + 1e-9

            for event in (opens, passes, changes):
                event.terminal, event.direction = True, -1.0
            motion = solve_ivp(rates, (stages[-1], until), y, events=(opens, passes, changes), **_PRECISE)
            y = motion.y[:, -1]
            if not len(motion.t_events[2]):
                break
            stages.append(float(motion.t[-1]))
            if sense == 0.0:
                sense = math.copysign(1.0, -self.accelerations(y, sense)[0][1])
            else:  # it comes to rest on the edge, and slips back or sticks
                load = self.accelerations(y, 0.0)[0]
                sense = 0.0 if abs(load[1]) < self.friction * load[0] else -sense
        left = float(motion.t[-1])
        for time_ in np.linspace(left, until, 400)[2:]:
            now = self.fly(y, time_ - left)
            normal, along, arm, _ = self.contact(now)
            ends = now[:2] + self.half * np.array([along, -along]) - self.low * normal
            inside = (ends[:, 0] < EDGE) & (ends[:, 1] < 0.0)
            if inside.any() or (abs(float(along @ arm)) < self.half and float(normal @ arm) > -self.low):
                until = left + 0.9 * (time_ - left)
                break
        return self.fly(y, until - left), left, until

    def slide_off(self, start: float, speed: float, until: float) -> tuple[np.ndarray, float, float, float]:
        """Return the state at the end of a slide from x = `start` on, when it tips, when it left, and the end."""
        # Friction below the center shifts the load forward, a pull at the center not.
        tips_at, slow = EDGE - self.friction * self.low, self.friction * G - self.pull
        at_edge = math.sqrt(speed**2 - 2.0 * slow * (tips_at - start))
        tips = (tips_at - start) / (0.5 * (speed + at_edge))
        y = np.array([tips_at, self.low, 0.0, at_edge, 0.0, 0.0])
        end, left, until = self.follow(y, tips, until, 1.0)
        return end, tips, left, until


def in_space(y: np.ndarray, offset: float = 0.0) -> np.ndarray:
    """Return position, velocity and angular velocity (9,) of a planar state, or of what lies `offset` above it."""
    x, z, angle, vx, vz, w = y
    up = np.array([math.sin(angle), math.cos(angle)])
    place, speed = np.array([x, z]) + offset * up, np.array([vx, vz]) + w * offset * np.array([up[1], -up[0]])
    return np.array([place[0], 0.0, place[1], speed[0], 0.0, speed[1], 0.0, w, 0.0])


def table(friction: float) -> rg.Scene:
    """Return a table whose edge lies at x = EDGE."""
    scene = rg.Scene()
    scene.add_body(rg.Box((2 * EDGE, 6, 1)), fixed=True, position=(0, 0, -0.5), friction=friction, name="table")
    return scene


def draw_box(draw: Draw) -> np.ndarray:
    """Return a size (3,), along or across the edge."""
    return np.asarray(draw.uniform((0.25, 0.2, 0.1), (0.7, 0.7, 0.25)))


def box_inertia(size: np.ndarray) -> float:
    """Return the inertia of a box about y, per unit of mass."""
    return float((size[0] ** 2 + size[2] ** 2) / 12.0)


def sliding_box(draw: Draw) -> Case:
    """A box slides over the edge, along or across its length, and falls."""
    size, friction = draw_box(draw), draw.uniform(0.0, 0.4)
    start, speed, until = EDGE - draw.uniform(0.4, 0.6), draw.uniform(2.2, 4.0), 0.8
    scene = table(friction)
    scene.add_body(
        rg.Box(tuple(size)), mass=1.3, position=(start, 0, size[2] / 2), velocity=(speed, 0, 0), friction=friction,
        name="box",
    )  # fmt: skip
    slider = Slider(size[0] / 2, size[2] / 2, box_inertia(size), friction)
    end, _, _, until = slider.slide_off(start, speed, until)
    return scene, until, {"box": in_space(end)}


def pushed_box(draw: Draw) -> Case:
    """A steady force at its center pushes a box from rest over the edge."""
    size, friction, mass = draw_box(draw), draw.uniform(0.05, 0.4), draw.uniform(0.5, 3.0)
    start, pull = EDGE - draw.uniform(0.3, 0.5), friction * G + draw.uniform(4.0, 10.0)
    scene = table(friction)
    box = scene.add_body(
        rg.Box(tuple(size)), mass=mass, position=(start, 0, size[2] / 2), friction=friction, name="box"
    )
    scene.add_force(rg.UserForce((box,), lambda t, _: ((mass * pull, 0, 0), (0, 0, 0))))
    slider = Slider(size[0] / 2, size[2] / 2, box_inertia(size), friction, pull)
    end, _, _, until = slider.slide_off(start, 0.0, 0.8)
    return scene, until, {"box": in_space(end)}


def tipping_box(draw: Draw) -> Case:
    """A box at rest, its center a little beyond the edge, tips, slips and falls."""
    size, friction = draw_box(draw), draw.uniform(0.2, 0.9)
    beyond, until = draw.uniform(0.02, 0.3) * size[0] / 2, draw.uniform(0.6, 0.9)
    scene = table(friction)
    scene.add_body(
        rg.Box(tuple(size)), mass=0.7, position=(EDGE + beyond, 0, size[2] / 2), friction=friction, name="box"
    )
    slider = Slider(size[0] / 2, size[2] / 2, box_inertia(size), friction)
    end, _, until = slider.follow(np.array([EDGE + beyond, size[2] / 2, 0.0, 0.0, 0.0, 0.0]), 0.0, until, 0.0)
    return scene, until, {"box": in_space(end)}


def fixed_pair(draw: Draw) -> Case:
    """Two boxes fixed on each other slide over the edge."""
    size, friction = draw_box(draw), draw.uniform(0.0, 0.3)
    upper = size * draw.uniform(0.4, 0.8, 3)
    masses = draw.uniform(0.5, 2.0, 2)
    start, speed, until = EDGE - draw.uniform(0.5, 0.6), draw.uniform(2.6, 4.0), 0.7
    scene, bodies = table(friction), []
    heights = size[2] / 2, size[2] + upper[2] / 2
    for name, one, mass, height in zip(("box", "top"), (size, upper), masses, heights, strict=True):
        bodies.append(
            scene.add_body(
                rg.Box(tuple(one)),
                mass=mass,
                position=(start, 0, height),
                velocity=(speed, 0, 0),
                friction=friction,
                name=name,
            )
        )
    scene.add_joint(rg.Fixed(*bodies))
    low = float(masses @ heights / masses.sum())
    own = np.array([box_inertia(size), box_inertia(upper)]) + (np.array(heights) - low) ** 2
    slider = Slider(size[0] / 2, low, float(masses @ own / masses.sum()), friction)
    end, _, _, until = slider.slide_off(start, speed, until)
    return scene, until, {"box": in_space(end, heights[0] - low), "top": in_space(end, heights[1] - low)}


def stacked_pair(draw: Draw) -> Case:
    """A box carries another one over the edge, which stays on it by friction as long as it presses."""
    size, friction = draw_box(draw), draw.uniform(0.05, 0.25)
    upper, masses = size * (0.8, 0.8, 0.3), np.array([draw.uniform(1.0, 2.0), draw.uniform(0.2, 0.8)])
    start, speed = EDGE - draw.uniform(0.4, 0.5), draw.uniform(2.2, 3.5)
    scene, heights = table(friction), np.array([size[2] / 2, size[2] + upper[2] / 2])
    rough = 1.5**2 / max(friction, 1e-9)  # the geometric mean with the lower one's is 1.5
    for name, one, mass, height, mu in zip(
        ("box", "top"), (size, upper), masses, heights, (friction, rough), strict=True
    ):
        scene.add_body(
            rg.Box(tuple(one)), mass=mass, position=(start, 0, height), velocity=(speed, 0, 0), friction=mu, name=name
        )
    low = float(masses @ heights / masses.sum())
    own = np.array([box_inertia(size), box_inertia(upper)]) + (heights - low) ** 2
    slider = Slider(size[0] / 2, low, float(masses @ own / masses.sum()), friction)
    _, tips, left, _ = slider.slide_off(start, speed, 2.0)
    # Until when the upper one presses, within its base and its cone.
    offset, until = heights[1] - low, tips
    for time_ in np.linspace(tips, left, 200)[1:-1]:
        y = slider.slide_off(start, speed, time_)[0]
        ahead = slider.accelerations(y, 1.0)[1]
        up, along = np.array([math.sin(y[2]), math.cos(y[2])]), np.array([math.cos(y[2]), -math.sin(y[2])])
        needed = ahead[:2] + ahead[2] * offset * along - y[5] ** 2 * offset * up + np.array([0.0, G])
        press, drag = float(needed @ up), float(needed @ along)
        shift = (box_inertia(upper) * -ahead[2] - 0.5 * upper[2] * drag) / press if press > 0.0 else math.inf
        if press < 0.05 * G or abs(drag) > 1.4 * press or abs(shift) > 0.45 * upper[0]:
            break
        until = time_
    end = slider.slide_off(start, speed, until)[0]
    return scene, until, {"box": in_space(end, heights[0] - low), "top": in_space(end, offset)}


def sliding_disk(draw: Draw) -> Case:
    """A flat disk slides over the edge."""
    radius, tall, friction = draw.uniform(0.15, 0.35), draw.uniform(0.05, 0.2), draw.uniform(0.0, 0.4)
    start, speed, until = EDGE - draw.uniform(0.4, 0.6), draw.uniform(2.2, 4.0), 0.8
    scene = table(friction)
    scene.add_body(
        rg.Cylinder(radius, tall), mass=1.3, position=(start, 0, tall / 2), velocity=(speed, 0, 0), friction=friction,
        name="disk",
    )  # fmt: skip
    slider = Slider(radius, tall / 2, (3 * radius**2 + tall**2) / 12.0, friction)
    end, _, _, until = slider.slide_off(start, speed, until)
    return scene, until, {"disk": in_space(end)}


def rod(draw: Draw) -> Case:
    """A round rod at rest across the edge tips and slips over it."""
    length, radius, friction = draw.uniform(0.6, 1.2), draw.uniform(0.01, 0.03), draw.uniform(0.2, 0.8)
    beyond, until = draw.uniform(0.05, 0.4) * length / 2, draw.uniform(0.4, 0.7)
    scene = table(friction)
    turn = axis_angle((0, 1, 0), math.pi / 2)
    scene.add_body(
        rg.Cylinder(radius, length), mass=0.4, position=(EDGE + beyond, 0, radius), orientation=turn, friction=friction,
        name="rod",
    )  # fmt: skip
    slider = Slider(length / 2, radius, (3 * radius**2 + length**2) / 12.0, friction)
    end, _, until = slider.follow(np.array([EDGE + beyond, radius, 0.0, 0.0, 0.0, 0.0]), 0.0, until, 0.0)
    return scene, until, {"rod": in_space(end)}


def rolling_cylinder(draw: Draw) -> Case:
    """A cylinder rolls to the edge, turns about it, slips and falls."""
    radius, friction = draw.uniform(0.1, 0.3), draw.uniform(0.2, 0.8)
    start, speed = EDGE - draw.uniform(0.2, 0.4), draw.uniform(0.3, 1.2) * math.sqrt(G * radius)
    scene = table(friction)
    scene.add_body(
        rg.Cylinder(radius, draw.uniform(0.2, 0.6)), mass=1.1, position=(start, 0, radius), friction=friction,
        orientation=axis_angle((1, 0, 0), math.pi / 2), velocity=(speed, 0, 0), angular_velocity=(0, speed / radius, 0),
        name="cylinder",
    )  # fmt: skip
    reaches = (EDGE - start) / speed
    until = reaches + draw.uniform(0.4, 0.6)
    # φ: angle of the center about the edge, then its rate and the rate of the body.
    y, t = np.array([0.0, speed / radius, speed / radius]), reaches

    def press(y: np.ndarray) -> float:
        return float(G * math.cos(y[0]) - radius * y[1] ** 2)

    def rolls(_: float, y: np.ndarray) -> list[float]:
        rate = 2.0 * G / (3.0 * radius) * math.sin(y[0])
        return [y[1], rate, rate]

    def slips(_: float, y: np.ndarray) -> list[float]:
        drag = friction * press(y)
        return [y[1], (G * math.sin(y[0]) - drag) / radius, 2.0 * drag / radius]

    def cannot_roll(_: float, y: np.ndarray) -> float:
        return friction * press(y) - G * math.sin(y[0]) / 3.0

    def opens(_: float, y: np.ndarray) -> float:
        return press(y)

    for event in (cannot_roll, opens):
        event.terminal = True
    for rates, end in ((rolls, cannot_roll), (slips, opens)):
        if press(y) > 0.0 and t < until:
            motion = solve_ivp(rates, (t, until), y, events=(end,), **_PRECISE)
            y, t = motion.y[:, -1], float(motion.t[-1])
    up, along = np.array([math.sin(y[0]), math.cos(y[0])]), np.array([math.cos(y[0]), -math.sin(y[0])])
    place, v, left = np.array([EDGE, 0.0]) + radius * up, radius * y[1] * along, until - t
    end = np.array([*(place + v * left - [0.0, 0.5 * G * left**2]), 0.0, v[0], v[1] - G * left, y[2]])
    return scene, until, {"cylinder": in_space(end)}


def spinning_box(draw: Draw) -> Case:
    """A box slides and spins over the edge of a smooth table; the edge stays in its bottom while both ends press."""
    size = draw_box(draw)
    start, speed, spin = EDGE - draw.uniform(0.45, 0.6), draw.uniform(1.5, 3.0), draw.uniform(-5.0, 5.0)
    across, angle = draw.uniform(-0.4, 0.4), draw.uniform(0.0, math.pi)
    scene = table(0.0)
    scene.add_body(
        rg.Box(tuple(size)), mass=1.3, position=(start, 0, size[2] / 2), orientation=axis_angle((0, 0, 1), angle),
        velocity=(speed, across, 0), angular_velocity=(0, 0, spin), friction=0.0, name="box",
    )  # fmt: skip
    tips = (EDGE - start) / speed
    inertia = np.array([size[1] ** 2 + size[2] ** 2, size[0] ** 2 + size[2] ** 2, size[0] ** 2 + size[1] ** 2]) / 12.0
    ends = np.array([[EDGE, -1.0, 0.0], [EDGE, 1.0, 0.0]])

    def axes(y: np.ndarray) -> np.ndarray:
        w, i, j, k = y[3:7] / np.linalg.norm(y[3:7])
        return np.array(
            [
                [1 - 2 * (j * j + k * k), 2 * (i * j - w * k), 2 * (i * k + w * j)],
                [2 * (i * j + w * k), 1 - 2 * (i * i + k * k), 2 * (j * k - w * i)],
                [2 * (i * k - w * j), 2 * (j * k + w * i), 1 - 2 * (i * i + j * j)],
            ]
        )

    def accelerations(y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return accelerations, angular ones and the loads at the two points of the edge, one to each side."""
        r, v, w = axes(y), y[7:10], y[10:13]
        n, world = r[:, 2], r * inertia @ r.T
        turn = np.linalg.solve(world, -np.cross(w, world @ w))
        arms = ends - y[:3]
        # g = n·(p − c) stays −h/2; its second derivative is linear in the accelerations.
        linear, angular = -np.array([n, n]), np.array([np.cross(n, arm) for arm in arms])
        dn = np.cross(w, n)
        bias = np.array([np.cross(w, dn) @ arm - 2.0 * dn @ v for arm in arms])
        response = linear @ linear.T + angular @ np.linalg.solve(world, angular.T)
        free = linear @ np.array([0, 0, -G]) + angular @ turn + bias
        load = -np.linalg.solve(response, free)
        force = linear.T @ load
        return np.array([0, 0, -G]) + force, turn + np.linalg.solve(world, angular.T @ load), -load

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        a, alpha, _ = accelerations(y)
        q, w = y[3:7], y[10:13]
        dq = 0.5 * np.array([-w @ q[1:], *(q[0] * w + np.cross(w, q[1:]))])
        return np.concatenate([y[7:10], dq, a, alpha])

    def room(_: float, y: np.ndarray) -> float:
        """Return how far the load lies inside the part of the edge that the bottom covers, or its size if less."""
        r, (first, second) = axes(y), accelerations(y)[2]
        if not first + second > 1e-3 * G:
            return -1.0
        low, high = -np.inf, np.inf
        at, way = r.T @ (ends[0] - y[:3]), r.T @ (ends[1] - ends[0])
        for c in range(2):
            one, other = sorted(((-size[c] / 2 - at[c]) / way[c], (size[c] / 2 - at[c]) / way[c]))
            low, high = max(low, one), min(high, other)
        place = second / (first + second)
        return float(min(place - low, high - place))

    room.terminal = True
    half = 0.5 * (angle + spin * tips)
    y = np.array([EDGE, across * tips, size[2] / 2, math.cos(half), 0, 0, math.sin(half), speed, across, 0, 0, 0, spin])
    motion = solve_ivp(rates, (tips, tips + 0.4), y, events=(room,), **_PRECISE)
    until = tips + 0.98 * (float(motion.t[-1]) - tips)
    y = solve_ivp(rates, (tips, until), y, **_PRECISE).y[:, -1]
    return scene, until, {"box": np.concatenate([y[:3], y[7:13]])}


FAMILIES: dict[str, Callable[[Draw], Case]] = {
    f.__name__: f
    for f in (
        sliding_box,
        pushed_box,
        tipping_box,
        fixed_pair,
        stacked_pair,
        sliding_disk,
        rod,
        rolling_cylinder,
        spinning_box,
    )
}


def trials(name: str, seed: int, numbers: list[int]) -> Iterator[tuple[int, float, float, str]]:
    """Yield the number, the error, the CPU time and the first warning or error of each trial."""
    for trial in numbers:
        scene, until, expected = FAMILIES[name](np.random.default_rng([seed, list(FAMILIES).index(name), trial]))
        began = time.process_time()
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                sim = rg.Simulation(scene, rg.Precise())
                sim.engine.advance(until)
        except rg.RigidaError as error:
            yield trial, math.inf, time.process_time() - began, str(error)[:90]
            continue
        error = 0.0
        for body, values in expected.items():
            one = sim.body(body)
            got = np.concatenate([one.position, one.velocity, one.angular_velocity])
            error = max(error, float(np.abs(got - values).max()))
        yield trial, error, time.process_time() - began, str(caught[0].message)[:90] if caught else ""


def main() -> None:
    """Run what is asked for and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--family", choices=list(FAMILIES))
    parser.add_argument("--trial", type=int)
    asked = parser.parse_args()
    print("| family | trials | wrong | median | worst | warnings | CPU [s] |")
    print("|---|---|---|---|---|---|---|")
    for name in [asked.family] if asked.family else list(FAMILIES):
        numbers = list(range(asked.trials)) if asked.trial is None else [asked.trial]
        results = list(trials(name, asked.seed, numbers))
        errors, cpu = [r[1] for r in results], sum(r[2] for r in results)
        wrong, warned = [r for r in results if not r[1] <= MARK], sum(bool(r[3]) for r in results)
        print(
            f"| {name} | {len(results)} | {len(wrong)} | {np.median(errors):.0e} | {max(errors):.0e} | {warned} "
            f"| {cpu:.1f} |",
            flush=True,
        )
        for trial, error, seconds, message in wrong:
            print(f"  {name} {trial}: {error:.1e} {seconds:.1f} s {message}")


if __name__ == "__main__":
    main()
