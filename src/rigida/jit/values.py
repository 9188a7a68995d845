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
that note down what is done to them (`value_code`): each + − × ÷ becomes one instruction, in the order that the formula
has, and nothing is contracted. So plain Python (NUMBA_DISABLE_JIT=1) and kernels round alike. Components are floats, or
eight of them (`math.lanes`); a plain number beside lanes stands in all of them. Formulas have no branches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

import numpy as np

from rigida.jit.compiler import when_compiling

C = TypeVar("C", bound=type)
F = TypeVar("F", bound=Callable[..., Any])

#: All value classes.
VALUES: list[type] = []


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
    when_compiling("rigida.jit.lowering.value_code", "register_value", made)
    return made


def formula(function: F) -> F:
    """Let kernels call a function of numbers and values that consists of + − × ÷, `square_root` and other formulas."""
    when_compiling("rigida.jit.lowering.value_code", "register_formula", function)
    return function
