"""`rigida sweep`: a scene run over and over with other values, as one table."""

import time
from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.many import (
    DaskOption,
    DurationOption,
    EngineOption,
    FpsOption,
    SeedOption,
    TimeoutOption,
    WorkersOption,
    chosen_executor,
    split_vary,
)
from rigida.cli.output import JsonOption, print_json, print_note
from rigida.cli.sources import SceneArgument, find_scene
from rigida.errors import UsageError


def sweep(
    scene: SceneArgument,
    vary: Annotated[
        list[str],
        typer.Option(metavar="KEY=VALUES", help="low:high:count, a,b,c, normal(mean,deviation) or seed; repeatable."),
    ],
    metric: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="e.g. max_height(ball), or file.py:function; repeatable."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Folder; default '<scene>-sweep'.")
    ] = None,
    design: Annotated[str, typer.Option(metavar="KIND", help="grid, random or latin.")] = "grid",
    samples: Annotated[int | None, typer.Option(metavar="N", help="Runs of a random or latin design.")] = None,
    seed: SeedOption = 0,
    engine: EngineOption = None,
    duration: DurationOption = None,
    fps: FpsOption = None,
    workers: WorkersOption = None,
    dask: DaskOption = None,
    timeout: TimeoutOption = None,
    keep: Annotated[str, typer.Option(metavar="WHICH", help="Recordings to keep: none, failures or all.")] = "none",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the sweep in DIR.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do more than 100,000 runs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
    json: JsonOption = False,
) -> None:
    """Run a scene for many values and write one row per run to DIR/sweep.parquet (or .csv).

    Rows are kept as they come: a sweep that was stopped or killed goes on with --resume.

    Example: rigida sweep bouncing_ball --vary body.ball.restitution=0.1:0.8:8 --duration 12
    --metric rest_time -o bounces
    """
    from rigida.cli.progress import StepProgress
    from rigida.runs.sweep import sweep as make_sweep

    path = find_scene(scene)
    values = split_vary(vary)
    for key, given in values.items():
        if given is None:
            raise UsageError(f"--vary {key} needs values: {key}=low:high:count or {key}=a,b,c.")
    folder = output or Path(f"{path.stem}-sweep")
    began = time.perf_counter()
    try:
        with chosen_executor(dask, workers) as (executor, count), StepProgress("running", quiet or json) as progress:
            table = make_sweep(
                path,
                values,
                metric or [],
                executor=executor,
                workers=count,
                design=design,
                samples=samples,
                seed=seed,
                engine=engine,
                duration=duration,
                fps=fps,
                output=folder,
                resume=resume,
                keep=keep,
                timeout=timeout,
                confirm=yes,
                progress=progress,
            )
    except KeyboardInterrupt:
        print_note(f"interrupted: the finished runs are kept in {folder}; go on with --resume")
        raise
    good, wall = int(table.good.sum()), time.perf_counter() - began
    files = [str(file) for file in (folder / "sweep.parquet", folder / "sweep.csv") if file.is_file()]
    failures = [f"run {row['run']}: {row['error']}" for row in map(table.row, range(len(table))) if row["error"]]
    if json:
        found = {"runs": len(table), "good": good, "wall": wall, "columns": list(table.columns), "files": files}
        print_json({**found, "failures": failures[:10]})
    elif not quiet:
        typer.echo(f"{len(table)} runs in {wall:.3g} s, {good} good")
        typer.echo(f"wrote {', '.join(files)}")
    if failures:
        print_note(f"{len(failures)} of {len(table)} runs failed; the first: {failures[0]}")
    if not good:
        raise typer.Exit(1)
