"""The cost of bodies that come and go: a pit of balls and boxes, steady, and with some replaced before every step.

python benchmarks/fountain.py --bodies 1000 --changes 10
"""

import argparse
import time

import numpy as np

import rigida as rg

SHAPES = rg.Box((0.15, 0.15, 0.15)), rg.Sphere(0.08)


def pit(count: int) -> rg.Scene:
    scene = rg.Scene()
    scene.add_ground()
    height = 1.0 + 0.01 * count
    for k, (x, y) in enumerate([(1.2, 0), (-1.2, 0), (0, 1.2), (0, -1.2)]):
        size = (0.2, 2.6, height) if x else (2.6, 0.2, height)
        scene.add_body(rg.Box(size), fixed=True, position=(x, y, 0.5 * height), name=f"wall{k}")
    rng = np.random.default_rng(1)
    for i in range(count):
        x, y = 0.28 * (np.array([i % 7, i // 7 % 7]) - 3.0) + 0.02 * rng.random(2)
        scene.add_body(SHAPES[i % 2], name=f"body{i}", position=(x, y, 0.2 + 0.25 * (i // 49)), density=500.0)
    return scene


def replace_some(sim: rg.Simulation, first: int, count: int, top: float) -> None:
    """Take the oldest bodies away and drop as many from above, one by one, where there is room."""
    for i in range(first, first + count):
        sim.remove(f"body{i}")
    rng = np.random.default_rng(first)
    number = len(sim.scene.bodies) - 5 + first + count
    for k in range(number, number + count):
        place = (*rng.uniform(-0.9, 0.9, 2), top + rng.uniform(0.0, 4.0))
        sim.add_body(SHAPES[k % 2], name=f"body{k}", position=place, density=500.0)


def cost(sim: rg.Simulation, steps: int, changes: int, top: float) -> tuple[float, float]:
    """Return processor time of a step and of the changes before it [ms], medians."""
    stepping, changing = [], []
    for step in range(steps):
        start = time.process_time()
        if changes:
            replace_some(sim, step * changes, changes, top)
        between = time.process_time()
        sim.step()
        changing.append(between - start)
        stepping.append(time.process_time() - between)
    return 1e3 * float(np.median(stepping)), 1e3 * float(np.median(changing))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bodies", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=10)
    parser.add_argument("--steps", type=int, default=100)
    given = parser.parse_args()
    sim = rg.Simulation(pit(given.bodies), rg.Realtime(sleeping=False))
    for _ in range(300):
        sim.step()
    top = float(sim.state.position[:, 2].max()) + 0.5
    steady, _ = cost(sim, given.steps, 0, top)
    kept = sim.snapshot()
    stepping, changing = cost(sim, given.steps, given.changes, top)
    first = sim.state_hash()
    stirred, _ = cost(sim, given.steps // 5, 0, top)
    sim.restore(kept)
    cost(sim, given.steps, given.changes, top)
    total = stepping + changing
    print(f"pit of {given.bodies} at rest: {steady:.2f} ms a step; in motion, as changes leave it: {stirred:.2f} ms")
    print(f"{given.changes} replaced a step: {stepping:.2f} ms a step and {changing:.2f} ms for the changes,", end=" ")
    print(f"{total / stirred:.2f} times the pit in motion, {total / steady:.2f} times the pit at rest;", end=" ")
    print(f"repeated to the bit: {sim.state_hash() == first}")


if __name__ == "__main__":
    main()
