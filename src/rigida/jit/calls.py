"""The extension by which Python loads libraries of kernels and calls them (native/calls.c)."""

import os
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

EXTENSION = "_calls.abi3.so"


@cache
def load_calls(file: Path) -> Any:
    """Return the extension that lies in a file."""
    loader = ExtensionFileLoader("rigida.jit._calls", str(file))
    spec = spec_from_file_location("rigida.jit._calls", file, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=module.forget_workers)
    return module
