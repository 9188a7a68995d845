"""How long kernels and their callees took to compile, by the folder they are written in."""

import time
from typing import Any

from numba.core.event import Event, Listener


class CompileTimes(Listener):
    """Adds up what is compiled while it listens to "numba:compile".

    seconds and functions, by folder of the package, or by package for functions of others.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.functions: dict[str, int] = {}
        self._began: list[float] = []
        self._inner: list[float] = []

    def on_start(self, event: Event) -> None:
        self._began.append(time.perf_counter())
        self._inner.append(0.0)

    def on_end(self, event: Event) -> None:
        elapsed, inner = time.perf_counter() - self._began.pop(), self._inner.pop()
        if self._inner:  # what a function calls is compiled while it is, and counts for itself
            self._inner[-1] += elapsed
        folder = _folder(event.data["dispatcher"])
        self.seconds[folder] = self.seconds.get(folder, 0.0) + elapsed - inner
        self.functions[folder] = self.functions.get(folder, 0) + 1


def _folder(dispatcher: Any) -> str:
    package, _, rest = dispatcher.py_func.__module__.partition(".")
    return rest.partition(".")[0] if package == "rigida" else package
