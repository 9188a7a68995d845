"""What pictures, viewers and animation files share: surfaces and colours of the bodies, and their poses over time."""

from rigida.drawing.drawing import Drawing, Plane
from rigida.drawing.geometry import Geometry
from rigida.drawing.motion import poses_at

__all__ = ["Drawing", "Geometry", "Plane", "poses_at"]
