"""Contents of a recording file in any format: a header as JSON text, and arrays by name.

The header has the format's version, the scene and the engine. Parts that came later (joints, channels, contacts) have
versions of their own, so that files of older versions load and newer ones say what is missing.
"""

import json
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.errors import UsageError
from rigida.recording import contacts
from rigida.recording.frame import CHANNEL
from rigida.recording.recording import COORDINATE_SHAPES, FRAME_SHAPES, JOINT_SHAPES, Recording

FORMAT = "rigida recording"
#: Raise it when older versions of rigida could not read the file any more.
VERSION = 1
#: Of the reactions of joints, which a file without joints leaves out.
JOINTS_VERSION = 1
#: Of the optional table of channels, which readers that do not know it leave out.
CHANNELS_VERSION = 1
_HEADER_TYPES: dict[str, type | tuple[type, ...]] = {
    "names": list,
    "scene": dict,
    "engine": dict,
    "events": list,
    "steps": int,
    "wall": (int, float),
    "interrupted": bool,
}


def header_of(recording: Recording, **more: Any) -> str:
    """Return a recording's header as JSON text, with additional entries of a kind of file."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "contact_version": contacts.VERSION,
        **{name: getattr(recording, name) for name in _HEADER_TYPES},
    }
    if recording.joint_names:
        header["joints"] = {"version": JOINTS_VERSION, "names": recording.joint_names}
    if recording.channels:
        units = {name: recording.channel_units.get(name, "") for name in recording.channels}
        header["channels"] = {"version": CHANNELS_VERSION, "units": units}
    return json.dumps(header | more, ensure_ascii=False, default=plain)


def arrays_of(recording: Recording) -> dict[str, NDArray[Any]]:
    """Return a recording's arrays by their names in files."""
    arrays: dict[str, NDArray[Any]] = {name: getattr(recording, name) for name in FRAME_SHAPES}
    if recording.joint_names:
        arrays |= {name: getattr(recording, name) for name in JOINT_SHAPES | COORDINATE_SHAPES}
    arrays |= {CHANNEL.format(name): values for name, values in recording.channels.items()}
    if recording.contacts.kept:
        arrays |= {"contact_offset": recording.contacts.offset, "contact": recording.contacts.contact}
    return arrays


def recording_from(
    path: Path, header: bytes, present: Container[str], read: Callable[[str], NDArray[Any]]
) -> Recording:
    """Return the recording with this header, whose arrays `read` gives by name.

    Raises:
        UsageError: When the header is foreign, damaged or of a newer format.
    """
    fields, found = header_fields(path, header, FORMAT, VERSION)
    for name in [*FRAME_SHAPES, *(JOINT_SHAPES if "joint_names" in fields else [])]:
        fields[name] = np.asarray(read(name), dtype=np.float64)
    if "joint_names" in fields:  # readings came later than reactions
        fields |= {name: np.asarray(read(name), dtype=np.float64) for name in COORDINATE_SHAPES if name in present}
    units = fields["channel_units"]
    fields["channels"] = {name: np.asarray(read(CHANNEL.format(name)), dtype=np.float64) for name in units}
    # Contacts of a newer kind are left out; the motion does not need them.
    if "contact" in present and found.get("contact_version", 0) <= contacts.VERSION:
        fields["contacts"] = contacts.ContactHistory(read("contact_offset"), read("contact"))
    return Recording(**fields)


def header_fields(path: Path, text: bytes, form: str, version: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a Recording that a header gives, checked, and the whole header; or raise."""
    header = json.loads(text)
    if not isinstance(header, dict) or header.get("format") != form or not isinstance(header.get("version"), int):
        raise UsageError(foreign(path))
    _check_version(path, "format", header["version"], version)
    for name, kind in _HEADER_TYPES.items():
        if not isinstance(header.get(name), kind):
            raise damaged(path, name)
    fields = {name: header[name] for name in _HEADER_TYPES}
    channels = header.get("channels", {"version": CHANNELS_VERSION, "units": {}})
    if not isinstance(channels, dict) or not isinstance(channels.get("units"), dict):
        raise damaged(path, "channels")
    # Channels of a later version are left out; the motion can still be read.
    fields["channel_units"] = channels["units"] if channels.get("version") == CHANNELS_VERSION else {}
    if "joints" in header:
        joints = header["joints"]
        if not isinstance(joints, dict) or not isinstance(joints.get("version"), int):
            raise damaged(path, "joints")
        _check_version(path, "joint", joints["version"], JOINTS_VERSION)
        if not isinstance(joints.get("names"), list):
            raise damaged(path, "joints")
        fields["joint_names"] = joints["names"]
    return fields, header


def foreign(path: Path) -> str:
    """Return the error for a file that is not a recording."""
    return f"'{path}' is not a rigida recording. Give a file that `rigida run` or Recording.save wrote."


def damaged(path: Path, name: str) -> UsageError:
    """Return the error for a header whose part `name` is missing or wrong."""
    return UsageError(f"'{path}' is damaged: its header has no valid '{name}'. Record the run again.")


def _check_version(path: Path, what: str, found: int, known: int) -> None:
    if found > known:
        raise UsageError(
            f"'{path}' has {what} version {found}, but this rigida reads up to {known}. "
            "Update it with `pip install -U rigida`."
        )


def plain(value: object) -> object:
    """Return numpy values as JSON numbers and lists."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise UsageError(f"A recording's scene, engine and events must be plain data, got {type(value).__name__}.")
