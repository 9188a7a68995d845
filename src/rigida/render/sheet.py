"""A contact sheet: several recordings side by side in one film, seen alike and named, to be compared at a glance."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rigida.drawing import Drawing
from rigida.errors import UsageError
from rigida.recording import Recording
from rigida.render.cameras.auto_camera import camera_for
from rigida.render.cameras.camera import AnyCamera, Camera
from rigida.render.film import Film, film_rates, style_of
from rigida.render.video import film_format

#: Frames of each recording that the common camera looks at.
_FRAMES = 60


def write_sheet(
    recordings: Sequence[Recording],
    path: str | Path,
    labels: Sequence[str] = (),
    columns: int | None = None,
    fps: float = 30.0,
    speed: float = 1.0,
    camera: AnyCamera | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Path:
    """Write a film of several recordings side by side and return its path.

    Args:
        recordings: The motions; a shorter one stands still at its end.
        path: As for `Recording.to_video`.
        labels: A line of text for each.
        columns: How many stand in a row; default as many as rows.
        fps: Pictures a second.
        speed: Simulated seconds per second of the film.
        camera: Where to look from; by default one that shows all motions.
        progress: Called with the number of pictures done and their total.
        options: Fields of `rg.Style`; width and height are those of the whole film.
    """
    if not recordings:
        raise UsageError("A contact sheet needs at least one recording.")
    fps, speed = film_rates(fps, speed)
    whole = style_of(options)
    columns = columns or math.ceil(math.sqrt(len(recordings)))
    rows = math.ceil(len(recordings) / columns)
    cell = replace(whole, width=max(whole.width // columns, 16), height=max(whole.height // rows, 16), title=True)
    camera = camera or _common_camera(recordings, cell.width / cell.height)
    films = [
        Film(_titled(run, labels[k] if k < len(labels) else run.title), camera, cell)
        for k, run in enumerate(recordings)
    ]
    duration = max(run.duration for run in recordings)
    times = np.arange(math.floor(duration * fps / speed + 1e-9) + 1) * speed / fps
    target, opened = film_format(path)
    with opened(target, columns * cell.width, rows * cell.height, fps) as write:
        for done, time in enumerate(times, start=1):
            picture = np.zeros((rows * cell.height, columns * cell.width, 3), dtype=np.uint8)
            for k, film in enumerate(films):
                row, column = divmod(k, columns)
                at = film.recording.times[0] + min(float(time), film.recording.duration)
                top, left = row * cell.height, column * cell.width
                picture[top : top + cell.height, left : left + cell.width] = film.picture(at)
            write(picture)
            if progress is not None:
                progress(done, len(times))
    return target


def _titled(recording: Recording, label: str) -> Recording:
    return replace(recording, scene=recording.scene | {"title": label})


def _common_camera(recordings: Sequence[Recording], aspect: float) -> AnyCamera | None:
    """Return a fixed camera that shows all motions; None if each needs its own."""
    if len({tuple(run.names) for run in recordings}) > 1:
        return None
    picked = [run.position[np.linspace(0, run.frame_count - 1, _FRAMES).astype(np.int64)] for run in recordings]
    places = np.concatenate(picked)
    found = camera_for(Drawing.of_recording(recordings[0]), np.arange(float(len(places))), places, aspect)
    return found if isinstance(found, Camera) else None
