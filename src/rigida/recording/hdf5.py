"""Recordings as HDF5 files, for tools that read parts of large files: one dataset per array, the header as text.

Names and meaning are those of npz files; the channel `speed` is the dataset `channel/speed`. Needs the package h5py.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rigida.archive_limits import max_expanded
from rigida.atomic_file import replaced
from rigida.errors import UsageError
from rigida.recording.contents import arrays_of, foreign, header_of, recording_from
from rigida.recording.recording import Recording

_HEADER = "header.json"


def save_hdf5(recording: Recording, path: Path) -> None:
    """Write `recording` to `path` at once: never half a file."""
    h5py = h5py_module()
    text = header_of(recording)
    with replaced(path) as temporary, h5py.File(temporary, "w") as file:
        file.create_dataset(_HEADER, data=np.frombuffer(text.encode(), dtype=np.uint8))
        for name, values in arrays_of(recording).items():
            file.create_dataset(name, data=values)


def load_hdf5(path: Path) -> Recording:
    """Read an HDF5 file."""
    h5py = h5py_module()
    with path.open("rb") as start:
        if not h5py.is_hdf5(path):
            cut_short = start.read(8) == b"\x89HDF\r\n\x1a\n"
            raise UsageError(f"'{path}' is truncated. Copy it again from its source." if cut_short else foreign(path))
    with h5py.File(path, "r") as file:
        if _HEADER not in file:
            raise UsageError(foreign(path))
        header = _read_array(file, _HEADER)
        return recording_from(path, header.tobytes(), file, lambda name: _read_array(file, name))


def _read_array(file: Any, name: str) -> NDArray[Any]:
    """Return a dataset stored in this file; links to other files are refused."""
    h5py, place = h5py_module(), file
    for part in name.split("/"):
        if not isinstance(place, h5py.Group) or not isinstance(place.get(part, getlink=True), h5py.HardLink):
            raise KeyError(f"it has no array '{name}'")
        place = place[part]
    if not isinstance(place, h5py.Dataset) or place.external or place.is_virtual:
        raise KeyError(f"it has no array '{name}'")
    if place.nbytes > max_expanded(place.id.get_storage_size()):
        raise ValueError(f"'{name}' claims more data than a file of this size may hold; save it uncompressed")
    return np.asarray(place[()])


def h5py_module() -> Any:
    """Return the package h5py, or raise."""
    try:
        import h5py
    except ImportError:
        raise UsageError("HDF5 files need h5py. Install it with `pip install rigida[hdf5]`, or save as npz.") from None
    return h5py
