"""The C function by which Python calls one form of a kernel: it takes and returns 64-bit words (`native/kernels.h`)."""

from rigida.jit.ahead.form import Form
from rigida.jit.translate.body import Refused
from rigida.jit.translate.function import Function
from rigida.jit.translate.program import Program
from rigida.jit.translate.types import LETTERS, NONE, STORED, Array, TableOf, Tuple, shown, type_of_argument

_RESULTS = {t: letter for letter, t in LETTERS.items()}


def result_letters(function: Function) -> str:
    """Return the letters of what a kernel returns: nothing, a number, or a tuple of numbers."""
    several = isinstance(function.result, Tuple)
    parts = function.result.parts if several else () if function.result == NONE else (function.result,)
    for part in parts:
        if part not in _RESULTS:
            raise Refused(f"Kernel '{function.python.__name__}' must return ints, floats or bools, not {shown(part)}.")
    return ("(" if several else "") + "".join(_RESULTS[part] for part in parts)


def entry_point(program: Program, form: Form, function: Function, symbol: str) -> str:
    """Return the text of the entry of a form."""
    arguments = list[str]()
    for words, kinds in (("given", form.given), ("bound", form.bound)):
        at = 0
        for kind in kinds:
            t = type_of_argument(kind)
            if isinstance(t, Array):
                shape = ", ".join(f"{words}[{at + 1 + k}]" for k in range(t.dimensions))
                arguments.append(f"({program.type_name(t)}){{({STORED[t.code]} *){words}[{at}], {shape}}}")
                at += t.dimensions
            elif isinstance(t, TableOf):
                arguments.append(f"(const Word *){words}[{at}]")
            elif t != NONE:
                arguments.append(f"as_double({words}[{at}])" if t == "f8" else f"({STORED[t]}){words}[{at}]")
            at += 1
    call = f"{function.name}({', '.join(arguments)})"
    letters, lines = result_letters(function), ["GUARD(message);" if function.allocates else "GUARD_BOUNDS(message);"]
    if not letters:
        lines.append(f"{call};")
    else:
        lines.append(f"const {program.type_name(function.result)} r = {call};")
        numbers = enumerate(letters[1:]) if letters[0] == "(" else [(None, letters)]
        for k, letter in numbers:
            number = "r" if k is None else f"r.f{k}"
            lines.append(f"result[{k or 0}] = {f'as_word({number})' if letter == 'd' else number};")
    head = f"EXPORT int {symbol}(const int64_t *given, const int64_t *bound, int64_t *result, char *message) {{"
    return "\n    ".join((head, *lines, "return 0;")) + "\n}\n"
