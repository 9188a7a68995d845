"""A sign of life while kernels compile: somebody is told once, when the first one must be compiled.

Kernels of the cache on disk are loaded without a word. Without another listener people at a terminal or in a notebook
read one line on stderr, which says why kernels were not at hand; programs whose output goes elsewhere read nothing.
"""

import sys
from collections.abc import Callable

MESSAGE = "rigida: compiling kernels, which are kept for later runs (seconds to a minute)…"
#: Why kernels are not at hand, and what would spare compiling them.
why = ""


def _tell_people() -> None:
    if sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        print(" ".join(filter(None, (MESSAGE, why))), file=sys.stderr, flush=True)


_tell: Callable[[], None] | None = _tell_people


def tell_first_compile(tell: Callable[[], None] | None) -> None:
    """Have `tell` called when the next kernel must be compiled, in place of the line on stderr; None for nobody."""
    global _tell
    _tell = tell


def compiling_begins() -> None:
    """Tell who wants to know, once."""
    global _tell
    tell, _tell = _tell, None
    if tell is not None:
        tell()
