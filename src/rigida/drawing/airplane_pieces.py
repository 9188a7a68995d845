"""Parts of an aircraft that move or shine: control surfaces, propellers, wheels with their struts, the canopy."""

import math
from collections.abc import Iterator

import numpy as np

from rigida.drawing.airplane_skin import hinged_part, sides
from rigida.drawing.anchorage import facing, quat
from rigida.drawing.geometry import Geometry
from rigida.drawing.pieces import Piece, Turn
from rigida.drawing.unit_meshes import ball, lofted, rod, tire, turned
from rigida.fields import Quat, Vec3, vec3
from rigida.flight.airplane import Airplane
from rigida.flight.parts import Propeller, Wheel
from rigida.flight.surface import Hinge, Surface
from rigida.math.quaternion import conjugate_array, rotate_array

_MOVING, _TIRE, _STRUT, _BLADE, _SPINNER, _GLASS = "#f1f0ea", "#2b2d31", "#b9c0c8", "#33373d", "#d8dce0", "#31475c"
#: How fast a propeller is shown to turn [rad/s]: real ones turn too fast for any film.
_SHOWN_SPEED = 23.0
#: Of a blade: place, chord (both as parts of the radius) and twist [rad].
_BLADE_SECTIONS = ((0.06, 0.07, 1.0), (0.25, 0.13, 0.75), (0.6, 0.14, 0.42), (0.9, 0.1, 0.3), (1.0, 0.04, 0.28))
_UPRIGHT: Quat = (1.0, 0.0, 0.0, 0.0)


def airplane_pieces(plane: Airplane, name: str, row: int) -> Iterator[Piece]:
    """Yield the pieces drawn of an aircraft besides its skin; `row` is that of its body."""
    for surface in plane.surfaces:
        for side, sign in sides(surface):
            for k, hinge in enumerate(surface.hinges):
                yield _control(
                    plane, surface, f"{name}.{surface.part}{side}.{hinge.control}{k}", name, row, sign, hinge
                )
    for k, propeller in enumerate(plane.propellers):
        yield from _propeller(propeller, f"{name}.propeller{k + 1}", name, row)
    for wheel in plane.wheels:
        yield from _wheel(plane, wheel, f"{name}.{wheel.part}", row)
    if plane.fuselage is not None and plane.propellers:
        yield _canopy(plane, name, row)


def _control(plane: Airplane, surface: Surface, name: str, owner: str, row: int, sign: float, hinge: Hinge) -> Piece:
    """A part of a trailing edge on its hinge; z runs outwards along the hinge line."""
    start, end, vertices, triangles = hinged_part(surface, sign, hinge)
    turn = facing(end - start)
    geometry = Geometry(rotate_array(conjugate_array(turn), vertices - start), triangles)
    # About y, left, a positive turn lifts the trailing edge; about −y it lowers it; about z, up, it goes right.
    ahead = surface.position[0] > plane.properties.center[0] + 0.5 * plane.wing.root_chord
    gain = {"elevator": -sign if ahead else sign, "aileron": -1.0, "rudder": 1.0, "flap": -sign * plane.controls.flap}
    channel = "flaps" if hinge.control == "flap" else hinge.control
    moved = Turn(gain[hinge.control], f"{owner}.{channel}")
    return Piece(name, "aircraft", geometry, _MOVING, row, vec3(start), quat(turn), turn=moved)


def _propeller(propeller: Propeller, name: str, owner: str, row: int) -> Iterator[Piece]:
    """Two twisted blades and a spinner; they turn while the throttle is open."""
    turn, radius = quat(facing(np.array(propeller.direction))), 0.5 * propeller.diameter
    spin = Turn(_SHOWN_SPEED, only_if=f"{owner}.throttle")
    for k, start in enumerate((0.0, math.pi)):
        yield Piece(
            f"{name}.blade{k + 1}",
            "aircraft",
            _blade(radius, start),
            _BLADE,
            row,
            propeller.position,
            turn,
            finish="metal",
            turn=spin,
        )
    size = 0.15 * radius
    cone = turned((0.0, 1.0, 0.92, 0.66, 0.3, 0.0), (-0.4, -0.4, 0.3, 1.0, 1.45, 1.6))
    yield Piece(
        f"{name}.spinner", "aircraft", cone, _SPINNER, row, propeller.position, turn, (size, size, size), "metal"
    )


def _blade(radius: float, start: float) -> Geometry:
    """A blade across z, from the hub outwards at an angle `start` about z, twisted and tapered."""
    rings = []
    for s, chord, twist in (
        (0.06, 0.07, 1.0),
        (0.25, 0.13, 0.75),
        (0.6, 0.14, 0.42),
        (0.9, 0.1, 0.3),
        (1.0, 0.04, 0.28),
    ):
        angle = 2.0 * math.pi * np.arange(10) / 10
        wide, deep = 0.5 * chord * np.cos(angle), 0.11 * chord * np.sin(angle)
        y, z = wide * math.cos(twist) - deep * math.sin(twist), wide * math.sin(twist) + deep * math.cos(twist)
        rings.append(np.stack([np.full(10, s), y, z], axis=1))
    vertices, triangles = lofted(radius * np.array(rings))
    q = np.array([math.cos(0.5 * start), 0.0, 0.0, math.sin(0.5 * start)])
    return Geometry(rotate_array(q, vertices), triangles)


def _wheel(plane: Airplane, wheel: Wheel, name: str, row: int) -> Iterator[Piece]:
    """A tire about y, and its strut up to the fuselage."""
    across, size = quat(facing(np.array([0.0, 1.0, 0.0]))), (wheel.radius,) * 3
    yield Piece(f"{name}.tire", "aircraft", tire(0.5), _TIRE, row, wheel.position, across, size, "rubber")
    if plane.fuselage is None:
        return
    thin, top = 0.16 * wheel.radius, _on_fuselage(plane, wheel.position)
    size, end = (thin, thin, 1.0), (row, top)
    yield Piece(f"{name}.strut", "aircraft", rod(), _STRUT, row, wheel.position, _UPRIGHT, size, "metal", end)


def _on_fuselage(plane: Airplane, place: Vec3) -> Vec3:
    """Return a point low inside the fuselage, beside a place."""
    fuselage = plane.fuselage
    assert fuselage is not None
    x, y, z = fuselage.nose
    aside = float(np.clip(place[1] - y, -0.3 * fuselage.width, 0.3 * fuselage.width))
    back = float(np.clip(place[0], x - 0.95 * fuselage.length, x - 0.06 * fuselage.length))
    return (back, y + aside, z - 0.25 * fuselage.height * (1.0 if back > x - 0.6 * fuselage.length else -0.2))


def _canopy(plane: Airplane, name: str, row: int) -> Piece:
    fuselage = plane.fuselage
    assert fuselage is not None
    x, y, z = fuselage.nose
    at = (x - 0.33 * fuselage.length, y, z + 0.3 * fuselage.height)
    size = (0.14 * fuselage.length, 0.42 * fuselage.width, 0.36 * fuselage.height)
    return Piece(f"{name}.canopy", "aircraft", ball(), _GLASS, row, at, scale=size, finish="glass")
