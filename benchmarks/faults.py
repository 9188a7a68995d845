"""What happens when the world fails: programs in surroundings that lack something, and the line each must end with.

python benchmarks/faults.py          those that find their kernels compiled
python benchmarks/faults.py --cold   those whose kernels have to be compiled as well: some minutes
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

#: The beginning of every program: a short run of a falling ball, and the bits of where it fell.
_BALL = """
import rigida as rg, sys, os, warnings, hashlib
warnings.simplefilter("ignore")
def run(**to):
    scene = rg.Scene()
    scene.add_ground()
    scene.add_body(rg.Sphere(0.1), name="ball", position=(0, 0, 1))
    return rg.Simulation(scene).run(0.5, **to)
def bits(recording): return hashlib.sha256(recording.position.tobytes()).hexdigest()
def same(a, b): return "ok" if bits(a) == bits(b) else "other bits"
"""
_RUN, _BITS = "run(); print('ok')", "print(bits(run()))"

#: A program for each fault, which must print "ok", and what is changed in its environment.
FAULTS: dict[str, tuple[str, dict[str, str | None]]] = {
    "locale of another alphabet": (_RUN, {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}),
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

#: Without kernels that were compiled at install.
_UNPACKED: dict[str, str | None] = {"RIGIDA_PACK": "0"}


def start(program: str, changed: dict[str, str | None]) -> subprocess.Popen[str]:
    """Start a program in a changed environment."""
    environment = {key: value for key, value in os.environ.items() if changed.get(key, "") is not None}
    environment |= {key: value for key, value in changed.items() if value is not None}
    command = [sys.executable, "-c", _BALL + program]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def last_line(process: subprocess.Popen[str]) -> str:
    """Return the last line that a program printed, or said while it failed."""
    out, told = process.communicate(timeout=1800)
    lines = (out.strip() or told.strip()).splitlines()
    return lines[-1] if lines else f"nothing, exit {process.returncode}"


def ran(program: str, **changed: str | None) -> str:
    return last_line(start(program, changed))


def without_home() -> str:
    return ran(_RUN, HOME=None, XDG_CACHE_HOME=None, **_UNPACKED)


def with_unwritable_cache() -> str:
    return ran(_RUN, XDG_CACHE_HOME="/dev/null/nowhere", **_UNPACKED)


def two_on_an_empty_cache() -> str:
    with tempfile.TemporaryDirectory() as folder:
        both = [last_line(p) for p in [start(_BITS, {"XDG_CACHE_HOME": folder, **_UNPACKED}) for _ in range(2)]]
        third = ran(_BITS, XDG_CACHE_HOME=folder, **_UNPACKED)
    return "ok" if both == [third, third] else " / ".join([*both, third])


def with_damaged_cache() -> str:
    """Fill a cache, damage all of its files, a third of them each way, and run with them."""
    with tempfile.TemporaryDirectory() as folder:
        first = ran(_BITS, XDG_CACHE_HOME=folder, **_UNPACKED)
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        for k, path in enumerate(files):
            data = path.read_bytes()
            path.write_bytes([b"", data[: len(data) // 2], bytes(byte ^ 0x55 for byte in data)][k % 3])
        again = ran(_BITS, XDG_CACHE_HOME=folder, **_UNPACKED)
    return "ok" if again == first and files else f"{len(files)} files: {first} / {again}"


COLD: dict[str, Callable[[], str]] = {
    "no HOME": without_home,
    "cache that cannot be written": with_unwritable_cache,
    "two processes on an empty cache": two_on_an_empty_cache,
    "damaged kernel cache": with_damaged_cache,
}


def try_faults(cold: bool) -> int:
    """Print a line for each fault; return how many did not end as they should."""
    tried: dict[str, Callable[[], str]] = {
        name: lambda given=given: last_line(start(*given)) for name, given in FAULTS.items()
    }
    bad = 0
    for name, fault in (COLD if cold else tried).items():
        told = fault()
        bad += told != "ok"
        print(f"{name}: {told}", flush=True)
    return bad


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", action="store_true", help="those whose kernels have to be compiled")
    sys.exit(try_faults(parser.parse_args().cold) > 0)
