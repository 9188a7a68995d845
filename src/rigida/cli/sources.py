"""Arguments of commands: a scene is a file or the name of a packaged one; a size is width x height."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rigida.cli.output import print_note
from rigida.errors import UsageError
from rigida.importers.formats import FORMATS
from rigida.registry import nearest

if TYPE_CHECKING:
    from rigida.recording import Recording

SCENE_ENDINGS = tuple(FORMATS)
_SCENE_HELP = f"A scene file ({', '.join(FORMATS)}) or the name of a packaged scene (see `rigida demo --list`)."

SceneArgument = Annotated[str, typer.Argument(metavar="SCENE", help=_SCENE_HELP, show_default=False)]

SearchOption = Annotated[
    list[Path] | None, typer.Option("--search", metavar="DIR", help="Folder from which the scene may take meshes.")
]

RunArgument = Annotated[
    str,
    typer.Argument(
        metavar="RUN", help="A recording (.npz .h5 .frames) or the folder of `rigida run`.", show_default=False
    ),
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

    names = [*scenes.names(), *scenes.documents()]
    if text in names:
        return scenes.path(text)
    if path.is_dir():
        raise UsageError(f"'{text}' is a folder. Give a scene file in it.")
    if len(path.parts) > 1 or path.suffix.lower() in SCENE_ENDINGS:
        raise UsageError(f"There is no file '{text}'.{_nearest_sibling(path)}")
    hint = nearest(text, names) or " `rigida demo --list` shows the packaged scenes."
    raise UsageError(f"'{text}' is neither a file nor a packaged scene.{hint}")


def load_run(text: str) -> "Recording":
    """Return the recording that `text` means: its file, or the folder that `rigida run` made."""
    from rigida.recording.files import JOURNAL_ENDING, journal_of, load_recording

    path = Path(text)
    if path.suffix.lower() in SCENE_ENDINGS:
        raise UsageError(f"'{text}' is a scene, not a recording. Run it first: rigida run {text}")
    if path.is_dir():
        path = path / "run.npz"
        journal = journal_of(path)
        # Where a journal is left, the last run was killed or still goes on.
        if journal.is_file() and journal.stat().st_size:
            path = journal
    recording = load_recording(path)
    if path.suffix.lower() == JOURNAL_ENDING:
        print_note(
            f"{path} holds {recording.frame_count} frames ({recording.duration:g} s) of a run that has not ended"
        )
    return recording


def is_recording(path: Path) -> bool:
    """Return whether a path means a recording: by its ending, or as a folder that holds one."""
    from rigida.recording.files import CONTAINERS, journal_of

    if path.is_dir():
        return any(file.is_file() for file in (path / "run.npz", journal_of(path / "run.npz")))
    return path.suffix.lower() in CONTAINERS


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
