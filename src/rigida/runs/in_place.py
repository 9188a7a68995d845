"""An executor that runs calls immediately in this process, for a few runs."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class InPlace(Executor):
    """Runs each call in this thread, before `submit` returns."""

    _max_workers = 1

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """Do the call and return its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future
