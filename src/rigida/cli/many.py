"""Shared by `sweep` and `aim`: values on the command line, and the choice of workers."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Annotated

import typer

from rigida.errors import UsageError

EngineOption = Annotated[
    str | None, typer.Option(metavar="KIND", help="Engine, e.g. 'realtime'; default: the scene's own.")
]
DurationOption = Annotated[float | None, typer.Option(metavar="S", help="Simulated time of a run; default: the plan.")]
FpsOption = Annotated[float | None, typer.Option(metavar="N", help="Frames a second that metrics see.")]
WorkersOption = Annotated[
    int | None, typer.Option(metavar="N", help="Worker processes; default one per core, 0: none, run here.")
]
DaskOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Run on the Dask cluster of this scheduler, or 'local'.")
]
TimeoutOption = Annotated[float | None, typer.Option(metavar="S", help="Longest computing time of a run.")]
SeedOption = Annotated[int, typer.Option(metavar="N", help="Decides everything that is random.")]


def split_vary(texts: list[str]) -> dict[str, str | None]:
    """Return the key paths of `--vary KEY=VALUES` options with their values, or None without the equals sign."""
    found: dict[str, str | None] = {}
    for text in texts:
        key, equals, values = text.partition("=")
        if key.strip() in found:
            raise UsageError(f"'{key.strip()}' is varied twice. Leave out one of them.")
        found[key.strip()] = values if equals else None
    return found


@contextlib.contextmanager
def chosen_executor(dask: str | None, workers: int | None) -> Iterator[tuple[Executor | None, int | None]]:
    """Yield the executor and the number of workers chosen by the options; None is the default."""
    if dask is None:
        yield None, workers
        return
    from rigida.runs.cluster import dask_executor

    with dask_executor(dask, workers) as (executor, threads):
        yield executor, threads
