"""The interpreter with `bpy` that tests of Blender run scripts with, in a process of its own.

It is the one that RIGIDA_BLENDER_PYTHON names or, with RIGIDA_TESTS=long, this one where it has `bpy`. A process of its
own, because `bpy` and usd-core carry different builds of the same libraries.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from long_form import LONG

PYTHON = os.environ.get("RIGIDA_BLENDER_PYTHON") or (
    sys.executable if LONG and importlib.util.find_spec("bpy") is not None else ""
)
needs_blender = pytest.mark.skipif(
    not PYTHON,
    reason="needs bpy: here with RIGIDA_TESTS=long, or where RIGIDA_BLENDER_PYTHON is",
)


def run_in_blender(script: str, *arguments: object) -> dict:
    """Run a script of this folder with `bpy` and return what it prints after the word FACTS."""
    command = [PYTHON, str(Path(__file__).with_name(script)), *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(next(line for line in done.stdout.splitlines() if line.startswith("FACTS "))[6:])
