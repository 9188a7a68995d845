"""Kernels that were compiled when rigida was installed: found, checked and called without numba.

They lie in an extension beside this file, one function for each form of a kernel, and `kernels.json` says which
function is which and what they were compiled from. A kernel of which any source file differs, or that an extension of
rigida has changed (`choice`), is left to numba. So is everything where there is no pack, or none that this machine can
run: RIGIDA_PACK=0 asks for that, another value names the folder of another pack.
"""

import json
import os
import warnings
from collections.abc import Callable
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, source_hash, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rigida.errors import RigidaWarning
from rigida.jit import first_compile, sources
from rigida.jit.ahead.form import given_code, kernel_name, kind_text
from rigida.jit.array_table import array_table

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

EXTENSION, INDEX = "_kernels.abi3.so", "kernels.json"
_SWITCH = os.environ.get("RIGIDA_PACK", "")
_REINSTALL = "Reinstall rigida to compile them for this machine; until then they are compiled on first use."


def find(kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what runs a kernel with its last arguments given, None where nothing was compiled ahead of time."""
    pack = _installed()
    return None if pack is None else pack.entry(kernel, last)


def form_count() -> int:
    """Return how many forms of kernels were compiled ahead of time and can be used."""
    pack = _installed()
    return 0 if pack is None else pack.count


@cache
def _installed() -> "Pack | None":
    """Return the pack that this process uses."""
    if _SWITCH == "0" or os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"):
        return None
    folder = Path(_SWITCH) if _SWITCH else Path(__file__).parent
    if not (folder / INDEX).is_file():
        first_compile.why = (
            "rigida was installed without compiled ones: `pip install .` (not editable) compiles them once."
        )
        return None
    try:
        return Pack(folder)
    except (OSError, ImportError, ValueError, KeyError) as error:
        warnings.warn(
            f"Compiled kernels in {folder} cannot be used: {error}. {_REINSTALL}", RigidaWarning, stacklevel=2
        )
        return None


class Pack:
    """The compiled kernels of a folder."""

    def __init__(self, folder: Path) -> None:
        index = json.loads((folder / INDEX).read_bytes())
        file = folder / EXTENSION
        if file.stat().st_size != index["size"]:  # to load it would end the process
            raise ImportError(f"{EXTENSION} has {file.stat().st_size} bytes instead of {index['size']}")
        self._calls = _load(file)
        if index["build"] != self._calls.BUILD:
            raise ImportError(f"{EXTENSION} and {INDEX} are of different builds")
        if (feature := self._calls.lacking()) is not None:
            raise ImportError(f"they are for a processor ({index['cpu']}) with {feature}, which this one has not")
        self._digests, self._imports, self._entered = index["digests"], index["imports"], index["entered"]
        self.count = len(index["forms"])
        self._forms: dict[tuple[str, str], list[tuple[int, bytes, str]]] = {}
        for number, (kernel, given, bound, result) in enumerate(index["forms"]):
            self._forms.setdefault((kernel, bound), []).append((number, given_code(tuple(given.split())), result))
        self._known = set[str]()
        self._unchanged = cache(self._is_unchanged)
        self._changed = cache(self._first_changed)

    def entry(self, kernel: "Compiled", last: tuple[Any, ...]) -> Callable[..., Any]:
        """Return what runs a kernel with its last arguments given: the form that is here, or numba's when called."""
        name, kinds = kernel_name(kernel.py_func), " ".join(kind_text(value) for value in last)
        forms = self._forms.get((name, kinds))
        if forms is None:
            return _on_first_call(kernel, last, f"{name} was not compiled when rigida was installed.")
        if (changed := self._changed(kernel.py_func.__code__.co_filename)) is not None:
            return _on_first_call(
                kernel, last, f"{changed} has changed since they were compiled: install rigida again."
            )
        words = array_table(last) if last else None
        elsewhere = _on_first_call(kernel, last, f"{name} was compiled for arguments of other kinds.")
        return self._calls.entry(tuple(forms), words, last, elsewhere)

    def _first_changed(self, file: str) -> str | None:
        """Return a file that differs from what a file's kernels were compiled from; None if they can be used."""
        seen, left = set[str](), [sources.place_of(Path(file))]
        while left:
            place = left.pop()
            if place not in seen:
                if not self._unchanged(place):
                    return place
                seen.add(place)
                left += self._imports[place]
        sources.known.update(sources.PACKAGE / place for place in seen - self._known)
        self._known |= seen
        return None

    def _is_unchanged(self, place: str) -> bool:
        """Tell whether a file, and what was entered into its choices, is as it was."""
        path = sources.PACKAGE / place
        entered = [sources.place_of(source) for source in sources.entered.get(path, ())]
        try:
            return entered == self._entered.get(place, []) and digest(path) == self._digests.get(place)
        except OSError:
            return False


def digest(path: Path) -> str:
    """Return what tells the text of a file from another: Python's own, for which nothing must be imported."""
    with open(path, "rb") as file:
        return source_hash(file.read()).hex()


def _load(file: Path) -> Any:
    loader = ExtensionFileLoader("rigida.jit.ahead._kernels", str(file))
    spec = spec_from_file_location("rigida.jit.ahead._kernels", file, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _on_first_call(kernel: "Compiled", last: tuple[Any, ...], why: str) -> Callable[..., Any]:
    """Return what numba compiles when it is called, not before: many kernels are bound that a scene never calls."""
    run: Callable[..., Any] | None = None

    def call(*given: Any) -> Any:
        nonlocal run
        if run is None:
            from rigida.jit.entry import compiled

            first_compile.why = why
            run = compiled(kernel, last)
        return run(*given)

    return call
