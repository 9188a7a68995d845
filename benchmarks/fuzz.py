"""Random scenes, odd calls, damaged files of every kind and damaged snapshots in great number, and how they ended.

Scenes are run in processes of their own (`scene_trials`), a few steps each, while bodies come and go.

python benchmarks/fuzz.py --scenes 100 --calls 1000 --files 1000 --snapshots 1000
python benchmarks/fuzz.py --calls 0 --files 0 --snapshots 0 --scenes 500 --from 9500
"""

import argparse
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numpy as np
import trial_calls
from scene_trials import try_scenes
from trial_calls import World, odd_calls
from trial_files import damaged, make_subjects
from trial_snapshots import damaged_snapshot, resting_world

import rigida as rg


class LateError(BaseException):
    """A call that took longer than it may."""


def late(*_: object) -> None:
    raise LateError


def outcome(function, seconds: float) -> str:
    """Return how a call ended: "ok", the name of an error of rigida, "late", "raw" with the error, or "own".

    "own" is an error of a function that was given, which reaches whoever gave it as it is.
    """
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        function()
    except rg.RigidaError as error:
        return type(error).__name__
    except LateError:
        return "late"
    except Exception as error:
        inside = error.__traceback__.tb_next.tb_next if error.__traceback__ and error.__traceback__.tb_next else None
        if traceback.extract_tb(error.__traceback__)[-1].filename == trial_calls.__file__:
            return "own"
        return "ok" if isinstance(error, TypeError) and inside is None else f"raw {type(error).__name__}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    return "ok"


def try_calls(count: int, seconds: float) -> Counter[str]:
    found: Counter[str] = Counter()
    seed, world = 0, World()
    while found.total() < count:
        for name, function, (args, kwargs) in odd_calls(world, seed):
            before = world.state()
            ended = outcome(lambda f=function, a=args, k=kwargs: f(*a, **k), seconds)
            if ended.startswith("raw"):
                print(f"{ended}: {name}{args!r:.200} {kwargs!r:.200}", file=sys.stderr)
            changed = world.state() != before
            found[f"{ended}, changed" if changed and ended != "ok" else ended] += 1
            if changed:
                world = World()
                break
        seed += 1
    return found


def try_files(count: int, seconds: float) -> Counter[str]:
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        subjects = make_subjects(Path(folder))
        for seed in range(count):
            subject = subjects[seed % len(subjects)]
            subject.place.write_bytes(damaged(subject.ending, subject.data, seed))
            found[f"{subject.kind} {outcome(lambda s=subject: s.read(s.place), seconds)}"] += 1
            subject.place.write_bytes(subject.data)
    return found


def try_snapshots(count: int, seconds: float) -> Counter[str]:
    """Damage snapshots of a running world in both engines, as if read from a file, and go back to them."""
    found: Counter[str] = Counter()
    for engine in ("realtime", "precise"):
        sim = resting_world(engine).simulation
        good, start = sim.snapshot(), sim.state_hash()
        for seed in range(count // 2):
            snapshot = damaged_snapshot(sim, seed)
            ended = outcome(lambda s=sim, kept=snapshot: s.restore(kept), seconds)
            changed = ended != "ok" and sim.state_hash() != start
            found[f"{engine} {ended}{', changed' if changed else ''}"] += 1
            sim.restore(good)
    return found


def main() -> int:
    """Try everything; return 1 where anything ended as it must not: by a raw error, or with its process."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("scenes", "calls", "files", "snapshots"):
        parser.add_argument(f"--{name}", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first scene")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time that a step or a call may take")
    given = parser.parse_args()
    signal.signal(signal.SIGVTALRM, late)
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    tries = {"files": try_files, "snapshots": try_snapshots, "calls": try_calls}
    tries["scenes"] = lambda count, seconds: try_scenes(count, seconds, given.first)
    bad = False
    for name, tried in tries.items():
        found = tried(getattr(given, name), given.seconds)
        bad |= any("raw" in ended.split() or "died" in ended.split() for ended in found)
        print(name, found.total(), ", ".join(f"{count} {ended}" for ended, count in found.most_common()), flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
