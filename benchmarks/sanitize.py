"""Kernels under AddressSanitizer and UBSan, or with bounds checks: python benchmarks/sanitize.py [--bounds] [--small].

Builds all kernels for it, steps every packaged scene and, without --small, runs the physics tests and the fuzz
generators. Ends with 1 at the first finding, which names the Python file and line of the kernel.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SANITIZED = "-g -O1 -fsanitize=address,undefined -fno-sanitize=alignment -fno-sanitize-recover=undefined"
SCENES = """
import warnings
warnings.simplefilter("ignore")
import rigida as rg
from rigida import scenes
for name in (*scenes.names(), *scenes.documents()):
    simulation = rg.Simulation(rg.load(name))
    for _ in range({steps}):
        simulation.step()
    simulation.energy(), simulation.contacts(), simulation.run(0.02).picture(0.0, width=64, height=36)
    print(name, "ok", flush=True)
"""


def sanitizer_library() -> str:
    """Return the runtime of AddressSanitizer, which must be loaded before Python."""
    found = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def environment(folder: str, bounds: bool) -> dict[str, str]:
    """Return the variables under which kernels are built and run."""
    chosen = {"PYTHONPATH": str(ROOT / "src"), "RIGIDA_PACK": folder, "CC": "gcc"}
    if bounds:
        return {**os.environ, **chosen, "RIGIDA_BOUNDS": "1"}
    options = "detect_leaks=0:halt_on_error=1:abort_on_error=0:exitcode=1"
    return {**os.environ, **chosen, "RIGIDA_CFLAGS": SANITIZED, "ASAN_OPTIONS": options}


def main() -> int:
    """Build, then run everything; return what the process shall end with."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--bounds", action="store_true", help="Bounds checks instead of the sanitizers.")
    asked.add_argument("--small", action="store_true", help="Packaged scenes only, few steps each.")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(folder, given.bounds)
        preload = {} if given.bounds else {"LD_PRELOAD": sanitizer_library()}
        build = [sys.executable, "-m", "rigida.jit.ahead.build_pack", folder]
        subprocess.run(build, env={**variables, **preload, "RIGIDA_PACK": "0"}, check=True)
        commands = [[sys.executable, "-c", SCENES.format(steps=10 if given.small else 60)]]
        if not given.small:
            commands.append([sys.executable, "-m", "pytest", "-q", "-n", "2", "tests/physics", "tests/scenes"])
            commands.append([sys.executable, "benchmarks/fuzz.py", "--scenes", "500"])
        for command in commands:
            if subprocess.run(command, env={**variables, **preload}, cwd=ROOT, check=False).returncode:
                return 1
    print("no finding")
    return 0


if __name__ == "__main__":
    sys.exit(main())
