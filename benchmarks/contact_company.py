"""Small scenes of several contacts in the precise engine: CPU time, chattering, difference from the realtime engine.

python benchmarks/contact_company.py [--scene NAME] [--packaged] [--seconds T] [--limit CPU] [--compare] [--write FILE]

Each scene runs for two simulated seconds in a process of its own until `--limit` seconds of CPU are spent. `--packaged`
runs the packaged scenes instead, each to its own end. With `--compare` the realtime engine runs the same scene with two
small steps, and the largest distance of a body between the two engines is shown, with that between the two steps.
`--packaged --write docs/benchmarks.md` puts each packaged scene that has run into the table there; other rows stay.
"""

import argparse
import multiprocessing
import queue
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from contact_company_scenes import SCENES

import rigida as rg
from rigida import scenes

#: Marks of the table of packaged scenes.
BEGIN, END = "<!-- contact_company.py writes from here -->", "<!-- to here, contact_company.py -->"


def make_scene(name: str, packaged: bool) -> rg.Scene:
    """Return one of the scenes of this benchmark, or a packaged one."""
    return rg.load(name) if packaged else SCENES[name]()


def run(name: str, packaged: bool, seconds: float, limit: float, answer: Any) -> None:
    """Run one scene and hand back the time reached, CPU, steps, the slowest step, notes and centers of mass."""
    warnings.simplefilter("ignore")
    start, notes, steps, slowest, sim = time.process_time(), [], 0, 0.0, None
    try:
        sim = rg.Simulation(make_scene(name, packaged), rg.Precise())
        start = time.process_time()
        while sim.time < seconds - 1e-9 and time.process_time() - start < limit:
            began = time.process_time()
            report = sim.step()
            notes += report.notes
            steps += report.steps + report.rejected
            slowest = max(slowest, time.process_time() - began)
    except rg.RigidaError as error:
        notes.insert(0, f"{type(error).__name__}: {error}")
    reached, centers = (0.0, np.zeros((0, 3))) if sim is None else (sim.time, sim.state.center.copy())
    answer.put((reached, time.process_time() - start, steps, slowest, notes, centers))


def run_realtime(name: str, packaged: bool, seconds: float) -> tuple[np.ndarray, float]:
    """Return the centers of mass in the realtime engine, and how far those of twice its step are from them."""
    ends = []
    for dt in (1 / 240, 1 / 480):
        sim = rg.Simulation(make_scene(name, packaged), rg.Realtime(dt=dt))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while sim.time < seconds - 1e-9:
                sim.step()
        ends.append(sim.state.center.copy())
    return ends[1], float(np.abs(ends[1] - ends[0]).max())


def write_row(path: Path, name: str, seconds: float, reached: float, cpu: float, slowest: float, note: str) -> None:
    """Put the row of a packaged scene into the table between the marks of a file."""
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END, 1)
    rows = {line.split("`")[1]: line for line in old.splitlines() if line.startswith("| `")}
    result = "to its end"
    if reached < seconds - 1e-9:
        result = f"refused: {note}" if "Error: " in note else "stopped at the limit of CPU"
    rows[name] = f"| `{name}` | {reached:.3g} of {seconds:.3g} | {cpu:.2g} | {slowest:.1g} | {result} |"
    lines = ["| packaged scene | time reached [s] | CPU [s] | slowest step [s] | result |", "|---|---|---|---|---|"]
    lines += [rows[name] for name in sorted(rows)]
    path.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Run what is asked for and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scene")
    parser.add_argument("--packaged", action="store_true")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--notes", action="store_true")
    parser.add_argument("--write", type=Path, help="a Markdown file with the marks between which the table goes")
    asked = parser.parse_args()
    names = list(scenes.names()) if asked.packaged else list(SCENES)
    print(f"{'scene':26} {'reached':>8} {'CPU s':>7} {'steps':>7} {'slowest':>8}  chattering, notes")
    for name in [asked.scene] if asked.scene else names:
        seconds = rg.load(name).plan.duration if asked.packaged else asked.seconds
        answer: Any = multiprocessing.Queue()
        process = multiprocessing.Process(target=run, args=(name, asked.packaged, seconds, asked.limit, answer))
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
        if asked.packaged and asked.write is not None:
            write_row(asked.write, name, seconds, reached, cpu, slowest, notes[0] if notes else "")
        if asked.notes:
            print(*(f"      {note}" for note in notes[:8]), sep="\n")
        if asked.compare:
            other, change = run_realtime(name, asked.packaged, seconds)
            print(f"{'':26} realtime differs by {np.abs(other - centers).max():.2e} m (its steps by {change:.2e} m)")


if __name__ == "__main__":
    main()
