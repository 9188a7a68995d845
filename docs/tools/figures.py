"""Pictures and page of docs/gallery/figures.md: figures of Popovski 2008 beside the scenes that reproduce them.

python docs/tools/figures.py [NUMBER ...]      # draws the strips of these figures, all by default, and writes the page
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import rigida as rg
from rigida import scenes

FOLDER = Path(__file__).parents[1] / "gallery"
SIZE = {"width": 400, "height": 250}


class Strip(NamedTuple):
    """A run of a scene, and the times of its pictures [s]."""

    name: str
    scene: str
    settings: dict[str, object]
    times: tuple[float, ...]
    what: str


NEW, OLD = {}, {"restitution": "after_forces"}
DOCUMENT = {"method": "document", "collision_passes": 5}
FIGURES: dict[str, tuple[str, list[Strip]]] = {
    "27": (
        "A perfectly elastic cube slides down an incline with friction without hopping; with the old time step it hops",
        [
            Strip("27_new", "elastic_incline", NEW, (0.0, 0.7, 1.3, 1.9), "new time step"),
            Strip("27_old", "elastic_incline", OLD, (0.0, 0.7, 1.3, 1.9), "old time step"),
        ],
    ),
    "29": (
        "A plank begins to tip; small cubes fall on it, pile up and stop it; then a bigger cube topples it",
        [Strip("29", "plank_stack", NEW, (0.4, 1.2, 3.0, 4.2), "three acts")],
    ),
    "30, 31": (
        "A row of billiard balls: the impulse runs through, the last ball rolls off and rolling friction stops it",
        [
            Strip("30", "billiard_row", NEW, (0.0, 0.7, 1.5, 5.0), "default method"),
            Strip("31", "billiard_row", DOCUMENT, (0.0, 0.7, 1.5, 5.0), "the document's method, five collision passes"),
        ],
    ),
    "35": (
        "Cubes locked to each other in all degrees of freedom swing as one stiff rod",
        [Strip("35", "locked_cubes", NEW, (0.0, 0.5, 1.0, 1.5), "one stiff rod")],
    ),
}
INTRODUCTION = """# Figures of the documents

Figures of Popovski 2008 with the scenes that show the same, at four moments each. `python docs/tools/figures.py` draws
them. The document's method solves joints as the default one does: figure 35 looks the same in both, without the
document's other half in which a single joint iteration lets the rod bend.
"""


def draw(strip: Strip) -> None:
    """Draw the pictures of a strip side by side."""
    from PIL import Image

    scene = rg.load(scenes.path(strip.scene))
    run = rg.Simulation(scene, engine=rg.Realtime(**strip.settings)).run(max(strip.times), fps=30)
    pictures = [run.picture(time, **SIZE) for time in strip.times]
    Image.fromarray(np.hstack(pictures)).save(FOLDER / f"figure_{strip.name}.png", optimize=True)


def page() -> str:
    """Return the page as Markdown."""
    lines = [INTRODUCTION]
    for number, (caption, strips) in FIGURES.items():
        lines.append(f"## Figure {number}\n\n{caption} (Popovski 2008).\n")
        for strip in strips:
            told = " ".join(f"--set {key}={value}" for key, value in strip.settings.items())
            moments = ", ".join(f"{time:g}" for time in strip.times)
            lines.append(f"![Figure {number}, {strip.what}](figure_{strip.name}.png)\n")
            lines.append(f"{strip.what.capitalize()}, at {moments} s: `rigida run {f'{strip.scene} {told}'.strip()}`\n")
    return "\n".join(lines)


if __name__ == "__main__":
    for number, (_, strips) in FIGURES.items():
        if not sys.argv[1:] or number in sys.argv[1:]:
            for strip in strips:
                draw(strip)
    (FOLDER / "figures.md").write_text(page(), encoding="utf-8")
