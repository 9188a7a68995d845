"""How the cost of a step grows with the number of boxes: a pit that widens, so that the pile stays as high."""

import argparse
import time

import numpy as np

import rigida as rg


def pit(count, layers=10):
    columns = round((count / layers) ** 0.5)
    scene, rng, half = rg.Scene(), np.random.default_rng(7), columns / 2
    scene.add_ground()
    for side in (-half - 1, half + 1):
        scene.add_body(rg.Box((2, columns + 4, 20)), fixed=True, position=(side, 0, 10))
        scene.add_body(rg.Box((columns + 4, 2, 20)), fixed=True, position=(0, side, 10))
    for k in range(count):
        layer, place = divmod(k, columns**2)
        y, x = divmod(place, columns)
        shift = rng.uniform(-0.2, 0.2, 2)
        place = (x + 0.5 - half + shift[0], y + 0.5 - half + shift[1], 0.6 + 0.65 * layer)
        scene.add_body(rg.Box((0.5, 0.5, 0.5)), mass=1.0, position=place)
    return scene


def cost(count, steps):
    """Return CPU milliseconds a step, of the fall and of the pile."""
    simulation = rg.Simulation(pit(count), rg.Realtime())
    spent = []
    for _ in range(2):
        began = time.process_time()
        for _ in range(steps // 2):
            simulation.step()
        spent.append(1e3 * (time.process_time() - began) / (steps // 2))
    return spent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=int, nargs="+", default=[500, 1000, 2000, 4000, 8000])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    cost(options.counts[0], options.steps)  # compiles
    largest = max(options.counts)
    # A machine's speed swings within seconds: small pits are run as long as the largest, and not only in its best one.
    runs = [
        [np.mean([cost(count, options.steps) for _ in range(largest // count)], axis=0) for count in options.counts]
        for _ in range(options.repeat)
    ]
    best = np.min(runs, axis=0)
    for count, (falling, piled) in zip(options.counts, best, strict=True):
        print(f"{count:6} boxes: {falling:7.2f} ms a step while they fall, {piled:7.2f} ms piled up")
    whole = best.sum(axis=1)
    exponent = np.log(whole[-1] / whole[0]) / np.log(options.counts[-1] / options.counts[0])
    fit = np.polyfit(np.log(options.counts), np.log(whole), 1)[0]
    print(f"cost grows as n^{exponent:.2f} from the first to the last, n^{fit:.2f} by a fit through all")


if __name__ == "__main__":
    main()
