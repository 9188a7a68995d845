"""Runs of a sweep that a command shows: given by number, or spread over the sweep."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rigida.recording import Recording

SweepArgument = Annotated[
    Path, typer.Argument(metavar="SWEEP", help="The folder of `rigida sweep`.", show_default=False)
]
RunOption = Annotated[list[int] | None, typer.Option(metavar="N", help="Show this run; repeatable.")]
CountOption = Annotated[int, typer.Option(metavar="N", help="Else show so many, spread over the sweep.")]


def chosen_runs(
    sweep: Path, given: list[int] | None, count: int
) -> tuple[list[int], "list[Recording]", dict[str, list[Any]]]:
    """Return numbers, recordings and varied values of the selected runs; missing recordings are computed again."""
    import numpy as np

    from rigida.errors import UsageError
    from rigida.runs.store import load_table, run_again

    table = load_table(sweep)
    finished = table["run"][table.good].tolist()
    if not finished:
        raise UsageError(f"The sweep in '{sweep}' has no run that ended well, so there is nothing to show.")
    picked = np.unique(np.linspace(0, len(finished) - 1, max(min(count, len(finished)), 1)).astype(int))
    numbers = given or [finished[k] for k in picked]
    row_of = {number: k for k, number in enumerate(table["run"].tolist())}
    recordings = [run_again(sweep, number) for number in numbers]
    return numbers, recordings, {name: [table[name][row_of[n]] for n in numbers] for name in table.varied}
