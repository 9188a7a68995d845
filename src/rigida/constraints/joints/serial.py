"""Slides and hinges one behind the other between two bodies, each with its own limits, spring and motor."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Literal

import numpy as np

from rigida.arrays import FloatArray
from rigida.constraints.joints.actuation import Actuation
from rigida.constraints.joints.anchored import AXIS, AnchoredJoint
from rigida.constraints.joints.link import Link, perpendicular
from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, check_fields, label, unit_vector
from rigida.math.dense import null_space
from rigida.scene.force import BodyPlaces
from rigida.scene.joint import FREE_TURN, JOINTS, Carried, Coordinate, JointRows, PartRow, Slot, free_turn

#: How perpendicular axes must be to count as such.
PERPENDICULAR = 1e-9


@dataclass(frozen=True, eq=False)
class SerialAxis(Actuation):
    """One slide or hinge of a serial joint."""

    moves: Annotated[
        Literal["hinge", "slide", "ball"], Rule(text="Whether a turns about the axis, goes along it, or turns freely.")
    ]
    axis: Annotated[Vec3, AXIS] = (0.0, 0.0, 1.0)
    coordinate: (
        Annotated[str, Rule(text="Name by which the coordinate is found; default that of the joint.")] | None
    ) = None

    def __post_init__(self) -> None:
        check_fields(self)
        self.check_actuation(f"{label(self)} '{self.coordinate or ''}'")

    @property
    def unit_axis(self) -> FloatArray:
        """The axis (3,) of length 1."""
        return np.array(unit_vector(self.axis))


@JOINTS.register
@dataclass(frozen=True, eq=False)
class Serial(AnchoredJoint):
    """Sliders along directions of b, followed by hinges through the anchor (or a ball there); the last one moves a.

    Slides must be perpendicular to each other, and each hinge to the one before it, as described. The coordinates are
    those of the axes in their order; a ball has none that can be measured.
    """

    steps: Annotated[tuple[SerialAxis, ...], Rule(text="The slides, then the hinges.")] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        who = label(self)
        slides, hinges = self._axes("slide"), self._axes("hinge")
        balls = len(self._axes("ball"))
        if not self.steps or len(slides) > 3 or len(hinges) > 3 or balls > 1 or (balls and hinges):
            raise ModelError(f"{who}: steps must be up to three slides, then up to three hinges or a ball.")
        if [step.moves for step in self.steps] != ["slide"] * len(slides) + ["hinge"] * len(hinges) + ["ball"] * balls:
            raise ModelError(f"{who}: the slides must stand before the hinges. Change their order.")
        pairs = [(a, b) for i, a in enumerate(slides) for b in slides[:i]] + list(pairwise(hinges))
        if any(abs(a @ b) > PERPENDICULAR for a, b in pairs):
            raise ModelError(f"{who}: its axes must be perpendicular. Put a body in between.")

    def _axes(self, moves: str) -> list[FloatArray]:
        return [step.unit_axis for step in self.steps if step.moves == moves]

    @property
    def removes(self) -> tuple[int, int]:  # type: ignore[override]
        """Numbers of translations and rotations that the joint removes."""
        return 3 - len(self._axes("slide")), 0 if self._axes("ball") else 3 - len(self._axes("hinge"))

    def rows(self, places: BodyPlaces) -> JointRows:
        at = self.anchor or places.origin(self.a)
        link = Link(places, self.a, self.b, at, self.anchor_b or at)
        return link.rows(self._locks(link), self._coordinates(link))

    def _locks(self, link: Link) -> list[PartRow]:
        """Return the parts that lock the remaining freedoms."""
        slides, hinges = self._axes("slide"), self._axes("hinge")
        locked: list[FloatArray] = list(null_space(np.array(slides), PERPENDICULAR).T) if slides else []
        shifts = ([link.slide(*locked)] if len(locked) else []) if slides else [link.point()]
        if self.removes[1] == 0:
            return shifts
        if len(hinges) == 2:
            return [*shifts, link.directions((hinges[1], hinges[0]))]
        axis = _vec3(hinges[0]) if hinges else (0.0, 0.0, 1.0)
        return shifts + link.rotations(3 - len(hinges), axis, None)

    def _coordinates(self, link: Link) -> list[Coordinate]:
        slides = [step for step in self.steps if step.moves == "slide"]
        hinges = [step for step in self.steps if step.moves == "hinge"]
        parts = [(link.slide(step.unit_axis, zero_at=step.reference), "m") for step in slides]
        if len(hinges) == 1:
            parts.append((link.twist(_vec3(hinges[0].unit_axis), hinges[0].reference), "rad"))
        elif hinges:
            turns = link.cardan([step.unit_axis for step in hinges], [step.reference for step in hinges])
            parts += [(turn, "rad") for turn in turns]
        made = [step.acting_on(*part) for step, part in zip([*slides, *hinges], parts, strict=True)]
        # Dry friction stands behind all coordinates of the joint's own.
        return [own for own, *_ in made] + [dry for _, *rest in made for dry in rest]

    def coordinate_names(self) -> list[str]:
        return [step.coordinate or str(self.name) for step in self.steps]

    def renamed(self, change: Callable[[str], str]) -> "Serial":
        steps = tuple(replace(step, coordinate=step.coordinate and change(step.coordinate)) for step in self.steps)
        return replace(self, name=change(str(self.name)), steps=steps)

    def slots(self) -> list[Slot]:
        return [FREE_TURN if step.moves == "ball" else step.slot() for step in self.steps]

    def carried(self, values: FloatArray, rates: FloatArray) -> Carried:
        point = np.array(self.anchor or self.a.position)
        total = Carried.none()
        # Each axis is described where the ones before it are at their references, so their changes are taken in turn.
        for i, step in enumerate(self.steps):
            if step.moves == "ball":
                return total @ free_turn(self.a, point, values[i:], rates[i:])
            change, rate = float(values[i]) - step.reference, float(rates[i])
            if step.moves == "slide":
                total = total @ Carried.sliding(step.unit_axis, change, rate)
            else:
                total = total @ Carried.turning(step.unit_axis, change, rate, point)
        return total


def _vec3(values: FloatArray) -> Vec3:
    first = perpendicular(tuple(values.tolist()))[0]
    x, y, z = first.tolist()
    return x, y, z
