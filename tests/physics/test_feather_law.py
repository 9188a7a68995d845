"""What a body does alone it does with a feather on it, on a floor of two slabs, and as a compound of halves.

`python benchmarks/company_laws.py feather --seed N` draws fresh bodies.
"""

from functools import cache

import pytest
from company_trials import feather
from known_misses import judge

import rigida as rg

#: Variants whose error is beyond the law, and which part of the law's allowance it is.
MISSES: dict[str, float] = {
    "spinning_box, halves": 4.9,
    "disk_spinning, slabs": 6.2,
    "pulled_cylinder, slabs": 2.03,
}


@cache
def compared(kind):
    return feather.compare(kind, rg.Realtime(), 0, 0)


@pytest.mark.parametrize("variant", feather.VARIANTS)
@pytest.mark.parametrize("kind", feather.KINDS)
def test_a_feather_changes_nothing(kind, variant):
    found = compared(kind)
    if variant not in found:
        return  # nothing can rest on what is round
    part = found[variant] / max(2 * found["alone"], feather.ALLOWED)
    judge(f"{kind}, {variant}", part, 1.0, MISSES)
