"""Cost of a step of the precise engine for chains of 20 to 640 links, and its exponent in the number of links.

python benchmarks/chain.py
"""

import time

import numpy as np

import rigida as rg

LINKS = (20, 40, 80, 160, 320, 640)
STEPS, REPEATS = 20, 5


def chain(links: int) -> rg.Simulation:
    scene = rg.Scene()
    above = rg.WORLD
    for i in range(links):
        link = scene.add_body(rg.Capsule(0.03, 0.14), mass=0.5, position=(0.2 * i + 0.1, 0, 0))
        scene.add_joint(rg.Spherical(link, above, anchor=(0.2 * i, 0, 0)))
        above = link
    # Equal steps for all lengths: what is measured is the cost of one.
    return rg.Simulation(scene, rg.Precise(integrator="rk4", dt=1e-4))


def cost(simulation: rg.Simulation) -> float:
    """Return the seconds of one step of RK4 with its projections, best of several."""
    best = np.inf
    for _ in range(REPEATS):
        began = time.process_time()
        for _ in range(STEPS):
            simulation.step()
        best = min(best, time.process_time() - began)
    return best / STEPS


def main() -> None:
    costs = []
    for links in LINKS:
        simulation = chain(links)
        simulation.step()
        costs.append(cost(simulation))
        print(f"{links:4d} links: {1e6 * costs[-1]:8.0f} µs per step")
    exponent = np.polyfit(np.log(LINKS), np.log(costs), 1)[0]
    print(
        f"cost grows as links^{exponent:.2f} (mark: at most 1.15); last doubling {np.log2(costs[-1] / costs[-2]):.2f}"
    )


if __name__ == "__main__":
    main()
