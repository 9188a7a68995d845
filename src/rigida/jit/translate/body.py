"""The body of a function while it is translated: the lines written so far, its variables, and its errors."""

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rigida import errors
from rigida.jit.translate.code import Code, any_writes, bare
from rigida.jit.translate.types import NONE, OBJECT, common, shown

if TYPE_CHECKING:
    from rigida.jit.translate.program import Program

#: Words that C or the functions of the prelude need; a variable of that name gets an underscore.
_RESERVED = frozenset(
    re.findall(
        r"\w+",
        """auto bool break case char const continue default do double else enum extern false float for goto if
        inline int long register restrict return short signed sizeof static struct switch true typedef union
        unsigned void volatile while NAN INFINITY Rows Word sqrt ldexp sin cos tan atan atan2 asin acos exp expm1 tanh
        copysign log pow floor ceil fabs llabs isnan isfinite frexp clip split transpose""",
    )
)


class Refused(errors.UsageError):
    """A kernel is written with something that cannot be translated; the message says where, what and what to write."""


class NotYetTypedError(Exception):
    """A variable is read in a loop before the line that gives it a type: the function is read once more."""


class Body:
    """What statements and expressions are written into.

    place: the file, for messages and debuggers. scope: names of the module. assigned: names of variables. types: those
    of variables known so far. result: the type of what is returned. node: what is being translated, of `statement`.
    writes: whether memory that was given is written to. allocates: whether memory is asked for that may not be there.
    """

    program: "Program"
    place: str
    python: Any
    scope: dict[str, Any]
    assigned: set[str]
    types: dict[str, Any]
    result: Any
    node: ast.AST
    statement: ast.AST
    writes: bool
    allocates: bool

    def begin(self) -> None:
        """Forget all lines."""
        self.lines, self.depth, self._count = list[str](), 1, 0
        #: Memory of the function's own, and the variables that hold arrays in it.
        self.memory, self.local_arrays = list[str](), set[str]()
        self.callees: list[Any] = []
        #: A statement that reads a variable to which no line before it gives a value.
        self.unsettled: ast.AST | None = None

    def refuse(self, why: str, node: ast.AST | None = None) -> Refused:
        """Return the error for something that cannot be translated."""
        line = getattr(node or self.node, "lineno", self.python.__code__.co_firstlineno)
        return Refused(f"{self.place}:{line}: kernel function '{self.python.__name__}': {why}.")

    def emit(self, line: str) -> None:
        """Write a line of C."""
        self.lines.append(f"{'    ' * self.depth}{line}\n")

    def temporary(self) -> str:
        """Return a name for a value of one statement."""
        self._count += 1
        return f"_{self._count}"

    def hold(self, code: Code) -> Code:
        """Evaluate an expression into a temporary, where it is not simple."""
        return code if code.is_simple else self.keep(code)

    def keep(self, code: Code) -> Code:
        """Evaluate an expression into a temporary, as what it is made of may change."""
        if code.known or not code.text:
            return code
        name = self.temporary()
        self.emit(f"{self.program.type_name(code.type)} {name} = {bare(code.text)};")
        return Code(name, code.type, writes=code.writes)

    def apart(self, translate: Callable[[], Code]) -> tuple[list[str], Code]:
        """Translate an expression, with the lines that it needs before it apart from those written so far."""
        outer, self.lines = self.lines, []
        try:
            code = translate()
        finally:
            lines, self.lines = self.lines, outer
        return lines, code

    def enclosed(self, translate: Callable[[], Code]) -> Code:
        """Translate an expression that is not always evaluated, or again and again, with its lines inside of it."""
        lines, code = self.apart(translate)
        if not lines or code.known:
            return code
        return replace(code, text=f"({{ {' '.join(map(str.strip, lines))} {bare(code.text)}; }})")

    def in_order(self, translations: list[Callable[[], Code]]) -> list[Code]:
        """Translate expressions, one after another where any of them writes: C evaluates operands in any order."""
        found = [self.apart(translate) for translate in translations]
        complex_ones = [code for lines, code in found if lines or not code.is_simple]
        ordered, codes = len(complex_ones) > 1 and any_writes(complex_ones), list[Code]()
        for lines, code in found:
            self.lines += lines
            codes.append(self.hold(code) if ordered else code)
        return codes

    def make(self, t: Any, *parts: str, writes: bool = False) -> Code:
        """Return an expression of a type that is a structure in C, made of its parts."""
        return Code(f"(({self.program.type_name(t)}){{{', '.join(parts)}}})", t, writes=writes)

    def set_type(self, name: str, new: Any) -> Any:
        """Return the type of a variable that is given a value of a type."""
        old = self.types.get(name)
        found = new if old is None else common(old, new)
        if found in (None, NONE, OBJECT):
            what = shown(new) if old is None else f"{shown(new)} after {shown(old)}"
            raise self.refuse(f"variable '{name}' cannot hold {what}; a variable keeps one type: use another name")
        self.types[name] = found
        return found

    def read_variable(self, name: str) -> Code:
        """Return a local variable."""
        if name not in self.types:
            raise NotYetTypedError
        t = self.types[name]
        return Code("", NONE, None) if t == NONE else Code(c_name(name), t)


def c_name(name: str) -> str:
    """Return a variable's name in C."""
    return f"{name}_" if name in _RESERVED else name
