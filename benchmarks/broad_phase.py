"""How long does each broad phase take per step? One core, boxes of half a meter in a loose heap, dt = 1/60 s.

taskset -c 0 python benchmarks/broad_phase.py [--boxes 1000 10000] [--steps 120] [--methods grid fat_boxes]
"""

import argparse
import json
import time
from collections.abc import Iterator

import numpy as np

from rigida.collision.broad.broad_phase import BROAD_PHASES, DEFAULT

DT = 1.0 / 60.0
SIZE = 0.5


def heap(rng, count):
    """Return centers and half extents of `count` boxes that nearly fill a cube."""
    side = SIZE * 1.2 * count ** (1.0 / 3.0)
    return rng.uniform(0.0, side, (count, 3)), 0.5 * SIZE * rng.uniform(0.7, 1.3, (count, 3))


def low_motion(rng, count, steps) -> Iterator:
    """Every body creeps at 0.1 m/s, some 2 mm a step."""
    center, half = heap(rng, count)
    velocity = 0.06 * rng.normal(size=(count, 3))
    for step in range(steps):
        moved = center + velocity * (step * DT)
        yield moved - half, moved + half


def falling(rng, count, steps) -> Iterator:
    """The whole heap falls from rest, its parts drifting at 0.5 m/s."""
    center, half = heap(rng, count)
    velocity = 0.5 * rng.normal(size=(count, 3))
    for _ in range(steps):
        velocity[:, 2] -= 9.81 * DT
        center = center + velocity * DT
        yield center - half, center + half


def mixed(rng, count, steps) -> Iterator:
    """Low motion with one box in a hundred ten times larger, and a half-space below."""
    for low, high in low_motion(rng, count, steps):
        low[::100] -= 5.0 * SIZE
        high[::100] += 5.0 * SIZE
        low[0] = -np.inf
        high[0] = (np.inf, np.inf, 0.0)
        yield low, high


def violent(rng, count, steps) -> Iterator:
    """Every box flies at about 30 m/s and leaves its surroundings in each step: the worst case for coherence."""
    center, half = heap(rng, count)
    velocity = 30.0 * rng.normal(size=(count, 3))
    side = center.max()
    for _ in range(steps):
        center = (center + velocity * DT) % side
        yield center - half, center + half


CASES = {"low motion": low_motion, "falling": falling, "mixed sizes": mixed, "violent": violent}


def measure(method, case, count, steps):
    """Return the milliseconds of each step and the last number of pairs."""
    motion = np.zeros(count, dtype=np.int32)
    if case == "mixed sizes":
        motion[0] = 1
    filters = np.tile(np.array([[1, 0xFFFFFFFF]], dtype=np.uint32), (count, 1))
    broad_phase = BROAD_PHASES[method](np.arange(count, dtype=np.int32), motion, filters, np.empty(0, dtype=np.int64))
    times, pairs = [], 0
    for low, high in CASES[case](np.random.default_rng(0), count, steps):
        began = time.process_time()
        pairs = len(broad_phase.update(low, high))
        times.append(1e3 * (time.process_time() - began))
    return times, pairs


def run(method, case, count, steps):
    measure(method, "falling", 200, 100)  # compiles every kernel
    times, pairs = measure(method, case, count, steps)
    rest = np.array(times[1:])
    return {
        "case": case,
        "boxes": count,
        "method": method,
        "ms per step": {
            "first": round(times[0], 3),
            "best": round(rest.min(), 3),
            "median": round(float(np.median(rest)), 3),
            "mean": round(rest.mean(), 3),
            "worst": round(rest.max(), 3),
        },
        "pairs": pairs,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--methods", nargs="+", default=list(BROAD_PHASES), choices=list(BROAD_PHASES))
    parser.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES))
    chosen = parser.parse_args()
    print(json.dumps({"default": DEFAULT}))
    for count in chosen.boxes:
        for case in chosen.cases:
            for method in chosen.methods:
                # All pairs of 10,000 boxes take most of a second.
                steps = 3 if method == "brute_force" and count > 2_000 else chosen.steps
                print(json.dumps(run(method, case, count, steps)), flush=True)
