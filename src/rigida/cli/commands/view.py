"""`rigida view`: watch a scene or a recording in the browser."""

import contextlib
import threading
from pathlib import Path
from typing import Annotated, Any

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import SCENE_ENDINGS, find_scene, is_recording, load_run
from rigida.errors import SceneError


def view(
    source: Annotated[
        str, typer.Argument(metavar="SCENE|RUN", help="A scene to simulate live, or a recording.", show_default=False)
    ],
    beside: Annotated[
        str | None, typer.Option(metavar="RUN", help="Another recording, shown beside the first at the same time.")
    ] = None,
    port: Annotated[int, typer.Option(metavar="N", help="Port of the page; 0 takes a free one.")] = 8080,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to serve on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    json: JsonOption = False,
) -> None:
    """Open the viewer: play, scrub, pull bodies, change settings. Ctrl-C ends it.

    A scene that fails to load opens the viewer with the error in the page, where another one can be chosen. A scene
    file is loaded again whenever it is saved.
    Example: rigida view dzhanibekov
    """
    from rigida.viewer.viewer import make_viewer

    what, problem, file = _opened(source)
    viewer = make_viewer(what, port, host, None if beside is None else load_run(beside))
    if problem:
        viewer.complain(problem)
    if file is not None:
        viewer.follow_file(file)
    if json:
        print_json({"url": viewer.url, "error": problem or None})
    else:
        typer.echo(f"viewer at {viewer.url} (Ctrl-C stops it)")
    with viewer, contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()


def _opened(source: str) -> tuple[Any, str, Path | None]:
    """Return the recording or scene named by `source`, an error message if there is none, and the file of a scene."""
    if is_recording(Path(source)):
        return load_run(source), "", None
    found = find_scene(source)
    if found.suffix.lower() not in SCENE_ENDINGS:
        return load_run(source), "", None
    import rigida

    try:
        return rigida.load(found), "", found
    except SceneError as error:
        return None, str(error), found
