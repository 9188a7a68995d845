"""A force element in one simulation that rows of the force table cannot express.

The force table holds what is constant and compiled. An element that runs Python code or remembers something from step
to step (tires, actuators, fuel) gives the simulation an `Acting` of its own; the description stays as it is.
"""

import math
from abc import ABC, abstractmethod
from typing import Any

from rigida.arrays import FloatArray
from rigida.dynamics.state import State

#: Values of one frame by name, each with its unit: a number or a small array.
Channels = dict[str, tuple[Any, str]]
#: Channels of one force and of the point where it acts, both (3,) and world; pictures draw such pairs as arrows.
FORCE, POINT = "force {}", "point {}"


class Acting(ABC):
    """Behavior of an element while a simulation runs."""

    #: Longest step that the element's memory stands [s].
    max_step = math.inf

    @abstractmethod
    def add_wrenches(self, time: float, state: State, wrench: FloatArray) -> None:
        """Add force and torque about the center of mass to the wrench rows (n, 6), world frame."""

    def potential_energy(self, time: float, state: State) -> float:
        """Return the potential energy [J], 0 if there is none."""
        return 0.0

    def finish_step(self, state: State) -> bool:
        """Advance the element's memory to the end of a step; return whether the state was changed."""
        return False

    def channels(self, time: float, state: State) -> Channels:
        """Return the values of the element that a recording keeps, at this state."""
        return {}

    def snapshot(self) -> Any:
        """Return the memory, for `restore`."""
        return None

    def restore(self, snapshot: Any) -> None:
        """Restore what `snapshot` returned."""
