"""Compiles kernels at install: python -m rigida.jit.ahead.build_pack FOLDER writes there what `pack` finds.

All forms of `forms.txt` are translated to C, in units of about equal size that are compiled on all cores, and linked to
one library. It is made for this machine's processor, or for the one that RIGIDA_PACK_CPU names, such as x86-64-v3.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from rigida import errors
from rigida.atomic_file import replaced
from rigida.jit.ahead.form import Form, form_key, given_code, listed
from rigida.jit.ahead.pack import INDEX, LIBRARY, Pack, symbol
from rigida.jit.ahead.self_test import check_bits, fused_instructions, products
from rigida.jit.c_compiler import Compiler, build_calls, compile_cached, find_compiler, shared_options
from rigida.jit.calls import EXTENSION
from rigida.jit.translate.body import Refused
from rigida.jit.translate.entry_point import entry_point, result_letters
from rigida.jit.translate.function import Function
from rigida.jit.translate.program import Program


def kernel_of(form: Form) -> Any:
    """Return the kernel of a form."""
    module, name = form.kernel.split(":")
    return getattr(import_module(module), name)


def symbol_of(form: Form) -> str:
    """Return the name of a form's function in the library."""
    return symbol(form_key(kernel_of(form).py_func, form))


def translate(forms: list[Form]) -> tuple[dict[str, str], dict[Form, str]]:
    """Return the C texts of units, by the package whose kernels they hold, and what each form returns.

    A form that cannot be translated, because its kernel takes other arguments now, is left out and reported.
    """
    program, letters = Program(), dict[Form, str]()
    units = dict[str, tuple[list[Function], list[str]]]()
    for form in forms:
        try:
            function = program.function_of(form, kernel_of(form))
            letters[form] = result_letters(function)
        except (Refused, AttributeError, ImportError) as error:
            print(f"rigida: {form} cannot be compiled: {error}", flush=True)
            continue
        functions, entries = units.setdefault("_".join(form.kernel.split(":")[0].split(".")[1:3]), ([], []))
        functions.append(function)
        entries.append(entry_point(program, form, function, symbol_of(form)))
    return {name: program.unit(*parts) for name, parts in units.items()}, letters


def compile_units(compiler: Compiler, units: dict[str, str], level: str) -> list[str]:
    """Compile units on all cores, the largest ones first; return their objects."""
    options = [*compiler.options(level), "-c"]

    def compile_unit(name: str) -> str:
        return str(compile_cached(compiler, options, units[name], f"unit-{name}", ".o"))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(compile_unit, sorted(units, key=lambda name: -len(units[name]))))


def build(folder: Path, forms: list[Form], compiler: Compiler, level: str = "native") -> None:
    """Compile forms and write the library, the extension that calls it and the index to a folder."""
    began = time.perf_counter()
    units, letters = translate(forms)
    if not letters:
        raise errors.UsageError("rigida: no kernel could be translated.")
    forms = sorted(letters)
    index: dict[str, Any] = {"cpu": level, "features": compiler.features(level), "compiler": compiler.version}
    index["forms"] = {form_key(kernel_of(form).py_func, form): letters[form] for form in forms}
    with tempfile.TemporaryDirectory() as work:
        objects = compile_units(compiler, units, level)
        options = [*compiler.options(level), *shared_options(), *objects, "-lm"]
        compiler.run(*options, "-o", str(Path(work, LIBRARY)), what=LIBRARY)
        build_calls(compiler, Path(work, EXTENSION))
        if fused := fused_instructions(Path(work, LIBRARY)):
            raise errors.UsageError(f"{compiler.version} fused multiplications and additions: {', '.join(fused)}.")
        index["size"] = Path(work, LIBRARY).stat().st_size
        Path(work, INDEX).write_text(json.dumps(index, separators=(",", ":")))
        folder.mkdir(parents=True, exist_ok=True)
        for name in (LIBRARY, EXTENSION, INDEX):
            with replaced(folder / name) as written:
                shutil.copyfile(Path(work, name), written)
    if level == "native":
        pack = Pack(folder)
        for form in forms:
            found = pack.find(products, form) if form.kernel.endswith(":products") else None  # type: ignore[arg-type]
            if found is not None:
                check_bits(pack.calls.entry(None, (), partial(_form_of, found, given_code(form.given))))
    took = time.perf_counter() - began
    print(f"rigida: {len(forms)} kernels compiled in {took:.0f} s by {compiler.version}", flush=True)


def _form_of(found: tuple[int, str], given: bytes, *arguments: Any) -> tuple[int, bytes, str]:
    return found[0], given, found[1]


def main(folder: str) -> None:
    """Compile all forms; say in one line what cannot be done, and end with 1 then."""
    compiler = find_compiler()
    if compiler is None:
        sys.exit("rigida: there is no C compiler (clang, gcc, cc, $CC, ziglang): kernels are not compiled at install.")
    try:
        build(Path(folder), listed(), compiler, os.environ.get("RIGIDA_PACK_CPU", "native"))
    except errors.RigidaError as error:
        sys.exit(f"rigida: {error}")


if __name__ == "__main__":
    main(sys.argv[1])
