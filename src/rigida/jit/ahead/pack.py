"""Kernels that were compiled when rigida was installed: found, checked and called.

They lie in a library beside this file, one function for each form of a kernel, named by a hash of the form and of the
sources that it was compiled from; `kernels.json` lists them. A form that is not there, as a source has changed or an
extension of rigida has added to it (`choice`), is compiled on first use (`on_demand`). So is everything where there is
no pack, or none that this machine can run: RIGIDA_PACK=0 asks for that, another value names the folder of another pack.
"""

import json
import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rigida.errors import RigidaWarning
from rigida.jit import first_compile
from rigida.jit.ahead.form import Form, form_key
from rigida.jit.calls import EXTENSION, load_calls
from rigida.jit.switches import BOUNDS, PACK

if TYPE_CHECKING:
    from rigida.jit.decorators import Compiled

LIBRARY, INDEX = "kernels.so", "kernels.json"
_REINSTALL = "Reinstall rigida to compile them for this machine; until then they are compiled on first use."


def find(kernel: "Compiled", form: Form) -> tuple[int, str] | None:
    """Return the address of a form's function and the letters of what it returns; None if it is not there."""
    pack = _installed()
    return None if pack is None else pack.find(kernel, form)


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
        self._forms: dict[str, str] = index["forms"]
        self.count = len(self._forms)
        self.build = {"compiler": index["compiler"], "level": index["cpu"], "folder": str(folder)}

    def find(self, kernel: "Compiled", form: Form) -> tuple[int, str] | None:
        """Return the address of a form's function and the letters of what it returns; None if it is not there."""
        key = form_key(kernel.py_func, form)
        if key in self._forms:
            return self.calls.address(self._library, symbol(key)), self._forms[key]
        first_compile.why = (
            f"{form.kernel} was not compiled for these arguments when rigida was installed, or has changed since."
        )
        return None


def symbol(key: str) -> str:
    """Return the name of a form's function in the library."""
    return f"form_{key}"
