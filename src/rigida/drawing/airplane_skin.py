"""The skin of an aircraft: wings lofted from their own sections, the parts that hinge cut out, and a rounded fuselage.

A section has the camber line of a NACA four-digit profile, of the height at which thin-airfoil theory gives its own
angle of zero lift (1.04° per per cent of camber at 0.4 of the chord), and that family's thickness
(Abbott and von Doenhoff 1959, 6.4).
"""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from rigida.arrays import FloatArray, IntArray
from rigida.drawing.geometry import Geometry
from rigida.drawing.unit_meshes import lofted
from rigida.flight.airplane import Airplane
from rigida.flight.parts import Fuselage
from rigida.flight.surface import Hinge, Surface

#: Thickness of cambered sections, and of symmetric ones, as a part of the chord.
_THICK, _THIN = 0.13, 0.09
#: Zero-lift angle per camber [rad], and where the camber is greatest.
_PER_CAMBER, _HIGHEST = -math.radians(104.0), 0.4
_POINTS = 13
#: Fuselage: place along it, width and height there as parts of the whole, and how far its middle is raised.
_OUTLINE = (
    *((0.0, 0.05, 0.05, -0.05), (0.015, 0.3, 0.28, -0.05), (0.06, 0.55, 0.5, -0.06), (0.14, 0.8, 0.72, -0.07)),
    *((0.24, 0.97, 0.93, -0.02), (0.36, 1.0, 1.0, 0.0), (0.48, 0.92, 0.9, 0.0), (0.62, 0.66, 0.64, 0.05)),
    *((0.8, 0.36, 0.38, 0.12), (0.95, 0.16, 0.24, 0.17), (1.0, 0.04, 0.1, 0.18)),
)
_AROUND = 20
Side = tuple[str, float]


def airplane_skin(plane: Airplane) -> Geometry | None:
    """Return the surface of everything that does not move on an aircraft, in its body frame; None if there is none."""
    parts = [part for surface in plane.surfaces for part in _fixed_parts(surface)]
    if plane.fuselage is not None:
        parts.append(_fuselage(plane.fuselage))
    if not parts:
        return None
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in parts)])
    triangles = [faces + start for (_, faces), start in zip(parts, starts, strict=False)]
    return Geometry(np.concatenate([v for v, _ in parts]), np.concatenate(triangles).astype(np.int32))


def sides(surface: Surface) -> tuple[Side, ...]:
    """Return name endings and signs of y of a surface's sides."""
    return ((" left", 1.0), (" right", -1.0)) if surface.mirrored else (("", 1.0),)


def hinged_part(surface: Surface, sign: float, hinge: Hinge) -> tuple[FloatArray, FloatArray, FloatArray, IntArray]:
    """Return both ends (3,) of a hinge line and the surface that turns on it, in the body frame."""
    front = 1.0 - hinge.chord
    ends = [_at(surface, sign, s, np.array([[front, 0.0]]))[0] for s in (hinge.start, hinge.end)]
    rings = [_ring(surface, sign, s, front, 1.0) for s in (hinge.start + 0.006, hinge.end - 0.006)]
    return (*ends, *_outward(*lofted(np.array(rings))))


def _fixed_parts(surface: Surface) -> Iterator[tuple[FloatArray, IntArray]]:
    """Yield the pieces of span of a surface, each cut off where a hinge begins."""
    cuts = sorted({0.0, 1.0, *(hinge.start for hinge in surface.hinges), *(hinge.end for hinge in surface.hinges)})
    for _, sign in sides(surface):
        for start, end in itertools.pairwise(cuts):
            middle = 0.5 * (start + end)
            back = min((1.0 - h.chord for h in surface.hinges if h.start < middle < h.end), default=1.0)
            rings = [_ring(surface, sign, s, 0.0, back) for s in np.linspace(start, end, 3)]
            if end == 1.0:  # a rounded tip
                rings += [_ring(surface, sign, 1.0 + 0.012, 0.03, back - 0.01, 0.6)]
            yield _outward(*lofted(np.array(rings)))


def _ring(surface: Surface, sign: float, s: float, front: float, back: float, flat: float = 1.0) -> FloatArray:
    """Return the outline (k, 3) of a section between two parts of its chord, at part s of the half span."""
    x = front + (back - front) * 0.5 * (1.0 - np.cos(np.linspace(0.0, math.pi, _POINTS)))
    camber = max(min(surface.airfoil.zero_lift_angle / _PER_CAMBER, 0.06), -0.06)
    thick = flat * (_THICK if abs(camber) > 0.005 else _THIN)
    half = 5.0 * thick * (0.2969 * np.sqrt(x) - 0.126 * x - 0.3516 * x**2 + 0.2843 * x**3 - 0.1036 * x**4)
    half = np.maximum(half, 0.002)
    p = _HIGHEST
    line = camber * np.where(x < p, (2 * p * x - x * x) / p**2, (1 - 2 * p + 2 * p * x - x * x) / (1 - p) ** 2)
    upper, lower = np.stack([x, line + half], axis=1), np.stack([x, line - half], axis=1)
    return _at(surface, sign, s, np.concatenate([upper[::-1], lower[1:]]))


def _at(surface: Surface, sign: float, s: float, points: FloatArray) -> FloatArray:
    """Return points (k, 2) of a section (parts of its chord, back and up) at part s of the half span, body frame."""
    chord = surface.root_chord + (surface.tip_chord - surface.root_chord) * s
    out, tilt = s * surface.half_span, surface.incidence + surface.twist * s
    x, y, z = surface.position
    quarter = np.array(
        [
            x - out * math.tan(surface.sweep),
            y + sign * out * math.cos(surface.dihedral),
            z + out * math.sin(surface.dihedral),
        ]
    )
    up = np.array([0.0, -sign * math.sin(surface.dihedral), math.cos(surface.dihedral)])
    ahead = math.cos(tilt) * np.eye(3)[0] + math.sin(tilt) * up
    above = -math.sin(tilt) * np.eye(3)[0] + math.cos(tilt) * up
    return np.asarray(quarter + chord * ((0.25 - points[:, :1]) * ahead + points[:, 1:] * above))


def _fuselage(fuselage: Fuselage) -> tuple[FloatArray, IntArray]:
    angle = 2.0 * math.pi * np.arange(_AROUND) / _AROUND
    # A rounded box: between an ellipse and its frame.
    across, along = (np.sign(f) * np.abs(f) ** 0.8 for f in (np.cos(angle), np.sin(angle)))
    x, y, z = fuselage.nose
    rings = [
        np.stack(
            [
                np.full(_AROUND, x - place * fuselage.length),
                y + 0.5 * wide * fuselage.width * across,
                z + fuselage.height * (rise + 0.5 * high * along),
            ],
            axis=1,
        )
        for place, wide, high, rise in _OUTLINE
    ]
    return _outward(*lofted(np.array(rings)))


def _outward(vertices: FloatArray, triangles: IntArray) -> tuple[FloatArray, IntArray]:
    """Return a closed surface with its triangles facing outwards: its volume is positive."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    volume = float(np.sum(a * np.cross(b, c)))
    return vertices, triangles if volume > 0.0 else triangles[:, ::-1].copy()
