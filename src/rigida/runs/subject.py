"""Subject of many runs: a scene document, kept once per worker, of which each run changes a few values."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rigida.errors import SceneError, UsageError
from rigida.fields import shown
from rigida.scene.files.forms import KeyPath
from rigida.scene.files.load import load_scene, scene_from_document
from rigida.scene.files.save import scene_document
from rigida.scene.files.source import read_source
from rigida.scene.key import with_value
from rigida.scene.scene import Scene


@dataclass(frozen=True)
class Subject:
    """A scene document, and the folder of the files that it names."""

    document: dict[str, Any]
    folder: Path | None = None

    @staticmethod
    def of(scene: "Scene | str | Path | Subject") -> "Subject":
        """Return the subject of a scene or of a scene file, both checked."""
        if isinstance(scene, Subject):
            return scene
        if isinstance(scene, Scene):
            try:
                return Subject(scene_document(scene))
            except SceneError as error:
                raise UsageError(f"Only scenes that can stand in a file can be run many times. {error}") from None
        if not isinstance(scene, str | Path):
            raise UsageError(f"scene must be an rg.Scene or the path of a scene file, got {shown(scene)}.")
        load_scene(scene)
        path = Path(scene).absolute()
        return Subject(read_source(path).document, path.parent)

    def with_values(self, paths: Sequence[KeyPath], values: Sequence[Any]) -> Scene:
        """Return a new scene with these values at these paths."""
        document = self.document
        for path, value in zip(paths, values, strict=True):
            document = with_value(document, path, value)
        return scene_from_document(document, self.folder)
