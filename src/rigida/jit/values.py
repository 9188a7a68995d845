"""Values: small classes of numbers, written once in plain Python, that kernels hold in registers.

    @value
    class Vec3:
        x: float
        y: float
        z: float

        def __add__(self, other: "Vec3") -> "Vec3":
            return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    @formula
    def dot(a: Vec3, b: Vec3) -> float:
        return a.x * b.x + a.y * b.y + a.z * b.z

To compile a formula, an operator of a value or its construction, the Python function itself is run once with numbers
that record what is done to them (`translate.formula`): each + − × ÷ becomes one operation, in the formula's order, and
nothing is contracted. So plain Python (RIGIDA_PLAIN=1) and kernels round alike. Components are floats, or
eight of them (`math.lanes`); a plain number beside lanes stands in all of them. Formulas have no branches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

import numpy as np

C = TypeVar("C", bound=type)
F = TypeVar("F", bound=Callable[..., Any])

#: All value classes, and all formulas.
VALUES: list[type] = []
FORMULAS: set[Callable[..., Any]] = set()


def square_root(x: Any) -> Any:
    """Return √x, in a formula or outside."""
    root = getattr(x, "square_root", None)  # of a number that is being compiled
    return np.sqrt(x) if root is None else root()


def component_names(cls: type) -> tuple[str, ...]:
    """Return the names of a value's components."""
    return tuple(cls.__slots__)  # type: ignore[attr-defined]  # dataclasses with slots have them


@dataclass_transform(frozen_default=True)
def value(cls: C) -> C:
    """Let a class of numbers be a value: frozen, made in kernels by its name, with its operators."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    made.__array_ufunc__ = None  # eight numbers times a vector are a vector, not eight vectors
    VALUES.append(made)
    return made


def formula(function: F) -> F:
    """Let kernels call a function of numbers and values that consists of + − × ÷, `square_root` and other formulas."""
    FORMULAS.add(function)
    return function
