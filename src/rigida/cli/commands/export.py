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
            help="The ending says the format: .glb .usdc .html .csv …; meshes.obj, meshes.ply and meshes/ are folders "
            "'meshes' with a mesh per frame.",
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
    json: JsonOption = False,
) -> None:
    """Write a recording for another tool: glTF, USD, an HTML page, tables, or a mesh per frame.

    Example: rigida export spin-run -o spin.usdc --fps 30
    """
    from rigida.export.formats import export as write

    recording = load_run(run)
    ending, options = Path(output).suffix.lower(), {"tolerance": tolerance, "fps": fps}
    if tolerance is not None and ending not in (".glb", ".gltf"):
        raise UsageError("--tolerance is for glTF files only. Leave it out.")
    if fps is not None and ending not in (".glb", ".gltf", ".usd", ".usda", ".usdc"):
        raise UsageError(f"--fps is for glTF and USD files, not for '{output}'. Leave it out.")
    file = write(recording, output, **{name: value for name, value in options.items() if value is not None})
    if json:
        print_json({"files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")
