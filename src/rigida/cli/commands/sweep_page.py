"""`rigida sweep-page`: the runs of a sweep in one page, picked by sliders."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sweep_runs import CountOption, RunOption, SweepArgument, chosen_runs


def sweep_page(
    sweep: SweepArgument,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Page; default SWEEP/sweep.html.")
    ] = None,
    run: RunOption = None,
    count: CountOption = 25,
    json: JsonOption = False,
) -> None:
    """Write one HTML file with runs of a sweep; a slider for each value that was varied picks the run it plays.

    Example: rigida sweep-page bounces -o bounces.html
    """
    from rigida.viewer.page import save_variations

    numbers, recordings, values = chosen_runs(sweep, run, count)
    file = save_variations(output or sweep / "sweep.html", recordings, values)
    if json:
        print_json({"runs": numbers, "files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")
