"""The families of `benchmarks/precise_slips.py` and `benchmarks/precise_edges.py`, for tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

import precise_edges as edges
import precise_slips as slips

__all__ = ["edges", "slips"]
