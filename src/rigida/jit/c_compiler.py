"""The C compiler: which one there is, how it is called, and what it says when it fails.

Every operation rounds on its own, whatever the compiler and its level of optimisation: nothing is contracted to a fused
multiply-add, reordered or assumed finite. gcc 12 fuses despite -ffp-contract=off where it vectorises straight code, so
that fused instructions, and AVX-512 with its own, are switched off for it (`build_pack` looks whether that holds).
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from rigida import errors
from rigida.atomic_file import replaced
from rigida.jit.cache import cache_folder, is_whole, size_file
from rigida.jit.calls import EXTENSION, load_calls
from rigida.jit.switches import BOUNDS

NATIVE = Path(__file__).parent / "native"
LIBRARY_ENDING = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
_OPTIMIZED = ("-O2", "-fno-math-errno", "-fno-trapping-math")
_ALWAYS = ("-std=c11", "-w", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-fwrapv", f"-I{NATIVE}")
#: What x86-64 processors differ in and compiled code may use; compilers define a macro for each, such as __SSE4_1__.
_FEATURES = ("sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx", "avx2", "bmi", "bmi2", "avx512f", "avx512vl")


class CompilerError(errors.UsageError):
    """The C compiler failed; the message has its first error."""


@dataclass(frozen=True)
class Compiler:
    """A C compiler: the command that calls it, and whose it is."""

    command: tuple[str, ...]

    @property
    def stamp(self) -> str:
        """An identification of this compiler that does not need to call it."""
        program = Path(shutil.which(self.command[0]) or self.command[0]).resolve()
        state = program.stat()
        return f"{' '.join(self.command)} {program} {state.st_size} {state.st_mtime_ns}"

    @property
    def version(self) -> str:
        """The first line of what it says of itself."""
        return _version(self.command)

    @property
    def is_gcc(self) -> bool:
        """Whether it is gcc, under whatever name."""
        return "clang" not in self.version.lower() and "zig" not in " ".join(self.command)

    def options(self, level: str) -> list[str]:
        """Return the options for a kind of processor: "native" for this one, or a name such as x86-64-v3."""
        added = shlex.split(os.environ.get("RIGIDA_CFLAGS", ""))
        bounds = ["-DRIGIDA_BOUNDS"] if BOUNDS else []
        machine = [f"-march={level}"] if level else []
        unfused = ["-mno-fma", "-mno-avx512f"] if self.is_gcc and _is_x86(level) else []
        vectorized = ["-O3"] if self.is_gcc else []  # also loops of unknown length, as clang does at -O2
        return [*_OPTIMIZED, *_ALWAYS, *machine, *vectorized, *unfused, *bounds, *added]

    def run(self, *arguments: str, what: str, text: str | None = None) -> str:
        """Run the compiler, with a text as standard input; return what it prints, or raise an error with its own."""
        try:
            done = subprocess.run([*self.command, *arguments], input=text, capture_output=True, encoding="utf-8")
        except OSError as error:
            raise CompilerError(f"C compiler '{self.command[0]}' cannot be run: {error.strerror}.") from error
        made = [Path(file) for option, file in pairwise(arguments) if option == "-o"]
        if done.returncode != 0 or not all(file.is_file() for file in made):
            lines = done.stderr.splitlines() or [f"it ended with {done.returncode} and said and wrote nothing."]
            first = next((line for line in lines if "error" in line.lower()), lines[0])
            known = "gcc 9, clang 10, zig 0.11 or later"
            needs = f"It must know C11 and vector extensions: {known}; $CC chooses another one."
            if "Python.h" in first:
                needs = "The headers of Python are missing: install the package python3-dev or python3-devel."
            if "No space left" in done.stderr:
                needs = "Make room there, or let XDG_CACHE_HOME and TMPDIR name other folders."
            raise CompilerError(f"C compiler '{' '.join(self.command)}' failed on {what}: {first.strip()} {needs}")
        return done.stdout

    def features(self, level: str) -> list[str]:
        """Return what a processor must be able to do to run code for a level; of x86-64 only."""
        macros = self.run(*self.options(level), "-dM", "-E", "-xc", os.devnull, what="its own macros")
        found = re.findall(r"^#define __(\w+)__ ", macros, re.MULTILINE)
        return [feature for feature in _FEATURES if feature.upper().replace(".", "_") in found]


def _is_x86(level: str) -> bool:
    native = sysconfig.get_platform().endswith(("x86_64", "amd64"))
    return level.startswith("x86") or (native and level in ("", "native"))


@cache
def _version(command: tuple[str, ...]) -> str:
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).partition("\n")[0].strip()


@cache
def find_compiler() -> Compiler | None:
    """Return $CC, clang, gcc, cc, or zig where Python has it; None where there is no compiler."""
    if chosen := shlex.split(os.environ.get("CC", "")):
        if shutil.which(chosen[0]) is None:
            raise CompilerError(f"$CC names '{chosen[0]}', which cannot be found. Unset it to use clang, gcc or cc.")
        return Compiler(tuple(chosen))
    for name in ("clang", "gcc", "cc"):
        if shutil.which(name):
            return Compiler((name,))
    return Compiler((sys.executable, "-m", "ziglang", "cc")) if find_spec("ziglang") else None


def shared_options() -> list[str]:
    """Return the options that make a library."""
    undefined = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []  # Python's own functions
    return ["-shared", *undefined]


def build_calls(compiler: Compiler, target: Path) -> None:
    """Compile the extension by which Python loads and calls kernels."""
    import numpy as np

    headers = [f"-I{folder}" for folder in (sysconfig.get_path("include"), np.get_include())]
    libraries = [] if sys.platform == "win32" else ["-ldl"]
    if sys.platform == "win32":
        libraries = [f"-L{Path(sys.base_prefix, 'libs')}", "-lpython3"]
    sources = [str(NATIVE / name) for name in ("calls.c", "processor.c")]
    options = ["-O2", "-w", "-fPIC", f"-I{NATIVE}", *headers, *shared_options()]
    compiler.run(*options, *sources, *libraries, "-o", str(target), what="calls.c")


def compile_cached(compiler: Compiler, options: list[str], text: str, name: str, ending: str) -> Path:
    """Return what the compiler makes of a C text, from the cache where it was compiled before."""
    debug = "-g" in options or "-DRIGIDA_BOUNDS" in options  # such code knows its lines
    lasting = text if debug else re.sub(r"^#line .*\n", "", text, flags=re.MULTILINE)
    key = f"{compiler.stamp}{options}{(NATIVE / 'prelude.h').read_text(encoding='utf-8')}{lasting}"

    def make(file: Path) -> None:
        compiler.run(*options, "-xc", "-", "-lm", "-o", str(file), what=name, text=text)

    return _cached(name, key, ending, make)


@cache
def cached_calls(compiler: Compiler) -> Any:
    """Return the extension of the cache, compiled if it is not there."""
    text = "".join((NATIVE / name).read_text() for name in ("calls.c", "kernels.h", "processor.c"))
    return load_calls(_cached("calls", f"{compiler.stamp}{text}", EXTENSION, partial(build_calls, compiler)))


def _cached(name: str, key: str, ending: str, make: Callable[[Path], None]) -> Path:
    """Return a file of the cache, made if it is not there."""
    file = cache_folder() / f"{name}-{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}{ending}"
    if is_whole(file):
        return file
    try:
        with replaced(file) as written:
            make(written)
        with replaced(size_file(file)) as written:
            written.write_text(str(file.stat().st_size))
    except CompilerError:
        raise
    except errors.UsageError as error:
        raise CompilerError(
            f"Compiled kernels cannot be kept: {error.__cause__}. Make room in '{file.parent}', or let XDG_CACHE_HOME "
            "name another folder."
        ) from error
    return file
