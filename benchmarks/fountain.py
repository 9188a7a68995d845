"""The cost of bodies that come and go: a pit of balls and boxes with some replaced before each step but every fourth.

The steps in between, which go without changes, are the steady pit that the others are compared with: the same bodies in
the same motion, on a machine as busy. What the pit costs before anything has come or gone, at rest, is told too.

python benchmarks/fountain.py --bodies 1000 --changes 10
"""

import argparse
import time
from typing import NamedTuple

import numpy as np

import rigida as rg

SHAPES = rg.Box((0.15, 0.15, 0.15)), rg.Sphere(0.08)
#: Bodies stand, and fall, in columns so far apart [m], so many each way.
SPACING, COLUMNS = 0.28, 7
#: With which bodies come [m/s]: a column is taken again, after 49 others, when its last one is out of the way.
SPEED = 3.0
#: Every so many steps nothing is changed.
PAUSE = 4


class Cost(NamedTuple):
    """Processor times [ms], medians: a step after changes, the changes before it, a step without."""

    stepping: float
    changing: float
    steady: float


def pit(count: int) -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground()
    height = 1.0 + 0.01 * count
    for k, (x, y) in enumerate([(1.2, 0), (-1.2, 0), (0, 1.2), (0, -1.2)]):
        size = (0.2, 2.6, height) if x else (2.6, 0.2, height)
        scene.add_body(rg.Box(size), fixed=True, position=(x, y, 0.5 * height), name=f"wall{k}")
    rng = np.random.default_rng(1)
    for i in range(count):
        x, y = column(i) + 0.02 * rng.random(2)
        place = (x, y, 0.2 + 0.25 * (i // COLUMNS**2))
        scene.add_body(SHAPES[i % 2], name=f"body{i}", position=place, density=500.0)
    return scene


def column(i: int) -> np.ndarray:
    """Return where the body of this number stands, or falls, from above [m]."""
    return SPACING * (np.array([i % COLUMNS, i // COLUMNS % COLUMNS]) - 3.0)


def replace_some(sim: rg.Simulation, numbers: range, bodies: int, top: float) -> None:
    """Take the oldest bodies away and drop as many from above, one by one, where there is room."""
    for i in numbers:
        sim.remove(f"body{i}")
    for i in numbers:
        k = bodies + i
        x, y = SPACING * (k % COLUMNS - 3), SPACING * (k // COLUMNS % COLUMNS - 3)
        place, speed = (x, y, top), (0.0, 0.0, -SPEED)
        sim.add_body(SHAPES[k % 2], name=f"body{k}", position=place, velocity=speed, density=500.0)


def cost(sim: rg.Simulation, steps: int, bodies: int, changes: int, top: float) -> Cost:
    """Return what steps cost with so many changes before them, and without."""
    stepping, changing, steady = list[float](), list[float](), list[float]()
    done = 0
    for step in range(steps):
        pauses = changes == 0 or step % PAUSE == PAUSE - 1
        start = time.process_time()
        if not pauses:
            replace_some(sim, range(done, done + changes), bodies, top)
            done += changes
        between = time.process_time()
        sim.step()
        (steady if pauses else stepping).append(time.process_time() - between)
        if not pauses:
            changing.append(between - start)
    return Cost(*(1e3 * float(np.median(times)) if times else 0.0 for times in (stepping, changing, steady)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bodies", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=10)
    parser.add_argument("--steps", type=int, default=400)
    given = parser.parse_args()
    sim = rg.Simulation(pit(given.bodies), rg.Realtime(sleeping=False))
    for _ in range(300):
        sim.step()
    top = float(sim.state.position[:, 2].max()) + 0.5
    rest = cost(sim, given.steps // PAUSE, given.bodies, 0, top).steady
    kept = sim.snapshot()
    found = cost(sim, given.steps, given.bodies, given.changes, top)
    first = sim.state_hash()
    sim.restore(kept)
    cost(sim, given.steps, given.bodies, given.changes, top)
    total = found.stepping + found.changing
    print(f"pit of {given.bodies} at rest: {rest:.2f} ms a step; in motion, without changes: {found.steady:.2f} ms")
    print(f"{given.changes} replaced: {found.stepping:.2f} ms a step and {found.changing:.2f} ms for changes,", end=" ")
    print(f"{total / found.steady:.2f} times the pit in motion, {total / rest:.2f} times the pit at rest;", end=" ")
    print(f"repeated to the bit: {sim.state_hash() == first}")


if __name__ == "__main__":
    main()
