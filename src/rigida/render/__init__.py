"""Pictures and videos of a recording, drawn without GPU, display or system libraries."""

from rigida.render.cameras.camera import Camera, CameraPath, orbit
from rigida.render.film import Film
from rigida.render.renderer import Renderer
from rigida.render.strokes import Strokes
from rigida.render.style import Style

__all__ = ["Camera", "CameraPath", "Film", "Renderer", "Strokes", "Style", "orbit"]
