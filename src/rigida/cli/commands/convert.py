"""`rigida convert`: a scene from one format into another."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import SceneArgument, SearchOption, find_scene


def convert(
    scene: SceneArgument,
    output: Annotated[Path, typer.Argument(metavar="FILE", help="The ending says the format: .toml .json .cfg .urdf.")],
    search: SearchOption = None,
    json: JsonOption = False,
) -> None:
    """Write a scene in another format; warnings list what the format cannot express.

    Example: rigida convert robot.urdf robot.toml
    """
    import rigida
    from rigida.importers.formats import convert as write

    files = write(rigida.load(find_scene(scene), search or ()), output)
    if json:
        print_json({"files": [str(file) for file in files]})
    else:
        for file in files:
            typer.echo(f"wrote {file}")
