"""How many random cases a test runs: a sample each time, all of them with RIGIDA_TESTS=long."""

import os

LONG = os.environ.get("RIGIDA_TESTS") == "long"


def cases(sample: int, every: int) -> range:
    """Return the numbers of the cases to run; the sample is the first of them."""
    return range(every if LONG else sample)


def examples(every: int) -> int:
    """Return how many examples hypothesis makes up: a fourth of them in the short form."""
    return every if LONG else every // 4
