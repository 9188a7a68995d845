"""`rigida demo`: run a packaged scene and write its results."""

from pathlib import Path
from typing import Annotated

import typer

from rigida.cli.output import JsonOption, print_json, print_note, print_table

#: Many bodies, contacts and joints, and something falls down.
DEFAULT_SCENE = "wrecking_ball"
#: A demo is to be seen soon: a video at the rate of a film.
VIDEO = {"width": 1280, "height": 720, "fps": 24.0, "title": True}
#: Longest film of a demo at real speed [s]; longer runs are played 2, 5, 10, 20, … times as fast.
LONGEST_FILM = 20.0
NEXT = """
Open {folder}/run.html in a browser or play {folder}/run.mp4. Then try:
  rigida view {folder}        walk around it, stop it, play it slowly
  rigida demo skulls          or another of `rigida demo --list`
  rigida new swing            a scene of your own to change"""


def demo(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Name of a packaged scene.")] = DEFAULT_SCENE,
    show_list: Annotated[bool, typer.Option("--list", help="List the packaged scenes and stop.")] = False,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Folder for the results.")] = Path(
        "rigida-demo"
    ),
    json: JsonOption = False,
) -> None:
    """Run a packaged scene; write its recording, video, animation, page and energy plot.

    Example: rigida demo dzhanibekov -o spin
    """
    if show_list:
        _list_scenes(json)
        return
    import rigida
    from rigida import scenes
    from rigida.cli.execution import Outputs, make_folder, report, simulate, write_files

    scene = rigida.load(scenes.path(name))
    folder = make_folder(output)
    text = "\n".join(part for part in (scene.title or name, scene.description.strip()) if part)
    if json:
        print_note(text)
    else:
        typer.echo(text + "\n")
    speed = film_speed(scene.plan.duration)
    everything = Outputs(plots=True, video=True, gltf=True, html=True, quiet=json, look=VIDEO | {"speed": speed})
    outcome = simulate(scene, scene.plan.duration, scene.plan.fps)
    report(outcome, write_files(outcome.recording, folder / "run.npz", everything), json)
    if not json:
        if speed > 1.0:
            typer.echo(f"The video shows the run {speed:g} times as fast.")
        typer.echo(NEXT.format(folder=folder))


def film_speed(duration: float) -> float:
    """Return the playback speed of the film: the smallest of 1, 2, 5 × 10ᵏ that suffices."""
    speeds = (step * 10.0**k for k in range(300) for step in (1.0, 2.0, 5.0))
    return next(speed for speed in speeds if duration <= speed * LONGEST_FILM)


def _list_scenes(json: bool) -> None:
    """Print the packaged scenes with their titles."""
    from rigida import scenes

    heads = {name: scenes.head(name) for name in scenes.names()}
    if json:
        items = [{"name": n, "title": h["title"], "description": h["description"]} for n, h in heads.items()]
        print_json({"scenes": items})
        return
    print_table(["scene", "shows"], [[name, head["title"]] for name, head in heads.items()])
    typer.echo("Run one with `rigida demo NAME`.")
