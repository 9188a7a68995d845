"""Makes the packaged scenes of many boxes and of jointed cubes: `python -m rigida.scenes.make_cubes`.

The pits are those by which engines are compared; the jointed cubes are figures 34 to 36 of Popovski 2008, 12.
"""

from pathlib import Path

import numpy as np

from rigida.constraints.joints import Fixed, Prismatic, Revolute, Spherical
from rigida.geometry import Box
from rigida.scene.body import WORLD, BodyOrWorld
from rigida.scene.scene import Scene
from rigida.scenes.make_concave import new_scene

_FOLDER = Path(__file__).parent
_CUBE, _DT = Box((0.4, 0.4, 0.4)), 1.0 / 60.0


def pit(count: int, columns: int) -> Scene:
    """Return a pit, `columns` meters wide and long, into which `count` boxes fall layer upon layer."""
    text = f"{count:,} boxes fall into a walled pit and pile up."
    scene, rng = new_scene(f"A pit of {count:,} boxes", text, 6.0, _DT), np.random.default_rng(7)
    scene.add_ground()
    half, high = columns / 2, 3.0
    for k, side in enumerate((-half - 0.25, half + 0.25)):
        along_y, along_x = Box((0.5, columns + 1.0, high)), Box((columns, 0.5, high))
        scene.add_body(along_y, fixed=True, position=(side, 0, high / 2), name=f"wall_x{k}")
        scene.add_body(along_x, fixed=True, position=(0, side, high / 2), name=f"wall_y{k}")
    for k in range(count):
        layer, place = divmod(k, columns**2)
        y, x = divmod(place, columns)
        shift = rng.uniform(-0.25, 0.25, 2)
        scene.add_body(
            Box((0.5, 0.5, 0.5)),
            mass=1.0,
            position=tuple(np.round((x + 0.5 - half + shift[0], y + 0.5 - half + shift[1], 0.6 + 0.65 * layer), 3)),
            name=f"box{k:04}",
        )
    return scene


def pit_of_1000() -> Scene:
    """Return the pit of a thousand boxes."""
    return pit(1000, 10)


def pit_of_5000() -> Scene:
    """Return the pit of five thousand boxes."""
    return pit(5000, 20)


def pendulum_of_cubes() -> Scene:
    """Return a chain of cubes jointed at their corners (figure 34)."""
    text = "Cubes joined corner to corner swing: only their translations are constrained (Popovski 2008, figure 34)."
    scene = new_scene("A pendulum of cubes", text, 10.0, _DT)
    before: BodyOrWorld = WORLD
    for k in range(7):
        cube = scene.add_body(
            _CUBE, mass=1.0, position=(0.4 * k + 0.2, 0.4 * k + 0.2, 4 - 0.4 * k), name=f"cube{k + 1}"
        )
        scene.add_joint(Spherical(cube, before, anchor=(0.4 * k, 0.4 * k, 4.2 - 0.4 * k), name=f"corner{k + 1}"))
        before = cube
    return scene


def locked_cubes() -> Scene:
    """Return cubes that are locked to each other and swing as one rod (figure 35)."""
    text = "Cubes locked to each other in all degrees of freedom swing as one stiff rod (Popovski 2008, figure 35)."
    scene = new_scene("A pendulum of locked cubes", text, 10.0, _DT)
    before: BodyOrWorld = WORLD
    for k in range(7):
        cube = scene.add_body(_CUBE, mass=1.0, position=(0.4 * k + 0.2, 0, 4), name=f"cube{k + 1}")
        joint = Spherical if k == 0 else Fixed
        scene.add_joint(joint(cube, before, anchor=(0.4 * k, 0, 4), name=f"lock{k + 1}"))
        before = cube
    return scene


def hinge_and_slider() -> Scene:
    """Return two pairs of cubes: one turns about one axis, the other slides along one (figure 36)."""
    text = (
        "Two pairs of cubes: on the left a hinge leaves one rotation, on the right a slider one translation, "
        "down to its limit (Popovski 2008, figure 36)."
    )
    scene = new_scene("A hinge and a slider", text, 8.0, _DT)
    for name, x in (("hinge", -1.0), ("slider", 1.0)):
        post = scene.add_body(_CUBE, fixed=True, position=(x, 0.4, 2), name=f"{name}_post")
        cube = scene.add_body(_CUBE, mass=1.0, position=(x, 0, 2), name=f"{name}_cube")
        if name == "hinge":
            scene.add_joint(Revolute(cube, post, anchor=(x + 0.2, 0.2, 2.2), axis=(0, 1, 0), name=name))
        else:
            scene.add_joint(
                Prismatic(cube, post, axis=(0, 0, 1), lower=-1.2, upper=1.2, limit_restitution=0.5, name=name)
            )
    return scene


def main() -> None:
    """Write all scenes."""
    for make in (pit_of_1000, pit_of_5000, pendulum_of_cubes, locked_cubes, hinge_and_slider):
        make().save(_FOLDER / f"{make.__name__}.toml")


if __name__ == "__main__":
    main()
