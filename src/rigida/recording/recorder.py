"""The recorder: collects frames while a simulation runs and turns them into a Recording.

Frames are copied into arrays that double when full, so that a run of f frames costs O(f) copying and the engine may go
on overwriting its state. A frame counts only once all of it is stored: an interrupt loses at most that frame.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray, IntArray
from rigida.recording.contacts import ContactHistory
from rigida.recording.frame import ATTRIBUTES, CHANNEL, Frame
from rigida.recording.recording import ALL_SHAPES, Recording, frame_shape
from rigida.recording.roll import NOBODY, Attendance, Roll, scene_of
from rigida.scene.scene import Scene

_FIRST_CAPACITY = 64
#: Columns with a row for every body, and for every joint.
_FAMILIES = {
    family: {name for name, shape in ALL_SHAPES.items() if shape[:1] == (family,)} for family in ("bodies", "joints")
}


class Recorder:
    """Collects frames of the bodies called `names` and the joints called `joint_names`; roll: who they are."""

    def __init__(self, names: Sequence[str], joint_names: Sequence[str] = (), roll: Roll = NOBODY) -> None:
        self._bodies, self._joints = Attendance(names, roll.bodies), Attendance(joint_names, roll.joints)
        #: Columns of the bodies and joints of a frame, once some have come or gone.
        self._places: dict[str, IntArray] = {}
        self.frame_count = 0
        self._columns = {
            name: np.empty((_FIRST_CAPACITY, *frame_shape(shape, names, joint_names)))
            for name, shape in ALL_SHAPES.items()
        }
        self._units: dict[str, str] = {}
        self._given: set[str] = set()
        self._contacts: list[NDArray[Any]] = []
        #: Columns that have numbers in them, and what reads those of a frame.
        self._filled = [name for name, column in self._columns.items() if column[0].size]
        self._numbers = attrgetter(*(ATTRIBUTES[name] for name in self._filled))

    def append(self, frame: Frame) -> None:
        """Store a copy of `frame`; bodies that are new in it are NaN in earlier frames."""
        if frame.roll is not None:
            self.call(self._bodies.remember(frame.roll.bodies), self._joints.remember(frame.roll.joints))
        count, columns = self.frame_count, self._columns
        if not count or count >= len(columns["times"]) or self._places:
            contacts = [] if frame.contacts is None else [frame.contacts]
            several = {name: np.asarray(value)[np.newaxis] for name, value in frame.columns().items()}
            self.extend(several, frame.channel_units, contacts)
            return
        for name, numbers in zip(self._filled, self._numbers(frame), strict=True):
            columns[name][count] = numbers
        for name, (value, _) in frame.channels.items():
            columns[CHANNEL.format(name)][count] = value
        if len(self._contacts) > count:  # of a frame that was not stored to its end
            del self._contacts[count:]
        if frame.contacts is not None:
            self._contacts.append(frame.contacts)
        self.frame_count = count + 1

    def call(self, names: Sequence[str], joint_names: Sequence[str]) -> None:
        """Set the bodies and joints of the following frames; new ones get columns."""
        for family, present in (("bodies", names), ("joints", joint_names)):
            attendance = self._attendance(family)
            before, self._places[family] = attendance.width, attendance.places(present)
            if attendance.width > before:
                for name in _FAMILIES[family]:
                    self._columns[name] = attendance.widened(self._columns[name])

    def _attendance(self, family: str) -> Attendance:
        return self._bodies if family == "bodies" else self._joints

    def _among_all(
        self, columns: Mapping[str, FloatArray], contacts: Sequence[NDArray[Any]]
    ) -> tuple[dict[str, FloatArray], list[NDArray[Any]]]:
        """Return columns and contacts of frames, expanded from present bodies to all that ever existed."""
        spread = dict(columns)
        for family, places in self._places.items():
            for name in _FAMILIES[family] & columns.keys():
                spread[name] = self._attendance(family).spread(columns[name], places)
        moved = [found.copy() for found in contacts]
        for found in moved:
            for body in ("body_a", "body_b"):
                found[body] = self._places["bodies"][found[body]]
        return spread, moved

    def extend(
        self, columns: Mapping[str, FloatArray], units: Mapping[str, str], contacts: Sequence[NDArray[Any]]
    ) -> None:
        """Store copies of k frames given as columns (k, ...), with the units of the channels among them."""
        if not self.frame_count:
            self._units, self._given = dict(units), set(columns)
            for name in map(CHANNEL.format, units):
                self._columns[name] = np.empty((_FIRST_CAPACITY, *columns[name].shape[1:]))
        if self._places:
            columns, contacts = self._among_all(columns, contacts)
        end = self.frame_count + len(columns["times"])
        for name, values in columns.items():
            if end > len(self._columns[name]):
                self._columns[name] = _enlarged(self._columns[name], end)
            self._columns[name][self.frame_count : end] = values
        del self._contacts[self.frame_count :]
        self._contacts += contacts
        self.frame_count = end

    def finish(
        self,
        scene: dict[str, Any],
        engine: dict[str, Any],
        events: list[dict[str, Any]],
        steps: int,
        wall: float,
        interrupted: bool = False,
    ) -> Recording:
        """Return the frames as a Recording; the arguments are its fields of the same names."""
        # No copies: frames that may still follow do not touch these rows, and the spare ones take no memory yet.
        given = [name for name in self._columns if name in self._given or not self.frame_count]
        arrays: dict[str, Any] = {name: self._columns[name][: self.frame_count] for name in given}
        for family in self._places:
            for name in _FAMILIES[family] & arrays.keys():
                arrays[name] = arrays[name][:, : len(self._attendance(family).names)]
        return Recording(
            names=list(self._bodies.names),
            joint_names=list(self._joints.names),
            scene=scene,
            engine=engine,
            events=list(events),
            steps=steps,
            wall=wall,
            interrupted=interrupted,
            channels={name: arrays.pop(CHANNEL.format(name)) for name in self._units},
            channel_units=dict(self._units),
            contacts=ContactHistory.of_frames(self._contacts[: self.frame_count]),
            **arrays,
        )

    def scene_of(self, scene: Scene) -> Scene:
        """Return a scene with everybody that was seen, in the order of the columns."""
        return scene_of(scene, self._bodies, self._joints) if self._places else scene

    def close(self) -> None:
        """Do nothing: frames in memory hold no file open."""


def _enlarged(column: FloatArray, needed: int) -> FloatArray:
    """Return an array of at least twice the rows, and as many as needed, that starts with those of `column`."""
    larger = np.empty((max(2 * len(column), needed), *column.shape[1:]))
    larger[: len(column)] = column
    return larger
