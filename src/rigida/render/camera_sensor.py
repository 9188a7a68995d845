"""Cameras on bodies as sensors: color, depth and segmentation of the present state, from one pass of the z-buffer.

Each pixel is one sample at its middle. The inverse depth is linear over a triangle in the picture, so that depths are
those of the drawn triangles to the precision of 32-bit numbers; round shapes are drawn with flat pieces.
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.attributes import KnownAttributes
from rigida.drawing import Drawing
from rigida.errors import UsageError
from rigida.fields import instance, shown
from rigida.math.quaternion import multiply_array, rotate_array
from rigida.math.rotation import matrix_from_quaternion_array
from rigida.registry import nearest
from rigida.render.cameras.camera import View
from rigida.render.raster import FIRST_PLANE, Samples
from rigida.render.renderer import Renderer
from rigida.render.shade import Pixels
from rigida.render.style import Style
from rigida.scene.body import World
from rigida.scene.body_camera import BodyCamera
from rigida.shown import FieldTable

if TYPE_CHECKING:
    from rigida.simulation import Simulation


@dataclass(frozen=True, eq=False)
class CameraImage(FieldTable):
    """Images of a camera.

    Attributes:
        rgb: Colors (height, width, 3), sRGB, 0 to 255.
        depth: Distance along the optical axis (height, width) [m], infinite if nothing is seen.
        segmentation: Row of the body in `sim.scene.bodies` (height, width), −1 if none is seen.
    """

    rgb: Pixels
    depth: Samples
    segmentation: IntArray


class CameraSensor(KnownAttributes):
    """A camera on a body of a running simulation; `sim.camera("eye")` makes one.

    It draws the bodies that the simulation has when it is made.

    Args:
        simulation: What it looks at.
        camera: Name of a camera of the scene, or an `rg.BodyCamera`.
        width: Of the pictures [pixels].
        height: Of the pictures [pixels].
        style: Light and colors; default without shadows. Joints, springs and motors are not drawn.
    """

    def __init__(
        self, simulation: "Simulation", camera: str | BodyCamera, width: int, height: int, style: Style | None = None
    ) -> None:
        scene = simulation.scene
        if isinstance(camera, str):
            if camera not in scene.cameras:
                raise UsageError(f"The scene has no camera '{camera}'.{nearest(camera, [*scene.cameras])}")
            camera = scene.cameras[camera]
        if not isinstance(camera, BodyCamera):
            raise UsageError(f"camera must be a name or an rg.BodyCamera, got {shown(camera)}.")
        given = Style(shadows=False) if style is None else instance("camera", "style", style, Style)
        given = replace(given, width=width, height=height, samples=1, floor=False)
        self._style = replace(given, joints=False, springs=False, motors=False)
        self._simulation, self._camera = simulation, camera
        self._carrier = -1 if isinstance(camera.body, World) else simulation.model.index(camera.body.name)
        self._rows = np.array([simulation.model.index(body.name) for body in scene.bodies], dtype=np.int64)
        drawing = Drawing.of_scene(scene)
        self._planes = np.array([plane.body for plane in drawing.planes], dtype=np.int32)
        self._renderer = Renderer(drawing, self, self._style)

    def __repr__(self) -> str:
        return f"<CameraSensor: {self._style.width} × {self._style.height} pixels>"

    def view(self, time: float) -> View:
        """Return the present viewpoint, whatever the `time`."""
        camera, state = self._camera, self._simulation.state
        place, turn = np.array(camera.position), np.array(camera.orientation)
        if self._carrier >= 0:
            carrier = state.orientation[self._carrier]
            place = state.position[self._carrier] + rotate_array(carrier, place)
            turn = multiply_array(carrier, turn)
        right, up, back = matrix_from_quaternion_array(turn).T
        return View(place, right, up, -back, math.tan(0.5 * math.radians(camera.fov)))

    def pose(self) -> tuple[FloatArray, FloatArray]:
        """Return the position of the camera (3,) [m] and its axes right, up, back as columns (3, 3), world."""
        view = self.view(0.0)
        return view.eye, np.column_stack([view.right, view.up, -view.forward])

    @property
    def matrix(self) -> FloatArray:
        """Intrinsic matrix (3, 3) [pixels]: columns to the right and rows down, from the upper left corner."""
        width, height = self._style.width, self._style.height
        focal = 0.5 * height / math.tan(0.5 * math.radians(self._camera.fov))
        return np.array([[focal, 0.0, 0.5 * width], [0.0, focal, 0.5 * height], [0.0, 0.0, 1.0]])

    def read(self) -> CameraImage:
        """Return color, depth and segmentation of the present state."""
        state, renderer = self._simulation.state, self._renderer
        rgb = renderer.picture(state.position[self._rows], state.orientation[self._rows], self._simulation.time)
        inverse, seen = renderer.samples()
        with np.errstate(divide="ignore"):
            depth = np.float32(1.0) / inverse
        bodies = np.full(seen.shape, -1, dtype=np.int32)
        solid, flat = seen >= 0, seen <= FIRST_PLANE
        bodies[solid] = renderer.owners(seen[solid])
        bodies[flat] = self._planes[FIRST_PLANE - seen[flat]]
        bodies[bodies >= len(self._rows)] = -1  # pieces of aircraft
        return CameraImage(rgb, depth, bodies)
