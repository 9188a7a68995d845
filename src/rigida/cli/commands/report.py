"""`rigida report`: versions, processor and state of the kernels, for bug reports."""

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rigida.cli.output import JsonOption, print_json, print_table

_LIBRARIES = ("numpy", "scipy", "pydantic", "trimesh", "matplotlib", "pillow", "av")


def report(json: JsonOption = False) -> None:
    """Print versions, processor, C compiler and the state of the compiled kernels.

    Example: rigida report
    """
    from rigida.jit.ahead.pack import build_of_pack, form_count
    from rigida.jit.c_compiler import CompilerError, find_compiler
    from rigida.jit.cache import cache_folder, library_count
    from rigida.version import __version__

    try:
        found = find_compiler()
        compiler = "none" if found is None else f"{found.version} ({' '.join(found.command)})"
    except CompilerError as error:
        compiler = str(error)
    rows = {
        "rigida": __version__,
        "Python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "processor": _processor(),
        **{name: _version(name) for name in _LIBRARIES},
        "kernels compiled at install": str(form_count()),
        **{f"  {name}": text for name, text in build_of_pack().items()},
        "kernels compiled on first use": f"{library_count()} in {cache_folder()}",
        "C compiler for first use": compiler,
    }
    if json:
        print_json({name.strip(): text for name, text in rows.items()})
        return
    print_table(["what", "value"], [[name, text] for name, text in rows.items()])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if line.startswith("model name")] if info.is_file() else []
    return names[0].partition(":")[2].strip() if names else platform.processor() or platform.machine()
