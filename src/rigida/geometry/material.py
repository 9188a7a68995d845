"""Surface materials and their combination at a contact.

Kinetic and static friction combine as the geometric mean, or as the larger of the two where one of them asks for that;
rolling and spinning friction as the larger of the two. Where priorities differ, the higher one's friction counts alone.
Restitution combines as the larger, the (geometric) mean, the product or the lower of the two; where two surfaces ask
for different rules, the one that comes last in this list counts (Lemos 1993, 5.2.2 takes the lower).
"""

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from rigida.errors import ModelError
from rigida.fields import Rule, check_fields
from rigida.shown import FieldTable

RestitutionRule = Literal["larger", "mean", "product", "lower"]
RESTITUTION_RULES: tuple[RestitutionRule, ...] = get_args(RestitutionRule)


@dataclass(frozen=True)
class Material(FieldTable):
    """Contact properties of a surface."""

    friction: Annotated[float, Rule(at_least=0.0, text="Coulomb coefficient, kinetic and static.")] = 0.5
    restitution: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: no bounce, 1: no loss.")] = 0.0
    rolling_friction: Annotated[float, Rule("m", at_least=0.0, text="Arm of the rolling resistance.")] = 0.0
    spinning_friction: Annotated[float, Rule("m", at_least=0.0, text="Arm of the resistance to spinning.")] = 0.0
    combine: Annotated[Literal["mean", "larger"], Rule(text="Friction of a pair: geometric mean, or the larger.")] = (
        "mean"
    )
    combine_restitution: Annotated[RestitutionRule, Rule(text="Restitution of a pair; the last of these counts.")] = (
        "larger"
    )
    priority: Annotated[int, Rule(text="The friction of the surface of higher priority counts alone.")] = 0
    static_friction: Annotated[
        float | None, Rule(at_least=0.0, text="Coefficient while nothing slides, if above `friction`.")
    ] = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.static_friction is not None and self.static_friction < self.friction:
            raise ModelError(
                f"Material: static_friction must be at least friction = {self.friction:g}, got "
                f"{self.static_friction:g}. Surfaces that slide resist no more than those that stick."
            )

    @property
    def static(self) -> float:
        """Coefficient of static friction: that of kinetic friction unless it was given."""
        return self.friction if self.static_friction is None else self.static_friction

    def row(self) -> tuple[float, ...]:
        """Return the numbers of a row of `dynamics.Model.surface`."""
        larger, rule = float(self.combine == "larger"), float(RESTITUTION_RULES.index(self.combine_restitution))
        arms = self.rolling_friction, self.spinning_friction
        return self.friction, self.restitution, *arms, larger, float(self.priority), rule, self.static
