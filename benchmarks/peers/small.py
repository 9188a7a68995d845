"""What small things cost beside other engines: to build a scene, and the step of a few bodies, Python included.

python benchmarks/peers/small.py [ROUNDS]: the least processor time of all rounds, engines in turn.
"""

import importlib.util
import sys
import time

import numpy as np
from engines import ENGINES
from scenes import boxes, chain, hulls, tower

PEERS = ("rigida", "rapier3d", "mujoco")
BUILT = {"5,000 boxes": lambda: boxes(5000), "20,000 boxes": lambda: boxes(20000), "500 hulls": hulls}
STEPPED = {"one box at rest": lambda: tower(1), "tower of 10": lambda: tower(10), "chain of 20, 10 s": chain}
#: Steps before those that are timed: bodies come to rest, what is found on first use is found.
SETTLING = 300


def built(engine, scene):
    """Return how long it takes to build a scene [s]."""
    began = time.process_time()
    ENGINES[engine](scene)
    return time.process_time() - began


def stepped(engine, scene):
    """Return how long a step takes on the mean [s]: of what stands at its best, of what swings over all its time."""
    simulation = ENGINES[engine](scene)
    swings = bool(scene.joints)
    for _ in range(2 if swings else SETTLING):
        simulation.step()
    costs = []
    for _ in range(20):
        began = time.perf_counter()
        for _ in range(30):
            simulation.step()
        costs.append((time.perf_counter() - began) / 30)
    return float(np.mean(costs) if swings else min(costs))


def table(title, cases, measure, engines, rounds, unit):
    """Print the least of all rounds by case and engine."""
    print(f"{title:24}" + "".join(f"{engine:>12}" for engine in engines))
    for name, make in cases.items():
        scene, found = make(), {engine: [] for engine in engines}
        for _ in range(rounds):
            for engine in engines:
                found[engine].append(measure(engine, scene))
        print(f"{name:24}" + "".join(f"{min(found[engine]) * unit:12.3g}" for engine in engines), flush=True)


def main(rounds):
    engines = [name for name in PEERS if importlib.util.find_spec(name) is not None]
    for scene in (tower(2), hulls(2), chain(2)):
        ENGINES["rigida"](scene).step()  # a process's first use of an engine is not what is asked for here
    table("built [s]", BUILT, built, [name for name in engines if name != "mujoco"], rounds, 1.0)
    table("a step [µs]", STEPPED, stepped, engines, rounds, 1e6)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
