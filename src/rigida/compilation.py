"""How kernels are compiled: one decorator, and a cache that notices every edited source file.

numba keys a cached kernel by its own file only and misses an edited callee in another file. The cache folder is
therefore named by a hash of all sources of the package: any edit starts a fresh folder, and stale ones are removed.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

_STALE_AFTER_SECONDS = 30 * 24 * 3600.0


def _source_hash() -> str:
    """Return a hash of the package's source files (name, size, modification time) and of what compiles them."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{sys.version} {numba.__version__}".encode())
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        stat = path.stat()
        digest.update(f"{path.relative_to(package)} {stat.st_size} {stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def _cache_root() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "rigida" / "kernels"


def _remove_stale(root: Path, keep: Path) -> None:
    """Delete cache folders of other versions that nobody has used for a month."""
    for folder in root.iterdir():
        if folder != keep and time.time() - folder.stat().st_mtime > _STALE_AFTER_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def choose_cache_folder() -> Path:
    """Return a writable folder for compiled kernels: per user, or temporary where that is not writable."""
    name = _source_hash()
    try:
        root = _cache_root()
        folder = root / name
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
        _remove_stale(root, keep=folder)
        return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="rigida-kernels-"))


CACHE_FOLDER = choose_cache_folder()
numba.config.CACHE_DIR = str(CACHE_FOLDER)  # type: ignore[attr-defined]


def _compiled_once(dispatcher: Any) -> Any:
    """Let kernels that call `dispatcher` with literal numbers share one compiled version.

    numba types a literal argument by its value and compiles the callee anew for each.
    """
    if hasattr(dispatcher, "get_call_template"):  # not so when compiling is disabled
        template, plain = dispatcher.get_call_template, cast(Any, numba.types.unliteral)
        dispatcher.get_call_template = lambda args, kws: template(
            tuple(plain(arg) for arg in args), {name: plain(arg) for name, arg in kws.items()}
        )
    return dispatcher


def kernel(function: F) -> F:
    """Compile `function` on first use, cache it on disk, release the GIL while it runs.

    Division follows IEEE (no exception per division, so loops vectorise). No `fastmath`: it would remove the
    checks for NaN by which a diverging motion is noticed.
    """
    return cast(F, _compiled_once(numba.njit(cache=True, nogil=True, error_model="numpy")(function)))


def inlined(function: F) -> F:
    """Compile a small function of scalars and tuples into whatever kernel calls it (LLVM inlines it)."""
    return cast(F, _compiled_once(numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)))


def routine(function: F) -> F:
    """Compile a function that kernels call but that is too large to copy into each of them."""
    return cast(F, _compiled_once(numba.njit(nogil=True, error_model="numpy")(function)))


@inlined
def whole(number: Any) -> int:
    """Return a row number read from an array as the type that kernels count with.

    A callee given an int32 once and an int64 elsewhere would be compiled twice.
    """
    return np.int64(number)  # type: ignore[return-value]


def compiled_count() -> int:
    """Return how many compiled kernels the cache folder holds."""
    return sum(1 for _ in CACHE_FOLDER.rglob("*.nbc"))
