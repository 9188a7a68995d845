"""Random relatives of the textbook cases, beside closed forms or small integrations.

python benchmarks/relatives.py [--engine E] [--family F] [--case C] [--trials N] [--trial K] [--seed S] [--all]

The textbook cases (`rigida validate --engine realtime`) have one set of numbers each; here they are drawn at random. A
row shows the mark, how many trials were run and how many of them were beyond it, the median and the worst error, and
the numbers of the worst: `--case "its name" --trial K` repeats it alone, `--all` shows every trial. Those of the
precise engine (`--engine precise`: slip of resting bodies, contacts that end at edges) have errors in parts of marks.
"""

import argparse
import statistics
import warnings

from relatives import RELATIVES
from relatives.trial import Found, try_out

import rigida as rg


def shown(numbers: dict[str, float | int | str]) -> str:
    return ", ".join(f"{name} {x:.4g}" if isinstance(x, float) else f"{name} {x}" for name, x in numbers.items())


def row(family: str, name: str, mark: float, found: Found) -> str:
    worst = max(range(len(found.errors)), key=lambda k: found.errors[k])
    beyond = sum(error > mark for error in found.errors)
    return (
        f"| {family} | {name} | {mark:g} | {len(found.errors)} | {beyond} | {statistics.median(found.errors):.1e} "
        f"| {found.errors[worst]:.1e} | {shown(found.numbers[worst])} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=("realtime", "precise"), default="realtime")
    parser.add_argument("--family", help=f"one of {', '.join(dict.fromkeys(case.family for case in RELATIVES))}")
    parser.add_argument("--case", help="those whose name contains this")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--trial", type=int, help="this one alone")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dt", type=float, default=rg.Realtime().dt)
    parser.add_argument("--all", action="store_true", help="show every trial")
    asked = parser.parse_args()
    warnings.simplefilter("ignore", rg.RigidaWarning)
    engine = rg.Precise() if asked.engine == "precise" else rg.Realtime(dt=asked.dt)
    trials = list(range(asked.trials)) if asked.trial is None else [asked.trial]
    print("| family | relative | mark | trials | beyond | median | worst | its numbers |")
    print(8 * "|---" + "|")
    for case in RELATIVES:
        if case.engine == asked.engine and asked.family in (None, case.family) and (asked.case or "") in case.name:
            found = try_out(case, engine, asked.seed, trials)
            print(row(case.family, case.name, case.mark, found), flush=True)
            if asked.all:
                for error, numbers in zip(found.errors, found.numbers, strict=True):
                    print(f"    {error:.2e}  {shown(numbers)}")


if __name__ == "__main__":
    main()
