"""Where compiled kernels are kept: folders that notice every edited source file.

numba keys a cached kernel by its own file only and misses an edited callee in another file. Each file's kernels are
therefore kept in a folder named by a hash of all files that they stand on (`sources`): an edit starts fresh folders
for what it may have changed, and stale ones are removed. The hash is all that tells kernels apart, so copies of the
same sources (other environments, a reinstalled package) share them.

numba's own settings, `CACHE_DIR` among them, are the user's and stay as they are.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from rigida.jit.patches import ACTIVE
from rigida.jit.sources import entered, place_of, source, sources_of

_STALE_AFTER_SECONDS = 30 * 24 * 3600.0


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


CACHE_FOLDER = choose_cache_folder()
#: Files that kernels of this process are written in, each with others or alone.
_files = set[tuple[str, ...]]()


@cache
def folder_of(*files: str) -> Path:
    """Return the folder for kernels that are written in these files."""
    seen = sources_of(*files)
    # The order of entry gives kinds their numbers.
    order = [source.name for path in seen for source in entered.get(path, ())]
    made_by = f"{sys.version} {numba.__version__} {sorted(ACTIVE)} {order}"
    digest = hashlib.blake2b(made_by.encode(), digest_size=8)
    for path in seen:
        digest.update(f"{place_of(path)}\0{source(path)}\0".encode())
    folder = CACHE_FOLDER / digest.hexdigest()
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    return folder


class _Folder(_CacheLocator):
    """Where numba keeps one kernel: in a folder whose name tells its sources, so that nothing else need be compared."""

    def __init__(self, folder: Path, line: int) -> None:
        self._folder, self._line = folder, line

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


class _KernelFiles(CompileResultCacheImpl):
    """The files of one kernel."""

    def __init__(self, function: Any, folder: Path) -> None:
        # In place of numba's search for a folder among those that `NUMBA_CACHE_DIR` and the function's file offer.
        code = function.__code__
        self._lineno, self._locator = code.co_firstlineno, _Folder(folder, code.co_firstlineno)
        self._filename_base = self.get_filename_base(f"{Path(code.co_filename).stem}.{function.__qualname__}", "")


class _FolderCache(FunctionCache):
    """numba's cache of one kernel, in a folder of our choice."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._folder = folder
        super().__init__(function)

    def _impl_class(self, function: Any) -> _KernelFiles:  # type: ignore[override]  # numba calls it as a class
        return _KernelFiles(function, self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled kernel, None where there is none or its files are damaged: it is then compiled anew."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a damaged pickle may raise anything
            self.flush()
            return None


class KernelCache:
    """The cache of one kernel, in the folder of the files that it is written in.

    The folder is found when the kernel is first used: until then, functions may be entered into choices that it makes.
    """

    def __init__(self, function: Any, *files: str) -> None:
        self._function, self._own_files = function, files
        _files.add(files)

    @cached_property
    def _found(self) -> _FolderCache:
        return _FolderCache(self._function, folder_of(*self._own_files))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._found, name)


def compiled_count() -> int:
    """Return how many compiled kernels the cache holds for the present sources of all modules loaded so far."""
    return sum(1 for folder in {folder_of(*files) for files in _files} for _ in folder.rglob("*.nbc"))
