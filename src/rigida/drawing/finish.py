"""Finishes: the reflection of light by surfaces, by name.

A finish says how strong and how narrow its highlight is, how much of the sky it mirrors, and what glTF and USD call
roughness and metalness, so that a body looks alike in videos, the viewer and other tools.
"""

from dataclasses import dataclass

from rigida.scene.body import Finish


@dataclass(frozen=True)
class Look:
    """Numbers of a finish, all from 0 to 1.

    Args:
        shine: Strength of the sun's highlight.
        mirror: Part of the sky that is mirrored, seen straight on; more at a glance.
        tinted: Whether highlight and mirrored sky take the body's color, as on metal.
        roughness: Of the surface, for physically based materials.
        metalness: Of the surface, for physically based materials.
        opacity: 1 for all that is not glass; pictures show every other sample of what is, the others see through it.
        grain: Depth of the wood grain, a pattern of growth rings about the body's first axis.
    """

    shine: float
    mirror: float
    tinted: float
    roughness: float
    metalness: float = 0.0
    opacity: float = 1.0
    grain: float = 0.0


FINISHES: dict[Finish, Look] = {
    "matte": Look(shine=0.10, mirror=0.0, tinted=0.0, roughness=0.7),
    "metal": Look(shine=0.7, mirror=0.5, tinted=0.8, roughness=0.3, metalness=0.6),
    "rubber": Look(shine=0.03, mirror=0.0, tinted=0.0, roughness=0.95),
    "wood": Look(shine=0.08, mirror=0.0, tinted=0.0, roughness=0.8, grain=0.25),
    "glass": Look(shine=0.8, mirror=0.1, tinted=0.0, roughness=0.05, opacity=0.5),
}
