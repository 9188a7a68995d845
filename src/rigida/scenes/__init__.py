"""Scenes that come with the package: the documents' examples and more, as scene files."""

from pathlib import Path

from rigida.errors import UsageError
from rigida.registry import nearest

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Return the names of all packaged scenes, in alphabetical order."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def path(name: str) -> Path:
    """Return the file of the packaged scene called `name`."""
    if name not in names():
        raise UsageError(f"There is no packaged scene '{name}'.{nearest(name, names())} See `rigida demo --list`.")
    return _FOLDER / f"{name}.toml"
