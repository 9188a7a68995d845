"""Kernels that were compiled when rigida was installed: found, checked and called.

They lie in a library beside this file, one function for each form of a kernel, and `kernels.json` says which function
is which and what they were compiled from. A kernel of which any source file differs, or that an extension of rigida has
changed (`choice`), is compiled on first use (`on_demand`). So is everything where there is no pack, or none that this
machine can run: RIGIDA_PACK=0 asks for that, another value names the folder of another pack.
"""

import json
import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rigida.errors import RigidaWarning
from rigida.jit import first_compile, sources
from rigida.jit.ahead.form import given_code, kernel_files, kernel_name
from rigida.jit.calls import EXTENSION, load_calls
from rigida.jit.switches import BOUNDS, PACK

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

LIBRARY, INDEX = "kernels.so", "kernels.json"
_REINSTALL = "Reinstall rigida to compile them for this machine; until then they are compiled on first use."
#: A form as calls need it: address of the function, kinds of the arguments, letters of the result.
CallableForm = tuple[int, bytes, str]


def find(kernel: "Compiled", bound: tuple[str, ...]) -> tuple[list[CallableForm], str]:
    """Return the forms of a kernel that can be called, and why others than these must be compiled on first use."""
    pack = _installed()
    return ([], first_compile.why) if pack is None else pack.find(kernel, bound)


def calls() -> Any:
    """Return the extension that was compiled with the kernels; None without any."""
    pack = _installed()
    return None if pack is None else pack.calls


def form_count() -> int:
    """Return how many forms of kernels were compiled at install and can be used."""
    pack = _installed()
    return 0 if pack is None else pack.count


def build_of_pack() -> dict[str, str]:
    """Return compiler, level and folder of the kernels that were compiled at install; nothing without any."""
    pack = _installed()
    return {} if pack is None else pack.build


@cache
def _installed() -> "Pack | None":
    """Return the pack that this process uses."""
    if PACK == "0" or (BOUNDS and not PACK):
        return None
    folder = Path(PACK) if PACK else Path(__file__).parent
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
        file = folder / LIBRARY
        if file.stat().st_size != index["size"]:  # to load it would end the process
            raise ImportError(f"{LIBRARY} has {file.stat().st_size} bytes instead of {index['size']}")
        self.calls = load_calls(folder / EXTENSION)
        for feature in index["features"]:
            if not self.calls.has(feature):
                raise ImportError(f"they are for a processor ({index['cpu']}) with {feature}, which this one has not")
        self._library = self.calls.open(str(file))
        self._digests, self._imports, self._entered = index["digests"], index["imports"], index["entered"]
        self.count = len(index["forms"])
        self.build = {"compiler": index["compiler"], "level": index["cpu"], "folder": str(folder)}
        self._forms: dict[tuple[str, str], list[tuple[str, bytes, str]]] = {}
        for kernel, given, bound, result, symbol in index["forms"]:
            self._forms.setdefault((kernel, bound), []).append((symbol, given_code(tuple(given.split())), result))
        self._known = set[str]()
        self._unchanged = cache(self._is_unchanged)
        self._changed = cache(self._first_changed)

    def find(self, kernel: "Compiled", bound: tuple[str, ...]) -> tuple[list[CallableForm], str]:
        """Return the forms of a kernel that can be called, and why others than these must be compiled on first use."""
        name = kernel_name(kernel.py_func)
        forms = self._forms.get((name, " ".join(bound)))
        if forms is None:
            return [], f"{name} was not compiled when rigida was installed."
        for file in sorted(kernel_files(kernel.py_func, bound)):
            if changed := self._changed(file):
                return [], f"{changed} has changed since they were compiled: install rigida again."
        found = [(self.calls.address(self._library, symbol), given, result) for symbol, given, result in forms]
        return found, f"{name} was compiled for arguments of other kinds."

    def _first_changed(self, file: str) -> str | None:
        """Return a file that differs from what a file's kernels were compiled from; None if they can be used."""
        seen, left = set[str](), [sources.place_of(file)]
        while left:
            place = left.pop()
            if place not in seen:
                if not self._unchanged(place):
                    return place
                seen.add(place)
                left += self._imports[place]
        sources.known.update(map(sources.file_at, seen - self._known))
        self._known |= seen
        return None

    def _is_unchanged(self, place: str) -> bool:
        """Return whether a file, and what was entered into its choices, is as it was."""
        path = sources.file_at(place)
        entered = [sources.place_of(source) for source in sources.entered.get(path, ())]
        try:
            return entered == self._entered.get(place, []) and sources.digest(path) == self._digests.get(place)
        except OSError:
            return False
