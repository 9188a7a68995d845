"""rigida's own scene files among the other formats."""

from collections.abc import Sequence
from pathlib import Path

from rigida.errors import Problem
from rigida.scene.files.load import examine
from rigida.scene.files.save import save_scene
from rigida.scene.scene import Scene


def read_own(path: Path, search: Sequence[Path] = ()) -> tuple[Scene | None, list[Problem]]:
    """Read rigida's own format; its meshes may be in any folder."""
    return examine(path)


def write_own(scene: Scene, path: Path) -> list[Path]:
    """Write rigida's own format."""
    save_scene(scene, path)
    return [path]
