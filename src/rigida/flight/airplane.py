"""An aircraft as a list of parts: surfaces, fuselage, engines, wheels, tank, payload (Renhe 2006, 5.2.2).

Body axes: x forward, y left, z up; the origin is wherever the designer put it, and all parts are placed from there.
Mass, center of mass and inertia follow from the parts, and so does the shape that collides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np

from rigida.arrays import FloatArray
from rigida.errors import ModelError
from rigida.fields import Quat, Rule, Vec3, check_fields
from rigida.flight.parts import Controls, Fuselage, Jet, Payload, Propeller, Tank, Wheel
from rigida.flight.surface import Surface
from rigida.geometry import Box, Compound, ConvexHull
from rigida.geometry.mass_properties import MassProperties, combined
from rigida.geometry.shape import Shape
from rigida.math.elementary import cos, sin, tan
from rigida.shown import FieldTable, counted

#: Thickness of a surface's box, as a part of its chord.
_THICKNESS = 0.1
#: Outline of a fuselage: (place along it, size there), both as parts of the whole.
_OUTLINE = ((0.0, 0.35), (0.15, 0.9), (0.3, 1.0), (0.5, 1.0), (1.0, 0.2))
_UPRIGHT: Quat = (1.0, 0.0, 0.0, 0.0)

Part = TypeVar("Part")


@dataclass(frozen=True, eq=False)
class Airplane(FieldTable):
    """A fixed-wing aircraft. The first surface is the wing: it gives the reference area and the downwash."""

    title: Annotated[str, Rule(text="Name of the aircraft.")]
    surfaces: Annotated[tuple[Surface, ...], Rule(text="Wings, tailplanes and fins; the first is the wing.")] = ()
    fuselage: Annotated[Fuselage, Rule(text="The body along x; default none.")] | None = None
    propellers: Annotated[tuple[Propeller, ...], Rule(text="Engines with propellers.")] = ()
    jets: Annotated[tuple[Jet, ...], Rule(text="Jet and rocket engines.")] = ()
    wheels: Annotated[tuple[Wheel, ...], Rule(text="Landing gear.")] = ()
    tank: Annotated[Tank, Rule(text="Fuel; default none.")] | None = None
    payload: Annotated[tuple[Payload, ...], Rule(text="Masses on board.")] = ()
    controls: Annotated[Controls, Rule(text="Deflections and rates of the control surfaces.")] = field(
        default_factory=Controls
    )
    source: Annotated[str, Rule(text="Where the data come from.")] = ""

    def __repr__(self) -> str:
        return f"<Airplane {self.title!r}: {counted(len(self.surfaces), 'surface')}>"

    def __post_init__(self) -> None:
        for name, kind in (
            ("surfaces", Surface),
            ("propellers", Propeller),
            ("jets", Jet),
            ("wheels", Wheel),
            ("payload", Payload),
        ):
            object.__setattr__(self, name, _parts(self.title, name, getattr(self, name), kind))
        check_fields(self)
        names = [side for side, _, _, _ in self.sides()]
        if len(set(names)) != len(names):
            raise ModelError(f"Airplane '{self.title}': its surfaces must have different names, got {names}.")
        if not self.mass > 0.0:
            raise ModelError(f"Airplane '{self.title}': it has no mass. Give its parts a mass [kg].")

    @staticmethod
    def load(name: str | Path) -> "Airplane":
        """Read an aircraft file, or a packaged aircraft by its name: "trainer", "glider", "model", …

        Args:
            name: Name of a packaged aircraft, or the path of a file.
        """
        from rigida.flight.aircraft_file import load_airplane

        return load_airplane(name)

    @property
    def wing(self) -> Surface:
        """The first surface."""
        if not self.surfaces:
            raise ModelError(f"Airplane '{self.title}': it has no surfaces, so it cannot fly by its wings.")
        return self.surfaces[0]

    @property
    def mass(self) -> float:
        """Mass with full tank [kg]."""
        return sum(mass for mass, _, _, _ in self._masses())

    @property
    def engine_count(self) -> int:
        """Number of propellers and jets."""
        return len(self.propellers) + len(self.jets)

    @cached_property
    def properties(self) -> MassProperties:
        """Mass, center and inertia about it with full tank, in body axes."""
        return combined(_solid(mass, shape, place, turn) for mass, shape, place, turn in self._masses())

    @cached_property
    def fuel_inertia(self) -> FloatArray:
        """Inertia (3, 3) per kilogram of fuel, about the aircraft's center of mass [m²]."""
        if self.tank is None:
            return np.zeros((3, 3))
        return _solid(1.0, Box(self.tank.size), self.tank.position, _UPRIGHT).about(self.properties.center)

    @cached_property
    def shape(self) -> Shape | None:
        """Collision shape: a tapered fuselage and a box for each side of each surface; wheels have their own forces."""
        parts: list[tuple[Shape, Vec3, Quat]] = [(box, place, turn) for _, box, place, turn in self.sides()]
        if self.fuselage is not None:
            parts.insert(0, (_hull(self.fuselage), _middle(self.fuselage), _UPRIGHT))
        return Compound(parts) if parts else None

    def sides(self) -> Iterator[tuple[str, Box, Vec3, Quat]]:
        """Yield name, box, place of its middle and orientation of each side of each surface, left before right."""
        for surface in self.surfaces:
            for suffix, sign in ((" left", 1.0), (" right", -1.0)) if surface.mirrored else (("", 1.0),):
                chord = 0.5 * (surface.root_chord + surface.tip_chord)
                half, angle = surface.half_span, sign * surface.dihedral
                x, y, z = surface.position
                along = 0.5 * half
                place = (
                    x - along * tan(surface.sweep) - 0.25 * chord,
                    y + sign * along * cos(surface.dihedral),
                    z + along * sin(surface.dihedral),
                )
                turn = (float(cos(0.5 * angle)), float(sin(0.5 * angle)), 0.0, 0.0)
                yield surface.part + suffix, Box((chord, half, _THICKNESS * chord)), tuple(map(float, place)), turn  # type: ignore[misc]

    def _masses(self) -> Iterator[tuple[float, Shape | None, Vec3, Quat]]:
        """Yield mass, shape (None: a point), position and orientation of all parts with mass."""
        masses = {surface.part: surface.mass / (2 if surface.mirrored else 1) for surface in self.surfaces}
        for side, box, place, turn in self.sides():
            mass = masses[side.removesuffix(" left").removesuffix(" right")]
            if mass > 0.0:
                yield mass, box, place, turn
        if self.fuselage is not None and self.fuselage.mass > 0.0:
            yield self.fuselage.mass, _hull(self.fuselage), _middle(self.fuselage), _UPRIGHT
        points = [(propeller.mass, propeller.position) for propeller in self.propellers]
        points += [(jet.mass, jet.position) for jet in self.jets]
        points += [(wheel.mass, wheel.position) for wheel in self.wheels]
        for mass, place in points:
            if mass > 0.0:
                yield mass, None, place, _UPRIGHT
        for load in self.payload:
            yield load.mass, Box(load.size), load.position, _UPRIGHT
        if self.tank is not None and self.tank.fuel > 0.0:
            yield self.tank.fuel, Box(self.tank.size), self.tank.position, _UPRIGHT


def _parts(title: str, name: str, value: object, kind: type[Part]) -> tuple[Part, ...]:
    parts = (value,) if isinstance(value, kind) else tuple(value)  # type: ignore[arg-type]
    for part in parts:
        if not isinstance(part, kind):
            raise ModelError(f"Airplane '{title}': {name} must be {kind.__name__} objects, got {part!r}.")
    return parts


def _solid(mass: float, shape: Shape | None, place: Vec3, turn: Quat) -> MassProperties:
    """Return the properties of a uniform part of a given mass; without a shape it is a point."""
    if shape is None:
        return MassProperties(mass, np.array(place), np.zeros((3, 3)))
    unit = shape.mass_properties(1.0)
    return unit.scaled(mass / unit.mass).placed(np.array(place), np.array(turn))


def _middle(fuselage: Fuselage) -> Vec3:
    x, y, z = fuselage.nose
    return (x - 0.5 * fuselage.length, y, z)


def _hull(fuselage: Fuselage) -> ConvexHull:
    """Return the fuselage as eight-sided sections that taper to nose and tail, about the middle of its length."""
    corners = np.radians(22.5 + 45.0 * np.arange(8))
    points = [
        (
            (0.5 - place) * fuselage.length,
            0.5 * size * fuselage.width * cos(corner),
            0.5 * size * fuselage.height * sin(corner),
        )
        for place, size in _OUTLINE
        for corner in corners
    ]
    return ConvexHull(np.array(points))
