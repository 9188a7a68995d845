"""Notice that kernels are being compiled: a listener is called once, when the first one must be compiled.

Kernels in the cache on disk are loaded silently. By default a terminal or notebook gets one line on stderr, with the
reason why kernels were not at hand; nothing is printed when stderr is redirected.
"""

import sys
from collections.abc import Callable

MESSAGE = "rigida: compiling kernels, which are kept for later runs (seconds to a minute)…"
#: Why kernels are not at hand, and what would spare compiling them.
why = ""


def _print_message() -> None:
    if sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        print(" ".join(filter(None, (MESSAGE, why))), file=sys.stderr, flush=True)


_listener: Callable[[], None] | None = _print_message


def report_first_compile(listener: Callable[[], None] | None) -> None:
    """Set the function that is called when the next kernel must be compiled; None for no notice."""
    global _listener
    _listener = listener


def compiling_begins() -> None:
    """Call the listener, once."""
    global _listener
    listener, _listener = _listener, None
    if listener is not None:
        listener()
