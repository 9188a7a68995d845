"""A kernel that detects compilers that fuse multiplication and addition, which rounds once instead of twice.

It is part of every pack: a build that does not give its bits as plain Python does is refused.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from rigida import errors
from rigida.arrays import FloatArray
from rigida.jit.decorators import kernel

#: Instructions that multiply and add at once, of x86-64 and of aarch64.
_FUSED = re.compile(r"\b(vfn?m(?:add|sub)\w+|fn?m(?:add|sub)|fml[as])\b")


@kernel
def products(x: FloatArray, out: FloatArray) -> None:
    """Fill out (n, 4) with sums and differences of products of x (n, 4), in a loop and in straight code."""
    for i in range(x.shape[0]):
        a, b, c, d = x[i, 0], x[i, 1], x[i, 2], x[i, 3]
        out[i, 0], out[i, 1] = a * b + c, a * b - c * d
        out[i, 2], out[i, 3] = c - a * d, a * b + c * d + a * c


def check_bits(run: Any) -> None:
    """Raise an error if `products`, called by `run`, does not round as Python does."""
    x = np.random.default_rng(1).normal(size=(64, 4))
    found, expected = np.empty_like(x), np.empty_like(x)
    run(x, found)
    getattr(products, "py_func", products)(x, expected)
    if found.tobytes() != expected.tobytes():
        raise errors.UsageError("The C compiler rounds otherwise than Python does; $CC chooses another one.")


def fused_instructions(library: Path) -> list[str]:
    """Return the fused instructions in a library; none where there is no objdump to look for them."""
    if shutil.which("objdump") is None:
        return []
    listing = subprocess.run(["objdump", "-d", str(library)], capture_output=True, text=True, check=False)
    return sorted(set(_FUSED.findall(listing.stdout)))
