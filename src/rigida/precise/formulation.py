"""Equations of motion in one of two sets of coordinates (Renhe 2006, 4.3: `dynamicsMode`).

A formulation lays the state of n bodies out as rows y (n, width) — positions in the first `split` columns, momenta or
velocities in the rest — and gives their time derivative under given wrenches.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from rigida.arrays import FloatArray
from rigida.dynamics.model import Model
from rigida.dynamics.state import State


class Formulation(ABC):
    """How the state is laid out for integration."""

    #: Columns of position, orientation, linear and angular motion: 0..3..7..10..width.
    width: ClassVar[int]
    split: ClassVar[int] = 7

    def __init__(self, model: Model) -> None:
        self.model = model

    @abstractmethod
    def angular_floor(self) -> FloatArray:
        """Return what counts as a unit of angular motion for the error control of each body (n,)."""

    @abstractmethod
    def pack(self, state: State, y: FloatArray) -> None:
        """Fill y (n, width) from a state."""

    @abstractmethod
    def unpack(self, y: FloatArray, state: State) -> None:
        """Fill a state from y; the attitude is normalised."""

    @abstractmethod
    def derivative(self, y: FloatArray, wrench: FloatArray, dy: FloatArray) -> None:
        """Fill dy/dt (n, width) under the wrenches (n, 6); zero for bodies that forces do not move."""

    @abstractmethod
    def normalize(self, y: FloatArray) -> None:
        """Bring y back to unit quaternions."""
