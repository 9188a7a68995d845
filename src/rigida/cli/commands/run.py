"""`rigida run`: simulate a scene file and keep the recording."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption
from rigida.cli.sources import SceneArgument, SearchOption, find_scene


def run(
    scene: SceneArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="Folder for the results, or a recording (.npz .h5) beside which they go; default '<scene>-run'.",
        ),
    ] = None,
    duration: Annotated[
        float | None, typer.Option(metavar="S", help="Simulated time in seconds; default: the scene's plan.")
    ] = None,
    fps: Annotated[
        float | None, typer.Option(metavar="N", help="Frames kept per second; default: the scene's plan.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="KIND", help="Engine, e.g. 'precise'; default: the scene's own.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="A setting of the engine, e.g. tolerance=1e-8; may be given again."
        ),
    ] = None,
    plots: Annotated[bool, typer.Option("--plots", help="Also write energy.png.")] = False,
    video: Annotated[bool, typer.Option("--video", help="Also write run.mp4.")] = False,
    gltf: Annotated[bool, typer.Option("--gltf", help="Also write run.glb.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Also write run.html, a page that plays the motion.")] = False,
    contacts: Annotated[
        bool | None,
        typer.Option("--contacts/--no-contacts", help="Keep the contacts too; default: in scenes of up to 100 bodies."),
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Also write run.csv and energy.csv.")] = False,
    pose: Annotated[
        str | None,
        typer.Option(metavar="POSE", help="Start in a pose of the scene, or at 'hip=0.3,knee=-0.6' \\[rad or m]."),
    ] = None,
    search: SearchOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
    json: JsonOption = False,
) -> None:
    """Simulate a scene and write its recording to DIR/run.npz.

    Ctrl-C stops the run and keeps the frames recorded so far. Those of a run that was killed are in DIR/run.frames, and
    every command that takes a recording reads them. Files of an earlier run in DIR are replaced.

    Example: rigida run dzhanibekov -o spin --duration 20 --plots --video
    """
    from rigida.cli.engine_options import engine_with
    from rigida.cli.execution import Outputs, make_folder, recording_file, report, simulate, write_files
    from rigida.fields import Rule, real_number
    from rigida.recording.files import journal_of

    if duration is not None:
        real_number("rigida run", "--duration", duration, Rule("s", above=0.0))
    if fps is not None:
        real_number("rigida run", "--fps", fps, Rule("1/s", above=0.0))
    path = find_scene(scene)
    import rigida

    world = rigida.load(path, search or ())
    if pose is not None:
        world.take_pose(pose_of(pose))
    file = recording_file(output or Path(f"{path.stem}-run"))
    make_folder(file.parent)
    journal = journal_of(file)
    seconds, rate = duration or world.plan.duration, fps or world.plan.fps
    chosen = engine_with(world, engine, settings or ())
    outcome = simulate(world, seconds, rate, chosen, quiet, journal, contacts)
    files = write_files(outcome.recording, file, Outputs(plots, csv, video, gltf, html, quiet or json))
    report(outcome, files, json, quiet)


def pose_of(text: str) -> str | dict[str, float]:
    """Return the name of a pose, or the values of joints that a text such as `hip=0.3,knee=-0.6` gives."""
    from rigida.errors import UsageError

    if "=" not in text:
        return text
    found: dict[str, float] = {}
    for item in text.split(","):
        name, _, value = item.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            raise UsageError(f"--pose: '{item}' must be a joint and a number, such as hip=0.3.") from None
    return found
