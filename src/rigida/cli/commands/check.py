"""`rigida check`: report all problems of a scene file, or print the schema."""

from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.cli.sources import SearchOption, find_scene
from rigida.errors import UsageError


def check(
    scene: Annotated[
        str | None, typer.Argument(metavar="SCENE", help="A scene file or a packaged scene's name.")
    ] = None,
    search: SearchOption = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of scene files and stop.")] = False,
    keys: Annotated[bool, typer.Option("--keys", help="Print tables of all keys as Markdown and stop.")] = False,
    json: JsonOption = False,
) -> None:
    """Check a scene file and print every problem with its line and key, including an invalid initial state.

    Exit code 0: good, 1: problems, 2: no such file.

    Example: rigida check scene.toml
    """
    if schema:
        from rigida.scene.files.schema import scene_schema

        print_json(scene_schema())
        return
    if keys:
        from rigida.scene.files.schema_tables import scene_tables

        typer.echo(scene_tables(), nl=False)
        return
    if scene is None:
        raise UsageError("rigida check needs a scene file, or --schema. Example: rigida check scene.toml")
    path = find_scene(scene)
    import rigida

    problems = rigida.validate_scene(path, search or (), start=True)
    if json:
        items = [{"file": p.file or path.name, "line": p.line, "path": p.path, "message": p.message} for p in problems]
        print_json({"file": str(path), "ok": not problems, "problems": items})
    elif problems:
        for problem in problems:
            line = f"{problem.line}:" if problem.line else ""
            key = f" {problem.path}:" if problem.path else ""
            file = path.with_name(problem.file) if problem.file else path
            typer.echo(f"{file}:{line}{key} {problem.message}")
        typer.echo(f"{len(problems)} problem{'s' if len(problems) > 1 else ''}", err=True)
    else:
        typer.echo(f"{path}: good")
    if problems:
        raise typer.Exit(1)
