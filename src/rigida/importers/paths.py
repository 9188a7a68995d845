"""Files that a scene file names: found beside it or in folders that the user allows, and nowhere else.

A scene from elsewhere must not be able to read any file of the machine.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path

from rigida.scene.files.source import SourceError


def beside(scene: Path, name: str, search: Sequence[Path] = ()) -> Path:
    """Return the file called `name` in the folder of `scene` or in one of the folders `search`, or raise.

    A name that leads out of the scene's folder is followed where it ends in a folder that the user allows.
    """
    folders = [scene.absolute().parent, *search]
    if "\0" in name:
        raise SourceError("a file's name holds a zero character.")
    allowed = [Path(folder).resolve() for folder in folders]
    # Some systems separate folders differently.
    name = name.replace("\\", "/")
    # A path from the root of another machine's disk, or of the model, may be meant from here.
    for folder, tried in itertools.product(allowed, dict.fromkeys((name, name.lstrip("/")))):
        file = (folder / tried).resolve()
        if file.is_file() and any(file.is_relative_to(inside) for inside in allowed):
            return file
    if any((Path(folder) / name).is_file() for folder in folders):
        raise SourceError(f"'{name}' leads out of the scene's folder. Allow its folder by search=[...] (--search DIR).")
    raise SourceError(f"there is no file '{name}' beside the scene or in its search folders. Check the path.")


def package_folder(scene: Path, package: str, search: Sequence[Path] = ()) -> Path:
    """Return the folder of a package, or raise."""
    found = _package_folders(scene, package, search)
    if not found:
        raise SourceError(f"there is no package '{package}'. Give the folder that holds it as search=[...].")
    return found[0]


def _package_folders(scene: Path, package: str, search: Sequence[Path]) -> list[Path]:
    """Return candidate folders of a package: that of the robot file, and those the user allows."""
    own = [folder for folder in scene.absolute().parents if folder.name == package]
    others = [Path(folder) / package for folder in (scene.absolute().parent, *search)]
    given = [Path(folder) for folder in search if Path(folder).absolute().name == package]
    return [*own, *(folder for folder in (*others, *given) if folder.is_dir())]


def packaged(scene: Path, name: str, search: Sequence[Path] = ()) -> Path:
    """Return the file of a robot's mesh: in its folder, in a search folder, or in a package."""
    scheme = next((scheme for scheme in ("package://", "model://") if name.startswith(scheme)), None)
    if scheme is None:
        return beside(scene, name.removeprefix("file://"), search)
    package, _, rest = name.removeprefix(scheme).partition("/")
    if package in (".", "..") or not (package or rest):
        raise SourceError(f"'{name}' names no package.")
    roots = _package_folders(scene, package, search)
    if roots and rest:
        return beside(roots[0] / "package", rest, roots[1:])
    # Copies of robots keep the names of packages that they were taken from, or name a file without one.
    around = [scene.absolute().parent.parent, *search]
    try:
        return beside(scene, rest or package, around)
    except SourceError:
        raise SourceError(
            f"there is no package '{package}' that has '{rest}'. Give the folder that holds it as search=[...]."
        ) from None
