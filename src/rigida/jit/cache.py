"""Cache folder of kernels that are compiled on first use: one for each user, or a temporary one."""

import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

_STALE_AFTER_SECONDS = 30 * 24 * 3600.0


@cache
def cache_folder() -> Path:
    """Return a writable folder for compiled kernels: per user, or temporary where that is not writable."""
    try:
        base = os.environ.get("XDG_CACHE_HOME")
        root = (Path(base) if base else Path.home() / ".cache") / "rigida" / "kernels"
        root.mkdir(parents=True, exist_ok=True)
        if not os.access(root, os.W_OK):
            raise PermissionError(root)
        _remove_stale(root)
        return root
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return Path(tempfile.mkdtemp(prefix="rigida-kernels-"))


def _remove_stale(root: Path) -> None:
    """Delete entries that have not been used for a month."""
    for path in root.iterdir():
        if time.time() - path.stat().st_mtime > _STALE_AFTER_SECONDS:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def size_file(file: Path) -> Path:
    """Return the file that says how large another one must be: to load half of a library would end the process."""
    return file.with_name(f"{file.name}.size")


def is_whole(file: Path) -> bool:
    """Return whether a file is there as it was written; it then counts as used today."""
    try:
        whole = file.stat().st_size == int(size_file(file).read_text())
        for path in (file, size_file(file)):
            os.utime(path)
        return whole
    except (OSError, ValueError):
        return False


def library_count() -> int:
    """Return how many compiled libraries the cache holds."""
    return sum(1 for path in cache_folder().glob("kernel-*.size"))
