"""Pictures and page of docs/gallery/figures.md: figures of Popovski 2008 beside the scenes that reproduce them.

python docs/tools/figures.py [NUMBER ...]      # draws the strips of these figures, all by default, and writes the page
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

import rigida as rg
from rigida import scenes

FOLDER = Path(__file__).parents[1] / "gallery"
SIZE = {"width": 400, "height": 250}


class Strip(NamedTuple):
    """A run of a scene, and the times of its pictures [s]; `what` is drawn."""

    name: str
    scene: str
    settings: dict[str, object]
    times: tuple[float, ...]
    what: str


OLD = {"restitution": "after_forces"}
COARSE = {"dt": 0.04}  # of 25 pictures a second
OURS = {"method": "islands"}
#: The document's numbers of iterations are the defaults: 5 of collisions, 10 of contacts, 10 of joints.
DOCUMENT = {"method": "document"}
FIGURES: dict[str, tuple[str, list[Strip]]] = {
    "27": (
        "A perfectly elastic body on an incline: with the old time step it hops, with the new one it slides",
        [
            Strip("27_old", "elastic_incline", DOCUMENT | COARSE | OLD, (0.0, 0.7, 1.3, 1.9), "the old time step"),
            Strip("27_new", "elastic_incline", DOCUMENT | COARSE, (0.0, 0.7, 1.3, 1.9), "the new time step"),
        ],
    ),
    "28": (
        "Seesaw: the heavy cube tips it and slides off, then the light one tips it back",
        [
            Strip("28", "seesaw", DOCUMENT, (0.0, 1.0, 2.0, 4.0), "the document's method"),
            Strip("28_ours", "seesaw", OURS, (0.0, 1.0, 2.0, 4.0), "the default method"),
        ],
    ),
    "29": (
        "Toppling cubes: a plank begins to tip; small cubes fall on it and stop it; a bigger one topples it",
        [
            Strip("29", "plank_stack", DOCUMENT, (0.4, 1.2, 3.0, 4.2), "the document's method"),
            Strip("29_ours", "plank_stack", OURS, (0.4, 1.2, 3.0, 4.2), "the default method"),
        ],
    ),
    "30": (
        "Billiard balls: the impulse runs through the row, the last ball rolls off and rolling friction stops it",
        [
            Strip("30", "billiard_row", DOCUMENT, (0.0, 0.8, 1.5, 4.0), "five collision passes"),
            Strip("30_ours", "billiard_row", OURS, (0.0, 0.8, 1.5, 4.0), "the default method"),
        ],
    ),
    "31": (
        "Too few iterations: with four, one less than the row has contacts, the last two balls stay together",
        [
            Strip(
                "31", "billiard_row", DOCUMENT | {"collision_passes": 4}, (0.0, 0.8, 1.5, 4.0), "four collision passes"
            )
        ],
    ),
    "32": (
        "Dominoes in a ring, each resting on the next: the contact graph is a cycle",
        [Strip("32", "domino_ring", DOCUMENT, (0.0, 2.0, 4.0, 6.0), "the document's method")],
    ),
    "33": (
        "Rings fall over poles, and concave skulls pile up",
        [
            Strip("33_rings", "rings_on_poles", DOCUMENT, (0.5, 1.5, 2.5, 4.0), "sixty rings"),
            Strip("33_skulls", "skulls", DOCUMENT, (0.2, 0.6, 1.0, 2.0), "fifty skulls"),
        ],
    ),
    "34": (
        "Cubes joined by translational joints of three equations swing as a chain",
        [Strip("34", "pendulum_of_cubes", DOCUMENT, (0.0, 0.5, 1.0, 1.5), "ten joint iterations")],
    ),
    "35": (
        "Cubes joined by translational and rotational joints swing as a rod; with one joint iteration it bends",
        [
            Strip("35_left", "locked_cubes", DOCUMENT, (0.0, 0.5, 1.0, 1.5), "ten joint iterations"),
            Strip(
                "35_right",
                "locked_cubes",
                DOCUMENT | {"joint_iterations": 1},
                (0.0, 0.5, 1.0, 1.5),
                "one joint iteration",
            ),
        ],
    ),
    "36": (
        "Joints of two equations: the left cube turns about one axis, the right one slides along one",
        [Strip("36", "hinge_and_slider", DOCUMENT, (0.0, 0.25, 0.45, 1.0), "the document's method")],
    ),
    "37": (
        "Rings of six jointed skulls fall over poles, and their joints hold",
        [Strip("37", "skull_rings", DOCUMENT, (0.5, 1.0, 1.5, 2.5), "the document's method")],
    ),
}
INTRODUCTION = """# Figures of the documents

Figures 27 to 37 of Popovski 2008 with the scenes that show the same, at four moments each, solved by the document's own
method with its numbers of iterations where nothing else is said. `python docs/tools/figures.py` draws them.
"""


def draw(strip: Strip) -> None:
    """Draw the pictures of a strip side by side."""
    from PIL import Image

    scene = rg.load(scenes.path(strip.scene))
    own = scene.engine if isinstance(scene.engine, rg.Realtime) else rg.Realtime()
    engine = replace(own, **strip.settings)
    run = rg.Simulation(scene, engine=engine).run(max(strip.times), fps=20)
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
