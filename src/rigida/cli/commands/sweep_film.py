"""`rigida sweep-film`: several runs of a sweep side by side in one film."""

from typing import Annotated, Any

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import size_options
from rigida.cli.sweep_runs import CountOption, RunOption, SweepArgument, chosen_runs


def sweep_film(
    sweep: SweepArgument,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help=".mp4 or .gif; default SWEEP/sweep.mp4.")
    ] = None,
    run: RunOption = None,
    count: CountOption = 9,
    fps: Annotated[float, typer.Option(metavar="N", help="Pictures per second.")] = 30.0,
    speed: Annotated[float, typer.Option(metavar="X", help="1 is real time, 0.1 slow motion.")] = 1.0,
    size: Annotated[str, typer.Option(metavar="WxH", help="Width and height in pixels.")] = "1280x720",
    json: JsonOption = False,
) -> None:
    """Draw several runs of a sweep side by side, each with its values; runs that were not kept are made again.

    Example: rigida sweep-film bounces -o bounces.mp4 --count 4
    """
    from rigida.cli.progress import StepProgress
    from rigida.render.sheet import write_sheet

    numbers, recordings, values = chosen_runs(sweep, run, count)
    labels = [", ".join(f"{name} = {_short(of[k])}" for name, of in values.items()) for k in range(len(numbers))]
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
