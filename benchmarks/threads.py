"""What a second thread gains: wall time per step of falling heaps, with one thread and with two, in turn."""

import argparse
import time

import numpy as np
from growth import pit as widening_pit

import rigida as rg


def hulls(kinds=8):
    """Return random convex bodies of 14 corners, half a metre wide."""
    rng = np.random.default_rng(5)
    return [rg.ConvexHull(rng.normal(size=(14, 3)) * 0.16) for _ in range(kinds)]


def pit(count, *shapes):
    scene, rng = rg.Scene(), np.random.default_rng(7)
    scene.add_ground()
    for side in (-1, 1):
        scene.add_body(rg.Box((2, 14, 60)), fixed=True, position=(6 * side, 0, 30))
        scene.add_body(rg.Box((14, 2, 60)), fixed=True, position=(0, 6 * side, 30))
    for k in range(count):
        layer, place = divmod(k, 100)
        y, x = divmod(place, 10)
        shape = shapes[k % len(shapes)]
        scene.add_body(shape, mass=1.0, position=(x - 4.5 + rng.uniform(-0.1, 0.1), y - 4.5, 0.6 + 0.65 * layer))
    return scene


def chains(count=32, links=20):
    scene = rg.Scene()
    for k in range(count):
        before = rg.WORLD
        for link in range(links):
            body = scene.add_body(rg.Sphere(0.1), mass=1.0, position=(k, link + 1.0, 0))
            scene.add_joint(rg.Spherical(body, before, anchor=(k, link + 0.5, 0)))
            before = body
    return scene


def rings(count=48):
    scene = rg.Scene()
    scene.add_ground()
    ring = rg.revolved_mesh([(0.25, -0.1), (0.45, -0.1), (0.45, 0.1), (0.25, 0.1)], 18)
    for k in range(count):
        layer, place = divmod(k, 4)
        scene.add_body(
            ring, mass=1.0, position=(0.6 * (place % 2) + 0.02 * layer, 0.6 * (place // 2), 0.3 + 0.3 * layer)
        )
    return scene


SCENES = {
    "1,000 boxes": lambda: pit(1000, rg.Box((0.5, 0.5, 0.5))),
    "5,000 boxes": lambda: widening_pit(5000),
    "500 hulls": lambda: pit(500, *hulls()),
    "500 cylinders": lambda: pit(500, rg.Cylinder(0.25, 0.5)),
    "32 chains of 20": chains,
    "48 rings": rings,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--scenes", nargs="+", choices=SCENES, default=list(SCENES))
    options = parser.parse_args()
    for name in options.scenes:
        scene = SCENES[name]
        times, hashes = {1: [], options.threads: []}, set()
        rg.Simulation(scene(), rg.Realtime()).step()  # compiles
        for _ in range(options.repeat):
            for threads, taken in times.items():
                simulation = rg.Simulation(scene(), rg.Realtime(threads=threads))
                began = time.perf_counter()
                for _ in range(options.steps):
                    simulation.step()
                taken.append((time.perf_counter() - began) / options.steps)
                hashes.add(simulation.state_hash())
        one, many = (1e3 * min(taken) for taken in times.values())
        same = "the same bits" if len(hashes) == 1 else "DIFFERENT BITS"
        print(f"{name:16} {one:7.2f} ms a step, {options.threads} threads {many:7.2f} ms: {one / many:.2f} x, {same}")


if __name__ == "__main__":
    main()
