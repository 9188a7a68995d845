"""Files of recordings, read and written by their extension."""

import struct
import tokenize
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rigida.atomic_file import with_ending
from rigida.errors import RigidaError, UsageError
from rigida.fields import file_path
from rigida.recording.hdf5 import h5py_module, load_hdf5, save_hdf5
from rigida.recording.journal import load_journal
from rigida.recording.npz import load_npz, save_npz
from rigida.recording.recording import Recording


@dataclass(frozen=True)
class Container:
    """A file format of recordings: its name, reader and, if it can be written, writer.

    `ready` raises where the package that the kind needs is missing.
    """

    text: str
    load: Callable[[Path], Recording]
    save: Callable[[Recording, Path], None] | None = None
    ready: Callable[[], object] = lambda: None


DEFAULT_ENDING = ".npz"
JOURNAL_ENDING = ".frames"
CONTAINERS: dict[str, Container] = {
    DEFAULT_ENDING: Container("recording, for rigida and numpy", load_npz, save_npz),
    ".h5": Container("recording as HDF5", load_hdf5, save_hdf5, h5py_module),
    ".hdf5": Container("recording as HDF5", load_hdf5, save_hdf5, h5py_module),
    JOURNAL_ENDING: Container("frames of a run that has not ended", load_journal),
}
#: Endings under which a recording can be saved.
SAVED_ENDINGS = tuple(ending for ending, container in CONTAINERS.items() if container.save is not None)


#: What zlib, zip, HDF5, JSON and numpy raise over damaged content.
_DAMAGE = (
    OSError,
    EOFError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    RuntimeError,
    SyntaxError,
    tokenize.TokenError,
    zlib.error,
    struct.error,
)


def journal_of(file: Path) -> Path:
    """Return the journal in which frames of a recording are written during the run."""
    return file.with_suffix(JOURNAL_ENDING)


def save_recording(recording: Recording, path: str | Path) -> Path:
    """Write `recording` at once (never half a file) in the form its ending names, by default .npz; return the path."""
    path = Path(path)
    if path.suffix.lower() not in SAVED_ENDINGS:
        path = with_ending(path, DEFAULT_ENDING)
    save = CONTAINERS[path.suffix.lower()].save
    assert save is not None
    save(recording, path)
    return path


def load_recording(path: str | Path) -> Recording:
    """Read a recording; the extension .npz is optional.

    Raises:
        UsageError: When the file is missing, foreign, damaged or of a newer format.
    """
    path = file_path("Recording", path)
    if not path.exists():
        path = path if path.suffix.lower() in CONTAINERS else with_ending(path, DEFAULT_ENDING)
    container = CONTAINERS.get(path.suffix.lower(), CONTAINERS[DEFAULT_ENDING])
    try:
        return container.load(path)
    except FileNotFoundError:
        raise UsageError(f"There is no file '{path}'. Give the run.npz of an earlier run.") from None
    except RigidaError:
        raise
    except _DAMAGE as error:
        raise UsageError(f"'{path}' cannot be read: {error}. Record the run again.") from error
