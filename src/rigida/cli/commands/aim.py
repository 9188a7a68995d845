"""`rigida aim`: the start, force or motor with which a scene reaches a goal."""

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import SceneArgument, find_scene
from rigida.errors import UsageError

if TYPE_CHECKING:
    from rigida.runs.optimize import Optimum


def aim(
    scene: SceneArgument,
    vary: Annotated[
        list[str],
        typer.Option(metavar="KEY[=LOW:HIGH]", help="What to find, e.g. body.ball.velocity; repeatable."),
    ],
    goal: Annotated[
        list[str] | None,
        typer.Option(metavar="GOAL", help="e.g. 'first_contact(ball, target)', 'range(ball) == 20'; repeatable."),
    ] = None,
    minimize: Annotated[
        str | None, typer.Option(metavar="NAME", help="Metric or KEY to make small among all that reaches the goals.")
    ] = None,
    maximize: Annotated[str | None, typer.Option(metavar="NAME", help="The same, to make large.")] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="spread, least_squares, evolution, simplex, narrowing; repeatable."),
    ] = None,
    max_runs: Annotated[int, typer.Option(metavar="N", help="Runs after which to give up.")] = 1500,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Folder; default '<scene>-aim'.")
    ] = None,
    video: Annotated[bool, typer.Option("--video", help="Also write run.mp4 of what was found.")] = False,
    seed: SeedOption = 0,
    engine: EngineOption = None,
    duration: DurationOption = None,
    fps: FpsOption = None,
    workers: WorkersOption = None,
    dask: DaskOption = None,
    timeout: TimeoutOption = None,
    json: JsonOption = False,
) -> None:
    """Find values with which a scene reaches a goal; write the solved scene and its run.

    Where no values reach it, the nearest that were found are written all the same, and the exit code is 1.

    Example: rigida aim aim_bounce --vary body.ball.velocity --goal "first_contact(ball, target, bounces=1)" --video
    """
    from rigida.atomic_file import replaced
    from rigida.cli.execution import Outputs, make_folder, simulate, write_files
    from rigida.cli.progress import StepProgress
    from rigida.runs.optimize import optimize

    path = find_scene(scene)
    unknowns = {key: None if given is None else _bounds(key, given) for key, given in split_vary(vary).items()}
    folder = output or Path(f"{path.stem}-aim")
    with chosen_executor(dask, workers) as (executor, count), StepProgress("searching", json) as progress:
        found = optimize(
            path,
            unknowns,
            goal or [],
            minimize=minimize,
            maximize=maximize,
            method=method or None,
            max_runs=max_runs,
            seed=seed,
            engine=engine,
            duration=duration,
            fps=fps,
            executor=executor,
            workers=count,
            timeout=timeout,
            progress=lambda runs, miss: progress(runs, max_runs),
        )
    make_folder(folder)
    found.scene.save(folder / "solved.toml")
    plan = found.scene.plan
    outcome = simulate(found.scene, duration or plan.duration, fps or plan.fps, engine, quiet=True)
    files = [folder / "solved.toml", folder / "aim.json"]
    files += write_files(outcome.recording, folder / "run.npz", Outputs(video=video, quiet=json))
    result = _summary(found) | {"files": [str(file) for file in files]}
    with replaced(folder / "aim.json") as temporary:
        temporary.write_text(json_text.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
    if json:
        print_json(result)
    else:
        wish = f"smallest {minimize}" if minimize else f"largest {maximize}"
        typer.echo(_text(found, wish, result["files"]))
    if not found.reached:
        raise typer.Exit(1)


def _bounds(key: str, text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(":"))
    except ValueError:
        raise UsageError(f"--vary {key}={text}: give the bounds as {key}=low:high.") from None
    return low, high


def _summary(found: "Optimum") -> dict[str, Any]:
    return {
        "reached": found.reached,
        "values": found.values,
        "goals": [goal.__dict__ for goal in found.goals],
        "cost": found.cost,
        "edge": found.edge,
        "runs": found.runs,
        "failed": found.failed,
        "wall": found.wall,
        "stages": list(found.stages),
        "notes": list(found.notes),
    }


def _text(found: "Optimum", wish: str, files: list[str]) -> str:
    """Return the result as text: the values, the residuals of the goals, and the method."""
    lines = ["reached" if found.reached else "NOT reached; the nearest that was found:"]
    lines += [f"  {key} = {value:.6g} {found.units[key]}".rstrip() for key, value in found.values.items()]
    lines += [
        f"  {goal.text}: {'yes' if goal.reached else 'no'} ({goal.metric} = {goal.value:.6g} {goal.unit}".rstrip() + ")"
        for goal in found.goals
    ]
    if found.cost is not None:
        lines.append(f"  {wish}: {found.cost:.6g}")
    if found.edge is not None:
        key, unit = next(iter(found.units.items()))
        lines.append(f"  just beyond, at {key} = {found.edge:.6g} {unit}".rstrip() + ", a goal is missed")
    failed = f", {found.failed} of them failed" if found.failed else ""
    lines.append(f"{found.runs} runs in {found.wall:.3g} s{failed} ({'; '.join(found.stages)})")
    lines += [f"note: {note}" for note in found.notes]
    return "\n".join([*lines, *(f"wrote {file}" for file in files)])
