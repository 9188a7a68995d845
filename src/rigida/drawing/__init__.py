"""Shared by pictures, viewers and animation files: surfaces and colors of the bodies, and their poses over time."""

from rigida.drawing.arrows import force_arrows
from rigida.drawing.drawing import Drawing, Plane
from rigida.drawing.geometry import Geometry
from rigida.drawing.motion import channels_at, poses_at
from rigida.drawing.pieces import Piece, PiecePoses, Pieces

__all__ = ["Drawing", "Geometry", "Piece", "PiecePoses", "Pieces", "Plane", "channels_at", "force_arrows", "poses_at"]
