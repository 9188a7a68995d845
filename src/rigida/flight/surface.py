"""Lifting surfaces: wings, tailplanes and fins, with the ailerons, elevators, rudders and flaps that hinge on them.

A surface runs from its root outwards, straight and tapered; `mirrored` adds its image on the other side of the plane of
symmetry. Aerodynamically it is cut into strips, each with its own place, chord line and air speed (`strips`).
Renhe 2006, 5.2.1 and 5.2.2.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Literal

from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, check_fields, label, listed
from rigida.flight.air.airfoil import Airfoil
from rigida.shown import FieldTable

Hinged = Literal["elevator", "aileron", "rudder", "flap"]
HINGED: tuple[Hinged, ...] = ("elevator", "aileron", "rudder", "flap")


@dataclass(frozen=True)
class Hinge(FieldTable):
    """A part of the trailing edge that turns: an elevator, aileron, rudder or flap.

    Which way it turns follows from where it sits: a positive pitch command lifts the nose, whether the elevator is on a
    tail or on a canard, roll lowers the right wing, yaw turns the nose right, flaps go down.
    """

    control: Annotated[Hinged, Rule(text="The command that moves it.")]
    chord: Annotated[float, Rule(above=0.0, at_most=1.0, text="Part of the local chord that turns.")] = 0.25
    start: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Inner end, as a part of the half span.")] = 0.0
    end: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="Outer end, as a part of the half span.")] = 1.0
    slotted: Annotated[bool, Rule(text="A slot lets air through: more lift, less drag, later stall.")] = False

    def __post_init__(self) -> None:
        check_fields(self)
        if self.start >= self.end:
            raise ModelError(f"Hinge '{self.control}': start must be below end, got {self.start:g} and {self.end:g}.")


@dataclass(frozen=True, eq=False)
class Surface(FieldTable):
    """A wing, tailplane or fin. Body axes: x forward, y left, z up."""

    part: Annotated[str, Rule(text="Name of the part.")]
    position: Annotated[Vec3, Rule("m", text="Quarter-chord point of the root.")]
    span: Annotated[float, Rule("m", above=0.0, text="Tip to tip if mirrored, else root to tip.")]
    root_chord: Annotated[float, Rule("m", above=0.0, text="Chord at the root.")]
    tip_chord: Annotated[float, Rule("m", above=0.0, text="Chord at the tip.")]
    airfoil: Annotated[Airfoil, Rule(text="Section of the surface.")] = field(default_factory=Airfoil)
    sweep: Annotated[float, Rule("rad", at_least=-1.2, at_most=1.2, text="Of the quarter-chord line.")] = 0.0
    dihedral: Annotated[float, Rule("rad", at_least=-1.6, at_most=1.6, text="90° makes a fin.")] = 0.0
    incidence: Annotated[float, Rule("rad", at_least=-0.5, at_most=0.5, text="Of the root, nose up.")] = 0.0
    twist: Annotated[float, Rule("rad", at_least=-0.5, at_most=0.5, text="Of the tip against the root.")] = 0.0
    mirrored: Annotated[bool, Rule(text="A second half on the other side of the plane y = 0.")] = True
    oswald: Annotated[float, Rule(above=0.0, at_most=1.2, text="Span efficiency e.")] = 0.85
    downwash: Annotated[float, Rule(at_least=0.0, at_most=1.5, text="Part of the first surface's downwash met.")] = 0.0
    hinges: Annotated[tuple[Hinge, ...], Rule(text="Control surfaces on the trailing edge.")] = ()
    strips: Annotated[int, Rule(at_least=1, at_most=200, text="Per side.")] = 8
    mass: Annotated[float, Rule("kg", at_least=0.0, text="Mass of the part.")] = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "hinges", listed(label(self), "hinges", self.hinges))
        check_fields(self)

    @property
    def area(self) -> float:
        """Area of all sides [m²]."""
        return 0.5 * (self.root_chord + self.tip_chord) * self.span

    @property
    def aspect_ratio(self) -> float:
        """Aspect ratio b²/S; that of a fin is increased by the fuselage (Hoerner and Borst 1975, 13: 1.55)."""
        ratio = self.span * self.span / self.area
        return ratio if self.mirrored else 1.55 * ratio

    @property
    def mean_chord(self) -> float:
        """Mean aerodynamic chord [m]."""
        r, t = self.root_chord, self.tip_chord
        return 2.0 / 3.0 * (r * r + r * t + t * t) / (r + t)

    @property
    def induced(self) -> float:
        """1/(π e AR): downwash angle per lift coefficient at the surface, drag per its square."""
        return 1.0 / (math.pi * self.oswald * self.aspect_ratio)

    @property
    def half_span(self) -> float:
        """Length from root to tip [m]."""
        return 0.5 * self.span if self.mirrored else self.span
