"""`rigida render`: a recording as a video or a picture."""

from pathlib import Path
from typing import Annotated, Any

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import RunArgument, load_run, size_options
from rigida.errors import UsageError


def render(
    run: RunArgument,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FILE", help=".mp4, .gif, .webp, .png (one picture) or a FOLDER/."),
    ] = "run.mp4",
    fps: Annotated[float, typer.Option(metavar="N", help="Pictures per second of the video.")] = 30.0,
    speed: Annotated[float, typer.Option(metavar="X", help="1 is real time, 0.1 slow motion.")] = 1.0,
    size: Annotated[str, typer.Option(metavar="WxH", help="Width and height in pixels.")] = "1280x720",
    quality: Annotated[str, typer.Option(metavar="NAME", help="draft (quick) or final (soft shadows).")] = "draft",
    time: Annotated[float, typer.Option(metavar="S", help="Time of a single picture.")] = 0.0,
    show: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Draw over it: trails, contacts, names, forces, velocities, frames, …"),
    ] = None,
    hide: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Leave out: joints, springs, motors, shadows, grid, clock, …"),
    ] = None,
    eye: Annotated[str | None, typer.Option(metavar="X,Y,Z", help="Place of the camera; default: automatic.")] = None,
    target: Annotated[str, typer.Option(metavar="X,Y,Z", help="What the camera looks at.")] = "0,0,0",
    json: JsonOption = False,
) -> None:
    """Draw a recording: a video, or a picture at one time.

    Example: rigida render spin-run -o spin.gif --size 640x360 --show trails
    """
    from rigida.cli.progress import StepProgress
    from rigida.render.cameras.camera import Camera

    recording = load_run(run)
    options: dict[str, Any] = {
        **size_options(size),
        "quality": quality,
        **dict.fromkeys(show or [], True),
        **dict.fromkeys(hide or [], False),
    }
    camera = None if eye is None else Camera(_triple("--eye", eye), _triple("--target", target))
    if Path(output).suffix.lower() == ".png" and not output.endswith("/"):
        file = recording.to_picture(output, time, camera, **options)
    else:
        with StepProgress("drawing") as progress:
            file = recording.to_video(output, fps, speed, camera, progress, **options)
    if json:
        print_json({"files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")


def _triple(name: str, text: str) -> tuple[float, float, float]:
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"{name} must be three numbers such as 4,-6,3, got '{text}'.") from None
    return (x, y, z)
