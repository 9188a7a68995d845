"""Camera and light of pictures for animation files, so that other tools show the same view."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.arrays import FloatArray
from rigida.drawing import Drawing
from rigida.drawing.appearance import APPEARANCE, Appearance
from rigida.drawing.palette import light
from rigida.math.rotation import quaternion_from_matrix_array
from rigida.recording import Recording
from rigida.render.cameras.auto_camera import automatic_camera
from rigida.render.ground_pattern import pattern_cell, sight_distance
from rigida.render.lamps import sunward

#: Width over height of the pictures that the camera frames; the default of videos and of Blender.
ASPECT = 16.0 / 9.0


@dataclass(frozen=True, eq=False)
class Viewpoint:
    """The camera of a recording's pictures, and the direction to the sun.

    Args:
        position: Of the eye at every frame (f, 3) [m].
        orientation: At every frame (f, 4); the camera looks along its −z axis, its y axis is up in the picture.
        tangent: Of half the vertical field of view.
        distance: From the eye to the furthest body at any frame [m].
        sight: From the eye to what is seen at the start [m].
        sun: Unit vector to the sun (3,).
        cell: Width of the fields of grounds [m].
        look: Sky and sun.
    """

    position: FloatArray
    orientation: FloatArray
    tangent: float
    distance: float
    sight: float
    sun: FloatArray
    cell: float
    look: Appearance = APPEARANCE

    @property
    def clipping(self) -> tuple[float, float]:
        """Clipping distances [m]; the floor extends far beyond the bodies."""
        return 1e-3 * self.distance, 1e2 * self.distance

    @property
    def extent(self) -> float:
        """Extent of the drawn ground [m], up to the horizon."""
        return 0.7 * self.clipping[1]

    @property
    def moving(self) -> bool:
        """Whether the camera moves."""
        return bool(np.ptp(self.position, axis=0).any() or np.ptp(self.orientation, axis=0).any())

    @staticmethod
    def of_recording(drawing: Drawing, recording: Recording, times: FloatArray | None = None) -> "Viewpoint":
        """Return the camera with which pictures of a recording without gaps are taken unless another one is given.

        Its frames are at `times` [s], by default those of the recording.
        """
        camera, start = automatic_camera(drawing, recording, ASPECT), float(recording.times[0])
        views = [camera.view(float(time)) for time in (recording.times if times is None else times)]
        axes = [np.column_stack([view.right, view.up, -view.forward]) for view in views]
        sun = sunward(views[0], np.array(drawing.up))
        eye = np.array([view.eye for view in views])
        seen_from = np.array([camera.view(float(time)).eye for time in recording.times])
        away = np.linalg.norm(recording.position - seen_from[:, None], axis=2) + drawing.radii
        return Viewpoint(
            position=eye,
            orientation=quaternion_from_matrix_array(np.array(axes)),
            tangent=views[0].tangent,
            distance=float(np.max(away, initial=1.0)),
            sight=sight_distance(drawing, camera, start, recording.position),
            sun=sun / np.linalg.norm(sun),
            cell=pattern_cell(drawing, camera, start, recording.position, recording.orientation),
            look=drawing.appearance,
        )

    def light(self) -> dict[str, Any]:
        """Return sun and sky as plain numbers: lights are parts of full white, colors amounts of light."""
        look = self.look
        return {
            "sun": self.sun.tolist(),
            "sunlight": look.sunlight,
            "sun_color": list(look.sun_color),
            "skylight": look.skylight,
            "sky_color": list(look.sky_color),
            "sky_top": list(light(look.sky_top)),
            "sky_horizon": list(light(look.sky_horizon)),
        }
