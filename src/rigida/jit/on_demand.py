"""Kernels compiled on first use: of editable installs, of edited sources, of users' own kinds.

A form is translated to C (`translate`) and compiled to a library of its own, kept in the cache under a hash of the C
text. To find it again without translating, a note beside the libraries is named by a hash of all that the translation
depends on: the form, the sources that the kernel stands on, the translator and the compiler.
"""

import contextlib
import hashlib
import json
import os
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rigida import errors
from rigida.atomic_file import replaced
from rigida.jit import first_compile, sources
from rigida.jit.ahead.form import Form, given_code, kernel_name, kind_text, listed
from rigida.jit.array_table import array_table
from rigida.jit.c_compiler import (
    LIBRARY_ENDING,
    NATIVE,
    Compiler,
    cached_calls,
    compile_cached,
    find_compiler,
    shared_options,
)
from rigida.jit.cache import cache_folder
from rigida.jit.plain import plain_arguments

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

_SYMBOL = "kernel"
#: Kinds of arguments that a call cannot pass to C; None can only be bound.
_ODD = frozenset(("", "None"))
_lock = threading.RLock()


def compiled_on_demand(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
    """Return what runs a kernel with its last arguments given; each form is compiled when it is first called."""
    compiler = find_compiler()
    if compiler is None:
        _warn_of_plain_python()
        return lambda *given: kernel.py_func(*plain_arguments((*given, *last)))
    bound = tuple(kind_text(value) for value in last)
    _expect(compiler, kernel, bound)
    words = array_table(last) if last else None
    forms: list[tuple[int, bytes, str]] = []
    run: Callable[..., Any] | None = None

    def call_new_form(*given: Any) -> Any:
        nonlocal run
        form = Form(kernel_name(kernel.py_func), tuple(kind_text(value) for value in given), bound)
        if not _ODD.isdisjoint(form.given) or "" in form.bound:
            return _call_in_python(kernel, (*given, *last))
        with _lock:
            address, letters = _load(compiler, kernel, form)
            forms.append((address, given_code(form.given), letters))
            run = cached_calls(compiler).entry(tuple(sorted(forms, key=lambda f: f[1])), words, last, call_new_form)
        return run(*given)

    return lambda *given: call_new_form(*given) if run is None else run(*given)


def _call_in_python(kernel: "Compiled", arguments: tuple[Any, ...]) -> Any:
    """Run what kernels call with values that only they can pass; a kernel itself must get what C can take."""
    if kernel.role != "kernel":
        return kernel.py_func(*plain_arguments(arguments))
    names = kernel.py_func.__code__.co_varnames
    odd = next(k for k, value in enumerate(arguments) if kind_text(value) in _ODD)
    raise TypeError(
        f"Kernel '{kernel.py_func.__name__}': {names[odd]} must be a number, a contiguous array or a table, "
        f"got {type(arguments[odd]).__name__}."
    )


@cache
def _warn_of_plain_python() -> None:
    warnings.warn(
        "There is no C compiler (clang, gcc, cc or $CC): kernels run as plain Python, a hundred times slower. "
        "Install one, or zig from the package index: pip install ziglang.",
        errors.RigidaWarning,
        stacklevel=4,
    )


@cache
def _load(compiler: Compiler, kernel: "Compiled", form: Form) -> tuple[int, str]:
    """Return the address of a form's function and the letters of what it returns.

    Once in a process: a kernel that is in use keeps the sources it was compiled from (`sources.enter_source`).
    """
    found = _read(_note(compiler, kernel, form))
    if found is None:
        job = _jobs.pop(form, None) or Job(compiler, kernel, form)
        _compile_others()
        found = job.result()
    calls = cached_calls(compiler)
    return calls.address(calls.open(str(cache_folder() / found["library"])), _SYMBOL), found["result"]


class Job:
    """One form to be compiled, by the thread that needs it or by one that compiles ahead, whichever comes first."""

    def __init__(self, compiler: Compiler, kernel: "Compiled", form: Form) -> None:
        self.form, self._asked, self._lock = form, (compiler, kernel, form), threading.Lock()

    def result(self) -> dict[str, str]:
        """Return the library of the form and what it returns, compiled if it is not there yet."""
        with self._lock:
            note = _note(*self._asked)
            found = _read(note)
            if found is None:
                found = _compile(*self._asked)
                with replaced(note) as written:
                    written.write_text(json.dumps(found))
            return found


#: Forms that were bound and will probably be called, by what the list of forms at install says of their kernel.
_jobs: dict[Form, Job] = {}
_ahead: list[threading.Thread] = []


def _expect(compiler: Compiler, kernel: "Compiled", bound: tuple[str, ...]) -> None:
    for form in _listed_forms().get((kernel_name(kernel.py_func), bound), ()):
        _jobs.setdefault(form, Job(compiler, kernel, form))


@cache
def _listed_forms() -> dict[tuple[str, tuple[str, ...]], list[Form]]:
    found: dict[tuple[str, tuple[str, ...]], list[Form]] = {}
    for form in listed():
        found.setdefault((form.kernel, form.bound), []).append(form)
    return found


def _compile_others() -> None:
    """Let the other cores compile ahead what is bound, while this one compiles what is needed now."""
    _ahead[:] = [thread for thread in _ahead if thread.is_alive()]
    for _ in range(len(_ahead), (os.cpu_count() or 1) - 1):
        _ahead.append(threading.Thread(target=_run_jobs, daemon=True))
        _ahead[-1].start()


def _run_jobs() -> None:
    with contextlib.suppress(errors.RigidaError):  # reported by the call of the kernel
        while _jobs:
            with contextlib.suppress(KeyError):
                job = _jobs[next(iter(_jobs.copy()))]
                job.result()
                _jobs.pop(job.form, None)


def _note(compiler: Compiler, kernel: "Compiled", form: Form) -> Path:
    return cache_folder() / f"form-{_stamp(compiler, kernel, form)}.json"


def _read(note: Path) -> dict[str, str] | None:
    """Return what a note says; None where it is not there, is damaged, or its library is gone."""
    try:
        found = json.loads(note.read_bytes())
        for path in (note, cache_folder() / found["library"]):
            os.utime(path)
        return {"library": found["library"], "result": found["result"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _stamp(compiler: Compiler, kernel: "Compiled", form: Form) -> str:
    """Return a hash of all that a form's code depends on."""
    digest = hashlib.blake2b(f"{form} {compiler.stamp} {_settings()} {_translator()}".encode(), digest_size=12)
    files = sources.sources_of(*form.files(kernel.py_func))
    for path in files:
        added = list(map(sources.place_of, sources.entered.get(path, ())))  # their order gives kinds their numbers
        digest.update(f"{sources.place_of(path)} {sources.digest(path)} {added}".encode())
    digest.update(kernel.py_func.__code__.co_code)  # two kernels of one name, in a notebook or a test
    return digest.hexdigest()


def _settings() -> str:
    return " ".join(os.environ.get(name, "") for name in ("RIGIDA_CFLAGS", "RIGIDA_BOUNDS"))


@cache
def _translator() -> str:
    """Return a hash of the translator and of what C kernels are written with."""
    files = sorted([*Path(__file__).parent.rglob("*.py"), NATIVE / "prelude.h"])
    return hashlib.blake2b(b"\0".join(path.read_bytes() for path in files), digest_size=12).hexdigest()


def _compile(compiler: Compiler, kernel: "Compiled", form: Form) -> dict[str, str]:
    """Translate a form and compile it, unless the cache has a library of the same C."""
    from rigida.jit.translate.entry_point import entry_point, result_letters
    from rigida.jit.translate.program import Program

    first_compile.compiling_begins()
    program = Program()
    function = program.function_of(form, kernel)
    text = program.unit([function], [entry_point(program, form, function, _SYMBOL)])
    options = [*compiler.options("native"), *shared_options()]
    library = compile_cached(compiler, options, text, "kernel", LIBRARY_ENDING)
    return {"library": library.name, "result": result_letters(function)}
