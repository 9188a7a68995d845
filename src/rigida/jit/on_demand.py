"""Kernels compiled on first use: of editable installs, of edited sources, of users' own kinds.

A form is translated to C (`translate`) and compiled to a library of its own, kept in the cache under a hash of the C
text. To find it again without translating, a note beside the libraries is named by a hash of all that the translation
depends on: the form, the sources that the kernel stands on, the translator and the compiler.
"""

import contextlib
import json
import os
import threading
import warnings
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rigida import errors
from rigida.atomic_file import replaced
from rigida.jit import first_compile, sources
from rigida.jit.ahead import pack
from rigida.jit.ahead.form import Form, form_key, listed
from rigida.jit.c_compiler import (
    LIBRARY_ENDING,
    NATIVE,
    Compiler,
    cached_calls,
    compile_cached,
    find_compiler,
    shared_options,
)
from rigida.jit.cache import cache_folder, is_whole
from rigida.jit.entry import expected

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

_SYMBOL = "kernel"
#: Whichever thread comes first compiles a form, others wait for it.
_locks: dict[Form, threading.Lock] = defaultdict(threading.Lock)
_ahead: list[threading.Thread] = []


@cache
def calls() -> Any:
    """Return the extension by which Python calls kernels; None where there is no C compiler."""
    compiler = find_compiler()
    if compiler is not None:
        return cached_calls(compiler)
    warnings.warn(
        "There is no C compiler (clang, gcc, cc or $CC): kernels run as plain Python, a hundred times slower. "
        "Install one, or zig from the package index: pip install ziglang.",
        errors.RigidaWarning,
        stacklevel=5,
    )
    return None


@cache
def load(kernel: "Compiled", form: Form) -> tuple[int, str]:
    """Return the address of a form's function and the letters of what it returns.

    Once in a process: a kernel that is in use keeps the sources it was compiled from (`sources.enter_source`).
    """
    compiler = find_compiler()
    assert compiler is not None
    found = _read(_note(compiler, kernel, form))
    if found is None:
        _ahead[:] = [thread for thread in _ahead if thread.is_alive()]
        for _ in range(len(_ahead), (os.cpu_count() or 1) - 1):
            _ahead.append(threading.Thread(target=_compile_ahead, args=(compiler,), daemon=True))
            _ahead[-1].start()
        found = _built(compiler, kernel, form)
    library = calls().open(str(cache_folder() / found["library"]))
    return calls().address(library, _SYMBOL), found["result"]


def _compile_ahead(compiler: Compiler) -> None:
    """Compile what was bound and will probably be called, while another core compiles what is needed now."""
    with contextlib.suppress(errors.RigidaError, KeyError):  # errors are reported by the call of the kernel
        while True:
            place = next(iter(expected.copy()), None)
            kernel = expected.pop(place)  # type: ignore[arg-type]  # KeyError: nothing is left
            for form in _listed_forms().get(place, ()):  # type: ignore[arg-type]
                if pack.find(kernel, form) is None:
                    _built(compiler, kernel, form)


@cache
def _listed_forms() -> dict[tuple[str, tuple[str, ...]], list[Form]]:
    found: dict[tuple[str, tuple[str, ...]], list[Form]] = {}
    for form in listed():
        found.setdefault((form.kernel, form.bound), []).append(form)
    return found


def _built(compiler: Compiler, kernel: "Compiled", form: Form) -> dict[str, str]:
    """Return the library of a form and what it returns, compiled if it is not there yet."""
    with _locks[form]:
        note = _note(compiler, kernel, form)
        found = _read(note)
        if found is None:
            found = _compile(compiler, kernel, form)
            with replaced(note) as written:
                written.write_text(json.dumps(found))
        return found


def _note(compiler: Compiler, kernel: "Compiled", form: Form) -> Path:
    """Return the file that says where a form is, named by a hash of all that its code depends on."""
    settings = [os.environ.get(name, "") for name in ("RIGIDA_CFLAGS", "RIGIDA_BOUNDS")]
    code = kernel.py_func.__code__.co_code  # two kernels of one name, in a test
    text = f"{form_key(kernel.py_func, form)} {compiler.stamp} {settings} {_translator()} {code!r}"
    return cache_folder() / f"form-{sources.short_hash(text.encode())}.json"


@cache
def _translator() -> str:
    """Return a hash of the translator and of what C kernels are written with."""
    files = sorted([*Path(__file__).parent.rglob("*.py"), NATIVE / "prelude.h"])
    return sources.short_hash(b"\0".join(path.read_bytes() for path in files))


def _read(note: Path) -> dict[str, str] | None:
    """Return what a note says; None where it is not there, or it or its library is damaged or gone."""
    try:
        found = json.loads(note.read_bytes())
        os.utime(note)
        whole = is_whole(cache_folder() / found["library"])
        return {"library": found["library"], "result": found["result"]} if whole else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


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
