"""Laws that bodies in company obey: feathers change nothing, frames and units neither, energy and impulses add up.

python benchmarks/company_laws.py {feather,invariance,energy,forces} [--seed N] [--trials K] [--only NAME]
                                  [--dt 1/60] [--accuracy A] [--steps N]

feather: largest error of each kind of body alone and in each variant, and how many trials break the law: an error above
twice that alone and above 0.5 %. invariance: largest difference, by the distance covered, of the same motion in another
frame or in other units. energy: drift, or rise where nothing may rise, by the kinetic energy. forces: of the packaged
scenes, the part of the steps in which recorded impulses of contacts and joints and the forces miss m Δv of a body.
"""

import argparse
import statistics
import warnings
from fractions import Fraction

import numpy as np
from company import energy, feather, forces, invariance
from company.table import line

import rigida as rg


def show_feather(asked: argparse.Namespace, engine: rg.Realtime) -> None:
    print(line(["kind", "alone", *feather.VARIANTS, "breaks the law"]))
    print("|" + (len(feather.VARIANTS) + 3) * "---|")
    for name in feather.KINDS:
        if asked.only not in name:
            continue
        found = [feather.compare(name, engine, asked.seed, k) for k in range(asked.trials)]
        worst = [max((e[v] for e in found if v in e), default=None) for v in ("alone", *feather.VARIANTS)]
        broken = [
            f"{v} {n}" for v in feather.VARIANTS if (n := sum(v in e and feather.breaks_law(e, v) for e in found))
        ]
        cells = ["–" if x is None else f"{x:.1e}" for x in worst]
        print(line([name.replace("_", " "), *cells, ", ".join(broken) or "–"]), flush=True)


def show_invariance(asked: argparse.Namespace, engine: rg.Realtime) -> None:
    titles = list(invariance.views(np.random.default_rng(0)))
    print(line(["family", *titles]))
    print("|" + (len(titles) + 1) * "---|")
    for name in invariance.SMOOTH:
        if asked.only in name:
            found = [invariance.differences(name, engine, asked.seed, k) for k in range(asked.trials)]
            print(line([name.replace("_", " "), *(f"{max(d[t] for d in found):.0e}" for t in titles)]), flush=True)


def show_energy(asked: argparse.Namespace, engine: rg.Realtime) -> None:
    print(line(["scene", "seconds", "allowed", "trials", "beyond", "median", "worst"]))
    print("|" + 7 * "---|")
    marks = energy.KEPT | {name: (10.0, mark) for name, mark in energy.NEVER_RISES.items()}
    for name, (seconds, mark) in marks.items():
        if asked.only in name:
            found = [energy.kept_by(name, engine, asked.seed, k) for k in range(asked.trials)]
            beyond = str(sum(x > mark for x in found))
            cells = [f"{statistics.median(found):.1e}", f"{max(found):.1e}"]
            title = name.replace("_", " ")
            print(line([title, f"{seconds:g}", f"{mark:g}", str(len(found)), beyond, *cells]), flush=True)


def show_forces(asked: argparse.Namespace, engine: rg.Realtime) -> None:
    print(line(["scene", "joints", "median", "worst", "steps beyond 1e-9", "1e-5", "1 %"]))
    print("|" + 7 * "---|")
    for name in forces.balanced_scenes():
        if asked.only not in name:
            continue
        found = forces.balance(name, asked.steps, engine)
        parts = [f"{100 * found.beyond(mark):.0f} %" for mark in (1e-9, 1e-5, 1e-2)]
        errors = found.errors if found.errors.size else np.zeros((1, 1))
        cells = [str(len(rg.load(name).joints)), f"{np.median(errors):.0e}", f"{errors.max():.0e}"]
        print(line([name, *cells, *parts]), flush=True)


SHOWN = {"feather": show_feather, "invariance": show_invariance, "energy": show_energy, "forces": show_forces}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("law", choices=SHOWN)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--dt", type=Fraction, default=Fraction(1, 60))
    parser.add_argument("--accuracy", type=float)
    parser.add_argument("--steps", type=int, default=120, help="of each packaged scene, for forces")
    asked = parser.parse_args()
    warnings.simplefilter("ignore", rg.RigidaWarning)
    accuracy = {} if asked.accuracy is None else {"accuracy": asked.accuracy}
    SHOWN[asked.law](asked, rg.Realtime(dt=float(asked.dt), **accuracy))


if __name__ == "__main__":
    main()
