"""What steps of the packaged scenes cost beside another tree of rigida, all scenes in both in turn.

python benchmarks/gallery.py ../other/tree [scene …] --steps 120 --repeat 3

Prints processor time of a step [µs], least of all rounds, and the ratio; those above `--mark` once more at the end.
Both trees compile what they have not yet compiled in a round that is not counted.
"""

import argparse
import math
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
#: Run by each tree: times of a step of scenes [µs], after some that are not counted.
CHILD = """
import sys, time, warnings
import rigida as rg
from rigida import scenes
warnings.simplefilter("ignore")
steps, longest = int(sys.argv[1]), float(sys.argv[2])
for name in sys.argv[3:]:
    try:
        sim = rg.Simulation(rg.load(scenes.path(name)))
    except rg.RigidaError:  # a scene that this tree does not have
        continue
    kept, least = sim.snapshot(), float("inf")
    for _ in range(3):
        sim.restore(kept)
        sim.step()
        start, done = time.process_time(), 0
        while done < steps and time.process_time() - start < longest:
            sim.step()
            done += 1
        least = min(least, (time.process_time() - start) / done)
    print(name, 1e6 * least)
"""


def costs(tree: Path, scenes: list[str], steps: int, longest: float) -> dict[str, float]:
    """Return processor times of a step of those scenes that run in a tree [µs]."""
    command = [sys.executable, "-c", CHILD, str(steps), str(longest), *scenes]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(tree / "src")}, capture_output=True, text=True, check=False
    )
    return {name: float(found) for name, found in map(str.split, done.stdout.splitlines())}


def packaged() -> list[str]:
    """Return the names of all packaged scenes."""
    return sorted(path.stem for path in (HERE / "src/rigida/scenes").glob("*.toml"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("scenes", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--longest", type=float, default=1.0, help="seconds for the steps of one scene")
    parser.add_argument("--mark", type=float, default=1.02)
    given = parser.parse_args()
    trees, names, above = (given.tree.resolve(), HERE), given.scenes or packaged(), list[str]()
    least = [dict.fromkeys(names, math.inf) for _ in trees]
    for turn in range(given.repeat + 1):
        for k, tree in enumerate(trees):
            for name, found in costs(tree, names, given.steps, given.longest).items():
                least[k][name] = min(least[k][name], found) if turn else math.inf
    for name in names:
        before, now = (each[name] for each in least)
        if before == math.inf or now == math.inf:
            print(f"{name:28} runs in one of the trees at most")
            continue
        above += [f"{name} {now / before:.2f}"] if now / before > given.mark else []
        print(f"{name:28} {before:10.1f} {now:10.1f} {now / before:6.2f}")
    print(f"above {given.mark:g}:", ", ".join(above) or "none")


if __name__ == "__main__":
    main()
