"""Expressions in C while kernels are translated: their text, their type, and what is known of them."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rigida.jit.translate.types import NONE, OBJECT

_PARENTHESES = re.compile(r"[()]")


class Unknown:
    """Stands for a value that is not known when a kernel is translated."""


@dataclass(frozen=True, slots=True)
class Code:
    """An expression.

    text: in C, "" for what C has no value of. constant: its value if it is known now. writes: whether evaluating it
    writes to memory, so that its order among other expressions matters. parts: of a tuple that is written out.
    """

    text: str
    type: Any
    constant: Any = Unknown
    writes: bool = False
    parts: "tuple[Code, ...] | None" = None

    @property
    def known(self) -> bool:
        """Whether its value is known."""
        return self.constant is not Unknown

    @property
    def is_simple(self) -> bool:
        """Whether it may be written twice and in any order: a name, a constant, or nothing."""
        return self.known or not self.text or self.text.isidentifier()


def literal(x: float, single: bool = False) -> str:
    """Return a float in C, to the bit."""
    if math.isnan(x):
        return "NAN"
    if math.isinf(x):
        return "INFINITY" if x > 0 else "(-INFINITY)"
    text = f"{float(x)!r}{'f' if single else ''}"
    return f"({text})" if text.startswith("-") else text


def constant(value: Any) -> Code:
    """Return a Python value as an expression: a number, None, or an object that only the translator sees."""
    if isinstance(value, bool | np.bool_):
        return Code("true" if value else "false", "b1", bool(value))
    if isinstance(value, np.uint64 | np.uint32):
        return Code(f"UINT64_C({int(value)})", "u8", int(value))
    if isinstance(value, int | np.integer):
        return Code(str(int(value)) if value >= 0 else f"({int(value)})", "i8", int(value))
    if isinstance(value, np.float32):
        return Code(literal(float(value), single=True), "f4")
    if isinstance(value, float | np.floating):
        return Code(literal(float(value)), "f8", float(value))
    return Code("", NONE if value is None else OBJECT, value)


def bare(text: str) -> str:
    """Return an expression without parentheses around all of it."""
    if not text.startswith("(") or not text.endswith(")") or text.startswith("({"):
        return text
    depth = 0
    for part in _PARENTHESES.finditer(text):
        depth += 1 if part[0] == "(" else -1
        if depth == 0 and part.end() < len(text):
            return text
    return text[1:-1]


def listed(codes: Iterable[Code]) -> str:
    """Return expressions behind one another, without those that C has no value of."""
    return ", ".join(bare(code.text) for code in codes if code.text)


def any_writes(codes: Iterable[Code]) -> bool:
    """Return whether evaluating any of the expressions writes to memory."""
    return any(code.writes for code in codes)
