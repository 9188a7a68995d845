"""Compile and link all kernels for other platforms with zig: python benchmarks/platforms.py [TARGET …].

Where qemu-aarch64 is installed, the kernel that tells whether operations are fused runs there too and must give the
bits that it gives here. Needs the package ziglang.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from rigida.jit.ahead.build_pack import compile_units, kernel_of, symbol_of, translate
from rigida.jit.ahead.form import Form, listed
from rigida.jit.c_compiler import Compiler, shared_options

TARGETS = ("aarch64-linux-gnu", "aarch64-macos", "x86_64-windows-gnu", "x86_64-linux-gnu")
MAIN = """
int main(void) {{
    double x[4 * {count}] = {{{numbers}}}, out[4 * {count}];
    int64_t given[] = {{(int64_t)x, {count}, 4, (int64_t)out, {count}, 4}}, result[1];
    char message[256];
    {symbol}(given, 0, result, message);
    for (int k = 0; k < 4 * {count}; k++) printf("%016llx", (unsigned long long)as_word(out[k]));
    return 0;
}}
"""


def zig(target: str) -> Compiler:
    """Return the compiler for a target."""
    return Compiler((sys.executable, "-m", "ziglang", "cc", "-target", target))


def bits_of(form: Form, x: np.ndarray) -> str:
    """Return what the kernel gives as plain Python."""
    out = np.empty_like(x)
    kernel_of(form).py_func(x, out)
    return "".join(f"{word:016x}" for word in out.view(np.uint64).reshape(-1))


def run_under_emulation(work: Path) -> None:
    """Compare the bits of one kernel on aarch64 with those of Python here."""
    form = next(form for form in listed() if form.kernel.endswith(":products"))
    units, _ = translate([form])
    x = np.random.default_rng(1).normal(size=(16, 4))
    numbers = ", ".join(repr(float(number)) for number in x.reshape(-1))
    main = MAIN.format(count=len(x), numbers=numbers, symbol=symbol_of(form))
    (work / "main.c").write_text(next(iter(units.values())) + main)
    compiler = zig("aarch64-linux-musl")
    compiler.run(*compiler.options(""), str(work / "main.c"), "-lm", "-o", str(work / "main"), what="main.c")
    done = subprocess.run(["qemu-aarch64", str(work / "main")], capture_output=True, text=True, check=True)
    print("aarch64 under qemu: same bits" if done.stdout == bits_of(form, x) else "aarch64 under qemu: OTHER BITS")


def main() -> None:
    """Compile for all targets and say how long that took and how large it became."""
    units, letters = translate(listed())
    for target in sys.argv[1:] or TARGETS:
        began, compiler = time.perf_counter(), zig(target)
        with tempfile.TemporaryDirectory() as work:
            objects = compile_units(compiler, units, "")
            library = Path(work, "kernels")
            shared = [option for option in shared_options() if option == "-shared"]
            compiler.run(*shared, *objects, "-lm", "-o", str(library), what=target)
            size, took = library.stat().st_size, time.perf_counter() - began
            print(f"{target}: {len(letters)} kernels, {size / 1e6:.2f} MB, {took:.0f} s", flush=True)
    if shutil.which("qemu-aarch64"):
        with tempfile.TemporaryDirectory() as work:
            run_under_emulation(Path(work))


if __name__ == "__main__":
    main()
