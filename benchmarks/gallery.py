"""What steps of the packaged scenes cost beside another tree of rigida, each scene in both in turn.

python benchmarks/gallery.py ../other/tree [scene …] --steps 120 --repeat 3

Prints processor time of a step [µs], least of all rounds, and the ratio; those above `--mark` once more at the end.
Both trees compile what they have not yet compiled in a round that is not counted.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
#: Run by each tree: time of a step of a scene [µs], after some that are not counted.
CHILD = """
import sys, time, warnings
import rigida as rg
from rigida import scenes
warnings.simplefilter("ignore")
name, steps, longest = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
sim = rg.Simulation(rg.load(scenes.path(name)))
kept, least = sim.snapshot(), float("inf")
for _ in range(3):
    sim.restore(kept)
    sim.step()
    start, done = time.process_time(), 0
    while done < steps and time.process_time() - start < longest:
        sim.step()
        done += 1
    least = min(least, (time.process_time() - start) / done)
print(1e6 * least)
"""


def cost(tree: Path, scene: str, steps: int, longest: float) -> float:
    """Return processor time of a step in a tree [µs], NaN if the scene does not run there."""
    command = [sys.executable, "-c", CHILD, scene, str(steps), str(longest)]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(tree / "src")}, capture_output=True, text=True, check=False
    )
    return float(done.stdout) if done.returncode == 0 else float("nan")


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
    trees, above = (given.tree.resolve(), HERE), []
    for scene in given.scenes or packaged():
        least = [float("inf")] * 2
        for turn in range(given.repeat + 1):
            for k, tree in enumerate(trees):
                found = cost(tree, scene, given.steps, given.longest)
                least[k] = min(least[k], found) if turn else least[k]
        ratio = least[1] / least[0]
        above += [f"{scene} {ratio:.2f}"] if not ratio <= given.mark else []
        print(f"{scene:28} {least[0]:10.1f} {least[1]:10.1f} {ratio:6.2f}", flush=True)
    print(f"above {given.mark:g}:", ", ".join(above) or "none")


if __name__ == "__main__":
    main()
