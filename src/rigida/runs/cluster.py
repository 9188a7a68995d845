"""Runs beyond this machine: the executor of a Dask cluster.

Dask schedules, moves and repeats the work; it is an optional dependency (`pip install 'rigida[dask]'`).
"""

import contextlib
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from rigida.errors import UsageError

#: How long to look for the scheduler [s].
_PATIENCE = 5.0
LOCAL = "local"


@contextlib.contextmanager
def dask_executor(address: str, workers: int | None = None) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of the Dask scheduler at `address` and its number of threads; "local" starts one."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UsageError("Dask is not installed. Install it with `pip install 'rigida[dask]'`.") from None
    with contextlib.ExitStack() as stack:
        target: Any = address
        if address == LOCAL:
            count = workers or os.cpu_count() or 1
            target = stack.enter_context(_local_cluster(LocalCluster, count))
        client = stack.enter_context(_connected(Client, target))
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(f"The Dask scheduler at '{address}' has no workers. Start one: dask worker {address}")
        # A task during which workers died is given back to us, who try its runs one by one.
        executor = client.get_executor(pure=False)
        # Tasks of a client that has lost its scheduler never end.
        executor.alive = lambda: client.status == "running"
        yield executor, threads


def _local_cluster(cluster: Any, workers: int) -> Any:
    return cluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


def _connected(client: Any, target: Any) -> Any:
    try:
        return client(target, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(
            f"No Dask scheduler answers at '{target}' within {_PATIENCE:g} s ({reason}). "
            "Start one with `dask scheduler`, or use --dask local."
        ) from None
