"""`rigida gallery`: every packaged scene as a picture and a short film that repeats, with a page that shows them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rigida.cli.output import JsonOption, print_json, print_note

if TYPE_CHECKING:
    from rigida.recording import Recording
    from rigida.scene.scene import Scene

#: Films are this part of the picture's width, with so many pictures a second, and at most so many times real time.
_FILM_SIZE, _FILM_FPS, _FASTEST = 0.6, 10.0, 10.0
#: Where in the run the picture is taken, among moments at which many bodies move; and the part of the run's largest
#: speed from which a body counts as moving.
_MOMENT, _MOVES = 0.4, 0.05


def gallery(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the gallery goes.")] = Path("gallery"),
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Draw only this scene; repeatable.")] = None,
    size: Annotated[int, typer.Option(metavar="PIXELS", help="Width of the pictures.")] = 800,
    seconds: Annotated[float, typer.Option(metavar="S", help="Longest film of a scene.")] = 5.0,
    films: Annotated[bool, typer.Option(help="A film of every scene too, or pictures only.")] = True,
    json: JsonOption = False,
) -> None:
    """Run every packaged scene and draw it; writes a picture and an animated WebP each, and index.md.

    Example: rigida gallery my-gallery --only dzhanibekov
    """
    import rigida
    from rigida import scenes
    from rigida.cli.execution import make_folder

    folder = make_folder(folder)
    names = [scenes.path(name).stem for name in (only or scenes.names())]
    rows, files = dict[str, str](), list[Path]()
    for name in names:
        print_note(f"drawing {name}")
        scene = rigida.load(scenes.path(name))
        run = rigida.Simulation(scene).run(scene.plan.duration, max(scene.plan.fps, 15.0))
        files += draw_scene(run, folder, name, size, seconds if films else 0.0)
        rows[name] = entry(scene, name, files[-1].name)
    files.append(write_page(folder, rows))
    if json:
        print_json({"scenes": names, "files": [str(file) for file in files]})
    else:
        typer.echo(f"wrote {len(files)} files to {folder}")


def draw_scene(run: "Recording", folder: Path, name: str, size: int, seconds: float) -> list[Path]:
    """Write a picture of a run and, unless `seconds` is 0, a film of at most that length; return their paths."""
    from rigida.drawing.motion import part_of

    look: dict[str, Any] = {"width": size, "height": size * 9 // 16}
    files = [run.to_picture(folder / f"{name}.jpg", eventful_moment(run), quality="final", **look)]
    if seconds > 0.0:
        wide = max(2 * round(0.5 * _FILM_SIZE * size), 16)
        look |= {"width": wide, "height": max(wide * 9 // 16, 16), "samples": 3, "clock": False}
        # A longer run is shown faster, one that is longer still only in part.
        speed = min(max(1.0, run.duration / seconds), _FASTEST)
        middle, half = 0.5 * run.duration, 0.5 * seconds * speed
        part = part_of(run, run.times[0] + middle - half, run.times[0] + middle + half)
        files.append(part.to_video(folder / f"{name}.webp", fps=_FILM_FPS, speed=speed, **look))
    return files


def eventful_moment(run: "Recording") -> float:
    """Return the time [s] nearest to the middle of the run when half of the largest number of moving bodies moves."""
    import numpy as np

    speed = np.nan_to_num(np.linalg.norm(run.velocity, axis=2))
    moving = (speed > _MOVES * max(float(speed.max(initial=0.0)), 1e-300)).sum(axis=1)
    middle = run.times[0] + _MOMENT * run.duration
    most = run.times[2 * moving >= moving.max()]
    return float(most[np.argmin(np.abs(most - middle))])


def entry(scene: "Scene", name: str, picture: str) -> str:
    """Return a scene's row of the page: its picture, what to look for, its command."""
    about = "<br>".join(scene.description.strip().splitlines())
    still = f" · [picture]({name}.jpg)" if not picture.endswith(".jpg") else ""
    return f"| ![{scene.title}]({picture}) | **{scene.title}**<br>{about}<br><br>`rigida demo {name}`{still} |"


def write_page(folder: Path, rows: dict[str, str]) -> Path:
    """Write index.md from the rows of scenes, by name, ordered by subject; return its path."""
    from rigida.atomic_file import replaced
    from rigida.scenes.subjects import SUBJECTS

    page = folder / "index.md"
    lines = ["# Gallery", "", "The scenes that come with rigida, ordered by subject, as drawn by `rigida gallery`."]
    sections = [
        (subject, about, [rows[name] for name in names if name in rows]) for subject, (about, names) in SUBJECTS.items()
    ]
    listed = {name for _, names in SUBJECTS.values() for name in names}
    sections.append(("Other scenes", "", [row for name, row in rows.items() if name not in listed]))
    for subject, about, shown in sections:
        if shown:
            lines += ["", f"## {subject}", "", *([about, ""] if about else []), "| | |", "|---|---|", *shown]
    with replaced(page) as temporary:
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page
