"""How kernels are compiled: one decorator, and a cache that notices every edited source file.

numba keys a cached kernel by its own file only and misses an edited callee in another file. Each file's kernels are
therefore kept in a folder named by a hash of that file and of all files of the package that it imports, directly or
not: an edit starts fresh folders for what it may have changed, and stale ones are removed.
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from rigida.callees import OPTIONS, KernelCompiler, callee
from rigida.operator_types import remember_operator_types
from rigida.plain_indexing import use_plain_indexing
from rigida.variable_lists import list_variables_quickly

F = TypeVar("F", bound=Callable[..., Any])

_STALE_AFTER_SECONDS = 30 * 24 * 3600.0
_PACKAGE = Path(__file__).parent
#: Names by which kernels make arrays.
_ARRAY_MAKERS = frozenset(("array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"))
_IMPORT = re.compile(r"^ *from rigida\.([\w.]+) import", re.MULTILINE)


def _remove_stale(root: Path) -> None:
    """Delete folders of kernels that nobody has used for a month."""
    for folder in root.iterdir():
        if time.time() - folder.stat().st_mtime > _STALE_AFTER_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def choose_cache_folder() -> Path:
    """Return a writable folder for compiled kernels: per user, or temporary where that is not writable."""
    base = os.environ.get("XDG_CACHE_HOME")
    root = (Path(base) if base else Path.home() / ".cache") / "rigida" / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        if not os.access(root, os.W_OK):
            raise PermissionError(root)
        _remove_stale(root)
        return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="rigida-kernels-"))


remember_operator_types()
list_variables_quickly()
use_plain_indexing()
CACHE_FOLDER = choose_cache_folder()
_folders = set[Path]()


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    """Return the files of the package that a file imports."""
    stems = [_PACKAGE.joinpath(*name.split(".")) for name in _IMPORT.findall(_source(path))]
    files = (stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py") for stem in stems)
    return tuple(file for file in files if file.is_file())


@cache
def _folder_of(*files: str) -> Path:
    """Return the folder for kernels that are written in these files."""
    seen, left = set[Path](), [Path(file) for file in files]
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            left += _imports(path)
    digest = hashlib.blake2b(f"{sys.version} {numba.__version__}".encode(), digest_size=8)
    for path in sorted(seen):
        digest.update(f"{path.name}\0{_source(path)}\0".encode())
    folder = CACHE_FOLDER / digest.hexdigest()
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    _folders.add(folder)
    return folder


def _called_by(dispatcher: Any, callee: Any) -> Any:
    """Let kernels that call `dispatcher` call `callee`, one compiled version of it for all literal numbers.

    numba types a literal argument by its value and compiles the callee anew for each.
    """
    if hasattr(dispatcher, "get_call_template"):  # not so when compiling is disabled
        template, plain = callee.get_call_template, cast(Any, numba.types.unliteral)
        dispatcher.get_call_template = lambda args, kws: template(
            tuple(plain(arg) for arg in args), {name: plain(arg) for name, arg in kws.items()}
        )
        dispatcher.get_overload = callee.get_overload
        dispatcher._compiling_counter = callee._compiling_counter  # so that a function may call itself
    return dispatcher


def counting(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the option that tells numba whether to count references to arrays.

    Only functions that make arrays need numba's counting of references. It costs a memory block per array and call
    from Python, and an atomic addition wherever an array is handed on: a fifth of the time of some kernels.
    """
    return {"_nrt": not _ARRAY_MAKERS.isdisjoint(function.__code__.co_names)}


def kernel(function: F) -> F:
    """Compile `function` on first use, cache it on disk, release the GIL while it runs.

    Division follows IEEE (no exception per division, so loops vectorise). No `fastmath`: it would remove the
    checks for NaN by which a diverging motion is noticed.
    """
    dispatcher = cached(function, function.__code__.co_filename)
    return cast(F, _called_by(dispatcher, dispatcher))


def cached(function: Any, *files: str) -> Any:
    """Compile `function`, which is written in these files, on first use and cache it on disk."""
    numba.config.CACHE_DIR = str(_folder_of(*files))  # type: ignore[attr-defined]
    return numba.njit(cache=True, pipeline_class=KernelCompiler, **OPTIONS, **counting(function))(function)


def inlined(function: F) -> F:
    """Compile a small function of scalars and tuples into whatever kernel calls it (LLVM inlines it)."""
    options: dict[str, Any] = {"forceinline": True, **counting(function)}
    return cast(F, _called_by(numba.njit(**OPTIONS, **options)(function), callee(function, **options)))


def routine(function: F) -> F:
    """Compile a function that kernels call but that is too large to copy into each of them."""
    options = counting(function)
    return cast(F, _called_by(numba.njit(**OPTIONS, **options)(function), callee(function, **options)))


@inlined
def whole(number: Any) -> int:
    """Return a row number read from an array as the type that kernels count with.

    A callee given an int32 once and an int64 elsewhere would be compiled twice.
    """
    return np.int64(number)  # type: ignore[return-value]


def compiled_count() -> int:
    """Return how many compiled kernels the cache holds for the present sources of all modules loaded so far."""
    return sum(1 for folder in _folders for _ in folder.rglob("*.nbc"))
