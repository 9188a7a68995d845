"""Getting rows for runs from any executor, losing none: batches, time limits, dead workers, second attempts.

Runs go out in batches that take about a third of a second, so that handing them over costs nothing. A batch that is
lost, because its worker died or was ended, goes out again run by run, so that only the guilty run is lost twice.
"""

import itertools
import math
import os
import statistics
import time as clock
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from typing import Any

from rigida.errors import UsageError
from rigida.runs.pools import Pools
from rigida.runs.task import FAILED, LATE, Row, Run, Work, run_batch

#: What a batch should take [s], and the most runs in one.
_BATCH_SECONDS, _MOST_IN_BATCH = 0.35, 256
#: Time that the first run of all may take longer, for compiling kernels, and each batch, for reading them [s].
_COMPILING, _LOADING = 300.0, 5.0
#: Time beyond a run's own limit after which its worker is ended, and interval at which starting workers are polled [s].
_GRACE, _POLL_INTERVAL = 1.0, 0.2
#: Batches lost in a row, with nothing ever done, after which the workers themselves must be at fault.
_HOPELESS = 4

DIED = "its worker process died, twice"


@dataclass(frozen=True)
class _Batch:
    runs: tuple[Run, ...]
    attempt: int = 1


@dataclass
class _Sent:
    batch: _Batch
    limit: float
    at: float
    ended: bool = False


class Supervisor:
    """Submission of the runs of a job to an executor; rows are yielded as they are completed."""

    def __init__(self, job: Work, executor: Executor, workers: int | None = None) -> None:
        self.job, self.executor = job, executor
        self._pools = executor if isinstance(executor, Pools) else None
        self.workers = (
            workers
            or getattr(executor, "_max_workers", None)
            or (self._pools.workers if self._pools else os.cpu_count() or 1)
        )
        self._again: deque[_Batch] = deque()
        self._sent: dict[Future[Any], _Sent] = {}
        self._pace, self._rows, self._lost = 0.0, 0, 0
        self._started = False

    def rows(self, runs: Iterable[Run], total: int) -> Iterator[Row]:
        """Yield a row for every run; `total` is their number."""
        source = iter(runs)
        left = total
        try:
            while True:
                while len(self._sent) < self._width():
                    batch = self._again.popleft() if self._again else self._next(source, left)
                    if batch is None:
                        break
                    self._send(batch)
                if not self._sent:
                    return
                for row in self._finished():
                    left -= 1
                    yield row
        finally:
            for future in self._sent:
                future.cancel()
            self._sent.clear()

    def _width(self) -> int:
        # The first run goes alone: it compiles the kernels for all others, and shows whether the metrics work.
        return self.workers if self._started else 1

    def _next(self, source: Iterator[Run], left: int) -> _Batch | None:
        size = 1
        if self._pace:
            size = math.ceil(_BATCH_SECONDS / self._pace)
            size = max(min(size, _MOST_IN_BATCH, math.ceil(left / (2 * self.workers))), 1)
        runs = tuple(itertools.islice(source, size))
        return _Batch(runs) if runs else None

    def _send(self, batch: _Batch) -> None:
        try:
            future = self.executor.submit(run_batch, self.job, batch.runs)
        except BrokenExecutor as error:
            raise UsageError(
                f"The executor takes no more runs: {error}. Leave it out: the default one replaces dead workers."
            ) from error
        limit = math.inf
        if self.job.timeout is not None:
            # All of a batch may take as long as one run may and what was expected for the others. Where that is too
            # little, its runs go out again one by one, and each has the time it is allowed.
            preparing = _LOADING if self._started else _COMPILING
            limit = self.job.timeout + 2.0 * self._pace * len(batch.runs) + preparing + _GRACE
        self._sent[future] = _Sent(batch, limit, clock.perf_counter())

    def _due(self, future: Future[Any], sent: _Sent) -> float | None:
        """Return the time at which a batch is due (`time.perf_counter`), None while its worker starts."""
        if self._pools is None:
            return sent.at + sent.limit
        ready = self._pools.ready(future)
        return None if ready is None else max(sent.at, ready) + sent.limit

    def _finished(self) -> Iterator[Row]:
        dues = [self._due(future, sent) for future, sent in self._sent.items()]
        patience = min((_POLL_INTERVAL if due is None else due - clock.perf_counter()) for due in dues)
        if hasattr(self.executor, "alive"):
            self._check_scheduler()
            patience = min(patience, _POLL_INTERVAL)
        done, _ = wait(self._sent, None if math.isinf(patience) else max(patience, 0.0), FIRST_COMPLETED)
        for future in done:
            yield from self._taken(future)
        for future, sent in list(self._sent.items()):
            due = None if future.done() else self._due(future, sent)
            if due is not None and due < clock.perf_counter():
                yield from self._ended(future, sent)

    def _taken(self, future: Future[Any]) -> Iterator[Row]:
        sent = self._sent.pop(future)
        try:
            rows: list[Row] | None = future.result()
        except UsageError:
            raise
        except (Exception, CancelledError) as error:
            rows = None
            reason = error
        if self._pools is not None:
            self._pools.done(future, broken=rows is None)
        if rows is None:
            self._check_scheduler()
            self._lost += 1
            if not self._rows and self._lost >= _HOPELESS:
                raise UsageError(
                    f"The workers die before they have done a single run ({reason!r}). A script that starts worker "
                    "processes needs `if __name__ == '__main__':` around its own work."
                ) from reason
            yield from self._retried(sent.batch, self._why_lost(sent, reason))
            return
        # The first run of all compiled kernels, and the first of each worker read them: neither is typical of the
        # others.
        median = statistics.median(row.wall for row in rows)
        if self._started:
            self._pace = 0.5 * (self._pace + median) if self._pace else median
        self._started = True
        for run, row in zip(sent.batch.runs, rows, strict=True):
            self._rows += 1
            if row.status == LATE:
                yield from self._retried(_Batch((run,), sent.batch.attempt), row.error)
            else:
                yield row

    def _check_scheduler(self) -> None:
        """Raise if the executor has lost its scheduler, and with it all submitted runs."""
        if not getattr(self.executor, "alive", lambda: True)():
            raise UsageError(
                f"The scheduler has gone: {self._rows} runs are done. Start it again, and go on with --resume "
                "(resume=True) where the runs have an output folder."
            )

    def _why_lost(self, sent: _Sent, error: BaseException) -> str:
        if sent.ended:
            return f"took longer than {self.job.timeout:g} s and was ended"
        return DIED if isinstance(error, BrokenExecutor) else f"could not be run: {type(error).__name__}: {error}"

    def _ended(self, future: Future[Any], sent: _Sent) -> Iterator[Row]:
        """End the process of an overdue batch, or abandon it if that is impossible."""
        if self._pools is not None:
            sent.ended, sent.limit = True, math.inf
            self._pools.end(future)  # the future fails now, and is taken in its turn
            return
        future.cancel()
        del self._sent[future]
        yield from self._retried(sent.batch, f"gave no answer within {self.job.timeout:g} s")

    def _retried(self, batch: _Batch, reason: str) -> Iterator[Row]:
        """Send lost runs out again, one by one, or yield failed rows for those lost for the second time."""
        if batch.attempt == 1:
            self._again.extend(_Batch((run,), attempt=2) for run in batch.runs)
            return
        for run in batch.runs:
            yield Row(run.number, FAILED, reason)


def rehearsed(rows: Iterable[Row], check: Callable[[Row], None]) -> Iterator[Row]:
    """Yield the rows; `check` sees the first one before the others run."""
    first = True
    for row in rows:
        if first:
            check(row)
            first = False
        yield row


def refuse_failing_metric(row: Row) -> None:
    """Raise when a metric or the function raised in the first run: it would do so in every one."""
    if row.metric_failed:
        raise UsageError(f"In the first run, {row.error}. Correct it; no other run was made.")
