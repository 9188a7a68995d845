"""Files that are either written whole or not touched at all.

The content goes to a temporary file beside the target, which then takes the target's name in one step; a crash, a
full disk or Ctrl-C leaves the old file as it was.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from rigida.errors import UsageError


def with_ending(path: str | Path, ending: str) -> Path:
    """Return `path` with `ending` (such as ".npz") appended when it has another one or none."""
    path = Path(path)
    return path if path.suffix.lower() == ending else path.with_name(path.name + ending)


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give a temporary path to write to; it becomes `path` when the block ends well and vanishes otherwise.

    Raises:
        UsageError: When the operating system refuses, with its reason.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(temporary, path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"Cannot write '{path}': {reason}. Give a path in an existing folder that may be written to."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def locked(file: IO[Any]) -> bool:
    """Lock an open file until it is closed or its process ends; return False if another process holds it.

    Where a file system has no locks, nothing is locked.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True
