"""Random programs drawn from public signatures, and what they did wrong: python benchmarks/programs.py --count 1000.

A second generator beside `fuzz.py`: it takes annotations, units and ranges (`tests/trial_signatures.py`) in place of
samples, and judges energy, joints and overlaps at every step (`tests/trial_programs.py`). "told": a warning or a note
of a step announced it.
"""

import argparse

from scene_trials import try_scenes


def main() -> None:
    """Run the programs and print how many ended how."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first program")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time that a step may take")
    given = parser.parse_args()
    found = try_scenes(given.count, given.seconds, given.first, "program")
    print("programs", given.count, ", ".join(f"{count} {ended}" for ended, count in found.most_common()), flush=True)


if __name__ == "__main__":
    main()
