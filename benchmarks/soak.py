"""Long runs and faults: memory that stays flat, energy that is accounted for, and what happens when the world fails.

python benchmarks/soak.py                       the short form, a minute
python benchmarks/soak.py --long                a million steps, an hour of a pit whose bodies come and go, cold caches
python benchmarks/soak.py --long --hours 0.25   a quarter of that hour of simulated time
"""

import argparse
import resource
import sys
import time
from pathlib import Path

import fountain
import numpy as np
from faults import try_faults

import rigida as rg
from rigida import scenes

#: Scenes whose energy is kept, or can only fall.
SCENES = ("pendulum", "dzhanibekov", "four_bar", "tower_of_50", "seesaw")


def memory() -> float:
    """Return the memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def soak_scene(name: str, steps: int) -> str:
    """Run a scene for many steps; return how memory and energy ended."""
    sim = rg.Simulation(rg.load(scenes.path(name)), "realtime")
    for _ in range(steps // 10):
        sim.step()
    start, before = sim.energy().total, memory()
    highest, lowest, fastest = start, start, 1e-12
    for _ in range(steps):
        sim.step()
        energy = sim.energy()
        highest, lowest, fastest = max(highest, energy.total), min(lowest, energy.total), max(fastest, energy.kinetic)
    grown = 100.0 * (memory() / before - 1.0)
    energies = f"energy {lowest - start:+.1e} to {highest - start:+.1e} J (kinetic at most {fastest:.1e} J)"
    return f"{steps} steps, memory {grown:+.1f} %, {energies}"


def soak_pit(bodies: int, seconds: float) -> str:
    """Let bodies of a pit come and go before every step for a simulated time; return how memory and energy ended."""
    sim = rg.Simulation(fountain.pit(bodies), rg.Realtime())
    steps, before, first, rise, fastest = round(seconds * 60), 0.0, 0, 0.0, 1e-12
    for step in range(steps):
        fountain.replace_some(sim, range(first, first + 10), bodies, 4.0 + 0.01 * bodies)
        first += 10
        start = sim.energy().total
        sim.step()
        energy = sim.energy()
        rise, fastest = max(rise, energy.total - start), max(fastest, energy.kinetic)
        if step == steps // 3:
            before = memory()
    finite = bool(np.isfinite(sim.state.position).all())
    grown = 100.0 * (memory() / before - 1.0)
    return (
        f"{steps} steps of {bodies} bodies, {first} replaced, memory {grown:+.1f} % since a third, energy at most "
        f"{rise:+.1e} J in a step (kinetic at most {fastest:.1e} J), finite: {finite}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="a million steps, an hour, cold caches")
    parser.add_argument("--hours", type=float, default=1.0, help="simulated hours of the long form's pit")
    parser.add_argument("--only", choices=["scenes", "pit", "faults"], default=None)
    given = parser.parse_args()
    began, bad = time.perf_counter(), 0
    if given.only in (None, "scenes"):
        for name in SCENES:
            print(f"{name}: {soak_scene(name, 200_000 if given.long else 5_000)}", flush=True)
    if given.only in (None, "pit"):
        print(f"pit: {soak_pit(1000, 3600.0 * given.hours) if given.long else soak_pit(200, 10.0)}", flush=True)
    if given.only in (None, "faults"):
        bad = try_faults(cold=False) + (try_faults(cold=True) if given.long else 0)
    print(f"{time.perf_counter() - began:.0f} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
