"""Which numbers of the realtime engine decide what: each of `rigida.realtime.tuning` doubled and halved.

python benchmarks/tuning.py [--only NAME,NAME] [--scenes PART] [--list]

Each variation runs textbook cases, bodies in company, towers, a pit, chains and links in a process of its own, on a
copy of the package with that number changed: kernels are found by the text of their sources. A row says in how many
scenes the motion differs at all, and where the error or the rest of motion becomes more than a quarter better or
worse. What changes nothing in any scene decides nothing here. Integers are changed by at least one; --list prints the
numbers alone.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src" / "rigida" / "realtime" / "tuning.py"
ENTRY = re.compile(r"((?:^#: .*\n)+)^([A-Z_]+) = ", re.MULTILINE)
#: Families of `benchmarks/company` that stand for all.
FAMILIES = [
    "stack_toppling",
    "block_toppling_on_cart",
    "disk_on_rim_on_plate",
    "roller_with_pendulum",
    "ladder_with_friction",
    "dominoes",
    "tablecloth",
    "cylinder_on_free_wedge",
    "box_tipping_off_table",
    "dumbbell_struck",
    "spring_tied_box",
]
#: Scenes of `benchmarks/peers`, with the steps that are run.
PEERS = {"S1_10": 240, "S2": 60, "S3": 90, "S4": 40, "S7": 120, "S8a": 240, "S8b": 150, "S9": 120}
#: Errors and speeds below this are rounding; more than this factor apart they are said to change.
LEAST, FACTOR = 1e-9, 1.25


def numbers() -> dict[str, str]:
    """Return what is said of each number, by its name."""
    text = SOURCE.read_text(encoding="utf-8")
    return {name: " ".join(said.replace("#: ", "").split()) for said, name in ENTRY.findall(text)}


def varied(value: float | tuple[float, ...], factor: float) -> float | tuple[float, ...]:
    """Return a number, or each of several, times a factor; whole ones stay whole."""
    if isinstance(value, tuple):
        return tuple(varied(part, factor) for part in value)
    if isinstance(value, int):
        return max(0, round(value * factor) if value > 1 else value + (1 if factor > 1 else -1))
    return value * factor


def print_run(name: str, digest: str, figure: float) -> None:
    print(json.dumps([name, digest, figure]), flush=True)


def measure(part: str) -> None:
    """Run all scenes, and print a line of JSON for each: name, hash of the end, figure."""
    import rigida as rg

    warnings.simplefilter("ignore", rg.RigidaWarning)
    sys.path[:0] = [str(HERE), str(HERE / "peers")]
    from company import FAMILIES as ALL
    from company.trial import run
    from engines import Rigida
    from quality import kinetic
    from scenes import SCENES

    from rigida.textbook import TEXTBOOK

    for case in TEXTBOOK.values():
        if part in case.name:
            error = case.run(rg.Realtime()).error
            print_run(case.name, repr(error), error)
    for family in FAMILIES:
        if family in ALL and part in family:
            error = run(ALL[family].trial(0, 0)[0], rg.Realtime()).error
            print_run(family, repr(error), error)
    for short, steps in PEERS.items():
        if part in short:
            scene = SCENES[short]()
            simulation = Rigida(scene)
            for _ in range(steps):
                simulation.step()
            state = simulation.state()
            digest = hashlib.sha1(b"".join(np.ascontiguousarray(array).tobytes() for array in state)).hexdigest()
            print_run(short, digest, float(kinetic(scene, state).sum()))


def run_apart(name: str, factor: float, part: str, root: Path) -> dict[str, tuple[str, float]]:
    """Return hash and figure by scene of the package in `root` with a number changed; what was reached if that ends."""
    text, path = SOURCE.read_text(encoding="utf-8"), root / "rigida" / "realtime" / "tuning.py"
    if name:
        given = re.search(rf"^{name} = (.*)$", text, re.MULTILINE)
        assert given is not None, name
        value = varied(eval(given[1]), factor)
        text = text.replace(given[0], f"{name} = {value!r}")
    path.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(root)}
    call = [sys.executable, __file__, "--measure", "--scenes", part]
    lines = subprocess.run(call, capture_output=True, text=True, check=False, env=environment).stdout.splitlines()
    return {scene: (digest, figure) for scene, digest, figure in map(json.loads, lines)}


def compare(plain: dict[str, tuple[str, float]], found: dict[str, tuple[str, float]]) -> tuple[int, str]:
    """Return in how many scenes the motion differs, and what gets better (-) or worse (+) by which factor."""
    differs = [scene for scene, (digest, _) in plain.items() if scene not in found or found[scene][0] != digest]
    said = []
    for scene in differs:
        if scene not in found:
            said.append(f"{scene} fails")
            continue
        ratio = (found[scene][1] + LEAST) / (plain[scene][1] + LEAST)
        if not 1.0 / FACTOR <= ratio <= FACTOR:
            said.append(f"{scene} × {ratio:.2g}")
    return len(differs), ", ".join(said)


def print_table(chosen: list[str], part: str, root: Path) -> None:
    """Vary each number in the package in `root`, and print what that changes."""
    plain, without = run_apart("", 1.0, part, root), []
    print(f"| number | × | scenes of {len(plain)} that differ | changes |\n|---|---|---|---|")
    for name in chosen:
        most = 0
        for factor in (2.0, 0.5):
            differs, said = compare(plain, run_apart(name, factor, part, root))
            most = max(most, differs)
            print(f"| {name} | {factor:g} | {differs} | {said} |", flush=True)
        if not most:
            without.append(name)
    print(f"\n{len(without)} of {len(chosen)} change nothing here: {', '.join(without) or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="these numbers, with commas")
    parser.add_argument("--scenes", default="", help="those whose name contains this")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        measure(asked.scenes)
        return
    found = numbers()
    chosen = [name for name in found if not asked.only or name in asked.only.split(",")]
    if asked.list:
        for name in chosen:
            print(f"{name}: {found[name]}")
        print(f"\n{len(found)} numbers")
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE.parents[1], Path(folder) / "rigida", ignore=shutil.ignore_patterns("__pycache__"))
        print_table(chosen, asked.scenes, Path(folder))


if __name__ == "__main__":
    main()
