"""docs/images/overview.png and tumbling_shapes.png: packaged scenes as the renderer draws them.

python docs/tools/overview.py
"""

from pathlib import Path

import numpy as np
from PIL import Image

import rigida as rg

IMAGES = Path(__file__).parents[2] / "docs" / "images"
#: Scenes of the overview, with the time of their pictures [s].
SCENES = {"pit_of_1000": 2.4, "skulls": 2.4, "arch": 2.0, "wrecking_ball": 2.4, "pyramid": 2.0, "gear_pair": 3.2}
WIDTH, HEIGHT = 400, 225


def drawn(name: str, time: float, **style: object) -> np.ndarray:
    """Return the picture (height, width, 3) of a packaged scene at a time [s]."""
    run = rg.Simulation(rg.load(name)).run(time, fps=30)
    return run.picture(time, **style)


def main() -> None:
    """Write the picture."""
    pictures = [drawn(name, time, width=WIDTH, height=HEIGHT, samples=3) for name, time in SCENES.items()]
    rows = [np.concatenate(pictures[k : k + 3], axis=1) for k in (0, 3)]
    Image.fromarray(np.concatenate(rows)).save(IMAGES / "overview.png", optimize=True)
    style = {"width": 960, "height": 540, "trails": True, "velocities": True}
    Image.fromarray(drawn("tumbling_shapes", 1.2, **style)).save(IMAGES / "tumbling_shapes.png", optimize=True)


if __name__ == "__main__":
    main()
