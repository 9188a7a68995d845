"""`rigida sweep-plot`: the table of a sweep as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sweep_runs import SweepArgument


def sweep_plot(
    sweep: SweepArgument,
    y: Annotated[str | None, typer.Option(metavar="COLUMN", help="What is shown; default the first metric.")] = None,
    x: Annotated[str | None, typer.Option(metavar="COLUMN", help="Over what; default what was varied.")] = None,
    color: Annotated[str | None, typer.Option(metavar="COLUMN", help="A third column.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Picture; default SWEEP/sweep.png.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Draw a column of a sweep: a curve, a heat map over a grid of two values, or a scatter.

    Example: rigida sweep-plot bounces --y rest_time -o rest.png
    """
    from rigida.runs.store import load_table

    file = load_table(sweep).plot(output or sweep / "sweep.png", y, x, color)
    if json:
        print_json({"files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")
