"""Compare the bits of scenes under several processor settings: python benchmarks/bits.py [--seconds 1] [SCENE …].

Every setting is a process of its own: OpenBLAS for an old and a new processor, numpy without its wider instructions,
one, two and four threads, and another compiler where there is one. Scenes whose hashes differ are printed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import warnings

import rigida as rg
from rigida import scenes

#: What numpy may leave out; a feature that this build of numpy needs or does not know is left alone.
NARROW = "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR X86_V3 X86_V4"
SETTINGS: dict[str, dict[str, str]] = {
    "as found": {},
    "OpenBLAS Nehalem": {"OPENBLAS_CORETYPE": "Nehalem"},
    "OpenBLAS Haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "OpenBLAS Prescott": {"OPENBLAS_CORETYPE": "Prescott"},
    "OpenBLAS SkylakeX": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "numpy SSE only": {"NPY_DISABLE_CPU_FEATURES": NARROW},
    "glibc without FMA": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX,-AVX512F"},
    "1 thread": {"OPENBLAS_NUM_THREADS": "1", "THREADS": "1"},
    "2 threads": {"OPENBLAS_NUM_THREADS": "2", "THREADS": "2"},
    "4 threads": {"OPENBLAS_NUM_THREADS": "4", "THREADS": "4"},
}
#: Scenes of every kind, each with the engine that runs it.
RUNS = (
    ("bouncing_ball", "precise"),
    ("block_on_incline", "precise"),
    ("double_pendulum", "precise"),
    ("slider_crank", "precise"),
    ("falling_bars", "precise"),
    ("dzhanibekov", "precise"),
    ("falling_tetrahedron", "precise"),
    ("card_house", "realtime"),
    ("double_four_bar", "realtime"),
    ("gear_pair", "realtime"),
    ("hull_rain", "realtime"),
    ("newtons_cradle", "realtime"),
    ("pit_of_boxes", "realtime"),
    ("skulls", "realtime"),
    ("robots/quadruped", "realtime"),
    ("robots/gripper", "realtime"),
    ("crosswind_landing", "realtime"),
    ("glider_phugoid", "precise"),
)


def hashes(runs: list[tuple[str, str]], seconds: float) -> dict[str, str]:
    """Return the hash of the state of every run after so much simulated time, or how the run ended."""
    found = {}
    for name, engine in runs:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scene, threads = rg.load(scenes.path(name)), int(os.environ.get("THREADS", "1"))
            sim = rg.Simulation(scene, rg.Realtime(threads=threads) if engine == "realtime" else engine)
            try:
                sim.run(seconds)
                found[f"{name}, {engine}"] = sim.state_hash()
            except rg.RigidaError as error:
                found[f"{name}, {engine}"] = str(error)
    return found


def in_process(setting: dict[str, str], runs: list[tuple[str, str]], seconds: float) -> dict[str, str] | str:
    """Return the hashes of a new process with these variables, or what it said when it failed."""
    command = [sys.executable, __file__, "--child", json.dumps(runs), "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | setting, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else f"failed ({done.returncode}): {done.stderr[-300:]}"


def main() -> None:
    """Run all settings and print what differs from the first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", help="names of packaged scenes; without them, a list of all kinds")
    parser.add_argument("--seconds", type=float, default=0.5, help="simulated time of each")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        print(json.dumps(hashes(json.loads(given.child), given.seconds)))
        return
    runs = [(name, engine) for name in given.scenes for engine in ("realtime", "precise")] or list(RUNS)
    settings = dict(SETTINGS)
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler):
            settings[compiler] = {"CC": compiler}
    first: dict[str, str] = {}
    different = 0
    for name, setting in settings.items():
        found = in_process(setting, runs, given.seconds)
        if isinstance(found, str):
            print(f"{name}: {found}", flush=True)
            different += 1
            continue
        first = first or found
        others = [run for run in first if found[run] != first[run]]
        different += len(others)
        print(f"{name}: {len(first) - len(others)} of {len(first)} equal", *others, sep="\n    ", flush=True)
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
