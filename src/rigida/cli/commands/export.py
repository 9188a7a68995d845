"""`rigida export`: a recording as a file for another tool."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import RunArgument, load_run
from rigida.errors import UsageError


def export(
    run: RunArgument,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="The ending says the format: .glb .usdc .rrd .mcap .html .csv …; meshes.obj, meshes.ply and meshes/ "
            "are folders 'meshes' with a mesh per frame.",
        ),
    ] = "run.glb",
    tolerance: Annotated[
        float | None, typer.Option(metavar="M", help="glTF only: leave out key frames within this error \\[m, rad].")
    ] = None,
    fps: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="USD: time codes a second, 24 if left out; glTF: keys at whole frames of this rate.",
        ),
    ] = None,
    marks: Annotated[
        bool,
        typer.Option("--marks/--no-marks", help="glTF, USD: fields of grounds, wood grain, marks that show turning."),
    ] = True,
    camera: Annotated[bool, typer.Option("--camera/--no-camera", help="glTF, USD: the camera of pictures.")] = True,
    instances: Annotated[
        bool, typer.Option("--instances", help="USD: equal bodies as instances of one prototype.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write a recording for another tool: glTF, USD, an HTML page, tables, or a mesh per frame.

    Example: rigida export spin-run -o spin.usdc --fps 30
    """
    from rigida.export.formats import export as write

    recording = load_run(run)
    ending = Path(output).suffix.lower()
    gltf, usd = (".glb", ".gltf"), (".usd", ".usda", ".usdc", ".usdz")
    options = {
        "tolerance": (tolerance, None, gltf, "glTF"),
        "fps": (fps, None, (*gltf, *usd), "glTF and USD"),
        "marks": (marks, True, (*gltf, *usd), "glTF and USD"),
        "camera": (camera, True, (*gltf, *usd), "glTF and USD"),
        "instances": (instances, False, usd, "USD"),
    }
    given = {}
    for name, (value, default, endings, files) in options.items():
        if value == default:
            continue
        if ending not in endings:
            option = f"no-{name}" if value is False else name
            raise UsageError(f"--{option} is for {files} files, not for '{output}'. Leave it out.")
        given[name] = value
    file = write(recording, output, **given)
    if json:
        print_json({"files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")
