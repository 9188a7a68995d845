"""The same world described in another order: how far the motion over 5 s differs.

python benchmarks/creation_order.py --orders 3
"""

import argparse
import random
from copy import copy

import numpy as np

import rigida as rg
from rigida import scenes

#: Scenes that are not chaotic: towers and pyramids, slopes, mechanisms.
SCENES = {
    "tower_of_50": "realtime",
    "pyramid": "realtime",
    "plank_stack": "realtime",
    "block_on_incline": "realtime",
    "pendulum": "realtime",
    "four_bar": "realtime",
    "double_four_bar": "realtime",
    "slider_crank": "realtime",
    "gear_pair": "realtime",
    "chain": "realtime",
}


def reordered(scene: rg.Scene, seed: int) -> rg.Scene:
    """Return the scene with its bodies and joints in another order: the reverse, or a random one."""
    bodies, joints = scene.bodies[::-1], scene.joints[::-1]
    if seed:
        random.Random(seed).shuffle(bodies)
        random.Random(seed).shuffle(joints)
    other = copy(scene)
    other.set_members(bodies, joints)
    return other


def motion(scene: rg.Scene, engine: str, duration: float) -> np.ndarray:
    """Return positions and orientations (frames, n, 7) of the bodies, in the order of their names."""
    run = rg.Simulation(scene, engine).run(duration, fps=20)
    rows = np.argsort(run.names)
    return np.concatenate([run.position[:, rows], run.orientation[:, rows]], axis=2)


def difference(name: str, engine: str, duration: float, orders: int) -> float:
    """Return how far the motions of all orders lie apart at most [m]."""
    scene = rg.load(scenes.path(name))
    first = motion(scene, engine, duration)
    others = (motion(reordered(scene, seed), engine, duration) for seed in range(orders))
    return max(float(np.abs(other - first).max()) for other in others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=3)
    parser.add_argument("--duration", type=float, default=5.0)
    parser.add_argument("--engine", choices=["realtime", "precise"], default=None)
    parser.add_argument("scenes", nargs="*", default=list(SCENES))
    given = parser.parse_args()
    for name in given.scenes:
        engine = given.engine or SCENES.get(name, "realtime")
        apart = difference(name, engine, given.duration, given.orders)
        print(f"{name:20} {engine:9} {'to the bit' if apart == 0.0 else f'{apart:.1e}'}", flush=True)


if __name__ == "__main__":
    main()
