"""How fast an aircraft flies: time per step of its parts, and of whole steps at 1,000 per simulated second.

    taskset -c 0 python benchmarks/flight.py

"aircraft in a bare step" is what an engine with a thin page pays: one evaluation of all forces, kick and drift as
kernels, and the element's memory. The precise engine evaluates once (moser_veselov) to four times (rk4) a step.
"""

import time

import numpy as np

import rigida as rg
from rigida.dynamics.free_top import drift, kick

DT = 1e-3


def best(function, repeats=1500, count=25):
    """Return the shortest mean time of a call over many short rounds [µs]; longer ones would meet other processes."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        for _ in range(count):
            function()
        times.append((time.perf_counter() - began) / count)
    return 1e6 * min(times)


def simulation(integrator):
    plane = rg.Airplane.load("trainer")
    scene = rg.Scene()
    scene.add_aircraft(plane, position=(0, 0, 1000), trim=rg.trim(plane, 50.0, 1000.0), name="plane")
    sim = rg.Simulation(scene, rg.Precise(integrator=integrator, dt=DT))
    sim.run(0.1)
    return sim


def bare_step(sim):
    """Return a function that takes one step of a thin fixed-step page."""
    forces, state, model = sim.engine.forces, sim.state, sim.model

    def step():
        wrench = forces.wrenches(state.time, state)
        kick(model.motion, model.inv_mass, wrench, DT, state.velocity, state.angular_momentum)
        drift(model.motion, model.inv_inertia, DT, state.center, state.attitude, state.velocity, state.angular_momentum)
        state.refresh()
        state.time += DT
        forces.finish_step(state)

    return step


if __name__ == "__main__":
    sim = simulation("semi_implicit_euler")
    flying, state = sim.engine.forces.acting[0], sim.state
    wrench = np.zeros((1, 6))
    rows = {
        f"forces of {len(flying.packed.strip)} strips, engine and gear": best(
            lambda: flying.add_wrenches(state.time, state, wrench)
        ),
        "aircraft in a bare step": best(bare_step(sim)),
    }
    for integrator in ("moser_veselov", "semi_implicit_euler", "rk4"):
        rows[f"precise engine, {integrator}"] = best(simulation(integrator).step)
    for name, micros in rows.items():
        print(f"{name:<45}{micros:8.2f} µs{DT * 1e6 / micros:9.1f} x real time at 1,000 steps/s")
