"""The recorder: collects frames while a simulation runs and turns them into a Recording.

Each frame is copied into arrays that double when full, so that a run of f frames costs O(f) copying and the engine
may go on overwriting its state. A frame counts only once all of it is stored: an interrupt loses at most that frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.fields import FloatArray
from rigida.recording.recording import FRAME_SHAPES, Recording

_FIRST_CAPACITY = 64


@dataclass(frozen=True, eq=False)
class Frame:
    """State of all bodies at one time: the arrays have one row per body; the momenta are (3,), angular about origin."""

    time: float
    position: FloatArray
    orientation: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray
    kinetic: float
    potential: float
    linear_momentum: FloatArray
    angular_momentum: FloatArray


class Recorder:
    """Collects frames of the bodies called `names`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.frame_count = 0
        self._columns = {
            name: np.empty((_FIRST_CAPACITY, *(len(self.names) if size == "n" else int(size) for size in shape)))
            for name, shape in FRAME_SHAPES.items()
        }

    def append(self, frame: Frame) -> None:
        """Store a copy of `frame`."""
        row = self.frame_count
        for name, column in self._columns.items():
            if row == len(column):
                column = _doubled(column)
                self._columns[name] = column
            column[row] = frame.time if name == "times" else getattr(frame, name)
        self.frame_count = row + 1

    def finish(
        self,
        scene: dict[str, Any],
        engine: dict[str, Any],
        events: list[dict[str, Any]],
        steps: int,
        wall: float,
        interrupted: bool = False,
    ) -> Recording:
        """Return what was collected as a Recording; the arguments are its fields of the same names."""
        arrays: dict[str, Any] = {name: column[: self.frame_count].copy() for name, column in self._columns.items()}
        return Recording(
            **arrays,
            names=list(self.names),
            scene=scene,
            engine=engine,
            events=list(events),
            steps=steps,
            wall=wall,
            interrupted=interrupted,
        )


def _doubled(column: FloatArray) -> FloatArray:
    """Return an array of twice the rows that starts with those of `column`."""
    larger = np.empty((2 * len(column), *column.shape[1:]))
    larger[: len(column)] = column
    return larger
