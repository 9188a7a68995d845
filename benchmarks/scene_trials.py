"""Random scenes and programs in processes of their own: what hangs or dies ends its process alone, and is counted.

python benchmarks/scene_trials.py KIND FIRST LAST SECONDS: try scenes or programs FIRST to LAST − 1, a line each.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numpy as np
from trial_programs import run_program
from trial_runs import run_trial

#: Wall time of a step over the processor time that it may take, beyond which it counts as waiting for ever.
WAIT = 20
#: Scenes that a process takes before another goes on, and its memory [bytes].
SHARE, MEMORY = 250, 4 * 2**30


#: What can be tried, by kind.
KINDS = {"scene": run_trial, "program": run_program}


def try_scenes(count: int, seconds: float, first: int = 0, kind: str = "scene") -> Counter[str]:
    """Try `count` of a kind whose steps may take `seconds` of processor time each; return how often they ended how."""
    found: Counter[str] = Counter()
    number, last = first, first + count
    while number < last:
        command = [sys.executable, __file__, kind, str(number), str(min(number + SHARE, last)), str(seconds)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            for line in child.stdout or ():
                number, ended = int(line.split()[0]) + 1, line.split(maxsplit=1)[1].strip()
                _count(found, f"{kind} {number - 1}", ended)
        if child.returncode:
            died = signal.Signals(-child.returncode).name if child.returncode < 0 else f"exit {child.returncode}"
            _count(found, f"{kind} {number}", "late" if died in ("SIGPROF", "SIGALRM") else f"died of {died}")
            number += 1
    return found


def _count(found: Counter[str], name: str, ended: str) -> None:
    """Count how something ended, by what was wrong without how far, and print what should not be."""
    for what in ended.split("; "):
        found[re.sub(r" (\d[\d.e+-]*|inf)$", "", what)] += 1
    if not ended.endswith("Error") and ended != "ran":
        print(f"{name}: {ended}", file=sys.stderr, flush=True)


def watch(seconds: float) -> None:
    """End this process unless it calls again within `seconds` of processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(int(WAIT * seconds))


def main() -> None:
    kind, first, last, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    if "ASAN_OPTIONS" not in os.environ:  # AddressSanitizer reserves terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for number in range(first, last):
        print(number, KINDS[kind](number, lambda: watch(seconds)), flush=True)


if __name__ == "__main__":
    main()
