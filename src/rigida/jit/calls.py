"""The extension by which Python loads libraries of kernels and calls them (native/calls.c).

It lies beside the kernels that were compiled at install, or is compiled once into the cache.
"""

import hashlib
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from rigida.atomic_file import replaced
from rigida.jit.c_compiler import NATIVE, Compiler, build_calls
from rigida.jit.cache import cache_folder

EXTENSION = "_calls.abi3.so"


@cache
def load_calls(file: Path) -> Any:
    """Return the extension that lies in a file."""
    loader = ExtensionFileLoader("rigida.jit._calls", str(file))
    spec = spec_from_file_location("rigida.jit._calls", file, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@cache
def cached_calls(compiler: Compiler) -> Any:
    """Return the extension of the cache, compiled if it is not there."""
    text = "".join((NATIVE / name).read_text() for name in ("calls.c", "kernels.h", "processor.c"))
    key = hashlib.blake2b(f"{compiler.stamp}{text}".encode(), digest_size=12).hexdigest()
    file = cache_folder() / f"calls-{key}" / EXTENSION
    if not file.is_file():
        file.parent.mkdir(exist_ok=True)
        with replaced(file) as written:
            build_calls(compiler, written)
    return load_calls(file)
