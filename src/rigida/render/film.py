"""A recording seen through a camera: its picture at any time, with overlays."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing, channels_at, force_arrows, poses_at
from rigida.drawing.absence import filled, shown_poses
from rigida.drawing.motion import frame_times, mass_centers
from rigida.drawing.palette import linear
from rigida.errors import UsageError
from rigida.fields import Rule, real_number
from rigida.recording import Recording
from rigida.registry import nearest
from rigida.render.cameras.auto_camera import automatic_camera
from rigida.render.cameras.camera import AnyCamera, Following
from rigida.render.ground_pattern import pattern_cell
from rigida.render.overlays import Moment, overlays
from rigida.render.renderer import Renderer
from rigida.render.shade import TONES, Pixels, tone_table
from rigida.render.style import Style

#: A trail is drawn through at most this many places.
_TRAIL_PLACES = 400
#: A camera that travels with more bodies than this draws no paths of them.
_MOST_FOLLOWED = 4
#: The shutter is open for this part of the time between two pictures.
_SHUTTER = 0.5


class Film:
    """Pictures of a recording.

    Args:
        recording: The motion.
        camera: Where to look from; by default a place that shows the whole motion.
        style: How it looks.
    """

    def __init__(self, recording: Recording, camera: AnyCamera | None = None, style: Style | None = None) -> None:
        if not recording.frame_count:
            raise UsageError("The recording has no frames, so there is nothing to draw. Record the run again.")
        self.recording = recording
        self.style = style or Style()
        if self.style.contacts and not recording.contacts.kept:
            raise UsageError(
                "The recording keeps no contacts that could be drawn. Record the run with them: "
                "`rigida run SCENE --contacts`, or sim.run(..., contacts=True)."
            )
        drawing = Drawing.of_recording(recording)
        camera = camera or automatic_camera(drawing, recording, self.style.width / self.style.height)
        whole = filled(recording)
        cell = pattern_cell(drawing, camera, float(recording.times[0]), whole.position, whole.orientation)
        self.renderer = Renderer(drawing, camera, self.style, cell)
        moving = np.flatnonzero(drawing.moving) if isinstance(camera, Following) else np.empty(0, dtype=np.int64)
        self._followed = drawing.flown or (tuple(map(int, moving)) if len(moving) <= _MOST_FOLLOWED else ())

    def picture(self, time: float, clock: float | None = None) -> Pixels:
        """Return the picture (height, width, 3) in sRGB at `time` [s]; its clock shows `clock` [s] if that is given."""
        time = real_number("picture", "time", time, Rule("s"))
        position, orientation = poses_at(self.recording, time)
        places, turns, _ = shown_poses(position, orientation)
        moment = self._moment(time, places, turns)
        moment = moment if clock is None else replace(moment, time=clock)
        strokes = overlays(self.style, self.renderer.drawing, moment, self._size(time, places))
        return self.renderer.picture(position, orientation, time, strokes, channels_at(self.recording, time))

    def pictures(self, fps: float, speed: float) -> Iterator[Pixels]:
        """Yield the pictures of a film with `fps` pictures a second at `speed` times real time."""
        moments = np.arange(self.style.motion_blur) * (_SHUTTER * speed / fps / self.style.motion_blur)
        for time in frame_times(self.recording, fps, speed):
            if len(moments) == 1:
                yield self.picture(float(time))
            else:
                yield mixed([self.picture(float(moment), clock=float(time)) for moment in time + moments])

    def _moment(self, time: float, position: FloatArray, orientation: FloatArray) -> Moment:
        run = self.recording
        frame = min(int(np.searchsorted(run.times, time + 1e-9, side="right")) - 1, run.frame_count - 1)
        frame = max(frame, 0)
        trail = None
        drawing = self.renderer.drawing
        if self.style.trails or (self.style.flight and self._followed):
            rows = np.arange(0, frame + 1, max((frame + 1) // _TRAIL_PLACES, 1))
            been = mass_centers(drawing, run.position[rows], run.orientation[rows])
            trail = np.concatenate([been, mass_centers(drawing, position[None], orientation[None])])
        forces = force_arrows(channels_at(run, time)) if self.style.forces else None
        return Moment(
            time, position, orientation, run.velocity[frame], run.contacts.at(frame), trail, forces, self._followed
        )

    def _size(self, time: float, position: FloatArray) -> float:
        """Return the height [m] of what the picture shows at the distance of the bodies."""
        view = self.renderer.camera.view(time)
        bounded = self.renderer.drawing.geometry_of >= 0
        middle = position[bounded].mean(axis=0) if bounded.any() else np.zeros(3)
        return max(2.0 * view.tangent * float(np.sum((middle - view.eye) * view.forward)), 1e-9)


def mixed(pictures: list[Pixels]) -> Pixels:
    """Return the mean of pictures, in amounts of light rather than in sRGB."""
    amount = np.array([linear(value / 255.0) for value in range(256)])
    light = np.mean([amount[picture] for picture in pictures], axis=0)
    return tone_table()[np.minimum(light * TONES, TONES).astype(np.int64)]


def style_of(options: dict[str, Any]) -> Style:
    """Return the style with the given options, or raise with the nearest known one."""
    known = list(Style.__dataclass_fields__)
    for name in options:
        if name not in known:
            raise UsageError(f"Pictures have no option '{name}'.{nearest(name, known)} Known: {', '.join(known)}.")
    return Style(**options)


def film_rates(fps: float, speed: float) -> tuple[float, float]:
    """Return checked pictures a second and speed."""
    return (
        real_number("video", "fps", fps, Rule("1/s", above=0.0, at_most=1000.0)),
        real_number("video", "speed", speed, Rule(above=0.0, text="1 is real time, 0.5 half as fast.")),
    )
