"""Actuators: a control that becomes an effort along one joint, or along several of them together.

    length = Σ gear · q
    force = clamp((gain + s1 · length + s2 · rate) · control + b0 + b1 · length + b2 · rate)
    effort on q = gear · force

One joint with bias (0, 0, 0) is a motor, with bias (0, −k, −c) and gain k a position servo, with bias (0, 0, −c) and
gain c a speed servo, with slopes (0, −c) and nothing else a damper that the control opens and closes. Several joints
are a tendon that runs over all of them. An actuator that drives a thrust has neither length nor rate: its force is the
strength of the thrust.
"""

from dataclasses import dataclass, field
from typing import Annotated

from rigida.errors import ModelError
from rigida.fields import Rule, Vec3, check_fields, label, vector
from rigida.shown import FieldTable

Range = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Actuator(FieldTable):
    """An actuator: a control and the force that it applies along joints."""

    joints: Annotated[tuple[str, ...], Rule(text="Names of the joints (or of coordinates of a serial one).")] = ()
    gear: Annotated[tuple[float, ...], Rule(text="One factor per joint; default 1 each.")] = ()
    gain: Annotated[float, Rule("N or N m per control", text="Force of a control of 1.")] = 1.0
    gain_slopes: Annotated[tuple[float, float], Rule(text="Further force of a control of 1: per length, per rate.")] = (
        0.0,
        0.0,
    )
    bias: Annotated[Vec3, Rule(text="Force without control: constant, per length, per rate.")] = (0.0, 0.0, 0.0)
    control: Annotated[float, Rule(text="At the start.")] = 0.0
    control_range: Annotated[tuple[float, float], Rule(text="Controls are brought within it.")] | None = None
    force_range: Annotated[tuple[float, float], Rule("N or N m", text="The force is brought within it.")] | None = None
    thrust: Annotated[str, Rule(text="Name of a thrust that it drives instead of joints.")] | None = None
    name: Annotated[str, Rule(text="Unique name; default made from the kind.")] | None = field(
        default=None, kw_only=True
    )

    def __post_init__(self) -> None:
        check_fields(self)
        who = label(self)
        gear = self.gear or (1.0,) * len(self.joints)
        object.__setattr__(self, "gear", gear)
        if self.thrust is not None and (self.joints or gear):
            raise ModelError(f"{who}: it drives joints or a thrust, not both. Give one of them.")
        if (self.thrust is None and not self.joints) or len(gear) != len(self.joints):
            raise ModelError(
                f"{who}: joints and gear must be of one length, at least 1, got {len(self.joints)}, {len(gear)}."
            )
        s1, s2 = vector(who, "gain_slopes", self.gain_slopes, size=2)
        object.__setattr__(self, "gain_slopes", (s1, s2))
        for name in ("control_range", "force_range"):
            given = getattr(self, name)
            if given is not None:
                lower, upper = vector(who, name, given, size=2)
                if lower > upper:
                    raise ModelError(f"{who}: {name} must rise, got {lower:g} and {upper:g}. Swap them.")
                object.__setattr__(self, name, (lower, upper))

    def static_force(self, control: float) -> float:
        """Return the force of a control at length and rate zero.

        Args:
            control: Control within its range.
        """
        force = self.gain * control + self.bias[0]
        return force if self.force_range is None else min(max(force, self.force_range[0]), self.force_range[1])

    def limited_control(self, value: float) -> float:
        """Return a control brought within its range.

        Args:
            value: Control before it is clipped.
        """
        return value if self.control_range is None else min(max(value, self.control_range[0]), self.control_range[1])
