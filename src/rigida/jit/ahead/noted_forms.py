"""Notes which forms of kernels a run calls: those are compiled ahead of time (`rigida warmup --forms`)."""

from collections.abc import Callable, Iterable
from typing import Any

from rigida.jit import entry
from rigida.jit.ahead.form import LIST, Form, kernel_name, kind_text
from rigida.jit.decorators import Compiled


def begin() -> set[Form]:
    """Return a set to which every form called from now on is added, of kernels not used before."""
    noted = set[Form]()

    def noting(run: Callable[..., Any], kernel: Compiled, last: tuple[Any, ...]) -> Callable[..., Any]:
        name, bound = kernel_name(kernel.py_func), tuple(kind_text(value) for value in last)

        def call(*given: Any) -> Any:
            noted.add(Form(name, tuple(kind_text(value) for value in given), bound))
            return run(*given)

        return call

    entry.noting = noting
    return noted


def write(noted: Iterable[Form]) -> list[Form]:
    """Write forms to the list; return those that cannot be compiled ahead of time, which it leaves out."""
    own = {form for form in noted if form.kernel.startswith("rigida.")}
    odd = {form for form in own if "" in (*form.given, *form.bound)}  # arrays that are not contiguous, other objects
    LIST.write_text("".join(f"{form}\n" for form in sorted(own - odd)), encoding="utf-8")
    return sorted(odd)
