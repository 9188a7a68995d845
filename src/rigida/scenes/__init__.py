"""Packaged scenes: the documents' examples and others, as scene files."""

import tomllib
from pathlib import Path
from typing import Any

from rigida.errors import UsageError
from rigida.registry import nearest

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Return the names of all packaged scenes, in alphabetical order."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def documents() -> dict[str, Path]:
    """Return the scenes in other formats, the documents' own and robots, by name such as "lag/two_bars"."""
    folders = ("documents/lag/*.cfg", "documents/clic/*.mod", "robots/*.urdf", "robots/*.xml", "robots/*.sdf")
    files = [file for folder in folders for file in _FOLDER.glob(folder)]
    return {f"{file.parent.name}/{file.stem}": file for file in sorted(files)}


def path(name: str) -> Path:
    """Return the file of the packaged scene called `name`."""
    known = {known: _FOLDER / f"{known}.toml" for known in names()} | documents()
    if name not in known:
        raise UsageError(f"There is no packaged scene '{name}'.{nearest(name, known)} See `rigida demo --list`.")
    return known[name]


def head(name: str) -> dict[str, Any]:
    """Return title and description of a packaged scene, without reading its thousands of bodies."""
    # Keys of the file itself must stand before its first table.
    return tomllib.loads(path(name).read_text(encoding="utf-8").split("\n[", 1)[0])
