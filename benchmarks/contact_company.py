"""Small scenes of several contacts in the precise engine: CPU time, chattering, difference from the realtime engine.

python benchmarks/contact_company.py [--scene NAME] [--packaged] [--seconds T] [--limit CPU] [--compare]

Each scene runs for two simulated seconds in a process of its own until `--limit` seconds of CPU are spent. `--packaged`
runs the packaged scenes instead, each to its own end. With `--compare` the realtime engine runs the same scene with two
small steps, and the largest distance of a body between the two engines is shown, with that between the two steps.
"""

import argparse
import multiprocessing
import queue
import time
import warnings
from typing import Any

import numpy as np
from contact_company_scenes import SCENES

import rigida as rg
from rigida import scenes


def make_scene(name: str) -> rg.Scene:
    """Return one of the scenes of this benchmark, or a packaged one."""
    return SCENES[name]() if name in SCENES else rg.load(name)


def run(name: str, seconds: float, limit: float, answer: Any) -> None:
    """Run one scene and hand back the time reached, CPU, steps, the slowest step, notes and centers of mass."""
    warnings.simplefilter("ignore")
    start, notes, steps, slowest, reached, centers = time.process_time(), [], 0, 0.0, 0.0, np.zeros((0, 3))
    try:
        sim = rg.Simulation(make_scene(name), rg.Precise())
        start = time.process_time()
        while sim.time < seconds - 1e-9 and time.process_time() - start < limit:
            began = time.process_time()
            report = sim.step()
            notes += report.notes
            steps += report.steps + report.rejected
            slowest = max(slowest, time.process_time() - began)
        reached, centers = sim.time, sim.state.center.copy()
    except rg.RigidaError as error:
        notes.insert(0, f"{type(error).__name__}: {error}")
    answer.put((reached, time.process_time() - start, steps, slowest, notes, centers))


def run_realtime(name: str, seconds: float) -> tuple[np.ndarray, float]:
    """Return the centers of mass in the realtime engine, and how far those of twice its step are from them."""
    ends = []
    for dt in (1 / 240, 1 / 480):
        sim = rg.Simulation(make_scene(name), rg.Realtime(dt=dt))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while sim.time < seconds - 1e-9:
                sim.step()
        ends.append(sim.state.center.copy())
    return ends[1], float(np.abs(ends[1] - ends[0]).max())


def main() -> None:
    """Run what is asked for and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scene")
    parser.add_argument("--packaged", action="store_true")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--notes", action="store_true")
    asked = parser.parse_args()
    names = list(scenes.names()) if asked.packaged else list(SCENES)
    print(f"{'scene':26} {'reached':>8} {'CPU s':>7} {'steps':>7} {'slowest':>8}  chattering, notes")
    for name in [asked.scene] if asked.scene else names:
        seconds = rg.load(name).plan.duration if asked.packaged else asked.seconds
        answer: Any = multiprocessing.Queue()
        process = multiprocessing.Process(target=run, args=(name, seconds, asked.limit, answer))
        process.start()
        try:
            reached, cpu, steps, slowest, notes, centers = answer.get(timeout=20.0 * asked.limit)
        except queue.Empty:
            print(f"{name:26} no answer", flush=True)
            process.kill()
            continue
        process.join()
        chattering = sum("chattering" in note for note in notes)
        first = notes[0][:90] if notes else ""
        print(f"{name:26} {reached:8.3f} {cpu:7.2f} {steps:7d} {slowest:8.3f}  {chattering}, {first}", flush=True)
        if asked.notes:
            print(*(f"      {note}" for note in notes[:8]), sep="\n")
        if asked.compare:
            other, change = run_realtime(name, seconds)
            print(f"{'':26} realtime differs by {np.abs(other - centers).max():.2e} m (its steps by {change:.2e} m)")


if __name__ == "__main__":
    main()
