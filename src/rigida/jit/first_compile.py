"""A sign of life while kernels compile: somebody is told once, when the first one must be compiled.

Kernels of the cache on disk are loaded without a word. Without another listener people at a terminal or in a notebook
read one line on stderr; programs whose output goes elsewhere read nothing.
"""

import sys
from collections.abc import Callable

from numba.core.event import Event, Listener, register

MESSAGE = "rigida: compiling kernels, which are kept for later runs (seconds to a minute)…"


class FirstCompile(Listener):
    """Calls `tell` when numba begins to compile, once for each function that was set."""

    def __init__(self, tell: Callable[[], None] | None) -> None:
        self.tell = tell

    def on_start(self, event: Event) -> None:
        tell, self.tell = self.tell, None
        if tell is not None:
            tell()

    def on_end(self, event: Event) -> None:
        """Nothing ends that was told of."""


def _tell_people() -> None:
    if sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        print(MESSAGE, file=sys.stderr, flush=True)


_LISTENER = FirstCompile(_tell_people)
register("numba:compile", _LISTENER)  # type: ignore[no-untyped-call]


def tell_first_compile(tell: Callable[[], None] | None) -> None:
    """Have `tell` called when the next kernel must be compiled, in place of the line on stderr; None for nobody."""
    _LISTENER.tell = tell
