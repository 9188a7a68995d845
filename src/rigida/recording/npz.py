"""Recordings as npz files: one array per field, and a `header.json` with everything else.

The file is a plain zip that `numpy.load` opens without rigida; `header.json` holds the format's version, the scene
and the engine as JSON text. Nothing is ever pickled, so reading a foreign file cannot run code.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced, with_ending
from rigida.errors import UsageError
from rigida.fields import FloatArray
from rigida.recording import contacts
from rigida.recording.recording import FRAME_SHAPES, JOINT_SHAPES, Recording

FORMAT = "rigida recording"
#: Raise it when older versions of rigida could not read the file any more.
VERSION = 1
#: Of the reactions of joints, which a file without joints leaves out.
JOINTS_VERSION = 1
#: Of the optional table of channels, which readers that do not know it leave out.
CHANNELS_VERSION = 1
_CHANNEL = "channel/{}"
_HEADER = "header.json"
_HEADER_TYPES: dict[str, type | tuple[type, ...]] = {
    "names": list,
    "scene": dict,
    "engine": dict,
    "events": list,
    "steps": int,
    "wall": (int, float),
    "interrupted": bool,
}


def save_recording(recording: Recording, path: str | Path) -> Path:
    """Write `recording` to `path` at once (never half a file) and return the path with its .npz ending."""
    path = with_ending(path, ".npz")
    header = {
        "format": FORMAT,
        "version": VERSION,
        "contact_version": contacts.VERSION,
        **{name: getattr(recording, name) for name in _HEADER_TYPES},
    }
    arrays = {name: getattr(recording, name) for name in FRAME_SHAPES}
    if recording.joint_names:
        header["joints"] = {"version": JOINTS_VERSION, "names": recording.joint_names}
        arrays |= {name: getattr(recording, name) for name in JOINT_SHAPES}
    if recording.channels:
        units = {name: recording.channel_units.get(name, "") for name in recording.channels}
        header["channels"] = {"version": CHANNELS_VERSION, "units": units}
        arrays |= {_CHANNEL.format(name): values for name, values in recording.channels.items()}
    if len(recording.contacts.contact):
        arrays |= {"contact_offset": recording.contacts.offset, "contact": recording.contacts.contact}
    text = json.dumps(header, ensure_ascii=False, default=_plain)
    with replaced(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        # ZipInfo without a date: the same recording gives the same bytes.
        archive.writestr(zipfile.ZipInfo(_HEADER), text.encode(), zipfile.ZIP_DEFLATED)
        for name, values in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
                np.lib.format.write_array(member, values, allow_pickle=False)
    return path


def load_recording(path: str | Path) -> Recording:
    """Read a recording; the .npz ending may be left out.

    Raises:
        UsageError: When the file is missing, foreign, damaged or of a newer format.
    """
    path = Path(path)
    if not path.exists():
        path = with_ending(path, ".npz")
    try:
        with zipfile.ZipFile(path) as archive:
            fields = _read_header(path, archive)
            for name in [*FRAME_SHAPES, *(JOINT_SHAPES if "joint_names" in fields else [])]:
                fields[name] = _read_array(archive, name)
            units = fields["channel_units"]
            fields["channels"] = {name: _read_array(archive, _CHANNEL.format(name)) for name in units}
            fields["contacts"] = _read_contacts(archive)
        return Recording(**fields)
    except FileNotFoundError:
        raise UsageError(f"There is no file '{path}'. Give the run.npz of an earlier run.") from None
    except zipfile.BadZipFile:
        raise UsageError(_refusal(path)) from None
    except (OSError, EOFError, KeyError, ValueError, NotImplementedError) as error:
        raise UsageError(f"'{path}' cannot be read: {error}. Record the run again.") from error


def _read_header(path: Path, archive: zipfile.ZipFile) -> dict[str, Any]:
    """Return the checked fields of the header, or raise."""
    foreign = UsageError(f"'{path}' is not a rigida recording. Give a file that `rigida run` or Recording.save wrote.")
    if _HEADER not in archive.namelist():
        raise foreign
    header = json.loads(archive.read(_HEADER))
    if not isinstance(header, dict) or header.get("format") != FORMAT or not isinstance(header.get("version"), int):
        raise foreign
    _check_version(path, "format", header["version"], VERSION)
    for name, kind in _HEADER_TYPES.items():
        if not isinstance(header.get(name), kind):
            raise _damaged(path, name)
    fields = {name: header[name] for name in _HEADER_TYPES}
    channels = header.get("channels", {"version": CHANNELS_VERSION, "units": {}})
    if not isinstance(channels, dict) or not isinstance(channels.get("units"), dict):
        raise _damaged(path, "channels")
    # Channels of a later version are left out; the motion can still be read.
    fields["channel_units"] = channels["units"] if channels.get("version") == CHANNELS_VERSION else {}
    if "joints" in header:
        joints = header["joints"]
        if not isinstance(joints, dict) or not isinstance(joints.get("version"), int):
            raise _damaged(path, "joints")
        _check_version(path, "joint", joints["version"], JOINTS_VERSION)
        if not isinstance(joints.get("names"), list):
            raise _damaged(path, "joints")
        fields["joint_names"] = joints["names"]
    return fields


def _damaged(path: Path, name: str) -> UsageError:
    return UsageError(f"'{path}' is damaged: its header has no valid '{name}'. Record the run again.")


def _check_version(path: Path, what: str, found: int, known: int) -> None:
    if found > known:
        raise UsageError(
            f"'{path}' has {what} version {found}, but this rigida reads up to {known}. "
            "Update it with `pip install -U rigida`."
        )


def _read_array(archive: zipfile.ZipFile, name: str) -> FloatArray:
    with archive.open(f"{name}.npy") as member:
        return np.asarray(np.lib.format.read_array(member, allow_pickle=False), dtype=np.float64)


def _read_contacts(archive: zipfile.ZipFile) -> contacts.ContactHistory:
    """Return the contacts; none where the file has none or those of a newer kind, which the motion does not need."""
    newer = json.loads(archive.read(_HEADER)).get("contact_version", 0) > contacts.VERSION
    if newer or "contact.npy" not in archive.namelist():
        return contacts.ContactHistory()
    found = []
    for name in ("contact_offset", "contact"):
        with archive.open(f"{name}.npy") as member:
            found.append(np.lib.format.read_array(member, allow_pickle=False))
    return contacts.ContactHistory(*found)


def _refusal(path: Path) -> str:
    """Return why a file that is no whole zip archive was refused: cut short, or something else altogether."""
    with path.open("rb") as file:
        cut_short = file.read(4) == b"PK\x03\x04"
    if cut_short:
        return f"'{path}' is truncated or damaged. Copy it again from its source, or record the run again."
    return f"'{path}' is not a rigida recording. Give a file that `rigida run` or Recording.save wrote."


def _plain(value: object) -> object:
    """Return numpy values in the header as JSON numbers and lists."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise UsageError(f"A recording's scene, engine and events must be plain data, got {type(value).__name__}.")
