"""The source files that a kernel stands on: its own, and all files of the package that it imports, directly or not.

A compiled kernel may be used as long as none of them differs from what it was compiled from, in the cache (`cache`) as
in what was compiled when rigida was installed (`pack`).
"""

import os
import re
from collections.abc import Iterable
from functools import cache
from importlib.util import source_hash
from os.path import basename, dirname, isdir, isfile, join

from rigida import errors

PACKAGE = dirname(dirname(__file__))
_IMPORT = re.compile(rb"\nfrom rigida\.([\w.]+) import")

#: Files that kernels in use stand on.
known = set[str]()
#: Further files that a file stands on, besides those that it imports, in the order of their entry.
entered: dict[str, list[str]] = {}


def enter_source(file: str, source: str) -> None:
    """Let kernels that stand on `file` stand on `source` as well, a file from anywhere."""
    if file in known:
        raise errors.UsageError(
            f"{basename(source)}: a kind for kernels must be entered before kernels are used, but "
            f"{basename(file)} is in use already. Import its module before the first simulation of the process."
        )
    entered.setdefault(file, []).append(source)


@cache
def _text(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


@cache
def _file_of(module: str) -> str | None:
    """Return the file of a module of the package, None where a text only looks like an import."""
    stem = file_at(module.replace(".", "/"))
    file = join(stem, "__init__.py") if isdir(stem) else f"{stem}.py"
    return file if isfile(file) else None


@cache
def imports(path: str) -> tuple[str, ...]:
    """Return the files of the package that a file imports."""
    files = (_file_of(name.decode()) for name in _IMPORT.findall(b"\n" + _text(path)))
    return tuple(file for file in files if file is not None)


@cache
def digest(path: str) -> str:
    """Return a hash of the text of a file."""
    return short_hash(_text(path))


def sources_of(*files: str) -> list[str]:
    """Return all files that kernels written in these files stand on, which then are in use."""
    seen, left = set[str](), [*files]
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            left += (*imports(path), *entered.get(path, ()))
    known.update(seen)
    return sorted(seen)


def short_hash(text: bytes) -> str:
    """Return a hash for names of files and functions: Python's own, which needs no import."""
    return source_hash(text).hex()


def state_of(files: Iterable[str]) -> str:
    """Return a hash of all that is compiled from these files depends on: what they stand on, with its text."""
    return _state(frozenset(files), sum(map(len, entered.values())))


@cache
def _state(files: frozenset[str], entered_count: int) -> str:
    found = list[str]()
    for path in sources_of(*files):
        added = list(map(place_of, entered.get(path, ())))  # their order gives kinds their numbers
        found.append(f"{place_of(path)} {digest(path)} {added}")
    return short_hash("\n".join(found).encode())


def place_of(path: str) -> str:
    """Return where a file lies in the package, or the name of one that lies elsewhere."""
    inside = path.startswith(PACKAGE + os.sep)
    return path[len(PACKAGE) + 1 :].replace(os.sep, "/") if inside else basename(path)


def file_at(place: str) -> str:
    """Return the file that lies at a place in the package."""
    return join(PACKAGE, *place.split("/"))
