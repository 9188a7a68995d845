"""Random scenes in processes of their own: what hangs or dies ends its process alone, and is counted.

python benchmarks/scene_trials.py FIRST LAST SECONDS: try scenes from FIRST to before LAST, a line for each.
"""

import resource
import signal
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numpy as np
from trial_runs import run_trial

#: Wall time of a step over the processor time that it may take, beyond which it counts as waiting for ever.
WAIT = 20
#: Scenes that a process takes before another goes on, and its memory [bytes].
SHARE, MEMORY = 250, 4 * 2**30


def try_scenes(count: int, seconds: float, first: int = 0) -> Counter[str]:
    """Try `count` scenes whose steps may take `seconds` of processor time each; return how often they ended how."""
    found: Counter[str] = Counter()
    number, last = first, first + count
    while number < last:
        command = [sys.executable, __file__, str(number), str(min(number + SHARE, last)), str(seconds)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            for line in child.stdout or ():
                number, ended = int(line.split()[0]) + 1, line.split(maxsplit=1)[1].strip()
                _count(found, number - 1, ended)
        if child.returncode:
            died = signal.Signals(-child.returncode).name if child.returncode < 0 else f"exit {child.returncode}"
            _count(found, number, "late" if died in ("SIGPROF", "SIGALRM") else f"died of {died}")
            number += 1
    return found


def _count(found: Counter[str], number: int, ended: str) -> None:
    found[ended] += 1
    if not ended.endswith("Error") and ended != "ran":
        print(f"scene {number}: {ended}", file=sys.stderr, flush=True)


def watch(seconds: float) -> None:
    """End this process unless it calls again within `seconds` of processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(int(WAIT * seconds))


def main() -> None:
    first, last, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for number in range(first, last):
        print(number, run_trial(number, lambda: watch(seconds)), flush=True)


if __name__ == "__main__":
    main()
