"""Bodies in company: families of random scenes beside closed forms and integrations of the ideal contact.

python benchmarks/company.py [--seed N] [--trials K] [--trial I] [--family NAME] [--dt 1/60,1/120,1/240]
                             [--accuracy A] [--engine realtime|precise] [--all]

Errors are relative to the distance that the case covers, or to 0.3 of its size where that is more, at the first dt. "of
trial" is the number of the worst, which `--trial` repeats alone. Order: the median power of dt with which errors above
1e-4 shrink to the smallest dt; "low order" counts trials below 1.6 that end above 1e-4, "grow" those whose error is
larger at the smallest dt. Solves and CPU time [µs] are per step; "missed" counts steps that report `accuracy_missed`.
"""

import argparse
import warnings
from fractions import Fraction

from company import FAMILIES
from company.table import HEAD, line, run_trials

import rigida as rg


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--trial", type=int, help="this one alone")
    parser.add_argument("--family", help="those whose name contains this; several with commas")
    parser.add_argument("--dt", default="1/60,1/120,1/240", help="steps, the first is that of the table")
    parser.add_argument("--accuracy", type=float, help="of the realtime engine, 0 for none")
    parser.add_argument("--engine", choices=("realtime", "precise"), default="realtime")
    parser.add_argument("--all", action="store_true", help="show every trial")
    asked = parser.parse_args()
    warnings.simplefilter("ignore", rg.RigidaWarning)
    steps = [float(Fraction(dt)) for dt in asked.dt.split(",")]
    accuracy = {} if asked.accuracy is None else {"accuracy": asked.accuracy}

    def engine(dt: float) -> rg.Realtime | rg.Precise:
        return rg.Precise(dt=dt) if asked.engine == "precise" else rg.Realtime(dt=dt, **accuracy)

    wanted = (asked.family or "").replace(" ", "_").split(",")
    numbers = range(asked.trials) if asked.trial is None else [asked.trial]
    print(line(HEAD))
    print("|" + len(HEAD) * "---|")
    total, beyond, missing = 0, [0, 0], 0
    for name, family in FAMILIES.items():
        if not any(part in name for part in wanted):
            continue
        found = run_trials(family, engine, steps, asked.seed, numbers)
        print(line(found.row()), flush=True)
        total += len(found.numbers)
        beyond = [beyond[0] + found.beyond(0.01), beyond[1] + found.beyond(0.02)]
        missing += found.low()
        if asked.all:
            for k, shown in enumerate(found.shown):
                errors = " ".join(f"{found.errors(i)[k]:.2e}" for i in range(len(steps)))
                first = found.outcomes[0][k]
                given = ", ".join(f"{n} {x:.4g}" if isinstance(x, float) else f"{n} {x}" for n, x in shown.items())
                print(f"    {errors}  solves {first.solves / first.steps:.2f}  {given} {' '.join(first.notes)[:200]}")
    print(f"\n{total} trials: {beyond[0]} beyond 1 %, {beyond[1]} beyond 2 %, {missing} of too low an order")


if __name__ == "__main__":
    main()
