"""Run scenes in several engines in turn, and print or write what they cost and how they did."""

import argparse
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
from engines import ENGINES
from quality import Quality
from scenes import SCENES

BEGIN, END = "<!-- compare.py writes from here -->", "<!-- to here -->"
SAMPLE = 0.25  # s between looks at the quality


def run(engine, scene, duration, limit):
    """Return CPU seconds per simulated second, and how it went; a run is cut short after `limit` CPU seconds."""
    simulation = ENGINES[engine](scene)
    start = simulation.state()
    simulation.step()  # may compile or allocate
    quality, spent = Quality(scene, start), 0.0
    steps, every = round(duration / scene.dt) - 1, round(SAMPLE / scene.dt)
    for first in range(0, steps, every):
        began = time.process_time()
        for _ in range(min(every, steps - first)):
            simulation.step()
        spent += time.process_time() - began
        quality.sample(simulation.state())
        if spent > limit:
            done = (first + every) * scene.dt
            return spent / done, f"{quality.text()} after {done:.2g} s"
    return spent / (steps * scene.dt), quality.text()


def compare(scene, engines, repeat, duration, limit):
    """Return (seconds of each run, quality or why there is none) by engine."""
    run("rigida", scene, duration, limit)  # compiles, some kernels only once bodies touch
    results = {engine: ([], "") for engine in engines}
    for _ in range(repeat):
        for engine, (costs, _) in results.items():
            try:
                cost, quality = run(engine, scene, duration, limit)
            except (ImportError, RuntimeError, ValueError) as error:
                results[engine] = (costs, f"not run: {error}")
                continue
            results[engine] = ([*costs, cost], quality)
    return results


def cell(costs, text):
    """Return a cell of the table."""
    if not costs:
        return text
    low, high = min(costs), max(costs)
    return f"{low:.2g}–{high:.2g}: {text}" if f"{low:.2g}" != f"{high:.2g}" else f"{low:.2g}: {text}"


def table(rows, engines):
    """Return the table as lines of Markdown."""
    heads = [engine if engine == "rigida" else f"{engine} {version(engine)}" for engine in engines]
    lines = [f"| scene | {' | '.join(heads)} |", "|---" * (len(engines) + 1) + "|"]
    return lines + [f"| {name} | {' | '.join(cell(*found[engine]) for engine in engines)} |" for name, found in rows]


def write(path, lines):
    """Put the table between the marks of a file."""
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{after}", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", nargs="+", default=list(SCENES), choices=SCENES)
    parser.add_argument("--peers", nargs="*", default=["rapier3d", "sapien", "mujoco"], choices=ENGINES)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--duration", type=float, help="simulated seconds, in place of each scene's own")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds after which a run is cut short")
    parser.add_argument("--write", type=Path, help="a Markdown file with the marks between which the table goes")
    options = parser.parse_args()
    engines, rows = ("rigida", *options.peers), []
    for name in options.scenes:
        scene = SCENES[name]()
        found = compare(scene, engines, options.repeat, options.duration or scene.duration, options.limit)
        rows.append((scene.name, found))
        for engine in engines:
            print(f"{scene.name:24} {engine:10} {cell(*found[engine])}", flush=True)
        if options.write is not None:
            write(options.write, table(rows, engines))


if __name__ == "__main__":
    np.seterr(all="ignore")  # an engine that blows up is told as such
    main()
