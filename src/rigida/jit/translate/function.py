"""One Python function in C, for arguments of given types.

Types flow forward: a variable has the type of what is assigned to it. Where a later line gives a variable a wider type
(a count that starts with 0 and becomes 0.5) the function is read again, until nothing changes.
"""

import ast
import linecache
from functools import cache
from typing import TYPE_CHECKING, Any

from rigida.jit import sources
from rigida.jit.translate.body import Body, Refused, c_name
from rigida.jit.translate.code import Code, bare
from rigida.jit.translate.operators import cast
from rigida.jit.translate.statements import write_body
from rigida.jit.translate.types import NONE

if TYPE_CHECKING:
    from rigida.jit.translate.program import Program

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


class Function(Body):
    """A function that is being translated, or was: its text, and what it calls."""

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
        self.writes = self.allocates = self.is_done = False
        self.result = None
        self.types = dict(zip(self.parameters, arguments, strict=True))
        self.text = ""

    def translate(self) -> None:
        """Read the function until its types settle, and write it."""
        for _ in range(_MOST_READINGS):
            before = (dict(self.types), self.result)
            self.begin()
            self.node = self.tree
            write_body(self, self.tree.body)
            if before == (self.types, self.result):
                break
        else:
            raise self.refuse("the types of its variables do not settle", self.tree)
        if self.unsettled is not None:
            raise self.refuse("a variable is read here before anything gives it a value", self.unsettled)
        self.is_done = True
        if self.result is None:
            self.result = NONE
        self._write()

    def _write(self) -> None:
        """Put the text of the C function together."""
        type_name, parameters, first = self.program.type_name, list[str](), list[str]()
        given = {name: t for name, t in zip(self.parameters, self.arguments, strict=True) if t != NONE}
        for name, t in given.items():
            own = self.types[name]
            parameters.append(f"{type_name(t)} {c_name(name)}{'' if own == t else '_given'}")
            if own != t:
                text = bare(cast(self, Code(f"{c_name(name)}_given", t), own))
                first.append(f"{type_name(own)} {c_name(name)} = {text};")
        for name, t in self.types.items():
            if name not in self.parameters:
                first.append(f"{type_name(t)} {c_name(name)};")
        kind = "INLINE" if self.role == "inlined" else "ROUTINE"
        head = f"{kind} {type_name(self.result)} {self.name}({', '.join(parameters) or 'void'})"
        declared = "".join(f"    {line}\n" for line in first + self.memory)
        self.text = f"{head} {{\n{declared}{''.join(self.lines)}}}\n"
