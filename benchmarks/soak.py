"""Long runs and faults: memory that stays flat, energy that is accounted for, and what happens when the world fails.

python benchmarks/soak.py            the short form, a minute
python benchmarks/soak.py --long     a million steps, and an hour of a pit whose bodies come and go
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fountain
import numpy as np

import rigida as rg
from rigida import scenes

#: Scenes whose energy is kept, or can only fall.
SCENES = ("pendulum", "dzhanibekov", "four_bar", "tower_of_50", "seesaw")
#: Faults in which all kernels may have to be compiled.
COLD = ("no HOME", "cache that cannot be written")

#: A program for each fault, which must print "ok"; `run` is a short run of a falling ball.
_BALL = """
import rigida as rg, sys, os, warnings
warnings.simplefilter("ignore")
def run(**to):
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0, 0, 1))
    return rg.Simulation(scene).run(0.5, **to)
def same(a, b): return "ok" if (a.position == b.position).all() else "other bits"
"""
FAULTS: dict[str, tuple[str, dict[str, str | None]]] = {
    "no HOME": ("run(); print('ok')", {"HOME": None, "XDG_CACHE_HOME": None}),
    "cache that cannot be written": ("run(); print('ok')", {"XDG_CACHE_HOME": "/dev/null/nowhere"}),
    "locale of another alphabet": ("run(); print('ok')", {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}),
    "full disk": (
        "import resource, signal, tempfile\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))\n"
        "folder = tempfile.mkdtemp()\n"
        "try: run(journal=folder + '/a.frames')\n"
        "except rg.UsageError as error: print('ok' if 'Cannot write' in str(error) else error)",
        {},
    ),
    "fork after use": (
        "first = run()\nif (child := os.fork()) == 0:\n    os._exit(same(first, run()) != 'ok')\n"
        "print('ok' if os.waitpid(child, 0)[1] == 0 else 'the child failed')",
        {},
    ),
    "threads": (
        "from concurrent.futures import ThreadPoolExecutor as Pool\nfirst = run()\n"
        "with Pool(4) as pool: print(min(pool.map(lambda _: same(first, run()), range(8))))",
        {},
    ),
    "asyncio": (
        "import asyncio\nfirst = run()\n"
        "async def both(): return await asyncio.gather(*(asyncio.to_thread(run) for _ in range(2)))\n"
        "print(same(*asyncio.run(both())))",
        {},
    ),
    "closed pipe": (
        "import subprocess\n"
        "shown = subprocess.Popen([sys.executable, '-m', 'rigida', 'info', 'pendulum'], stdout=subprocess.PIPE, "
        "stderr=subprocess.PIPE)\nshown.stdout.close()\n"
        "told = shown.stderr.read().decode()\nprint('ok' if 'Traceback' not in told else told)",
        {},
    ),
}


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
    """Let bodies of a pit come and go before every step for a simulated time; return how memory ended."""
    sim = rg.Simulation(fountain.pit(bodies), rg.Realtime())
    steps, before, first = round(seconds * 60), 0.0, 0
    for step in range(steps):
        fountain.replace_some(sim, first, 10, 4.0 + 0.01 * bodies)
        first += 10
        sim.step()
        if step == steps // 3:
            before = memory()
    finite = bool(np.isfinite(sim.state.position).all())
    grown = 100.0 * (memory() / before - 1.0)
    return f"{seconds:g} s of {bodies} bodies, {first} replaced, memory {grown:+.1f} %, finite: {finite}"


def fault(program: str, changed: dict[str, str | None]) -> str:
    """Return the last line that a program prints in a changed environment."""
    environment = {key: value for key, value in os.environ.items() if changed.get(key, "") is not None}
    environment |= {key: value for key, value in changed.items() if value is not None}
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(
            [sys.executable, "-c", _BALL + program],
            capture_output=True,
            text=True,
            env=environment,
            cwd=folder,
            timeout=600,
        )
    lines = (ended.stdout.strip() or ended.stderr.strip()).splitlines()
    return lines[-1] if lines else f"nothing, exit {ended.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="a million steps and an hour")
    parser.add_argument("--only", choices=["scenes", "pit", "faults"], default=None)
    given = parser.parse_args()
    began, bad = time.perf_counter(), 0
    if given.only in (None, "scenes"):
        for name in SCENES:
            print(f"{name}: {soak_scene(name, 200_000 if given.long else 5_000)}", flush=True)
    if given.only in (None, "pit"):
        print(f"pit: {soak_pit(1000, 3600.0) if given.long else soak_pit(200, 10.0)}", flush=True)
    if given.only in (None, "faults"):
        for name, (program, changed) in FAULTS.items():
            if name in COLD and not given.long:
                continue
            told = fault(program, changed)
            bad += told != "ok"
            print(f"{name}: {told}", flush=True)
    print(f"{time.perf_counter() - began:.0f} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
