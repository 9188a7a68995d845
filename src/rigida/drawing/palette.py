"""Colors of bodies: those the scene gives, else a palette that stays apart for the eye."""

from rigida.fields import Vec3

#: For free bodies in turn; distinct also with red-green color blindness, because their lightness differs.
BODY_COLORS = ("#3d7fc4", "#e2803c", "#55a868", "#c94f4f", "#8668b5", "#e0b23f", "#3fa7a3", "#d377a6")
#: For bodies that forces do not move.
FIXED_COLOR = "#8d98a5"
GROUND_COLOR = "#a2aab3"
#: Of open country below aircraft.
TERRAIN_COLOR = "#6c8a4c"


def rgb(color: str) -> Vec3:
    """Return red, green and blue in 0…1 (sRGB) of a color written as #rrggbb."""
    return (int(color[1:3], 16) / 255.0, int(color[3:5], 16) / 255.0, int(color[5:7], 16) / 255.0)


def linear(value: float) -> float:
    """Return a component of sRGB in 0…1 as an amount of light (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def light(color: str) -> Vec3:
    """Return a color written as #rrggbb as amounts of red, green and blue light in 0…1."""
    r, g, b = rgb(color)
    return (linear(r), linear(g), linear(b))
