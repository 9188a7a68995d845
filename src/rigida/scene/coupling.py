"""Couplings of joint coordinates: fingers that close together, a gear train, a cable over several joints.

    lower ≤ Σ gear · q − p(x) ≤ upper,     x = Σ leader_gear · q,     p(x) = p0 + p1 x + p2 x² + …

With both bounds zero, as they are by default, the joints follow their leaders exactly. Without leaders x is zero: then
the bounds are those of a length that several joints make together.
"""

from copy import copy
from dataclasses import dataclass, field
from typing import Annotated

from rigida.errors import ModelError
from rigida.fields import Rule, check_fields, flag, label, real_number, vector
from rigida.shown import FieldTable

#: Coefficients that a polynomial has at most.
MOST_COEFFICIENTS = 5


@dataclass(frozen=True, eq=False)
class Coupling(FieldTable):
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

    def renamed(self, name: str) -> "Coupling":
        """Return the coupling under another `name`."""
        other = copy(self)
        object.__setattr__(other, "name", name)
        return other

    def terms(self) -> list[tuple[str, float]]:
        """Return all names with their gears, those that follow first."""
        return [
            *zip(self.joints, self.gear, strict=True),
            *zip(self.leaders, self.leader_gear, strict=True),
        ]


@dataclass(frozen=True, eq=False, init=False)
class Pulley(Coupling):
    """A rope over a fixed pulley: the coordinates of two joints have a constant sum.

    The rope keeps its length, and can push as well as pull: `q_a + ratio · q_b = 0`, where q are the displacements from
    the start along the joints' axes, which point towards the pulley, or both away from it.

    Args:
        joint_a: Name of a joint, such as a `rg.Prismatic`.
        joint_b: Name of the other joint.
        ratio: Strands of rope at the second joint; 2 for a movable pulley.
        name: Unique name; default made from the kind.
    """

    def __init__(self, joint_a: str, joint_b: str, ratio: float = 1.0, *, name: str | None = None) -> None:
        factor = real_number("Pulley", "ratio", ratio, Rule(above=0.0))
        super().__init__((joint_a, joint_b), polynomial=(0.0,), gear=(1.0, factor), name=name)


@dataclass(frozen=True, eq=False, init=False)
class Gears(Coupling):
    """Two gears in mesh: the driven one turns by `ratio` times the angle of the driver, in the opposite sense.

    Args:
        driver: Name of the `rg.Revolute` joint of the driving gear.
        driven: Name of the `rg.Revolute` joint of the driven gear.
        ratio: Teeth (or radius) of the driver over those of the driven gear.
        internal: The gears turn in the same sense, as a pinion in a ring gear or a belt.
        name: Unique name; default made from the kind.
    """

    def __init__(
        self, driver: str, driven: str, ratio: float = 1.0, *, internal: bool = False, name: str | None = None
    ) -> None:
        factor = real_number("Gears", "ratio", ratio, Rule(above=0.0))
        same_sense = flag("Gears", "internal", internal)
        super().__init__((driven,), (driver,), (0.0, factor if same_sense else -factor), name=name)


@dataclass(frozen=True, eq=False, init=False)
class RackAndPinion(Coupling):
    """A rack that a pinion moves: displacement = radius · angle.

    Args:
        pinion: Name of the `rg.Revolute` joint of the pinion.
        rack: Name of the `rg.Prismatic` joint of the rack.
        radius: Pitch radius of the pinion [m]; negative to reverse the motion.
        name: Unique name; default made from the kind.
    """

    def __init__(self, pinion: str, rack: str, radius: float, *, name: str | None = None) -> None:
        super().__init__(
            (rack,), (pinion,), (0.0, real_number("RackAndPinion", "radius", radius, Rule("m"))), name=name
        )
