"""Sweeps of a Python function: each run calls it with one combination of values and keeps the numbers it returns.

Design, workers, table and resuming are those of sweeps of a scene (`runs/sweep.py`).
"""

import inspect
import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rigida.errors import RigidaError, UsageError
from rigida.runs.design import Design, make_design, run_seed, seeded
from rigida.runs.metric import column_values
from rigida.runs.table import RunTable, TableBuilder, columns_of
from rigida.runs.task import FAILED, GOOD, Row, Run
from rigida.runs.variation import Variation, variation


@dataclass(frozen=True)
class FunctionJob:
    """The function that all runs call, and the names of its arguments."""

    function: Callable[..., Any]
    names: tuple[str, ...]
    timeout: float | None = None

    def row(self, run: Run) -> Row:
        """Return the row of one call; exceptions become failed rows."""
        began = clock.perf_counter()
        columns: dict[str, float] = {}
        status, error, mistaken = FAILED, "", False
        try:
            columns = column_values(
                function_name(self.function), self.function(**dict(zip(self.names, run.values, strict=True))), ""
            )
            status = GOOD
        except RigidaError as reason:
            error = str(reason)
        except Exception as reason:
            error, mistaken = f"'{function_name(self.function)}' raised {type(reason).__name__}: {reason}", True
        return Row(run.number, status, error, columns, clock.perf_counter() - began, mistaken)


@dataclass(frozen=True, eq=False)
class FunctionPlan:
    """Everything that decides the table of a function's sweep."""

    job: FunctionJob
    variations: tuple[Variation, ...]
    design: Design
    design_kind: str
    seed: int
    #: The function's results are the metrics: their names are not known before a run.
    metric_names: tuple[str, ...] = ()

    def run(self, number: int) -> Run:
        """Return the run of this number."""
        own = run_seed(self.seed, number)
        return Run(number, tuple(seeded(self.variations, self.design.values(number), own)), own)

    def described(self) -> dict[str, Any]:
        """Return the plan in plain tables, to compare sweeps."""
        return {
            "count": self.design.count,
            "function": function_name(self.job.function),
            "keys": list(self.job.names),
            "vary": [repr(each) for each in self.variations],
            "design": self.design_kind,
            "seed": self.seed,
            "metrics": [],
            "units": {},
        }

    def table(self, builder: TableBuilder) -> RunTable:
        """Return the table of a builder's rows."""
        runs = [self.run(number) for number in range(self.design.count)]
        return builder.table(columns_of(self.job.names, [run.values for run in runs]), [run.seed for run in runs], {})


def function_plan(
    function: Callable[..., Any],
    vary: Mapping[str, Any],
    design: str,
    samples: int | None,
    seed: int,
    timeout: float | None,
    unused: Mapping[str, Any],
) -> FunctionPlan:
    """Return the plan of a function's sweep; `unused` are options of scenes, which must be left out."""
    name = function_name(function)
    if given := [option for option, value in unused.items() if value]:
        raise UsageError(f"sweep: '{given[0]}' belongs to sweeps of a scene. Leave it out, or use it inside '{name}'.")
    try:
        inspect.signature(function).bind(**dict.fromkeys(vary))
    except TypeError as error:
        raise UsageError(f"sweep: '{name}' cannot be called with {', '.join(vary) or 'nothing'}: {error}.") from None
    variations = tuple(variation(key, given) for key, given in vary.items())
    job = FunctionJob(function, tuple(vary), timeout)
    return FunctionPlan(job, variations, make_design(design, variations, samples, seed), design, seed)


def function_name(function: Callable[..., Any]) -> str:
    """Return the name of a function, or of the class of a callable object."""
    return getattr(function, "__name__", type(function).__name__)
