"""A recording as one page of HTML that plays by itself: no server, nothing loaded from outside."""

import html
from pathlib import Path

from rigida.atomic_file import replaced, with_ending
from rigida.drawing import poses_at
from rigida.drawing.motion import frame_times
from rigida.recording import Recording
from rigida.render.overlays import Moment
from rigida.viewer.server import close_server, open_server
from rigida.viewer.source import Replay
from rigida.viewer.stage import Stage

#: Pictures a second in the page; screens show no more of a smooth motion than twice that.
_FPS = 30.0
#: A page of more bodies × pictures than this keeps fewer pictures, so that it loads in a moment.
_MOST_POSES = 400_000
_NOTEBOOK_HEIGHT = 420


def page(recording: Recording) -> str:
    """Return the page as text."""
    server = open_server()
    try:
        source = Replay(recording)
        stage = Stage(server, source.drawing)
        stage.frame(*source.framing())
        serializer = server.get_scene_serializer()
        fps = min(_FPS, max(1.0, _MOST_POSES / max(len(recording.names) * max(recording.duration, 1e-9), 1.0)))
        for time in frame_times(recording, fps, 1.0):
            position, orientation = poses_at(recording, float(time))
            stage.show(Moment(float(time), position, orientation), set())
            serializer.insert_sleep(1.0 / fps)
        return str(serializer.as_html())
    finally:
        close_server(server)


def write_page(recording: Recording, path: str | Path) -> Path:
    """Write the page to an .html file and return its path."""
    path = with_ending(path, ".html")
    text = page(recording)
    with replaced(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def notebook_frame(recording: Recording) -> str:
    """Return the page within a frame, as notebooks show it."""
    return (
        f'<iframe srcdoc="{html.escape(page(recording))}" width="100%" height="{_NOTEBOOK_HEIGHT}" '
        'style="border: 0"></iframe>'
    )
