"""Task of a worker: a batch of runs of one job, each of which returns a row, also when it fails.

A job is sent with every batch and holds all that its runs share; a run is a number, its values and its seed.
"""

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import rigida.runs.metrics  # noqa: F401 (enters the built-in metrics)
from rigida.errors import DivergedError, RigidaError
from rigida.recording import Recording
from rigida.runs.metric import Metric, MetricError
from rigida.runs.observation import OutOfTimeError, observe
from rigida.runs.subject import Subject
from rigida.scene.engine import EngineSettings
from rigida.scene.files.forms import KeyPath

#: How a run ended. A late one is tried again and becomes a failed one.
GOOD, DIVERGED, FAILED, LATE = "good", "diverged", "failed", "late"
#: When recordings are kept.
KEEP = ("none", "failures", "all")
#: Whether this process has made no run yet: its first one has to read kernels from the disk.
_fresh = True


@dataclass(frozen=True)
class Run:
    """One run: its number, the values it gives to the job's paths, its seed."""

    number: int
    values: tuple[Any, ...]
    seed: int


@dataclass(frozen=True)
class Job:
    """Common data of all runs: scene, paths of the values, engine, times [s], metrics, folder of recordings."""

    subject: Subject
    paths: tuple[KeyPath, ...]
    metrics: tuple[Metric, ...]
    engine: str | EngineSettings | None = None
    duration: float = 1.0
    fps: float = 60.0
    keep: str = "none"
    folder: Path | None = None
    timeout: float | None = None

    @property
    def needs(self) -> set[str]:
        """Data that the runs must record for the metrics."""
        return set().union(*(metric.needs for metric in self.metrics)) if self.metrics else set()

    def row(self, run: Run) -> "Row":
        """Return the row of one run."""
        return run_once(self, run)


@dataclass(frozen=True)
class Row:
    """Result of a run: status, reason of a failure, the metrics' columns, the computing time [s]."""

    number: int
    status: str
    error: str = ""
    columns: dict[str, float] = field(default_factory=dict)
    wall: float = 0.0
    #: A metric or the function raised: the same will happen in every run.
    metric_failed: bool = False


class Work(Protocol):
    """Function that workers call to compute the row of a run within a time limit [s]."""

    @property
    def timeout(self) -> float | None: ...

    def row(self, run: Run) -> Row:
        """Return the row of one run."""


def run_batch(job: Work, runs: Sequence[Run]) -> list[Row]:
    """Return the rows of some runs."""
    return [job.row(run) for run in runs]


def run_once(job: Job, run: Run) -> Row:
    """Return the row of one run; exceptions become failed rows."""
    global _fresh
    began = clock.perf_counter()
    first, _fresh = _fresh, False
    recording: Recording | None = None
    columns: dict[str, float] = {}
    status, error, metric_failed = FAILED, "", False
    try:
        scene = job.subject.with_values(job.paths, run.values)
        seen = observe(scene, job.engine, job.duration, job.fps, job.needs, job.timeout, compiling=first)
        recording = seen.recording
        for metric in job.metrics:
            columns |= metric.measure(seen)
        status = GOOD
    except OutOfTimeError:
        status, error = LATE, f"took longer than {job.timeout:g} s"
    except DivergedError as reason:
        status, error, recording = DIVERGED, str(reason), reason.recording
    except MetricError as reason:
        error, metric_failed = str(reason), True
    except RigidaError as reason:
        error = str(reason)
    except Exception as reason:
        error = f"{type(reason).__name__}: {reason}"
    if _is_kept(job, status) and recording is not None and job.folder is not None:
        recording.save(job.folder / f"run_{run.number:06d}.npz")
    return Row(run.number, status, error, columns, clock.perf_counter() - began, metric_failed)


def _is_kept(job: Job, status: str) -> bool:
    return job.keep == "all" or (job.keep == "failures" and status != GOOD)
