"""numba is as it would be without rigida: settings, methods, compiled code and cache of the user's own functions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rigida

USER = """
import math
import numpy as np
from numba import njit

@njit(cache=True)
def user(a, i, x):
    total = 0.0
    for k in range(a.shape[0]):
        a[k, i] += x / (1 + k)
        total += a[k, i] ** 2 + math.hypot(x, k)
    b = np.zeros(3)
    b[-1] = total
    return b.sum() + a[:, 0].mean() + a[0, 0] // 2
"""

# numba numbers the names of functions; from a far number on they are of equal length. Addresses are left out.
SETTINGS = """
from itertools import count
import numba
from numba.core import bytecode, ir
from numba.core.types.functions import BaseFunction
bytecode.FunctionIdentity._unique_ids = count(10**6)
settings = dict(vars(numba.config))
methods = BaseFunction.get_call_type, ir.Inst._rec_list_vars
"""

# A kernel with the same operations, so that functions of numba are compiled for rigida before the user asks for them.
RIGIDA = """
import rigida
import kernels
kernels.own(kernels.np.ones((3, 2)), 1, 2.0)
assert methods == (BaseFunction.get_call_type, ir.Inst._rec_list_vars)
assert settings == dict(vars(numba.config))
"""

REPORT = """
import re
import numpy as np
from users import user
user(np.ones((3, 2)), 1, 2.0)
print(user.stats.cache_path)
for text in (*user.inspect_llvm().values(), *user.inspect_asm().values()):
    print(re.sub(r"v1\\d{6}|0x[0-9a-f]+|pickle\\w+\\.\\w+", "", text))
"""


def report(folder: Path, program: str) -> str:
    (folder / "users.py").write_text(USER)
    (folder / "kernels.py").write_text(
        USER.replace("from numba import njit", "from rigida.jit.decorators import kernel")
        .replace("njit(cache=True)", "kernel")
        .replace("def user", "def own")
    )
    for file in (folder / "__pycache__").glob("*.nb?"):
        file.unlink()
    environment = {**os.environ, "PYTHONPATH": str(Path(rigida.__file__).parent.parent), "XDG_CACHE_HOME": str(folder)}
    call = [sys.executable, "-c", program]
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_users_function_is_compiled_and_cached_as_without_rigida(tmp_path: Path) -> None:
    alone = report(tmp_path, SETTINGS + REPORT)
    assert alone.splitlines()[0] == str(tmp_path / "__pycache__")
    assert "define" in alone
    assert report(tmp_path, SETTINGS + RIGIDA + REPORT) == alone


def test_methods_are_put_back_when_a_kernel_does_not_compile() -> None:
    from numba.core import ir
    from numba.core.errors import TypingError

    from rigida.jit.decorators import routine

    @routine
    def wrong(x):  # type: ignore[no-untyped-def]
        return x.nothing

    before = ir.Inst._rec_list_vars
    with pytest.raises(TypingError):
        wrong(1.0)
    assert ir.Inst._rec_list_vars is before
