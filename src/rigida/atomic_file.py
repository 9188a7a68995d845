"""Files that are either written whole or not touched at all.

The content goes to a temporary file beside the target, which then takes the target's name in one step; a crash, a
full disk or Ctrl-C leaves the old file as it was.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

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
