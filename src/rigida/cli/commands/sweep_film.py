"""`rigida sweep-film`: several runs of a sweep side by side in one film."""

from typing import Annotated, Any

import typer

from rigida.cli.commands.sweep_plot import SweepArgument
from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import size_options


def sweep_film(
    sweep: SweepArgument,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help=".mp4 or .gif; default SWEEP/sweep.mp4.")
    ] = None,
    run: Annotated[list[int] | None, typer.Option(metavar="N", help="Show this run; repeatable.")] = None,
    count: Annotated[int, typer.Option(metavar="N", help="Else show so many, spread over the sweep.")] = 9,
    fps: Annotated[float, typer.Option(metavar="N", help="Pictures per second.")] = 30.0,
    speed: Annotated[float, typer.Option(metavar="X", help="1 is real time, 0.1 slow motion.")] = 1.0,
    size: Annotated[str, typer.Option(metavar="WxH", help="Width and height in pixels.")] = "1280x720",
    json: JsonOption = False,
) -> None:
    """Draw several runs of a sweep side by side, each with its values; runs that were not kept are made again.

    Example: rigida sweep-film bounces -o bounces.mp4 --count 4
    """
    import numpy as np

    from rigida.cli.progress import StepProgress
    from rigida.errors import UsageError
    from rigida.render.sheet import write_sheet
    from rigida.runs.store import load_table, run_again

    table = load_table(sweep)
    finished = table["run"][table.good].tolist()
    if not finished:
        raise UsageError(f"The sweep in '{sweep}' has no run that ended well, so there is nothing to show.")
    picked = np.unique(np.linspace(0, len(finished) - 1, max(min(count, len(finished)), 1)).astype(int))
    numbers = run or [finished[k] for k in picked]
    row_of = {number: k for k, number in enumerate(table["run"].tolist())}
    recordings = [run_again(sweep, number) for number in numbers]
    labels = [
        ", ".join(f"{name} = {_short(table[name][row_of[number]])}" for name in table.varied) for number in numbers
    ]
    with StepProgress("drawing", json) as progress:
        target = output or str(sweep / "sweep.mp4")
        look: dict[str, Any] = {"fps": fps, "speed": speed, "progress": progress, **size_options(size)}
        file = write_sheet(recordings, target, labels, **look)
    if json:
        print_json({"runs": numbers, "files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, int | float) else str(value)
