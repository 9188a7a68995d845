"""Couplings of joint coordinates: fingers that close together, a gear train, a cable over several joints.

    lower ≤ Σ gear · q − p(x) ≤ upper,     x = Σ leader_gear · q,     p(x) = p0 + p1 x + p2 x² + …

With both bounds zero, as they are by default, the joints follow their leaders exactly. Without leaders x is zero: then
the bounds are those of a length that several joints make together.
"""

from dataclasses import dataclass, field
from typing import Annotated

from rigida.errors import ModelError
from rigida.fields import Rule, check_fields, label, vector

#: Coefficients that a polynomial has at most.
MOST_COEFFICIENTS = 5


@dataclass(frozen=True, eq=False)
class Coupling:
    """An equation, or a range, between coordinates of joints."""

    joints: Annotated[tuple[str, ...], Rule(text="Joints (or coordinates of a serial one) that follow.")]
    leaders: Annotated[tuple[str, ...], Rule(text="Joints that they follow.")] = ()
    polynomial: Annotated[tuple[float, ...], Rule(text="Up to five coefficients, the constant first.")] = (0.0, 1.0)
    gear: Annotated[tuple[float, ...], Rule(text="One factor per joint; default 1 each.")] = ()
    leader_gear: Annotated[tuple[float, ...], Rule(text="One factor per leader; default 1 each.")] = ()
    bounds: Annotated[tuple[float, float], Rule("rad or m", text="Of what follows less what it follows.")] = (0.0, 0.0)
    name: Annotated[str, Rule(text="Unique name; default made from the kind.")] | None = field(
        default=None, kw_only=True
    )

    def __post_init__(self) -> None:
        check_fields(self)
        who = label(self)
        for names, gears in (("joints", "gear"), ("leaders", "leader_gear")):
            count = len(getattr(self, names))
            factors = getattr(self, gears) or (1.0,) * count
            if len(factors) != count:
                raise ModelError(f"{who}: {names} and {gears} must be of one length, got {count} and {len(factors)}.")
            object.__setattr__(self, gears, factors)
        if not self.joints:
            raise ModelError(f"{who}: joints must name at least one joint, got none.")
        if not 1 <= len(self.polynomial) <= MOST_COEFFICIENTS:
            raise ModelError(
                f"{who}: polynomial must have 1 to {MOST_COEFFICIENTS} coefficients, got {len(self.polynomial)}."
            )
        lower, upper = vector(who, "bounds", self.bounds, size=2)
        if lower > upper:
            raise ModelError(f"{who}: bounds must rise, got {lower:g} and {upper:g}. Swap them.")
        object.__setattr__(self, "bounds", (lower, upper))

    def terms(self) -> list[tuple[str, float]]:
        """Return all names with their gears, those that follow first."""
        return [
            *zip(self.joints, self.gear, strict=True),
            *zip(self.leaders, self.leader_gear, strict=True),
        ]
