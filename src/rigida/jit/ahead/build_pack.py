"""Compiles kernels ahead of time: python -m rigida.jit.ahead.build_pack FOLDER writes there what `pack` finds.

Each form of `forms.txt` becomes an object file, on all cores, and a C compiler links them with the calls from Python
(native/) into one extension for all Pythons from 3.11 on. It is made for this machine's processor, or for the one that
RIGIDA_PACK_CPU names, such as x86-64-v3.
"""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

from rigida.atomic_file import replaced
from rigida.jit import sources
from rigida.jit.ahead.form import Form, listed
from rigida.jit.ahead.pack import EXTENSION, INDEX, digest

_NATIVE = Path(__file__).parent / "native"
_SOURCES_OF_C = ("kernels.c", "memory.c", "processor.c")
#: What x86-64 processors differ in and compiled code may use; by the names of LLVM and of C compilers alike.
_FEATURES = ("sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx", "avx2", "fma", "bmi", "bmi2", "avx512f", "avx512vl")
_FEATURES_OF = {"x86-64-v2": _FEATURES[:5], "x86-64-v3": _FEATURES[:10], "x86-64-v4": _FEATURES}


def c_compiler() -> list[str]:
    """Return the command that compiles C: $CC, cc, or zig if Python has it; none where there is no compiler."""
    for command in (shlex.split(os.environ.get("CC", "")), ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            return command
    zig = subprocess.run([sys.executable, "-m", "ziglang", "version"], capture_output=True, check=False)
    return [sys.executable, "-m", "ziglang", "cc"] if zig.returncode == 0 else []


def _compile(form: Form, symbol: str, folder: str) -> tuple[str, dict[str, Any]]:
    """Write the object of a form; return the letters of what it returns, and the files that it stands on."""
    from rigida.jit import compiler

    compiler.load("Kernels are to be compiled ahead of time.")
    from rigida.jit.ahead.object_code import cpu, kernel_of, object_of

    code, letters = object_of(form, symbol)
    Path(folder, f"{symbol}.o").write_bytes(code)
    found: dict[str, Any] = {"digests": {}, "imports": {}, "entered": {}, "cpu": cpu()}
    for path in sources.sources_of(kernel_of(form).py_func.__code__.co_filename):
        place, entered = sources.place_of(path), sources.entered.get(path, [])
        found["digests"][place] = digest(path)
        found["imports"][place] = sorted(map(sources.place_of, {*sources.imports(path), *entered}))
        if entered:
            found["entered"][place] = [sources.place_of(source) for source in entered]
    return letters, found


def _order(form: Form) -> tuple[Any, ...]:
    """Sort forms such that calls try those for bools first and those for floats, which take ints too, last."""
    return form.kernel, form.bound, tuple({"?": "0", "i": "1", "d": "2"}.get(kind, kind) for kind in form.given)


def build(folder: Path, forms: list[Form], jobs: int) -> None:
    """Compile forms in so many processes and write extension and index to a folder.

    A form that does not compile, because its kernel takes other arguments now, is left out and told of.
    """
    began = time.perf_counter()
    index: dict[str, Any] = {"digests": {}, "imports": {}, "entered": {}}
    letters: dict[Form, str] = {}
    with tempfile.TemporaryDirectory() as work, ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(_compile, form, _symbol(form), work): form for form in forms}
        for done, job in enumerate(as_completed(running), start=1):
            try:
                letters[running[job]], found = job.result()
            except Exception as error:
                why = (str(error).strip().splitlines() or [type(error).__name__])[-1]
                print(f"rigida: {running[job]} cannot be compiled: {why}", flush=True)
                continue
            index["cpu"], features = found.pop("cpu")
            for name, entries in found.items():
                index[name].update(entries)
            if done % 10 == 0 or done == len(forms):
                print(f"rigida: {done} of {len(forms)} kernels, {time.perf_counter() - began:.0f} s", flush=True)
        if not letters:
            sys.exit("rigida: no kernel could be compiled ahead of time.")
        made = sorted(letters, key=_order)
        index["forms"] = [(form.kernel, " ".join(form.given), " ".join(form.bound), letters[form]) for form in made]
        index["build"] = hashlib.blake2b(json.dumps(index).encode(), digest_size=8).hexdigest()
        _link(Path(work), [_symbol(form) for form in made], index, features)
        folder.mkdir(parents=True, exist_ok=True)
        for name in (EXTENSION, INDEX):
            with replaced(folder / name) as written:
                shutil.copyfile(Path(work, name), written)


def _symbol(form: Form) -> str:
    """Return the name of a form's function."""
    return f"form_{hashlib.blake2b(str(form).encode(), digest_size=8).hexdigest()}"


def _link(work: Path, names: list[str], index: dict[str, Any], features: str) -> None:
    """Link the objects of a folder; write extension and index there."""
    (work / "forms.c").write_text(
        '#include "kernels.h"\n'
        + "".join(f"extern int {name}(void **, void **, int64_t *, int64_t *, int64_t *);\n" for name in names)
        + f"const Run FORMS[] = {{{', '.join(names)}}};\nconst int FORM_COUNT = {len(names)};\n"
        + f'const char BUILD[] = "{index["build"]}";\nconst char *lacking_feature(void) {{\n'
        + "".join(f'    if (!processor_has("{name}")) return "{name}";\n' for name in _needed(index, features))
        + "    return 0;\n}\n"
    )
    sources_of_c = [*(str(_NATIVE / name) for name in _SOURCES_OF_C), str(work / "forms.c")]
    headers = [f"-I{folder}" for folder in (_NATIVE, sysconfig.get_path("include"), np.get_include())]
    undefined = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []  # Python's own functions
    objects = [str(work / f"{name}.o") for name in names]
    options = ["-O2", "-shared", "-fPIC", "-fvisibility=hidden", *undefined, *headers]
    subprocess.run([*c_compiler(), *options, *sources_of_c, *objects, "-lm", "-o", str(work / EXTENSION)], check=True)
    (work / INDEX).write_text(json.dumps({**index, "size": (work / EXTENSION).stat().st_size}, separators=(",", ":")))


def _needed(index: dict[str, Any], features: str) -> tuple[str, ...]:
    """Return what an x86-64 processor must be able to do; of others this is not asked."""
    return _FEATURES_OF.get(index["cpu"]) or tuple(name for name in _FEATURES if f"+{name}" in features.split(","))


def main(folder: str) -> None:
    """Compile all forms; say in one line what cannot be done, and end with 1 then."""
    if level := os.environ.get("RIGIDA_PACK_CPU"):
        os.environ |= {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""}
    if not c_compiler():
        sys.exit("rigida: there is no C compiler (cc, gcc, clang or $CC): kernels are not compiled ahead of time.")
    build(Path(folder), listed(), os.cpu_count() or 1)


if __name__ == "__main__":
    main(sys.argv[1])
