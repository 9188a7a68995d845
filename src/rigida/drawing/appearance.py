"""Appearance: sky, sun, ground and marks as data that pictures, the viewer, HTML pages, glTF and USD read.

Materials are in `finish.py`, colors of bodies in `palette.py`. The light that a surface of color c with normal n sends
to the eye, before its highlight and what it mirrors, is

    c · ((bounce + (skylight − bounce)·(1 + n·up)/2)·sky_color + sunlight·max(n·sun, 0)·sun_color)

which `render/light.py` computes in pictures and the shader of the viewer (`web/light.js`) in the browser.
"""

from dataclasses import dataclass, replace

from rigida.drawing.palette import GROUND_COLOR, TERRAIN_COLOR
from rigida.fields import Vec3


@dataclass(frozen=True)
class Appearance:
    """Numbers and colors of the surroundings; lights are parts of full white.

    Args:
        sky_top: Color of the sky overhead.
        sky_horizon: Color at the horizon, into which a ground fades.
        ground: Color of grounds that have no own.
        terrain: Color of open country below aircraft.
        sunlight: Light of the sun on a surface that faces it.
        skylight: Light of the sky on a surface that faces up.
        bounce: Light that the ground throws back on a surface that faces down.
        sun_color: Tint of the sun's light; a little warm.
        sky_color: Tint of the sky's light; a little blue.
        mirrored_ground: Light that a mirroring surface shows of the ground.
        sun_high: Parts of up, of backward and of left of the first view that point to the sun.
        line_share: Width of the ground's lines, in fields of its checker.
        line_dark: Part of the light that a line takes from the ground.
        field_dark: Part that a dark field takes.
        cells: Fields of the checker across the distance from the eye to what is seen.
        haze: Distance at which the ground is half haze, in distances from the eye to what is seen.
        rings: Growth rings of wood across a body.
        mark: How far the pale octants of a marked body are white.
    """

    sky_top: str = "#4a82bb"
    sky_horizon: str = "#d2dfeb"
    ground: str = GROUND_COLOR
    terrain: str = TERRAIN_COLOR
    sunlight: float = 0.96
    skylight: float = 0.30
    bounce: float = 0.13
    sun_color: Vec3 = (1.04, 1.0, 0.93)
    sky_color: Vec3 = (0.93, 1.0, 1.10)
    mirrored_ground: float = 0.18
    sun_high: Vec3 = (1.25, 0.45, 0.75)
    line_share: float = 0.022
    line_dark: float = 0.30
    field_dark: float = 0.22
    cells: float = 12.0
    haze: float = 14.0
    rings: float = 9.0
    mark: float = 0.3


APPEARANCE = Appearance()
#: Of scenes with neither ground nor floor: a dark backdrop, on which the colors of bodies stand out.
SPACE = replace(APPEARANCE, sky_top="#232b34", sky_horizon="#5c6874")
