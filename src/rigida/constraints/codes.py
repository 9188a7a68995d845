"""Numbers by which part tables name their kernels (`rigida.constraints.evaluate` maps them to functions)."""

from typing import Final

POINT: Final = 0
DIRECTIONS: Final = 1
SLIDE: Final = 2
DISTANCE: Final = 3
TWIST: Final = 4
CARDAN: Final = 5
