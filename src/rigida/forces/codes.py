"""Numbers by which the force table names its kernels (`rigida.forces.evaluate` maps them to functions)."""

from typing import Final

GRAVITY: Final = 0
CONSTANT: Final = 1
TORQUE: Final = 2
SPRING: Final = 3
INTERPOLATED: Final = 4
ATTRACTION: Final = 5
DRAG: Final = 6
