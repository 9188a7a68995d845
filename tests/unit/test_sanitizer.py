"""A kernel that writes beyond its memory is reported with its Python file and line by AddressSanitizer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rigida.jit import sources

KERNEL = """
import numpy as np
from rigida.jit.decorators import kernel

@kernel
def overrun(n):
    work = np.empty(n)
    for k in range(n + 1):
        work[k] = 1.0
    return work[0]

overrun(1000)
"""


def runtime() -> str:
    if shutil.which("gcc") is None:
        return ""
    found = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    return found.stdout.strip() if Path(found.stdout.strip()).is_file() else ""


@pytest.mark.skipif(not runtime(), reason="gcc has no AddressSanitizer here")
def test_an_overrun_is_reported_with_its_python_line(tmp_path: Path) -> None:
    program = tmp_path / "overrun.py"
    program.write_text(KERNEL)
    variables = {
        "PYTHONPATH": str(Path(sources.__file__).parents[2]),
        "XDG_CACHE_HOME": str(tmp_path),
        "CC": "gcc",
        "RIGIDA_PACK": "0",
        "RIGIDA_CFLAGS": "-g -O1 -fsanitize=address",
        "ASAN_OPTIONS": "detect_leaks=0",
        "LD_PRELOAD": runtime(),
    }
    done = subprocess.run(
        [sys.executable, str(program)], env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "heap-buffer-overflow" in done.stderr
    assert "overrun.py:9" in done.stderr
