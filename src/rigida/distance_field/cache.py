"""Cache of distance fields on disk: a file per field, named by a hash of its inputs.

The same mesh with the same settings always finds its field, whatever its name or place; another one never does. A file
is written whole or not at all, a damaged one is rebuilt, and where the folder cannot be written nothing is kept.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.atomic_file import replaced
from rigida.errors import UsageError

#: Raised whenever fields are made in another way.
_VERSION = 1

Arrays = dict[str, Any]


def fields_folder() -> Path:
    """Return the folder of kept fields."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "rigida" / "fields"


def field_file(vertices: FloatArray, triangles: IntArray, *settings: object) -> Path:
    """Return the cache file of the field of a mesh with given settings."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(f"{_VERSION} {vertices.shape} {triangles.shape} {settings}".encode())
    digest.update(np.ascontiguousarray(vertices, dtype=np.float64).tobytes())
    digest.update(np.ascontiguousarray(triangles, dtype=np.int32).tobytes())
    return fields_folder() / f"{digest.hexdigest()}.npz"


def kept_field(file: Path) -> Arrays | None:
    """Return the arrays of a cached field, or None if there is none or it is damaged."""
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (OSError, ValueError, KeyError, EOFError):
        return None
    except Exception as error:  # zipfile's own errors for a truncated archive
        if type(error).__module__ in ("zipfile", "zlib"):
            return None
        raise


def keep_field(file: Path, arrays: Arrays) -> None:
    """Keep the arrays of a field, if the folder can be written to."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with replaced(file) as temporary, temporary.open("wb") as out:
            np.savez(out, **arrays)
    except (OSError, UsageError):
        return
