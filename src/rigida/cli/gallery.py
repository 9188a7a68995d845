"""`rigida gallery`: every packaged scene as a picture and a short film, with a page that shows them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from rigida.cli.output import JsonOption, print_json, print_note

#: Trails of more bodies than this would hide the bodies.
_MOST_TRAILS = 12


def gallery(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Folder of the gallery.")] = Path(
        "rigida-gallery"
    ),
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Draw only this scene; repeatable.")] = None,
    size: Annotated[int, typer.Option(metavar="PIXELS", help="Width of the pictures.")] = 480,
    seconds: Annotated[float, typer.Option(metavar="S", help="Longest film of a scene.")] = 6.0,
    films: Annotated[bool, typer.Option(help="A GIF of every scene too, or pictures only.")] = True,
    json: JsonOption = False,
) -> None:
    """Run every packaged scene and draw it; writes a picture and a GIF each, and index.md.

    Example: rigida gallery -o gallery --only dzhanibekov
    """
    import rigida
    from rigida import scenes
    from rigida.atomic_file import replaced
    from rigida.cli.execution import make_folder

    folder = make_folder(output)
    names = [scenes.path(name).stem for name in (only or scenes.names())]
    rows, files = [], []
    for name in names:
        print_note(f"drawing {name}")
        scene = rigida.load(scenes.path(name))
        run = rigida.Simulation(scene).run(scene.plan.duration, max(scene.plan.fps, 15.0))
        few = len(run.names) <= _MOST_TRAILS
        look: dict[str, Any] = {"width": size, "height": size * 9 // 16, "trails": few and run.duration > 0.0}
        files.append(run.to_picture(folder / f"{name}.png", 0.4 * run.duration, **look))
        if films:
            speed = max(1.0, run.duration / seconds)  # a longer run is shown faster
            files.append(run.to_video(folder / f"{name}.gif", fps=12.5, speed=speed, **look))
        about = "<br>".join(scene.description.strip().splitlines())
        rows.append(f"| ![{name}]({files[-1].name}) | **{scene.title}**<br>{about}<br>`rigida demo {name}` |")
    page = folder / "index.md"
    text = [
        "# Gallery",
        "",
        "Every scene that comes with rigida, drawn by `rigida gallery`.",
        "",
        "| | |",
        "|---|---|",
        *rows,
    ]
    with replaced(page) as temporary:
        temporary.write_text("\n".join(text) + "\n", encoding="utf-8")
    files.append(page)
    if json:
        print_json({"scenes": names, "files": [str(file) for file in files]})
    else:
        typer.echo(f"wrote {len(files)} files to {folder}")
