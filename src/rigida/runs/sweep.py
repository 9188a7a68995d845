"""Sweeps: a scene run over and over with other values, as one table.

The page reads as the method: what varies, what is measured, which runs are missing, who does them, where rows go.
"""

import contextlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from rigida.errors import UsageError
from rigida.fields import Rule, real_number, shown
from rigida.runs.design import Design, make_design, run_seed, seeded
from rigida.runs.function_sweep import FunctionJob, FunctionPlan, function_name, function_plan
from rigida.runs.in_place import InPlace
from rigida.runs.metric import metrics_of
from rigida.runs.pools import Pools
from rigida.runs.store import RECORDINGS, Store
from rigida.runs.subject import Subject
from rigida.runs.supervision import Supervisor, refuse_failing_metric, rehearsed
from rigida.runs.table import RunTable, TableBuilder, columns_of
from rigida.runs.task import KEEP, Job, Run, Work
from rigida.runs.variation import Variation, variation
from rigida.scene.engine import EngineSettings
from rigida.scene.files.schema import document_faults
from rigida.scene.key import Key, find_key, with_value
from rigida.scene.scene import Scene

#: More runs than this must be confirmed.
MOST_UNCONFIRMED = 100_000


def sweep(
    scene: "Scene | str | Path | Callable[..., Any]",
    vary: Mapping[Any, Any],
    metrics: Sequence[Any] = (),
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    design: str = "grid",
    samples: int | None = None,
    seed: int = 0,
    engine: str | EngineSettings | None = None,
    duration: float | None = None,
    fps: float | None = None,
    output: str | Path | None = None,
    resume: bool = False,
    keep: str = "none",
    timeout: float | None = None,
    confirm: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> RunTable:
    """Run a scene, or call a function, with many values and return a table with one row per run.

    The table is the same whichever executor makes it, in whatever order and with however many workers.

    Args:
        scene: A scene, the path of a scene file, or a function that returns a number or a dict of numbers.
        vary: By key path, such as "body.ball.restitution" or "gravity.z", or by argument of the function: a list of
            values, `rg.Span(low, high, count)`, `rg.Normal(mean, deviation)`, or "seed" for the run's own seed. A tuple
            of key paths gives the same value to each of them.
        metrics: What to measure: texts such as "max_height(ball)", or functions of a Recording that return a number
            or a dict of numbers.
        executor: Anything with the interface of `concurrent.futures`, such as Dask's `client.get_executor()`; default
            processes of this machine.
        workers: Number of processes; 0 runs in this process. The default is one per core, and 0 for a function that is
            defined in the script or notebook itself.
        design: "grid" (every combination), "random" or "latin" (a Latin hypercube).
        samples: Number of runs of a random or Latin design.
        seed: Decides the samples, and with a run's number that run's seed.
        engine: Engine or settings; default the scene's own.
        duration: Simulated time of each run [s]; default the scene's plan.
        fps: Frames a second that metrics see; default the scene's plan.
        output: Folder for the table, and for rows as they come; default none.
        resume: Go on with the sweep in `output`.
        keep: "none", "failures" or "all": which recordings to keep in `output`.
        timeout: Longest computing time of a run [s]; a longer one is tried again once and then a failed row.
        confirm: Do more than 100,000 runs.
        progress: Called with the number of runs done and the total.
    """
    plan: Plan | FunctionPlan
    if callable(scene):
        unused = {"metrics": metrics, "engine": engine, "duration": duration, "fps": fps, "keep": keep != "none"}
        plan = function_plan(scene, vary, design, samples, seed, timeout, unused)
        # Processes that import a script run it again: those are started only where the user asks for them.
        if workers is None and (not importable(scene) or scene.__module__ == "__main__"):
            workers = 0
    else:
        plan = make_plan(scene, vary, metrics, design, samples, seed, engine, duration, fps, output, keep, timeout)
    count = plan.design.count
    if count > MOST_UNCONFIRMED and not confirm:
        raise UsageError(
            f"This sweep has {count:,} runs. Vary less, take design 'latin' with fewer samples, or confirm it with "
            "confirm=True (--yes)."
        )
    builder = TableBuilder(count, plan.metric_names)
    store = None if output is None else Store(output)
    with contextlib.ExitStack() as stack:
        if store is not None:
            stack.callback(store.close)
            for row in store.begin(plan.described(), resume):
                builder.add(row)
        todo = count - builder.done
        if todo:
            executor = executor or stack.enter_context(own_executor(workers, plan.job))
            runs = (plan.run(number) for number in builder.missing())
            for row in rehearsed(Supervisor(plan.job, executor, workers).rows(runs, todo), refuse_failing_metric):
                if store is not None:
                    store.add(plan.run(row.number), row)
                builder.add(row)
                if progress is not None:
                    progress(builder.done, count)
    table = plan.table(builder)
    if output is not None:
        table.write(output)
    return table


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything that decides a sweep's table."""

    job: Job
    keys: tuple[Key, ...]
    variations: tuple[Variation, ...]
    design: Design
    design_kind: str
    seed: int
    #: The variation that each key takes its values from.
    source: tuple[int, ...]

    @property
    def metric_names(self) -> list[str]:
        """Names of the metrics."""
        return [metric.name for metric in self.job.metrics]

    def run(self, number: int) -> Run:
        """Return the run of this number."""
        own = run_seed(self.seed, number)
        values = seeded(self.variations, self.design.values(number), own)
        return Run(number, tuple(key.fitted(values[k]) for key, k in zip(self.keys, self.source, strict=True)), own)

    def described(self) -> dict[str, Any]:
        """Return the plan in plain tables, to compare sweeps and to repeat a run."""
        job, engine = self.job, self.job.engine
        return {
            "count": self.design.count,
            "keys": [key.text for key in self.keys],
            "vary": [repr(self.variations[k]) for k in self.source],
            "design": self.design_kind,
            "seed": self.seed,
            "metrics": self.metric_names,
            "units": self._units(),
            "duration": job.duration,
            "fps": job.fps,
            "engine": {"kind": engine.kind, **asdict(engine)} if isinstance(engine, EngineSettings) else engine,
            "keep": job.keep,
            "folder": None if job.subject.folder is None else str(job.subject.folder),
            "scene": job.subject.document,
        }

    def table(self, builder: TableBuilder) -> RunTable:
        """Return the table of a builder's rows."""
        runs = [self.run(number) for number in range(self.design.count)]
        varied = columns_of([key.text for key in self.keys], [run.values for run in runs])
        return builder.table(varied, [run.seed for run in runs], self._units())

    def _units(self) -> dict[str, str]:
        units = {key.text: key.unit for key in self.keys} | {each.name: each.unit for each in self.job.metrics}
        return {name: unit for name, unit in units.items() if unit}


def make_plan(
    scene: "Scene | str | Path",
    vary: Mapping[Any, Any],
    metrics: Sequence[Any],
    design: str,
    samples: int | None,
    seed: int,
    engine: str | EngineSettings | None,
    duration: float | None,
    fps: float | None,
    output: str | Path | None,
    keep: str,
    timeout: float | None,
) -> Plan:
    """Return the plan of a sweep (the arguments are those of `sweep`), everything in it checked."""
    if not isinstance(vary, Mapping):
        raise UsageError(f"vary must be a dict of key paths and their values, got {shown(vary)}.")
    if not vary:
        raise UsageError("A sweep needs something to vary: vary={'body.ball.restitution': [0.1, 0.5, 0.9]}.")
    if keep not in KEEP:
        raise UsageError(f"keep must be one of {', '.join(KEEP)}, got '{keep}'.")
    if keep != "none" and output is None:
        raise UsageError("Recordings are kept in the output folder. Give one with output=... (-o).")
    job = make_job(Subject.of(scene), metrics, engine, duration, fps, keep, output, timeout)
    groups = [texts if isinstance(texts, tuple) else (texts,) for texts in vary]
    keys = tuple(find_key(job.subject.document, text) for texts in groups for text in texts)
    source = tuple(k for k, texts in enumerate(groups) for _ in texts)
    variations = tuple(variation(texts[0], given) for texts, given in zip(groups, vary.values(), strict=True))
    job = varying(job, keys)
    for key, k in zip(keys, source, strict=True):
        for value in variations[k].extremes():
            _check_value(job.subject, key, key.fitted(value))
    return Plan(job, keys, variations, make_design(design, variations, samples, seed), design, seed, source)


def make_job(
    subject: Subject,
    metrics: Sequence[Any],
    engine: str | EngineSettings | None = None,
    duration: float | None = None,
    fps: float | None = None,
    keep: str = "none",
    output: str | Path | None = None,
    timeout: float | None = None,
) -> Job:
    """Return the checked data that all runs of a subject share, without varied values."""
    scene = subject.with_values((), ())
    duration = (
        scene.plan.duration if duration is None else real_number("runs", "duration", duration, Rule("s", above=0.0))
    )
    fps = scene.plan.fps if fps is None else real_number("runs", "fps", fps, Rule("1/s", above=0.0))
    if timeout is not None:
        timeout = real_number("runs", "timeout", timeout, Rule("s", above=0.0))
    folder = None if output is None else Path(output).absolute() / RECORDINGS
    return Job(subject, (), tuple(metrics_of(metrics, scene)), engine, duration, fps, keep, folder, timeout)


def varying(job: Job, keys: Sequence[Key]) -> Job:
    """Return the job whose runs give values to these keys."""
    document = job.subject.document
    for key in keys:
        document = key.written_out(document)
    return replace(job, subject=Subject(document, job.subject.folder), paths=tuple(key.path for key in keys))


@contextlib.contextmanager
def own_executor(workers: int | None, job: Work) -> Iterator[Executor]:
    """Yield the default executor for the runs of a job."""
    if workers == 0:
        yield InPlace()
        return
    if workers is not None and workers < 0:
        raise UsageError(f"workers must be at least 0, got {workers}.")
    try:
        pickle.dumps(job)
    except Exception as error:
        raise UsageError(
            f"A function cannot be sent to worker processes ({error}). Define it at the top level of a module, or give "
            "workers=0 to run in this process."
        ) from None
    if lost := [function for function in functions_of(job) if not importable(function)]:
        raise UsageError(
            f"'{function_name(lost[0])}' is defined in an interactive session, from which workers cannot import it. "
            "Save it in a file, or give workers=0 to run in this process."
        )
    pools = Pools(workers or os.cpu_count())
    try:
        yield pools
    finally:
        pools.shutdown()


def functions_of(job: Work) -> list[Callable[..., Any]]:
    """Return the functions of the user that workers need for a job."""
    if isinstance(job, FunctionJob):
        return [job.function]
    return [metric.function for metric in job.metrics if metric.function] if isinstance(job, Job) else []


def importable(function: Callable[..., Any]) -> bool:
    """Return whether a new process can import a function: it is picklable, and not of an interactive session."""
    try:
        pickle.dumps(function)
    except Exception:
        return False
    return getattr(function, "__module__", None) != "__main__" or hasattr(sys.modules["__main__"], "__file__")


def _check_value(subject: Subject, key: Key, value: Any) -> None:
    """Check that a key accepts a value, before any run."""
    faults = document_faults(with_value(subject.document, key.path, value))
    if faults:
        raise UsageError(f"{key.text}: {faults[0][1]}")
