"""Kinds of constraint part: their numbers in part tables, and the properties of each kind.

A part is a function that fills its errors C, Jacobian J and acceleration term; its file derives them. It is entered
here, or from anywhere by `part_kind` (`rigida.jit.choice`).
"""

from collections.abc import Callable
from dataclasses import dataclass

from rigida.constraints.parts.cardan import cardan_rows
from rigida.constraints.parts.directions import direction_rows
from rigida.constraints.parts.distance import distance_rows
from rigida.constraints.parts.given import given_rows
from rigida.constraints.parts.point import point_rows
from rigida.constraints.parts.slide import slide_rows
from rigida.constraints.parts.twist import twist_rows
from rigida.constraints.parts.wrap import wrap_rows
from rigida.jit.choice import Choice, late, written


@dataclass(frozen=True)
class PartKind:
    """Properties of a kind besides its function.

    unit: Of C, "m" or "rad". arms: Whether its force pulls at points l_a and l_b of the two bodies, which then are the
    first six of its numbers; a taut joint makes bodies swing about them.
    """

    unit: str
    arms: bool


_ROWS = Choice(__file__, "p, parts, frames, jacobian")
KINDS: list[PartKind] = []


def part_kind(rows: Callable[..., None], *, unit: str, arms: bool) -> int:
    """Enter a kind of part and return its number; see `PartKind`.

    Args:
        rows: `rows(p, parts, frames, jacobian)` fills parts.error[p], jacobian[p] and parts.bias[p], the 1–3 equations
            of part p, such that C̈ = J u̇ + bias; see `arrays.Parts` and `arrays.Frames`. parts.target[p].value is what
            C of the first equation is to be; C is given without it.
    """
    KINDS.append(PartKind(unit, arms))
    return _ROWS.enter(rows)


def unit_of(code: int) -> str:
    """Return the unit of a part's equations."""
    return KINDS[code].unit


def _ask_arms() -> Callable[..., bool]:
    """Return the function that returns whether a kind has moment arms."""
    with_arms = " or ".join(f"kind == {n}" for n, kind in enumerate(KINDS) if kind.arms)
    return written(f"def has_arms(kind):\n    return {with_arms}\n", {})


part_rows = _ROWS.function()
has_arms = late(_ask_arms)

POINT = part_kind(point_rows, unit="m", arms=True)
DIRECTIONS = part_kind(direction_rows, unit="rad", arms=False)
SLIDE = part_kind(slide_rows, unit="m", arms=True)
DISTANCE = part_kind(distance_rows, unit="m", arms=True)
TWIST = part_kind(twist_rows, unit="rad", arms=False)
CARDAN = part_kind(cardan_rows, unit="rad", arms=False)
GIVEN = part_kind(given_rows, unit="m", arms=False)
WRAP = part_kind(wrap_rows, unit="m", arms=False)
