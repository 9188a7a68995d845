"""The recorder: collects frames while a simulation runs and turns them into a Recording.

Each frame is copied into arrays that double when full, so that a run of f frames costs O(f) copying and the engine
may go on overwriting its state. A frame counts only once all of it is stored: an interrupt loses at most that frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.fields import FloatArray
from rigida.recording.contacts import ContactHistory
from rigida.recording.recording import FRAME_SHAPES, JOINT_SHAPES, Recording, frame_shape

_FIRST_CAPACITY = 64


@dataclass(frozen=True, eq=False)
class Frame:
    """State of all bodies at one time.

    The arrays have one row per body or joint; the momenta are (3,), angular about the origin. Channels are what force
    elements add, by name: a number or a row of numbers, and its unit. Every frame has the same. Contacts are those of
    `Simulation.contacts`, where they are kept.
    """

    time: float
    position: FloatArray
    orientation: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray
    kinetic: float
    potential: float
    linear_momentum: FloatArray
    angular_momentum: FloatArray
    joint_force: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    joint_torque: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    channels: dict[str, tuple[Any, str]] = field(default_factory=dict)
    contacts: NDArray[Any] | None = None


class Recorder:
    """Collects frames of the bodies called `names` and the joints called `joint_names`."""

    def __init__(self, names: Sequence[str], joint_names: Sequence[str] = ()) -> None:
        self.names = list(names)
        self.joint_names = list(joint_names)
        self.frame_count = 0
        self._columns = {
            name: np.empty((_FIRST_CAPACITY, *frame_shape(shape, self.names, self.joint_names)))
            for name, shape in (FRAME_SHAPES | JOINT_SHAPES).items()
        }
        self._channels: dict[str, FloatArray] = {}
        self._units: dict[str, str] = {}
        self._contacts: list[NDArray[Any]] = []

    def append(self, frame: Frame) -> None:
        """Store a copy of `frame`."""
        if not self.frame_count:
            for name, (value, unit) in frame.channels.items():
                self._channels[name] = np.empty((_FIRST_CAPACITY, *np.shape(value)))
                self._units[name] = unit
        for name in FRAME_SHAPES | JOINT_SHAPES:
            self._enter(self._columns, name, frame.time if name == "times" else getattr(frame, name))
        for name, (value, _) in frame.channels.items():
            self._enter(self._channels, name, value)
        if frame.contacts is not None:
            del self._contacts[self.frame_count :]
            self._contacts.append(frame.contacts)
        self.frame_count += 1

    def _enter(self, columns: dict[str, FloatArray], name: str, value: Any) -> None:
        if self.frame_count == len(columns[name]):
            columns[name] = _doubled(columns[name])
        columns[name][self.frame_count] = value

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
            joint_names=list(self.joint_names),
            scene=scene,
            engine=engine,
            events=list(events),
            steps=steps,
            wall=wall,
            interrupted=interrupted,
            channels={name: column[: self.frame_count].copy() for name, column in self._channels.items()},
            channel_units=dict(self._units),
            contacts=ContactHistory.of_frames(self._contacts[: self.frame_count]),
        )


def _doubled(column: FloatArray) -> FloatArray:
    """Return an array of twice the rows that starts with those of `column`."""
    larger = np.empty((2 * len(column), *column.shape[1:]))
    larger[: len(column)] = column
    return larger
