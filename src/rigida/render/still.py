"""The picture of a simulation as it is now, also for notebooks."""

import base64
import html
import io
from typing import TYPE_CHECKING

from rigida.render.cameras.camera import AnyCamera
from rigida.render.film import Film
from rigida.render.shade import Pixels
from rigida.render.style import Style

if TYPE_CHECKING:
    from rigida.simulation import Simulation


def still(simulation: "Simulation", camera: AnyCamera | None = None, style: Style | None = None) -> Pixels:
    """Return the picture (height, width, 3) of the present state."""
    return Film(simulation.recording_of([simulation.frame()]), camera, style).picture(simulation.time)


def notebook_picture(simulation: "Simulation") -> str:
    """Return a picture of the present state as HTML, with the counts of its bodies, joints and forces."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(still(simulation, style=Style(width=720, height=405))).save(buffer, format="PNG")
    scene = simulation.scene
    caption = f"{scene.title or 'Simulation'}: {len(scene.bodies)} bodies at t = {simulation.time:g} s"
    data = base64.b64encode(buffer.getvalue()).decode()
    return f'<figure><img src="data:image/png;base64,{data}"><figcaption>{html.escape(caption)}</figcaption></figure>'
