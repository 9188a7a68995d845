"""How many free bodies per second? Fixed step, one core, energy checked.

taskset -c 0 python benchmarks/free_flight.py [--bodies 10000] [--steps 200]
"""

import argparse
import json
import time

import numpy as np

import rigida as rg


def flight(bodies: int, steps: int, integrator: str) -> dict[str, object]:
    rng = np.random.default_rng(1)
    scene = rg.Scene()
    shape = rg.Box((0.5, 0.3, 0.2))
    for position, velocity, spin in rng.normal(size=(bodies, 3, 3)):
        scene.add_body(shape, position=position, velocity=velocity, angular_velocity=3.0 * spin)
    sim = rg.Simulation(scene, engine=rg.Precise(integrator=integrator, dt=0.01))
    sim.step()
    before = sim.energy().total
    rounds = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(steps):
            sim.step()
        rounds.append(time.process_time() - began)
    drift = abs(sim.energy().total - before) / sim.energy().kinetic
    best = bodies * steps / min(rounds)
    worst = bodies * steps / max(rounds)
    return {
        "integrator": integrator,
        "million body-steps per second": {"best of 5": round(best / 1e6, 2), "worst of 5": round(worst / 1e6, 2)},
        "relative energy drift": drift,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bodies", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=200)
    arguments = parser.parse_args()
    for name in ("moser_veselov", "rk4"):
        print(json.dumps(flight(arguments.bodies, arguments.steps, name)))
