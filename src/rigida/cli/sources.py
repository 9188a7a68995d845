"""What a command's arguments mean: a scene is a file or the name of a packaged one; a size is width x height."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rigida.errors import UsageError
from rigida.registry import nearest

if TYPE_CHECKING:
    from rigida.recording import Recording

SCENE_ENDINGS = (".toml", ".json")
_SCENE_HELP = "A scene file (.toml, .json) or the name of a packaged scene (see `rigida demo --list`)."

SceneArgument = Annotated[str, typer.Argument(metavar="SCENE", help=_SCENE_HELP, show_default=False)]

RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="A recording (run.npz) or the folder of `rigida run`.", show_default=False)
]


def find_scene(text: str) -> Path:
    """Return the file that `text` means: an existing file first, then a packaged scene.

    Raises:
        UsageError: When it is neither; the nearest packaged name is offered.
    """
    path = Path(text)
    if path.is_file():
        return path
    from rigida import scenes

    names = scenes.names()
    if text in names:
        return scenes.path(text)
    if path.is_dir():
        raise UsageError(f"'{text}' is a folder. Give a scene file in it.")
    if len(path.parts) > 1 or path.suffix.lower() in SCENE_ENDINGS:
        raise UsageError(f"There is no file '{text}'.{_nearest_sibling(path)}")
    hint = nearest(text, names) or " `rigida demo --list` shows the packaged scenes."
    raise UsageError(f"'{text}' is neither a file nor a packaged scene.{hint}")


def load_run(text: str) -> "Recording":
    """Return the recording that `text` means: an .npz file, or the folder that `rigida run` made."""
    from rigida.recording import Recording

    path = Path(text)
    if path.suffix.lower() in SCENE_ENDINGS:
        raise UsageError(f"'{text}' is a scene, not a recording. Run it first: rigida run {text}")
    return Recording.load(path / "run.npz" if path.is_dir() else path)


def size_options(text: str) -> dict[str, int]:
    """Return the width and height that a text such as 1280x720 gives to a picture."""
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        raise UsageError(f"--size must be width x height such as 1280x720, got '{text}'.")
    return {"width": int(parts[0]), "height": int(parts[1])}


def _nearest_sibling(path: Path) -> str:
    """Return a hint to the file of a similar name in the same folder, if there is one."""
    try:
        return nearest(path.name, sorted(item.name for item in path.parent.iterdir()))
    except OSError:
        return f" The folder '{path.parent}' does not exist either."
