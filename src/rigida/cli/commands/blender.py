"""`rigida blender`: the add-on for Blender as a file."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json


def blender(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where to write the add-on.")] = Path(
        "rigida_blender.py"
    ),
    json: JsonOption = False,
) -> None:
    """Write the Blender add-on, which imports runs as key frames and exports objects as scenes.

    In Blender: Edit > Preferences > Add-ons > Install from Disk.

    Example: rigida blender -o rigida_blender.py
    """
    from rigida.export.addon_file import write_addon

    file = write_addon(output)
    if json:
        print_json({"files": [str(file)]})
    else:
        typer.echo(f"wrote {file}; in Blender: Edit > Preferences > Add-ons > Install from Disk")
