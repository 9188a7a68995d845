"""Run scenes in several engines in turn and print what they cost and how they did."""

import argparse
import time

import numpy as np
from engines import ENGINES
from scenes import SCENES

DT = 1 / 60


def run(engine, scene):
    """Return CPU seconds per simulated second and the farthest that a body moved [m]."""
    simulation = ENGINES[engine](scene, DT)
    simulation.step()  # may compile or allocate
    start = simulation.positions()
    steps = round(scene.duration / DT)
    began = time.process_time()
    for _ in range(steps):
        simulation.step()
    spent = time.process_time() - began
    moved = np.linalg.norm(simulation.positions() - start, axis=1).max()
    return spent / scene.duration, moved


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", nargs="+", default=["S1_10", "S1", "S2", "S3", "S4", "S9"], choices=SCENES)
    parser.add_argument("--peers", nargs="*", default=["rapier3d", "sapien", "mujoco"], choices=ENGINES)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    for name in options.scenes:
        scene = SCENES[name]()
        run("rigida", scene)  # compiles
        results = {engine: [] for engine in ("rigida", *options.peers)}
        for _ in range(options.repeat):
            for engine, runs in results.items():
                try:
                    runs.append(run(engine, scene))
                except (ImportError, RuntimeError) as error:
                    runs.append(error)
        for engine, runs in results.items():
            failures = [outcome for outcome in runs if isinstance(outcome, Exception)]
            if failures:
                print(f"{scene.name:24} {engine:10} not run: {failures[0]}")
                continue
            cost = min(outcome[0] for outcome in runs)
            print(f"{scene.name:24} {engine:10} {cost:8.4f} s per s   farthest move {runs[-1][1]:.3g} m", flush=True)


if __name__ == "__main__":
    main()
