"""Surface materials and how two of them combine at a contact.

Friction combines as the geometric mean, restitution as the larger of the two, rolling and spinning friction as the
larger of the two.
"""

from dataclasses import dataclass
from typing import Annotated

from rigida.fields import Rule, check_fields


@dataclass(frozen=True)
class Material:
    """What a surface does in contact."""

    friction: Annotated[float, Rule(at_least=0.0, text="Coulomb coefficient, static and sliding.")] = 0.5
    restitution: Annotated[float, Rule(at_least=0.0, at_most=1.0, text="0: no bounce, 1: no loss.")] = 0.0
    rolling_friction: Annotated[float, Rule("m", at_least=0.0, text="Arm of the rolling resistance.")] = 0.0
    spinning_friction: Annotated[float, Rule("m", at_least=0.0, text="Arm of the resistance to spinning.")] = 0.0

    def __post_init__(self) -> None:
        check_fields(self)
