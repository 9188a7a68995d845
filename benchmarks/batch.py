"""What a step of many worlds costs in one process, with mujoco.rollout in turn.

python benchmarks/batch.py [--worlds 256] [--rounds 3]

Gymnasium's ant under random actions (an environment step is five steps of 0.01 s) and rigida's quadruped under random
targets of its servos (two steps of 0.01 s): CPU time of an environment step of one world in `rg.Batch` by one thread,
that of a single simulation, wall time by two threads, and for the ant that of mujoco.rollout at the model's own step
and integrator. Lowest of several rounds in turn. Needs gymnasium and mujoco.
"""

import argparse
import time
import warnings
from collections.abc import Callable

import mujoco
import numpy as np
from mujoco import rollout

import rigida as rg
from rigida.gym.tasks import model_file
from rigida.scenes import path

DT, TICKS = 0.01, 20


def actions(batch: rg.Batch, reach: float) -> Callable[[int], np.ndarray]:
    """Return random controls (worlds, k) of a tick about those at the start."""
    rest = batch.single.controls
    return lambda tick: rest + np.random.default_rng(tick).uniform(-reach, reach, batch.controls.shape)


def batch_ticks(batch: rg.Batch, steps: int, reach: float) -> Callable[[], None]:
    """Return a function that takes the ticks of a round from the start."""
    controls = actions(batch, reach)

    def run() -> None:
        for tick in range(TICKS):
            batch.controls = controls(tick)
            batch.step(steps)

    return run


def single_ticks(batch: rg.Batch, scene: rg.Scene, steps: int, reach: float) -> Callable[[], None]:
    """Return a function that does the same in a single simulation, for the first world."""
    simulation, controls = rg.Simulation(scene, dt=DT), actions(batch, reach)
    start = simulation.snapshot()

    def run() -> None:
        simulation.restore(start)
        for tick in range(TICKS):
            simulation.controls = controls(tick)[0]
            for _ in range(steps):
                simulation.step()

    return run


def mujoco_ticks(worlds: int, steps: int) -> Callable[[], None]:
    """Return a function that rolls mujoco's ant out under actions of the same kind, in one thread."""
    model = mujoco.MjModel.from_xml_path(str(model_file("ant.xml")))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    state = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    told = np.stack([np.random.default_rng(tick).uniform(-1, 1, (worlds, model.nu)) for tick in range(TICKS)], axis=1)
    states, controls = np.tile(state, (worlds, 1)), np.repeat(told, steps, axis=1)
    return lambda: rollout.rollout(model, data, states, controls)


def least(run: Callable[[], None], begin: Callable[[], None], clock: Callable[[], float]) -> Callable[[], float]:
    """Return a function that runs once more and returns the least time of all runs so far [s]."""
    found: list[float] = []

    def again() -> float:
        begin()
        started = clock()
        run()
        found.append(clock() - started)
        return min(found)

    return again


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    worlds = given.worlds
    for name, file, steps, reach in (
        ("ant", model_file("ant.xml"), 5, 1.0),
        ("quadruped", path("robots/quadruped"), 2, 0.4),
    ):
        scene = rg.load(file)
        one, two = (rg.Batch(scene, worlds, dt=DT, threads=threads) for threads in (1, 2))
        timed = {
            "batch": (batch_ticks(one, steps, reach), one.reset, time.process_time, worlds),
            "one thread, wall": (batch_ticks(one, steps, reach), one.reset, time.perf_counter, worlds),
            "two threads, wall": (batch_ticks(two, steps, reach), two.reset, time.perf_counter, worlds),
            "single": (single_ticks(one, scene, steps, reach), lambda: None, time.process_time, 1),
        }
        if name == "ant":
            timed["mujoco.rollout"] = mujoco_ticks(worlds, steps), lambda: None, time.process_time, worlds
        runs = {label: (least(run, begin, clock), count) for label, (run, begin, clock, count) in timed.items()}
        for _ in range(given.rounds):
            cost = {label: 1e6 * again() / (TICKS * count) for label, (again, count) in runs.items()}
        print(f"{name}, {worlds} worlds, environment step of {steps} steps [µs of a world]")
        for label, value in cost.items():
            print(f"  {label:20} {value:7.0f}")
        print(f"  two threads over one {cost['one thread, wall'] / cost['two threads, wall']:7.2f}")
        equal = all(one.state_hash(world) == two.state_hash(world) for world in range(worlds))
        print(f"  bits of one and two threads equal: {equal}; worlds diverged: {int(one.diverged.sum())}", flush=True)


if __name__ == "__main__":
    main()
