"""The journal: frames on disk as they are made, so that a run that is killed keeps them.

A journal is a row of records, each with its kind, a checksum and its length: a header as in other recordings, then for
every frame one record of all its numbers (little-endian float64), after those of its contacts and of the events before
it. Each frame is one write; a record that is cut short or damaged ends the journal, and everything before it counts.
Where bodies or joints have come or gone, another header says whom the frames after it are of, and describes who is new.
"""

import io
import json
import math
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from rigida.arrays import FloatArray
from rigida.errors import UsageError
from rigida.recording.contacts import CONTACT, as_contacts
from rigida.recording.contents import damaged, foreign, header_fields, header_of, plain
from rigida.recording.frame import CHANNEL, Frame
from rigida.recording.recorder import Recorder
from rigida.recording.recording import COORDINATE_SHAPES, FRAME_SHAPES, JOINT_SHAPES, Recording, frame_shape
from rigida.recording.roll import NOBODY, Attendance, Roll, scene_of
from rigida.scene.files.save import scene_document
from rigida.scene.scene import Scene

FORMAT = "rigida frames"
#: Raise it when older versions of rigida could not read the file any more.
VERSION = 1
_RECORD = struct.Struct("<4sIQ")
_HEADER, _EVENTS, _CONTACTS, _FRAME = b"head", b"evnt", b"cont", b"fram"
#: Numbers of a frame that are no columns of the recording: those of the last frame are the run's.
_COUNTERS = ("steps", "wall")
#: How much of a journal is turned into columns at a time [bytes].
_BATCH = 2**20

Shapes = Mapping[str, tuple[int, ...]]


class JournaledRecorder:
    """Takes frames as a `Recorder` does, but keeps them in a journal at `path` and not in memory.

    `about` is the recording to come, without its frames; roll: who takes part. An older journal at `path` is replaced.
    """

    def __init__(self, path: Path, about: Recording, roll: Roll = NOBODY) -> None:
        self._path, self._about = path, about
        self._bodies, self._joints = Attendance(about.names, roll.bodies), Attendance(about.joint_names, roll.joints)
        self._roll: Roll | None = None
        self._row = np.zeros(0, dtype="<f8")
        self._places: dict[str, NDArray[Any]] = {}
        try:
            # A new file, never the old one emptied: another process may still hold that.
            path.unlink(missing_ok=True)
            self._file = io.FileIO(path, "x+")
        except OSError as error:
            raise self._refusal(error) from None

    def scene_of(self, scene: Scene) -> Scene:
        """Return a scene with everybody that was seen, in the order of the columns."""
        return scene if self._roll is None else scene_of(scene, self._bodies, self._joints)

    def append(self, frame: Frame) -> None:
        """Write `frame` to the disk."""
        if frame.roll is not None and not frame.roll.same(self._roll):
            self._call(frame.roll)
        columns = frame.columns() | {name: getattr(frame, name) for name in _COUNTERS}
        data = b"" if self._places else self._begin(frame, columns)
        for name, value in columns.items():
            self._places[name][...] = value
        if frame.events:
            data += _record(_EVENTS, json.dumps(list(frame.events), default=plain).encode())
        if frame.contacts is not None:
            data += _record(_CONTACTS, as_contacts(frame.contacts).tobytes())
        data += _record(_FRAME, self._row.tobytes())
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise self._refusal(error) from None

    def finish(
        self,
        scene: dict[str, Any],
        engine: dict[str, Any],
        events: list[dict[str, Any]],
        steps: int,
        wall: float,
        interrupted: bool = False,
    ) -> Recording:
        """Return the written frames as a Recording; the arguments are its fields of the same names."""
        recorder = Recorder(self._about.names, self._about.joint_names)
        if self._file.tell():
            self._file.seek(0)
            reader = io.BufferedReader(self._file)
            recorder, _ = _replay(self._path, reader)
            reader.detach()
        return recorder.finish(scene, engine, events, steps, wall, interrupted)

    def close(self) -> None:
        """Close the file, and delete it if it has no frame."""
        if self._file.closed:
            return
        empty = not os.fstat(self._file.fileno()).st_size
        self._file.close()
        if empty:
            self._path.unlink(missing_ok=True)

    def _call(self, roll: Roll) -> None:
        """Start a header with these bodies and joints, and the descriptions of new ones."""
        scene = Scene()
        scene.set_members(
            [body for body in roll.bodies if not self._bodies.bears(body)],
            [joint for joint in roll.joints if not self._joints.bears(joint)],
        )
        names, joint_names = self._bodies.remember(roll.bodies), self._joints.remember(roll.joints)
        self._bodies.places(names), self._joints.places(joint_names)
        if self._places:
            self._about = replace(self._about, scene=scene_document(scene, partial=True))
        self._about = replace(self._about, names=names, joint_names=joint_names)
        self._roll, self._places = roll, {}

    def _begin(self, frame: Frame, columns: Mapping[str, Any]) -> bytes:
        """Lay out the row of numbers and return the header that describes it."""
        shapes = {name: np.shape(value) for name, value in columns.items()}
        self._row = np.zeros(_width(shapes), dtype="<f8")
        self._places = _split(self._row, shapes)
        channels = {name: np.zeros((0, *shapes[CHANNEL.format(name)])) for name in frame.channels}
        about = replace(self._about, channels=channels, channel_units=frame.channel_units, interrupted=True)
        return _record(_HEADER, header_of(about, format=FORMAT, version=VERSION, columns=shapes).encode())

    def _refusal(self, error: OSError) -> UsageError:
        return UsageError(
            f"Cannot write '{self._path}': {error.strerror or error}. What it holds of the run can be loaded; give "
            "another place to go on."
        )


def load_journal(path: Path) -> Recording:
    """Read the frames of a run that was killed or is still running."""
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            raise UsageError(f"'{path}' is empty: the run ended before its first frame. Run it again.")
        recorder, fields = _replay(path, file)
    about = ("scene", "engine", "events", "steps", "wall", "interrupted")
    return recorder.finish(*(fields[name] for name in about))


def _replay(path: Path, file: BinaryIO) -> tuple[Recorder, dict[str, Any]]:
    """Return the frames of a journal, collected, and the other fields of its recording."""
    records = _records(file)
    kind, text = next(records, (b"", b""))
    if kind != _HEADER:
        raise UsageError(foreign(path))
    fields, header = header_fields(path, text, FORMAT, VERSION)
    shapes = _checked_shapes(path, header.get("columns"), fields)
    later = [name for name in COORDINATE_SHAPES if name in shapes]
    required = [*FRAME_SHAPES, *JOINT_SHAPES, *later, *map(CHANNEL.format, fields["channel_units"])]
    recorder = Recorder(fields["names"], fields.get("joint_names", ()))
    for text, frames, contacts, events in _batches(records):
        if text:
            present, header = header_fields(path, text, FORMAT, VERSION)
            shapes = _checked_shapes(path, header.get("columns"), present)
            if present["channel_units"] != fields["channel_units"]:
                raise damaged(path, "channels")
            recorder.call(present["names"], present.get("joint_names", ()))
            _describe_more(path, fields["scene"], present["scene"])
        rows = np.frombuffer(b"".join(frames), dtype="<f8").reshape(len(frames), -1)
        if rows.shape[1] != _width(shapes):
            raise damaged(path, "columns")
        columns = _split(rows, shapes)
        recorder.extend({name: columns[name] for name in required}, fields["channel_units"], contacts)
        fields["events"] += events
        fields |= {"steps": int(columns["steps"][-1]), "wall": float(columns["wall"][-1])}
    return recorder, fields


def _describe_more(path: Path, scene: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Enter the bodies and joints that a later header describes in the scene's document."""
    for table in ("body", "joint"):
        described, added = scene.setdefault(table, {}), more.get(table, {})
        if not isinstance(described, dict) or not isinstance(added, dict):
            raise damaged(path, "scene")
        described.update(added)
        if not described:
            del scene[table]


def _batches(
    records: Iterator[tuple[bytes, bytes]],
) -> Iterator[tuple[bytes, list[bytes], list[NDArray[Any]], list[dict[str, Any]]]]:
    """Collect `_BATCH` bytes of frames at a time, after the header they begin with, if any.

    With them go their contacts and the events before them.
    """
    head = b""
    frames: list[bytes] = []
    contacts: list[NDArray[Any]] = []
    events: list[dict[str, Any]] = []
    for kind, data in records:
        if kind == _HEADER:
            if frames:
                yield head, frames, contacts, events
                frames, contacts, events = [], [], []
            head = data
        elif kind == _EVENTS:
            events += json.loads(data)
        elif kind == _CONTACTS:
            contacts.append(np.frombuffer(data, dtype=CONTACT))
        elif kind == _FRAME:
            frames.append(data)
        if kind == _FRAME and len(frames) * len(data) >= _BATCH:
            yield head, frames, contacts, events
            head, frames, contacts, events = b"", [], [], []
    if frames:
        yield head, frames, contacts[: len(frames)], events


def _record(kind: bytes, data: bytes) -> bytes:
    return _RECORD.pack(kind, zlib.crc32(data, zlib.crc32(kind)), len(data)) + data


def _records(file: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and content of every record up to the first incomplete one."""
    left = os.fstat(file.fileno()).st_size
    while left >= _RECORD.size:
        kind, checksum, length = _RECORD.unpack(file.read(_RECORD.size))
        left -= _RECORD.size + length
        if left < 0:
            return
        data = file.read(length)
        if zlib.crc32(data, zlib.crc32(kind)) != checksum:
            return
        yield kind, data


def _checked_shapes(path: Path, columns: object, fields: Mapping[str, Any]) -> Shapes:
    """Return the shapes of a frame's arrays in order, which must include those of a recording."""
    if not isinstance(columns, dict):
        raise damaged(path, "columns")
    names, joint_names = fields["names"], fields.get("joint_names", ())
    expected = {k: frame_shape(shape, names, joint_names) for k, shape in (FRAME_SHAPES | JOINT_SHAPES).items()}
    expected |= {k: frame_shape(shape, names, joint_names) for k, shape in COORDINATE_SHAPES.items() if k in columns}
    expected |= dict.fromkeys(_COUNTERS, ())
    expected |= {name: tuple(columns.get(name, ())) for name in map(CHANNEL.format, fields["channel_units"])}
    shapes = {name: tuple(shape) for name, shape in columns.items()}
    whole = all(isinstance(size, int) and size >= 0 for shape in shapes.values() for size in shape)
    if not whole or any(shapes.get(name) != shape for name, shape in expected.items()):
        raise damaged(path, "columns")
    return shapes


def _width(shapes: Shapes) -> int:
    return sum(math.prod(shape) for shape in shapes.values())


def _split(rows: FloatArray, shapes: Shapes) -> dict[str, FloatArray]:
    """Return views on the numbers of one frame (w,), or of several (k, w), by column."""
    places: dict[str, FloatArray] = {}
    start = 0
    for name, shape in shapes.items():
        end = start + math.prod(shape)
        places[name] = rows[..., start:end].reshape((*rows.shape[:-1], *shape))
        start = end
    return places
