"""`rigida new`: write a commented scene and a script to start from."""

import re
from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json
from rigida.errors import UsageError

_STARTER = Path(__file__).parent.parent / "starter"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the scene; letters, digits, - and _.")],
    folder: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Where to write the files.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace files of that name.")] = False,
    json: JsonOption = False,
) -> None:
    """Write a commented scene NAME.toml and a script NAME.py that runs it.

    Example: rigida new swing && rigida run swing.toml --video
    """
    from rigida.cli.execution import make_folder

    if not _NAME.fullmatch(name):
        raise UsageError(f"A scene's name must start with a letter and have letters, digits, - and _, got '{name}'.")
    files = [make_folder(folder) / f"{name}{ending}" for ending in (".toml", ".py")]
    taken = [str(file) for file in files if file.exists()]
    if taken and not force:
        raise UsageError(f"{' and '.join(taken)} exist already. Choose another name, or replace them with --force.")
    for file in files:
        template = (_STARTER / f"starter{file.suffix}").read_text(encoding="utf-8")
        file.write_text(template.replace("starter", name), encoding="utf-8")
    if json:
        print_json({"files": [str(file) for file in files]})
        return
    scene, script = files
    typer.echo(
        f"wrote {scene} and {script}\n\nTry:\n"
        f"  rigida run {scene} --video    a video of it\n"
        f"  rigida view {scene}           watch it in the browser\n"
        f"  python {script}               the same from Python, with numbers"
    )
