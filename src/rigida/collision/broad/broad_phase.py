"""The broad phases by name, and the default.

All give the same pairs in the same order (tests/contract/test_broad_phases.py); benchmarks/broad_phase.py compares
their speed. A new method is a subclass of BroadPhase in a file of its own and a line here.
"""

from rigida.collision.broad.base import BroadPhase
from rigida.collision.broad.brute_force import BruteForce
from rigida.collision.broad.fat_boxes import FatBoxes
from rigida.collision.broad.grid import Grid
from rigida.collision.broad.sweep_and_prune import SweepAndPrune

BROAD_PHASES: dict[str, type[BroadPhase]] = {
    "brute_force": BruteForce,
    "sweep_and_prune": SweepAndPrune,
    "grid": Grid,
    "fat_boxes": FatBoxes,
}

DEFAULT = "fat_boxes"

__all__ = ["BROAD_PHASES", "DEFAULT", "BroadPhase"]
