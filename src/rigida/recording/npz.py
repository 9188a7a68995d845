"""Recordings as npz files: one array per field, and a `header.json` with all other data.

The file is a plain zip that `numpy.load` opens without rigida. Nothing is ever pickled, so reading a foreign file
cannot run code.
"""

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.archive_limits import check_archive, read_member
from rigida.atomic_file import replaced
from rigida.errors import UsageError
from rigida.recording.contents import arrays_of, foreign, header_of, recording_from
from rigida.recording.recording import Recording

_HEADER = "header.json"


def save_npz(recording: Recording, path: Path) -> None:
    """Write `recording` to `path` at once: never half a file."""
    text = header_of(recording)
    with replaced(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        # ZipInfo without a date: the same recording gives the same bytes.
        archive.writestr(zipfile.ZipInfo(_HEADER), text.encode(), zipfile.ZIP_DEFLATED)
        for name, values in arrays_of(recording).items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
                np.lib.format.write_array(member, values, allow_pickle=False)


def load_npz(path: Path) -> Recording:
    """Read an npz file."""
    try:
        with zipfile.ZipFile(path) as archive:
            check_archive(f"'{path}'", path, archive)
            members = set(archive.namelist())
            if _HEADER not in members:
                raise UsageError(foreign(path))
            arrays = {name.removesuffix(".npy") for name in members}
            return recording_from(path, read_member(archive, _HEADER), arrays, lambda name: _read_array(archive, name))
    except zipfile.BadZipFile:
        raise UsageError(_refusal(path)) from None


def _read_array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    with archive.open(f"{name}.npy") as member:
        return np.asarray(np.lib.format.read_array(member, allow_pickle=False))


def _refusal(path: Path) -> str:
    """Return the error for a file that is not a complete zip archive: truncated, or of another type."""
    with path.open("rb") as file:
        cut_short = file.read(4) == b"PK\x03\x04"
    if cut_short:
        return f"'{path}' is truncated or damaged. Copy it again from its source, or record the run again."
    return foreign(path)
