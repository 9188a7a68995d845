"""The source files that a kernel stands on: its own, and all files of the package that it imports, directly or not.

A compiled kernel may be used as long as none of them differs from what it was compiled from, in the cache (`cache`) as
in what was compiled when rigida was installed (`pack`).
"""

import re
from functools import cache
from importlib.util import source_hash
from pathlib import Path

from rigida import errors

PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^ *from rigida\.([\w.]+) import", re.MULTILINE)

#: Files that kernels in use stand on.
known = set[Path]()
#: Further files that a file stands on, besides those that it imports, in the order of their entry.
entered: dict[Path, list[Path]] = {}


def enter_source(file: str, source: str) -> None:
    """Let kernels that stand on `file` stand on `source` as well, a file from anywhere."""
    if Path(file) in known:
        raise errors.UsageError(
            f"{Path(source).name}: a kind for kernels must be entered before kernels are used, but "
            f"{Path(file).name} is in use already. Import its module before the first simulation of the process."
        )
    entered.setdefault(Path(file), []).append(Path(source))


@cache
def source(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def imports(path: Path) -> tuple[Path, ...]:
    """Return the files of the package that a file imports."""
    stems = [PACKAGE.joinpath(*name.split(".")) for name in _IMPORT.findall(source(path))]
    files = (stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py") for stem in stems)
    return tuple(file for file in files if file.is_file())


@cache
def digest(path: Path) -> str:
    """Return what tells the text of a file from another: Python's own hash, for which nothing must be imported."""
    return source_hash(path.read_bytes()).hex()


def sources_of(*files: str) -> list[Path]:
    """Return all files that kernels written in these files stand on, which then are in use."""
    seen, left = set[Path](), [Path(file) for file in files]
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            left += (*imports(path), *entered.get(path, ()))
    known.update(seen)
    return sorted(seen, key=str)


def place_of(path: Path) -> str:
    """Return where a file lies in the package, or the name of one that lies elsewhere."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
