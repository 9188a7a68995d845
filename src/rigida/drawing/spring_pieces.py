"""Springs as they are drawn: coils that stretch between the points they pull at."""

from collections.abc import Iterator

import numpy as np

from rigida.drawing.anchorage import Anchorage
from rigida.drawing.pieces import Piece
from rigida.drawing.unit_meshes import coil
from rigida.fields import Vec3
from rigida.forces import Spring

_COLOR = "#8f98a3"
#: Radius of a coil as a part of its length, and at most of the half thickness of what it holds.
_RADIUS, _ACROSS = 0.07, 0.6
#: Wire of a coil as a part of its radius; turns per radius of length.
_WIRE, _PITCH = 0.17, 1.1


def spring_pieces(spring: Spring, places: Anchorage) -> Iterator[Piece]:
    """Yield the coil of a spring."""
    end_a = spring.anchor_a or places.origin(spring.a)
    end_b = spring.anchor_b or places.origin(spring.b)
    now = float(np.linalg.norm(np.subtract(end_a, end_b)))
    length = max(spring.rest_length if spring.rest_length is not None else now, 0.25 * now, 1e-6)
    thick = min(places.half_thickness(spring.a), places.half_thickness(spring.b))
    radius = min(_RADIUS * length, _ACROSS * thick)
    reached = (places.row(spring.a), places.point(spring.a, end_a))
    yield coil_piece(
        f"{spring.name}.coil", places.row(spring.b), places.point(spring.b, end_b), reached, length, radius
    )


def coil_piece(name: str, row: int, start: Vec3, end: tuple[int, Vec3], length: float, radius: float) -> Piece:
    """Return a coil from a point of a body to a point of another, with a round wire at the given length [m]."""
    turns = int(np.clip(round(length / (_PITCH * radius)), 4, 16))
    # Rounded, so that springs of one size share a surface.
    surface = coil(turns, float(f"{radius:.4g}"), float(f"{_WIRE * radius:.4g}"), float(f"{length:.4g}"))
    return Piece(name, "springs", surface, _COLOR, row, start, finish="metal", reaches=end)
