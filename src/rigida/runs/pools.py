"""Worker processes on this machine: an executor whose workers can die or be ended one by one.

Each pool is a `ProcessPoolExecutor` of a single process, because a pool whose process dies takes all its work along.
Processes are spawned afresh (a fork would copy threads that hold locks) and find the kernels in the cache on disk.
"""

import contextlib
import importlib
import multiprocessing
import os
import signal
import threading
import time as clock
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Any

#: What ends a process whatever it does; where there is no such signal, asking ends it, too.
_END = getattr(signal, "SIGKILL", signal.SIGTERM)


def _begin_worker() -> None:
    """Ignore Ctrl-C in a worker, and end it when the main process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _process_id() -> int:
    """Return the worker's process id after it has imported the modules that runs need."""
    importlib.import_module("rigida.runs.task")
    return os.getpid()


class _Pool:
    def __init__(self) -> None:
        self.load = 0
        self._open()

    def _open(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.ready: float | None = None
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin_worker)
        self._process: Future[int] = self._pool.submit(_process_id)
        self._process.add_done_callback(self._record_ready)

    def _record_ready(self, process: Future[int]) -> None:
        self.ready = clock.perf_counter()

    def submit(self, function: Callable[..., Any], *args: Any, **options: Any) -> Future[Any]:
        return self._pool.submit(function, *args, **options)

    def kill(self) -> None:
        """Kill the process; its pending call raises `BrokenProcessPool`."""
        with contextlib.suppress(Exception):
            os.kill(self._process.result(timeout=30.0), _END)

    def renew(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._open()

    def close(self) -> None:
        self.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


class Pools(Executor):
    """An executor of `workers` processes of this machine (default: one per core)."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._pools = [_Pool() for _ in range(self.workers)]
        self._pool_of: dict[Future[Any], _Pool] = {}

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """Hand the call to the pool with the least to do."""
        pool = min(self._pools, key=lambda each: each.load)
        try:
            future = pool.submit(function, *args, **options)
        except RuntimeError:  # its process died while it had nothing to do
            pool.renew()
            future = pool.submit(function, *args, **options)
        pool.load += 1
        self._pool_of[future] = pool
        return future

    def done(self, future: Future[Any], broken: bool) -> None:
        """Record that a call has ended; a pool whose process died gets a new one."""
        pool = self._pool_of.pop(future)
        pool.load -= 1
        if broken:
            pool.renew()

    def ready(self, future: Future[Any]) -> float | None:
        """Return the time from which the process of a call is ready (`time.perf_counter`), None while it starts."""
        return self._pool_of[future].ready

    def end(self, future: Future[Any]) -> None:
        """End the process that is busy with a call."""
        self._pool_of[future].kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes."""
        for pool in self._pools:
            pool.close()
