"""Formulas and operators of values (`jit.values`) in C: the Python function is run once with numbers that record it."""

from functools import partialmethod
from typing import TYPE_CHECKING, Any

from rigida.jit.translate.body import Refused
from rigida.jit.translate.code import literal
from rigida.jit.translate.types import Tuple, Value, is_lanes, is_number
from rigida.jit.values import VALUES, component_names

if TYPE_CHECKING:
    from rigida.jit.translate.program import Program


class Formula:
    """One formula for arguments of given types.

    result: its type. text: the C function. callees: none, formulas are written out.
    """

    callees = ()

    def __init__(self, program: "Program", python: Any, arguments: tuple[Any, ...], label: str) -> None:
        self._program, self._lines = program, list[str]()
        wide = {real for t in arguments if is_lanes(real := getattr(t, "real", t))}
        if len(wide) > 1 or not all(isinstance(t, Value) or is_number(t) or is_lanes(t) for t in arguments):
            raise Refused(f"{label} takes numbers and values, lanes of one precision")
        self.real = wide.pop() if wide else "f8"
        try:
            found = python(*(self._argument(f"a{k}", t) for k, t in enumerate(arguments)))
        except (AttributeError, TypeError) as error:
            raise Refused(f"{label} cannot be applied here: {error}") from error
        self.result, text = self._returned(found)
        self.name = program.name(label)
        parameters = ", ".join(f"{program.type_name(t)} a{k}" for k, t in enumerate(arguments))
        body = "".join(f"    {line}\n" for line in self._lines)
        self.text = (
            f"INLINE {program.type_name(self.result)} {self.name}({parameters}) {{\n{body}    return {text};\n}}\n"
        )

    def _argument(self, name: str, t: Any) -> Any:
        if isinstance(t, Value):
            return t.cls(*(self._number(f"{name}.{part}", t.real) for part in component_names(t.cls)))
        return self._number(name, t)

    def _number(self, text: str, t: str) -> "Traced":
        if t != self.real:
            text = f"splat_{self.real}({text})" if is_lanes(self.real) else f"(double){text}"
        return Traced(self, text)

    def step(self, text: str) -> "Traced":
        """Write one operation; return its result."""
        name = f"t{len(self._lines) + 1}"
        self._lines.append(f"const {self._program.type_name(self.real)} {name} = {text};")
        return Traced(self, name)

    def number(self, x: Any) -> str:
        """Return a number of the formula in C: one that was recorded, or a constant."""
        if isinstance(x, Traced):
            return x.text
        return f"splat_{self.real}({literal(x)})" if is_lanes(self.real) else literal(x)

    def _returned(self, found: Any) -> tuple[Any, str]:
        if isinstance(found, tuple):
            parts = [self._returned(part) for part in found]
            t: Any = Tuple(tuple(part for part, _ in parts))
            return t, f"({self._program.type_name(t)}){{{', '.join(text for _, text in parts)}}}"
        if type(found) in VALUES:
            t = Value(type(found), self.real)
            texts = (self.number(getattr(found, name)) for name in component_names(type(found)))
            return t, f"({self._program.type_name(t)}){{{', '.join(texts)}}}"
        return self.real, self.number(found)


class Traced:
    """A number of a formula that is being recorded."""

    def __init__(self, formula: Formula, text: str) -> None:
        self._formula, self.text = formula, text

    def _with(self, sign: str, other: Any, other_first: bool = False) -> Any:
        if not isinstance(other, Traced | int | float):
            return NotImplemented
        a, b = self.text, self._formula.number(other)
        return self._formula.step(f"{b} {sign} {a}" if other_first else f"{a} {sign} {b}")

    __add__, __radd__ = partialmethod(_with, "+"), partialmethod(_with, "+", other_first=True)
    __sub__, __rsub__ = partialmethod(_with, "-"), partialmethod(_with, "-", other_first=True)
    __mul__, __rmul__ = partialmethod(_with, "*"), partialmethod(_with, "*", other_first=True)
    __truediv__, __rtruediv__ = partialmethod(_with, "/"), partialmethod(_with, "/", other_first=True)

    def __neg__(self) -> "Traced":
        return self._formula.step(f"-{self.text}")

    def square_root(self) -> "Traced":
        """Return the square root."""
        return self._formula.step(f"sqrt_{self._formula.real}({self.text})")

    def __bool__(self) -> bool:
        raise TypeError("a formula must not branch, its numbers are not known when it is translated")
