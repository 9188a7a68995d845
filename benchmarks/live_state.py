"""Change and restore the state of running simulations: python benchmarks/live_state.py [--count 200] [--seconds 60].

velocities: Random velocities are set on bodies of random mechanisms (`tests/trial_edits.py`), which then step on;
joints must be closed to 1e-6.
restores: A snapshot is restored after everything that the engine has written was overwritten with NaN
(`tests/trial_poison.py`); the run must go on bit for bit. All packaged scenes, and random ones.

Both engines; a case may take so many seconds. Cases that differ are printed.
"""

import argparse
import dataclasses
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from trial_edits import run_edited
from trial_poison import differs_after_poison
from trial_scenes import random_scene

import rigida as rg
from rigida import scenes

CLOSED = 1e-6
Case = tuple[str, Callable[[], str]]


def velocities(engine: str, count: int) -> Iterator[Case]:
    """Return mechanisms whose velocities are set."""
    for number in range(count):

        def run(number: int = number) -> str:
            widest = run_edited(number, engine, poses=False)
            return "" if widest <= CLOSED else f"joint open by {widest:.2g}"

        yield f"mechanism {number}", run


def packaged(engine: str, _: int) -> Iterator[Case]:
    """Return all packaged scenes and robots, to be restored."""
    for name in [*scenes.names(), *(n for n in scenes.documents() if n.startswith("robots/"))]:

        def run(name: str = name) -> str:
            scene = rg.load(scenes.path(name))
            kind = rg.Realtime if engine == "realtime" else rg.Precise
            own = scene.engine if isinstance(scene.engine, kind) else kind()
            steps = (20, 20) if engine == "realtime" else (5, 5)
            return differs_after_poison(scene, dataclasses.replace(own), *steps)

        yield name, run


def random_ones(engine: str, count: int) -> Iterator[Case]:
    """Return random scenes, to be restored."""
    for number in range(count):

        def run(number: int = number) -> str:
            scene, dt, _ = random_scene(number)
            if engine == "realtime":
                return differs_after_poison(scene, rg.Realtime(dt=dt, start_tolerance=1e9))
            return differs_after_poison(scene, rg.Precise(dt=dt, start_tolerance=1e9, budget=500), 5, 5)

        yield f"scene {number}", run


EXPERIMENTS = {"velocities": velocities, "packaged scenes": packaged, "random scenes": random_ones}


def stop(_: int, __: FrameType | None) -> None:
    raise TimeoutError


def main() -> None:
    """Run all experiments and print how many ended how."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="random scenes and mechanisms of each engine")
    parser.add_argument("--seconds", type=int, default=60, help="processor time that a case may take")
    parser.add_argument("--only", choices=EXPERIMENTS, help="default: all")
    parser.add_argument("--engine", choices=("realtime", "precise"), help="default: both")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGVTALRM, stop)
    for what in [given.only] if given.only else EXPERIMENTS:
        for engine in [given.engine] if given.engine else ("realtime", "precise"):
            found: Counter[str] = Counter()
            for name, run in EXPERIMENTS[what](engine, given.count):
                signal.setitimer(signal.ITIMER_VIRTUAL, given.seconds)
                try:
                    ended = run() or "as they should"
                except TimeoutError:
                    ended = f"not within {given.seconds} s"
                except rg.RigidaError as error:
                    ended = f"{type(error).__name__} at the start"
                finally:
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                found[ended.split(" by ")[0]] += 1
                if ended != "as they should":
                    print(f"{what}, {engine}, {name}: {ended}", file=sys.stderr, flush=True)
            counts = ", ".join(f"{count} {ended}" for ended, count in found.most_common())
            print(f"{what}, {engine}: {counts}", flush=True)


if __name__ == "__main__":
    main()
