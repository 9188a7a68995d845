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
    json: JsonOption = False,
) -> None:
    """Write a recording for another tool: glTF, USD, an HTML page, tables, or a mesh per frame.

    Example: rigida export spin-run -o spin.glb
    """
    from rigida.export.formats import export as write

    recording = load_run(run)
    if tolerance is not None and Path(output).suffix.lower() not in (".glb", ".gltf"):
        raise UsageError("--tolerance is for glTF files only. Leave it out.")
    file = write(recording, output, **({} if tolerance is None else {"tolerance": tolerance}))
    if json:
        print_json({"files": [str(file)]})
    else:
        typer.echo(f"wrote {file}")
