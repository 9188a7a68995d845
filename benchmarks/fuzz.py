"""Random scenes, odd calls and damaged files of every kind in great number, and how they ended.

Scenes are run in processes of their own (`scene_trials`), a few steps each, while bodies come and go.

python benchmarks/fuzz.py --scenes 100 --calls 1000 --files 1000
"""

import argparse
import signal
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numpy as np
from scene_trials import try_scenes
from trial_calls import World, odd_calls
from trial_files import damaged, make_subjects

import rigida as rg


class LateError(BaseException):
    """A call that took longer than it may."""


def late(*_: object) -> None:
    raise LateError


def outcome(function, seconds: float) -> str:
    """Return how a call ended: "ok", the name of an error of rigida, "late", or "raw" with the error."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        function()
    except rg.RigidaError as error:
        return type(error).__name__
    except LateError:
        return "late"
    except Exception as error:
        inside = error.__traceback__.tb_next.tb_next if error.__traceback__ and error.__traceback__.tb_next else None
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("scenes", "calls", "files"):
        parser.add_argument(f"--{name}", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time that a step or a call may take")
    given = parser.parse_args()
    signal.signal(signal.SIGVTALRM, late)
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for name, tried in (("files", try_files), ("calls", try_calls), ("scenes", try_scenes)):
        found = tried(getattr(given, name), given.seconds)
        print(name, found.total(), ", ".join(f"{count} {ended}" for ended, count in found.most_common()), flush=True)


if __name__ == "__main__":
    main()
