"""One Python function in C, for arguments of given types.

Types flow forward: a variable has the type of what is assigned to it. Where a later line gives a variable a wider type
(a count that starts with 0 and becomes 0.5) the function is read again, until nothing changes.
"""

import ast
import linecache
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from rigida.jit import sources
from rigida.jit.translate.code import Code, bare
from rigida.jit.translate.operators import cast
from rigida.jit.translate.refusal import KEEPS_TYPE, NotYetTypedError, Refused
from rigida.jit.translate.statements import write_body
from rigida.jit.translate.types import NONE, OBJECT, common, shown

if TYPE_CHECKING:
    from rigida.jit.translate.formula import Formula
    from rigida.jit.translate.program import Program

#: Words that C or the functions of the prelude need; a variable of that name gets an underscore.
_RESERVED = frozenset(
    re.findall(
        r"\w+",
        """auto bool break case char const continue default do double else enum extern false float for goto if
        inline int long register restrict return short signed sizeof static struct switch true typedef union
        unsigned void volatile while NAN INFINITY Rows Word sqrt sin cos tan atan2 asin acos exp expm1 pow hypot
        copysign log floor ceil fabs llabs isnan isfinite frexp clip split transpose""",
    )
)
_MOST_READINGS = 12


@cache
def _functions_of(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a file by their first line, which is that of the first decorator."""
    nodes = ast.walk(ast.parse("".join(linecache.getlines(file))))
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(part.lineno for part in node.decorator_list)]): node for node in functions}


def syntax_tree(python: Any) -> ast.FunctionDef:
    """Return the syntax tree of a function, from its file or from the text that it was made of (`choice`)."""
    if (text := getattr(python, "source_text", None)) is not None:
        return next(node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    code = python.__code__
    found = _functions_of(code.co_filename).get(code.co_firstlineno)
    if found is None:
        raise Refused(f"The source of kernel function '{python.__name__}' cannot be read in {code.co_filename}.")
    return found


class Function:
    """A function that is being translated, or was.

    result: the type of what it returns. callees: what it calls. writes: whether it writes to memory that it was given.
    allocates: whether it, or what it calls, asks for memory that may not be there.
    """

    def __init__(self, program: "Program", python: Any, arguments: tuple[Any, ...], role: str) -> None:
        self.program, self.python, self.arguments, self.role = program, python, arguments, role
        module = python.__module__.rpartition(".")[2]
        self.name = program.name(f"{module}_{python.__name__}".strip("_"))
        self.tree = syntax_tree(python)
        self.parameters = [argument.arg for argument in self.tree.args.args]
        closure = (cell.cell_contents for cell in python.__closure__ or ())
        self.scope = {**python.__globals__, **dict(zip(python.__code__.co_freevars, closure, strict=True))}
        path = python.__code__.co_filename
        self.place = f"rigida/{sources.place_of(path)}" if path.startswith(sources.PACKAGE) else path
        stores = [n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.assigned = {*self.parameters, *stores}
        self.writes = self.allocates = self._is_done = False
        self.result: Any = None
        self.types: dict[str, Any] = dict(zip(self.parameters, arguments, strict=True))
        self.callees: list[Function | Formula] = []
        self.text = ""

    def refuse(self, node: ast.AST, why: str) -> Refused:
        """Return the error for something that cannot be translated."""
        line = getattr(node, "lineno", self.tree.lineno)
        return Refused(f"{self.place}:{line}: kernel function '{self.python.__name__}': {why}.")

    def translate(self) -> None:
        """Read the function until its types settle, and write it."""
        for _ in range(_MOST_READINGS):
            before = (dict(self.types), self.result)
            unsettled = self._read()
            if before == (self.types, self.result):
                break
        else:
            raise self.refuse(self.tree, "the types of its variables do not settle")
        if unsettled is not None:
            raise self.refuse(unsettled, "a variable is read here before anything gives it a value")
        self._is_done = True
        if self.result is None:
            self.result = NONE
        self._write()

    def _read(self) -> ast.AST | None:
        """Translate the body by the types known so far; return a statement whose types are not known."""
        self.lines, self.depth, self._count = list[str](), 1, 0
        self.memory, self.known, self.callees = list[str](), dict[str, Code](), []
        self.local_arrays = set[str]()
        for name, t in zip(self.parameters, self.arguments, strict=True):
            if t == NONE:
                self.known[name] = Code("", NONE, None)
        self.unsettled: ast.AST | None = None
        self.node: ast.AST = self.tree  # what is being translated
        self.statement: ast.AST = self.tree
        write_body(self, self.tree.body)
        return self.unsettled

    def _write(self) -> None:
        """Put the text of the C function together."""
        type_name, parameters, first = self.program.type_name, list[str](), list[str]()
        for name, t in zip(self.parameters, self.arguments, strict=True):
            if t == NONE:
                continue
            own = self.types[name]
            parameters.append(f"{type_name(t)} {c_name(name)}{'' if own == t else '_given'}")
            if own != t:
                given = cast(self, Code(f"{c_name(name)}_given", t), own)
                first.append(f"{type_name(own)} {c_name(name)} = {bare(given)};")
        for name, t in self.types.items():
            if name not in self.parameters:
                first.append(f"{type_name(t)} {c_name(name)};")
        kind = "INLINE" if self.role == "inlined" else "ROUTINE"
        head = f"{kind} {type_name(self.result)} {self.name}({', '.join(parameters) or 'void'})"
        declared = "".join(f"    {line}\n" for line in first + self.memory)
        self.text = f"{head} {{\n{declared}{''.join(self.lines)}}}\n"

    # What statements and expressions use.

    def emit(self, line: str) -> None:
        """Write a line of C."""
        self.lines.append(f"{'    ' * self.depth}{line}\n")

    def temporary(self) -> str:
        """Return a name for a value of one expression."""
        self._count += 1
        return f"_{self._count}"

    def hold(self, code: Code) -> Code:
        """Evaluate an expression into a temporary, where it is not simple."""
        if code.is_simple:
            return code
        name = self.temporary()
        self.emit(f"{self.program.type_name(code.type)} {name} = {bare(code.text)};")
        return Code(name, code.type)

    def set_type(self, name: str, code: Code, node: ast.AST) -> Any:
        """Return the type of a variable that is given a value."""
        old = self.types.get(name)
        new = code.type if old is None else common(old, code.type)
        if new is None or OBJECT in (old, code.type):
            what = shown(code.type) if old is None else f"{shown(code.type)} after {shown(old)}"
            raise self.refuse(node, f"variable '{name}' cannot hold {what}; {KEEPS_TYPE}")
        self.types[name] = new
        return new

    def read_variable(self, name: str) -> Code:
        """Return a local variable."""
        if name in self.known:
            return self.known[name]
        if name not in self.types:
            raise NotYetTypedError
        return Code(c_name(name), self.types[name])

    def call(self, python: Any, role: str, arguments: list[Code], node: ast.AST) -> "Function":
        """Return the function that a call leads to."""
        callee = self.program.function(python, tuple(a.type for a in arguments), role)
        if not callee._is_done:
            raise self.refuse(node, f"'{python.__name__}' calls itself; write a loop")
        self.callees.append(callee)
        self.writes |= callee.writes
        self.allocates |= callee.allocates
        return callee


def c_name(name: str) -> str:
    """Return a variable's name in C."""
    return f"{name}_" if name in _RESERVED else name
